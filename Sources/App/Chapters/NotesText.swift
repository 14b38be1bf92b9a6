import Foundation
package import Podcasts
package import Presentation

/// Show notes as pieces of text. One view shows one piece. A long block is divided into several pieces.
package struct NotesText: Hashable, Sendable {
  /// A part of the notes that is shown by one view.
  package struct Piece: Hashable, Sendable, Identifiable {
    /// The index of the piece in the notes.
    package var id: Int
    /// The kind of the block, such as a paragraph, a heading or a picture.
    package var kind: ShowNotes.Block.Kind
    /// The text, in which addresses and timestamps are links. For a picture, its description.
    package var text: TextState
    /// Whether the piece is the first one of its block.
    package var isFirst: Bool
  }

  /// The pieces from top to bottom.
  package var pieces: [Piece] = []
  /// Whether the end of the notes is missing, because the notes were too long.
  package var isCut: Bool

  /// The maximum length of a piece, in bytes of UTF-8. A long text is divided because the time for its layout grows
  /// faster than its length.
  static let maxPieceLength = 8192
  /// The maximum number of runs in a piece. A run is a part of a text with one style and one link.
  static let maxRuns = 200
  /// The scheme of a link that stands for a timestamp: `timestamp:90` is the place after 90 seconds.
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

  /// Returns the place that a timestamp's link in ``Piece/text`` stands for, or `nil` if the link is a web address.
  package static func time(of address: String) -> Duration? {
    guard address.hasPrefix(timeScheme), let seconds = Int(address.dropFirst(timeScheme.count)), seconds >= 0 else {
      return nil
    }
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

  /// Divides the runs of a block into pieces. A run that is too long is divided first.
  private static func parts(of runs: [ShowNotes.Run]) -> [[ShowNotes.Run]] {
    var parts: [[ShowNotes.Run]] = []
    var part: [ShowNotes.Run] = []
    var length = 0
    for run in runs.flatMap(divided) {
      let count = run.text.utf8.count
      if length + count > maxPieceLength || part.count >= maxRuns, !part.isEmpty {
        parts.append(part)
        (part, length) = ([], 0)
      }
      part.append(run)
      length += count
    }
    return part.isEmpty ? parts : parts + [part]
  }

  /// Divides a run that is longer than a piece, at spaces where possible.
  private static func divided(_ run: ShowNotes.Run) -> [ShowNotes.Run] {
    guard run.text.utf8.count > maxPieceLength else { return [run] }
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

  /// Returns the end of the first piece of a text: after the last space within the limit. Without a space it is the
  /// limit, moved to the start of a Unicode scalar.
  private static func end(ofPieceIn text: Substring) -> String.Index {
    guard text.utf8.count > maxPieceLength else { return text.endIndex }
    var limit = text.utf8.index(text.startIndex, offsetBy: maxPieceLength)
    while text.utf8[limit] & 0xC0 == 0x80 { text.utf8.formIndex(before: &limit) }
    let space = text.unicodeScalars[..<limit].lastIndex { $0 == " " || $0 == "\n" }
    return space.map { text.unicodeScalars.index(after: $0) } ?? limit
  }
}
