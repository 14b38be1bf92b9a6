import CSoup
import FeedParsing
import Foundation
import Podcasts

/// The head of an answer: its status and the fields that this module reads.
struct HTTPHead: Hashable, Sendable {
  /// The HTTP status code.
  var status: Int
  /// The redirect's target as the server sent it, perhaps relative.
  var location: String?
  var validators = FeedValidators()
  /// The charset of `Content-Type`, as the server sent it.
  var charset: String?
  /// How many times the body was compressed with gzip, according to `Content-Encoding`. A larger number than 3 becomes
  /// 3, so that a server cannot demand unlimited work.
  var gzipCount = 0
  /// The time to wait before the next request: `Retry-After`, or else the `max-age` of `Cache-Control`.
  var retryAfter: Duration?
  /// The media type in lower case, without parameters.
  var contentType: String?
  /// The declared length of the body in bytes. 0 if the answer has no body, and `nil` if the head declares no length.
  var contentLength: Int64?
  /// The range of the document that the body contains, from `Content-Range`. Answers with 206 Partial Content have it.
  var contentRange: ContentRange?
  var framing = Framing.length

  /// How the server marks the end of the body.
  enum Framing: Hashable, Sendable {
    /// The head declares the length, or the answer has no body.
    case length
    /// The body ends with an empty chunk.
    case chunked
    /// The body ends with the connection. A broken connection cannot be distinguished from the end.
    case untilClose
  }

  /// Whether the answer is a redirect with a target. `304 Not Modified` is not a redirect.
  var isRedirect: Bool { (300..<400).contains(status) && status != 304 && location != nil }

  /// Whether the answer is a permanent redirect.
  var isPermanentRedirect: Bool { isRedirect && (status == 301 || status == 308) }

  init(status: Int) { self.status = status }

  /// Reads the head of the answer in a `SoupMessage`. The message is borrowed.
  @NetworkActor
  init(_ message: OpaquePointer) {
    let headers = soup_message_get_response_headers(message)
    func field(_ name: String) -> String? {
      soup_message_headers_get_list(headers, name).map { String(cString: $0) }
    }
    status = Int(soup_message_get_status(message).rawValue)
    location = soup_message_headers_get_one(headers, "Location").map { String(cString: $0) }
    validators = FeedValidators(etag: field("ETag"), lastModified: field("Last-Modified"))
    charset = field("Content-Type").flatMap(ContentTypeHeader.charset)
    contentType = field("Content-Type").map {
      String($0.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces).lowercased()
    }
    contentRange = field("Content-Range").flatMap(ContentRange.init)
    switch soup_message_headers_get_encoding(headers) {
    case SOUP_ENCODING_CHUNKED: framing = .chunked
    case SOUP_ENCODING_EOF, SOUP_ENCODING_UNRECOGNIZED: framing = .untilClose
    default:
      framing = .length
      contentLength = Int64(soup_message_headers_get_content_length(headers))
    }
    gzipCount = Self.gzipCount(in: field("Content-Encoding"))
    retryAfter =
      HTTPWait.retryAfter(field("Retry-After"), date: field("Date")) ?? HTTPWait.maxAge(field("Cache-Control"))
  }

  private static func gzipCount(in codings: String?) -> Int {
    let names = (codings ?? "").lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    return min(names.count { $0 == "gzip" || $0 == "x-gzip" }, 3)
  }
}

/// The value of `Content-Range`: `bytes 5-9/10`.
struct ContentRange: Hashable, Sendable {
  /// The offset of the first byte.
  var start: Int64
  /// The offset of the last byte. This byte is a part of the range.
  var end: Int64
  /// The size of the whole document in bytes, or `nil` if the server sent `*` or too large a number.
  var total: Int64?

  /// Parses the value. Returns `nil` if the text is not a range of bytes, or if the range is not within the document.
  init?(_ text: String) {
    guard let match = text.wholeMatch(of: /\s*bytes\s+(\d+)-(\d+)\/(\d+|\*)\s*/.ignoresCase()),
      let start = Int64(match.1), let end = Int64(match.2),
      start <= end
    else { return nil }
    self.start = start
    self.end = end
    total = Int64(match.3)
    if let total, end >= total { return nil }
  }
}

/// Parses the header fields that name the time to wait before the next request.
enum HTTPWait {
  /// The longest wait: 31 days. Longer waits are shortened.
  static let longest = Duration.seconds(31 * 86400)

  /// Returns the wait of `Retry-After`, which is a number of seconds or a date. A date is compared with the `Date` of
  /// the same answer, so that a wrong clock of this machine does not matter. Without a `Date`, this machine's clock is
  /// used. Returns `nil` for any other text.
  static func retryAfter(_ value: String?, date: String?) -> Duration? {
    guard let value = value?.trimmingCharacters(in: .whitespaces), !value.isEmpty else { return nil }
    if value.allSatisfy(isDigit) { return wait(seconds: value) }
    guard let end = unixTime(value) else { return nil }
    let now = date.flatMap(unixTime) ?? Int64(Date().timeIntervalSince1970)
    return min(.seconds(max(end - now, 0)), longest)
  }

  /// Returns the `max-age` of `Cache-Control`, or `nil` if there is none that is a number.
  static func maxAge(_ cacheControl: String?) -> Duration? {
    for directive in (cacheControl ?? "").lowercased().split(separator: ",") {
      let parts = directive.split(separator: "=", maxSplits: 1).map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
      }
      guard parts.count == 2, parts[0] == "max-age", !parts[1].isEmpty, parts[1].allSatisfy(isDigit) else {
        continue
      }
      return wait(seconds: parts[1])
    }
    return nil
  }

  /// Whether a character is a digit of the fields of HTTP.
  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

  /// Returns the wait for a number of seconds. A number that is too large gives the longest wait.
  private static func wait(seconds digits: String) -> Duration {
    guard let seconds = Int64(digits) else { return longest }
    return min(.seconds(seconds), longest)
  }

  /// Returns an HTTP date in seconds since 1970, or `nil` if the text is not a date.
  private static func unixTime(_ text: String) -> Int64? {
    guard let date = soup_date_time_new_from_http_string(text) else { return nil }
    defer { g_date_time_unref(date) }
    return Int64(g_date_time_to_unix(date))
  }
}
