import Foundation
import GRDB
import Podcasts

/// Reads the database of another podcast player: gPodder, GNOME Podcasts or Kasts.
enum ForeignLibraryReader {
  /// Returns the player whose tables a database has, or `nil` for another program's database.
  static func player(of database: Database) throws -> ImportSource.Player? {
    if try hasTables(["podcast", "episode", "version"], in: database) { return .gPodder }
    if try hasTables(["shows", "episodes", "source"], in: database) { return .gnomePodcasts }
    if try hasTables(["Feeds", "Entries", "Enclosures"], in: database) { return .kasts }
    return nil
  }

  /// Returns how many shows and episodes a database has.
  static func counts(_ player: ImportSource.Player, in database: Database) throws -> (shows: Int, episodes: Int) {
    let (showTable, episodeTable) =
      switch player {
      case .gPodder: ("podcast", "episode")
      case .gnomePodcasts: ("shows", "episodes")
      case .kasts: ("Feeds", "Entries")
      }
    return (
      try Int.fetchOne(database, sql: "SELECT count(*) FROM \(showTable)") ?? 0,
      try Int.fetchOne(database, sql: "SELECT count(*) FROM \(episodeTable)") ?? 0
    )
  }

  /// Returns all shows and episodes of a player's database.
  static func read(_ player: ImportSource.Player, in database: Database) throws -> ForeignLibrary {
    switch player {
    case .gPodder: try gPodder(database)
    case .gnomePodcasts: try gnomePodcasts(database)
    case .kasts: try kasts(database)
    }
  }

  /// The sections that gPodder assigns automatically, by the type of the media.
  private static let automaticSections = ["audio", "video", "other"]

  /// Reads gPodder's database. Places are in seconds. An episode counts as played if its place is its end, or if it is
  /// not new and has no place. An episode that is protected from deletion counts as a favorite. The user name and the
  /// password of a private feed are in separate columns.
  private static func gPodder(_ database: Database) throws -> ForeignLibrary {
    let episodeColumns = try database.columns(in: "episode").map(\.name)
    let notesSQL =
      episodeColumns.contains("description_html")
      ? "coalesce(nullif(description_html, ''), description)" : "description"
    let showColumns = try database.columns(in: "podcast").map(\.name)
    // The databases of older versions of gPodder do not have all of these columns.
    let newerColumnsSQL = ["section", "auth_username", "auth_password"]
      .map { showColumns.contains($0) ? $0 : "NULL AS \($0)" }.joined(separator: ", ")
    let shows = try Row.fetchAll(
      database, sql: "SELECT id, title, url, link, description, cover_url, \(newerColumnsSQL) FROM podcast ORDER BY id")
    let episodes = try group(
      Row.fetchCursor(database, sql: "SELECT *, \(notesSQL) AS notes FROM episode ORDER BY published DESC, id DESC"),
      byShowIDIn: "podcast_id", makeEpisode: gPodderEpisode)
    return ForeignLibrary(
      shows: shows.map { row in
        show(
          title: row.text("title"), address: row.text("url"), website: row.text("link"),
          summary: row.text("description"),
          picture: row.text("cover_url"),
          section: row.text("section").flatMap { $0.isEmpty || automaticSections.contains($0) ? nil : $0 },
          credentials: credentials(row.text("auth_username"), row.text("auth_password")),
          episodes: row.integer("id").flatMap { episodes[$0] } ?? [])
      })
  }

  private static func gPodderEpisode(_ row: Row) -> ForeignLibrary.ForeignEpisode? {
    guard
      var episode = ForeignLibrary.ForeignEpisode(
        guid: row.text("guid"), title: row.text("title"), notes: row.text("notes"), audio: row.text("url"),
        type: row.text("mime_type"), size: row.integer("file_size"),
        date: ForeignLibrary.date(row.integer("published")), seconds: row.integer("total_time"), picture: nil)
    else { return nil }
    let position = row.integer("current_position") ?? 0
    let isFinished = position > 0 && position == row.integer("total_time")
    episode.position = isFinished ? .zero : .seconds(max(0, position))
    episode.isPlayed = isFinished || row.integer("is_new") == 0 && position <= 0
    episode.isFavorite = row.integer("archive") == 1
    episode.lastPlayedAt =
      ForeignLibrary.date(row.integer("last_playback")) ?? ForeignLibrary.date(row.integer("current_position_updated"))
    return episode
  }

  /// Reads GNOME Podcasts' database. Places are in seconds. An episode counts as played if it has the date of a last
  /// play and no place. There are no favorites. Dates are texts, or numbers in older versions.
  private static func gnomePodcasts(_ database: Database) throws -> ForeignLibrary {
    let columns = try database.columns(in: "episodes").map(\.name)
    // Returns the SQL for a date in seconds since 1970.
    let secondsSQL = { (column: String) in
      "CASE typeof(\(column)) WHEN 'text' THEN CAST(strftime('%s', \(column)) AS INTEGER) ELSE \(column) END"
    }
    // The databases of some versions of GNOME Podcasts do not have these columns.
    let positionSQL = columns.contains("play_position") ? "play_position" : "0"
    let pictureSQL = columns.contains("image_uri") ? "image_uri" : "NULL"
    let shows = try Row.fetchAll(
      database,
      sql: """
        SELECT shows.id, title, link, description, image_uri, source.uri FROM shows LEFT JOIN source ON source.id = shows.source_id
        ORDER BY shows.id
        """)
    let episodes = try group(
      Row.fetchCursor(
        database,
        sql: """
          SELECT show_id, title, uri, description, length, duration, guid, \(pictureSQL) AS picture, \
          \(positionSQL) AS position,
            \(secondsSQL("epoch")) AS date, \(secondsSQL("played")) AS playedAt FROM episodes ORDER BY date DESC
          """), byShowIDIn: "show_id", makeEpisode: gnomeEpisode)
    return ForeignLibrary(
      shows: shows.map { row in
        show(
          title: row.text("title"), address: row.text("uri"), website: row.text("link"),
          summary: row.text("description"),
          picture: row.text("image_uri"),
          episodes: row.integer("id").flatMap { episodes[$0] } ?? [])
      })
  }

  private static func gnomeEpisode(_ row: Row) -> ForeignLibrary.ForeignEpisode? {
    guard
      var episode = ForeignLibrary.ForeignEpisode(
        guid: row.text("guid"), title: row.text("title"), notes: row.text("description"), audio: row.text("uri"),
        type: nil, size: row.integer("length"),
        date: ForeignLibrary.date(row.integer("date")), seconds: row.integer("duration"), picture: row.text("picture"))
    else { return nil }
    episode.position = .seconds(max(0, row.integer("position") ?? 0))
    episode.lastPlayedAt = ForeignLibrary.date(row.integer("playedAt"))
    episode.isPlayed = row.integer("playedAt") != nil && episode.position == .zero
    return episode
  }

  /// Reads Kasts' database. Places are in milliseconds, and lengths are in seconds. In databases up to version 11, the
  /// tables refer to a feed by its address, and to an episode by its guid. In later versions, the tables refer to both
  /// by numbers. An episode that is marked as read counts as played, and its place is ignored.
  private static func kasts(_ database: Database) throws -> ForeignLibrary {
    let entryColumns = try database.columns(in: "Entries").map(\.name)
    let refersByNumber = entryColumns.contains("entryuid")
    let showIDColumn = refersByNumber ? "feeduid" : "rowid"
    let favoriteSQL = entryColumns.contains("favorite") ? "n.favorite" : "0"
    // The table of enclosures (`c`) has the place. In some versions, the table of episodes (`n`) also has a place. The
    // later place is imported.
    let positionSQL =
      entryColumns.contains("playposition")
      ? "max(coalesce(n.playposition, 0), coalesce(c.playposition, 0))" : "c.playposition"
    let shows = try Row.fetchAll(
      database,
      sql:
        "SELECT \(showIDColumn) AS key, name, url, image, link, description FROM Feeds ORDER BY key"
    )
    let joinedTables =
      refersByNumber
      ? "Entries n JOIN Enclosures c ON c.entryuid = n.entryuid JOIN Feeds f ON f.feeduid = n.feeduid"
      : "Entries n JOIN Enclosures c ON c.id = n.id AND c.feed = n.feed JOIN Feeds f ON f.url = n.feed"
    let episodes = try group(
      Row.fetchCursor(
        database,
        sql: """
          SELECT f.\(showIDColumn) AS key, n.id, n.title, n.content, n.created, n.image, n.read, \
          \(favoriteSQL) AS favorite,
            c.url, c.type, c.size, c.duration, \(positionSQL) AS position
          FROM \(joinedTables) ORDER BY n.created DESC
          """), byShowIDIn: "key", makeEpisode: kastsEpisode)
    return ForeignLibrary(
      shows: shows.map { row in
        show(
          title: row.text("name"), address: row.text("url"), website: row.text("link"),
          summary: row.text("description"), picture: row.text("image"),
          episodes: row.integer("key").flatMap { episodes[$0] } ?? [])
      })
  }

  private static func kastsEpisode(_ row: Row) -> ForeignLibrary.ForeignEpisode? {
    guard
      var episode = ForeignLibrary.ForeignEpisode(
        guid: row.text("id"), title: row.text("title"), notes: row.text("content"), audio: row.text("url"),
        type: row.text("type"), size: row.integer("size"),
        date: ForeignLibrary.date(row.integer("created")), seconds: row.integer("duration"), picture: row.text("image"))
    else { return nil }
    episode.isPlayed = row.integer("read") == 1
    episode.position = episode.isPlayed ? .zero : .milliseconds(max(0, row.integer("position") ?? 0))
    episode.isFavorite = row.integer("favorite") == 1
    return episode
  }

  private static func hasTables(_ tables: [String], in database: Database) throws -> Bool {
    try tables.allSatisfy { try database.tableExists($0) }
  }

  /// Creates an episode from each row, and groups the episodes by the ids of their shows. Omits rows without an id of a
  /// show, and rows for which `makeEpisode` returns `nil`.
  private static func group(
    _ rows: RowCursor, byShowIDIn column: String, makeEpisode: (Row) -> ForeignLibrary.ForeignEpisode?
  ) throws -> [Int64: [ForeignLibrary.ForeignEpisode]] {
    var groups: [Int64: [ForeignLibrary.ForeignEpisode]] = [:]
    while let row = try rows.next() {
      guard let showID = row.integer(column), let episode = makeEpisode(row) else { continue }
      groups[showID, default: []].append(episode)
    }
    return groups
  }

  private static func show(
    title: String?, address: String?, website: String?, summary: String?, picture: String?, section: String? = nil,
    credentials: Credentials? = nil, episodes: [ForeignLibrary.ForeignEpisode]
  ) -> ForeignLibrary.ForeignShow {
    let address = address ?? ""
    let url = ForeignLibrary.webAddress(address)
    let name = title.flatMap { $0.isEmpty ? nil : $0 } ?? url?.host() ?? address
    return ForeignLibrary.ForeignShow(
      podcast: Podcast(
        title: name, summary: summary ?? "", artworkURL: picture.flatMap(ForeignLibrary.webAddress),
        websiteURL: website.flatMap(ForeignLibrary.webAddress)),
      address: address, section: section, credentials: credentials ?? url.flatMap(FeedAddress.credentials),
      episodes: episodes)
  }

  private static func credentials(_ user: String?, _ password: String?) -> Credentials? {
    guard let user, !user.isEmpty else { return nil }
    return Credentials(user: user, password: password ?? "")
  }
}

extension Row {
  /// Returns the text in a column of another player's database, or `nil` if the value is not a text.
  fileprivate func text(_ column: String) -> String? { String.fromDatabaseValue(self[column]) }

  /// Returns the whole number in a column of another player's database, or `nil` for any other value.
  fileprivate func integer(_ column: String) -> Int64? { Int64.fromDatabaseValue(self[column]) }
}
