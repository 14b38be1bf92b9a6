import Foundation
import GRDB
import Podcasts

/// Merges the items of a feed into the episodes of a show.
///
/// The feed's values replace the stored ones. If a date or a duration is missing in the feed, the stored one is kept.
/// The listener's state is not changed, and episodes that are missing in the feed are kept. An unchanged episode is not
/// written. If an item matches an episode with another identifier, the match is recorded as an ``EpisodeMerge``.
struct FeedMerging {
  /// The id of the show.
  let show: Int64
  /// The date of the refresh.
  let date: Date
  let database: Database
  /// How many of the newest episodes are marked as new if the show had no episodes.
  let newEpisodesOfNewShow: Int
  private var result = RecordedRefresh()
  /// The added episodes, in the order of their ids.
  private var inserted: [(id: Int64, publishedAt: Int64?)] = []

  init(show: Int64, date: Date, newEpisodesOfNewShow: Int, database: Database) {
    self.show = show
    self.date = date
    self.newEpisodesOfNewShow = newEpisodesOfNewShow
    self.database = database
  }

  /// Merges items. `isComplete` is `false` for a feed that was cut off.
  mutating func merge(_ items: [Podcast.Item], isComplete: Bool) throws -> RecordedRefresh {
    let stored = try storedEpisodes()
    let preparedItems = try Self.preparedItems(items)
    var matcher = EpisodeMatcher(
      stored: stored, items: preparedItems.map { ($0.guid, $0.content) }, isComplete: isComplete)
    // Feeds usually list the newest item first. The items are added in reverse, so that a newer episode has a higher
    // id: the id decides the order of episodes without dates.
    for prepared in preparedItems.reversed() {
      switch matcher.match(guid: prepared.guid, content: prepared.content) {
      case .same(let episode): try update(episode, prepared)
      case .merged(let episode, let evidence): try changeGUID(episode, prepared, evidence)
      case .new: try insert(prepared)
      }
    }
    let markedAsNew = Set(try markNew(stored: stored))
    // The show may have been removed and added again. Then its episodes get their former states back.
    if !inserted.isEmpty { try RemovedStates.restore(show, in: database) }
    result.newEpisodes = inserted.sorted { ($0.publishedAt ?? .min, $0.id) > ($1.publishedAt ?? .min, $1.id) }.map {
      Episode.ID(rawValue: $0.id)
    }
    // The first episodes of a show are not arrivals. In a show that had episodes, the arrivals are exactly the added
    // episodes that are marked as new: see `markNew(stored:)`.
    if !stored.isEmpty { result.arrivals = result.newEpisodes.filter { markedAsNew.contains($0.rawValue) } }
    return result
  }

  /// Adds the items whose identifiers no stored episode has, in reverse order as ``merge(_:isComplete:)`` does. Stored
  /// episodes are not changed, and no episode is marked as new.
  mutating func add(_ items: [Podcast.Item]) throws {
    let known = Set(try storedEpisodes().map(\.guid))
    for prepared in try Self.preparedItems(items).reversed() where !known.contains(prepared.guid) {
      try insert(prepared)
    }
    if !inserted.isEmpty { try RemovedStates.restore(show, in: database) }
  }

  /// An item of the feed, and its values in the form in which they are stored.
  private struct PreparedItem {
    var guid: String
    var content: EpisodeContent
    var item: Podcast.Item
    /// The notes of the episode: plain text or HTML.
    var markup: String
  }

  /// Returns the items with shortened values, and with addresses without passwords. Items without a `guid` are omitted,
  /// and so are items whose audio has no address or a too long one. Of several items with the same `guid`, only the
  /// first is returned.
  private static func preparedItems(_ items: [Podcast.Item]) throws -> [PreparedItem] {
    var guids: Set<String> = []
    return try items.compactMap { original in
      var item = original
      var removal = CredentialsRemoval()
      removal.remove(from: &item)
      let guid = Cap.guid(item.guid)
      guard !guid.isEmpty, let address = Cap.link(item.enclosure.url), !address.isEmpty, guids.insert(guid).inserted
      else { return nil }
      let markup = Cap.text(item.summary, Cap.notes)
      let milliseconds = item.duration?.wholeMilliseconds
      let content = EpisodeContent(
        title: Cap.text(item.title, Cap.title), enclosureURL: address,
        enclosureType: item.enclosure.mimeType.map { Cap.text($0, Cap.word) },
        enclosureByteCount: item.enclosure.byteCount, audioKey: AudioAddress.key(item.enclosure.url),
        publishedAt: item.publishedAt?.wholeMilliseconds, duration: milliseconds.flatMap { $0 > 0 ? $0 : nil },
        artworkURL: Cap.link(item.artworkURL).flatMap { $0.isEmpty ? nil : $0 }, season: item.details.season,
        number: item.details.number,
        kind: item.details.kind.rawValue,
        notesHash: EpisodeText.hash(markup: markup, details: try EpisodeText.json(item.details)))
      return PreparedItem(guid: guid, content: content, item: item, markup: markup)
    }
  }

  private func storedEpisodes() throws -> [StoredEpisode] {
    try Row.fetchAll(
      database, sql: "SELECT id, guid, \(Self.columns.joined(separator: ", ")) FROM episode WHERE showID = ?",
      arguments: [show]
    ).map(Self.storedEpisode)
  }

  /// The columns of an ``EpisodeContent``, in the order of ``arguments(_:)``.
  private static let columns = [
    "title", "enclosureURL", "enclosureType", "enclosureByteCount", "audioKey", "publishedAt", "duration", "artworkURL",
    "season", "number",
    "kind", "notesHash",
  ]

  /// Returns the episode in a row with the columns `id` and `guid` and all of ``columns``.
  static func storedEpisode(_ row: Row) -> StoredEpisode {
    StoredEpisode(
      id: row["id"], guid: row["guid"],
      content: EpisodeContent(
        title: row["title"], enclosureURL: row["enclosureURL"], enclosureType: row["enclosureType"],
        enclosureByteCount: row["enclosureByteCount"], audioKey: row["audioKey"], publishedAt: row["publishedAt"],
        duration: row["duration"],
        artworkURL: row["artworkURL"], season: row["season"], number: row["number"], kind: row["kind"],
        notesHash: row["notesHash"]))
  }

  /// Returns the values for ``columns``.
  static func arguments(_ content: EpisodeContent) -> StatementArguments {
    [
      content.title, content.enclosureURL, content.enclosureType, content.enclosureByteCount, content.audioKey,
      content.publishedAt,
      content.duration, content.artworkURL, content.season, content.number, content.kind, content.notesHash,
    ]
  }

  /// Writes the values of an item into an episode, if they differ from the stored ones.
  private func update(_ episode: StoredEpisode, _ prepared: PreparedItem) throws {
    var content = prepared.content
    content.publishedAt = content.publishedAt ?? episode.content.publishedAt
    content.duration = content.duration ?? episode.content.duration
    guard content != episode.content else { return }
    try Self.write(content, to: episode.id, in: database)
    // The full-text index contains the title and the notes.
    guard content.notesHash != episode.content.notesHash || content.title != episode.content.title else { return }
    try EpisodeText.write(
      episode.id, title: content.title, markup: prepared.markup, details: prepared.item.details, isNew: false,
      in: database)
  }

  /// Writes the content of an episode, without its notes.
  static func write(_ content: EpisodeContent, to id: Int64, in database: Database) throws {
    let assignments = columns.map { "\($0) = ?" }.joined(separator: ", ")
    try database.cachedStatement(sql: "UPDATE episode SET \(assignments) WHERE id = ?").execute(
      arguments: arguments(content) + [id])
  }

  /// Writes the identifier and the values of an item into an episode with another identifier, and records the match.
  private mutating func changeGUID(
    _ episode: StoredEpisode, _ prepared: PreparedItem, _ evidence: EpisodeMerge.Evidence
  ) throws {
    let former = EpisodeMerges.Former(guid: episode.guid, content: episode.content)
    try database.execute(sql: "UPDATE episode SET guid = ? WHERE id = ?", arguments: [prepared.guid, episode.id])
    try update(episode, prepared)
    let merge = try EpisodeMerges.add(
      former, to: episode.id, title: prepared.content.title, evidence: evidence, at: date, in: database)
    result.mergedEpisodes.append(merge)
  }

  /// Adds an episode for an item, with its notes.
  private mutating func insert(_ prepared: PreparedItem) throws {
    let id = try Self.insert(prepared.guid, prepared.content, into: show, in: database)
    try EpisodeText.write(
      id, title: prepared.content.title, markup: prepared.markup, details: prepared.item.details, isNew: true,
      in: database)
    inserted.append((id, prepared.content.publishedAt))
  }

  /// Adds an episode without its notes, and returns its id.
  static func insert(_ guid: String, _ content: EpisodeContent, into show: Int64, in database: Database) throws -> Int64
  {
    let values = Array(repeating: "?", count: columns.count + 2).joined(separator: ", ")
    try database.cachedStatement(
      sql: "INSERT INTO episode (showID, guid, \(columns.joined(separator: ", "))) VALUES (\(values))"
    )
    .execute(arguments: [show, guid] + arguments(content))
    return database.lastInsertedRowID
  }

  /// Marks the added episodes as new, and returns the ids of the marked ones. If the show had no episodes, only the
  /// newest ``newEpisodesOfNewShow`` episodes are marked. Otherwise, episodes that are older than all stored ones
  /// belong to a back catalog, and are not marked. An episode without a date does not belong to a back catalog.
  private func markNew(stored: [StoredEpisode]) throws -> [Int64] {
    let ids: [Int64]
    if stored.isEmpty {
      ids = inserted.sorted { ($0.publishedAt ?? .min, $0.id) > ($1.publishedAt ?? .min, $1.id) }.prefix(
        max(0, newEpisodesOfNewShow)
      ).map(\.id)
    } else {
      let oldest = stored.compactMap(\.content.publishedAt).min() ?? .min
      ids = inserted.filter { ($0.publishedAt ?? .max) >= oldest }.map(\.id)
    }
    let statement = try database.cachedStatement(sql: "INSERT INTO episodeState (episodeID, isNew) VALUES (?, 1)")
    for id in ids { try statement.execute(arguments: [id]) }
    return ids
  }
}
