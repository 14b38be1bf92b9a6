import Podcasts

/// Converts a title to plain text on one line. HTML's tags are removed, and its character references are resolved.
///
/// For notes, use ``PlainText``, which removes everything that looks like a tag, and keeps paragraphs.
enum TitleText {
  /// Returns the text of bytes that may contain HTML.
  ///
  /// Only the tags of ``textElements`` are removed, so that `a < b` and `Array<Int>` are kept. References are resolved
  /// although the XML parser has already resolved them once, because some feeds escape them twice: `&amp;#39;`. A
  /// control character becomes a space, because such a character could end a string or send a command to a terminal. If
  /// there is no visible character, the result is empty.
  static func text(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case .lessThan: index = readTag(bytes, at: index, into: &output)
      case .ampersand: index = readReference(bytes, at: index, into: &output)
      case let byte where byte <= .space || byte == 0x7F:
        appendSpace(to: &output)
        index += 1
      // In UTF-8, the control characters U+0080 to U+009F, and the no-break space U+00A0, which a title does not need.
      case 0xC2 where index + 1 < bytes.count && 0x80...0xA0 ~= bytes[index + 1]:
        appendSpace(to: &output)
        index += 2
      // The line separator U+2028 and the paragraph separator U+2029.
      case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && 0xA8...0xA9 ~= bytes[index + 2]:
        appendSpace(to: &output)
        index += 3
      case let byte:
        output.append(byte)
        index += 1
      }
    }
    if output.last == .space { output.removeLast() }
    let text = String(decoding: output, as: UTF8.self)
    return hasVisibleCharacter(text) ? text : ""
  }

  /// Whether a text contains a visible character. Spaces and formatting characters, such as directional marks, are
  /// invisible. The text must not begin with a space, so an ASCII character at its start is visible.
  private static func hasVisibleCharacter(_ text: String) -> Bool {
    guard let first = text.utf8.first, first >= 0x80 else { return !text.isEmpty }
    return text.unicodeScalars.contains {
      $0.properties.generalCategory != .spaceSeparator && $0.properties.generalCategory != .format
    }
  }

  /// Appends a space, except at the beginning and after another space.
  private static func appendSpace(to output: inout [UInt8]) {
    if let last = output.last, last != .space { output.append(.space) }
  }

  /// Skips a tag of HTML, or appends the `<` if it begins no tag. Returns the index at which to continue.
  private static func readTag(_ bytes: [UInt8], at start: Int, into output: inout [UInt8]) -> Int {
    let inside = bytes[(start + 1)...].drop { $0 == .slash }
    let name = inside.prefix { $0.isASCIILetter || $0.isASCIIDigit }
    // If there is no `>` within 2048 bytes, the `<` begins no tag.
    guard let end = inside.prefix(2048).firstIndex(of: .greaterThan),
      textElements.contains(String(decoding: name, as: UTF8.self).lowercased())
    else {
      output.append(.lessThan)
      return start + 1
    }
    // These elements separate lines or paragraphs.
    if ["br", "p", "div", "li", "tr"].contains(String(decoding: name, as: UTF8.self).lowercased()) {
      appendSpace(to: &output)
    }
    return end + 1
  }

  /// Appends the character of a reference such as `&amp;`, or the `&` if it begins no reference. Returns the index at
  /// which to continue.
  private static func readReference(_ bytes: [UInt8], at start: Int, into output: inout [UInt8]) -> Int {
    // If there is no `;` within 12 bytes, the `&` begins no reference.
    guard let end = bytes[start...].prefix(12).firstIndex(of: .semicolon),
      let scalar = HTMLEntities.scalar(String(decoding: bytes[(start + 1)..<end], as: UTF8.self))
    else {
      output.append(.ampersand)
      return start + 1
    }
    if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
      appendSpace(to: &output)
    } else {
      output.append(scalar)
    }
    return end + 1
  }

  /// The names of HTML's elements that feeds use to mark up text.
  private static let textElements: Set = [
    "a", "abbr", "b", "big", "br", "center", "cite", "code", "del", "div", "em", "font", "h1", "h2", "h3", "h4", "h5",
    "h6", "hr", "i", "img",
    "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "s", "small", "span", "strike", "strong", "sub", "sup", "table",
    "td", "tr", "tt", "u",
    "ul",
  ]
}
