import Foundation
import Podcasts

/// How a feed's credentials are found again, and how they are written.
struct FeedSecret: Hashable, Sendable {
  /// The feed's address, without user, password and fragment.
  let feed: String
  /// Its scheme, host and port.
  let server: String

  init(_ feed: URL) {
    var components = URLComponents(url: feed, resolvingAgainstBaseURL: true)
    components?.user = nil
    components?.password = nil
    components?.fragment = nil
    self.feed = components?.string ?? feed.absoluteString
    let scheme = feed.scheme?.lowercased() ?? ""
    server = "\(scheme)://\(feed.host(percentEncoded: true)?.lowercased() ?? ""):\(feed.port ?? (scheme == "http" ? 80 : 443))"
  }

  /// A user and a password as one text. A colon of the user is escaped.
  static func text(of credentials: Credentials) -> String {
    credentials.user.replacing("%", with: "%25").replacing(":", with: "%3A") + ":" + credentials.password
  }

  /// The opposite of `text(of:)`, or `nil` if something else wrote the text.
  static func credentials(in text: String) -> Credentials? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let user = text[..<colon].replacing("%3A", with: ":").replacing("%25", with: "%")
    return Credentials(user: String(user), password: String(text[text.index(after: colon)...]))
  }
}
