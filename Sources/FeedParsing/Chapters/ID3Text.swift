import Foundation
import Podcasts

/// Reads the texts, links and pictures in the frames of an ID3 tag. The parameter `content` is the content of a frame.
enum ID3Text {
  /// Returns the text of a frame. The first byte is the encoding. If there are several texts, returns the first.
  static func text(_ content: ArraySlice<UInt8>) -> String {
    guard let encoding = content.first else { return "" }
    return decoded(splitAtTerminator(content.dropFirst(), encoding).text, encoding)
  }

  /// Returns the address in a `WXXX` frame, which has the encoding, a description and an address. Returns `nil`
  /// if the address is not an HTTP or HTTPS address.
  static func userLink(_ content: ArraySlice<UInt8>) -> URL? {
    guard let encoding = content.first else { return nil }
    let address = splitAtTerminator(content.dropFirst(), encoding).rest
    return AudioChapters.address(latin1(address.prefix { $0 != 0 }))
  }

  /// Returns the picture in an `APIC` frame, or the picture's address. Returns `nil` if the frame has neither.
  static func picture(_ content: ArraySlice<UInt8>) -> ParsedChapter.Picture? {
    guard let encoding = content.first, let end = content.dropFirst().firstIndex(of: 0) else { return nil }
    let mimeType = latin1(content[(content.startIndex + 1)..<end])
    // After the MIME type, the frame has a byte for the picture's kind, a description, and the picture. If the MIME
    // type is `-->`, the frame has an address instead of the picture.
    let data = splitAtTerminator(content[(end + 1)...].dropFirst(), encoding).rest
    guard !data.isEmpty else { return nil }
    if mimeType == "-->" { return AudioChapters.address(latin1(data.prefix { $0 != 0 })).map { .address($0) } }
    return .bytes(Array(data))
  }

  /// Decodes text that is declared as Latin-1. Text that is valid UTF-8 is read as UTF-8, because many programs write
  /// UTF-8 and declare Latin-1. Other text is read as Windows-1252, a superset of Latin-1.
  static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(0x80...0x9F ~= byte ? Windows1252.scalar(byte) : Unicode.Scalar(byte)) }
    return String(scalars)
  }

  /// Decodes text in UTF-16. Text without a byte order mark is read as big-endian.
  static func utf16(_ bytes: ArraySlice<UInt8>) -> String {
    var rest = bytes
    var isLittleEndian = false
    if rest.starts(with: [0xFF, 0xFE]) || rest.starts(with: [0xFE, 0xFF]) {
      isLittleEndian = rest.first == 0xFF
      rest = rest.dropFirst(2)
    }
    let units = stride(from: rest.startIndex, to: rest.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(rest[index]), UInt16(rest[index + 1]))
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Returns the bytes before and after the first terminator, which is one zero byte, or two zero bytes in UTF-16. If
  /// there is no terminator, returns all bytes as the text, and an empty rest.
  private static func splitAtTerminator(
    _ bytes: ArraySlice<UInt8>, _ encoding: UInt8
  ) -> (text: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
    let isUTF16 = encoding == 1 || encoding == 2
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let isEnd = bytes[index] == 0 && (!isUTF16 || index + 1 < bytes.endIndex && bytes[index + 1] == 0)
      if isEnd { return (bytes[..<index], bytes[(index + (isUTF16 ? 2 : 1))...]) }
      index += isUTF16 ? 2 : 1
    }
    return (bytes, bytes[bytes.endIndex...])
  }

  /// Decodes text in an encoding of ID3: 0 is Latin-1, 1 and 2 are UTF-16, and 3 is UTF-8.
  private static func decoded(_ bytes: ArraySlice<UInt8>, _ encoding: UInt8) -> String {
    switch encoding {
    case 1, 2: utf16(bytes)
    case 3: String(decoding: bytes, as: UTF8.self)
    default: latin1(bytes)
    }
  }
}
