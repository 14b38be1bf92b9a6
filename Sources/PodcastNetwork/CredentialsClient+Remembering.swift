import Foundation
package import Podcasts
import Synchronization

extension CredentialsClient {
  /// Returns a client that also keeps saved credentials in memory. So a feed can be read in this run when no service
  /// stores its credentials.
  ///
  /// The features that request credentials from the user and the client that fetches the feeds must share one such
  /// client.
  package static func remembering(_ store: CredentialsClient) -> CredentialsClient {
    let memory = CredentialsMemory()
    return CredentialsClient(
      find: { feed throws(CredentialsError) -> Credentials? in
        if let found = memory.find(feed) { return found }
        return try await store.find(feed)
      },
      save: { credentials, feed throws(CredentialsError) in
        memory.set(credentials, feed)
        try await store.save(credentials, feed)
      },
      remove: { feed throws(CredentialsError) in
        memory.set(nil, feed)
        try await store.remove(feed)
      })
  }
}

extension CredentialsClient {
  /// The credentials for an address that answered 401. If there are none for an address over HTTPS, the ones for the
  /// same address over HTTP: the user entered them before the server redirected to HTTPS.
  func credentials(for address: URL) async throws(CredentialsError) -> Credentials? {
    if let found = try await find(address) { return found }
    guard let former = WebAddress.overHTTP(address) else { return nil }
    return try await find(former)
  }
}

private final class CredentialsMemory: Sendable {
  private let saved = Mutex<[URL: Credentials]>([:])

  /// Returns the credentials of a feed, or else those of another feed of the same origin.
  func find(_ feed: URL) -> Credentials? {
    saved.withLock { saved in saved[feed] ?? saved.first { HTTPOrigin($0.key) == HTTPOrigin(feed) }?.value }
  }

  func set(_ credentials: Credentials?, _ feed: URL) { saved.withLock { $0[feed] = credentials } }
}
