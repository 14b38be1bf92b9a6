package import Foundation
package import Podcasts

/// User names and passwords of feeds, in memory.
package final class FakeCredentials: Sendable {
  private struct State: Sendable {
    var saved: [URL: Credentials] = [:]
    var removedFeeds: [URL] = []
    var failure: CredentialsError?
  }

  private let state = Recorded(State())

  package init() {}

  /// The saved credentials by the address of their feed.
  package var saved: [URL: Credentials] { state.current.saved }
  /// The feed of each successful call of `remove`, in order.
  package var removedFeeds: [URL] { state.current.removedFeeds }

  /// Makes `save` and `remove` throw an error from now on. `nil` makes them succeed again.
  package func failWrites(with error: CredentialsError?) {
    state.change { $0.failure = error }
  }

  /// The client that reads and changes these credentials.
  package var client: CredentialsClient {
    CredentialsClient(
      find: { [self] feed throws(CredentialsError) -> Credentials? in saved[feed] },
      save: { [self] credentials, feed throws(CredentialsError) in
        if let failure = state.current.failure { throw failure }
        state.change { $0.saved[feed] = credentials }
      },
      remove: { [self] feed throws(CredentialsError) in
        if let failure = state.current.failure { throw failure }
        state.change { state in
          state.saved[feed] = nil
          state.removedFeeds.append(feed)
        }
      })
  }
}
