/// The kinds of texts in feeds, which have different limits.
enum TextKind {
  case notes, title, address, value

  /// The kind of an element's text.
  init(_ element: FeedElement) {
    switch element {
    case .description, .contentEncoded, .itunesSummary, .itunesSubtitle, .subtitle, .atomSummary, .atomContent: self = .notes
    case .guid, .atomID, .link, .url, .newFeedURL, .itunesImage, .logo, .icon, .podcastGUID: self = .address
    case .publicationDate, .date, .updated, .itunesDuration, .itunesType, .itunesEpisodeType, .season, .episode, .explicit, .block, .language,
      .medium, .locked:
      self = .value
    default: self = .title
    }
  }

  func limit(_ limits: FeedLimits) -> Int {
    switch self {
    case .notes: limits.textLength
    case .title: limits.titleLength
    case .address: limits.addressLength
    case .value: limits.valueLength
    }
  }

  /// Whether the beginning of a text that is too long is of use. Half an address is not, and half of the notes may be half of a tag.
  var keepsBeginning: Bool { self == .title || self == .value }
}

/// The text of one element, up to a limit.
struct CollectedText {
  /// The text. White space around it is left out.
  private(set) var bytes: [UInt8] = []
  /// Whether there was more of it, or an element in it was nested too deeply.
  private(set) var isShortened = false
  private(set) var keepsBeginning = false
  private var limit = 0

  mutating func begin(limit: Int, keepsBeginning: Bool) {
    // Where the last text was taken, its room went with it.
    bytes.removeAll(keepingCapacity: true)
    self.limit = limit
    self.keepsBeginning = keepsBeginning
    isShortened = false
  }

  mutating func append(_ piece: UnsafeRawBufferPointer) {
    if bytes.isEmpty {
      guard let start = piece.firstIndex(where: { !$0.isXMLSpace }) else { return }
      return add(piece[start...])
    }
    add(piece[...])
  }

  private mutating func add(_ piece: Slice<UnsafeRawBufferPointer>) {
    // White space behind the limit may be the end of the text, so that some of it is kept until then.
    let room = limit + 64 - bytes.count
    guard !isShortened, room >= 0 else { return }
    bytes.append(contentsOf: piece.prefix(room))
    if piece.count > room { shorten() }
  }

  /// Leaves out the whole text.
  mutating func drop() {
    isShortened = true
    keepsBeginning = false
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func end() {
    while let last = bytes.last, last.isXMLSpace { bytes.removeLast() }
    if bytes.count > limit { shorten() }
  }

  private mutating func shorten() {
    isShortened = true
    if keepsBeginning { bytes = Array(bytes.prefixOfCharacters(limit)) } else { bytes.removeAll(keepingCapacity: limit < 65_536) }
  }
}

extension Array<UInt8> {
  /// At most `count` bytes of UTF-8, without a character that would be cut in two.
  func prefixOfCharacters(_ count: Int) -> ArraySlice<UInt8> {
    guard self.count > count else { return self[...] }
    var end = count
    while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
    return self[..<end]
  }
}
