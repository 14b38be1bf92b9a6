import Foundation
import Podcasts

/// Resolves the text that a user enters for a feed: a path, an address, or a host's name.
enum FeedAddressResolver {
  /// The file name extensions of feeds in a folder, in lower case. The case of a file's extension is ignored.
  private static let extensions: Set = ["xml", "rss", "atom"]
  /// Prefixes that other programs put before a feed's address, or use instead of its scheme.
  private static let prefixes = ["feed:", "podcast:", "pcast:", "itpc:"]

  /// Returns the feeds to which an entered text leads: one feed, or the feeds in a folder. The function does not run on
  /// the main actor, because it reads the disk. It does not use the network.
  @concurrent
  static func resolve(_ enteredText: String) async throws(FeedError) -> [URL] {
    switch try target(of: enteredText) {
    case .web(let url): return [url]
    case .file(let url): return try feeds(at: url)
    }
  }

  /// The address to which an entered text leads.
  enum Target: Equatable {
    /// An address of the web.
    case web(URL)
    /// A file or a folder.
    case file(URL)
  }

  /// Parses an entered text. The disk is read only to check whether the text is the path of an existing file or folder.
  static func target(of enteredText: String) throws(FeedError) -> Target {
    var address = enteredText.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !address.isEmpty, !address.contains("\0") else { throw .notAnAddress }
    let prefix = prefixes.first { address.lowercased().hasPrefix($0) }
    if let prefix {
      address = String(address.dropFirst(prefix.count))
      if address.hasPrefix("//") { address = "https:" + address }
    } else if let url = existingFileURL(atPath: address) {
      return .file(url)
    }
    if let (scheme, rest) = scheme(of: address) {
      switch scheme {
      case "http", "https": return .web(try webURL(scheme: scheme, rest: rest))
      case "file" where prefix == nil: return .file(try fileURL(afterScheme: rest))
      default: throw .notAnAddress
      }
    }
    return try targetWithoutScheme(address, mayBePath: prefix == nil)
  }

  /// Parses an address without a scheme: the path of a missing file or folder, or a host's name with or without a path.
  /// `mayBePath` is `false` after a prefix such as `feed:`.
  private static func targetWithoutScheme(_ address: String, mayBePath: Bool) throws(FeedError) -> Target {
    let host = address.prefix { !"/?#".contains($0) }
    if mayBePath, ["/", "~", "."].contains(address.prefix(1)) { return .file(fileURL(atPath: address)) }
    let looksLikeFile =
      host.count == address.count && extensions.contains((address as NSString).pathExtension.lowercased())
    if mayBePath, looksLikeFile || (address.contains("/") && !isHost(host)) {
      return .file(fileURL(atPath: address))
    }
    guard isHost(host) else { throw .notAnAddress }
    return .web(try webURL(scheme: "https", rest: "//" + address))
  }

  /// Whether a text can be a host: `localhost`, a name with a dot, an IPv6 address in brackets, or any name with a
  /// port. Any other text is more likely a word that the user has entered by mistake.
  private static func isHost(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty, !name.contains(where: \.isWhitespace) else { return false }
    if text.hasPrefix("[") { return text.contains("]") }
    if parts.count == 2 { return UInt16(parts[1]) != nil }
    return name.lowercased() == "localhost" || (name.dropFirst().dropLast().contains(".") && !name.contains(".."))
  }

  /// Returns the scheme, in lower case, and the text after its colon. Returns `nil` if the address has no scheme. The
  /// host of `host:8080` is not a scheme.
  private static func scheme(of address: String) -> (scheme: String, rest: String)? {
    guard let colon = address.firstIndex(of: ":") else { return nil }
    let scheme = address[..<colon]
    let rest = address[address.index(after: colon)...]
    guard let first = scheme.first, first.isASCII, first.isLetter, scheme.allSatisfy(isSchemeCharacter) else {
      return nil
    }
    let isPort = !rest.isEmpty && rest.prefix { $0 != "/" }.allSatisfy(\.isNumber) && !rest.hasPrefix("/")
    return isPort ? nil : (scheme.lowercased(), String(rest))
  }

  private static func isSchemeCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
  }

  /// Returns an address of the web. `rest` is the text after the scheme's colon, and may begin with slashes.
  private static func webURL(scheme: String, rest: String) throws(FeedError) -> URL {
    let slashes = rest.prefix { $0 == "/" }.count
    guard let url = WebAddress.url("\(scheme)://\(rest.dropFirst(slashes))") else { throw .notAnAddress }
    return url
  }

  /// Returns the file of a `file:` address. `rest` is the text after the colon. Throws `.notAnAddress` for a file on
  /// another host.
  private static func fileURL(afterScheme rest: String) throws(FeedError) -> URL {
    guard rest.hasPrefix("//") else { return fileURL(atPath: rest.removingPercentEncoding ?? rest) }
    let hostAndPath = rest.dropFirst(2)
    let host = hostAndPath.prefix { $0 != "/" }
    guard host.isEmpty || host.lowercased() == "localhost" else { throw .notAnAddress }
    let encodedPath = String(hostAndPath.dropFirst(host.count))
    return fileURL(atPath: encodedPath.removingPercentEncoding ?? encodedPath)
  }

  /// Returns the address of the file or folder at a path, or `nil` if neither exists there.
  private static func existingFileURL(atPath path: String) -> URL? {
    let url = fileURL(atPath: path)
    return access(url.path(percentEncoded: false), F_OK) == 0 ? url : nil
  }

  private static func fileURL(atPath path: String) -> URL {
    URL(filePath: (path as NSString).expandingTildeInPath).standardizedFileURL
  }
}

extension FeedAddressResolver {
  /// Returns the files in a folder that have an extension of feeds, sorted by name. Hidden files are left out. For a
  /// file, returns only this file.
  private static func feeds(at url: URL) throws(FeedError) -> [URL] {
    let path = url.path(percentEncoded: false)
    var status = stat()
    guard stat(path, &status) == 0 else { throw LocalFile.failure(errno, of: url) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      guard access(path, R_OK) == 0 else { throw LocalFile.failure(errno, of: url) }
      return [URL(filePath: path, directoryHint: .notDirectory)]
    }
    let feeds = try names(in: url)
      .filter { !$0.hasPrefix(".") && extensions.contains(($0 as NSString).pathExtension.lowercased()) }
      .sorted()
      .map { url.appending(path: $0, directoryHint: .notDirectory) }
      .filter(isRegularFile)
    guard !feeds.isEmpty else { throw .emptyFolder(url) }
    return feeds
  }

  private static func names(in folder: URL) throws(FeedError) -> [String] {
    guard access(folder.path(percentEncoded: false), R_OK | X_OK) == 0 else {
      throw LocalFile.failure(errno, of: folder)
    }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    } catch {
      throw .permissionDenied(folder)
    }
  }

  private static func isRegularFile(_ file: URL) -> Bool {
    var status = stat()
    return stat(file.path(percentEncoded: false), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
