import Foundation
import GRDB
import Podcasts

/// The seventh migration: characters of all of HTML's references in the full-text index, and composed characters in
/// both indices.
///
/// Earlier versions knew some references only, so that `M&uacute;sica` was in the index as it is written. Only texts
/// with something to correct are written.
enum SchemaVersion7 {
  static func migrate(_ database: Database) throws {
    for id in try rows(of: "episodeSearch", in: database, where: isOutdated) { try indexEpisode(id, in: database) }
    for id in try rows(of: "transcriptSearch", in: database, where: { !SearchText.isComposed($0) }) {
      try indexLine(id, in: database)
    }
  }

  /// The rows of an index whose texts meet a condition.
  private static func rows(
    of index: String, in database: Database, where isIncluded: (String) -> Bool
  ) throws -> [Int64] {
    let rows = try Row.fetchCursor(database, sql: "SELECT rowid, text FROM \(index)")
    var ids: [Int64] = []
    while let row = try rows.next() { if isIncluded(row[1]) { ids.append(row[0]) } }
    return ids
  }

  /// Whether a text may have a reference of HTML, or has a control character in place of a character of Windows, or is
  /// not composed.
  private static func isOutdated(_ text: String) -> Bool {
    hasReference(text) || text.unicodeScalars.contains { 0x80...0x9F ~= $0.value } || !SearchText.isComposed(text)
  }

  /// Whether a text has something like `&uacute;`.
  private static func hasReference(_ text: String) -> Bool {
    var length: Int?
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): length = 0
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): length = length.map { $0 + 1 }
      case UInt8(ascii: ";") where 2...HTMLEntities.longestName ~= length ?? 0: return true
      default: length = nil
      }
    }
    return false
  }

  private static func indexEpisode(_ id: Int64, in database: Database) throws {
    let row = try Row.fetchOne(
      database, sql: "SELECT title, markup, details FROM episode LEFT JOIN episodeNotes ON episodeID = id WHERE id = ?",
      arguments: [id])
    guard let row else { return }
    let json: String? = row["details"]
    let details = try json.map { try JSONText.decode(EpisodeDetails.self, $0) } ?? EpisodeDetails()
    try EpisodeText.index(
      id, title: row["title"], markup: row["markup"] ?? "", details: details, isNew: false, in: database)
  }

  private static func indexLine(_ id: Int64, in database: Database) throws {
    guard let text = try String.fetchOne(database, sql: "SELECT text FROM transcriptLine WHERE id = ?", arguments: [id])
    else { return }
    try database.cachedStatement(sql: "UPDATE transcriptSearch SET text = ? WHERE rowid = ?").execute(arguments: [
      SearchText.normalized(text), id,
    ])
  }
}
