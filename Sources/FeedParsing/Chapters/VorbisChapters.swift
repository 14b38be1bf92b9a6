import Foundation

/// Reads the chapters in Vorbis comments: `CHAPTER001=00:00:00.000`, `CHAPTER001NAME=…` and `CHAPTER001URL=…`.
enum VorbisChapters {
  /// The longest block of comments that is read from an Ogg file, in bytes. A block of comments may contain a picture.
  private static let maxCommentsSize = 16_000_000

  /// Returns the chapters of an Ogg file with Vorbis, Opus, Speex or FLAC in it.
  static func readOgg(_ audio: AudioBytes) async -> [ParsedChapter] {
    // The first packet names the codec. The second packet has the comments, after a signature that depends on the
    // codec. Speex has no signature.
    let packets = await OggPackets.first(2, of: audio, maxPacketSize: maxCommentsSize)
    guard packets.count == 2 else { return [] }
    let comments = packets[1][...]
    if comments.starts(with: [3] + "vorbis".utf8) { return chapters(in: comments.dropFirst(7)) }
    if comments.starts(with: "OpusTags".utf8) { return chapters(in: comments.dropFirst(8)) }
    if packets[0].starts(with: [0x7F] + "FLAC".utf8), comments.first.map({ $0 & 0x7F }) == 4 {
      // The packet is a metadata block, as in a FLAC file. A block of kind 4 has comments.
      return chapters(in: comments.dropFirst(4))
    }
    return packets[0].starts(with: "Speex   ".utf8) ? chapters(in: comments) : []
  }

  /// Returns the chapters of a FLAC file.
  static func readFLAC(_ audio: AudioBytes) async -> [ParsedChapter] {
    // The file begins with the four bytes `fLaC`. Each metadata block begins with one byte for its kind and three bytes
    // for its length. The block of kind 4 has the comments. The highest bit of the first byte marks the last block. The
    // limit of 128 blocks ends the search in a damaged file.
    var offset = 4
    for _ in 0..<128 {
      let head = await audio.read(offset, 4)
      guard let kind = head.first, let length = head.bigEndian(at: 1, 3) else { return [] }
      if kind & 0x7F == 4 { return chapters(in: await audio.read(offset + 4, length)[...]) }
      guard kind & 0x80 == 0 else { return [] }
      offset += 4 + length
    }
    return []
  }

  /// Returns the chapters in a block of comments. The block has the name of the program that wrote it (the vendor), the
  /// number of comments, and the comments. The length of the name is before the name, and the length of each comment is
  /// before the comment.
  static func chapters(in comments: ArraySlice<UInt8>) -> [ParsedChapter] {
    guard let vendorLength = comments.littleEndian(at: 0), comments.count >= vendorLength,
      let count = comments.littleEndian(at: 4 + vendorLength)
    else { return [] }
    // The values by the number of their chapter, and by the suffix of their key.
    var values: [Int: [String: String]] = [:]
    var rest = comments.dropFirst(8 + vendorLength)
    for _ in 0..<count {
      guard let length = rest.littleEndian(at: 0), let comment = rest.bytes(at: 4, length) else { break }
      if let (number, suffix, value) = chapterField(in: comment),
        values[number] != nil || values.count < AudioChapters.maxChapters
      {
        values[number, default: [:]][suffix] = value
      }
      rest = rest.dropFirst(4 + length)
    }
    return values.sorted { $0.key < $1.key }.compactMap { _, chapter in
      guard let start = chapter[""].flatMap(FeedDuration.position) else { return nil }
      return ParsedChapter(
        start: start, title: AudioChapters.title(chapter["NAME"] ?? ""),
        websiteURL: chapter["URL"].flatMap { AudioChapters.address($0) })
    }
  }

  /// Splits a comment into the number of a chapter, the suffix of the key, and the value. The suffix is the part of the
  /// key after the number: `NAME`, `URL`, or nothing for the start of the chapter. The value is cut after
  /// `AudioChapters.longestTitle` bytes. Returns `nil` for a comment that is not about a chapter.
  private static func chapterField(
    in comment: ArraySlice<UInt8>
  ) -> (number: Int, suffix: String, value: String)? {
    guard let end = comment.prefix(32).firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let key = String(decoding: comment[..<end], as: UTF8.self).uppercased()
    guard key.hasPrefix("CHAPTER") else { return nil }
    let digits = key.dropFirst(7).prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    let value = comment[(end + 1)...].prefix(AudioChapters.longestTitle)
    return (number, String(key.dropFirst(7 + digits.count)), String(decoding: value, as: UTF8.self))
  }
}

/// Divides an Ogg file into packets.
///
/// The file consists of pages, and each page belongs to one of several streams. A page has a header, the sizes of its
/// segments, and the segments. A packet is a sequence of segments, and ends with a segment of less than 255 bytes.
private enum OggPackets {
  /// Returns the first `count` packets of the file's first stream. Returns fewer packets if the file is damaged. After
  /// `maxPacketSize` bytes of a packet, no further page is read.
  static func first(_ count: Int, of audio: AudioBytes, maxPacketSize: Int) async -> [[UInt8]] {
    var (packets, packet, offset): ([[UInt8]], [UInt8], Int) = ([], [], 0)
    var stream: ArraySlice<UInt8>?
    while packets.count < count, packet.count <= maxPacketSize {
      // The number of the stream is in the bytes 14 to 17 of the page's header, and the number of segments in byte 26.
      let head = await audio.read(offset, 27)
      guard head.count == 27, head.starts(with: "OggS".utf8) else { break }
      let segmentSizes = await audio.read(offset + 27, Int(head[26]))
      let contentSize = segmentSizes.reduce(0) { $0 + Int($1) }
      let content = await audio.read(offset + 27 + segmentSizes.count, contentSize)
      guard segmentSizes.count == Int(head[26]), content.count == contentSize else { break }
      offset += 27 + segmentSizes.count + contentSize
      if stream == nil { stream = head[14..<18] }
      // Skip the pages of another stream, such as a video.
      guard stream == head[14..<18] else { continue }
      var start = 0
      for size in segmentSizes where packets.count < count {
        packet += content[start..<(start + Int(size))]
        start += Int(size)
        if size < 255 {
          packets.append(packet)
          packet = []
        }
      }
    }
    return packets
  }
}
