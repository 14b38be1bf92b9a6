import Foundation

/// Reads the chapters of an ID3 tag of version 2.3 or 2.4.
///
/// A tag consists of frames, each with a name such as `CHAP`. A `CHAP` frame is a chapter. It begins with the chapter's
/// element id, and contains frames for the title, the link and the picture. A `CTOC` frame is a table of contents, with
/// the element ids of chapters. A chapter is *listed* if a table contains its element id.
///
/// Specification: https://id3.org/id3v2-chapters-1.0
struct ID3Chapters {
  /// The number of bytes of a tag that are read at most. The limit is high, because a tag contains the pictures of all
  /// chapters.
  private static let maxBytesRead = 32_000_000

  private let version: UInt8
  /// Whether the tag's header declares that all frames are unsynchronised. Unsynchronisation inserts a zero byte after
  /// each byte 255, so that old players do not find the beginning of audio in the tag.
  private let isUnsynchronised: Bool
  /// The chapters in the order of the tag, with their element ids.
  private var chapters: [(id: [UInt8], chapter: ParsedChapter)] = []
  /// The element ids in the tables of contents.
  private var listedIDs: Set<[UInt8]> = []
  /// Whether a table of contents may lack entries. Then all chapters are marked as listed.
  private var mayTableLackEntries = false

  /// Returns the chapters of the tag at the beginning of a file. The caller has checked the signature `ID3`.
  static func read(_ audio: AudioBytes) async -> [ParsedChapter] {
    // The header has 10 bytes: the signature, two bytes of the version, the flags and the size of the rest.
    let head = await audio.read(0, 10)
    guard head.count == 10, 3...4 ~= head[3], let size = synchsafe(head[6...]) else { return [] }
    let body = await audio.read(10, min(size, maxBytesRead))
    var reader = ID3Chapters(version: head[3], flags: head[5])
    reader.readTag(body, flags: head[5])
    return reader.markedChapters
  }

  private init(version: UInt8, flags: UInt8) {
    self.version = version
    isUnsynchronised = flags & 0x80 != 0
  }

  /// The chapters, each marked as listed or not. If the tables list no chapter or may lack entries, all chapters are
  /// marked as listed.
  private var markedChapters: [ParsedChapter] {
    let areAllListed = mayTableLackEntries || !chapters.contains { listedIDs.contains($0.id) }
    return chapters.map { id, chapter in
      var chapter = chapter
      chapter.isListed = areAllListed || listedIDs.contains(id)
      return chapter
    }
  }

  private mutating func readTag(_ body: [UInt8], flags: UInt8) {
    // In version 2.3, the sizes of frames do not include the bytes that unsynchronisation has inserted. So remove these
    // bytes first.
    let bytes = version == 3 && isUnsynchronised ? Self.removingUnsynchronisation(body[...]) : body
    var start = 0
    // Skip the extended header. Its size includes the four bytes of the size itself only in version 2.4.
    if flags & 0x40 != 0 {
      let size = version == 3 ? bytes.bigEndian(at: 0, 4).map { $0 + 4 } : Self.synchsafe(bytes.prefix(4))
      guard let size, size <= bytes.count else { return }
      start = size
    }
    forEachFrame(bytes[start...]) { name, content, reader in
      switch name {
      case "CHAP": reader.addChapter(content)
      case "CTOC": reader.addTable(content)
      default: break
      }
    }
  }

  private mutating func addChapter(_ content: ArraySlice<UInt8>) {
    guard chapters.count < AudioChapters.maxChapters, let (id, rest) = Self.elementID(content) else { return }
    // After the element id, there are four numbers of four bytes: the start and the end in milliseconds, and their
    // offsets in the file. 0xFFFFFFFF means that there is no value.
    guard let start = rest.bigEndian(at: 0, 4), start != 0xFFFF_FFFF, let end = rest.bigEndian(at: 4, 4),
      rest.count >= 16
    else { return }
    var chapter = ParsedChapter(
      start: .milliseconds(start), end: end > start && end != 0xFFFF_FFFF ? .milliseconds(end) : nil, title: "")
    forEachFrame(rest.dropFirst(16)) { name, content, _ in
      switch name {
      case "TIT2": chapter.title = AudioChapters.title(ID3Text.text(content))
      case "APIC": chapter.picture = chapter.picture ?? ID3Text.picture(content)
      // The address of `WXXX` replaces the address of another link frame, whose name also begins with W.
      case "WXXX": chapter.websiteURL = ID3Text.userLink(content) ?? chapter.websiteURL
      case _ where name.hasPrefix("W"):
        chapter.websiteURL = chapter.websiteURL ?? AudioChapters.address(ID3Text.latin1(content.prefix { $0 != 0 }))
      default: break
      }
    }
    chapters.append((id, chapter))
  }

  private mutating func addTable(_ content: ArraySlice<UInt8>) {
    // After the element id of the table, there are a byte of flags and the number of entries.
    guard let (_, rest) = Self.elementID(content), rest.count >= 2 else { return }
    let count = Int(rest[rest.startIndex + 1])
    // The number of entries has one byte, so a longer table is cut off after 255 entries.
    if count == 255 { mayTableLackEntries = true }
    var entries = rest.dropFirst(2)
    for _ in 0..<count {
      guard let (id, following) = Self.elementID(entries) else { return }
      listedIDs.insert(id)
      entries = following
    }
  }

  /// Returns the element id at the beginning of `bytes`, and the bytes after the zero byte that ends the id.
  private static func elementID(_ bytes: ArraySlice<UInt8>) -> (id: [UInt8], rest: ArraySlice<UInt8>)? {
    guard let end = bytes.firstIndex(of: 0) else { return nil }
    return (Array(bytes[..<end]), bytes[(end + 1)...])
  }
}

/// Reading of frames.
extension ID3Chapters {
  /// Calls a closure for each complete frame that is neither compressed nor encrypted. The closure receives the name
  /// and the content of the frame, and this reader, to which the closure may add chapters and listed ids.
  private mutating func forEachFrame(
    _ bytes: ArraySlice<UInt8>,
    _ body: (_ name: String, _ content: ArraySlice<UInt8>, _ reader: inout ID3Chapters) -> Void
  ) {
    var rest = bytes
    // The header of a frame has 10 bytes: the name, the size and two bytes of flags. Only the second byte of flags is
    // about the content.
    while rest.count > 10, Self.isFrameName(rest.prefix(4)) {
      guard let size = frameSize(rest), let content = rest.bytes(at: 10, size) else { return }
      let flags = rest[rest.startIndex + 9]
      let name = String(decoding: rest.prefix(4), as: UTF8.self)
      if let plain = plainContent(content, flags: flags) { body(name, plain, &self) }
      rest = rest.dropFirst(10 + size)
    }
  }

  /// Returns the size of a frame's content. The size is a plain number in version 2.3. In version 2.4 the size is
  /// *synchsafe*: only seven bits of each byte are used.
  ///
  /// Some programs write plain numbers into tags of version 2.4. A number with a byte that uses its eighth bit is
  /// plain. Another number can be read in both ways. If the two sizes differ, the size after which another frame begins
  /// is used. If a frame begins after both sizes or after neither, the synchsafe size is used.
  private func frameSize(_ frame: ArraySlice<UInt8>) -> Int? {
    guard let plain = frame.bigEndian(at: 4, 4) else { return nil }
    guard version == 4 else { return plain }
    guard let synchsafe = Self.synchsafe(frame.dropFirst(4).prefix(4)) else { return plain }
    return synchsafe == plain || leads(frame, toFrameAfter: synchsafe) || !leads(frame, toFrameAfter: plain)
      ? synchsafe : plain
  }

  /// Whether another frame, or the end of the frames, comes after a frame whose content has this size. Zero bytes may
  /// follow the last frame.
  private func leads(_ frame: ArraySlice<UInt8>, toFrameAfter size: Int) -> Bool {
    guard frame.count >= 10 + size else { return false }
    let next = frame.dropFirst(10 + size).prefix(4)
    return next.isEmpty || next.first == 0 || Self.isFrameName(next)
  }

  /// Returns the content without the fields at its beginning that the flags declare, such as a group or a length.
  /// Returns `nil` if the content is compressed or encrypted.
  private func plainContent(_ content: ArraySlice<UInt8>, flags: UInt8) -> ArraySlice<UInt8>? {
    // In version 2.3, the flags 0x80 and 0x40 mean compression and encryption, and 0x20 a group of one byte.
    if version == 3 { return flags & 0xC0 == 0 ? content.dropFirst(flags & 0x20 != 0 ? 1 : 0) : nil }
    // In version 2.4, the flags 0x08 and 0x04 mean compression and encryption, 0x40 a group of one byte, 0x01 a length
    // of four bytes, and 0x02 unsynchronisation of this frame.
    guard flags & 0x0C == 0 else { return nil }
    let plain = content.dropFirst((flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0))
    return isUnsynchronised || flags & 0x02 != 0 ? Self.removingUnsynchronisation(plain)[...] : plain
  }

  /// Whether the bytes are four ASCII characters, each a capital letter or a digit.
  private static func isFrameName(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 4 && bytes.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 }
  }

  /// Returns a synchsafe number: four bytes with seven bits each. Returns `nil` if a byte uses its eighth bit.
  private static func synchsafe(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 4, bytes.prefix(4).allSatisfy({ $0 < 0x80 }) else { return nil }
    return bytes.prefix(4).reduce(0) { $0 << 7 | Int($1) }
  }

  /// Removes each zero byte after a byte 255.
  private static func removingUnsynchronisation(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isAfterFF = false
    for byte in bytes {
      if !(isAfterFF && byte == 0) { result.append(byte) }
      isAfterFF = byte == 0xFF
    }
    return result
  }
}
