import Podcasts

/// Converts a feed's bytes to valid UTF-8, piece by piece.
///
/// The declared encoding is a hint. Bytes that are valid UTF-8 are read as UTF-8, even if Latin-1 or EUC-KR is
/// declared, because text in these encodings is almost never valid UTF-8 by accident. If UTF-8 is declared, bytes that
/// are not valid UTF-8 are read as Windows-1252. Characters that XML does not allow (U+FFFE, U+FFFF) are left out.
/// ``MarkupRepair`` removes control characters.
struct TextDecoder {
  /// The encoding in which bytes are read.
  private enum Form {
    /// UTF-8. Invalid bytes are read as Windows-1252.
    case utf8OrWindows1252
    case utf16(isBigEndian: Bool)
    /// Only ASCII has been read so far.
    case undecided
    case legacy(LegacyDecoder)
  }

  /// The encoding is selected by this many bytes from the first non-ASCII byte on. The number is fixed, so that the
  /// result does not depend on how the bytes are divided into pieces.
  private static let window = 4096

  /// The offset in the decoded text of the first bytes that were not in the encoding of HTTP or the document. `nil` if
  /// there are none.
  private(set) var firstRepair: Int?
  /// The length of the text of the earlier pieces, in bytes.
  private var writtenCount = 0
  private var form: Form
  /// The encoding that HTTP names. `nil` if there is none, or if it is unknown.
  private var transport: NamedEncoding?
  /// The encoding that the XML declaration names. `nil` if there is none, or if it is unknown.
  private var declared: NamedEncoding?
  /// Whether Latin-1 is declared. Then reading bytes as Windows-1252 does not count as a repair.
  private var isLatin1 = false
  /// The last bytes of the earlier pieces that cannot be decoded without the next piece.
  private var pending: [UInt8] = []

  /// Creates a decoder for text in UTF-8, or in the encoding that HTTP (`transport`) or the XML declaration names.
  /// Unknown names are ignored.
  init(transport: String? = nil, declaredEncoding: String? = nil) {
    self.transport = transport.flatMap(NamedEncoding.init(name:))
    declared = declaredEncoding.flatMap(NamedEncoding.init(name:))
    form = self.transport?.isNotUTF8 == true || declared?.isNotUTF8 == true ? .undecided : .utf8OrWindows1252
  }

  /// Creates a decoder for UTF-16.
  init(utf16IsBigEndian: Bool) {
    form = .utf16(isBigEndian: utf16IsBigEndian)
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
    let former = output.count
    defer { writtenCount += output.count - former }
    guard !pending.isEmpty else { return decodePiece(bytes, isLast: isLast, into: &output) }
    let whole = pending + bytes
    pending.removeAll()
    whole.withUnsafeBufferPointer { decodePiece($0, isLast: isLast, into: &output) }
  }

  private mutating func decodePiece(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout [UInt8]) {
    var rest = bytes
    let offset = writtenCount - output.count
    if case .undecided = form {
      let first = bytes.firstIndex { $0 >= 0x80 } ?? bytes.count
      output.append(contentsOf: bytes[..<first])
      rest = UnsafeBufferPointer(rebasing: bytes[first...])
      guard rest.count >= Self.window || isLast && !rest.isEmpty else { return pending.append(contentsOf: rest) }
      if !decide(UnsafeBufferPointer(rebasing: rest.prefix(Self.window))) { firstRepair = offset + output.count }
    }
    let used: Int
    switch form {
    case .utf8OrWindows1252, .undecided:
      let result = UTF8Scanner.copyRepaired(rest, isLast: isLast, into: &output)
      used = result.used
      if let position = result.firstRepair, firstRepair == nil, !isLatin1 { firstRepair = offset + position }
    case .utf16(let isBigEndian):
      used = UTF16Scanner.copy(rest, isBigEndian: isBigEndian, isLast: isLast, into: &output)
    case .legacy(let decoder): used = decoder.copy(rest, isLast: isLast, into: &output)
    }
    pending.append(contentsOf: rest[used...])
  }

  /// Selects the encoding by the first non-ASCII bytes: UTF-8 if they are valid, else HTTP's encoding if it can decode
  /// them, else the document's. Returns whether the bytes are in the declared encoding.
  private mutating func decide(_ window: UnsafeBufferPointer<UInt8>) -> Bool {
    form = .utf8OrWindows1252
    guard !UTF8Scanner.isMeaningfulUTF8(window) else { return (transport ?? declared)?.isNotUTF8 != true }
    var isAsDeclared = true
    if transport?.canDecode(window) == false, let transport, transport.isNotUTF8 || declared != nil {
      isAsDeclared = false
    }
    let encoding = transport?.canDecode(window) == true ? transport : declared
    switch encoding {
    case .legacy(let decoder): form = .legacy(decoder)
    case .latin1: isLatin1 = true
    case .utf8, nil: break
    }
    return isAsDeclared
  }
}

/// An encoding that HTTP or a document names.
private enum NamedEncoding {
  case utf8
  /// Latin-1 and its superset of Windows.
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
enum UTF8Scanner {
  /// The kind of bytes at an index.
  enum Sequence: Equatable {
    /// A character of this many bytes.
    case character(Int)
    /// Only the first bytes of a character, this many. Then the input ends, or a byte follows that does not belong to
    /// the character.
    case incomplete(Int)
    /// No character begins with this byte.
    case invalid
  }

  /// Copies bytes, and reads bytes that are not valid UTF-8 as Windows-1252. Returns how many bytes were used, and the
  /// offset of the first repair in the output. The last piece is used completely.
  static func copyRepaired(
    _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout [UInt8]
  ) -> (used: Int, firstRepair: Int?) {
    var firstRepair: Int?
    var start = 0
    var index = 0
    while true {
      index = endOfCleanUTF8(bytes, from: index)
      output.append(contentsOf: bytes[start..<index])
      guard index < bytes.count else { return (index, firstRepair) }
      let position = output.count
      switch sequence(in: bytes, at: index) {
      case .character(2):  // A control character (U+0080 to U+009F): Windows-1252 that was converted as Latin-1.
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
      firstRepair = firstRepair ?? position
      start = index
    }
  }

  /// Whether all bytes are valid UTF-8. A character that is cut off at the end is allowed after other characters.
  static func isMeaningfulUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let end = endOfCleanUTF8(bytes, from: 0)
    if end == bytes.count { return true }
    if case .incomplete(let length) = sequence(in: bytes, at: end) { return end > 0 && end + length == bytes.count }
    return false
  }

  /// Returns the index of the first byte from `start` on that cannot be copied unchanged.
  private static func endOfCleanUTF8(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    let count = bytes.count
    while index < count {
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
      if length == 2, bytes[index] == 0xC2, bytes[index + 1] < 0xA0 { return index }
      if length == 3, bytes[index] == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE { return index }
      index += length
    }
    return count
  }

  /// Returns the length of a valid character of two or three bytes. Returns `nil` if the character is another one and
  /// needs a full check.
  @inline(__always)
  private static func lengthOfCommonCharacter(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    let lead = bytes[index]
    guard lead >= 0xC3, lead < 0xED, lead != 0xE0, index + 2 < bytes.count, bytes[index + 1] & 0xC0 == 0x80 else {
      return nil
    }
    if lead < 0xE0 { return 2 }
    return bytes[index + 2] & 0xC0 == 0x80 ? 3 : nil
  }

  /// Returns the kind of bytes at an index whose byte is not ASCII.
  private static func sequence(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Sequence {
    let lead = bytes[index]
    let length: Int
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
  /// Appends the decoded text, without invalid characters. Returns how many bytes were used. The last piece is used
  /// completely.
  static func copy(
    _ bytes: UnsafeBufferPointer<UInt8>, isBigEndian: Bool, isLast: Bool, into output: inout [UInt8]
  ) -> Int {
    func unit(at index: Int) -> UInt16 {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
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
