import Foundation
import Podcasts

/// The request of a transfer.
struct HTTPRequest: Hashable, Sendable {
  /// An address of the web. A user and a password in it are sent after an answer of 401.
  var url: URL
  /// The validators of the last answer. With them, the server may answer 304.
  var validators = FeedValidators()
  /// Further header fields.
  var headers: [String: String] = [:]
  /// Header fields for the server of `url` alone, such as a key. After a redirect to another server they are not sent.
  var secretHeaders: [String: String] = [:]
  /// Whether an address of the web may lead to a private network.
  var allowsPrivateNetwork = false
  /// The address of the document that contains this one. A document of the web may not lead to a private network.
  var referrer: URL?
  /// The largest piece of the body that is read at once.
  var pieceSize = 65_536

  /// Creates a request.
  ///
  /// - Parameter referrer: The address of the document that names this one. A file is treated as `nil`, because it is
  ///   the user's own.
  init(_ url: URL, referrer: URL? = nil) {
    self.url = url
    self.referrer = referrer?.isFileURL == true ? nil : referrer
  }

  /// The header fields of a request for an address: `url`, or the target of a redirect.
  func fields(for address: URL) -> [String: String] {
    var fields = headers
    if HTTPOrigin(url).sharesCredentials(with: HTTPOrigin(address)) { fields.merge(secretHeaders) { $1 } }
    fields["If-None-Match"] = Self.field(validators.etag)
    fields["If-Modified-Since"] = Self.field(validators.lastModified)
    return fields
  }

  /// Returns a value without line breaks, which would begin another field. Stored values can be damaged.
  private static func field(_ value: String?) -> String? {
    guard let value, isField(value) else { return nil }
    return value
  }

  /// Whether a text can be the value of a field.
  static func isField(_ value: String) -> Bool {
    !value.isEmpty && !value.utf8.contains { $0 < 0x20 && $0 != 9 || $0 == 0x7f }
  }
}

/// The origin and the encoding of a body.
struct HTTPSource: Hashable, Sendable {
  /// The address after all redirects, without user and password.
  var url: URL
  /// The charset in the header.
  var charset: String?
  /// How many times the body is compressed with gzip, by its header.
  var gzipCount = 0
  /// The head of the answer. `nil` for a file.
  var head: HTTPHead?
}

/// The answer to an `HTTPRequest`.
struct HTTPAnswer<Content: Sendable>: Sendable {
  /// The content of the body; `nil` after an answer of 304.
  var content: Content?
  var head: HTTPHead
  /// The address to which the document has moved permanently.
  var permanentURL: URL?
  /// Whether the connection ended before the body did.
  var isCut = false
}
