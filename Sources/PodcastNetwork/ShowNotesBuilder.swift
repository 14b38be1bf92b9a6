import FeedParsing
import Foundation
import Podcasts

/// Builds ``ShowNotes`` from the elements and texts of HTML. A block is a paragraph, a heading, a list item, a quote, a
/// preformatted text or a picture. A run is a piece of a block's text with one style.
struct ShowNotesBuilder {
  /// The largest number of blocks.
  private static let blockLimit = 5000
  /// The largest length of all texts together, in bytes of UTF-8.
  private static let textLimit = 300_000
  /// The largest depth of a list item or a quote. Deeper list items and quotes get this depth.
  private static let depthLimit = 8

  /// Whether the notes have no block elements. Then line breaks in their text are kept.
  private let keepsLines: Bool
  /// The blocks that have ended.
  private var blocks: [ShowNotes.Block] = []
  /// The runs of the open block, which has not ended.
  private var runs: [ShowNotes.Run] = []
  /// The length of all texts so far, in bytes of UTF-8.
  private var textLength = 0
  /// Whether ``blockLimit`` or ``textLimit`` was exceeded. Then further events are ignored.
  private var isFull = false

  /// The styles of the open elements.
  private var styles: [ShowNotes.Style] = []
  /// The targets of the open links. `nil` for an address that ``link(_:)`` rejects.
  private var links: [URL?] = []
  /// The levels of the open headings.
  private var headings: [Int] = []
  /// The number of open quotes.
  private var quoteDepth = 0
  /// The number of open preformatted elements.
  private var preformattedDepth = 0
  /// The open lists, from the outermost to the innermost. A list with numbers is the number of its last item so far: 0
  /// before the first item, and 1 for the first item. A list without numbers is `nil`.
  private var lists: [Int?] = []
  /// The kind of the first block of the open list item. `nil` outside of list items, and after the first block. Further
  /// blocks of the item have the kind that they have outside of a list.
  private var listItemKind: ShowNotes.Block.Kind?

  init(keepsLines: Bool) { self.keepsLines = keepsLines }

  mutating func add(_ event: NotesEvent) {
    guard !isFull else { return }
    switch event {
    case .start(let element): start(element)
    case .end(let element): end(element)
    case .text(let text): add(text: text)
    case .image(let address, let description): add(image: address, description)
    }
  }

  /// Ends the open block, and returns the notes. Call this function once, after the last event. `isCut` is whether the
  /// parser has stopped before the end of the notes.
  mutating func notes(isCut: Bool) -> ShowNotes {
    endBlock()
    return ShowNotes(blocks: blocks, isCut: isCut || isFull)
  }

  private mutating func start(_ element: NotesElement) {
    switch element {
    case .paragraph: endBlock()
    case .lineBreak: append("\n")
    case .heading(let level):
      endBlock()
      headings.append(level)
    case .list(let isOrdered):
      endBlock()
      lists.append(isOrdered ? 0 : nil)
    case .listItem: startItem()
    case .quote:
      endBlock()
      quoteDepth += 1
    case .preformatted:
      endBlock()
      preformattedDepth += 1
    case .bold: styles.append(.bold)
    case .italic: styles.append(.italic)
    case .code: styles.append(.code)
    case .link(let address): links.append(Self.link(address))
    }
  }

  private mutating func end(_ element: NotesElement) {
    switch element {
    case .paragraph: endBlock()
    case .lineBreak: break
    case .heading:
      endBlock()
      _ = headings.popLast()
    case .list:
      endBlock()
      _ = lists.popLast()
      listItemKind = nil
    case .listItem:
      endBlock()
      listItemKind = nil
    case .quote:
      endBlock()
      quoteDepth -= 1
    case .preformatted:
      endBlock()
      preformattedDepth -= 1
    case .bold, .italic, .code: _ = styles.popLast()
    case .link: _ = links.popLast()
    }
  }

  private mutating func startItem() {
    endBlock()
    // An item outside of any list is an item of a list without numbers.
    if lists.isEmpty { lists.append(nil) }
    let number = lists[lists.count - 1].map { $0 + 1 }
    if number != nil { lists[lists.count - 1] = number }
    listItemKind = .listItem(depth: min(lists.count, Self.depthLimit), number: number)
  }

  /// Adds a picture from the web as a block of its own. The text of the block is the first 1,000 characters of the
  /// description.
  private mutating func add(image address: String, _ description: String) {
    guard let url = Self.link(address), url.scheme?.lowercased() != "mailto" else { return }
    endBlock()
    let text = description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    append(block: .init(.image(url), runs: text.isEmpty ? [] : [.init(String(text.prefix(1000)))]))
  }

  private mutating func append(block: ShowNotes.Block) {
    if blocks.count < Self.blockLimit { blocks.append(block) } else { isFull = true }
  }
}

extension ShowNotesBuilder {
  /// Adds text of the HTML, and leaves out its control characters. White space becomes single spaces, except for spaces
  /// and line breaks in preformatted text, and for line breaks if ``keepsLines``.
  private mutating func add(text: String) {
    var piece = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\r": break
      case "\n" where keepsLines || preformattedDepth > 0:
        append(piece)
        piece = ""
        append("\n")
      case " " where preformattedDepth > 0: piece.unicodeScalars.append(scalar)
      case " ", "\t", "\n", "\u{c}":
        if piece.last != " " { piece.append(" ") }
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
      default: piece.unicodeScalars.append(scalar)
      }
    }
    append(piece)
  }

  /// Adds text to the open block. Outside of preformatted text, leaves out:
  ///
  /// - spaces at the beginning of a line, at the end of a line, and after another space
  /// - line breaks at the beginning of the block
  /// - an empty line after another empty line
  private mutating func append(_ text: String) {
    var text = text[...]
    if preformattedDepth == 0 {
      if text == "\n" { trimEnd() }
      let previous = runs.last?.text.last
      if previous == nil || previous == " " || previous == "\n" { text = text.drop { $0 == " " } }
      if text == "\n", previous == nil { return }
      if text == "\n", runs.last?.text.hasSuffix("\n\n") == true { return }
    }
    guard !text.isEmpty else { return }
    textLength += text.utf8.count
    guard textLength <= Self.textLimit else { return isFull = true }
    let run = ShowNotes.Run(String(text), style: styles.reduce(into: []) { $0.formUnion($1) }, link: links.last ?? nil)
    if var last = runs.last, last.style == run.style, last.link == run.link {
      last.text += run.text
      runs[runs.count - 1] = last
    } else {
      runs.append(run)
    }
  }

  /// Removes the last characters of the open block as long as `shouldTrim` is true: by default, spaces.
  private mutating func trimEnd(_ shouldTrim: (Character) -> Bool = { $0 == " " }) {
    while var last = runs.popLast() {
      while let character = last.text.last, shouldTrim(character) { last.text.removeLast() }
      if !last.text.isEmpty { return runs.append(last) }
    }
  }

  /// Adds the open block to ``blocks``, unless it has no text.
  private mutating func endBlock() {
    trimEnd { $0 == " " || $0 == "\n" }
    defer { runs = [] }
    guard !runs.isEmpty else { return }
    let kind = listItemKind ?? kindOutsideOfItem
    listItemKind = nil
    if keepsLines, kind == .paragraph {
      for paragraph in Self.paragraphs(runs) { append(block: .init(kind, runs: NotesLinks.adding(to: paragraph))) }
    } else {
      append(block: .init(kind, runs: NotesLinks.adding(to: runs)))
    }
  }

  private var kindOutsideOfItem: ShowNotes.Block.Kind {
    if let level = headings.last { return .heading(level: level) }
    if preformattedDepth > 0 { return .preformatted }
    return quoteDepth > 0 ? .quote(depth: min(quoteDepth, Self.depthLimit)) : .paragraph
  }

  /// Divides the runs of notes without block elements into paragraphs, at empty lines.
  private static func paragraphs(_ runs: [ShowNotes.Run]) -> [[ShowNotes.Run]] {
    var paragraphs: [[ShowNotes.Run]] = [[]]
    for run in runs {
      for (index, part) in run.text.components(separatedBy: "\n\n").enumerated() {
        if index > 0 { paragraphs.append([]) }
        guard !part.isEmpty else { continue }
        var piece = run
        piece.text = part
        paragraphs[paragraphs.count - 1].append(piece)
      }
    }
    return paragraphs.filter { !$0.isEmpty }
  }

  /// Returns the target of a link. Returns `nil` if `address` is longer than 8,192 bytes, or if it is neither a web
  /// address nor a mail address.
  static func link(_ address: String) -> URL? {
    let address = address.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !address.isEmpty, address.utf8.count <= 8192 else { return nil }
    guard let url = URL(string: address.hasPrefix("//") ? "https:" + address : address),
      let scheme = url.scheme?.lowercased()
    else { return nil }
    switch scheme {
    case "http", "https": return url.host()?.isEmpty == false ? url : nil
    case "mailto": return url
    default: return nil
    }
  }
}
