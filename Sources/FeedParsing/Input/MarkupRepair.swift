/// Turns the markup that feeds have into the markup that XML asks for, piece by piece.
///
/// What comes out has one root element, balanced tags, quoted attributes with spaces between them, no bare `&` or `<`, no entity but XML's
/// own five, no forbidden control character, no comment, no processing instruction and no document type. Whoever parses it needs no
/// opinion of errors, so what a feed means here does not depend on the XML parser's version. Lines are kept, for messages.
///
/// The repairs guess as browsers do: a reference that nobody knows is text; an end tag closes what is still open inside of its element;
/// an end tag that closes nothing is left out; what follows the root element is left out.
struct MarkupRepair {
  private enum Place: Equatable {
    case text, cdata, comment, instruction
    case tag
    case value(quote: UInt8)
    /// A value without quotes.
    case bareValue
    /// Behind the root element.
    case end
  }

  private let limits: FeedLimits
  private var place = Place.text
  private var open = OpenElements()
  private var entities: EntityExpander
  /// Of the tag that is being read: its length, its attributes, and where in it the reading is.
  private var tag = TagProgress()
  /// What could not be read without knowing what comes next.
  private var carried: [UInt8] = []

  init(limits: FeedLimits) {
    self.limits = limits
    entities = EntityExpander(budget: limits.entityExpansion)
  }

  /// Whether the root element is closed.
  var isComplete: Bool { place == .end }

  /// Appends the next piece, repaired, to `output`. The last piece, which may be empty, is said to be the last.
  mutating func repair(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout [UInt8]) throws(FeedParsingError) {
    guard !carried.isEmpty else { return try repairPiece(bytes, isLast: isLast, into: &output) }
    let whole = carried + bytes
    carried.removeAll()
    try whole.withUnsafeBufferPointer { bytes throws(FeedParsingError) in try repairPiece(bytes, isLast: isLast, into: &output) }
  }

  private mutating func repairPiece(
    _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout [UInt8]
  ) throws(FeedParsingError) {
    var index = 0
    while index < bytes.count {
      let next: Int?
      switch place {
      case .text: next = try readText(bytes, from: index, isLast: isLast, into: &output)
      case .cdata: next = readCDATA(bytes, from: index, into: &output)
      case .comment: next = skip(bytes, from: index, past: "-->", into: &output)
      case .instruction: next = skip(bytes, from: index, past: "?>", into: &output)
      case .tag: next = try readTag(bytes, from: index, into: &output)
      case .value(let quote): next = try readValue(bytes, from: index, quote: quote, isLast: isLast, into: &output)
      case .bareValue: next = try readValue(bytes, from: index, quote: nil, isLast: isLast, into: &output)
      case .end: return
      }
      guard let next else {
        carried.append(contentsOf: bytes[index...])
        break
      }
      index = next
    }
    guard carried.count <= max(limits.prologueLength, limits.tagLength) else { throw .hostile(reason: "It has a tag without an end.") }
  }
}

/// How far the reading of a tag has come.
private struct TagProgress {
  var length = 0
  var attributes = 0
  /// What was read last, white space aside: a byte of an attribute's name, `=`, `/`, or 0 behind the tag's name or a value.
  var last: UInt8 = 0
  var isBehindSpace = false
}

/// Text and what begins in it. Each function reads from an index on, and returns where to go on, or `nil` if more bytes are needed.
extension MarkupRepair {
  private mutating func readText(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool, into output: inout [UInt8]
  ) throws(FeedParsingError) -> Int? {
    switch bytes[start] {
    case .lessThan: return try readMarkup(bytes, from: start, isLast: isLast, into: &output)
    case .ampersand: return try readReference(bytes, from: start, isLast: isLast, into: &output)
    case let byte where byte.isForbiddenControl: return start + 1
    default:
      var end = start + 1
      while end < bytes.count, bytes[end].isPlainText { end += 1 }
      // Text before the root element is what a server's own program said; only its lines count.
      if open.isEmpty {
        output.append(contentsOf: bytes[start..<end].lazy.filter { $0 == .newline })
      } else {
        output.append(contentsOf: bytes[start..<end])
      }
      return end
    }
  }

  private mutating func readMarkup(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool, into output: inout [UInt8]
  ) throws(FeedParsingError) -> Int? {
    let rest = bytes[start...]
    guard rest.count >= 9 || isLast || rest.contains(.greaterThan) else { return nil }
    let second = rest.count > 1 ? bytes[start + 1] : .space
    if second == UInt8(ascii: "!") {
      if rest.beginsWithASCII("<!--") { return enter(.comment, at: start + 4) }
      if rest.beginsWithASCII("<![cdata[") {
        if !open.isEmpty { output.append(contentsOf: "<![CDATA[".utf8) }
        return enter(.cdata, at: start + 9)
      }
      if rest.beginsWithASCII("<!doctype") { return try readDocumentType(bytes, from: start, into: &output) }
    } else if second == UInt8(ascii: "?") {
      return enter(.instruction, at: start + 2)
    } else if second == .slash {
      if rest.count > 2, bytes[start + 2].isASCIILetter { return try readEndTag(bytes, from: start, isLast: isLast, into: &output) }
    } else if second.isASCIILetter || second == UInt8(ascii: "_") {
      return try readStartOfTag(bytes, from: start, isLast: isLast, into: &output)
    }
    if !open.isEmpty { output.append(contentsOf: "&lt;".utf8) }
    return start + 1
  }

  private mutating func enter(_ place: Place, at index: Int) -> Int {
    self.place = place
    return index
  }

  private mutating func readDocumentType(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, into output: inout [UInt8]
  ) throws(FeedParsingError) -> Int? {
    guard let type = DocumentType(Array(bytes[start...].prefix(limits.prologueLength))[...]) else {
      guard bytes.count - start < limits.prologueLength else { throw .hostile(reason: "Its document type has no end.") }
      return nil
    }
    if type.name.lowercased() == "html" { throw .webPage }
    entities.declare(type.entities)
    let end = start + type.length
    output.append(contentsOf: bytes[start..<end].lazy.filter { $0 == .newline })
    return end
  }

  private mutating func readCDATA(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, into output: inout [UInt8]) -> Int? {
    var index = start
    var run = start
    defer { if !open.isEmpty { output.append(contentsOf: bytes[run..<index]) } }
    while true {
      while index < bytes.count, bytes[index].isPlainCDATA { index += 1 }
      guard index < bytes.count else { return index }
      if bytes[index] == UInt8(ascii: "]") {
        guard index + 2 < bytes.count else { return index == start ? nil : index }
        guard bytes[index + 1] == UInt8(ascii: "]"), bytes[index + 2] == .greaterThan else {
          index += 1
          continue
        }
        index += 3
        place = .text
        return index
      }
      if !open.isEmpty { output.append(contentsOf: bytes[run..<index]) }
      index += 1
      run = index
    }
  }

  private mutating func skip(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, past text: StaticString, into output: inout [UInt8]
  ) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == text.utf8Start[0] {
        guard index + text.utf8CodeUnitCount <= bytes.count else { return index == start ? nil : index }
        if bytes[index...].beginsWithASCII(text) {
          place = .text
          return index + text.utf8CodeUnitCount
        }
      } else if bytes[index] == .newline {
        output.append(.newline)
      }
      index += 1
    }
    return index
  }
}

/// Tags.
extension MarkupRepair {
  private mutating func readStartOfTag(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool, into output: inout [UInt8]
  ) throws(FeedParsingError) -> Int? {
    var end = start + 1
    while end < bytes.count, bytes[end].isNameByte { end += 1 }
    guard end - start <= 256 else { throw .hostile(reason: "It has a tag with a name of more than 256 bytes.") }
    if end == bytes.count && !isLast { return nil }
    open.push(bytes[(start + 1)..<end])
    guard open.count <= limits.depth else { throw .hostile(reason: "Its elements nest deeper than \(limits.depth).") }
    output.append(contentsOf: bytes[start..<end])
    tag = TagProgress()
    place = .tag
    return end
  }

  private mutating func readTag(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, into output: inout [UInt8]
  ) throws(FeedParsingError) -> Int? {
    let byte = bytes[start]
    tag.length += 1
    try checkTag()
    switch byte {
    case .greaterThan, .lessThan:  // A `<` means that the tag has no end: it ends here.
      completeAttribute(into: &output)
      output.append(contentsOf: (tag.last == .slash ? "/>" : ">").utf8)
      return enter(placeAfterTag(isEmpty: tag.last == .slash), at: byte == .lessThan ? start : start + 1)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      guard tag.last == .equals else { return start + 1 }
      output.append(byte)
      return enter(.value(quote: byte), at: start + 1)
    case .equals:
      guard isInAttributeName else { return start + 1 }
      output.append(byte)
      tag.last = byte
    case _ where byte.isXMLSpace:
      output.append(byte)
      tag.isBehindSpace = true
      return start + 1
    case _ where tag.last == .equals:
      output.append(UInt8(ascii: "\""))
      return enter(.bareValue, at: start)
    case .slash:
      completeAttribute(into: &output)
      tag.last = .slash
    default: readAttributeName(byte, into: &output)
    }
    tag.isBehindSpace = false
    return start + 1
  }

  /// Takes one byte of an attribute's name. What cannot be in one is left out.
  private mutating func readAttributeName(_ byte: UInt8, into output: inout [UInt8]) {
    let isFirst = tag.isBehindSpace || !isInAttributeName
    guard isFirst ? byte.isASCIILetter || byte == UInt8(ascii: "_") : byte.isNameByte else { return }
    if isFirst {
      completeAttribute(into: &output)
      output.append(.space)
      tag.attributes += 1
    }
    output.append(byte)
    tag.last = byte
  }

  private var isInAttributeName: Bool { tag.last != 0 && tag.last != .slash && tag.last != .equals }

  /// Gives an attribute without a value an empty one.
  private mutating func completeAttribute(into output: inout [UInt8]) {
    if isInAttributeName { output.append(contentsOf: "=\"\"".utf8) }
    if tag.last == .equals { output.append(contentsOf: "\"\"".utf8) }
    if tag.last != .slash { tag.last = 0 }
  }

  private mutating func endValue(quote: UInt8, at index: Int, into output: inout [UInt8]) -> Int {
    output.append(quote)
    tag.last = 0
    return enter(.tag, at: index)
  }

  /// Reads a value. One without quotes (`quote` is `nil`) ends at white space or with the tag.
  private mutating func readValue(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, quote: UInt8?, isLast: Bool, into output: inout [UInt8]
  ) throws(FeedParsingError) -> Int? {
    let byte = bytes[start]
    tag.length += 1
    try checkTag()
    if byte == quote { return endValue(quote: byte, at: start + 1, into: &output) }
    if quote == nil && (byte.isXMLSpace || byte == .greaterThan) { return endValue(quote: UInt8(ascii: "\""), at: start, into: &output) }
    switch byte {
    case .ampersand: return try readReference(bytes, from: start, isLast: isLast, into: &output)
    case .lessThan: output.append(contentsOf: "&lt;".utf8)
    case UInt8(ascii: "\"") where quote == nil: output.append(contentsOf: "&quot;".utf8)
    case _ where byte.isForbiddenControl: break
    default: output.append(byte)
    }
    return start + 1
  }

  private func checkTag() throws(FeedParsingError) {
    if tag.length > limits.tagLength { throw .hostile(reason: "It has a tag of more than \(limits.tagLength) bytes.") }
    if tag.attributes > limits.attributeCount { throw .hostile(reason: "It has a tag with more than \(limits.attributeCount) attributes.") }
  }

  private mutating func placeAfterTag(isEmpty: Bool) -> Place {
    if isEmpty { open.pop() }
    return open.isEmpty ? .end : .text
  }

  private mutating func readEndTag(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool, into output: inout [UInt8]
  ) throws(FeedParsingError) -> Int? {
    let rest = bytes[start...]
    guard let end = rest.firstIndex(of: .greaterThan) else {
      if rest.count > 1024 { throw .hostile(reason: "It has a tag without an end.") }
      return isLast ? bytes.count : nil
    }
    let name = bytes[(start + 2)..<end].prefix { $0.isNameByte }
    if let count = open.countToClose(name) {
      for _ in 0..<count { open.popTag(into: &output) }
      if open.isEmpty { place = .end }
    }
    return end + 1
  }
}

/// References.
extension MarkupRepair {
  private mutating func readReference(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool, into output: inout [UInt8]
  ) throws(FeedParsingError) -> Int? {
    var end = start + 1
    let limit = min(bytes.count, start + 64)
    while end < limit, bytes[end].isNameByte || bytes[end] == UInt8(ascii: "#") { end += 1 }
    if end == bytes.count && end < start + 64 && !isLast { return nil }
    let name = bytes[(start + 1)..<end]
    let hasEnd = end < bytes.count && bytes[end] == .semicolon
    var replacement = EntityExpander.Replacement.unknown
    if let code = Reference.code(name) {
      replacement = entities.replacement(forCode: code)
    } else if hasEnd && !name.isEmpty {
      replacement = try entities.replacement(forName: name)
    }
    guard !open.isEmpty else { return start + 1 }
    switch replacement {
    case .markup(let markup): output.append(contentsOf: markup)
    case .reference: output.append(contentsOf: bytes[start...end])
    case .unknown:
      output.append(contentsOf: "&amp;".utf8)
      return start + 1
    }
    return hasEnd ? end + 1 : end
  }
}
