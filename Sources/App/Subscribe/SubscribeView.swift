package import AppFeatures
package import GtkViews

/// The sheet in which a podcast is added.
package struct SubscribeView: View {
  private let subscribe: SubscribeFeature

  package init(subscribe: SubscribeFeature) {
    self.subscribe = subscribe
  }

  package var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text("Paste the address of a podcast's feed, or the path of a feed file or a folder.")
        .foregroundStyle(.secondary)
      TextField("Feed address", text: Bindable(subscribe).address)
        .onSubmit { subscribe.addButtonClicked() }
      HStack(spacing: 12) {
        if subscribe.isFetching {
          ProgressView().accessibilityLabel("Fetching…")
        }
        Spacer()
        // GTK 4.8 does not name a button by the text in it.
        Button("Cancel", role: .cancel, action: subscribe.cancelButtonClicked).accessibilityLabel("Cancel")
        Button("Add", action: subscribe.addButtonClicked)
          .buttonStyle(.borderedProminent)
          .accessibilityLabel("Add")
          .disabled(!subscribe.isAddButtonEnabled)
      }
    }
    .padding(18)
    .frame(minWidth: 320, maxWidth: .infinity)
    .navigationTitle("Add Podcast")
    .alert(Bindable(subscribe).alert) { _ in }
  }
}
