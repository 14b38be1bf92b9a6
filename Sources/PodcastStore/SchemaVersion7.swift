import Foundation
import GRDB
import Podcasts

/// The seventh migration: corrects the texts in the full-text indices of episodes and of transcripts.
///
/// Earlier versions decoded only some character references of HTML, so that the index contained `M&uacute;sica` instead
/// of `Música`. They also did not compose characters: a letter and its accent could be two scalars. Texts that are
/// already correct are not written again.
enum SchemaVersion7 {
  static func migrate(_ database: Database) throws {
    for id in try rowIDs(of: "episodeSearch", in: database, where: mayBeWrong) { try indexEpisode(id, in: database) }
    for id in try rowIDs(of: "transcriptSearch", in: database, where: { !SearchText.isComposed($0) }) {
      try indexLine(id, in: database)
    }
  }

  /// Returns the ids of the rows of an index whose texts meet a condition.
  private static func rowIDs(
    of index: String, in database: Database, where isIncluded: (String) -> Bool
  ) throws -> [Int64] {
    let rows = try Row.fetchCursor(database, sql: "SELECT rowid, text FROM \(index)")
    var ids: [Int64] = []
    while let row = try rows.next() { if isIncluded(row[1]) { ids.append(row[0]) } }
    return ids
  }

  /// Whether a text may have to be corrected. It may contain a character reference, or a character that is not
  /// composed. It may also contain a control character, because earlier versions decoded a reference to a character of
  /// Windows-1252, such as `&#147;`, as one.
  private static func mayBeWrong(_ text: String) -> Bool {
    hasReference(text) || text.unicodeScalars.contains { 0x80...0x9F ~= $0.value } || !SearchText.isComposed(text)
  }

  /// Whether a text contains something like `&uacute;`. Texts in the index are in lower case.
  private static func hasReference(_ text: String) -> Bool {
    // The number of letters and digits since the last `&`. `nil` outside of a possible reference.
    var length: Int?
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): length = 0
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): length = length.map { $0 + 1 }
      case UInt8(ascii: ";") where 2...HTMLEntities.maxNameLength ~= length ?? 0: return true
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
    try EpisodeText.writeIndexEntry(
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
