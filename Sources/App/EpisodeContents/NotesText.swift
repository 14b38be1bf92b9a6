import Foundation
package import Podcasts
package import Presentation

/// Show notes as pieces of text. One view shows one piece. A piece is a block of the notes, such as a paragraph, or a
/// part of a long block.
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

  /// The maximum number of UTF-8 bytes in a piece. A long text is divided because the time for its layout grows
  /// faster than its length.
  static let maxPieceByteCount = 8192
  /// The maximum number of runs in a piece. A run is a part of a text with one style and at most one link.
  static let maxRunCount = 200
  /// The scheme of a link that stands for a timestamp: `timestamp:90` is the place after 90 seconds.
  private static let timestampScheme = "timestamp:"

  package init(_ notes: ShowNotes) {
    isCut = notes.isCut
    for block in notes.blocks {
      let runsOfPieces = Self.runsOfPieces(in: block.runs)
      // A block without text, such as a picture without a description, is one piece.
      for (index, runs) in (runsOfPieces.isEmpty ? [[]] : runsOfPieces).enumerated() {
        pieces.append(Piece(id: pieces.count, kind: block.kind, text: Self.text(of: runs), isFirst: index == 0))
      }
    }
  }

  /// Whether there is nothing to show.
  package var isEmpty: Bool { pieces.isEmpty }

  /// Returns the place of a timestamp from the address of its link in ``Piece/text``. `nil` for any other address.
  package static func time(of address: String) -> Duration? {
    guard address.hasPrefix(timestampScheme), let seconds = Int(address.dropFirst(timestampScheme.count)),
      seconds >= 0
    else { return nil }
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
    if let time = run.timestamp { return text.link(to: timestampScheme + "\(time.components.seconds)") }
    return run.link.map { text.link(to: $0.absoluteString) } ?? text
  }

  /// Divides the runs of a block into pieces, and returns the runs of each piece. A run that is too long is divided
  /// first.
  private static func runsOfPieces(in runs: [ShowNotes.Run]) -> [[ShowNotes.Run]] {
    var pieces: [[ShowNotes.Run]] = []
    var piece: [ShowNotes.Run] = []
    var byteCount = 0
    for run in runs.flatMap(divided) {
      let count = run.text.utf8.count
      if byteCount + count > maxPieceByteCount || piece.count >= maxRunCount, !piece.isEmpty {
        pieces.append(piece)
        (piece, byteCount) = ([], 0)
      }
      piece.append(run)
      byteCount += count
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }

  /// Divides a run that is longer than ``maxPieceByteCount``, at spaces and line breaks where possible.
  private static func divided(_ run: ShowNotes.Run) -> [ShowNotes.Run] {
    guard run.text.utf8.count > maxPieceByteCount else { return [run] }
    var result: [ShowNotes.Run] = []
    var rest = run.text[...]
    while !rest.isEmpty {
      var dividedRun = run
      let end = end(ofFirstPartOf: rest)
      dividedRun.text = String(rest[..<end])
      result.append(dividedRun)
      rest = rest[end...]
    }
    return result
  }

  /// Returns the end of the first part of a text: after the last space or line break within the limit. Without them,
  /// the part ends at the limit, or at the last boundary of a Unicode scalar before the limit.
  private static func end(ofFirstPartOf text: Substring) -> String.Index {
    guard text.utf8.count > maxPieceByteCount else { return text.endIndex }
    var limit = text.utf8.index(text.startIndex, offsetBy: maxPieceByteCount)
    while text.utf8[limit] & 0xC0 == 0x80 { text.utf8.formIndex(before: &limit) }
    let space = text.unicodeScalars[..<limit].lastIndex { $0 == " " || $0 == "\n" }
    return space.map { text.unicodeScalars.index(after: $0) } ?? limit
  }
}
