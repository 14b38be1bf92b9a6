import Glibc

/// Converts the markup of feeds to well-formed XML, piece by piece.
///
/// The output has one root element, balanced tags, and attributes in quotes. It contains none of these:
///
/// - a bare `&` or `<`, or an entity other than XML's own five;
/// - a control character that XML does not allow;
/// - a comment, a processing instruction, a document type or a namespace;
/// - a name from the feed, because a code replaces each name (``NameCode``).
///
/// The XML parser, libxml2, needs no error recovery for the output, so the meaning of a feed does not depend on the
/// version of libxml2. Line breaks are kept, so that messages have the right line number. The content of the output
/// does not depend on how the bytes are divided into pieces.
///
/// The repairs follow browsers:
///
/// - An unknown reference is text.
/// - An end tag also closes the elements that are still open inside of its element.
/// - An end tag that closes nothing is left out.
/// - An item that begins inside of another item ends the other item.
struct MarkupRepair {
  /// The kind of document, which determines the allowed root elements.
  enum Kind {
    case feed, opml
  }

  /// The part of the document that is being read.
  enum State: Equatable {
    case text, cdata, comment
    /// A processing instruction.
    case instruction
    /// The name of a start tag.
    case tagName
    /// The rest of a start tag, outside of values.
    case tag
    /// The value of an attribute in quotes.
    case value(quote: UInt8)
    /// The value of an attribute without quotes.
    case bareValue
    /// The name of an end tag.
    case endTagName
    /// The rest of an end tag.
    case endTag
    /// The bytes after the document.
    case end
  }

  let kind: Kind
  let limits: FeedLimits
  var state = State.text
  var openElements = OpenElements()
  var namespaces: Namespaces
  var entities: EntityExpander
  /// The tag that is being read.
  var tag = TagProgress()
  /// Whether something was repaired.
  var isRepaired = false
  /// Whether something was left out because of its length or depth.
  var isShortened = false
  /// Whether elements were still open after the last piece.
  private(set) var isCut = false
  /// How many bytes were read, without the bytes after the end of the document.
  private(set) var readCount = 0
  /// Whether the root element belongs to Atom. Then elements without a prefix belong to Atom, too.
  var isAtom = false
  /// The last bytes of the earlier pieces, which are not read yet, because their meaning depends on the next piece.
  private var carried: [UInt8] = []
  /// The number of carried bytes at which they are read again. With the last piece, they are read in any case. After
  /// an attempt, the number of carried bytes must grow by half before the next one, so that the time is linear for
  /// pieces of any size.
  private var neededCarriedCount = 0

  init(kind: Kind, limits: FeedLimits) {
    self.kind = kind
    self.limits = limits
    entities = EntityExpander(budget: limits.entityExpansion)
    namespaces = Namespaces(limit: limits.namespaceCount)
  }

  /// Whether the document has ended: its root element is closed, or in RSS 2.0 its channel. Also `true` after the last
  /// piece if ``isCut``.
  var isComplete: Bool { state == .end }

  /// Repairs the next piece, and appends it to `output`. The last piece may be empty. After the last piece, the
  /// elements that are still open are closed.
  mutating func repair(
    _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout [UInt8]
  ) throws(FeedParsingError) {
    if carried.isEmpty {
      try repairPiece(bytes, isLast: isLast, into: &output)
    } else {
      carried.append(contentsOf: bytes)
      guard isLast || carried.count >= neededCarriedCount else { return }
      let whole = carried
      carried.removeAll(keepingCapacity: true)
      try whole.withUnsafeBufferPointer { bytes throws(FeedParsingError) in
        try repairPiece(bytes, isLast: isLast, into: &output)
      }
    }
    neededCarriedCount = carried.count + max(carried.count / 2, 1)
    if isLast, state != .end { closeCutOffDocument(into: &output) }
  }

  private mutating func repairPiece(
    _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout [UInt8]
  ) throws(FeedParsingError) {
    var index = 0
    defer { readCount += index }
    while index < bytes.count {
      let next: Int?
      switch state {
      case .text: next = try readText(bytes, from: index, isLast: isLast, into: &output)
      case .cdata: next = readCDATA(bytes, from: index, into: &output)
      case .comment: next = skip(bytes, from: index, past: "-->", into: &output)
      case .instruction: next = skip(bytes, from: index, past: "?>", into: &output)
      case .tagName: next = readTagName(bytes, from: index)
      case .tag: next = try readTag(bytes, from: index, into: &output)
      case .value(let quote): next = try readValue(bytes, from: index, quote: quote, isLast: isLast)
      case .bareValue: next = try readValue(bytes, from: index, quote: nil, isLast: isLast)
      case .endTagName: next = readEndTagName(bytes, from: index, into: &output)
      case .endTag: next = readEndTag(bytes, from: index)
      case .end: return
      }
      guard let next else {
        carried.append(contentsOf: bytes[index...])
        return
      }
      index = next
    }
  }

  /// Writes the element `cut`, which marks that the open item, if any, is not complete. Then closes all elements.
  private mutating func closeCutOffDocument(into output: inout [UInt8]) {
    guard !openElements.isEmpty else { return }
    isCut = true
    if state == .cdata { output.append(contentsOf: "]]>".utf8) }
    writeEmptyElement(.cut, into: &output)
    while !openElements.isEmpty { openElements.closeInnermost(into: &output) }
    state = .end
  }

  func writeEmptyElement(_ element: FeedElement, into output: inout [UInt8]) {
    output.append(.lessThan)
    NameCode.append(element, to: &output)
    output.append(.slash)
    output.append(.greaterThan)
  }

  /// Changes the state. Returns `index`, so that a caller can return the result of this call.
  mutating func enter(_ state: State, at index: Int) -> Int {
    self.state = state
    return index
  }
}

/// Repair of text and of the markup in it. The functions with the parameter `start` read from this index on. They
/// return the index at which to continue, or `nil` if more bytes are needed.
extension MarkupRepair {
  private mutating func readText(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool, into output: inout [UInt8]
  ) throws(FeedParsingError) -> Int? {
    switch bytes[start] {
    case .lessThan: return try readMarkup(bytes, from: start, isLast: isLast, into: &output)
    case .ampersand:
      guard openElements.isEmpty else { return try readReference(bytes, from: start, isLast: isLast, into: &output) }
      return start + 1
    case let byte where byte.isForbiddenControl:
      isRepaired = true
      return start + 1
    default:
      let end = PlainBytes.endOfText(bytes, from: start)
      // Text before the root element is not a part of the feed, but for example a warning of the server's software.
      // Only the line breaks of this text are kept.
      if openElements.isEmpty {
        output.append(contentsOf: bytes[start..<end].lazy.filter { $0 == .newline })
      } else {
        Self.append(text: UnsafeBufferPointer(rebasing: bytes[start..<end]), to: &output)
      }
      return end
    }
  }

  /// Appends text without markup. If possible, a text of 32 bytes or more becomes a CDATA section, because libxml2
  /// reads a section as one block, and text character by character.
  private static func append(text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    // In a section, a carriage return would not be read as a line break, and `]]>` would end the section. So a text
    // with a carriage return or a `]` is not written as a section.
    let isSection =
      text.count >= 32 && memchr(text.baseAddress!, 0x0D, text.count) == nil
      && memchr(text.baseAddress!, 0x5D, text.count) == nil
    guard isSection else {
      // `>` is replaced, because libxml2's result for `]]>` in text depends on the division into pieces.
      guard text.contains(.greaterThan) else { return output.append(contentsOf: text) }
      for byte in text {
        if byte == .greaterThan { output.append(contentsOf: "&gt;".utf8) } else { output.append(byte) }
      }
      return
    }
    output.append(contentsOf: "<![CDATA[".utf8)
    output.append(contentsOf: text)
    output.append(contentsOf: "]]>".utf8)
  }

  /// Reads the beginning of a tag, a comment or other markup, at a `<`. A `<` without markup is text.
  private mutating func readMarkup(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool, into output: inout [UInt8]
  ) throws(FeedParsingError) -> Int? {
    let remainingCount = bytes.count - start
    guard remainingCount > 1 || isLast else { return nil }
    // At the end of the document, the space makes the `<` a text.
    let second = remainingCount > 1 ? bytes[start + 1] : .space
    if second.isASCIILetter || second == UInt8(ascii: "_") {
      tag.beginTag()
      return enter(.tagName, at: start + 1)
    }
    if second == .slash {
      guard remainingCount > 2 || isLast else { return nil }
      if remainingCount > 2, bytes[start + 2].isASCIILetter || bytes[start + 2] == UInt8(ascii: "_") {
        tag.beginTag()
        return enter(.endTagName, at: start + 2)
      }
    } else if second == UInt8(ascii: "?") {
      return enter(.instruction, at: start + 2)
    } else if second == UInt8(ascii: "!") {
      let rest = bytes[start...]
      // `<![CDATA[` and `<!DOCTYPE` have nine bytes. Markup with a `>` among fewer bytes is neither of them.
      guard remainingCount >= 9 || isLast || rest.contains(.greaterThan) else { return nil }
      if rest.beginsIgnoringCase("<!--") { return enter(.comment, at: start + 4) }
      if rest.beginsIgnoringCase("<![cdata[") {
        if !openElements.isEmpty { output.append(contentsOf: "<![CDATA[".utf8) }
        return enter(.cdata, at: start + 9)
      }
      if rest.beginsIgnoringCase("<!doctype") { return try readDocumentType(bytes, from: start, into: &output) }
    }
    isRepaired = true
    if !openElements.isEmpty { output.append(contentsOf: "&lt;".utf8) }
    return start + 1
  }

  private mutating func readDocumentType(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, into output: inout [UInt8]
  ) throws(FeedParsingError) -> Int? {
    // Inside of the root element, a document type belongs to a pasted page. Its beginning `<!DOCTYPE` is left out,
    // and the rest is read as text.
    guard openElements.isEmpty else { return start + 9 }
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

  private mutating func readCDATA(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, into output: inout [UInt8]
  ) -> Int? {
    var index = start
    // The first byte that is not copied yet.
    var copyStart = start
    defer { if !openElements.isEmpty { output.append(contentsOf: bytes[copyStart..<index]) } }
    while true {
      index = PlainBytes.endOfCDATA(bytes, from: index)
      guard index < bytes.count else { return index }
      if bytes[index] == UInt8(ascii: "]") {
        // With the next bytes, the bracket may become the end mark `]]>`.
        guard index + 2 < bytes.count else { return index == start ? nil : index }
        guard bytes[index + 1] == UInt8(ascii: "]"), bytes[index + 2] == .greaterThan else {
          index += 1
          continue
        }
        index += 3
        state = .text
        return index
      }
      isRepaired = true
      if !openElements.isEmpty {
        output.append(contentsOf: bytes[copyStart..<index])
        // The control character is left out. After a bracket, a new section begins, because the bytes before and after
        // the character could together be `]]>`, the end of the section.
        if output.last == UInt8(ascii: "]") { output.append(contentsOf: "]]><![CDATA[".utf8) }
      }
      index += 1
      copyStart = index
    }
  }

  /// Skips the bytes up to and including an end mark. Only their line breaks are kept.
  private mutating func skip(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, past endMark: StaticString, into output: inout [UInt8]
  ) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == endMark.utf8Start[0] {
        guard index + endMark.utf8CodeUnitCount <= bytes.count else { return index == start ? nil : index }
        if bytes[index...].beginsIgnoringCase(endMark) {
          state = .text
          return index + endMark.utf8CodeUnitCount
        }
      } else if bytes[index] == .newline {
        output.append(.newline)
      }
      index += 1
    }
    return index
  }
}

/// Finds the end of bytes that contain no markup and need no repair.
enum PlainBytes {
  /// Each byte is 1.
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  /// The high bit of each byte.
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Returns the index of the next `<`, `&` or forbidden control character in text, or the end.
  static func endOfText(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    end(bytes, from: start, first: .lessThan, second: .ampersand)
  }

  /// Returns the index of the next `]` or forbidden control character in a CDATA section, or the end.
  static func endOfCDATA(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    end(bytes, from: start, first: UInt8(ascii: "]"), second: UInt8(ascii: "]"))
  }

  /// Returns the index of the next byte in an attribute's value that ends the value or may need a repair, or the end.
  static func endOfValue(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, quote: UInt8) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote || byte == .ampersand || byte == .lessThan || byte == UInt8(ascii: "\"")
        || byte.isForbiddenControl
      {
        return index
      }
      index += 1
    }
    return index
  }

  /// Returns the index of the next byte that is `first`, `second` or a forbidden control character, or the end.
  /// Examines eight bytes at a time.
  @inline(__always)
  private static func end(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, first: UInt8, second: UInt8) -> Int {
    let count = bytes.count
    guard start < count else { return count }
    // Safe because the reads below stay within the buffer, which is not empty.
    let base = UnsafeRawPointer(bytes.baseAddress!)
    let (firsts, seconds) = (ones &* UInt64(first), ones &* UInt64(second))
    var index = start
    while index < count {
      while index + 8 <= count {
        let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        // A byte that is `first` is zero in `firstDifferences`. The high bits of `found` are set at zero bytes of the
        // two differences and at control characters. Some other bytes are also found, such as white space, so the
        // loop below checks each byte.
        let (firstDifferences, secondDifferences) = (word ^ firsts, word ^ seconds)
        let controls = (word &- ones &* 0x20) & ~word
        let found =
          (firstDifferences &- ones) & ~firstDifferences | (secondDifferences &- ones) & ~secondDifferences | controls
        guard found & highBits == 0 else { break }
        index += 8
      }
      let limit = min(count, index + 8)
      while index < limit {
        let byte = bytes[index]
        if byte == first || byte == second || byte.isForbiddenControl { return index }
        index += 1
      }
    }
    return count
  }
}
