import Foundation
import GRDB
import Podcasts

/// Reads and adds subscriptions, and changes their addresses. ``RefreshRecord`` writes the results of refreshes.
///
/// Two addresses count as the same if they have the same `feedKey`. The key contains neither the scheme nor a password:
/// see ``FeedAddress/key(_:)``.
enum Feeds {
  /// The columns of a subscription, from the tables `show` and `feed`. `pendingURL` is the address to which the server
  /// has permanently redirected. Later answers have to confirm this address, which is `Subscription.permanentURL`.
  private static let columns = """
    show.id, show.title, show.feedURL, feed.etag, feed.lastModified, coalesce(feed.hash, '') AS hash, feed.status,
    coalesce(feed.failureCount, 0) AS failureCount, feed.lastRefreshedAt, feed.lastSucceededAt, feed.nextDueAt, feed.repairs, feed.pendingURL,
    coalesce(feed.isPartial, 0) AS isPartial, feed.httpStatus,
    coalesce(json_extract(show.settings, '$.allowsPrivateNetwork'), 0) AS allowsPrivateNetwork
    """

  /// Returns all subscriptions, sorted by the date when their next refresh is due. Subscriptions without a date come
  /// first, and subscriptions whose feed was removed permanently come last.
  static func all(in database: Database) throws -> [Subscription] {
    let rows = try Row.fetchAll(database, sql: "SELECT \(columns) FROM show LEFT JOIN feed ON feed.showID = show.id")
    let formerURLs = try formerURLs(in: database)
    let subscriptions = try rows.map { row in try subscription(row, formerURLs: formerURLs[row["id"]] ?? []) }
    return subscriptions.sorted { first, second in
      let (isFirstGone, isSecondGone) = (first.status == .gone, second.status == .gone)
      if isFirstGone != isSecondGone { return isSecondGone }
      return (first.nextDueAt ?? .distantPast, first.id.rawValue) < (
        second.nextDueAt ?? .distantPast, second.id.rawValue
      )
    }
  }

  /// Returns one subscription, or `nil` if the show is missing.
  static func subscription(_ show: Show.ID, in database: Database) throws -> Subscription? {
    let row = try Row.fetchOne(
      database, sql: "SELECT \(columns) FROM show LEFT JOIN feed ON feed.showID = show.id WHERE show.id = ?",
      arguments: [show.rawValue])
    guard let row else { return nil }
    let formerURLs = try String.fetchAll(
      database, sql: "SELECT url FROM feedAddress WHERE showID = ? ORDER BY id DESC", arguments: [show.rawValue])
    return try subscription(row, formerURLs: formerURLs.compactMap { URL(string: $0) })
  }

  /// Returns the show whose feed has or had the address `feed`. If there is none, returns the show whose `podcast:guid`
  /// is `guid`, or `nil`.
  static func find(_ feed: URL, guid: String?, in database: Database) throws -> Show.ID? {
    let key = FeedAddress.key(feed)
    let byAddress = try Int64.fetchOne(
      database,
      sql:
        "SELECT coalesce((SELECT min(id) FROM show WHERE feedKey = ?1), (SELECT max(showID) FROM feedAddress WHERE feedKey = ?1))",
      arguments: [key])
    if let byAddress { return Show.ID(rawValue: byAddress) }
    guard let guid, !guid.isEmpty else { return nil }
    // Stored guids are shortened to the same length.
    return try Int64.fetchOne(
      database, sql: "SELECT min(id) FROM show WHERE podcastGUID = ?", arguments: [Cap.text(guid, Cap.word)]
    )
    .map { Show.ID(rawValue: $0) }
  }

  /// Returns the show whose feed has the address `feed` now. `nil` if no show has this address now.
  static func owner(of feed: URL, in database: Database) throws -> Show.ID? {
    try Int64.fetchOne(database, sql: "SELECT min(id) FROM show WHERE feedKey = ?", arguments: [FeedAddress.key(feed)])
      .map { Show.ID(rawValue: $0) }
  }

  /// Changes the address of a show's feed, and stores the former address. The next refresh is due at once, and fetches
  /// the complete feed. Does nothing if the feed has the address already. Throws if the show is missing, if the address
  /// is too long, or if another show has the address.
  static func move(_ show: Show.ID, to feed: URL, in database: Database) throws {
    guard
      let former = try String.fetchOne(
        database, sql: "SELECT feedURL FROM show WHERE id = ?", arguments: [show.rawValue])
    else {
      throw LibraryError.notFound
    }
    let url = FeedAddress.stored(feed)
    guard url.absoluteString != former else { return }
    guard url.absoluteString.utf8.count <= Cap.address else {
      throw LibraryError.failed(reason: "The address is too long.")
    }
    let key = FeedAddress.key(url)
    if let other = try Int64.fetchOne(
      database, sql: "SELECT id FROM show WHERE feedKey = ? AND id <> ?", arguments: [key, show.rawValue])
    {
      throw LibraryError.failed(reason: "Show \(other) has this address.")
    }
    let id = show.rawValue
    // The new address is no longer a former one, and the old address is now the most recent former one.
    try database.execute(
      sql: "DELETE FROM feedAddress WHERE showID = ? AND url IN (?, ?)", arguments: [id, former, url.absoluteString])
    try database.execute(
      sql: "INSERT INTO feedAddress (showID, url, feedKey) VALUES (?, ?, ?)",
      arguments: [id, former, URL(string: former).map(FeedAddress.key) ?? former])
    try database.execute(
      sql: "UPDATE show SET feedURL = ?, feedKey = ? WHERE id = ?", arguments: [url.absoluteString, key, id])
    try database.execute(
      sql: """
        UPDATE feed SET etag = NULL, lastModified = NULL, hash = '', pendingURL = NULL, pendingCount = 0, nextDueAt = NULL WHERE showID = ?
        """,
      arguments: [id])
  }

  /// Adds a show without episodes for each outline. An outline is an entry of an OPML file. Returns the added shows,
  /// whose first refresh is due at once. Skips outlines whose address is empty or too long, or is or was the address of
  /// an existing show.
  static func add(_ outlines: [Outline], in database: Database) throws -> [Show.ID] {
    try outlines.compactMap { outline in
      guard try find(outline.feedURL, guid: nil, in: database) == nil else { return nil }
      guard outline.feedURL.absoluteString.utf8.count <= Cap.address, !outline.feedURL.absoluteString.isEmpty else {
        return nil
      }
      let title = outline.title.isEmpty ? outline.feedURL.host() ?? outline.feedURL.lastPathComponent : outline.title
      let podcast = Podcast(title: title, websiteURL: outline.websiteURL)
      let id = try Shows.insert(podcast, feed: outline.feedURL, in: database)
      try Shows.setSectionPath(outline.sectionPath, of: id, in: database)
      return Show.ID(rawValue: id)
    }
  }

  /// Returns the former addresses of each show, the most recent first.
  private static func formerURLs(in database: Database) throws -> [Int64: [URL]] {
    let rows = try Row.fetchCursor(database, sql: "SELECT showID, url FROM feedAddress ORDER BY id DESC")
    var urls: [Int64: [URL]] = [:]
    while let row = try rows.next() {
      if let url = URL(string: row["url"]) { urls[row["showID"], default: []].append(url) }
    }
    return urls
  }

  /// Creates a subscription from a row of ``columns``.
  private static func subscription(_ row: Row, formerURLs: [URL]) throws -> Subscription {
    let status: String? = row["status"]
    let repairs: String? = row["repairs"]
    let pending: String? = row["pendingURL"]
    return Subscription(
      id: Show.ID(rawValue: row["id"]), title: row["title"], feedURL: try row.address("feedURL"),
      validators: FeedValidators(etag: row["etag"], lastModified: row["lastModified"]), hash: row["hash"],
      status: try status.map { try JSONText.decode(FeedStatus.self, $0) } ?? .neverFetched,
      failureCount: row["failureCount"],
      lastRefreshedAt: row.date("lastRefreshedAt"), lastSucceededAt: row.date("lastSucceededAt"),
      nextDueAt: row.date("nextDueAt"),
      formerURLs: formerURLs, repairs: try repairs.map { try JSONText.decode([FeedRepair].self, $0) } ?? [],
      isPartial: row["isPartial"],
      httpStatus: row["httpStatus"], permanentURL: pending.flatMap { URL(string: $0) },
      allowsPrivateNetwork: row["allowsPrivateNetwork"])
  }
}
