import Foundation
import GRDB
import Podcasts

/// The eighth migration: no address contains a user and a password. Earlier versions removed them only from the
/// addresses of feeds, and version 1 not even from these.
///
/// After the next refused request, the user enters them in the window.
enum SchemaVersion8 {
  static func migrate(_ database: Database) throws {
    for (table, columns) in [
      ("show", ["feedURL", "artworkURL", "websiteURL"]), ("episode", ["enclosureURL", "guid", "artworkURL"]),
    ] {
      for column in columns { try clean(column, of: table, in: database) }
    }
    try cleanDetails(PodcastDetails.self, of: "show", key: "id", in: database) { removal, details in
      removal.remove(from: &details)
    }
    try cleanDetails(EpisodeDetails.self, of: "episodeNotes", key: "episodeID", in: database) { removal, details in
      removal.remove(from: &details)
    }
  }

  private static func clean(_ column: String, of table: String, in database: Database) throws {
    let rows = try Row.fetchAll(database, sql: "SELECT id, \(column) FROM \(table) WHERE \(column) LIKE 'http%://%@%'")
    for row in rows {
      let text: String = row[1]
      guard var url = URL(string: text) else { continue }
      var removal = CredentialsRemoval()
      removal.remove(from: &url)
      guard url.absoluteString != text else { continue }
      // The library may have a show with the other form of the address.
      try database.execute(
        sql: "UPDATE OR IGNORE \(table) SET \(column) = ? WHERE id = ?",
        arguments: [url.absoluteString, row[0] as Int64])
    }
  }

  private static func cleanDetails<Details: Codable & Equatable>(
    _ type: Details.Type, of table: String, key: String, in database: Database,
    remove: (inout CredentialsRemoval, inout Details) -> Void
  ) throws {
    // JSON may write a slash as `\/`.
    for row in try Row.fetchAll(database, sql: "SELECT \(key), details FROM \(table) WHERE details LIKE '%@%'") {
      let before = try JSONText.decode(Details.self, row[1])
      var details = before
      var removal = CredentialsRemoval()
      remove(&removal, &details)
      guard details != before else { continue }
      try database.execute(
        sql: "UPDATE \(table) SET details = ? WHERE \(key) = ?",
        arguments: [try JSONText.encode(details), row[0] as Int64])
    }
  }
}
