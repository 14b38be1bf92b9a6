/// A text from a feed, converted from HTML to plain text.
///
/// The text is for display only, and must not be rendered as HTML. Tags are removed for readability and not for safety.
/// Feeds are untrusted, so each character is read a bounded number of times, and the input and the output are limited.
package struct PlainText: Hashable, Sendable {
  /// The default limit of a text, in Unicode scalars: about twenty pages.
  package static let defaultLimit = 30_000
  /// The markup is read up to the limit of the text times this factor. The rest of the markup is ignored.
  private static let markupLimitFactor = 20

  package private(set) var text = ""

  /// Converts HTML or plain text. Plain text within the limit only loses the white space around it.
  ///
  /// - Parameters:
  ///   - markup: The text from a feed.
  ///   - limit: The largest number of Unicode scalars of text. A longer text is cut, and an ellipsis is added.
  package init(markup: String, limit: Int = defaultLimit) {
    let (markupLimit, isOverflow) = limit.multipliedReportingOverflow(by: Self.markupLimitFactor)
    let source = markup.unicodeScalars.prefix(isOverflow ? Int.max : markupLimit)
    var reader = PlainTextReader(source, limit: limit)
    reader.read()
    let isCut = reader.isFull || source.endIndex != markup.unicodeScalars.endIndex
    text = String(Self.trimmed(reader.output))
    if isCut { text += "…" }
  }

  private static func trimmed(_ scalars: String.UnicodeScalarView) -> Substring.UnicodeScalarView {
    var rest = scalars[...].drop { $0.properties.isWhitespace }
    while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
    return rest
  }
}

/// Converts a text from a feed to plain text, from the start to the end of the text.
private struct PlainTextReader {
  /// The length of the longest reference that is read, in Unicode scalars, with its `;` but without its `&`.
  private static let longestReference = 12
  /// More scalars than the name of any tag in ``appendBreaks(ofTag:isClosing:)`` has.
  private static let tagNameLimit = 12

  private(set) var output = String.UnicodeScalarView()
  /// Whether a scalar did not fit into the output, which has reached the limit.
  private(set) var isFull = false

  /// The markup that has not been read.
  private var rest: Substring.UnicodeScalarView
  /// How many scalars may still be appended to the output.
  private var remainingLength: Int
  /// Whether the end of a comment, `-->`, may still follow. `false` after one search without a result, so that the
  /// search is not repeated.
  private var mayHaveCommentEnd = true
  /// Whether the source contains `<` or `&`, with which tags and references such as `&amp;` begin. Otherwise the source
  /// is plain text, whose line breaks are kept.
  private let isMarkup: Bool

  init(_ source: Substring.UnicodeScalarView, limit: Int) {
    rest = source
    remainingLength = limit
    isMarkup = source.contains { $0 == "<" || $0 == "&" }
  }

  mutating func read() {
    while !isFull, let scalar = rest.first {
      switch scalar {
      case "<": readTag()
      case "&": readReference()
      default:
        rest.removeFirst()
        if isMarkup { appendCollapsingSpace(scalar) } else { append(scalar) }
      }
    }
  }

  /// Appends a scalar. Successive white space becomes one space, as in HTML. White space at the beginning of the
  /// output, or after a line break, is dropped.
  private mutating func appendCollapsingSpace(_ scalar: Unicode.Scalar) {
    if !scalar.properties.isWhitespace {
      append(scalar)
    } else if let last = output.last, !last.properties.isWhitespace {
      append(" ")
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    guard remainingLength > 0 else { return isFull = true }
    remainingLength -= 1
    output.append(scalar)
  }

  /// Reads a tag or skips a comment. A `<` that begins neither is kept, as in `1 < 2`. The search for the end of a tag
  /// stops at the next `<`, so that many unclosed tags do not cause repeated searches of the whole text.
  private mutating func readTag() {
    let inside = rest.dropFirst()
    if inside.starts(with: "!--".unicodeScalars), let end = commentEnd(in: inside) {
      return rest = rest[end...]
    }
    guard let first = inside.first, first.properties.isAlphabetic || "/!?".unicodeScalars.contains(first),
      let end = inside.firstIndex(where: { $0 == ">" || $0 == "<" }), inside[end] == ">"
    else {
      rest = inside
      return append("<")
    }
    let name = inside[..<end].drop { $0 == "/" }.prefix(Self.tagNameLimit).prefix {
      $0.properties.isAlphabetic || ("0"..."9").contains($0)
    }
    rest = inside[end...].dropFirst()
    appendBreaks(ofTag: String(name).lowercased(), isClosing: first == "/")
  }

  /// Returns the index after the end of a comment, or `nil` if the comment has no end. `inside` begins with `!--`.
  private mutating func commentEnd(in inside: Substring.UnicodeScalarView) -> String.Index? {
    guard mayHaveCommentEnd else { return nil }
    var hyphens = 0
    for index in inside.dropFirst(3).indices {
      let scalar = inside[index]
      if scalar == ">", hyphens >= 2 { return inside.index(after: index) }
      hyphens = scalar == "-" ? hyphens + 1 : 0
    }
    mayHaveCommentEnd = false
    return nil
  }

  /// Appends the line breaks that a tag causes. A list item begins with a bullet.
  private mutating func appendBreaks(ofTag tag: String, isClosing: Bool) {
    switch tag {
    case "br": endLine(breakCount: 1)
    case "p", "ul", "ol", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6": endLine(breakCount: 2)
    case "li" where !isClosing:
      endLine(breakCount: 1)
      append("•")
      append(" ")
    case "div", "tr": endLine(breakCount: 1)
    default: break
    }
  }

  /// Ends the line, so that the output ends with at least `breakCount` line breaks. Adds none at the beginning of the
  /// output.
  private mutating func endLine(breakCount: Int) {
    while output.last == " " {
      output.removeLast()
      remainingLength += 1
    }
    guard !output.isEmpty else { return }
    let presentBreakCount = output.suffix(breakCount).reversed().prefix { $0 == "\n" }.count
    for _ in presentBreakCount..<breakCount { append("\n") }
  }

  /// Appends the character of a reference, or the `&` if no reference follows.
  private mutating func readReference() {
    let inside = rest.dropFirst()
    guard let end = inside.prefix(Self.longestReference).firstIndex(of: ";"),
      let scalar = HTMLEntities.scalar(String(inside[..<end]))
    else {
      rest = inside
      return append("&")
    }
    rest = inside[end...].dropFirst()
    // A control character is replaced by a space, because it could end a C string or control a terminal.
    if scalar.properties.generalCategory == .control { appendCollapsingSpace(" ") } else { append(scalar) }
  }
}
