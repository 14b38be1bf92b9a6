import Foundation
import GRDB
import Podcasts

/// Reads episodes.
enum Episodes {
  /// The columns of an episode (`e`) and of the episode's state (`s`). The notes and the title of the show are columns
  /// of other tables.
  private static let columns = """
    e.id, e.showID, e.guid, e.title, e.enclosureURL, e.enclosureType, e.enclosureByteCount, e.publishedAt, e.duration, e.artworkURL,
    e.season, e.number, e.kind, coalesce(s.position, 0) AS position, coalesce(s.isPlayed, 0) AS isPlayed,
    coalesce(s.isFavorite, 0) AS isFavorite, coalesce(s.isNew, 0) AND NOT s.isPlayed AND NOT s.isStarted AS isNew, s.lastPlayedAt, s.queuePosition
    """

  /// Returns the episodes of a show with their notes, the newest first. Episodes without a date come last, the last
  /// added first. The property `showTitle` is empty.
  static func all(of show: Show.ID, in database: Database) throws -> [Episode] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(columns), n.markup AS summary, '' AS showTitle FROM episode e LEFT JOIN episodeNotes n ON n.episodeID = e.id
          LEFT JOIN episodeState s ON s.episodeID = e.id
        WHERE e.showID = ? ORDER BY e.publishedAt DESC, e.id DESC
        """,
      arguments: [show.rawValue])
    var episodes: [Episode] = []
    while let row = try rows.next() { episodes.append(try episode(row)) }
    return episodes
  }

  /// Returns the episodes with these ids, in this order, without their notes. Missing episodes are left out.
  static func all(_ ids: [Episode.ID], in database: Database) throws -> [Episode] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(columns), '' AS summary, show.title AS showTitle FROM episode e JOIN show ON show.id = e.showID
          LEFT JOIN episodeState s ON s.episodeID = e.id
        WHERE e.id = ?
        """)
    return try ids.compactMap { id in try Row.fetchOne(statement, arguments: [id.rawValue]).map(episode) }
  }

  /// Returns the episode whose audio has an address, else the episode whose web page has it, or `nil`. The HTTP and the
  /// HTTPS form of an address are equal. The columns have no index, because this search is rare: it runs if another
  /// program opens an address with this program.
  static func find(_ address: URL, in database: Database) throws -> Episode.ID? {
    let text = address.absoluteString
    let addresses: [String] =
      if text.hasPrefix("http://") {
        [text, "https://" + text.dropFirst(7)]
      } else if text.hasPrefix("https://") {
        [text, "http://" + text.dropFirst(8)]
      } else {
        [text]
      }
    // The queries have two arguments. Both are the same if the address is neither an HTTP nor an HTTPS address.
    let arguments: StatementArguments = [addresses[0], addresses[addresses.count - 1]]
    let audioSQL = "SELECT id FROM episode WHERE enclosureURL IN (?1, ?2) ORDER BY id LIMIT 1"
    // `instr` is fast, and excludes most rows. SQLite parses the JSON of the remaining rows.
    let pageSQL = """
      SELECT episodeID FROM episodeNotes
      WHERE (instr(details, ?1) OR instr(details, ?2)) AND json_extract(details, '$.websiteURL') IN (?1, ?2) ORDER BY episodeID LIMIT 1
      """
    let found =
      try Int64.fetchOne(database, sql: audioSQL, arguments: arguments)
      ?? Int64.fetchOne(database, sql: pageSQL, arguments: arguments)
    return found.map { Episode.ID(rawValue: $0) }
  }

  private static func episode(_ row: Row) throws -> Episode {
    let duration: Int64? = row["duration"]
    var episode = Episode(
      id: Episode.ID(rawValue: row["id"]), showID: Show.ID(rawValue: row["showID"]), guid: row["guid"],
      title: row["title"],
      summary: row["summary"] ?? "",
      enclosure: Enclosure(
        url: try row.address("enclosureURL"), mimeType: row["enclosureType"], byteCount: row["enclosureByteCount"]),
      publishedAt: row.date("publishedAt"), duration: duration.map { .milliseconds($0) },
      artworkURL: try row.addressIfAny("artworkURL"),
      isFavorite: row["isFavorite"], playPosition: .milliseconds(row["position"] as Int64), isPlayed: row["isPlayed"])
    episode.showTitle = row["showTitle"]
    episode.season = row["season"]
    episode.number = row["number"]
    episode.kind = EpisodeKind(rawValue: row["kind"]) ?? .full
    episode.isNew = row["isNew"] ?? false
    episode.lastPlayedAt = row.date("lastPlayedAt")
    episode.queuePosition = row["queuePosition"]
    return episode
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded toward zero and limited to about 290 million years.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let limit = Int64.max / 1000 - 1
    return min(max(seconds, -limit), limit) * 1000 + attoseconds / 1_000_000_000_000_000
  }
}

extension Date {
  /// The milliseconds since 1970, rounded and limited to about 290 million years.
  var wholeMilliseconds: Int64 {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    return Int64(min(max(milliseconds, -9e18), 9e18))
  }
}

extension Row {
  /// Returns the date in a column of milliseconds since 1970, or `nil` for NULL.
  func date(_ column: String) -> Date? {
    let milliseconds: Int64? = self[column]
    return milliseconds.map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }

  /// Returns the address in a column. Throws `SQLITE_CORRUPT` for NULL and for a text that is not an address, because
  /// both mean that the library is damaged.
  func address(_ column: String) throws -> URL {
    guard let url = try addressIfAny(column) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(column) is NULL")
    }
    return url
  }

  /// Returns the address in a column, or `nil` for NULL. Throws `SQLITE_CORRUPT` for a text that is not an address.
  func addressIfAny(_ column: String) throws -> URL? {
    guard let text: String = self[column] else { return nil }
    guard let url = URL(string: text) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(column) is no address")
    }
    return url
  }
}
