import Foundation
import GRDB
import Podcasts

/// The sixth migration: the full-text index contains the complete notes. Earlier versions indexed only the first 4,000
/// characters.
enum SchemaVersion6 {
  /// The number of Unicode scalars, without tags, that earlier versions indexed. Markup that is not longer was indexed
  /// completely, so it is not indexed again.
  private static let formerIndexedLength = 4_000

  static func migrate(_ database: Database) throws {
    let ids = try Int64.fetchAll(
      database, sql: "SELECT episodeID FROM episodeNotes WHERE length(markup) > ?", arguments: [formerIndexedLength])
    for id in ids {
      let row = try Row.fetchOne(
        database, sql: "SELECT title, markup, details FROM episode JOIN episodeNotes ON episodeID = id WHERE id = ?",
        arguments: [id])
      guard let row else { continue }
      let details: String? = row["details"]
      try EpisodeText.writeIndexEntry(
        id, title: row["title"], markup: row["markup"],
        details: try details.map { try JSONText.decode(EpisodeDetails.self, $0) } ?? EpisodeDetails(),
        isNew: false, in: database)
    }
  }
}
