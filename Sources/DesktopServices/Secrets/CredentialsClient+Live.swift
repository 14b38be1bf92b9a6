// The files `…Client+Live.swift` are the interface of DesktopServices. All other files are implementation.
import Foundation
package import Podcasts

extension CredentialsClient {
  /// Returns a client for credentials in the desktop's Secret Service, through libsecret.
  ///
  /// Each operation runs on a new thread, because it may wait for the user to unlock the keyring. If the calling
  /// task is cancelled, the operation stops and `.cancelled` is thrown.
  package static func live() -> CredentialsClient {
    CredentialsClient(
      find: { feed throws(CredentialsError) -> Credentials? in
        let secret = FeedSecret(feed)
        return try await SecretThread.run { cancellable throws(CredentialsError) -> Credentials? in
          try SecretStore(cancellable).find(secret)
        }
      },
      save: { credentials, feed throws(CredentialsError) in
        let secret = FeedSecret(feed)
        try await SecretThread.run { cancellable throws(CredentialsError) in
          try SecretStore(cancellable).save(credentials, as: secret)
        }
      },
      remove: { feed throws(CredentialsError) in
        let secret = FeedSecret(feed)
        try await SecretThread.run { cancellable throws(CredentialsError) in
          try SecretStore(cancellable).remove(secret)
        }
      })
  }
}
