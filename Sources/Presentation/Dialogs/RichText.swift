/// A text whose parts can have styles and links.
package struct RichText: Hashable, Sendable {
  /// The plain text.
  package private(set) var text: String
  /// The parts with a style or a link, in order. Empty for a plain text.
  package private(set) var spans: [Span] = []

  /// The styles of a part.
  package struct Style: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let emphasis = Style(rawValue: 1)
    package static let strong = Style(rawValue: 2)
    package static let strikethrough = Style(rawValue: 4)
    package static let code = Style(rawValue: 8)
  }

  /// A part with a style or a link.
  package struct Span: Hashable, Sendable {
    /// The range of the part in the text's UTF-8.
    package var bytes: Range<Int>
    package var style: Style = []
    /// The address of the link, or `nil` if the part is not a link.
    package var address: String?
  }

  /// Creates a plain text.
  package init(_ text: String = "") {
    self.text = text
  }

  /// Whether any part of the text is a link.
  package var hasLinks: Bool { spans.contains { $0.address != nil } }

  /// The addresses of the links, in order. Adjacent parts with the same address count as one link, even if their styles
  /// differ.
  package var addresses: [String] {
    var addresses: [String] = []
    var last: Span?
    for span in spans {
      let continuesLink = span.address == last?.address && span.bytes.lowerBound == last?.bytes.upperBound
      if let address = span.address, !continuesLink { addresses.append(address) }
      last = span
    }
    return addresses
  }

  /// Returns the text after applying `replacement` to the words of each part, including the plain parts, and to the
  /// address of each link.
  package func replacing(_ replacement: (String) -> String) -> RichText {
    var result = RichText()
    forEachPart { words, span in
      let start = result.text.utf8.count
      result.text += replacement(String(words))
      guard var span else { return }
      span.bytes = start..<result.text.utf8.count
      span.address = span.address.map(replacement)
      result.spans.append(span)
    }
    return result
  }

  /// The text without its links. The words and the styles of the links are kept.
  package var withoutLinks: RichText {
    var text = self
    for index in text.spans.indices { text.spans[index].address = nil }
    text.spans.removeAll { $0.style.isEmpty }
    return text
  }

  /// Calls a closure for each part of the text in order, including the plain parts between the spans. The span of a
  /// plain part is `nil`.
  package func forEachPart(_ body: (_ words: Substring, _ span: Span?) -> Void) {
    var end = text.startIndex
    for span in spans {
      let start = text.utf8.index(text.startIndex, offsetBy: span.bytes.lowerBound)
      if end < start { body(text[end..<start], nil) }
      end = text.utf8.index(start, offsetBy: span.bytes.count)
      body(text[start..<end], span)
    }
    if end < text.endIndex { body(text[end...], nil) }
  }

  /// Whether the text has only one line, of at most `limit` UTF-8 bytes.
  package func isOneLine(ofAtMost limit: Int) -> Bool { text.isOneLine(ofAtMost: limit) }

  /// Returns the first line of the text, or at most its first `limit` UTF-8 bytes. An ellipsis follows if the line is
  /// cut, or if the text has a line end.
  package func firstLine(to limit: Int) -> RichText {
    guard !isOneLine(ofAtMost: limit) else { return self }
    let line = text.utf8.prefix(limit).firstIndex(where: \.isLineEnd).map {
      text.utf8.distance(from: text.startIndex, to: $0)
    }
    return truncated(to: line ?? limit)
  }

  /// Returns the text, or its beginning with an ellipsis if the text is longer than `limit` UTF-8 bytes.
  ///
  /// The ellipsis is added to at most `limit` bytes, and belongs to no span. No character is cut in two.
  package func truncated(to limit: Int) -> RichText {
    guard text.utf8.count > limit else { return self }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end.samePosition(in: text) == nil { text.utf8.formIndex(before: &end) }
    let length = text.utf8.distance(from: text.startIndex, to: end)
    var result = RichText(String(text[..<end]) + "…")
    for var span in spans where span.bytes.lowerBound < length {
      span.bytes = span.bytes.clamped(to: 0..<length)
      result.spans.append(span)
    }
    return result
  }

  /// Appends a plain text.
  package mutating func append(_ words: some StringProtocol) {
    text += words
  }

  /// Appends another text with its spans.
  package mutating func append(_ other: RichText) {
    let start = text.utf8.count
    text += other.text
    for var span in other.spans {
      span.bytes = span.bytes.lowerBound + start..<span.bytes.upperBound + start
      spans.append(span)
    }
  }

  /// Adds a style to the whole text after a byte offset. Existing styles are kept.
  package mutating func add(_ style: Style, from start: Int) {
    if !style.isEmpty { changeSpans(from: start) { $0.style.formUnion(style) } }
  }

  /// Creates one link from the whole text after a byte offset. An empty address creates no link.
  package mutating func link(to address: String, from start: Int) {
    if !address.isEmpty { changeSpans(from: start) { $0.address = address } }
  }

  /// Changes the spans of the whole text after a byte offset. Plain parts become spans first. No span may begin before
  /// the offset and end after the offset.
  private mutating func changeSpans(from start: Int, _ change: (inout Span) -> Void) {
    let firstIndex = spans.lastIndex { $0.bytes.lowerBound < start }.map { $0 + 1 } ?? 0
    var changed: [Span] = []
    var position = start
    for span in spans[firstIndex...] {
      if position < span.bytes.lowerBound { changed.append(Span(bytes: position..<span.bytes.lowerBound)) }
      changed.append(span)
      position = span.bytes.upperBound
    }
    if position < text.utf8.count { changed.append(Span(bytes: position..<text.utf8.count)) }
    for index in changed.indices { change(&changed[index]) }
    spans.replaceSubrange(firstIndex..., with: changed)
  }
}

extension String {
  /// Whether the text has only one line, of at most `limit` UTF-8 bytes.
  package func isOneLine(ofAtMost limit: Int) -> Bool { utf8.count <= limit && !utf8.contains(where: \.isLineEnd) }

  /// Returns the text, or its beginning with an ellipsis if the text is longer than `limit` UTF-8 bytes. The ellipsis
  /// is added to at most `limit` bytes.
  package func truncated(to limit: Int) -> String {
    utf8.count <= limit ? self : RichText(self).truncated(to: limit).text
  }
}

extension UInt8 {
  /// Whether the byte is a line feed or a carriage return.
  fileprivate var isLineEnd: Bool { self == 10 || self == 13 }
}
