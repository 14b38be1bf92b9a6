/// Repair of tags. `bytes` is a piece of the document. Each function `read…` with the parameter `start` reads from this
/// index of the piece on, and returns the index at which to continue.
extension MarkupRepair {
  /// Reads the name of a start tag. If the piece ends first, the name may continue in the next piece.
  mutating func readTagName(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let end = readName(bytes, from: start)
    return end < bytes.count ? enter(.tag, at: end) : end
  }

  /// Reads the name of a tag, of which at most `TagProgress.longestName` bytes are kept. Adds all bytes of the name to
  /// the length of the tag.
  private mutating func readName(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end].isNameByte { end += 1 }
    tag.name.append(contentsOf: bytes[start..<end].prefix(TagProgress.longestName - tag.name.count))
    tag.length += end - start
    return end
  }

  /// Reads one byte of a start tag, outside of the tag's name and the attributes' values.
  mutating func readTag(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, into output: inout [UInt8]
  ) throws(FeedParsingError) -> Int {
    let byte = bytes[start]
    tag.length += 1
    switch byte {
    case .greaterThan, .lessThan:  // A `<` means that the `>` is missing. The tag ends here.
      completeAttribute()
      if byte == .lessThan { isRepaired = true }
      state = .text
      try openElement(into: &output)
      return byte == .lessThan ? start : start + 1
    case _ where tag.length > limits.tagLength:  // The rest of the tag is left out, except for a final `/`.
      isShortened = true
      if byte == .slash { tag.lastByte = .slash } else { tag.lastByte = 0 }
      return start + 1
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      guard tag.lastByte == .equals else { return start + 1 }
      tag.beginValue()
      return enter(.value(quote: byte), at: start + 1)
    case .equals:
      guard tag.isInAttributeName else { return start + 1 }
      tag.lastByte = byte
    case _ where byte.isXMLSpace:
      // Line breaks are kept, so that messages have the right line number.
      if byte == .newline { output.append(byte) }
      tag.isAfterSpace = true
      return start + 1
    case _ where tag.lastByte == .equals:  // A value without quotes begins.
      isRepaired = true
      tag.beginValue()
      return enter(.bareValue, at: start)
    case .slash:
      completeAttribute()
      tag.lastByte = .slash
    default: readAttributeName(byte)
    }
    tag.isAfterSpace = false
    return start + 1
  }

  /// Reads one byte of an attribute's name. Bytes that are not allowed in a name are left out.
  private mutating func readAttributeName(_ byte: UInt8) {
    let beginsName = tag.isAfterSpace || !tag.isInAttributeName
    guard beginsName ? byte.isASCIILetter || byte == UInt8(ascii: "_") : byte.isNameByte else { return }
    if beginsName {
      completeAttribute()
      tag.beginAttributeName(byte)
    } else {
      tag.appendToAttributeName(byte)
    }
  }

  /// Adds an empty value to the last attribute, if the attribute has no value.
  private mutating func completeAttribute() {
    if tag.isInAttributeName || tag.lastByte == .equals {
      isRepaired = true
      tag.beginValue()
      tag.endValue()
    }
  }

  /// Reads a part of a value. A value without quotes (`quote` is `nil`) ends at white space or `>`. Returns the next
  /// index, or `nil` if more bytes are needed. `isLast` is whether the piece is the document's last one.
  mutating func readValue(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, quote: UInt8?, isLast: Bool
  ) throws(FeedParsingError) -> Int? {
    let byte = bytes[start]
    if let quote {
      let end = PlainBytes.endOfValue(bytes, from: start, quote: quote)
      if end > start {
        tag.appendToValue(bytes[start..<end])
        return advance(by: end - start, from: start)
      }
    }
    if byte == quote || quote == nil && (byte.isXMLSpace || byte == .greaterThan) {
      tag.endValue()
      return enter(.tag, at: byte == quote ? start + 1 : start)
    }
    switch byte {
    case .ampersand:
      var markup: [UInt8] = []
      guard let end = try readReference(bytes, from: start, isLast: isLast, into: &markup) else { return nil }
      tag.appendToValue(markup)
      return advance(by: end - start, from: start)
    case .lessThan:
      isRepaired = true
      tag.appendToValue("&lt;".utf8)
    case UInt8(ascii: "\""): tag.appendToValue("&quot;".utf8)
    case _ where byte.isForbiddenControl: isRepaired = true
    default: tag.appendToValue(CollectionOfOne(byte))
    }
    return advance(by: 1, from: start)
  }

  /// Adds bytes of a value to the length of the tag, and returns the next index. If the tag becomes too long, leaves
  /// out the attribute. The tag then ends with the next `>` or `<`, even if this byte is in quotes.
  private mutating func advance(by count: Int, from start: Int) -> Int {
    // Count only up to the limit, so that the result does not depend on the size of the piece.
    let used = min(count, max(limits.tagLength - tag.length, 1))
    tag.length += used
    if tag.length >= limits.tagLength {
      isShortened = true
      tag.dropAttribute()
      state = .tag
    }
    return start + used
  }

  /// Reads the name of an end tag, and closes its element. If the piece ends first, the name may continue in the next
  /// piece.
  mutating func readEndTagName(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, into output: inout [UInt8]) -> Int
  {
    let end = readName(bytes, from: start)
    if end < bytes.count {
      state = .endTag
      closeElement(into: &output)
    }
    return end
  }

  /// Reads from the name of an end tag to the end of the tag. A `<` also ends the tag.
  mutating func readEndTag(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let end = bytes[start...].firstIndex(where: { $0 == .greaterThan || $0 == .lessThan }) else {
      return bytes.count
    }
    state = .text
    return bytes[end] == .greaterThan ? end + 1 : end
  }
}

/// Opening and closing of elements.
extension MarkupRepair {
  /// Opens the element whose start tag was read.
  private mutating func openElement(into output: inout [UInt8]) throws(FeedParsingError) {
    declareNamespaces()
    let element = tagElement()
    if openElements.isEmpty {
      try checkRoot(element)
    } else if element == .item, let count = openElements.countToCloseItem {
      // An item inside of an item: the end tag of the outer item is missing.
      isRepaired = true
      // Closing the outer item also removes the namespaces of this tag, because they were declared at a depth inside of
      // the outer item. So they are declared again.
      closeElements(count, into: &output)
      declareNamespaces()
    }
    guard openElements.count < limits.depth else { return writeTooDeep(into: &output) }
    output.append(.lessThan)
    NameCode.append(element, to: &output)
    output.append(contentsOf: tag.output)
    if tag.isEmptyElement {
      output.append(.slash)
      namespaces.removeDeclarations(deeperThan: openElements.count)
      if openElements.isEmpty { state = .end }
    } else {
      openElements.push(tag.name, element)
    }
    output.append(.greaterThan)
  }

  /// Declares the namespaces of the tag for its element.
  private mutating func declareNamespaces() {
    for declaration in tag.declarations {
      namespaces.declare(prefixHash: declaration.prefix, address: declaration.address, depth: openElements.count + 1)
    }
  }

  /// Writes the element `tooDeep` instead of an element that is nested too deeply. The replaced element is not
  /// added to `openElements`, so its end tag will be left out.
  private mutating func writeTooDeep(into output: inout [UInt8]) {
    isShortened = true
    namespaces.removeDeclarations(deeperThan: openElements.count)
    writeEmptyElement(.tooDeep, into: &output)
  }

  /// Returns the element for the name of the tag.
  private mutating func tagElement() -> FeedElement {
    let colon = tag.name.firstIndex(of: UInt8(ascii: ":"))
    let local = colon.map { tag.name[($0 + 1)...] } ?? tag.name[...]
    let vocabulary = namespaces.vocabulary(prefix: tag.name[..<(colon ?? 0)])
    // In an Atom feed, a name of Atom needs no prefix, whatever namespace is declared.
    if isAtom, colon == nil, case let element = FeedElement(local, in: .atom), element != .other { return element }
    let element = FeedElement(local, in: vocabulary)
    // If a name without a prefix is unknown in the declared namespace, but is a name of RSS, the declaration is wrong.
    return element == .other && colon == nil ? FeedElement(local, in: .rss) : element
  }

  /// Throws if the root element does not belong to this kind of document. Sets ``isAtom`` for a feed in Atom.
  private mutating func checkRoot(_ element: FeedElement) throws(FeedParsingError) {
    if kind == .opml {
      guard element != .opml else { return }
      throw .notAFeed(
        reason: "Its root element is <\(String(decoding: tag.name.prefix(40), as: UTF8.self))>, not <opml>.")
    }
    switch element {
    case .rss, .rdf, .channel: break
    case .atomFeed: isAtom = true
    case .page: throw .webPage
    case .opml: throw .notAFeed(reason: "It is an OPML list of feeds.")
    default:
      throw .notAFeed(
        reason: "Its root element is <\(String(decoding: tag.name.prefix(40), as: UTF8.self))>, not <rss>.")
    }
  }

  /// Closes the element whose end tag was read.
  private mutating func closeElement(into output: inout [UInt8]) {
    // An end tag without an open element of its name is left out.
    guard let count = openElements.countToClose(tag.name) else { return isRepaired = true }
    // The elements inside of the closed element have no end tags.
    if count > 1 { isRepaired = true }
    let isChannel = closeElements(count, into: &output) == .channel
    // In RSS 2.0 the document ends with the channel, so the root element is closed too. In RSS 1.0 the items follow the
    // channel.
    if isChannel, openElements.count == 1, openElements.root == .rss { openElements.closeInnermost(into: &output) }
    if openElements.isEmpty { state = .end }
  }

  /// Closes the innermost `count` elements, and returns the outermost of them.
  @discardableResult
  private mutating func closeElements(_ count: Int, into output: inout [UInt8]) -> FeedElement {
    var element = FeedElement.other
    for _ in 0..<count { element = openElements.closeInnermost(into: &output) }
    namespaces.removeDeclarations(deeperThan: openElements.count)
    return element
  }
}
