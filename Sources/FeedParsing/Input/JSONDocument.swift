/// Collects a JSON object that arrives in pieces, and records the end of its complete parts.
///
/// A document that was cut off is not valid JSON, but ``completeParts`` is. The complete parts are the complete members
/// of the object, and the complete objects in its array `items`.
struct JSONDocument {
  /// The bytes up to the end of the object. Bytes after this end are ignored.
  private(set) var bytes: [UInt8] = []
  private var scanner = JSONScanner()

  /// Whether the object has ended. `false` for a document in UTF-16, in which the end cannot be found.
  var isComplete: Bool { scanner.isComplete }
  /// Whether the end of the object is missing. Also `false` for a document in UTF-16.
  var isCut: Bool { !scanner.isComplete && scanner.isASCIIBased }

  /// The complete parts, as a valid document. `nil` if no part is complete.
  var completeParts: [UInt8]? {
    guard let part = scanner.completePart else { return nil }
    return Array(bytes[..<part.end]) + Array(part.closingBrackets.utf8)
  }

  /// Adds the next piece, of any size.
  mutating func append(_ piece: some Collection<UInt8>) {
    guard !isComplete else { return }
    let start = bytes.count
    bytes.append(contentsOf: piece)
    let end = bytes.withUnsafeBufferPointer { scanner.scan($0, from: start) }
    bytes.removeLast(bytes.count - end)
  }
}

/// Tracks the structure of a JSON object, byte by byte. Errors in the document are not detected.
private struct JSONScanner {
  /// Whether the object has ended.
  private(set) var isComplete = false
  /// Whether the text is in an extension of ASCII, such as UTF-8. `false` for UTF-16, which contains zero bytes.
  private(set) var isASCIIBased = true
  /// The end of the last complete part, and the brackets that make the bytes before this end a valid document.
  private(set) var completePart: (end: Int, closingBrackets: String)?

  /// How many objects and arrays are open.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Whether the scanner is in the value of a member of the outer object: after the colon and before the next comma.
  private var isInValue = false
  /// Whether the last key of the outer object is `items`.
  private var isItemsKey = false
  /// The index of the first byte of the last key of the outer object.
  private var keyStart = 0
  /// Whether the scanner is in the array `items`.
  private var isInItems = false

  /// Scans the bytes from an index on. Returns the end of the object, or the number of bytes if it has not ended.
  mutating func scan(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    for index in start..<text.count {
      if isInString { readString(text, at: index) } else { read(text[index], at: index) }
      if isComplete { return index + 1 }
    }
    return text.count
  }

  /// Reads one byte of a string.
  private mutating func readString(_ text: UnsafeBufferPointer<UInt8>, at index: Int) {
    if isEscaped {
      isEscaped = false
    } else if text[index] == UInt8(ascii: "\\") {
      isEscaped = true
    } else if text[index] == UInt8(ascii: "\"") {
      isInString = false
      if depth == 1, !isInValue { isItemsKey = text[keyStart..<index].elementsEqual("items".utf8) }
    }
  }

  /// Reads one byte outside of strings.
  private mutating func read(_ byte: UInt8, at index: Int) {
    switch byte {
    case 0: isASCIIBased = false
    case UInt8(ascii: "\""):
      isInString = true
      if depth == 1, !isInValue { keyStart = index + 1 }
    case UInt8(ascii: ":"): if depth == 1 { isInValue = true }
    case UInt8(ascii: ","):
      guard depth == 1 else { return }
      isInValue = false
      completePart = (index, "}")
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth == 1, isInValue, isItemsKey { isInItems = byte == UInt8(ascii: "[") }
      depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): close(at: index)
    default: break
    }
  }

  /// Reads the closing bracket of an object or an array.
  private mutating func close(at index: Int) {
    depth -= 1
    // An object or an array in `items` has ended.
    if depth == 2, isInItems { completePart = (index + 1, "]}") }
    // The array `items` has ended.
    if depth == 1, isInItems {
      isInItems = false
      completePart = (index + 1, "}")
    }
    if depth <= 0, isASCIIBased { isComplete = true }
  }
}
