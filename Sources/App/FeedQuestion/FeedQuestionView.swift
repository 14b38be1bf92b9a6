package import AppFeatures
import Foundation
package import GtkViews
import Podcasts
package import ReducerStore

/// The sheet with a question about a feed. The feed cannot be fetched until the user has answered.
package struct FeedQuestionView: View {
  @Bindable private var store: StoreOf<FeedQuestionFeature>

  package init(store: StoreOf<FeedQuestionFeature>) {
    self.store = store
  }

  package var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      switch store.kind {
      case .signIn(let isWrong): SignInFields(store: store, isWrong: isWrong)
      case .privateNetwork:
        Text(
          "This feed is on the web, and leads to “\(store.host)” in your own network. Follow it only if you trust the feed."
        )
      }
      HStack(spacing: 12) {
        if store.isSaving { ProgressView().accessibilityLabel("Signing in…") }
        Spacer()
        Button("Cancel", role: .cancel) { store.send(.cancelButtonClicked) }.accessibilityLabel("Cancel")
        Button(continueTitle) { store.send(.continueButtonClicked) }
          .buttonStyle(.borderedProminent)
          .disabled(!store.isContinueButtonEnabled)
          .accessibilityLabel(continueTitle)
      }
    }
    .padding(18)
    .frame(minWidth: 320, idealWidth: 420, maxWidth: .infinity)
    .navigationTitle(store.kind == .privateNetwork ? "Follow Into Your Network?" : "Sign In")
  }

  /// The title of the button that follows the redirect, signs in, or continues although the password was not stored.
  private var continueTitle: LocalizedStringKey {
    store.kind == .privateNetwork ? "Follow" : store.isUnsaved ? "Continue" : "Sign In"
  }
}

/// The fields for a name and a password, below the reason why they are required.
private struct SignInFields: View {
  @Bindable var store: StoreOf<FeedQuestionFeature>
  /// Whether the server refused the name and the password that it received.
  let isWrong: Bool

  var body: some View {
    Text(isWrong ? "“\(store.host)” refused this name or password." : "“\(store.host)” asks for a name and a password.")
    TextField("Name", text: $store.user).disabled(store.isSaving)
    SecureField("Password", text: $store.password)
      .onSubmit { store.send(.continueButtonClicked) }
      .disabled(store.isSaving)
    if store.isUnsaved {
      Text("The desktop did not store the password. It is used until the program ends.").foregroundStyle(.secondary)
    }
  }
}
