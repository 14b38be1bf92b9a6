import Foundation
package import Podcasts
import Synchronization

extension CredentialsClient {
  /// Returns a client that saves credentials with `store`, and also keeps them in memory. If `store` cannot save them,
  /// the feeds can still be read until the program ends.
  ///
  /// For a feed, the client finds the feed's credentials in memory, or else those that `store` finds. If `store` finds
  /// none or fails, the client uses the credentials in memory of another feed with the same scheme, host and port.
  ///
  /// Share one such client between the features that request credentials from the user and the feed client, which uses
  /// the credentials.
  ///
  /// - Parameter store: The client of the service that stores credentials permanently.
  package static func remembering(_ store: CredentialsClient) -> CredentialsClient {
    let memory = CredentialsMemory()
    return CredentialsClient(
      find: { feed throws(CredentialsError) -> Credentials? in
        if let own = memory.credentials(of: feed) { return own }
        do throws(CredentialsError) {
          return try await store.find(feed) ?? memory.credentials(ofOriginOf: feed)
        } catch {
          guard error != .cancelled, let shared = memory.credentials(ofOriginOf: feed) else { throw error }
          return shared
        }
      },
      save: { credentials, feed throws(CredentialsError) in
        memory.set(credentials, for: feed)
        try await store.save(credentials, feed)
      },
      remove: { feed throws(CredentialsError) in
        memory.set(nil, for: feed)
        try await store.remove(feed)
      })
  }
}

extension CredentialsClient {
  /// Returns the credentials for an address that answered 401, or `nil` if there are none. For an address over HTTPS,
  /// the credentials for the same address over HTTP are also used: the user may have entered them before the server
  /// redirected to HTTPS.
  func credentials(for address: URL) async throws(CredentialsError) -> Credentials? {
    if let found = try await find(address) { return found }
    guard let addressOverHTTP = WebAddress.overHTTP(address) else { return nil }
    return try await find(addressOverHTTP)
  }
}

/// The credentials that were saved since the program started, by the address of the feed.
private final class CredentialsMemory: Sendable {
  private let saved = Mutex<[URL: Credentials]>([:])

  /// Returns the credentials of a feed, or `nil` if none were saved.
  func credentials(of feed: URL) -> Credentials? { saved.withLock { $0[feed] } }

  /// Returns the credentials of any feed with the same origin, or `nil` if none were saved.
  func credentials(ofOriginOf feed: URL) -> Credentials? {
    saved.withLock { saved in saved.first { HTTPOrigin($0.key) == HTTPOrigin(feed) }?.value }
  }

  /// Sets the credentials of a feed, or removes them if they are `nil`.
  func set(_ credentials: Credentials?, for feed: URL) { saved.withLock { $0[feed] = credentials } }
}
