import Foundation
import Podcasts

/// Parses and changes addresses of the web. Users and servers write these addresses, so they may contain mistakes.
enum WebAddress {
  /// Parses a text as an `http` or `https` address. A relative address is resolved against `base`. Returns `nil` if the
  /// text is not such an address.
  ///
  /// Spaces and non-ASCII letters are percent-encoded. A host with non-ASCII letters gets its ASCII form (Punycode).
  /// The scheme and the host become lower case, and the default port is removed, so that spellings that differ only in
  /// these parts have the same result. The fragment is removed, because servers never receive it.
  static func url(_ text: String, relativeTo base: URL? = nil) -> URL? {
    guard
      let url = URL(string: text, relativeTo: base)?.absoluteURL
        ?? URL(string: encoded(text), relativeTo: base)?.absoluteURL,
      let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host(percentEncoded: false), !host.isEmpty,
      !host.contains(where: { $0.isWhitespace || $0 == "%" }),
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    components.fragment = nil
    components.scheme = scheme
    components.encodedHost = components.encodedHost?.lowercased()
    if components.port == (scheme == "http" ? 80 : 443) { components.port = nil }
    return components.url
  }

  /// Returns the same address over HTTP. Returns `nil` if the address does not use HTTPS with its default port.
  static func overHTTP(_ url: URL) -> URL? {
    guard url.scheme?.lowercased() == "https", url.port == nil || url.port == 443,
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    components.scheme = "http"
    components.port = nil
    return components.url
  }

  /// Percent-encodes the characters that are not allowed in an address. Existing encodings are kept.
  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      let isPlain = byte > 0x20 && byte < 0x7f && !"\"<>\\^`{|}".utf8.contains(byte)
      result +=
        isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}
