/// A question about a byte, answered once for all 256.
struct ByteTable {
  private var answers: InlineArray<256, Bool> = .init(repeating: false)

  init(_ question: (UInt8) -> Bool) {
    for byte in UInt8.min...UInt8.max { answers[Int(byte)] = question(byte) }
  }

  subscript(byte: UInt8) -> Bool { answers[Int(byte)] }

  /// Text that needs no repair: neither markup nor a forbidden control character.
  static let isPlainText = ByteTable { $0 != .lessThan && $0 != .ampersand && !$0.isForbiddenControl }
  /// The same in a CDATA section, where only its end is markup.
  static let isPlainCDATA = ByteTable { $0 != UInt8(ascii: "]") && !$0.isForbiddenControl }
  /// What the name of an element or an entity is made of. XML knows more, feeds do not.
  static let isName = ByteTable { byte in
    byte.isASCIILetter || byte.isASCIIDigit || ":_-.".utf8.contains(byte)
  }
}
