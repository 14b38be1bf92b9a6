import CSoup
import FeedParsing
import Foundation
import Podcasts

/// The head of an answer: its status and the fields that this module reads.
struct HTTPHead: Hashable, Sendable {
  var status: Int
  /// The redirect's target as the server sent it, perhaps relative.
  var location: String?
  var validators = FeedValidators()
  /// The charset of `Content-Type`, as the server sent it.
  var charset: String?
  /// How many times the body was compressed with gzip, at most 3.
  var gzipCount = 0
  /// The time until the next request: `Retry-After`, or else the `max-age` of `Cache-Control`.
  var retryAfter: Duration?
  /// The media type in lower case, without parameters.
  var contentType: String?
  /// The declared length of the body. `nil` if the body ends with a last chunk or with the connection.
  var contentLength: Int64?
  /// The range of an answer of 206.
  var contentRange: ContentRange?
  var framing = Framing.length

  /// How the end of the body is marked.
  enum Framing: Hashable, Sendable {
    case length
    case chunked
    /// The end of the connection is the end of the body. A connection that breaks looks the same.
    case untilClose
  }

  /// Whether it redirects. `304 Not Modified` does not.
  var isRedirect: Bool { (300..<400).contains(status) && status != 304 && location != nil }

  /// Whether it redirects permanently.
  var isPermanentRedirect: Bool { isRedirect && (status == 301 || status == 308) }

  init(status: Int) { self.status = status }

  /// Reads the head of a message, which is borrowed.
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
  var start: Int64
  var end: Int64
  /// The size of the whole document, or `nil` if the server does not know it.
  var total: Int64?

  /// Parses the field. Returns `nil` if the text is not a range of bytes.
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

/// The time until the next request, from the header of an answer.
enum HTTPWait {
  /// The longest wait: 31 days. A longer one is shortened to it.
  static let longest = Duration.seconds(31 * 86400)

  /// Returns the wait of `Retry-After`, which is in seconds or a date. A date is compared with the answer's own `date`,
  /// so that this machine's clock does not matter.
  static func retryAfter(_ value: String?, date: String?) -> Duration? {
    guard let value = value?.trimmingCharacters(in: .whitespaces), !value.isEmpty else { return nil }
    if value.allSatisfy(\.isNumber) { return seconds(value) }
    guard let end = time(value) else { return nil }
    let now = date.flatMap(time) ?? Int64(Date().timeIntervalSince1970)
    return min(.seconds(max(end - now, 0)), longest)
  }

  /// Returns the `max-age` of `Cache-Control`.
  static func maxAge(_ cacheControl: String?) -> Duration? {
    for directive in (cacheControl ?? "").lowercased().split(separator: ",") {
      let parts = directive.split(separator: "=", maxSplits: 1).map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
      }
      guard parts.count == 2, parts[0] == "max-age", !parts[1].isEmpty, parts[1].allSatisfy(\.isNumber) else {
        continue
      }
      return seconds(parts[1])
    }
    return nil
  }

  /// Returns the wait for a number of seconds. A number that is too large is the longest wait.
  private static func seconds(_ digits: String) -> Duration {
    guard let seconds = Int64(digits) else { return longest }
    return min(.seconds(seconds), longest)
  }

  /// Returns an HTTP date in seconds since 1970.
  private static func time(_ text: String) -> Int64? {
    guard let date = soup_date_time_new_from_http_string(text) else { return nil }
    defer { g_date_time_unref(date) }
    return Int64(g_date_time_to_unix(date))
  }
}
