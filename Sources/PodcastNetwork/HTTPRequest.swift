import Foundation
import Podcasts

/// The request for a document. With redirects, one such request leads to several HTTP exchanges.
struct HTTPRequest: Hashable, Sendable {
  /// The address of the document: `http` or `https`. A user name and a password in it are sent after an answer of 401.
  var url: URL
  /// The validators of the last answer. With them, the server may answer 304.
  var validators = FeedValidators()
  /// Further header fields. They are also sent to the targets of redirects.
  var headers: [String: String] = [:]
  /// Header fields that only the server of `url` receives, such as a key. After a redirect to another server, they are
  /// not sent.
  var secretHeaders: [String: String] = [:]
  /// Whether `url` and its redirects may lead from the web to a private network.
  var allowsPrivateNetwork = false
  /// The address of the document that names `url`. If that document is on the web, `url` may not lead to a private
  /// network, unless ``allowsPrivateNetwork`` is `true`.
  var referrer: URL?
  /// The largest piece of the body that is read at once, in bytes.
  var pieceSize = 65_536

  /// Creates a request.
  ///
  /// - Parameter referrer: See ``referrer``. The address of a file is ignored, because the user's own files may name
  ///   addresses in a private network.
  init(_ url: URL, referrer: URL? = nil) {
    self.url = url
    self.referrer = referrer?.isFileURL == true ? nil : referrer
  }

  /// Returns the header fields of a request to `address`, which is `url` or the target of a redirect.
  func fields(for address: URL) -> [String: String] {
    var fields = headers
    if HTTPOrigin(url).sharesCredentials(with: HTTPOrigin(address)) { fields.merge(secretHeaders) { $1 } }
    fields["If-None-Match"] = Self.sendableValue(validators.etag)
    fields["If-Modified-Since"] = Self.sendableValue(validators.lastModified)
    return fields
  }

  /// Returns the value if it can be sent, and otherwise `nil`. A damaged stored value can contain line breaks. The
  /// server would read the text after a line break as another field.
  private static func sendableValue(_ value: String?) -> String? {
    guard let value, isFieldValue(value) else { return nil }
    return value
  }

  /// Whether a text can be the value of a field: it is not empty, and has no control characters except tabs.
  static func isFieldValue(_ value: String) -> Bool {
    !value.isEmpty && !value.utf8.contains { $0 < 0x20 && $0 != 9 || $0 == 0x7f }
  }
}

/// The address of a body, and its encoding.
struct HTTPSource: Hashable, Sendable {
  /// The address after all redirects, without user name and password.
  var url: URL
  /// The charset in the `Content-Type` field.
  var charset: String?
  /// How many times the body is compressed with gzip, according to its `Content-Encoding` field.
  var gzipCount = 0
  /// The head of the answer. `nil` for a file.
  var head: HTTPHead?
}

/// The answer to an `HTTPRequest`.
struct HTTPAnswer<Content: Sendable>: Sendable {
  /// The content of the body. `nil` after an answer of 304.
  var content: Content?
  /// The head of the last answer, after all redirects.
  var head: HTTPHead
  /// The address to which the document has moved permanently, or `nil`.
  var permanentURL: URL?
  /// Whether the body was cut off, in the sense of ``BodyReading/finish(isCut:)``.
  var isCut = false
}
