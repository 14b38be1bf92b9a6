package import Foundation

/// A user name and a password for a feed. The description and the mirror omit the password, so that no log contains it.
package struct Credentials: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  package var user: String
  package var password: String

  package init(user: String, password: String) {
    self.user = user
    self.password = password
  }

  package var description: String { "Credentials(user: \(user))" }

  package var debugDescription: String { description }

  package var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}

extension URL {
  /// Returns the address with a user name and a password, or the unchanged address if it cannot contain them. Only a
  /// transfer may use the result: do not log or store it.
  package func adding(_ credentials: Credentials) -> URL {
    guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
    components.user = credentials.user
    components.password = credentials.password
    return components.url ?? self
  }
}

/// Why credentials could not be read, stored or removed.
package enum CredentialsError: Error, Hashable, Sendable, Codable {
  /// No password service runs in this desktop session. `reason` is the system's message, for a log.
  case unavailable(reason: String)
  /// The user did not unlock the keyring, in which the service stores passwords.
  case locked
  /// The service failed. `reason` is its message, for a log.
  case failed(reason: String)
  /// The calling task was cancelled.
  case cancelled
}

/// Stores the credentials of feeds that require them.
///
/// The module `DesktopServices` makes the live client. Credentials belong to a feed. A feed without credentials uses
/// the credentials of another feed with the same scheme, host and port. The addresses that are passed to the client
/// contain no user name and no password.
package struct CredentialsClient: Sendable {
  /// Returns the credentials of a feed, or else those of another feed with the same scheme, host and port. Returns
  /// `nil` if neither exist. Can take as long as the user needs to unlock the keyring.
  package var find: @Sendable (_ feed: URL) async throws(CredentialsError) -> Credentials?

  /// Stores the credentials of a feed, and replaces earlier credentials of this feed.
  package var save: @Sendable (_ credentials: Credentials, _ feed: URL) async throws(CredentialsError) -> Void

  /// Removes the credentials of a feed. Succeeds if there are none.
  package var remove: @Sendable (_ feed: URL) async throws(CredentialsError) -> Void

  package init(
    find: @escaping @Sendable (_ feed: URL) async throws(CredentialsError) -> Credentials?,
    save: @escaping @Sendable (_ credentials: Credentials, _ feed: URL) async throws(CredentialsError) -> Void,
    remove: @escaping @Sendable (_ feed: URL) async throws(CredentialsError) -> Void
  ) {
    self.find = find
    self.save = save
    self.remove = remove
  }

  /// A client without credentials. `save` throws ``CredentialsError/unavailable(reason:)``.
  package static let unavailable = CredentialsClient(
    find: { _ throws(CredentialsError) -> Credentials? in nil },
    save: { _, _ throws(CredentialsError) in throw .unavailable(reason: "") },
    remove: { _ throws(CredentialsError) in })
}
