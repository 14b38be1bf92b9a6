import Foundation
import GRDB
import Podcasts

/// The long part of an episode: its notes, its details, and its entry in the full-text index.
enum EpisodeText {
  /// Returns the details as JSON, or `nil` if the details are empty.
  static func json(_ details: EpisodeDetails) throws -> String? {
    details == EpisodeDetails() ? nil : try JSONText.encode(details)
  }

  /// Returns a hash of the notes and of the JSON of the details. A refresh compares the hashes, so that it need not
  /// read the stored notes.
  static func hash(markup: String, details: String?) -> Int64 {
    var hash = StableHash(markup)
    hash.combine(details ?? "")
    return Int64(bitPattern: hash.rawValue)
  }

  /// Writes the notes and the details of an episode, and its entry in the full-text index. If the links to transcripts
  /// of an existing episode change, marks its stored transcript as outdated.
  ///
  /// - Parameter isNew: Whether the episode was just added, so that it has no notes and no entry in the index yet.
  static func write(
    _ id: Int64, title: String, markup: String, details: EpisodeDetails, isNew: Bool, in database: Database
  ) throws {
    if !isNew { try TranscriptTable.markOutdatedIfLinksChange(of: id, to: details.transcripts, in: database) }
    try database.cachedStatement(
      sql: """
        INSERT INTO episodeNotes (episodeID, markup, details) VALUES (?1, ?2, ?3)
        ON CONFLICT (episodeID) DO UPDATE SET markup = ?2, details = ?3
        """
    ).execute(arguments: [id, markup, try json(details)])
    try writeIndexEntry(id, title: title, markup: markup, details: details, isNew: isNew, in: database)
  }

  /// Writes the entry of an episode in the full-text index: the title, the people and the notes without tags, in the
  /// form of ``SearchText``.
  ///
  /// - Parameter isNew: Whether the entry is inserted. Otherwise the existing entry is changed.
  static func writeIndexEntry(
    _ id: Int64, title: String, markup: String, details: EpisodeDetails, isNew: Bool, in database: Database
  ) throws {
    let text = PlainText(markup: markup, limit: Cap.notes).text
    let people = ([details.author] + details.people.map(\.name)).filter { !$0.isEmpty }.joined(separator: "\n")
    // The index consists of trigrams, which are sequences of three characters. A search for one or two characters looks
    // up the trigrams that begin with them. The two empty texts add two line breaks, so that the last two characters of
    // the notes begin trigrams, too. The people have the byte limit of a title.
    let searchText = SearchText.normalized([title, Cap.text(people, Cap.title), text, "", ""].joined(separator: "\n"))
    let sql =
      isNew
      ? "INSERT INTO episodeSearch (text, rowid) VALUES (?, ?)" : "UPDATE episodeSearch SET text = ? WHERE rowid = ?"
    try database.cachedStatement(sql: sql).execute(arguments: [searchText, id])
  }

  /// Returns the notes of an episode. Throws ``LibraryError/notFound`` if the episode is missing.
  static func notes(_ id: Episode.ID, in database: Database) throws -> EpisodeNotes {
    guard
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT markup, episodeNotes.details, feedURL FROM episode JOIN show ON show.id = showID
          LEFT JOIN episodeNotes ON episodeID = episode.id WHERE episode.id = ?
          """,
        arguments: [id.rawValue])
    else { throw LibraryError.notFound }
    let details: String? = row["details"]
    return EpisodeNotes(
      id: id, markup: row["markup"] ?? "",
      details: try details.map { try JSONText.decode(EpisodeDetails.self, $0) } ?? EpisodeDetails(),
      feed: try row.address("feedURL"))
  }
}

/// Encodes and decodes values that are stored as JSON.
enum JSONText {
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Decodes a text. If the text cannot be decoded, the library's file is damaged, and `SQLITE_CORRUPT` is thrown.
  static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "No JSON of \(type)")
    }
  }
}
