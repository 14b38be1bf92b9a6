import Foundation
import Podcasts

/// Addresses of the web as people and servers write them.
enum WebAddress {
  /// The `http` or `https` address that a text means, or `nil`.
  ///
  /// Spaces and letters of other scripts in it are percent-encoded; a host's name in another script becomes its ASCII form. Two spellings
  /// of one address have one result: the scheme and the host in lower case, and without the
  /// port that the scheme implies. A fragment is left out: servers never see it.
  static func url(_ text: String, relativeTo base: URL? = nil) -> URL? {
    guard let url = URL(string: text, relativeTo: base)?.absoluteURL ?? URL(string: encoded(text), relativeTo: base)?.absoluteURL,
      let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host(percentEncoded: false), !host.isEmpty, !host.contains(where: { $0.isWhitespace || $0 == "%" }),
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    components.fragment = nil
    components.scheme = scheme
    components.encodedHost = components.encodedHost?.lowercased()
    if components.port == (scheme == "http" ? 80 : 443) { components.port = nil }
    return components.url
  }

  /// An address without user and password, and these.
  static func splittingCredentials(of url: URL) -> (URL, Credentials?) {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true), components.user != nil || components.password != nil else {
      return (url, nil)
    }
    let credentials = Credentials(user: components.user ?? "", password: components.password ?? "")
    components.user = nil
    components.password = nil
    guard let bare = components.url else { return (url, nil) }
    return (bare, credentials.user.isEmpty && credentials.password.isEmpty ? nil : credentials)
  }

  /// Percent-encodes what may not stand in an address, and nothing that is encoded already.
  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      let isPlain = byte > 0x20 && byte < 0x7f && !"\"<>\\^`{|}".utf8.contains(byte)
      result += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}
