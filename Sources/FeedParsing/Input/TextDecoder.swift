import Podcasts

/// Converts a feed's bytes to valid UTF-8, piece by piece.
///
/// The encoding that HTTP or the XML declaration names is a hint. Bytes that are valid UTF-8 are read as UTF-8, even if
/// Latin-1 or EUC-KR is named, because text in these encodings is almost never valid UTF-8 by accident. If UTF-8 or no
/// encoding is named, most bytes that are not valid UTF-8 are read as Windows-1252. Characters that XML does not allow
/// (U+FFFE, U+FFFF) are left out. ``MarkupRepair`` removes control characters.
struct TextDecoder {
  /// The encoding in which bytes are read.
  private enum InputEncoding {
    /// UTF-8. Most invalid bytes are read as Windows-1252: ``UTF8Scanner/copyRepaired(_:isLast:into:)``.
    case utf8OrWindows1252
    case utf16(isBigEndian: Bool)
    /// Only ASCII has been decoded so far.
    case undecided
    /// Another encoding, such as EUC-KR, that HTTP or the XML declaration names.
    case legacy(LegacyDecoder)
  }

  /// The number of bytes, from the first non-ASCII byte on, that determine the encoding. The number is fixed, so that
  /// the result does not depend on how the bytes are divided into pieces.
  private static let sampleSize = 4096

  /// The offset, in the decoded text, of the first bytes that were not in the encoding that HTTP or the XML declaration
  /// names, or not in UTF-8 if none is named. Bytes that the decoder for UTF-16 or for a legacy encoding cannot decode
  /// do not count. `nil` if there are no other such bytes.
  private(set) var firstRepairOffset: Int?
  /// The length of the decoded text of the earlier pieces, in bytes.
  private var decodedCount = 0
  private var inputEncoding: InputEncoding
  /// The encoding that HTTP names. `nil` if there is none, or if it is unknown.
  private var httpEncoding: NamedEncoding?
  /// The encoding that the XML declaration names. `nil` if there is none, or if it is unknown.
  private var documentEncoding: NamedEncoding?
  /// Whether the text is read as Latin-1. Then reading bytes as Windows-1252 does not count as a repair.
  private var isLatin1 = false
  /// The last bytes of the earlier pieces that cannot be decoded without the next piece.
  private var pending: [UInt8] = []

  /// Creates a decoder for text in UTF-8, or in the encoding that HTTP or the XML declaration names. Unknown names are
  /// ignored.
  init(httpEncoding: String? = nil, documentEncoding: String? = nil) {
    self.httpEncoding = httpEncoding.flatMap(NamedEncoding.init(name:))
    self.documentEncoding = documentEncoding.flatMap(NamedEncoding.init(name:))
    let namesOtherEncoding = self.httpEncoding?.isNotUTF8 == true || self.documentEncoding?.isNotUTF8 == true
    inputEncoding = namesOtherEncoding ? .undecided : .utf8OrWindows1252
  }

  /// Creates a decoder for UTF-16.
  init(utf16IsBigEndian: Bool) {
    inputEncoding = .utf16(isBigEndian: utf16IsBigEndian)
  }

  /// Returns whether a document in UTF-16 is big-endian, with or without a byte order mark. Returns `nil` if `bytes` do
  /// not begin a document in UTF-16.
  static func utf16IsBigEndian(_ bytes: some Collection<UInt8>) -> Bool? {
    let start = Array(bytes.prefix(4))
    if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0, .lessThan]) { return true }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [.lessThan, 0]) { return false }
    return nil
  }

  /// Decodes a piece, and appends it to `output`. The last piece may be empty.
  mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout [UInt8]) {
    let previousCount = output.count
    defer { decodedCount += output.count - previousCount }
    guard !pending.isEmpty else { return decodePiece(bytes, isLast: isLast, into: &output) }
    let whole = pending + bytes
    pending.removeAll()
    whole.withUnsafeBufferPointer { decodePiece($0, isLast: isLast, into: &output) }
  }

  private mutating func decodePiece(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout [UInt8]) {
    var rest = bytes
    // The offset of the first byte of `output` in the decoded text.
    let outputOffset = decodedCount - output.count
    if case .undecided = inputEncoding {
      let firstNonASCII = bytes.firstIndex { $0 >= 0x80 } ?? bytes.count
      output.append(contentsOf: bytes[..<firstNonASCII])
      rest = UnsafeBufferPointer(rebasing: bytes[firstNonASCII...])
      guard rest.count >= Self.sampleSize || isLast && !rest.isEmpty else { return pending.append(contentsOf: rest) }
      let isAsNamed = selectEncoding(by: UnsafeBufferPointer(rebasing: rest.prefix(Self.sampleSize)))
      if !isAsNamed { firstRepairOffset = outputOffset + output.count }
    }
    let usedCount: Int
    switch inputEncoding {
    // `undecided` is impossible here, because the encoding has been selected.
    case .utf8OrWindows1252, .undecided:
      let result = UTF8Scanner.copyRepaired(rest, isLast: isLast, into: &output)
      usedCount = result.usedCount
      if let index = result.firstRepair, firstRepairOffset == nil, !isLatin1 {
        firstRepairOffset = outputOffset + index
      }
    case .utf16(let isBigEndian):
      usedCount = UTF16Scanner.copy(rest, isBigEndian: isBigEndian, isLast: isLast, into: &output)
    case .legacy(let decoder): usedCount = decoder.decode(rest, isLast: isLast, into: &output)
    }
    pending.append(contentsOf: rest[usedCount...])
  }

  /// Selects the encoding by the bytes from the first non-ASCII byte on: UTF-8 if the bytes are clean UTF-8, else
  /// HTTP's encoding if it can decode them, else the document's, else UTF-8 with repairs.
  ///
  /// Returns whether the bytes may be in the named encoding: HTTP's, or the document's if HTTP names none. Returns
  /// `false` for clean UTF-8 if another encoding is named. Whether the document's encoding can decode the bytes is not
  /// checked.
  private mutating func selectEncoding(by sample: UnsafeBufferPointer<UInt8>) -> Bool {
    inputEncoding = .utf8OrWindows1252
    guard !UTF8Scanner.isCleanUTF8(sample) else { return (httpEncoding ?? documentEncoding)?.isNotUTF8 != true }
    var isAsNamed = true
    if httpEncoding?.canDecode(sample) == false, let httpEncoding, httpEncoding.isNotUTF8 || documentEncoding != nil {
      isAsNamed = false
    }
    switch httpEncoding?.canDecode(sample) == true ? httpEncoding : documentEncoding {
    case .legacy(let decoder): inputEncoding = .legacy(decoder)
    case .latin1: isLatin1 = true
    case .utf8, nil: break
    }
    return isAsNamed
  }
}

/// An encoding that HTTP or a document names.
private enum NamedEncoding {
  case utf8
  /// Latin-1, its superset Windows-1252, and its subset ASCII.
  case latin1
  case legacy(LegacyDecoder)

  /// Creates the encoding with a name. Returns `nil` for an unknown name.
  init?(name: String) {
    switch name.lowercased() {
    case "utf-8", "utf8": self = .utf8
    case "iso-8859-1", "iso8859-1", "latin1", "latin-1", "l1", "windows-1252", "cp1252", "us-ascii", "ascii":
      self = .latin1
    default:
      guard let decoder = LegacyDecoder(name: name) else { return nil }
      self = .legacy(decoder)
    }
  }

  /// Whether the encoding is not UTF-8.
  var isNotUTF8: Bool { if case .utf8 = self { false } else { true } }

  /// Whether bytes that are not valid UTF-8 are valid in this encoding.
  func canDecode(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .utf8: false
    case .latin1: true
    case .legacy(let decoder): decoder.canDecode(bytes)
    }
  }
}

/// Reads UTF-8 that may be invalid.
///
/// *Clean* UTF-8 is valid, and contains neither control characters from U+0080 to U+009F nor U+FFFE and U+FFFF.
enum UTF8Scanner {
  /// The kind of bytes at an index.
  enum ByteSequence: Equatable {
    /// A character, with its number of bytes.
    case character(Int)
    /// Only the first bytes of a character, with their number. Then the input ends, or a byte follows that does not
    /// belong to the character.
    case incomplete(Int)
    /// No character begins with this byte.
    case invalid
  }

  /// Copies bytes, and repairs bytes that are not clean UTF-8. Two or three bytes of an incomplete character become
  /// one U+FFFD. U+FFFE and U+FFFF are left out. Other bytes are read as Windows-1252.
  ///
  /// Returns how many bytes were used, and the index of the first repair in the output. Of the last piece, all bytes
  /// are used.
  static func copyRepaired(
    _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout [UInt8]
  ) -> (usedCount: Int, firstRepair: Int?) {
    var firstRepair: Int?
    var copyStart = 0
    var index = 0
    while true {
      index = endOfCleanUTF8(bytes, from: index)
      output.append(contentsOf: bytes[copyStart..<index])
      guard index < bytes.count else { return (index, firstRepair) }
      let repairIndex = output.count
      switch sequence(in: bytes, at: index) {
      case .character(2):
        // A control character (U+0080 to U+009F). A program has converted Windows-1252 as if it were Latin-1.
        output.append(Windows1252.scalar(bytes[index + 1]))
        index += 2
      case .character(let length):  // U+FFFE or U+FFFF.
        index += length
      case .incomplete(let length) where index + length == bytes.count && !isLast:
        return (index, firstRepair)
      case .incomplete(let length) where length > 1:
        output.append("\u{FFFD}" as Unicode.Scalar)
        index += length
      case .incomplete, .invalid:
        output.append(Windows1252.scalar(bytes[index]))
        index += 1
      }
      firstRepair = firstRepair ?? repairIndex
      copyStart = index
    }
  }

  /// Whether all bytes are clean UTF-8. A character that is cut off at the end is allowed after other characters.
  static func isCleanUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let end = endOfCleanUTF8(bytes, from: 0)
    if end == bytes.count { return true }
    if case .incomplete(let length) = sequence(in: bytes, at: end) { return end > 0 && end + length == bytes.count }
    return false
  }

  /// Returns the index of the first byte from `start` on that is not clean UTF-8, or the end.
  private static func endOfCleanUTF8(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    let count = bytes.count
    while index < count {
      // Skips eight ASCII bytes at a time.
      while index + 8 <= count,
        UnsafeRawPointer(bytes.baseAddress! + index).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        index += 8
      }
      while index < count, bytes[index] < 0x80 { index += 1 }
      guard index < count else { return count }
      if let length = lengthOfCommonCharacter(bytes, at: index) {
        index += length
        continue
      }
      guard case .character(let length) = sequence(in: bytes, at: index) else { return index }
      // A control character from U+0080 to U+009F.
      if length == 2, bytes[index] == 0xC2, bytes[index + 1] < 0xA0 { return index }
      // U+FFFE or U+FFFF.
      if length == 3, bytes[index] == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE { return index }
      index += length
    }
    return count
  }

  /// Returns the length of a character of two or three bytes if a quick check finds it clean. Returns `nil` if a full
  /// check is needed.
  @inline(__always)
  private static func lengthOfCommonCharacter(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    let lead = bytes[index]
    // Some characters with the lead bytes 0xC2, 0xE0, and 0xED and above are invalid or not clean.
    guard lead >= 0xC3, lead < 0xED, lead != 0xE0, index + 2 < bytes.count, bytes[index + 1] & 0xC0 == 0x80 else {
      return nil
    }
    if lead < 0xE0 { return 2 }
    return bytes[index + 2] & 0xC0 == 0x80 ? 3 : nil
  }

  /// Returns the kind of the bytes from an index on. The byte at the index must not be ASCII.
  private static func sequence(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> ByteSequence {
    let lead = bytes[index]
    let length: Int
    // The range of the next byte. After some lead bytes, the second byte has a smaller range, without overlong forms,
    // surrogates, and values above U+10FFFF.
    var lowest: UInt8 = 0x80
    var highest: UInt8 = 0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { lowest = 0xA0 }
      if lead == 0xED { highest = 0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { lowest = 0x90 }
      if lead == 0xF4 { highest = 0x8F }
    default: return .invalid
    }
    for offset in 1..<length {
      guard index + offset < bytes.count else { return .incomplete(offset) }
      let byte = bytes[index + offset]
      guard byte >= lowest, byte <= highest else { return .incomplete(offset) }
      lowest = 0x80
      highest = 0xBF
    }
    return .character(length)
  }
}

/// Reads UTF-16 that may be invalid.
private enum UTF16Scanner {
  /// Appends the decoded text, without invalid characters. Returns how many bytes were used. Of the last piece, all
  /// bytes are used.
  static func copy(
    _ bytes: UnsafeBufferPointer<UInt8>, isBigEndian: Bool, isLast: Bool, into output: inout [UInt8]
  ) -> Int {
    func unit(at index: Int) -> UInt16 {
      let (firstByte, secondByte) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? firstByte << 8 | secondByte : secondByte << 8 | firstByte
    }
    var index = 0
    while index + 1 < bytes.count {
      let first = unit(at: index)
      if UTF16.isLeadSurrogate(first) {
        if index + 3 >= bytes.count {
          if isLast { break }
          return index
        }
        let second = unit(at: index + 2)
        if UTF16.isTrailSurrogate(second) {
          output.append(UTF16.decode(UTF16.EncodedScalar([first, second])))
          index += 2
        }
      } else if first < 0xFFFE, let scalar = Unicode.Scalar(first) {
        output.append(scalar)
      }
      index += 2
    }
    return isLast ? bytes.count : index
  }
}
