/// The kinds of texts in feeds. Each kind has its own limit.
enum TextKind {
  case notes, title, address
  /// A short value, such as a date or a number.
  case value

  /// Creates the kind of an element's text.
  init(_ element: FeedElement) {
    switch element {
    case .description, .contentEncoded, .itunesSummary, .itunesSubtitle, .subtitle, .atomSummary, .atomContent:
      self = .notes
    case .guid, .atomID, .link, .url, .newFeedURL, .itunesImage, .logo, .icon: self = .address
    case .publicationDate, .date, .updated, .itunesDuration, .itunesType, .itunesEpisodeType, .season, .episode,
      .explicit, .block, .language,
      .medium, .locked, .podcastGUID:
      self = .value
    default: self = .title
    }
  }

  /// Returns the maximum length of a text of this kind, in bytes.
  func limit(_ limits: FeedLimits) -> Int {
    switch self {
    case .notes: limits.textLength
    case .title: limits.titleLength
    case .address: limits.addressLength
    case .value: limits.valueLength
    }
  }

  /// Whether the beginning of a text that is too long is kept. A part of an address is useless, and a part of the notes
  /// may end inside of a tag.
  var keepsBeginning: Bool { self == .title || self == .value }
}

/// The text of one element, up to a limit.
struct CollectedText {
  /// The text, without white space at its start. After ``end()``, the text has no white space at its end either, unless
  /// ``end()`` has shortened the text.
  private(set) var bytes: [UInt8] = []
  /// Whether the text was too long, or contained an element that was nested too deeply.
  private(set) var isShortened = false
  /// Whether the beginning of a text that is too long is kept.
  private(set) var keepsBeginning = false
  /// The maximum length of the text, in bytes.
  private var limit = 0

  /// Starts the text of another element.
  mutating func begin(limit: Int, keepsBeginning: Bool) {
    // The memory is reused, unless a copy of the previous text still uses it.
    bytes.removeAll(keepingCapacity: true)
    self.limit = limit
    self.keepsBeginning = keepsBeginning
    isShortened = false
  }

  /// Appends a piece of the text. White space at the start of the text is omitted.
  mutating func append(_ piece: UnsafeRawBufferPointer) {
    if bytes.isEmpty {
      guard let start = piece.firstIndex(where: { !$0.isXMLSpace }) else { return }
      return appendUpToLimit(piece[start...])
    }
    appendUpToLimit(piece[...])
  }

  private mutating func appendUpToLimit(_ piece: Slice<UnsafeRawBufferPointer>) {
    // White space after the limit may be the end of the text, so up to 64 bytes more are kept until ``end()``.
    let room = limit + 64 - bytes.count
    guard !isShortened, room >= 0 else { return }
    bytes.append(contentsOf: piece.prefix(room))
    if piece.count > room { shorten() }
  }

  /// Discards the text so far. Later pieces of this text are ignored.
  mutating func discard() {
    isShortened = true
    keepsBeginning = false
    bytes.removeAll(keepingCapacity: true)
  }

  /// Ends the text: removes white space at its end. If the text is still too long, shortens or discards it.
  mutating func end() {
    while let last = bytes.last, last.isXMLSpace { bytes.removeLast() }
    if bytes.count > limit { shorten() }
  }

  private mutating func shorten() {
    isShortened = true
    if keepsBeginning {
      bytes = Array(bytes.prefixOfCharacters(limit))
    } else {
      // The memory of notes, whose limit is high, is released.
      bytes.removeAll(keepingCapacity: limit < 65_536)
    }
  }
}

extension Array<UInt8> {
  /// Returns at most the first `byteCount` bytes of UTF-8. If the last character among these bytes is incomplete, its
  /// bytes are left out.
  func prefixOfCharacters(_ byteCount: Int) -> ArraySlice<UInt8> {
    guard count > byteCount else { return self[...] }
    var end = byteCount
    while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
    return self[..<end]
  }
}
