/// The spoken text of an episode.
package struct Transcript: Hashable, Sendable {
  /// The lines, in order.
  package var lines: [Line]

  package init(lines: [Line] = []) { self.lines = lines }

  /// One or a few sentences of a transcript.
  package struct Line: Hashable, Sendable, Codable, Identifiable {
    /// The index of the line in the transcript, from 0.
    package var id: Int
    /// The start, from the beginning of the audio. `nil` in a transcript without times.
    package var start: Duration?
    /// The name of the speaker. Empty if the transcript names no speaker for the line.
    package var speaker: String
    /// Plain text.
    package var text: String

    package init(id: Int, start: Duration?, speaker: String = "", text: String) {
      self.id = id
      self.start = start
      self.speaker = speaker
      self.text = text
    }
  }

  /// Whether at least one line has a start.
  package var isTimed: Bool { lines.contains { $0.start != nil } }

  /// Returns the index of the last line that starts at a place or before it. Lines without a start are skipped. Returns
  /// `nil` before the first start, and for a transcript without times.
  package func index(at place: Duration) -> Int? {
    lines.lastIndex { line in line.start.map { $0 <= place } ?? false }
  }
}
