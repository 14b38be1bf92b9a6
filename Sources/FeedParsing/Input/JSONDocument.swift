/// An object in JSON that arrives in pieces, and the end of its complete parts.
///
/// A document that is cut off is no JSON. ``completeParts`` is: it has the members of the object that are complete, and the complete
/// elements of its member `items`.
struct JSONDocument {
  /// The bytes up to the end of the object. Bytes after it do not count.
  private(set) var bytes: [UInt8] = []
  private var scanner = JSONScanner()

  /// Whether the object has ended.
  var isComplete: Bool { scanner.isComplete }
  /// Whether the object has not ended. The end of a document in UTF-16 is not known, and counts as there.
  var isCut: Bool { !scanner.isComplete && scanner.isReadable }

  /// A text of the complete parts. `nil` if no member is complete.
  var completeParts: [UInt8]? {
    guard let part = scanner.completePart else { return nil }
    return Array(bytes[..<part.end]) + Array(part.missing.utf8)
  }

  /// Takes the next piece, of any size.
  mutating func append(_ piece: some Collection<UInt8>) {
    guard !isComplete else { return }
    let start = bytes.count
    bytes.append(contentsOf: piece)
    let end = bytes.withUnsafeBufferPointer { scanner.scan($0, from: start) }
    bytes.removeLast(bytes.count - end)
  }
}

/// Follows the structure of an object in JSON, byte by byte. It does not look for errors.
private struct JSONScanner {
  /// Whether the object has ended.
  private(set) var isComplete = false
  /// Whether the text is ASCII or an extension of it. UTF-16 is not.
  private(set) var isReadable = true
  /// Where the last complete part ends, and which brackets are missing there.
  private(set) var completePart: (end: Int, missing: String)?

  /// How many objects and arrays are open.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Whether a colon of the object came last, and no comma.
  private var isInValue = false
  /// Whether the last key of the object is `items`.
  private var isItemsKey = false
  private var keyStart = 0
  private var isInItems = false

  /// Reads the bytes from a place on, and returns the end of the object, or else of the bytes.
  mutating func scan(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    for index in start..<text.count {
      if isInString { readString(text, at: index) } else { read(text[index], at: index) }
      if isComplete { return index + 1 }
    }
    return text.count
  }

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

  private mutating func read(_ byte: UInt8, at index: Int) {
    switch byte {
    case 0: isReadable = false
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

  private mutating func close(at index: Int) {
    depth -= 1
    if depth == 2, isInItems { completePart = (index + 1, "]}") }
    if depth == 1, isInItems {
      isInItems = false
      completePart = (index + 1, "}")
    }
    if depth <= 0, isReadable { isComplete = true }
  }
}
