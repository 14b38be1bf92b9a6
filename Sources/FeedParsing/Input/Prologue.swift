/// The bytes before a feed's markup, and the encoding that the XML declaration names.
///
/// Some servers send blank lines, byte order marks or error messages of their software before the markup.
struct Prologue: Equatable {
  /// The index of the feed's markup. The bytes before it are left out.
  var start: Int
  /// Whether the bytes before the markup begin with a text, after white space and byte order marks, or contain an HTML
  /// element for formatted text.
  var hasText = false
  /// The encoding that the XML declaration names.
  var encoding: String?

  /// Whether a document that begins with `bytes` is a JSON object, after white space and byte order marks.
  static func isJSONObject(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.first { !$0.isXMLSpace && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF } == UInt8(ascii: "{")
  }

  /// Returns the prologue of a document that begins with `bytes`, or `nil` if more bytes are needed. `isComplete` means
  /// that no bytes follow.
  ///
  /// Throws if these bytes show that the document is not a feed, or if a complete document has no feed's markup.
  static func find(in bytes: some RandomAccessCollection<UInt8>, isComplete: Bool) throws(FeedParsingError) -> Prologue?
  {
    var scanner = PrologueScanner(bytes: Array(bytes))
    if var prologue = try scanner.scan() {
      prologue.hasText = scanner.hasText(before: prologue.start)
      return prologue
    }
    guard isComplete else { return nil }
    throw scanner.missingMarkupError()
  }
}

/// Searches for the first markup that belongs to a feed.
private struct PrologueScanner {
  let bytes: [UInt8]
  /// The index at which the search continues.
  private var position = 0
  /// Whether an HTML element for formatted text was found, such as `<br>`. An error message or a web page may contain
  /// such an element.
  private var hasHTMLFormatting = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the prologue, or `nil` if more bytes are needed. Throws if the document is a web page or a list in JSON.
  mutating func scan() throws(FeedParsingError) -> Prologue? {
    if isJSONList { throw .notAFeed(reason: "It is JSON.") }
    while let start = bytes[position...].firstIndex(of: .lessThan) {
      let rest = bytes[start...]
      if rest.beginsIgnoringCase("<!--") {
        guard let end = end(of: "-->", from: start) else { return nil }
        position = end
      } else if rest.beginsIgnoringCase("<?") {
        guard let end = end(of: "?>", from: start) else { return nil }
        if rest.beginsIgnoringCase("<?xml") {
          return Prologue(start: start, encoding: encoding(in: bytes[start..<end]))
        }
        position = end
      } else if rest.count < 9 && rest.beginsIgnoringCase("<!") {
        // `<!doctype` has 9 bytes. Fewer bytes may be the beginning of a document type or of a comment.
        return nil
      } else if rest.beginsIgnoringCase("<!doctype") {
        return Prologue(start: start)
      } else {
        let name = rest.dropFirst().prefix { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: ":") }
        if name.endIndex == bytes.endIndex { return nil }
        if try canBeginFeed(name) { return Prologue(start: start) }
        position = start + 1
      }
    }
    position = bytes.endIndex
    return nil
  }

  /// Whether an element may begin a feed. Throws `.webPage` for an element that only a web page has. Returns `false`
  /// for an HTML element for formatted text, because error messages of PHP before a feed contain such elements.
  private mutating func canBeginFeed(_ name: ArraySlice<UInt8>) throws(FeedParsingError) -> Bool {
    if name.isEmpty { return false }
    for pageTag: StaticString in ["html", "head", "body", "title", "meta", "script"]
    where name.equalsIgnoringCase(pageTag) {
      throw .webPage
    }
    for formattingTag: StaticString in [
      "br", "b", "p", "i", "div", "span", "font", "table", "tr", "td", "th", "pre", "a", "hr", "h1", "h2", "strong",
    ]
    where name.equalsIgnoringCase(formattingTag) {
      hasHTMLFormatting = true
      return false
    }
    return true
  }

  /// Returns an error that describes the content of a document without a feed's markup.
  func missingMarkupError() -> FeedParsingError {
    if hasHTMLFormatting { return .webPage }
    let text = bytesAfterByteOrderMarks
    if text.isEmpty { return .notAFeed(reason: "It is empty.") }
    if text.first == .lessThan { return .truncated }
    if text.starts(with: [0x1F, 0x8B]) { return .notAFeed(reason: "It is compressed with gzip.") }
    if text.beginsIgnoringCase("%pdf") { return .notAFeed(reason: "It is a PDF document.") }
    if text.beginsIgnoringCase("id3") || text.starts(with: [0xFF, 0xFB]) || text.beginsIgnoringCase("oggs") {
      return .notAFeed(reason: "It is an audio file.")
    }
    return .notAFeed(reason: "There is no XML in it.")
  }

  /// The bytes without the white space and the byte order marks at the start.
  private var bytesAfterByteOrderMarks: ArraySlice<UInt8> {
    bytes.drop { $0.isXMLSpace || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
  }

  /// The value of ``Prologue/hasText`` for markup that begins at an index.
  func hasText(before end: Int) -> Bool {
    let text = bytesAfterByteOrderMarks
    return text.startIndex < end && text.first != .lessThan || hasHTMLFormatting
  }

  /// Whether the document is a list in JSON, of objects or of texts.
  private var isJSONList: Bool {
    let text = bytesAfterByteOrderMarks
    guard text.first == UInt8(ascii: "["), let second = text.dropFirst().first(where: { !$0.isXMLSpace }) else {
      return false
    }
    return second == UInt8(ascii: "{") || second == UInt8(ascii: "\"")
  }

  /// Returns the index after the first occurrence of a text from `start` on, or `nil`.
  private func end(of text: StaticString, from start: Int) -> Int? {
    var index = start
    while index + text.utf8CodeUnitCount <= bytes.endIndex {
      if bytes[index...].beginsIgnoringCase(text) { return index + text.utf8CodeUnitCount }
      index += 1
    }
    return nil
  }

  /// Returns the value of `encoding` in an XML declaration, in lower case.
  private func encoding(in declaration: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: declaration, as: UTF8.self).lowercased()
    guard let key = text.firstRange(of: "encoding") else { return nil }
    let value = text[key.upperBound...].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return value.dropFirst().prefix { $0 != quote }.trimmed
  }
}

extension StringProtocol where UTF8View: BidirectionalCollection {
  /// The text without white space at both ends.
  var trimmed: String { String(decoding: utf8.trimmingXMLSpace, as: UTF8.self) }
}
