import Foundation
import Podcasts

/// An episode of the library without its notes.
struct StoredEpisode: Hashable, Sendable {
  var id: Int64
  var guid: String
  var content: EpisodeContent
}

/// The content of an episode without its notes, as the library stores it.
struct EpisodeContent: Hashable, Sendable, Codable {
  var title: String
  var enclosureURL: String
  var enclosureType: String?
  var enclosureByteCount: Int64?
  /// The path of the audio's address (``AudioAddress/key(_:)``), or `nil` if it cannot identify the audio.
  var audioKey: String?
  /// In milliseconds since 1970.
  var publishedAt: Int64?
  /// In milliseconds.
  var duration: Int64?
  var artworkURL: String?
  var season: Int?
  var number: Int?
  /// The raw value of the `EpisodeKind`.
  var kind: String
  /// The hash of the notes and details (``EpisodeText/hash(markup:details:)``).
  var notesHash: Int64
}

/// Finds the episode of the library that belongs to an item of a feed.
///
/// The matcher compares values in memory. It does not read or write the library.
struct EpisodeMatcher {
  /// The result of a search.
  enum Match: Hashable {
    /// The guids are the same. Or the guids are addresses, because the feed has no guids, and the audio is the same.
    case same(StoredEpisode)
    /// The guid changed, and there is evidence that the episode is the same.
    case merged(StoredEpisode, EpisodeMerge.Evidence)
    /// The library does not have the episode, or the evidence for a match is not sufficient.
    case new
  }

  /// The largest difference of two dates of one episode, in milliseconds. The dates of two episodes of hourly news,
  /// or of an episode and its rerun, differ by more.
  private static let dateTolerance: Int64 = 60_000
  /// The largest difference of two durations of one episode, in milliseconds.
  private static let durationTolerance: Int64 = 1_000

  /// The episodes of the library, by guid.
  private let storedByGUID: [String: StoredEpisode]
  /// The episodes of the library whose guids are not in the feed, by their ``EpisodeContent/audioKey``.
  private var missingByAudio: [String: [StoredEpisode]] = [:]
  /// The episodes of the library whose guids are not in the feed, by title (``titleKey(_:)``).
  private var missingByTitle: [String: [StoredEpisode]] = [:]
  /// How many items of the feed have each ``EpisodeContent/audioKey``.
  private var audioKeyCounts: [String: Int] = [:]
  /// Whether an item may be merged with an episode that has another guid.
  private let mayMerge: Bool
  /// The ids of the episodes that are already matched to an item.
  private var matchedIDs: Set<Int64> = []

  /// - Parameters:
  ///   - isComplete: Whether the feed has all its items. In a feed that was cut off, an episode may be missing by
  ///     accident, so no episodes are merged.
  init(stored: [StoredEpisode], items: [(guid: String, content: EpisodeContent)], isComplete: Bool) {
    storedByGUID = Dictionary(stored.map { ($0.guid, $0) }, uniquingKeysWith: { first, _ in first })
    mayMerge = isComplete
    let guids = Set(items.map(\.guid))
    for item in items { if let key = item.content.audioKey { audioKeyCounts[key, default: 0] += 1 } }
    for episode in stored where !guids.contains(episode.guid) {
      if let key = episode.content.audioKey { missingByAudio[key, default: []].append(episode) }
      missingByTitle[Self.titleKey(episode.content.title), default: []].append(episode)
    }
  }

  /// Returns the episode that belongs to an item. Each episode is returned at most once, because the items of a feed
  /// have different guids.
  mutating func match(guid: String, content: EpisodeContent) -> Match {
    let match = find(guid: guid, content: content)
    switch match {
    case .same(let episode), .merged(let episode, _): matchedIDs.insert(episode.id)
    case .new: break
    }
    return match
  }

  private func find(guid: String, content: EpisodeContent) -> Match {
    if let episode = storedByGUID[guid] { return .same(episode) }
    // If the feed has no guid for an item, the parser uses the address of the item's page or of its audio instead.
    let isGUIDFromAudio = guid == content.enclosureURL
    if let episode = episodeWithSameAudio(content) {
      if isGUIDFromAudio, episode.guid.contains("://") { return .same(episode) }
      if mayMerge { return .merged(episode, .sameAudio) }
    }
    if mayMerge, let episode = episodeWithSameTitleDateAndLength(content) {
      return .merged(episode, .sameTitleDateAndLength)
    }
    return .new
  }

  /// Returns the only episode with the audio path of an item, if the episode's guid is not in the feed and no other
  /// item has this path. If the episode and the item have dates, the dates must be close. If neither has a date, the
  /// titles must be equal. If only one has a date, the path is sufficient.
  private func episodeWithSameAudio(_ content: EpisodeContent) -> StoredEpisode? {
    guard let key = content.audioKey, audioKeyCounts[key] == 1,
      let candidates = missingByAudio[key], candidates.count == 1,
      let episode = candidates.first, !matchedIDs.contains(episode.id)
    else { return nil }
    switch (episode.content.publishedAt, content.publishedAt) {
    case (let formerDate?, let date?): return Self.isClose(formerDate, date, within: Self.dateTolerance) ? episode : nil
    case (nil, nil): return Self.titleKey(episode.content.title) == Self.titleKey(content.title) ? episode : nil
    default: return episode
    }
  }

  private func episodeWithSameTitleDateAndLength(_ content: EpisodeContent) -> StoredEpisode? {
    let title = Self.titleKey(content.title)
    guard !title.isEmpty, let date = content.publishedAt, let duration = content.duration else { return nil }
    let candidates = (missingByTitle[title] ?? []).filter { episode in
      guard let formerDate = episode.content.publishedAt, let formerDuration = episode.content.duration else {
        return false
      }
      return !matchedIDs.contains(episode.id) && Self.isClose(formerDate, date, within: Self.dateTolerance)
        && Self.isClose(formerDuration, duration, within: Self.durationTolerance)
    }
    return candidates.count == 1 ? candidates.first : nil
  }

  private static func isClose(_ first: Int64, _ second: Int64, within tolerance: Int64) -> Bool {
    let (difference, isOverflow) = first.subtractingReportingOverflow(second)
    return !isOverflow && difference.magnitude <= tolerance.magnitude
  }

  private static func titleKey(_ title: String) -> String {
    title.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
  }
}
