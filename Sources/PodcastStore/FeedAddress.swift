import Foundation
import Podcasts

/// The forms of a feed's address for storing and for comparing.
enum FeedAddress {
  /// Returns the address without its user name and password, which are not stored in the library.
  static func stored(_ url: URL) -> URL { url.splittingCredentials().bare }

  /// Returns the user name and the password in an address, or `nil` if it has none.
  static func credentials(in url: URL) -> Credentials? { url.splittingCredentials().credentials }

  /// Returns a key for comparing. Addresses with the same key count as addresses of one feed. The key has no scheme,
  /// credentials, fragment, port 80 or 443, or slash at the end of the path, and its host is in lower case. If the
  /// scheme is not HTTP or HTTPS, or if there is no host, the key is the complete address.
  static func key(_ url: URL) -> String {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host(percentEncoded: true)
    else {
      return url.absoluteString
    }
    var key = "//" + host.lowercased()
    if let port = url.port, port != 80, port != 443 { key += ":\(port)" }
    var path = url.path(percentEncoded: true)
    while path.hasSuffix("/") { path.removeLast() }
    key += path
    if let query = url.query(percentEncoded: true), !query.isEmpty { key += "?" + query }
    return key
  }
}

/// The form of an audio file's address for comparing.
enum AudioAddress {
  /// The file extensions of programs on a server. In the address of a program, the query identifies the audio, and the
  /// path does not.
  private static let programExtensions: Set<String> = ["php", "asp", "aspx", "jsp", "cgi", "pl", "py"]

  /// Returns the path without the host and the query, because hosts change and queries contain tokens. Returns `nil` if
  /// the file in the path has no extension or one of ``programExtensions``, or if the path is too long.
  static func key(_ url: URL) -> String? {
    let path = url.path(percentEncoded: true)
    guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return nil
    }
    let fileExtension = name[name.index(after: dot)...].lowercased()
    guard !fileExtension.isEmpty, !programExtensions.contains(fileExtension), path.utf8.count <= Cap.address else {
      return nil
    }
    return path
  }
}
