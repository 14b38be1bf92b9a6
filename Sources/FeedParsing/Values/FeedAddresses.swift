import Foundation

/// Reads the addresses in a feed, as far as they may be followed from there.
struct FeedAddresses {
  /// Where the feed came from.
  let source: URL?
  /// The longest address, in bytes. A longer one is none.
  var limit = 8192

  /// The address of media: absolute, `http` or `https`, or `file` if the feed is a file itself. A feed from the network cannot make the
  /// program read files.
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

  /// The address of a picture, under the same rules as media.
  func picture(_ text: String?) -> URL? { text.flatMap(media) }

  /// The address of a page: `http` or `https`.
  func page(_ text: String) -> URL? {
    guard let url = media(text), !url.isFileURL else { return nil }
    return url
  }

  /// The name of a feed without a title: the host or the file that it came from, or nothing.
  var nameOfSource: String {
    guard let source else { return "" }
    return source.isFileURL ? name(of: source) : source.host() ?? ""
  }

  /// The name of a file that has only an address.
  func name(of url: URL) -> String {
    let name = url.deletingPathExtension().lastPathComponent
    return name.isEmpty || name == "/" ? url.host() ?? url.absoluteString : name
  }

  /// White space around it or in the form of line breaks in it is left out, spaces in it are escaped, and `&amp;`, escaped once too often,
  /// is read as `&`.
  private func resolve(_ text: String) -> URL? {
    if let url = Self.plain(text, limit: limit) { return url }
    var text = text.trimmed
    if text.utf8.contains(where: { $0 == .newline || $0 == .carriageReturn || $0 == .tab }) {
      text = String(decoding: text.utf8.filter { $0 != .newline && $0 != .carriageReturn && $0 != .tab }, as: UTF8.self)
    }
    if text.utf8.contains(.ampersand) { text = text.replacing("&amp;", with: "&") }
    if text.isEmpty || text.utf8.count > limit { return nil }
    if text.hasPrefix("www.") { text = "http://" + text }
    // It has the scheme of where the feed came from, and a host: no file has one.
    if text.hasPrefix("//"), !text.hasPrefix("///"), source?.isFileURL != false { text = "https:" + text }
    return URL(string: text, relativeTo: source)?.absoluteURL
  }

  /// The address, if it is an absolute one of the web and has nothing to repair, which most have.
  private static func plain(_ text: String, limit: Int) -> URL? {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count <= limit, bytes.starts(with: "https://".utf8) || bytes.starts(with: "http://".utf8) else { return false }
      for byte in bytes where byte <= 0x20 || byte >= 0x7F || byte == .ampersand { return false }
      return true
    }
    return isPlain == true ? URL(string: text) : nil
  }
}
