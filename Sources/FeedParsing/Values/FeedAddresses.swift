import Foundation

/// Resolves the addresses in a feed against the feed's own address, and rejects addresses to which a feed must not
/// refer.
struct FeedAddresses {
  /// The address of the feed, or `nil` if it is unknown.
  let source: URL?
  /// The length of the longest accepted address, in bytes.
  var maxLength = 8192

  /// Returns the absolute address of media: `http` or `https` with a host, or a local `file` if the feed is a file
  /// itself. Returns `nil` for other addresses, so a feed from the network cannot make the player read files.
  func media(_ text: String) -> URL? {
    guard let url = resolve(text), let scheme = url.scheme?.lowercased() else { return nil }
    switch scheme {
    case "http", "https": return url.host()?.isEmpty == false ? url : nil
    case "file": return source?.isFileURL == true && isLocal(url) ? url : nil
    default: return nil
    }
  }

  /// Whether a file is on this machine.
  private func isLocal(_ file: URL) -> Bool { ["", "localhost"].contains(file.host()?.lowercased() ?? "") }

  /// Returns the address of a picture, under the same rules as for media.
  func picture(_ text: String?) -> URL? { text.flatMap(media) }

  /// Returns an address on the web: `http` or `https`.
  func webAddress(_ text: String) -> URL? {
    guard let url = media(text), !url.isFileURL else { return nil }
    return url
  }

  /// The title of a feed without a title: the name of its file without the extension, or the host in its address. Empty
  /// if the address is unknown.
  var fallbackTitle: String {
    guard let source else { return "" }
    return source.isFileURL ? name(of: source) : source.host() ?? ""
  }

  /// Returns a title for an untitled file at an address: the file's name without its extension, else the host, else the
  /// whole address.
  func name(of url: URL) -> String {
    let name = url.deletingPathExtension().lastPathComponent
    return name.isEmpty || name == "/" ? url.host() ?? url.absoluteString : name
  }

  /// Resolves and repairs an address. White space at both ends, line breaks and tabs are removed. Spaces are escaped.
  /// `&amp;` is read as `&`, because the `&` was escaped twice in the feed. An address that begins with `www.` is read
  /// as an HTTP address.
  private func resolve(_ text: String) -> URL? {
    if let url = Self.addressWithoutRepair(text, maxLength: maxLength) { return url }
    var text = text.trimmed
    if text.utf8.contains(where: { $0 == .newline || $0 == .carriageReturn || $0 == .tab }) {
      text = String(decoding: text.utf8.filter { $0 != .newline && $0 != .carriageReturn && $0 != .tab }, as: UTF8.self)
    }
    if text.utf8.contains(.ampersand) { text = text.replacing("&amp;", with: "&") }
    if text.isEmpty || text.utf8.count > maxLength { return nil }
    if text.hasPrefix("www.") { text = "http://" + text }
    // An address that begins with `//` names a host. It normally has the scheme of the feed's address. If the feed is a
    // file, or its address is unknown, the scheme is HTTPS.
    if text.hasPrefix("//"), !text.hasPrefix("///"), source?.isFileURL != false { text = "https:" + text }
    return URL(string: text, relativeTo: source)?.absoluteURL
  }

  /// Returns the address if it is an absolute HTTP or HTTPS address that needs no repair. Most addresses need none.
  private static func addressWithoutRepair(_ text: String, maxLength: Int) -> URL? {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count <= maxLength, bytes.starts(with: "https://".utf8) || bytes.starts(with: "http://".utf8) else {
        return false
      }
      for byte in bytes where byte <= 0x20 || byte >= 0x7F || byte == .ampersand { return false }
      return true
    }
    return isPlain == true ? URL(string: text) : nil
  }
}
