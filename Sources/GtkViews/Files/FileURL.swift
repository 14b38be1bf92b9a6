internal import GtkBridge
internal import Presentation

/// The location of a file: on this machine's disk, behind the desktop's portal for sandboxed programs, or on another
/// machine that GIO can access.
///
/// `FileURL` has the part of Foundation's `URL` that file dialogs need, and does not depend on Foundation. A program
/// that links Foundation can convert it:
///
/// ```swift
/// let url = URL(string: file.absoluteString)
/// ```
public struct FileURL: Hashable, Sendable {
  /// The whole address, with its escapes: `file:///home/robin/My%20Shows.opml`.
  public let absoluteString: String

  /// Creates a location from an address. Returns `nil` if the address has no valid scheme, or contains a NUL
  /// character.
  ///
  /// - Parameter string: The address, with escapes where necessary.
  public init?(string: String) {
    guard !string.containsNull, let colon = string.firstIndex(of: ":"), colon != string.startIndex else { return nil }
    guard string[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) else {
      return nil
    }
    absoluteString = string
  }

  /// Creates a location from a path.
  ///
  /// - Parameter path: The path. A path without a leading slash is relative to the working directory of the process. A
  ///   path cannot contain a NUL character, so U+FFFD replaces it. A path that is cut off at the NUL character would
  ///   refer to another file.
  public init(fileURLWithPath path: String) {
    absoluteString = Files.address(ofPath: path.replacingNulls)
  }

  /// Creates a location from an address that a file dialog returned.
  init(_ address: String) {
    absoluteString = address
  }

  /// The path of the file, such as `/home/robin/My Shows.opml`, for functions like `open`. The path is empty if only
  /// GIO can read the file, such as a file on another machine.
  ///
  /// If the file's path contains bytes that are not UTF-8, a `String` cannot represent it. The path is then empty,
  /// because a changed path would refer to another file, and a `Misuse` is reported. Open such a file with
  /// ``withUnsafeFileSystemRepresentation(_:)``, or by its address.
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

  /// Calls a closure with the path of the file as a C string, for functions like `open`. The path need not be UTF-8.
  ///
  /// - Parameter body: The closure. Its path is valid only during the call, and is `nil` if only GIO can read the file.
  public func withUnsafeFileSystemRepresentation<Result>(
    _ body: (_ path: UnsafePointer<CChar>?) throws -> Result
  ) rethrows -> Result {
    try Files.withPath(of: absoluteString, body)
  }

  /// The name of the file for display: `My Shows.opml`. U+FFFD replaces bytes that are not UTF-8.
  public var lastPathComponent: String { Files.name(of: absoluteString) }

  /// The filename extension, which follows the last full stop of the name: `opml`. Empty if the name has no full stop
  /// after its first character.
  public var pathExtension: String {
    let name = lastPathComponent
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }

  /// Whether the address has the scheme `file`, in upper or lower case. The file is then on this machine.
  public var isFileURL: Bool { absoluteString.prefix(5).lowercased() == "file:" }

  /// Always returns `true`. While the program runs, it can open each file that the user has selected. This function
  /// exists for source code from other platforms.
  @discardableResult
  public func startAccessingSecurityScopedResource() -> Bool { true }

  /// Does nothing. This function exists for source code from other platforms.
  public func stopAccessingSecurityScopedResource() {}
}

extension FileURL: CustomStringConvertible {
  /// The whole address.
  public var description: String { absoluteString }
}
