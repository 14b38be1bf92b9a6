/// Names for bytes, and classes of bytes.
extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let ampersand = UInt8(ascii: "&")
  static let semicolon = UInt8(ascii: ";")
  static let lessThan = UInt8(ascii: "<")
  static let greaterThan = UInt8(ascii: ">")
  static let slash = UInt8(ascii: "/")
  static let equals = UInt8(ascii: "=")

  /// A space, tab, newline or carriage return.
  var isXMLSpace: Bool { self == .space || self == .newline || self == .tab || self == .carriageReturn }
  /// A control character that XML 1.0 does not allow.
  var isForbiddenControl: Bool { self < 0x20 && self != .tab && self != .newline && self != .carriageReturn }
  var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isASCIILetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
  /// A byte that can be in the name of an element, an attribute or an entity. XML allows more bytes, but feeds do not
  /// use them.
  var isNameByte: Bool {
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: ":") || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
      || self == UInt8(ascii: ".")
  }
  /// The byte in lower case, if it is an ASCII letter.
  var lowercasedASCII: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}

extension RangeReplaceableCollection<UInt8> {
  /// Appends a Unicode scalar in UTF-8.
  mutating func append(_ scalar: Unicode.Scalar) {
    append(contentsOf: UTF8.encode(scalar)!)
  }
}

extension BidirectionalCollection<UInt8> {
  /// The bytes without the XML white space at both ends.
  var trimmingXMLSpace: SubSequence {
    let rest = drop(while: \.isXMLSpace)
    var end = rest.endIndex
    while end > rest.startIndex, rest[rest.index(before: end)].isXMLSpace { end = rest.index(before: end) }
    return rest[..<end]
  }
}

extension Collection<UInt8> {
  /// Whether these bytes are equal to an ASCII text, ignoring the case of ASCII letters. `text` must be in lower case.
  func equalsIgnoringCase(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { expected in
      count == expected.count && zip(self, expected).allSatisfy { $0.lowercasedASCII == $1 }
    }
  }

  /// Whether these bytes begin with an ASCII text, ignoring the case of ASCII letters. `text` must be in lower case.
  func beginsIgnoringCase(_ text: StaticString) -> Bool { prefix(text.utf8CodeUnitCount).equalsIgnoringCase(text) }
}
