/// The characters of Windows-1252 for the bytes from 0x80 to 0x9F. In Unicode, these numbers are control characters.
///
/// Text that is declared as Latin-1, and numeric references such as `&#146;`, are read with these characters, as in
/// browsers. Source: https://encoding.spec.whatwg.org/windows-1252.html
package enum Windows1252 {
  /// Returns the character for a byte of 0x80 and above. The five bytes without a character become U+FFFD.
  package static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    byte < 0xA0 ? scalarsFrom0x80[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// Returns a text with the control characters from U+0080 to U+009F replaced by the characters of Windows-1252.
  package static func replacingControls(in text: String) -> String {
    guard text.unicodeScalars.contains(where: isC1Control) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(isC1Control(scalar) ? self.scalar(UInt8(scalar.value)) : scalar)
    }
    return String(scalars)
  }

  /// Whether a scalar is one of the control characters from U+0080 to U+009F, which Unicode calls C1.
  private static func isC1Control(_ scalar: Unicode.Scalar) -> Bool { 0x80...0x9F ~= scalar.value }

  /// The characters of the bytes from 0x80 to 0x9F.
  private static let scalarsFrom0x80: [Unicode.Scalar] = [
    "\u{20AC}", "\u{FFFD}", "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{02C6}",
    "\u{2030}",
    "\u{0160}", "\u{2039}", "\u{0152}", "\u{FFFD}", "\u{017D}", "\u{FFFD}", "\u{FFFD}", "\u{2018}", "\u{2019}",
    "\u{201C}",
    "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}", "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}",
    "\u{FFFD}",
    "\u{017E}", "\u{0178}",
  ]
}
