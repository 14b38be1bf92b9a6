import Foundation

/// The address of a feed, as it is stored and as it is compared.
enum FeedAddress {
  /// The address without a user and a password: credentials are not for the library's file.
  static func stored(_ url: URL) -> URL {
    guard url.user() != nil || url.password() != nil, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
    parts.user = nil
    parts.password = nil
    return parts.url ?? url
  }

  /// A key that is the same for all addresses of one feed. It has no web scheme, credentials, standard port, final slash or fragment,
  /// and its host is in lower case.
  static func key(_ url: URL) -> String {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https", let host = url.host(percentEncoded: true) else {
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

/// The address of an audio file, as it is compared.
enum AudioAddress {
  /// Endings of programs on a server. Their query selects the file, so their path does not identify it.
  private static let programs: Set<String> = ["php", "asp", "aspx", "jsp", "cgi", "pl", "py"]

  /// The path, without the host and the query: hosts move, and queries carry tokens. `nil` for a path that names no file.
  static func key(_ url: URL) -> String? {
    let path = url.path(percentEncoded: true)
    guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard !ending.isEmpty, !programs.contains(ending), path.utf8.count <= Cap.address else { return nil }
    return path
  }
}
