import Foundation
import GRDB
import Podcasts

/// Reads and writes shows.
enum Shows {
  private static let allSQL = """
    SELECT show.id, feedURL, title, author, summary, artworkURL, websiteURL, section, json_extract(details, '$.funding') AS funding, feed.status,
      (SELECT count(*) FROM episode WHERE showID = show.id) AS episodeCount,
      (SELECT max(publishedAt) FROM episode WHERE showID = show.id) AS newestEpisodeAt
    FROM show LEFT JOIN feed ON feed.showID = show.id
    """
  /// Counts the touched episodes of each show. An episode is touched if it is played or started.
  private static let touchedCountsSQL = """
    SELECT e.showID, count(*) FROM episodeState s CROSS JOIN episode e ON e.id = s.episodeID
    WHERE s.isPlayed = 1 OR s.isStarted = 1 GROUP BY e.showID
    """

  /// Returns the tables and columns that ``all(in:)`` reads.
  static func region(in database: Database) throws -> DatabaseRegion {
    try database.cachedStatement(sql: allSQL).databaseRegion.union(
      database.cachedStatement(sql: touchedCountsSQL).databaseRegion)
  }

  /// Returns all shows, sorted by title in the listener's language, ignoring case, and with `Part 2` before `Part 10`.
  static func all(in database: Database) throws -> [Show] {
    let touched = try touchedCounts(in: database)
    let rows = try Row.fetchCursor(database.cachedStatement(sql: allSQL))
    var shows: [Show] = []
    while let row = try rows.next() {
      var show = try show(row)
      show.unplayedCount = show.episodeCount - touched[show.id.rawValue, default: 0]
      shows.append(show)
    }
    // Sort in Swift, because the order depends on the listener's language, and SQLite cannot sort by it.
    return shows.sorted { first, second in
      switch first.title.localizedStandardCompare(second.title) {
      case .orderedAscending: true
      case .orderedDescending: false
      case .orderedSame: first.id.rawValue < second.id.rawValue
      }
    }
  }

  /// Returns the number of touched episodes by the id of the show.
  private static func touchedCounts(in database: Database) throws -> [Int64: Int] {
    let rows = try Row.fetchCursor(database.cachedStatement(sql: touchedCountsSQL))
    var counts: [Int64: Int] = [:]
    while let row = try rows.next() { counts[row[0]] = row[1] }
    return counts
  }

  /// Merges a podcast into the show that has or had the feed's address, or that has the same `podcast:guid`. If there
  /// is no such show, adds one, and marks the newest `newEpisodesOfNewShow` of its episodes as new.
  static func merge(
    _ fetched: FetchedPodcast, from feed: URL, newEpisodesOfNewShow: Int, at date: Date, in database: Database
  ) throws -> Show.ID {
    let podcast = fetched.podcast
    let id: Int64
    if let found = try Feeds.find(feed, guid: podcast.details.guid, in: database) {
      id = found.rawValue
      try update(id, podcast, in: database)
      try moveIfAddressIsNewOrSecure(found, feed, in: database)
    } else {
      id = try insert(podcast, feed: feed, in: database)
    }
    var merging = FeedMerging(show: id, date: date, newEpisodesOfNewShow: newEpisodesOfNewShow, database: database)
    _ = try merging.merge(podcast.items, isComplete: !fetched.isPartial)
    try RefreshRecord.writeFetch(fetched, of: Show.ID(rawValue: id), at: date, in: database)
    return Show.ID(rawValue: id)
  }

  /// Changes the address of a show to `feed` in two cases: the show never had this address, because it was found by its
  /// `podcast:guid`, or its present address is the same one over HTTP instead of HTTPS.
  private static func moveIfAddressIsNewOrSecure(_ show: Show.ID, _ feed: URL, in database: Database) throws {
    let current =
      try String.fetchOne(database, sql: "SELECT feedURL FROM show WHERE id = ?", arguments: [show.rawValue]) ?? ""
    let isSameOverHTTPS =
      current.hasPrefix("http:") && feed.scheme?.lowercased() == "https"
      && URL(string: current).map(FeedAddress.key) == FeedAddress.key(feed)
    let hasOrHadAddress = try Feeds.find(feed, guid: nil, in: database) == show
    if isSameOverHTTPS || !hasOrHadAddress { try Feeds.move(show, to: feed, in: database) }
  }

  /// Writes the section that contained a show in an imported list of subscriptions. `path` has the names of the
  /// nested sections, the outermost first. Does nothing if `path` is empty.
  static func setSectionPath(_ path: [String], of show: Int64, in database: Database) throws {
    guard !path.isEmpty else { return }
    let text = try JSONText.encode(path.map { Cap.text($0, Cap.title) })
    try database.execute(sql: "UPDATE show SET section = ? WHERE id = ?", arguments: [text, show])
  }

  /// Removes a show with its episodes, which are also removed from the queue. The places of the episodes, and their
  /// marks as played and as favorite, are stored until the show is added again.
  static func remove(_ show: Show.ID, in database: Database) throws {
    try RemovedStates.storeStates(of: show.rawValue, in: database)
    try database.execute(sql: "DELETE FROM show WHERE id = ?", arguments: [show.rawValue])
    try QueueTable.closeGaps(in: database)
  }

  /// Adds a show without its episodes, and returns its id.
  static func insert(_ podcast: Podcast, feed: URL, in database: Database) throws -> Int64 {
    let url = FeedAddress.stored(feed)
    try database.execute(
      sql: """
        INSERT INTO show (title, author, summary, artworkURL, websiteURL, language, podcastGUID, details, feedURL, feedKey)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: try arguments(podcast) + [url.absoluteString, FeedAddress.key(url)])
    let id = database.lastInsertedRowID
    try database.execute(sql: "INSERT INTO feed (showID) VALUES (?)", arguments: [id])
    return id
  }

  /// Writes the values of a show that come from its feed, if one of them has changed.
  static func update(_ show: Int64, _ podcast: Podcast, in database: Database) throws {
    let columns = "title, author, summary, artworkURL, websiteURL, language, podcastGUID, details"
    let values = try arguments(podcast)
    try database.execute(
      sql:
        "UPDATE show SET (\(columns)) = (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) WHERE id = ?9 AND (\(columns)) IS NOT (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
      arguments: values + [show])
  }

  /// Returns the shortened values of a podcast, without passwords in addresses, in the order of the first eight columns
  /// in ``insert(_:feed:in:)``.
  private static func arguments(_ original: Podcast) throws -> StatementArguments {
    var podcast = original
    // The items are not among the values, and removing the credentials from them would take time.
    podcast.items = []
    var removal = CredentialsRemoval()
    removal.remove(from: &podcast)
    return [
      Cap.text(podcast.title, Cap.title), Cap.text(podcast.author, Cap.title), Cap.text(podcast.summary, Cap.notes),
      Cap.link(podcast.artworkURL).flatMap { $0.isEmpty ? nil : $0 },
      Cap.link(podcast.websiteURL).flatMap { $0.isEmpty ? nil : $0 },
      podcast.language.map { Cap.text($0, Cap.word) }, podcast.details.guid.map { Cap.text($0, Cap.word) },
      podcast.details == PodcastDetails() ? nil : try JSONText.encode(podcast.details),
    ]
  }

  private static func show(_ row: Row) throws -> Show {
    var show = Show(
      id: Show.ID(rawValue: row["id"]), feedURL: try row.address("feedURL"), title: row["title"], author: row["author"],
      summary: row["summary"], artworkURL: try row.addressIfAny("artworkURL"),
      websiteURL: try row.addressIfAny("websiteURL"),
      episodeCount: row["episodeCount"])
    let status: String? = row["status"]
    show.feedStatus = try status.map { try JSONText.decode(FeedStatus.self, $0) } ?? .neverFetched
    show.newestEpisodeAt = row.date("newestEpisodeAt")
    let funding: String? = row["funding"]
    if let funding, funding != "[]" { show.funding = try JSONText.decode([FeedLink].self, funding) }
    let sectionPath: String = row["section"]
    if sectionPath != "[]" { show.sectionPath = try JSONText.decode([String].self, sectionPath) }
    return show
  }
}
