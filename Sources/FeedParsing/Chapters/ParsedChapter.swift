package import Foundation

/// A chapter of an episode, as an audio file or a file of chapters gives it.
package struct ParsedChapter: Hashable, Sendable {
  /// The start, from the beginning of the audio.
  package var start: Duration
  /// The end, or `nil` if the source gives none.
  package var end: Duration?
  /// Plain text, empty when the source gives none.
  package var title: String
  /// A page of the web about it.
  package var websiteURL: URL?
  package var picture: Picture?
  /// Whether it belongs to the table of contents. Others only change the picture.
  package var isListed: Bool

  /// A picture on the web, or the bytes of one in the format of its file.
  package enum Picture: Hashable, Sendable {
    case address(URL)
    case bytes([UInt8])
  }

  package init(
    start: Duration, end: Duration? = nil, title: String, websiteURL: URL? = nil, picture: Picture? = nil, isListed: Bool = true
  ) {
    self.start = start
    self.end = end
    self.title = title
    self.websiteURL = websiteURL
    self.picture = picture
    self.isListed = isListed
  }
}

/// The bytes of an audio file, wherever it is.
package struct AudioBytes: Sendable {
  /// Returns the bytes from an offset on. Fewer or none if the file ends there, if it cannot be read, or if a limit is reached. The calling task's
  /// cancellation counts as the end of the file.
  package var read: @Sendable (_ offset: Int, _ count: Int) async -> [UInt8]

  package init(read: @escaping @Sendable (_ offset: Int, _ count: Int) async -> [UInt8]) {
    self.read = read
  }
}

/// Reads the chapters in an audio file.
///
/// Read are ID3v2.3 and 2.4 (CHAP and CTOC), MP4 (Nero's `chpl` and QuickTime's chapter track), and Vorbis comments in Ogg and FLAC (`CHAPTER001`).
/// A damaged file has the chapters in front of the damage, or none.
package enum AudioChapters {
  /// The largest number of chapters that are read.
  static let mostChapters = 2000
  /// The longest title, in bytes.
  static let longestTitle = 4096

  /// Returns the chapters in the order of the file. Reads only what the search for chapters needs.
  package static func read(_ audio: AudioBytes) async -> [ParsedChapter] {
    let head = await audio.read(0, 12)
    if head.starts(with: "ID3".utf8) { return await ID3Chapters.read(audio) }
    if head.starts(with: "OggS".utf8) { return await VorbisChapters.readOgg(audio) }
    if head.starts(with: "fLaC".utf8) { return await VorbisChapters.readFLAC(audio) }
    if head.count == 12, head[4...].starts(with: "ftyp".utf8) { return await MP4Chapters.read(audio) }
    return []
  }

  /// Cuts a title, and puts it on one line.
  static func title(_ text: String) -> String {
    let words = text.prefix(longestTitle).split { $0.isWhitespace || $0.isNewline || $0 == "\0" }
    return words.joined(separator: " ")
  }

  /// An address of the web, or `nil` for any other text.
  static func address(_ text: String, relativeTo base: URL? = nil) -> URL? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty, text.utf8.count <= 8192, let url = URL(string: text, relativeTo: base)?.absoluteURL else { return nil }
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false else { return nil }
    return url
  }
}

/// Numbers in the bytes of a file. Each returns `nil` beyond the end.
extension Collection<UInt8> where Index == Int {
  /// A number of `count` bytes, at most 8, the most significant first.
  func bigEndian(at offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, count <= 8, self.count - offset >= count else { return nil }
    var value: UInt64 = 0
    for index in 0..<count { value = value << 8 | UInt64(self[startIndex + offset + index]) }
    return Int(exactly: value)
  }

  /// A number of four bytes, the least significant first.
  func littleEndian(at offset: Int) -> Int? {
    guard offset >= 0, count - offset >= 4 else { return nil }
    return (0..<4).reduce(0) { $0 | Int(self[startIndex + offset + $1]) << (8 * $1) }
  }

  /// The bytes from an offset on, or `nil` if there are fewer than `count`.
  func bytes(at offset: Int, _ count: Int) -> SubSequence? {
    guard offset >= 0, count >= 0, self.count - offset >= count else { return nil }
    return self[(startIndex + offset)..<(startIndex + offset + count)]
  }
}
