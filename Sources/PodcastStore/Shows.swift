import Foundation
import GRDB
import Podcasts

/// The transactions about shows.
enum Shows {
  /// All shows, sorted by title as a person would in their language, without regard to case, and with `Part 2` before `Part 10`.
  static func all(in database: Database) throws -> [Show] {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT *, (SELECT count(*) FROM episode WHERE showID = show.id) AS episodeCount FROM show")
    var shows: [Show] = []
    while let row = try rows.next() { shows.append(try show(row)) }
    // In Swift, since the order follows the listener's language, which SQLite does not know.
    return shows.sorted { first, second in
      switch first.title.localizedStandardCompare(second.title) {
      case .orderedAscending: true
      case .orderedDescending: false
      case .orderedSame: first.id.rawValue < second.id.rawValue
      }
    }
  }

  /// Adds a podcast, or merges it into the show that has its feed's address.
  ///
  /// What the feed says replaces what it said before, but what it no longer says of a date or a length stays known. What the listener did
  /// is not touched, and neither are episodes that have left the feed.
  static func merge(_ podcast: Podcast, from feed: URL, in database: Database) throws -> Show.ID {
    let id = try Int64.fetchOne(
      database,
      sql: """
        INSERT INTO show (feedURL, title, author, summary, artworkURL, websiteURL, language) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (feedURL) DO UPDATE SET title = excluded.title, author = excluded.author, summary = excluded.summary,
          artworkURL = excluded.artworkURL, websiteURL = excluded.websiteURL, language = excluded.language
        RETURNING id
        """,
      arguments: [
        feed.absoluteString, podcast.title, podcast.author, podcast.summary, podcast.artworkURL?.absoluteString,
        podcast.websiteURL?.absoluteString, podcast.language,
      ])
    guard let id else { throw LibraryError.notFound }
    // The oldest first, so that a higher id is a newer episode where the feed gives no dates.
    for item in podcast.items.reversed() { try Episodes.merge(item, into: id, in: database) }
    return Show.ID(rawValue: id)
  }

  /// Removes a show, and with it its episodes.
  static func remove(_ show: Show.ID, in database: Database) throws {
    try database.execute(sql: "DELETE FROM show WHERE id = ?", arguments: [show.rawValue])
  }

  private static func show(_ row: Row) throws -> Show {
    Show(
      id: Show.ID(rawValue: row["id"]), feedURL: try row.address("feedURL"), title: row["title"], author: row["author"],
      summary: row["summary"], artworkURL: try row.addressIfAny("artworkURL"), websiteURL: try row.addressIfAny("websiteURL"),
      episodeCount: row["episodeCount"])
  }
}
