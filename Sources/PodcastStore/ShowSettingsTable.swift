import Foundation
import GRDB
import Podcasts

/// Reads and writes the settings of shows. They are stored as JSON in the column `settings` of the table of shows.
enum ShowSettingsTable {
  /// Returns the settings of a show, or `nil` if the show is missing. Returns the default settings if the JSON is
  /// damaged.
  static func settings(of show: Show.ID, in database: Database) throws -> ShowSettings? {
    let text = try String.fetchOne(database, sql: "SELECT settings FROM show WHERE id = ?", arguments: [show.rawValue])
    guard let text else { return nil }
    return (try? JSONDecoder().decode(ShowSettings.self, from: Data(text.utf8))) ?? ShowSettings()
  }

  /// Writes the settings of a show. Throws ``LibraryError/notFound`` if the show is missing.
  static func save(_ settings: ShowSettings, of show: Show.ID, in database: Database) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(settings), as: UTF8.self)
    try database.execute(sql: "UPDATE show SET settings = ? WHERE id = ?", arguments: [text, show.rawValue])
    if database.changesCount == 0 { throw LibraryError.notFound }
  }

  /// Allows the feed of a show to use addresses in a private network. Throws ``LibraryError/notFound`` if the show is
  /// missing.
  static func allowPrivateNetwork(_ show: Show.ID, in database: Database) throws {
    guard var settings = try settings(of: show, in: database) else { throw LibraryError.notFound }
    settings.allowsPrivateNetwork = true
    try save(settings, of: show, in: database)
  }
}
