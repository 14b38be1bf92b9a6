import Foundation
import GRDB
import Podcasts

/// Records the outcome of a refresh, in the transaction of the caller.
enum RefreshRecord {
  /// How many sightings confirm a new address. ``followMove(_:_:in:)`` defines a sighting.
  private static let sightingsForMove = 2

  /// Records an outcome. A failure changes only the state of the feed, and a cancelled refresh changes nothing.
  ///
  /// - Parameter newEpisodesOfNewShow: How many of the newest episodes of a new show count as new.
  static func record(
    _ outcome: RefreshOutcome, newEpisodesOfNewShow: Int, in database: Database
  ) throws -> RecordedRefresh {
    guard try Bool.fetchOne(database, sql: "SELECT 1 FROM show WHERE id = ?", arguments: [outcome.show.rawValue]) != nil
    else {
      throw LibraryError.notFound
    }
    switch outcome.result {
    case .success(let response):
      let recorded = try merge(response, outcome, newEpisodesOfNewShow: newEpisodesOfNewShow, in: database)
      try writeSuccess(response, outcome, in: database)
      try followMove(outcome, response, in: database)
      return recorded
    case .failure(.cancelled): return RecordedRefresh()
    case .failure(let error):
      try writeFailure(error, outcome, in: database)
      return RecordedRefresh()
    }
  }

  private static func merge(
    _ response: FeedResponse, _ outcome: RefreshOutcome, newEpisodesOfNewShow: Int, in database: Database
  ) throws -> RecordedRefresh {
    guard case .podcast(let podcast, _) = response.content else { return RecordedRefresh() }
    // A partial feed was cut off. The missing part may contain values of the show, such as its title. So the values of
    // an earlier feed are kept.
    if try !response.isPartial || !wasFetched(outcome.show, in: database) {
      try Shows.update(outcome.show.rawValue, podcast, in: database)
    }
    var merging = FeedMerging(
      show: outcome.show.rawValue, date: outcome.endedAt, newEpisodesOfNewShow: newEpisodesOfNewShow, database: database
    )
    return try merging.merge(podcast.items, isComplete: !response.isPartial)
  }

  /// Returns whether the feed of a show was fetched before without an error.
  private static func wasFetched(_ show: Show.ID, in database: Database) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT lastSucceededAt IS NOT NULL FROM feed WHERE showID = ?", arguments: [show.rawValue])
      ?? false
  }

  /// Writes the state of a feed after its show was added, so that the first refresh is a conditional request. This
  /// refresh is due at once.
  ///
  /// Nothing is written if the next request must return the complete feed. Nothing is written either if the address of
  /// the show is not the fetched address, because the validators are valid only for the fetched address.
  static func writeFetch(_ fetched: FetchedPodcast, of show: Show.ID, at date: Date, in database: Database) throws {
    guard fetched.allowsConditionalRequest,
      try String.fetchOne(database, sql: "SELECT feedURL FROM show WHERE id = ?", arguments: [show.rawValue])
        == FeedAddress.stored(fetched.feed).absoluteString
    else { return }
    let response = FeedResponse(
      content: .podcast(fetched.podcast, hash: fetched.hash), validators: fetched.validators, status: fetched.status,
      repairs: fetched.repairs)
    try writeSuccess(
      response, RefreshOutcome(show: show, endedAt: date, nextDueAt: nil, result: .success(response)), in: database)
  }

  /// Writes the state after a success. After a partial feed, the validators and the hash are removed, so that the next
  /// request fetches the complete feed.
  private static func writeSuccess(_ response: FeedResponse, _ outcome: RefreshOutcome, in database: Database) throws {
    let date = outcome.endedAt.wholeMilliseconds
    try database.execute(
      sql: """
        INSERT INTO feed (showID) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM feed WHERE showID = ?1)
        """,
      arguments: [outcome.show.rawValue])
    try database.execute(
      sql:
        "UPDATE feed SET lastRefreshedAt = ?1, lastSucceededAt = ?1, nextDueAt = ?2, httpStatus = ?3 WHERE showID = ?4",
      arguments: [date, outcome.nextDueAt?.wholeMilliseconds, response.status, outcome.show.rawValue])
    let status = try JSONText.encode(FeedStatus.current)
    try database.execute(
      sql: "UPDATE feed SET status = ?1, failureCount = 0 WHERE showID = ?2 AND (status <> ?1 OR failureCount <> 0)",
      arguments: [status, outcome.show.rawValue])
    guard case .podcast(_, let hash) = response.content else {
      return try writeValidators(response, of: outcome.show, in: database)
    }
    let validators = response.isPartial ? FeedValidators() : response.validators
    try database.execute(
      sql: """
        UPDATE feed SET (etag, lastModified, hash, repairs, isPartial) = (?1, ?2, ?3, ?4, ?5)
        WHERE showID = ?6 AND (etag, lastModified, hash, repairs, isPartial) IS NOT (?1, ?2, ?3, ?4, ?5)
        """,
      arguments: [
        validators.etag, validators.lastModified, response.isPartial ? "" : hash, try JSONText.encode(response.repairs),
        response.isPartial,
        outcome.show.rawValue,
      ])
  }

  /// Writes the validators of an unchanged feed. If the answer has none, the former ones are kept.
  private static func writeValidators(_ response: FeedResponse, of show: Show.ID, in database: Database) throws {
    guard response.validators != FeedValidators() else { return }
    try database.execute(
      sql: "UPDATE feed SET etag = ?1, lastModified = ?2 WHERE showID = ?3 AND (etag, lastModified) IS NOT (?1, ?2)",
      arguments: [response.validators.etag, response.validators.lastModified, show.rawValue])
  }

  /// Writes the state after a failure. A feed that is gone has no due date, and is never due because of its status. For
  /// other feeds, no due date means that a refresh is due at once.
  private static func writeFailure(_ error: FeedError, _ outcome: RefreshOutcome, in database: Database) throws {
    let status: FeedStatus = if case .gone = error { .gone } else { .failed(error) }
    try database.execute(
      sql: """
        UPDATE feed SET status = ?1, failureCount = failureCount + 1, lastRefreshedAt = ?2, nextDueAt = ?3, httpStatus = ?4 WHERE showID = ?5
        """,
      arguments: [
        try JSONText.encode(status), outcome.endedAt.wholeMilliseconds,
        status == .gone ? nil : outcome.nextDueAt?.wholeMilliseconds,
        httpStatus(of: error), outcome.show.rawValue,
      ])
  }

  private static func httpStatus(of error: FeedError) -> Int? {
    switch error {
    case .serverError(let status): status
    case .notFound(let url) where url.scheme != "file": 404
    case .unauthorized: 401
    case .gone: 410
    // The status was 429 or 503. The error does not contain it.
    case .busy: nil
    default: nil
    }
  }

  /// Changes the feed's address to a new address that is confirmed. The address of another show is never used.
  ///
  /// If `outcome.movedTo` is an address, the refresh has already confirmed it. If there is no such address, or another
  /// show has it, two sightings confirm the target of a permanent redirect. Until then, the target is the *pending*
  /// address. A sighting is one such redirect in one refresh. The redirect counts as two sightings if the feed
  /// announces the redirect's target in `itunes:new-feed-url`. An announced address without a redirect is no sighting,
  /// because the refresh itself fetches the announced address, and sets `movedTo` if there is a feed at this address.
  private static func followMove(_ outcome: RefreshOutcome, _ response: FeedResponse, in database: Database) throws {
    let current =
      try String.fetchOne(database, sql: "SELECT feedURL FROM show WHERE id = ?", arguments: [outcome.show.rawValue])
      ?? ""
    if let moved = outcome.movedTo, try isAvailable(moved, for: outcome.show, in: database) {
      return try move(outcome, to: moved, in: database)
    }
    let pending = try Row.fetchOne(
      database, sql: "SELECT pendingURL, pendingCount FROM feed WHERE showID = ?", arguments: [outcome.show.rawValue])
    let pendingURL: String? = pending?["pendingURL"]
    let redirect = permitted(response.permanentURL, from: current)
    let announced = announcedURL(response, from: current)
    // An unchanged feed without a redirect neither adds a sighting nor discards the pending address.
    guard let target = redirect ?? (isUnchanged(response) ? pendingURL.flatMap { URL(string: $0) } : nil) else {
      return try setPending(nil, sightings: 0, of: outcome.show, former: pendingURL, in: database)
    }
    var sightings = redirect == nil ? 0 : announced == target ? 2 : 1
    if pendingURL == target.absoluteString { sightings += pending?["pendingCount"] ?? 0 }
    guard sightings >= sightingsForMove, try isAvailable(target, for: outcome.show, in: database) else {
      return try setPending(
        target.absoluteString, sightings: min(sightings, sightingsForMove), of: outcome.show, former: pendingURL,
        in: database)
    }
    try move(outcome, to: target, in: database)
  }

  /// Returns whether no show other than `show` has the address `feed`.
  private static func isAvailable(_ feed: URL, for show: Show.ID, in database: Database) throws -> Bool {
    let owner = try Feeds.owner(of: feed, in: database)
    return owner == nil || owner == show
  }

  /// Changes the address of the feed. `Feeds.move` makes the feed due at once, but the feed was just fetched. So the
  /// due date of the outcome is written afterwards.
  private static func move(_ outcome: RefreshOutcome, to feed: URL, in database: Database) throws {
    try Feeds.move(outcome.show, to: feed, in: database)
    try database.execute(
      sql: "UPDATE feed SET nextDueAt = ? WHERE showID = ?",
      arguments: [outcome.nextDueAt?.wholeMilliseconds, outcome.show.rawValue])
  }

  private static func isUnchanged(_ response: FeedResponse) -> Bool { response.content == .unchanged }

  /// Returns the address that the feed announces in `itunes:new-feed-url`, or `nil` if there is none or if the feed
  /// may not move there.
  private static func announcedURL(_ response: FeedResponse, from current: String) -> URL? {
    guard case .podcast(let podcast, _) = response.content else { return nil }
    return permitted(podcast.details.newFeedURL, from: current)
  }

  /// Returns an address in its stored form if the feed may move to it, or `nil`. The new address must be an HTTP or
  /// HTTPS address with a host, differ from the current address, and have at most ``Cap/address`` bytes. A feed does
  /// not move from HTTPS to HTTP.
  private static func permitted(_ url: URL?, from current: String) -> URL? {
    guard let url = url.map(FeedAddress.stored), let scheme = url.scheme?.lowercased(),
      scheme == "https" || scheme == "http",
      url.host() != nil, url.absoluteString != current, scheme == "https" || !current.lowercased().hasPrefix("https:"),
      url.absoluteString.utf8.count <= Cap.address
    else { return nil }
    return url
  }

  /// Writes the pending address and the number of its sightings, or removes the pending address if `url` is `nil`.
  /// `former` is the pending address before.
  private static func setPending(
    _ url: String?, sightings count: Int, of show: Show.ID, former: String?, in database: Database
  ) throws {
    if url == nil, former == nil { return }
    try database.execute(
      sql:
        "UPDATE feed SET pendingURL = ?1, pendingCount = ?2 WHERE showID = ?3 AND (pendingURL, pendingCount) IS NOT (?1, ?2)",
      arguments: [url, count, show.rawValue])
  }
}
