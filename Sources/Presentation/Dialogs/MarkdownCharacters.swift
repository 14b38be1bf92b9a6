/// The kind of the character next to a run of Markdown's markers, such as `**`. The kind determines whether the run can
/// begin or end a styled span.
enum Neighbour {
  /// White space, or the beginning or end of the text.
  case space
  case punctuation
  /// A letter, a digit or any other character.
  case letter
  /// A letter of Chinese, Japanese or Korean. These languages have no spaces between words or between a word and its
  /// suffix.
  case eastAsianLetter

  /// Creates the kind of a Unicode scalar. Outside of ASCII, only the common punctuation and symbols are recognized.
  init(_ scalar: UInt32) {
    switch scalar {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: self = .space
    case 0..<0x80: self = UInt8(scalar).isPunctuation ? .punctuation : .letter
    case 0xA1...0xA9, 0xAB...0xB1, 0xB4, 0xB6...0xB8, 0xBB, 0xBF, 0xD7, 0xF7: self = .punctuation
    case 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20CF, 0x2190...0x2BFF: self = .punctuation
    case 0x3001...0x3003, 0x3008...0x3020, 0x3030, 0xFF01...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40, 0xFF5B...0xFF65:
      self = .punctuation
    case 0x1100...0x11FF, 0x2E80...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x20000...0x3FFFF: self = .eastAsianLetter
    default: self = .letter
    }
  }
}

/// The target of a link, in parentheses after the words in brackets: `(address "title")`.
enum LinkTarget {
  /// Parses an address, and finds the end of the target.
  ///
  /// - Parameter start: The position after the opening parenthesis.
  /// - Returns: The address and the position after the target, or `nil` if there is no valid target.
  static func read(_ source: [UInt8], from start: Int) -> (address: String, end: Int)? {
    var cursor = Cursor(source: source, position: start)
    cursor.skipSpace()
    guard let address = cursor.byte == .lessThan ? cursor.readBracketed() : cursor.readBare() else { return nil }
    if cursor.skipSpace(), cursor.byte != .parenthesisClose, !cursor.skipTitle() { return nil }
    cursor.skipSpace()
    guard cursor.byte == .parenthesisClose else { return nil }
    return (String(decoding: address, as: UTF8.self), cursor.position + 1)
  }

  /// A position in the source, and functions that read from there.
  private struct Cursor {
    let source: [UInt8]
    var position: Int

    /// The byte at the position, or `nil` at the end.
    var byte: UInt8? { position < source.count ? source[position] : nil }

    /// Skips white space. Returns whether there was any.
    @discardableResult mutating func skipSpace() -> Bool {
      let start = position
      while let byte, byte == .space || byte == .newline || byte == .tab { position += 1 }
      return position > start
    }

    /// Reads the next byte. If this byte is a backslash before punctuation, reads the punctuation instead.
    private mutating func next() -> UInt8 {
      if source[position] == .backslash, position + 1 < source.count, source[position + 1].isPunctuation {
        position += 1
      }
      defer { position += 1 }
      return source[position]
    }

    /// Reads an address in angle brackets, which may contain spaces.
    mutating func readBracketed() -> [UInt8]? {
      var address: [UInt8] = []
      position += 1
      while let byte, byte != .newline, byte != .lessThan {
        guard byte != .greaterThan else {
          position += 1
          return address
        }
        address.append(next())
      }
      return nil
    }

    /// Reads an address with balanced parentheses. At most 32 may be nested, which limits the time for parsing.
    /// CommonMark allows such a limit.
    mutating func readBare() -> [UInt8]? {
      var address: [UInt8] = []
      var depth = 0
      // A space or a control character, such as 0x7F, ends the address.
      while let byte, byte > .space, byte != 0x7F {
        if byte == .parenthesisOpen { depth += 1 }
        if byte == .parenthesisClose { depth -= 1 }
        if depth < 0 { break }
        guard depth <= 32 else { return nil }
        address.append(next())
      }
      return depth > 0 ? nil : address
    }

    /// Skips a title, which is not shown. Returns whether there was one.
    mutating func skipTitle() -> Bool {
      guard let opening = byte, [.quote, .apostrophe, .parenthesisOpen].contains(opening) else { return false }
      let closing = opening == .parenthesisOpen ? UInt8.parenthesisClose : opening
      position += 1
      while let byte {
        // An escaped closing character does not end the title. `byte` is then the backslash before the character.
        let character = next()
        if byte == closing, character == closing { return true }
      }
      return false
    }
  }
}

/// The ASCII codes of the characters that the parser distinguishes.
extension UInt8 {
  static var tab: UInt8 { 0x09 }
  static var newline: UInt8 { 0x0A }
  static var space: UInt8 { 0x20 }
  static var quote: UInt8 { 0x22 }
  static var percent: UInt8 { 0x25 }
  static var apostrophe: UInt8 { 0x27 }
  static var parenthesisOpen: UInt8 { 0x28 }
  static var parenthesisClose: UInt8 { 0x29 }
  static var asterisk: UInt8 { 0x2A }
  static var lessThan: UInt8 { 0x3C }
  static var greaterThan: UInt8 { 0x3E }
  static var at: UInt8 { 0x40 }
  static var bracketOpen: UInt8 { 0x5B }
  static var backslash: UInt8 { 0x5C }
  static var bracketClose: UInt8 { 0x5D }
  static var underscore: UInt8 { 0x5F }
  static var backtick: UInt8 { 0x60 }
  static var tilde: UInt8 { 0x7E }

  /// Whether the byte is ASCII punctuation. All other ASCII characters are letters, digits, spaces or control
  /// characters.
  var isPunctuation: Bool {
    switch self {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// Whether the byte is a continuation byte of UTF-8.
  var isContinuation: Bool { self & 0xC0 == 0x80 }
}
