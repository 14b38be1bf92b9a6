/// Parses the inline Markdown of a text: emphasis, code, strikethrough, and links.
///
/// Markers are asterisks, underscores and tildes. A run is a sequence of the same marker. The text between two matching
/// runs is a span, which gets a style. The parser follows CommonMark, with two differences. `~~` marks strikethrough,
/// as on GitHub. A run between a quotation mark and a letter of Chinese, Japanese or Korean can end a span, as in
/// `**“제목”**을`, because these languages have no space between a word and its suffix. All other Markdown, such as
/// headings, entities and bare addresses, is plain text. A picture becomes an exclamation mark and a link.
struct InlineMarkdown {
  /// A part of the result.
  enum Piece: Equatable {
    case text(String, RichText.Style)
    /// The following pieces, up to `linkEnds`, are the words of a link.
    case linkBegins
    case linkEnds(address: String)
  }

  /// The text in UTF-8.
  private let source: [UInt8]
  private let hasPlaceholders: Bool
  /// The position of the next byte to read.
  private var position = 0
  /// The start of the plain text that has been read and is not yet in a node.
  private var plainStart = 0
  /// The parts of the source that have been read, in order.
  private var nodes: [Node] = []
  /// The indices in `nodes` of the runs of markers that have not been matched yet.
  private var unmatchedRuns: [Int] = []
  /// The opening brackets that may begin a link. The innermost bracket is the last one.
  private var brackets: [Bracket] = []

  /// A part of the source.
  private struct Node {
    enum Kind {
      case text
      case code
      case markerRun(MarkerRun)
      case linkBegins
      case linkEnds(address: String)
    }

    var kind: Kind
    /// The bytes of the source that the node shows. A run of markers shows the markers without a match.
    var bytes: Range<Int>
    /// For each style, the number of spans that begin with this node, minus the number that end immediately before it.
    var depthChanges = Depths()
  }

  /// A run of asterisks, underscores or tildes.
  private struct MarkerRun {
    let byte: UInt8
    /// The initial length of the run.
    let length: Int
    /// Whether the run can begin a styled span.
    let canOpen: Bool
    /// Whether the run can end a styled span.
    let canClose: Bool

    /// A number for the properties of a closing run that determine in CommonMark which opening runs can match it: the
    /// byte, `canOpen`, and the length modulo 3. There are 3 · 2 · 3 = 18 numbers.
    var closingKind: Int { (byte == .asterisk ? 0 : byte == .underscore ? 1 : 2) * 6 + (canOpen ? 3 : 0) + length % 3 }
  }

  /// An opening bracket, which may begin a link.
  private struct Bracket {
    /// The index of the bracket in `nodes`.
    let nodeIndex: Int
    /// The count of `unmatchedRuns` before the bracket.
    let unmatchedRunCount: Int
  }

  /// Numbers of nested spans, for each style.
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

    mutating func change(_ style: RichText.Style, by count: Int) {
      switch style {
      case .strong: strong += count
      case .emphasis: emphasis += count
      default: strikethrough += count
      }
    }

    mutating func add(_ depthChanges: Depths) {
      emphasis += depthChanges.emphasis
      strong += depthChanges.strong
      strikethrough += depthChanges.strikethrough
    }
  }

  /// Whether a text contains anything that could be Markdown.
  static func mayContainMarkdown(_ text: String) -> Bool {
    for byte in text.utf8 {
      switch byte {
      case .asterisk, .underscore, .backtick, .tilde, .bracketOpen, .backslash: return true
      default: continue
      }
    }
    return false
  }

  /// Parses a text.
  ///
  /// - Parameter hasPlaceholders: Whether the text has placeholders such as `%@`. Then `%` and `@` count as letters,
  ///   and not as punctuation.
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
      case .asterisk, .underscore, .tilde: readMarkerRun()
      case .bracketOpen: readBracket()
      case .bracketClose: readLinkEnd()
      default: position += 1
      }
    }
    addPlainText(upTo: position)
    match(runsFrom: 0)
  }

  /// Adds the plain text before a position as a node. The next plain text begins after the bytes to skip.
  private mutating func addPlainText(upTo end: Int, skipping count: Int = 0) {
    if plainStart < end { nodes.append(Node(kind: .text, bytes: plainStart..<end)) }
    plainStart = end + count
  }

  private func byte(at index: Int) -> UInt8? { index < source.count ? source[index] : nil }

  /// Returns how many equal bytes, such as markers or backticks, follow each other from a position on.
  private func lengthOfRun(at start: Int) -> Int {
    var end = start
    while byte(at: end) == source[start] { end += 1 }
    return end - start
  }

  /// Reads a backslash. Before punctuation or a line break, it is not shown, and the next byte is plain text.
  private mutating func readEscape() {
    if let next = byte(at: position + 1), next.isPunctuation || next == .newline {
      addPlainText(upTo: position, skipping: 1)
      position += 1
    }
    position += 1
  }

  /// Reads code between two equally long runs of backticks. Without a second run, the backticks are plain text.
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
        addPlainText(upTo: position, skipping: end + length - position)
        nodes.append(Node(kind: .code, bytes: start..<end))
        position = plainStart
        return
      }
      end += closing
    }
    position = start
  }

  /// Reads a run of markers. A run that can neither begin nor end a span, or that has one tilde or more than two, is
  /// plain text.
  private mutating func readMarkerRun() {
    let (byte, length) = (source[position], lengthOfRun(at: position))
    let end = position + length
    defer { position = end }
    guard byte != .tilde || length == 2 else { return }
    let (before, after) = (neighbour(before: position), neighbour(from: end))
    // In the words of CommonMark, a left-flanking run is at the left of a text, and a right-flanking run at the right.
    let isLeftFlanking = after != .space && (after != .punctuation || before != .letter)
    let isRightFlanking = before != .space && (before != .punctuation || after != .letter)
    let isUnderscoreInWord = byte == .underscore && isLeftFlanking && isRightFlanking
    let run = MarkerRun(
      byte: byte, length: length, canOpen: isLeftFlanking && (!isUnderscoreInWord || before == .punctuation),
      canClose: isRightFlanking && (!isUnderscoreInWord || after == .punctuation))
    guard run.canOpen || run.canClose else { return }
    addPlainText(upTo: position, skipping: length)
    unmatchedRuns.append(nodes.count)
    nodes.append(Node(kind: .markerRun(run), bytes: position..<end))
  }

  /// Reads an opening bracket.
  private mutating func readBracket() {
    addPlainText(upTo: position, skipping: 1)
    brackets.append(Bracket(nodeIndex: nodes.count, unmatchedRunCount: unmatchedRuns.count))
    nodes.append(Node(kind: .text, bytes: position..<position + 1))
    position += 1
  }

  /// Reads a closing bracket. The bracket ends a link if it has an opening bracket and if an address in parentheses
  /// follows. Otherwise it is plain text.
  private mutating func readLinkEnd() {
    guard let bracket = brackets.popLast(), byte(at: position + 1) == .parenthesisOpen,
      let (address, end) = LinkTarget.read(source, from: position + 2)
    else {
      position += 1
      return
    }
    addPlainText(upTo: position, skipping: end - position)
    match(runsFrom: bracket.unmatchedRunCount)
    let depthChanges = nodes[bracket.nodeIndex].depthChanges
    nodes[bracket.nodeIndex] = Node(kind: .linkBegins, bytes: 0..<0, depthChanges: depthChanges)
    nodes.append(Node(kind: .linkEnds(address: address), bytes: 0..<0))
    // The outer brackets cannot begin a link any more, because links cannot contain links.
    brackets.removeAll()
    position = end
  }

  /// Matches the runs in `unmatchedRuns` from an index on with each other, as CommonMark's procedure “process emphasis”
  /// does. Then removes them from `unmatchedRuns`.
  private mutating func match(runsFrom first: Int) {
    // The indices in `nodes` of the runs that can still open a span.
    var open: [Int] = []
    // For each kind of closing run, the index in `open` below which no opening run can match.
    var floors = Array(repeating: 0, count: 18)
    for index in unmatchedRuns[first...] {
      guard case .markerRun(let run) = nodes[index].kind else { continue }
      while run.canClose, !nodes[index].bytes.isEmpty {
        guard let openIndex = openerIndex(for: run, in: open, from: floors[run.closingKind]) else {
          floors[run.closingKind] = open.count
          break
        }
        styleSpan(from: open[openIndex], to: index)
        open.removeSubrange((nodes[open[openIndex]].bytes.isEmpty ? openIndex : openIndex + 1)...)
        for kind in floors.indices { floors[kind] = min(floors[kind], open.count) }
      }
      if run.canOpen, !nodes[index].bytes.isEmpty { open.append(index) }
    }
    unmatchedRuns.removeSubrange(first...)
  }

  /// Returns the index in `open` of the last opening run that a closing run can match. Indices below `floor` are
  /// skipped.
  private func openerIndex(for closer: MarkerRun, in open: [Int], from floor: Int) -> Int? {
    open[floor...].lastIndex { index in
      guard case .markerRun(let opener) = nodes[index].kind, opener.byte == closer.byte else { return false }
      // CommonMark: if one of the runs can both open and close, the sum of their lengths must not be a multiple of 3,
      // unless both lengths are multiples of 3. This rule does not apply to tildes.
      guard closer.byte != .tilde, opener.canClose || closer.canOpen, (opener.length + closer.length).isMultiple(of: 3)
      else { return true }
      return opener.length.isMultiple(of: 3) && closer.length.isMultiple(of: 3)
    }
  }

  /// Styles the nodes between an opening and a closing run of markers, and removes the one or two markers of the style
  /// from each run.
  private mutating func styleSpan(from opener: Int, to closer: Int) {
    let (openerBytes, closerBytes) = (nodes[opener].bytes, nodes[closer].bytes)
    let count = min(openerBytes.count, closerBytes.count, 2)
    let isTilde = source[closerBytes.lowerBound] == .tilde
    let style: RichText.Style = isTilde ? .strikethrough : count == 2 ? .strong : .emphasis
    nodes[opener].bytes = openerBytes.dropLast(count)
    nodes[closer].bytes = closerBytes.dropFirst(count)
    nodes[opener + 1].depthChanges.change(style, by: 1)
    nodes[closer].depthChanges.change(style, by: -1)
  }

  private func pieces() -> [Piece] {
    var pieces: [Piece] = []
    var depths = Depths()
    var (textBytes, style): ([UInt8], RichText.Style) = ([], [])
    func addText() {
      if !textBytes.isEmpty { pieces.append(.text(String(decoding: textBytes, as: UTF8.self), style)) }
      textBytes = []
    }
    for node in nodes {
      depths.add(node.depthChanges)
      switch node.kind {
      case .linkBegins, .linkEnds:
        addText()
        if case .linkEnds(let address) = node.kind {
          pieces.append(.linkEnds(address: address))
        } else {
          pieces.append(.linkBegins)
        }
      case .text, .code, .markerRun:
        let isCode = if case .code = node.kind { true } else { false }
        let nodeStyle = isCode ? depths.style.union(.code) : depths.style
        if nodeStyle != style { addText() }
        style = nodeStyle
        textBytes += isCode ? code(in: node.bytes) : Array(source[node.bytes])
      }
    }
    addText()
    return pieces
  }

  /// Returns the text of a code span. A line break becomes a space. If the code has a space at both ends, one space is
  /// removed at each end, because it only separates the code from the backticks.
  private func code(in bytes: Range<Int>) -> [UInt8] {
    let code = source[bytes].map { $0 == .newline ? .space : $0 }
    guard code.count > 1, code.first == .space, code.last == .space, code.contains(where: { $0 != .space }) else {
      return code
    }
    return Array(code[1..<code.count - 1])
  }

  /// Returns the kind of the character before an index, or `.space` at the beginning of the text.
  private func neighbour(before index: Int) -> Neighbour {
    var start = index - 1
    while start > 0, source[start].isContinuation { start -= 1 }
    return start < 0 ? .space : neighbour(source[start..<index])
  }

  /// Returns the kind of the character that begins at an index, or `.space` at the end of the text.
  private func neighbour(from index: Int) -> Neighbour {
    guard index < source.count else { return .space }
    var end = index + 1
    while end < source.count, source[end].isContinuation { end += 1 }
    return neighbour(source[index..<end])
  }

  /// Returns the kind of the character with these bytes.
  private func neighbour(_ bytes: ArraySlice<UInt8>) -> Neighbour {
    if hasPlaceholders, let byte = bytes.first, byte == .percent || byte == .at { return .letter }
    return Neighbour(String(decoding: bytes, as: UTF8.self).unicodeScalars.first!.value)
  }
}
