import Foundation
import GRDB
import Podcasts

/// The transactions about episodes.
enum Episodes {
  /// The episodes of a show, the newest first. Those without a date come last, the latest to arrive first.
  static func all(of show: Show.ID, in database: Database) throws -> [Episode] {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT * FROM episode WHERE showID = ? ORDER BY publishedAt DESC, id DESC", arguments: [show.rawValue])
    var episodes: [Episode] = []
    while let row = try rows.next() { episodes.append(try episode(row)) }
    return episodes
  }

  /// Marks or unmarks a favourite.
  static func setFavorite(_ episode: Episode.ID, _ isFavorite: Bool, in database: Database) throws {
    try update(episode, sql: "UPDATE episode SET isFavorite = ? WHERE id = ?", isFavorite, in: database)
  }

  /// Remembers a place. One before the start is the start.
  static func savePosition(_ episode: Episode.ID, _ position: Duration, in database: Database) throws {
    try update(episode, sql: "UPDATE episode SET playPosition = ? WHERE id = ?", max(0, position.wholeMilliseconds), in: database)
  }

  /// Marks as heard, which puts the place back to the start, or as not heard, which keeps it.
  static func setPlayed(_ episode: Episode.ID, _ isPlayed: Bool, in database: Database) throws {
    let sql = "UPDATE episode SET isPlayed = ?1, playPosition = CASE WHEN ?1 THEN 0 ELSE playPosition END WHERE id = ?2"
    try update(episode, sql: sql, isPlayed, in: database)
  }

  /// Adds what a feed says of an episode, or replaces what it said before. An episode of which nothing changed costs no write.
  static func merge(_ item: Podcast.Item, into show: Int64, in database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO episode
          (showID, guid, title, summary, enclosureURL, enclosureType, enclosureByteCount, publishedAt, duration, artworkURL)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (showID, guid) DO UPDATE SET title = excluded.title, summary = excluded.summary,
          enclosureURL = excluded.enclosureURL, enclosureType = excluded.enclosureType,
          enclosureByteCount = excluded.enclosureByteCount, publishedAt = coalesce(excluded.publishedAt, publishedAt),
          duration = coalesce(excluded.duration, duration), artworkURL = excluded.artworkURL
        WHERE (title, summary, enclosureURL, enclosureType, enclosureByteCount, artworkURL) IS NOT (excluded.title, excluded.summary,
          excluded.enclosureURL, excluded.enclosureType, excluded.enclosureByteCount, excluded.artworkURL)
          OR publishedAt IS NOT coalesce(excluded.publishedAt, publishedAt) OR duration IS NOT coalesce(excluded.duration, duration)
        """)
    let milliseconds = item.duration?.wholeMilliseconds
    try statement.execute(arguments: [
      show, item.guid, item.title, item.summary, item.enclosure.url.absoluteString, item.enclosure.mimeType, item.enclosure.byteCount,
      item.publishedAt.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) }, milliseconds.flatMap { $0 > 0 ? $0 : nil },
      item.artworkURL?.absoluteString,
    ])
  }

  private static func update(
    _ episode: Episode.ID, sql: String, _ value: any DatabaseValueConvertible, in database: Database
  ) throws {
    try database.execute(sql: sql, arguments: [value, episode.rawValue])
    if database.changesCount == 0 { throw LibraryError.notFound }
  }

  private static func episode(_ row: Row) throws -> Episode {
    let publishedAt: Int64? = row["publishedAt"]
    let duration: Int64? = row["duration"]
    return Episode(
      id: Episode.ID(rawValue: row["id"]), showID: Show.ID(rawValue: row["showID"]), guid: row["guid"], title: row["title"],
      summary: row["summary"],
      enclosure: Enclosure(url: try row.address("enclosureURL"), mimeType: row["enclosureType"], byteCount: row["enclosureByteCount"]),
      publishedAt: publishedAt.map { Date(timeIntervalSince1970: Double($0) / 1000) },
      duration: duration.map { .milliseconds($0) }, artworkURL: try row.addressIfAny("artworkURL"),
      isFavorite: row["isFavorite"], playPosition: .milliseconds(row["playPosition"] as Int64), isPlayed: row["isPlayed"])
  }
}

extension Duration {
  /// The length in milliseconds, without what is less than one. Lengths beyond 290 million years are cut there.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let limit = Int64.max / 1000 - 1
    return min(max(seconds, -limit), limit) * 1000 + attoseconds / 1_000_000_000_000_000
  }
}

extension Row {
  /// The address in a column. One that cannot be read means that the file is damaged.
  func address(_ column: String) throws -> URL {
    guard let url = try addressIfAny(column) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(column) is NULL") }
    return url
  }

  /// The address in a column, or `nil` for NULL.
  func addressIfAny(_ column: String) throws -> URL? {
    guard let text: String = self[column] else { return nil }
    guard let url = URL(string: text) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(column) is no address") }
    return url
  }
}
