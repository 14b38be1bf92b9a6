import Foundation
import GRDB
import Podcasts

/// The sixth migration: long notes are completely in the full-text index. Earlier versions indexed the first 4,000
/// characters.
enum SchemaVersion6 {
  /// The indexed length of the notes in earlier versions, in Unicode scalars without tags. Shorter markup was indexed
  /// completely.
  private static let formerLength = 4_000

  static func migrate(_ database: Database) throws {
    let ids = try Int64.fetchAll(
      database, sql: "SELECT episodeID FROM episodeNotes WHERE length(markup) > ?", arguments: [formerLength])
    for id in ids {
      let row = try Row.fetchOne(
        database, sql: "SELECT title, markup, details FROM episode JOIN episodeNotes ON episodeID = id WHERE id = ?",
        arguments: [id])
      guard let row else { continue }
      let details: String? = row["details"]
      try EpisodeText.index(
        id, title: row["title"], markup: row["markup"],
        details: try details.map { try JSONText.decode(EpisodeDetails.self, $0) } ?? EpisodeDetails(),
        isNew: false, in: database)
    }
  }
}
