package import Foundation
package import Podcasts

/// Names and passwords in memory.
package final class FakeCredentials: Sendable {
  private struct State: Sendable {
    var saved: [URL: Credentials] = [:]
    var removed: [URL] = []
    var failure: CredentialsError?
  }

  private let state = Recorded(State())

  package init() {}

  /// The credentials of each feed.
  package var saved: [URL: Credentials] { state.current.saved }
  /// The feeds whose credentials were removed, in order.
  package var removed: [URL] { state.current.removed }

  /// Makes every write fail from now on. `nil` makes writes succeed again.
  package func failWrites(with error: CredentialsError?) {
    state.change { $0.failure = error }
  }

  /// The client of these credentials.
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
          state.removed.append(feed)
        }
      })
  }
}
