package import Foundation
package import Podcasts
package import ReducerStore

/// A question to the user about a feed that cannot be fetched without an answer: a name and a password, or the
/// permission to fetch it from a private network.
@Reducer
package struct FeedQuestionFeature {
  /// The kind of question.
  package enum Kind: Hashable, Sendable {
    /// The server requires a name and a password. `isWrong` means that the server has refused the name and the password
    /// of the last request.
    case signIn(isWrong: Bool)
    /// The feed's address is public, and redirects to an address in a private network.
    case privateNetwork
  }

  @ObservableState
  package struct State: Equatable, Identifiable {
    /// The address of the feed.
    package let feed: URL
    /// The host that requires a name and a password, or the host in the private network.
    package let host: String
    /// The kind of question.
    package let kind: Kind
    /// The address to which the feed's redirects lead, or ``feed`` if there are none. The name and the password are
    /// stored for this address.
    package let finalURL: URL
    /// The text of the name field.
    package var user = ""
    /// The text of the password field.
    package var password = ""
    /// Whether the password is being stored.
    package var isSaving = false
    /// Whether the desktop could not store the password. Then the credentials client keeps the password in memory until
    /// the program ends.
    package var isUnsaved = false

    /// Creates the question about a feed.
    ///
    /// - Parameter finalURL: The address to which the feed's redirects lead, or `nil` if there are none.
    package init(feed: URL, host: String, kind: Kind, finalURL: URL? = nil) {
      self.feed = feed
      self.host = host
      self.kind = kind
      self.finalURL = finalURL ?? feed
    }

    /// Creates the question about a feed that could not be fetched. Returns `nil` if no answer of the user would solve
    /// the problem.
    ///
    /// - Parameter isSignedIn: Whether the user has already entered a name and a password for this feed.
    package init?(_ error: FeedError, feed: URL, isSignedIn: Bool = false) {
      guard !feed.isFileURL else { return nil }
      switch error {
      case .unauthorized(let host, let address):
        self.init(feed: feed, host: host, kind: .signIn(isWrong: isSignedIn), finalURL: address)
      case .redirectsToPrivateNetwork(let host): self.init(feed: feed, host: host, kind: .privateNetwork)
      default: return nil
      }
    }

    package var id: URL { feed }

    /// Whether the button that answers the question is enabled.
    package var isContinueButtonEnabled: Bool { !isSaving && (kind == .privateNetwork || !user.isEmpty) }
  }

  package enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    /// The user clicked “Cancel”.
    case cancelButtonClicked
    /// The user clicked “Sign In”, “Continue” or “Follow”, or pressed Return.
    case continueButtonClicked
    case delegate(Delegate)
    /// The name and the password were stored, or storing them failed.
    case saved(CredentialsError?)

    /// Requests to the parent.
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

  /// Stores the name and the password, or sends the answer to the parent if nothing has to be stored.
  private func answer(_ state: inout State) -> Effect<Action> {
    guard state.isContinueButtonEnabled else { return .none }
    // If the password could not be stored (`isUnsaved`), the user has seen this in the sheet and wants to continue.
    if state.kind == .privateNetwork || state.isUnsaved { return .send(.delegate(.answered(state.kind))) }
    state.isSaving = true
    return .run {
      [credentials, url = state.finalURL, entered = Credentials(user: state.user, password: state.password)] send in
      do throws(CredentialsError) {
        try await credentials.save(entered, url)
        await send(.saved(nil))
      } catch {
        if error != .cancelled { await send(.saved(error)) }
      }
    }
  }

  /// Closes the sheet. Removes a refused password, so that the password is not sent again. The password may be stored
  /// for the feed's address, or for the address after the redirects.
  private func cancel(_ state: State) -> Effect<Action> {
    var refusedAddresses: [URL] = []
    if state.kind == .signIn(isWrong: true) {
      refusedAddresses = state.finalURL == state.feed ? [state.feed] : [state.finalURL, state.feed]
    }
    return .run { [credentials, dismiss, log, refusedAddresses] _ in
      for address in refusedAddresses {
        do throws(CredentialsError) {
          try await credentials.remove(address)
        } catch {
          log("The refused password of \(address.shownAddress): \(error)")
        }
      }
      await dismiss()
    }
  }
}

extension DependencyValues {
  /// Stores the names and passwords of private feeds. The clients that fetch feeds and audio read these names and
  /// passwords.
  package var credentials: CredentialsClient {
    get { self[CredentialsKey.self] }
    set { self[CredentialsKey.self] = newValue }
  }
}

private enum CredentialsKey: TestDependencyKey {
  static var testValue: CredentialsClient { reportMissing("credentials", returning: .unavailable) }
}
