import Foundation
package import Podcasts
package import Presentation

/// Show notes as pieces of text that a screen can show: a long block is several pieces.
package struct NotesText: Hashable, Sendable {
  /// A part of the notes that is shown by one view.
  package struct Piece: Hashable, Sendable, Identifiable {
    /// Its place from the top, from 0.
    package var id: Int
    package var kind: ShowNotes.Block.Kind
    /// The text, in which addresses and timestamps are links. Of a picture, the text that stands for it.
    package var text: TextState
    /// Whether it begins a block. The other pieces continue the block above them.
    package var isFirst: Bool
  }

  /// The pieces from top to bottom.
  package var pieces: [Piece] = []
  /// Whether the notes were too long, so that their end is missing.
  package var isCut: Bool

  /// The longest piece, in bytes of UTF-8. The time to lay out a text grows faster than its length.
  static let longest = 8192
  /// The largest number of runs in a piece.
  static let mostRuns = 200
  private static let timeScheme = "timestamp:"

  package init(_ notes: ShowNotes) {
    isCut = notes.isCut
    for block in notes.blocks {
      let parts = Self.parts(of: block.runs)
      for (index, runs) in (parts.isEmpty ? [[]] : parts).enumerated() {
        pieces.append(Piece(id: pieces.count, kind: block.kind, text: Self.text(of: runs), isFirst: index == 0))
      }
    }
  }

  /// Whether there is nothing to show.
  package var isEmpty: Bool { pieces.isEmpty }

  /// The place that a link of ``Piece/text`` names, or `nil` if it is the address of a page.
  package static func time(of address: String) -> Duration? {
    guard address.hasPrefix(timeScheme), let seconds = Int(address.dropFirst(timeScheme.count)), seconds >= 0 else { return nil }
    return .seconds(seconds)
  }

  private static func text(of runs: [ShowNotes.Run]) -> TextState {
    let texts = runs.map(text)
    guard let first = texts.first else { return TextState(verbatim: "") }
    return texts.dropFirst().reduce(first, +)
  }

  private static func text(of run: ShowNotes.Run) -> TextState {
    var text = TextState(verbatim: run.text)
    if run.style.contains(.bold) { text = text.bold() }
    if run.style.contains(.italic) { text = text.italic() }
    if run.style.contains(.code) { text = text.monospaced() }
    if let time = run.timestamp { return text.link(to: timeScheme + "\(time.components.seconds)") }
    return run.link.map { text.link(to: $0.absoluteString) } ?? text
  }

  /// Divides the runs of a block into pieces. A long run is divided at a space.
  private static func parts(of runs: [ShowNotes.Run]) -> [[ShowNotes.Run]] {
    var parts: [[ShowNotes.Run]] = []
    var part: [ShowNotes.Run] = []
    var length = 0
    for run in runs.flatMap(divided) {
      let count = run.text.utf8.count
      if length + count > longest || part.count >= mostRuns, !part.isEmpty {
        parts.append(part)
        (part, length) = ([], 0)
      }
      part.append(run)
      length += count
    }
    return part.isEmpty ? parts : parts + [part]
  }

  private static func divided(_ run: ShowNotes.Run) -> [ShowNotes.Run] {
    guard run.text.utf8.count > longest else { return [run] }
    var result: [ShowNotes.Run] = []
    var rest = run.text[...]
    while !rest.isEmpty {
      var piece = run
      let end = end(ofPieceIn: rest)
      piece.text = String(rest[..<end])
      result.append(piece)
      rest = rest[end...]
    }
    return result
  }

  /// The end of the first piece: behind the last space within the limit, else the limit itself, between two scalars.
  private static func end(ofPieceIn text: Substring) -> String.Index {
    guard text.utf8.count > longest else { return text.endIndex }
    var limit = text.utf8.index(text.startIndex, offsetBy: longest)
    while text.utf8[limit] & 0xC0 == 0x80 { text.utf8.formIndex(before: &limit) }
    let space = text.unicodeScalars[..<limit].lastIndex { $0 == " " || $0 == "\n" }
    return space.map { text.unicodeScalars.index(after: $0) } ?? limit
  }
}
