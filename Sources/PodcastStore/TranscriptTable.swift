import Foundation
import GRDB
import Podcasts

/// The transcripts that are stored in the library.
enum TranscriptTable {
  /// The largest number of lines of a transcript. Further lines are left out.
  private static let maxLines = 50_000
  /// The maximum size of a line, in bytes. The rest of a longer line is left out. The parsers read up to 4,096
  /// characters of a line, and nearly all characters have up to four bytes.
  static let maxLineSize = 4 * 4096

  /// Writes the transcript of an episode, and replaces an earlier one. Throws ``LibraryError/notFound`` if the episode
  /// is missing.
  static func save(_ transcript: Transcript, of id: Episode.ID, at date: Date, in database: Database) throws {
    guard try Bool.fetchOne(database, sql: "SELECT 1 FROM episode WHERE id = ?", arguments: [id.rawValue]) != nil else {
      throw LibraryError.notFound
    }
    try database.execute(sql: "DELETE FROM transcript WHERE episodeID = ?", arguments: [id.rawValue])
    try database.execute(
      sql: "INSERT INTO transcript (episodeID, addedAt) VALUES (?, ?)",
      arguments: [id.rawValue, Int64(date.timeIntervalSince1970 * 1000)])
    let insertLine = try database.cachedStatement(
      sql: "INSERT INTO transcriptLine (episodeID, position, start, speaker, text) VALUES (?, ?, ?, ?, ?)")
    let insertText = try database.cachedStatement(sql: "INSERT INTO transcriptSearch (rowid, text) VALUES (?, ?)")
    for (position, line) in transcript.lines.prefix(maxLines).enumerated() {
      let text = Cap.text(line.text, maxLineSize)
      let start = line.start.map { max(0, $0.wholeMilliseconds) }
      try insertLine.execute(arguments: [id.rawValue, position, start, Cap.text(line.speaker, Cap.word), text])
      try insertText.execute(arguments: [database.lastInsertedRowID, SearchText.normalized(text)])
    }
  }

  /// Returns the transcript of an episode, or `nil` if the library has none.
  static func saved(_ id: Episode.ID, in database: Database) throws -> SavedTranscript? {
    let isOutdated = try Bool.fetchOne(
      database, sql: "SELECT addedAt = 0 FROM transcript WHERE episodeID = ?", arguments: [id.rawValue])
    guard let isOutdated else { return nil }
    let rows = try Row.fetchCursor(
      database, sql: "SELECT position, start, speaker, text FROM transcriptLine WHERE episodeID = ? ORDER BY position",
      arguments: [id.rawValue])
    var lines: [Transcript.Line] = []
    while let row = try rows.next() { lines.append(self.line(row)) }
    return SavedTranscript(Transcript(lines: lines), isOutdated: isOutdated)
  }

  /// Marks the transcript of an episode as outdated, with `addedAt = 0`, if the feed's links to transcripts differ from
  /// the stored links. Call this before the new links are stored. An outdated transcript is kept until another one is
  /// saved, because the server may not be reachable.
  static func markOutdatedIfLinksChange(of id: Int64, to links: [TranscriptLink], in database: Database) throws {
    let stored = try Row.fetchOne(
      database.cachedStatement(
        sql:
          "SELECT details FROM transcript t LEFT JOIN episodeNotes n ON n.episodeID = t.episodeID WHERE t.episodeID = ?"
      ),
      arguments: [id])
    guard let stored else { return }
    let details = try (stored["details"] as String?).map { try JSONText.decode(EpisodeDetails.self, $0) }
    guard (details?.transcripts ?? []).map(\.url) != links.map(\.url) else { return }
    try database.execute(sql: "UPDATE transcript SET addedAt = 0 WHERE episodeID = ?", arguments: [id])
  }

  /// Returns the episodes without a transcript, or with an outdated one, in the order of `ids`.
  static func missing(_ ids: [Episode.ID], in database: Database) throws -> [Episode.ID] {
    let current = try Int64.fetchSet(database, sql: "SELECT episodeID FROM transcript WHERE addedAt > 0")
    return ids.filter { !current.contains($0.rawValue) }
  }

  /// Removes up to ten of a show's transcripts. Removing more of them at once would block other writes for too long.
  ///
  /// - Returns: Whether the show has more transcripts.
  static func removeSome(of show: Show.ID, in database: Database) throws -> Bool {
    let episodes = "SELECT t.episodeID FROM episode e JOIN transcript t ON t.episodeID = e.id WHERE e.showID = ?"
    try database.execute(
      sql: "DELETE FROM transcript WHERE episodeID IN (\(episodes) LIMIT 10)", arguments: [show.rawValue])
    return try Bool.fetchOne(database, sql: "SELECT EXISTS (\(episodes))", arguments: [show.rawValue]) ?? false
  }

  /// Returns the lines that contain all words of a text, the lines of the newest episodes first.
  static func search(_ text: String, limit: Int, in database: Database) throws -> [TranscriptMatch] {
    let words = SearchWords(text).words
    // A search for only single characters returns nothing, because nearly all lines contain a letter like “e”.
    guard words.contains(where: { $0.text.count > 1 }), limit > 0 else { return [] }
    let conditions = words.map { word in
      "l.id IN (SELECT rowid FROM transcriptSearch WHERE \(word.conditions.joined(separator: " AND ")))"
    }
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT l.position, l.start, l.speaker, l.text, e.id, e.title AS episodeTitle, s.title AS showTitle
        FROM transcriptLine l JOIN episode e ON e.id = l.episodeID JOIN show s ON s.id = e.showID
        WHERE \(conditions.joined(separator: " AND ")) ORDER BY e.publishedAt DESC, e.id DESC, l.position LIMIT ?
        """,
      arguments: words.reduce(into: StatementArguments()) { $0 += $1.arguments } + [limit])
    var matches: [TranscriptMatch] = []
    while let row = try rows.next() {
      matches.append(
        TranscriptMatch(
          episode: Episode.ID(rawValue: row["id"]), episodeTitle: row["episodeTitle"], showTitle: row["showTitle"],
          line: line(row)))
    }
    return matches
  }

  private static func line(_ row: Row) -> Transcript.Line {
    let start: Int64? = row["start"]
    return Transcript.Line(
      id: row["position"], start: start.map { .milliseconds($0) }, speaker: row["speaker"], text: row["text"])
  }
}
