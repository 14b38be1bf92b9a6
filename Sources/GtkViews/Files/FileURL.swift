internal import GtkBridge
internal import Presentation

/// Where a file is: on this machine's disk, behind the desktop's portal, or on another machine that GTK reaches.
///
/// It is the part of Foundation's `URL` that file dialogs need, without Foundation. A program that links Foundation makes one of the other:
///
/// ```swift
/// let url = URL(string: file.absoluteString)
/// ```
public struct FileURL: Hashable, Sendable {
  /// The whole address, with its escapes: `file:///home/robin/My%20Shows.opml`.
  public let absoluteString: String

  /// Takes an address, or `nil` if it has no scheme, or a zero character.
  ///
  /// - Parameter string: The address, with escapes where it needs them.
  public init?(string: String) {
    guard !string.endsEarlyInC, let colon = string.firstIndex(of: ":"), colon != string.startIndex else { return nil }
    guard string[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) else { return nil }
    absoluteString = string
  }

  /// Takes a path.
  ///
  /// - Parameter path: One that does not begin with a slash is taken from the folder that the process is in. No file has a zero character in its
  ///   name: U+FFFD takes its place, so that no other file is meant.
  public init(fileURLWithPath path: String) {
    absoluteString = Files.address(ofPath: path.wholeInC)
  }

  init(_ address: String) {
    absoluteString = address
  }

  /// The path by which this machine's functions open the file: `/home/robin/My Shows.opml`. Empty if it can be reached by GTK alone.
  ///
  /// A file's name may have bytes that are not UTF-8, which a `String` cannot hold. The path is empty then, since another one would lead to
  /// another file, and that is reported: such a file is opened by ``withUnsafeFileSystemRepresentation(_:)``, or by its address.
  public var path: String {
    withUnsafeFileSystemRepresentation { path in
      guard let path else { return "" }
      if let text = String(validatingCString: path) { return text }
      Misuse(
        "The path of \(absoluteString) is not UTF-8, so it is no String; an empty one is given. Open the file by its address, or by "
          + "withUnsafeFileSystemRepresentation.", fileID: #fileID, line: #line
      ).report()
      return ""
    }
  }

  /// Gives the path by which this machine's functions open the file to a closure, as C has it: it need not be UTF-8.
  ///
  /// - Parameter body: Is given the path for the time of the call; `nil` if the file can be reached by GTK alone.
  public func withUnsafeFileSystemRepresentation<Result>(_ body: (_ path: UnsafePointer<CChar>?) throws -> Result) rethrows -> Result {
    try Files.withPath(of: absoluteString, body)
  }

  /// The name of the file, as people are shown it: `My Shows.opml`. U+FFFD stands for what of it is not UTF-8.
  public var lastPathComponent: String { Files.name(of: absoluteString) }

  /// What stands behind the last full stop of its name: `opml`; empty if there is none.
  public var pathExtension: String {
    let name = lastPathComponent
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }

  /// Whether the file is on this machine.
  public var isFileURL: Bool { absoluteString.hasPrefix("file:") }

  /// Always `true`: what a person has chosen may be opened as long as the program runs. It is here for sources from other platforms.
  @discardableResult
  public func startAccessingSecurityScopedResource() -> Bool { true }

  /// Does nothing. It is here for sources from other platforms.
  public func stopAccessingSecurityScopedResource() {}
}

extension FileURL: CustomStringConvertible {
  /// The whole address.
  public var description: String { absoluteString }
}
