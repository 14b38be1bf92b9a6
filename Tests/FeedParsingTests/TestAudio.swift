import FeedParsing

/// Creates the bytes of audio files with chapters.
enum TestAudio {
  /// Returns the bytes of a number in big-endian order.
  static func number(_ value: Int, bytes byteCount: Int) -> [UInt8] {
    (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Returns numbers in four bytes each.
  static func numbers(_ values: Int...) -> [UInt8] { values.flatMap { number($0, bytes: 4) } }

  /// Returns the four bytes of a number in the format of ID3, which uses only the low 7 bits of each byte.
  static func synchsafe(_ value: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) } }

  /// Returns an ID3 frame for a tag of the version 2.3 or 2.4.
  static func frame(_ id: String, _ content: [UInt8], version: UInt8 = 3, flags: [UInt8] = [0, 0]) -> [UInt8] {
    Array(id.utf8) + (version == 4 ? synchsafe(content.count) : number(content.count, bytes: 4)) + flags + content
  }

  /// Returns an ID3 tag that contains frames.
  static func tag(_ frames: [UInt8], version: UInt8 = 3, flags: UInt8 = 0) -> [UInt8] {
    Array("ID3".utf8) + [version, 0, flags] + synchsafe(frames.count) + frames
  }

  /// Returns an ID3 chapter that contains frames. `start` and `end` are in milliseconds. The value 0xFFFF_FFFF
  /// means that the chapter has no byte offsets.
  static func chapter(
    _ id: String, from start: Int, to end: Int, _ frames: [UInt8], version: UInt8 = 3
  ) -> [UInt8] {
    frame(
      "CHAP",
      Array(id.utf8) + [0] + number(start, bytes: 4) + number(end, bytes: 4) + number(0xFFFF_FFFF, bytes: 4)
        + number(0xFFFF_FFFF, bytes: 4)
        + frames, version: version)
  }

  /// Returns an ID3 table of contents, which lists chapters.
  static func tableOfContents(_ ids: [String], version: UInt8 = 3) -> [UInt8] {
    // The byte 0 ends the identifier “toc”. The flags 3 mark a top-level, ordered table.
    frame(
      "CTOC", Array("toc".utf8) + [0, 3, UInt8(ids.count)] + ids.flatMap { Array($0.utf8) + [0] }, version: version)
  }

  /// Returns an ID3 frame with a title. The byte 3 stands for the encoding UTF-8.
  static func title(_ text: String, version: UInt8 = 3) -> [UInt8] { frame("TIT2", [3] + text.utf8, version: version) }

  /// Returns an MP4 box.
  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8, bytes: 4) + name.utf8 + content
  }

  /// Returns a Vorbis comment header.
  static func commentHeader(_ comments: [String]) -> [UInt8] {
    let vendor = Array("maker".utf8)
    return littleEndian(vendor.count) + vendor + littleEndian(comments.count)
      + comments.flatMap { littleEndian($0.utf8.count) + $0.utf8 }
  }

  /// Returns a number of four bytes in little-endian order.
  static func littleEndian(_ value: Int) -> [UInt8] { number(value, bytes: 4).reversed() }

  /// Returns Ogg pages with two packets. The first packet has a page of its own. The second packet continues on a new
  /// page after each `segmentsPerPage` segments.
  static func ogg(_ first: [UInt8], _ second: [UInt8], segmentsPerPage: Int = 3) -> [UInt8] {
    // Returns the segment sizes of a packet. A size below 255 ends the packet.
    func segmentSizes(_ count: Int) -> [UInt8] { Array(repeating: 255, count: count / 255) + [UInt8(count % 255)] }
    func page(_ segmentSizes: [UInt8], _ content: [UInt8]) -> [UInt8] {
      let zeros: [UInt8] = Array(repeating: 0, count: 8)
      // Version and flags, position, serial number 7, page number and checksum.
      let head: [UInt8] = Array("OggS".utf8) + [0, 0] + zeros + [7, 0, 0, 0] + zeros
      return head + [UInt8(segmentSizes.count)] + segmentSizes + content
    }
    var result = page(segmentSizes(first.count), first)
    var rest = second[...]
    var sizes = segmentSizes(second.count)[...]
    while !sizes.isEmpty {
      let part = sizes.prefix(segmentsPerPage)
      let size = part.reduce(0) { $0 + Int($1) }
      result += page(Array(part), Array(rest.prefix(size)))
      (rest, sizes) = (rest.dropFirst(size), sizes.dropFirst(part.count))
    }
    return result
  }

  /// Returns the bytes as an audio file.
  static func file(_ bytes: [UInt8]) -> AudioBytes {
    AudioBytes { offset, count in
      offset < bytes.count && count > 0 ? Array(bytes[offset..<min(bytes.count, offset + count)]) : []
    }
  }
}
