package import Foundation

/// A chapter of an episode, as an audio file or a file of chapters describes it.
package struct ParsedChapter: Hashable, Sendable {
  /// The start, from the beginning of the audio.
  package var start: Duration
  /// The end, or `nil` if the file has none.
  package var end: Duration?
  /// Plain text. Empty if the file has none.
  package var title: String
  /// The address of a web page about the chapter.
  package var websiteURL: URL?
  /// The chapter's picture, or `nil` if the file has none.
  package var picture: Picture?
  /// Whether the chapter belongs to the table of contents. Other chapters only change the picture.
  package var isListed: Bool

  /// A picture on the web, or the bytes of a picture in its file format.
  package enum Picture: Hashable, Sendable {
    case address(URL)
    case bytes([UInt8])
  }

  package init(
    start: Duration, end: Duration? = nil, title: String, websiteURL: URL? = nil, picture: Picture? = nil,
    isListed: Bool = true
  ) {
    self.start = start
    self.end = end
    self.title = title
    self.websiteURL = websiteURL
    self.picture = picture
    self.isListed = isListed
  }
}

/// Reads the bytes of an audio file, on this machine or on the web.
package struct AudioBytes: Sendable {
  /// Returns `count` bytes from `offset` on. Returns fewer bytes or none if the file ends before, if the file cannot be
  /// read, or if the closure reaches its own limit on bytes or time. Returns none if the calling task is cancelled.
  package var read: @Sendable (_ offset: Int, _ count: Int) async -> [UInt8]

  package init(read: @escaping @Sendable (_ offset: Int, _ count: Int) async -> [UInt8]) {
    self.read = read
  }
}

/// Reads the chapters in an audio file.
///
/// The supported formats are ID3v2.3 and 2.4 (`CHAP` and `CTOC`), MP4 (Nero's `chpl` and QuickTime's chapter track),
/// and Vorbis comments in Ogg and FLAC (`CHAPTER001`). For a damaged file, the chapters before the damage are returned,
/// or none.
package enum AudioChapters {
  /// The largest number of chapters that are read from one file.
  static let maxChapters = 2000
  /// The longest title, in characters. The same number limits the value of a Vorbis comment, in bytes.
  static let longestTitle = 4096

  /// Returns the chapters in the order of the file. Reads only the parts of the file that may contain chapters.
  package static func read(_ audio: AudioBytes) async -> [ParsedChapter] {
    // The first 12 bytes contain the signature of each format. In MP4, four bytes precede the signature `ftyp`.
    let head = await audio.read(0, 12)
    if head.starts(with: "ID3".utf8) { return await ID3Chapters.read(audio) }
    if head.starts(with: "OggS".utf8) { return await VorbisChapters.readOgg(audio) }
    if head.starts(with: "fLaC".utf8) { return await VorbisChapters.readFLAC(audio) }
    if head.count == 12, head[4...].starts(with: "ftyp".utf8) { return await MP4Chapters.read(audio) }
    return []
  }

  /// Shortens a title to ``longestTitle``. Replaces each run of white space and null characters with one space, and
  /// removes such runs at both ends.
  static func title(_ text: String) -> String {
    let words = text.prefix(longestTitle).split { $0.isWhitespace || $0.isNewline || $0 == "\0" }
    return words.joined(separator: " ")
  }

  /// Returns the HTTP or HTTPS address in a text, which must contain nothing else except white space at its ends.
  /// Resolves a relative address against `base`. Returns `nil` for any other text and for more than 8192 bytes.
  static func address(_ text: String, relativeTo base: URL? = nil) -> URL? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty, text.utf8.count <= 8192, let url = URL(string: text, relativeTo: base)?.absoluteURL else {
      return nil
    }
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false else { return nil }
    return url
  }
}

/// Numbers and parts in the bytes of a file. Each function returns `nil` if the bytes end too early.
extension Collection<UInt8> where Index == Int {
  /// Returns a big-endian number of `count` bytes, at most 8. Also returns `nil` if the number does not fit
  /// into an `Int`.
  func bigEndian(at offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, count <= 8, self.count - offset >= count else { return nil }
    var value: UInt64 = 0
    for index in 0..<count { value = value << 8 | UInt64(self[startIndex + offset + index]) }
    return Int(exactly: value)
  }

  /// Returns a little-endian number of four bytes.
  func littleEndian(at offset: Int) -> Int? {
    guard offset >= 0, count - offset >= 4 else { return nil }
    return (0..<4).reduce(0) { $0 | Int(self[startIndex + offset + $1]) << (8 * $1) }
  }

  /// Returns `count` bytes from an offset on.
  func bytes(at offset: Int, _ count: Int) -> SubSequence? {
    guard offset >= 0, count >= 0, self.count - offset >= count else { return nil }
    return self[(startIndex + offset)..<(startIndex + offset + count)]
  }
}
