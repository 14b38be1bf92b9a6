import Foundation
import GRDB
import Podcasts

/// Reads and writes the records of downloads.
enum DownloadTable {
  /// The columns of a record, from the tables `download` (`d`) and `episode` (`e`).
  private static let columns = """
    d.episodeID, d.state, d.error, d.source, d.file, d.byteCount, d.isAutomatic, d.addedAt, d.completedAt,
    e.showID, e.enclosureURL, e.enclosureType, e.enclosureByteCount
    """

  /// Returns the records of all downloads that are not removed, the last added first. The record of a removed download
  /// stays in the table.
  static func all(in database: Database) throws -> [DownloadRecord] {
    // `CROSS JOIN` makes SQLite read the table `download` first, which is much smaller than the table `episode`.
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(columns) FROM download d CROSS JOIN episode e ON e.id = d.episodeID WHERE d.state <> 'removed'
        ORDER BY d.addedAt DESC, d.episodeID DESC
        """)
    var records: [DownloadRecord] = []
    while let row = try rows.next() { records.append(try record(row)) }
    return records
  }

  /// Adds a record in the state “waiting” for each episode, or changes an existing record to this state. The records of
  /// complete and waiting downloads are not changed. Episodes that are not in the library are skipped. Returns the
  /// records of these episodes that are waiting now.
  ///
  /// A stopped or failed download that the user requested does not become automatic when a rule requests it later. A
  /// removed download counts as a new one.
  static func request(
    _ episodes: [Episode.ID], isAutomatic: Bool, at date: Date, in database: Database
  ) throws -> [DownloadRecord] {
    let write = try database.cachedStatement(
      sql: """
        INSERT INTO download (episodeID, state, isAutomatic, addedAt) SELECT id, 'waiting', ?2, ?3 FROM episode WHERE id = ?1
        ON CONFLICT (episodeID) DO UPDATE SET state = 'waiting', error = NULL, completedAt = NULL,
          isAutomatic = CASE WHEN state = 'removed' THEN ?2 ELSE min(isAutomatic, ?2) END,
          addedAt = CASE WHEN state = 'removed' THEN ?3 ELSE addedAt END
        WHERE state NOT IN ('complete', 'waiting')
        """)
    let read = try database.cachedStatement(
      sql:
        "SELECT \(columns) FROM download d JOIN episode e ON e.id = d.episodeID WHERE d.episodeID = ? AND d.state = 'waiting'"
    )
    // Each date is one millisecond later than the one before, so that the dates record the order of the request.
    return try episodes.enumerated().compactMap { index, id in
      try write.execute(arguments: [id.rawValue, isAutomatic, date.wholeMilliseconds + Int64(index)])
      return try Row.fetchOne(read, arguments: [id.rawValue]).map(record)
    }
  }

  /// Replaces the values of records in the table. Records that are not in the table are ignored.
  static func update(_ records: [DownloadRecord], in database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        UPDATE download SET state = ?2, error = ?3, source = ?4, file = ?5, byteCount = ?6, isAutomatic = ?7, addedAt = ?8, completedAt = ?9
        WHERE episodeID = ?1
        """)
    for record in records {
      try statement.execute(arguments: [
        record.id.rawValue, record.state.rawValue, try record.error.map(json), try record.source.map(json), record.file,
        record.byteCount,
        record.isAutomatic, record.addedAt.wholeMilliseconds, record.completedAt?.wholeMilliseconds,
      ])
    }
  }

  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func record(_ row: Row) throws -> DownloadRecord {
    let (error, source): (String?, String?) = (row["error"], row["source"])
    // Another version of the program may have written a state that this version does not know.
    let state = DownloadRecord.State(rawValue: row["state"]) ?? .failed
    return DownloadRecord(
      id: Episode.ID(rawValue: row["episodeID"]), showID: Show.ID(rawValue: row["showID"]),
      enclosure: Enclosure(
        url: try row.address("enclosureURL"), mimeType: row["enclosureType"], byteCount: row["enclosureByteCount"]),
      state: state,
      // Another version of the program may have written an `error` or a `source` that cannot be decoded. Such an error
      // becomes `.cutOff`. Such a source becomes `nil`, so that the download starts from the beginning.
      error: error.map { (try? JSONDecoder().decode(DownloadError.self, from: Data($0.utf8))) ?? .cutOff },
      source: source.flatMap { try? JSONDecoder().decode(DownloadRecord.Source.self, from: Data($0.utf8)) },
      file: row["file"], byteCount: row["byteCount"], isAutomatic: row["isAutomatic"],
      addedAt: row.date("addedAt") ?? .distantPast,
      completedAt: row.date("completedAt"))
  }
}
