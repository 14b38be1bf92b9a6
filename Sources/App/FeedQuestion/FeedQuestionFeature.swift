package import Foundation
package import Podcasts
package import ReducerStore

/// A question that a feed needs answered before it can be fetched: a name and a password, or the permission to follow it into a private network.
@Reducer
package struct FeedQuestionFeature {
  /// The kind of question.
  package enum Kind: Hashable, Sendable {
    /// The server requires a name and a password. `isWrong` if the last ones were refused.
    case signIn(isWrong: Bool)
    /// The feed is on the web, and leads to an address of a private network.
    case privateNetwork
  }

  @ObservableState
  package struct State: Equatable, Identifiable {
    /// The address of the feed.
    package let feed: URL
    /// The host that requires a name and a password, or that the feed leads to.
    package let host: String
    package let kind: Kind
    package var user = ""
    package var password = ""
    /// Whether the password is being stored.
    package var isSaving = false
    /// Whether the password could not be stored. It is used until the program ends.
    package var isUnsaved = false

    package init(feed: URL, host: String, kind: Kind) {
      self.feed = feed
      self.host = host
      self.kind = kind
    }

    /// The question of a feed that could not be fetched. `nil` if no answer would help.
    ///
    /// - Parameter isSignedIn: Whether a name and a password were given before.
    package init?(_ error: FeedError, feed: URL, isSignedIn: Bool = false) {
      guard !feed.isFileURL else { return nil }
      switch error {
      case .unauthorized(let host): self.init(feed: feed, host: host, kind: .signIn(isWrong: isSignedIn))
      case .redirectsToPrivateNetwork(let host): self.init(feed: feed, host: host, kind: .privateNetwork)
      default: return nil
      }
    }

    package var id: URL { feed }

    /// Whether the question can be answered now.
    package var isContinueButtonEnabled: Bool { !isSaving && (kind == .privateNetwork || !user.isEmpty) }
  }

  package enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    /// The user chose “Cancel”.
    case cancelButtonClicked
    /// The user chose “Sign In” or “Follow”, or pressed Return.
    case continueButtonClicked
    case delegate(Delegate)
    /// The name and the password were stored, or storing them failed.
    case saved(CredentialsError?)

    /// The messages to the presenting feature.
    @CasePathable
    package enum Delegate: Equatable {
      /// The user answered. The feed can be fetched again.
      case answered(Kind)
    }
  }

  @Dependency(\.credentials) private var credentials
  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.log) private var log

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .cancelButtonClicked: return cancel(state)
      case .continueButtonClicked: return answer(&state)
      case .saved(nil): return .send(.delegate(.answered(state.kind)))
      case .saved(let error?):
        state.isSaving = false
        state.isUnsaved = true
        return .run { [log, host = state.host] _ in log("The password of \(host): \(error)") }
      case .binding, .delegate: return .none
      }
    }
  }

  private func answer(_ state: inout State) -> Effect<Action> {
    guard state.isContinueButtonEnabled else { return .none }
    // The client has the password in memory, and the user knows that it is not stored.
    if state.kind == .privateNetwork || state.isUnsaved { return .send(.delegate(.answered(state.kind))) }
    state.isSaving = true
    return .run { [credentials, feed = state.feed, given = Credentials(user: state.user, password: state.password)] send in
      do throws(CredentialsError) {
        try await credentials.save(given, feed)
        await send(.saved(nil))
      } catch {
        if error != .cancelled { await send(.saved(error)) }
      }
    }
  }

  /// Forgets a password that the server refused, so that it is not sent again.
  private func cancel(_ state: State) -> Effect<Action> {
    .run { [credentials, dismiss, log, feed = state.feed, isWrong = state.kind == .signIn(isWrong: true)] _ in
      if isWrong {
        do throws(CredentialsError) {
          try await credentials.remove(feed)
        } catch {
          log("The refused password of \(feed.shownAddress): \(error)")
        }
      }
      await dismiss()
    }
  }
}

extension DependencyValues {
  /// Stores the names and passwords of feeds. The client of the feeds reads them there.
  package var credentials: CredentialsClient {
    get { self[CredentialsKey.self] }
    set { self[CredentialsKey.self] = newValue }
  }
}

private enum CredentialsKey: TestDependencyKey {
  static var testValue: CredentialsClient { unexpected("credentials", .unavailable) }
}
