/// Reads the Markdown within a line of text: emphasis, code, what is struck out, and links.
///
/// It goes by CommonMark, with two differences. `~~` strikes out, as on GitHub. And a marker between a quotation mark and a letter of Chinese,
/// Japanese or Korean ends what it marks: `**“제목”**을` has no space there, where other languages have one. All other Markdown, such as
/// headings, pictures, entities and bare addresses, is text.
struct InlineMarkdown {
  /// What a text is made of, in order.
  enum Piece: Equatable {
    case text(String, RichText.Style)
    case linkBegins
    case linkEnds(address: String)
  }

  private let source: [UInt8]
  private let hasPlaceholders: Bool
  /// What is read next.
  private var position = 0
  /// Where the plain text begins that has not become a piece yet.
  private var plainStart = 0
  private var nodes: [Node] = []
  /// The runs of markers, in `nodes`, whose counterparts have not been looked for.
  private var markers: [Int] = []
  /// The brackets that may begin a link, innermost last.
  private var brackets: [Bracket] = []

  /// A piece of the source.
  private struct Node {
    enum Kind {
      case text
      case code
      case marker(Marker)
      case linkBegins
      case linkEnds(address: String)
    }

    var kind: Kind
    /// What of the source it shows.
    var bytes: Range<Int>
    /// By how many of each style there are more from here on, or fewer.
    var turns = Depths()
  }

  /// A run of asterisks, underscores or tildes.
  private struct Marker {
    let byte: UInt8
    /// How long the run was at first.
    let length: Int
    let canOpen: Bool
    let canClose: Bool

    /// What CommonMark looks at to tell whether a counterpart may be found: 18 kinds.
    var kind: Int { (byte == .asterisk ? 0 : byte == .underscore ? 1 : 2) * 6 + (canOpen ? 3 : 0) + length % 3 }
  }

  private struct Bracket {
    let node: Int
    /// How many markers there were before it.
    let markerCount: Int
  }

  /// How many of each style are around something.
  private struct Depths {
    var emphasis = 0
    var strong = 0
    var strikethrough = 0

    var style: RichText.Style {
      var style: RichText.Style = []
      if emphasis > 0 { style.insert(.emphasis) }
      if strong > 0 { style.insert(.strong) }
      if strikethrough > 0 { style.insert(.strikethrough) }
      return style
    }

    mutating func turn(_ style: RichText.Style, by count: Int) {
      switch style {
      case .strong: strong += count
      case .emphasis: emphasis += count
      default: strikethrough += count
      }
    }

    mutating func add(_ turns: Depths) {
      emphasis += turns.emphasis
      strong += turns.strong
      strikethrough += turns.strikethrough
    }
  }

  /// Whether there is anything in a text that could be Markdown.
  static func hasMarkers(_ text: String) -> Bool {
    for byte in text.utf8 {
      switch byte {
      case .asterisk, .underscore, .backtick, .tilde, .bracketOpen, .backslash: return true
      default: continue
      }
    }
    return false
  }

  /// Reads a text.
  ///
  /// - Parameter hasPlaceholders: Whether `%@` and the like stand for words, and not for punctuation.
  static func pieces(of text: String, hasPlaceholders: Bool = false) -> [Piece] {
    var reader = InlineMarkdown(source: Array(text.utf8), hasPlaceholders: hasPlaceholders)
    reader.read()
    return reader.pieces()
  }

  private init(source: [UInt8], hasPlaceholders: Bool) {
    self.source = source
    self.hasPlaceholders = hasPlaceholders
  }

  private mutating func read() {
    while position < source.count {
      switch source[position] {
      case .backslash: readEscape()
      case .backtick: readCode()
      case .asterisk, .underscore, .tilde: readMarker()
      case .bracketOpen: readBracket()
      case .bracketClose: readLinkEnd()
      default: position += 1
      }
    }
    endPlain(at: position)
    match(markersFrom: 0)
  }

  /// What is plain up to here is a piece. The next begins behind what is skipped.
  private mutating func endPlain(at end: Int, skipping count: Int = 0) {
    if plainStart < end { nodes.append(Node(kind: .text, bytes: plainStart..<end)) }
    plainStart = end + count
  }

  private func byte(at index: Int) -> UInt8? { index < source.count ? source[index] : nil }

  private func lengthOfRun(at start: Int) -> Int {
    var end = start
    while byte(at: end) == source[start] { end += 1 }
    return end - start
  }

  private mutating func readEscape() {
    if let next = byte(at: position + 1), next.isPunctuation || next == .newline {
      endPlain(at: position, skipping: 1)
      position += 1
    }
    position += 1
  }

  private mutating func readCode() {
    let length = lengthOfRun(at: position)
    let start = position + length
    var end = start
    while end < source.count {
      guard source[end] == .backtick else {
        end += 1
        continue
      }
      let closing = lengthOfRun(at: end)
      if closing == length {
        endPlain(at: position, skipping: end + length - position)
        nodes.append(Node(kind: .code, bytes: start..<end))
        position = plainStart
        return
      }
      end += closing
    }
    position = start
  }

  private mutating func readMarker() {
    let (byte, length) = (source[position], lengthOfRun(at: position))
    let end = position + length
    defer { position = end }
    guard byte != .tilde || length == 2 else { return }
    let (before, after) = (neighbour(before: position), neighbour(from: end))
    let opens = after != .space && (after != .punctuation || before != .letter)
    let closes = before != .space && (before != .punctuation || after != .letter)
    let isWithinWord = byte == .underscore && opens && closes
    let marker = Marker(
      byte: byte, length: length, canOpen: opens && (!isWithinWord || before == .punctuation),
      canClose: closes && (!isWithinWord || after == .punctuation))
    guard marker.canOpen || marker.canClose else { return }
    endPlain(at: position, skipping: length)
    markers.append(nodes.count)
    nodes.append(Node(kind: .marker(marker), bytes: position..<end))
  }

  private mutating func readBracket() {
    endPlain(at: position, skipping: 1)
    brackets.append(Bracket(node: nodes.count, markerCount: markers.count))
    nodes.append(Node(kind: .text, bytes: position..<position + 1))
    position += 1
  }

  private mutating func readLinkEnd() {
    guard let bracket = brackets.popLast(), byte(at: position + 1) == .parenthesisOpen,
      let (address, end) = LinkTarget.read(source, from: position + 2)
    else {
      position += 1
      return
    }
    endPlain(at: position, skipping: end - position)
    match(markersFrom: bracket.markerCount)
    nodes[bracket.node] = Node(kind: .linkBegins, bytes: 0..<0, turns: nodes[bracket.node].turns)
    nodes.append(Node(kind: .linkEnds(address: address), bytes: 0..<0))
    // There are no links in links.
    brackets.removeAll()
    position = end
  }

  /// Finds the counterparts of the markers from one on, as CommonMark's “process emphasis” does. They are done with then.
  private mutating func match(markersFrom first: Int) {
    var open: [Int] = []
    var floors = Array(repeating: 0, count: 18)
    for index in markers[first...] {
      guard case .marker(let marker) = nodes[index].kind else { continue }
      while marker.canClose, !nodes[index].bytes.isEmpty {
        guard let place = place(ofCounterpartTo: marker, in: open, from: floors[marker.kind]) else {
          floors[marker.kind] = open.count
          break
        }
        join(open[place], index)
        open.removeSubrange((nodes[open[place]].bytes.isEmpty ? place : place + 1)...)
        for kind in floors.indices { floors[kind] = min(floors[kind], open.count) }
      }
      if marker.canOpen, !nodes[index].bytes.isEmpty { open.append(index) }
    }
    markers.removeSubrange(first...)
  }

  private func place(ofCounterpartTo closer: Marker, in open: [Int], from floor: Int) -> Int? {
    open[floor...].lastIndex { index in
      guard case .marker(let opener) = nodes[index].kind, opener.byte == closer.byte else { return false }
      // “One of the delimiters can both open and close, so the sum must not be a multiple of 3, unless both are.”
      guard closer.byte != .tilde, opener.canClose || closer.canOpen, (opener.length + closer.length).isMultiple(of: 3) else { return true }
      return opener.length.isMultiple(of: 3) && closer.length.isMultiple(of: 3)
    }
  }

  /// Styles what is between two runs of markers, and takes off the markers that say so.
  private mutating func join(_ opener: Int, _ closer: Int) {
    let (before, after) = (nodes[opener].bytes, nodes[closer].bytes)
    let count = min(before.count, after.count, 2)
    let style: RichText.Style = source[after.lowerBound] == .tilde ? .strikethrough : count == 2 ? .strong : .emphasis
    nodes[opener].bytes = before.dropLast(count)
    nodes[closer].bytes = after.dropFirst(count)
    nodes[opener + 1].turns.turn(style, by: 1)
    nodes[closer].turns.turn(style, by: -1)
  }

  private func pieces() -> [Piece] {
    var pieces: [Piece] = []
    var depths = Depths()
    var (words, style): ([UInt8], RichText.Style) = ([], [])
    func endWords() {
      if !words.isEmpty { pieces.append(.text(String(decoding: words, as: UTF8.self), style)) }
      words = []
    }
    for node in nodes {
      depths.add(node.turns)
      switch node.kind {
      case .linkBegins, .linkEnds:
        endWords()
        if case .linkEnds(let address) = node.kind { pieces.append(.linkEnds(address: address)) } else { pieces.append(.linkBegins) }
      case .text, .code, .marker:
        let isCode = if case .code = node.kind { true } else { false }
        let nodeStyle = isCode ? depths.style.union(.code) : depths.style
        if nodeStyle != style { endWords() }
        style = nodeStyle
        words += isCode ? code(in: node.bytes) : Array(source[node.bytes])
      }
    }
    endWords()
    return pieces
  }

  /// A line break in code is a space, and one space at each end is there for the marker's sake.
  private func code(in bytes: Range<Int>) -> [UInt8] {
    let code = source[bytes].map { $0 == .newline ? .space : $0 }
    guard code.count > 1, code.first == .space, code.last == .space, code.contains(where: { $0 != .space }) else { return code }
    return Array(code[1..<code.count - 1])
  }

  private func neighbour(before index: Int) -> Neighbour {
    var start = index - 1
    while start > 0, source[start].isContinuation { start -= 1 }
    return start < 0 ? .space : neighbour(source[start..<index])
  }

  private func neighbour(from index: Int) -> Neighbour {
    guard index < source.count else { return .space }
    var end = index + 1
    while end < source.count, source[end].isContinuation { end += 1 }
    return neighbour(source[index..<end])
  }

  private func neighbour(_ bytes: ArraySlice<UInt8>) -> Neighbour {
    if hasPlaceholders, let byte = bytes.first, byte == .percent || byte == .at { return .letter }
    return Neighbour(String(decoding: bytes, as: UTF8.self).unicodeScalars.first!.value)
  }
}
