import Foundation
import GRDB
import Podcasts

/// The eighth migration: removes the user name and the password from all addresses. Earlier versions removed them only
/// from the addresses of feeds, and version 1 did not remove them at all.
///
/// The removed names and passwords are not stored elsewhere. When a server requires them, the program asks the user for
/// them.
enum SchemaVersion8 {
  static func migrate(_ database: Database) throws {
    for (table, columns) in [
      ("show", ["feedURL", "artworkURL", "websiteURL"]), ("episode", ["enclosureURL", "guid", "artworkURL"]),
    ] {
      for column in columns { try removeCredentials(from: column, of: table, in: database) }
    }
    try removeCredentials(inDetails: PodcastDetails.self, of: "show", key: "id", in: database) {
      removal, details in removal.remove(from: &details)
    }
    try removeCredentials(inDetails: EpisodeDetails.self, of: "episodeNotes", key: "episodeID", in: database) {
      removal, details in removal.remove(from: &details)
    }
  }

  /// Removes names and passwords from the addresses in a column.
  private static func removeCredentials(from column: String, of table: String, in database: Database) throws {
    let rows = try Row.fetchAll(database, sql: "SELECT id, \(column) FROM \(table) WHERE \(column) LIKE 'http%://%@%'")
    for row in rows {
      let text: String = row[1]
      guard var url = URL(string: text) else { continue }
      var removal = CredentialsRemoval()
      removal.remove(from: &url)
      guard url.absoluteString != text else { continue }
      // `OR IGNORE` because another row may already have the address without the password, and an address is unique.
      // The row with the password is then not changed.
      try database.execute(
        sql: "UPDATE OR IGNORE \(table) SET \(column) = ? WHERE id = ?",
        arguments: [url.absoluteString, row[0] as Int64])
    }
  }

  /// Removes names and passwords from the addresses in the column `details`, which is JSON. The column `key` has the id
  /// of the row.
  private static func removeCredentials<Details: Codable & Equatable>(
    inDetails type: Details.Type, of table: String, key: String, in database: Database,
    remove: (inout CredentialsRemoval, inout Details) -> Void
  ) throws {
    // The pattern contains no slashes, because JSON may write a slash as `\/`.
    for row in try Row.fetchAll(database, sql: "SELECT \(key), details FROM \(table) WHERE details LIKE '%@%'") {
      let stored = try JSONText.decode(Details.self, row[1])
      var details = stored
      var removal = CredentialsRemoval()
      remove(&removal, &details)
      guard details != stored else { continue }
      try database.execute(
        sql: "UPDATE \(table) SET details = ? WHERE \(key) = ?",
        arguments: [try JSONText.encode(details), row[0] as Int64])
    }
  }
}
