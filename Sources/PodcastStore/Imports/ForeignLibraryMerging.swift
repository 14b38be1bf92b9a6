import Foundation
import GRDB
import Podcasts

/// Merges another player's library into this one. The listener's state in this library is not replaced.
struct ForeignLibraryMerging {
  /// The date of the import.
  let date: Date
  let database: Database

  /// Merges a show, and returns `summary` with the result added. A show is skipped if the address of its feed cannot be
  /// used.
  func merge(_ show: ForeignLibrary.ForeignShow, into summary: ImportSummary) throws -> ImportSummary {
    var summary = summary
    if let feed = ForeignLibrary.webAddress(show.address), feed.absoluteString.utf8.count <= Cap.address {
      try merge(show, feed: feed, into: &summary)
    } else {
      summary.skipped.append(show.podcast.title)
    }
    return summary
  }

  private func merge(_ show: ForeignLibrary.ForeignShow, feed: URL, into summary: inout ImportSummary) throws {
    let showID: Int64
    let knownShow = try Feeds.find(feed, guid: nil, in: database)
    if let knownShow {
      showID = knownShow.rawValue
    } else {
      showID = try Shows.insert(show.podcast, feed: feed, in: database)
      try Shows.setSectionPath(show.section.map { [$0] } ?? [], of: showID, in: database)
      summary.shows.append(Show.ID(rawValue: showID))
    }
    if let credentials = show.credentials,
      let address = try URL.fetchOne(database, sql: "SELECT feedURL FROM show WHERE id = ?", arguments: [showID])
    {
      summary.credentials.append(
        ImportedCredentials(feed: address, credentials: credentials, isOfKnownShow: knownShow != nil))
    }
    // Known episodes are not changed, because their values from the other player may be older.
    let knownEpisodes = try KnownEpisodes(show: showID, in: database)
    // `add` marks no episode as new, so the number of new episodes is not used.
    var merging = FeedMerging(show: showID, date: date, newEpisodesOfNewShow: 0, database: database)
    try merging.add(show.episodes.map(\.item).filter { knownEpisodes.find($0) == nil })
    let allEpisodes = try KnownEpisodes(show: showID, in: database)
    for episode in show.episodes {
      guard let episodeID = allEpisodes.find(episode.item) else { continue }
      summary.episodeCount += 1
      try mergeState(episode, episodeID, into: &summary)
    }
  }

  /// Writes the place and the mark “played” of an episode, if the episode has one of them in the other player and
  /// neither in this library. Then also removes the mark “new”, and writes the date of the last play if this library
  /// has none. Marks the episode as a favorite if it is one in the other player.
  private func mergeState(
    _ episode: ForeignLibrary.ForeignEpisode, _ id: Int64, into summary: inout ImportSummary
  ) throws {
    guard episode.isPlayed || episode.isFavorite || episode.position > .zero else { return }
    try database.cachedStatement(sql: "INSERT OR IGNORE INTO episodeState (episodeID) VALUES (?)").execute(arguments: [
      id
    ])
    let position = episode.position.wholeMilliseconds
    try database.cachedStatement(
      sql: """
        UPDATE episodeState SET position = ?2, isStarted = ?2 > 0, isPlayed = ?3, isNew = 0, lastPlayedAt = coalesce(lastPlayedAt, ?4)
        WHERE episodeID = ?1 AND position = 0 AND isPlayed = 0 AND (?2 > 0 OR ?3)
        """
    ).execute(arguments: [id, position, episode.isPlayed, episode.lastPlayedAt?.wholeMilliseconds])
    if database.changesCount > 0 {
      if position > 0 { summary.placeCount += 1 }
      if episode.isPlayed { summary.playedCount += 1 }
    }
    guard episode.isFavorite else { return }
    try database.cachedStatement(sql: "UPDATE episodeState SET isFavorite = 1 WHERE episodeID = ? AND isFavorite = 0")
      .execute(arguments: [id])
    summary.favoriteCount += database.changesCount
  }
}

/// The episodes of a show in this library, by identifier, by audio address and by the path in the audio address
/// (``AudioAddress/key(_:)``).
private struct KnownEpisodes {
  private var byGUID: [String: Int64] = [:]
  private var byAddress: [String: Int64] = [:]
  private var byPath: [String: [Int64]] = [:]

  init(show: Int64, in database: Database) throws {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT id, guid, enclosureURL, audioKey FROM episode WHERE showID = ?", arguments: [show])
    while let row = try rows.next() {
      let id: Int64 = row["id"]
      byGUID[row["guid"]] = id
      byAddress[row["enclosureURL"]] = id
      if let key: String = row["audioKey"] { byPath[key, default: []].append(id) }
    }
  }

  /// Returns the episode with the item's identifier. If there is none, returns the episode with the item's audio
  /// address, or else the only episode with the item's audio path.
  func find(_ item: Podcast.Item) -> Int64? {
    if let id = byGUID[Cap.guid(item.guid)] ?? byAddress[item.enclosure.url.absoluteString] { return id }
    guard let key = AudioAddress.key(item.enclosure.url), let ids = byPath[key], ids.count == 1 else { return nil }
    return ids.first
  }
}
