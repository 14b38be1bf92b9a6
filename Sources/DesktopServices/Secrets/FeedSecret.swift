import Foundation
import Podcasts

/// A feed's secret in the Secret Service, the desktop's store of passwords. The properties are the secret's attributes,
/// by which it is found. The credentials are the secret's text.
struct FeedSecret: Hashable, Sendable {
  /// The feed's address, without user, password and fragment.
  let feed: String
  /// The scheme, host and port of the address. If the address has no port, the default port of HTTP or HTTPS.
  let server: String

  init(_ feed: URL) {
    var components = URLComponents(url: feed, resolvingAgainstBaseURL: true)
    components?.user = nil
    components?.password = nil
    components?.fragment = nil
    self.feed = components?.string ?? feed.absoluteString
    let scheme = feed.scheme?.lowercased() ?? ""
    server =
      "\(scheme)://\(feed.host(percentEncoded: true)?.lowercased() ?? ""):\(feed.port ?? (scheme == "http" ? 80 : 443))"
  }

  /// Returns the text of the secret: the user name and the password, separated by a colon. Colons and percent signs in
  /// the user name are escaped.
  static func text(of credentials: Credentials) -> String {
    credentials.user.replacing("%", with: "%25").replacing(":", with: "%3A") + ":" + credentials.password
  }

  /// Returns the credentials in a text that `text(of:)` created, or `nil` if the text has no colon.
  static func credentials(in text: String) -> Credentials? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let user = text[..<colon].replacing("%3A", with: ":").replacing("%25", with: "%")
    return Credentials(user: String(user), password: String(text[text.index(after: colon)...]))
  }
}
