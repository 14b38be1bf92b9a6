import Foundation
import GRDB
import Podcasts

/// Records and undoes merges. A merge is the match of an episode with an item of the feed that has another identifier.
/// The user can undo a wrong merge.
enum EpisodeMerges {
  /// The identifier and the content of an episode before a merge.
  struct Former: Hashable, Codable {
    var guid: String
    var content: EpisodeContent
  }

  /// Records the merge of an episode. `former` is from before the merge, and `title` is the episode's title after it.
  static func add(
    _ former: Former, to episode: Int64, title: String, evidence: EpisodeMerge.Evidence, at date: Date,
    in database: Database
  ) throws -> EpisodeMerge {
    try database.execute(
      sql: "INSERT INTO episodeMerge (episodeID, evidence, mergedAt, former) VALUES (?, ?, ?, ?)",
      arguments: [episode, evidence.rawValue, date.wholeMilliseconds, try JSONText.encode(former)])
    return EpisodeMerge(
      id: .init(rawValue: database.lastInsertedRowID), episode: Episode.ID(rawValue: episode), title: title,
      evidence: evidence, mergedAt: date)
  }

  /// Returns the merges of a show, the newest first.
  static func all(of show: Show.ID, in database: Database) throws -> [EpisodeMerge] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT m.id, m.episodeID, m.evidence, m.mergedAt, e.title FROM episode e JOIN episodeMerge m ON m.episodeID = e.id
        WHERE e.showID = ? ORDER BY m.mergedAt DESC, m.id DESC
        """,
      arguments: [show.rawValue]
    ).map { row in
      // Another version of the program may have written an evidence that this version does not know.
      EpisodeMerge(
        id: .init(rawValue: row["id"]), episode: Episode.ID(rawValue: row["episodeID"]), title: row["title"],
        evidence: EpisodeMerge.Evidence(rawValue: row["evidence"]) ?? .sameAudio,
        mergedAt: row.date("mergedAt") ?? .distantPast)
    }
  }

  /// Undoes a merge: creates a separate episode for the feed's item. The merged episode gets its former identifier and
  /// content back, and keeps the listener's state. Throws ``LibraryError/notFound`` if there is no such merge.
  static func undo(_ merge: EpisodeMerge.ID, in database: Database) throws {
    guard
      let row = try Row.fetchOne(
        database,
        sql: "SELECT e.*, m.former FROM episodeMerge m JOIN episode e ON e.id = m.episodeID WHERE m.id = ?",
        arguments: [merge.rawValue])
    else { throw LibraryError.notFound }
    let current = FeedMerging.storedEpisode(row)
    let former = try JSONText.decode(Former.self, row["former"])
    let notes = try EpisodeText.notes(Episode.ID(rawValue: current.id), in: database)
    try database.execute(sql: "UPDATE episode SET guid = ? WHERE id = ?", arguments: [former.guid, current.id])
    // The notes from before the merge were not stored, so the merged episode keeps its current notes.
    var content = former.content
    content.notesHash = current.content.notesHash
    try FeedMerging.write(content, to: current.id, in: database)
    try EpisodeText.write(
      current.id, title: content.title, markup: notes.markup, details: notes.details, isNew: false, in: database)
    let id = try FeedMerging.insert(current.guid, current.content, into: row["showID"], in: database)
    try EpisodeText.write(
      id, title: current.content.title, markup: notes.markup, details: notes.details, isNew: true, in: database)
    try database.execute(sql: "DELETE FROM episodeMerge WHERE id = ?", arguments: [merge.rawValue])
  }
}
