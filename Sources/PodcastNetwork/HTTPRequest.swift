import Foundation
import Podcasts

/// What a transfer asks for.
struct HTTPRequest: Hashable, Sendable {
  /// An address of the web. A user and a password in it are given when its server asks for them.
  var url: URL
  /// With some, the server may answer that nothing has changed.
  var validators = FeedValidators()
  /// Further header fields.
  var headers: [String: String] = [:]
  /// Whether an address of the web may lead to a private network.
  var allowsPrivateNetwork = false

  init(_ url: URL) { self.url = url }

  /// All header fields.
  var fields: [String: String] {
    var fields = headers
    fields["If-None-Match"] = Self.field(validators.etag)
    fields["If-Modified-Since"] = Self.field(validators.lastModified)
    return fields
  }

  /// A value without line breaks, which would begin another field. It was stored, and stored things can be damaged.
  private static func field(_ value: String?) -> String? {
    guard let value, !value.isEmpty, !value.utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7f }) else { return nil }
    return value
  }
}

/// Where a body comes from, and how it is written.
struct HTTPSource: Hashable, Sendable {
  /// The address after all redirects, without user and password.
  var url: URL
  /// The charset that the server names.
  var charset: String?
  /// How many times the server says that the body is compressed with gzip.
  var gzipCount = 0
}

/// The answer to an `HTTPRequest`.
struct HTTPAnswer<Content: Sendable>: Sendable {
  /// What the body contains; `nil` if the server says that nothing has changed.
  var content: Content?
  var head: HTTPHead
  /// Where the document has moved to for good.
  var permanentURL: URL?
}
