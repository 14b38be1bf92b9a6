import Foundation
import Podcasts

/// An episode of the library without its notes, in the units of the columns.
struct StoredEpisode: Hashable, Sendable {
  var id: Int64
  var guid: String
  var content: EpisodeContent
}

/// The content of an episode without its notes, in the units of the columns.
struct EpisodeContent: Hashable, Sendable, Codable {
  var title: String
  var enclosureURL: String
  var enclosureType: String?
  var enclosureByteCount: Int64?
  var audioKey: String?
  var publishedAt: Int64?
  var duration: Int64?
  var artworkURL: String?
  var season: Int?
  var number: Int?
  var kind: String
  var notesHash: Int64
}

/// Finds the episode of the library that belongs to an item of a feed.
///
/// The matcher has the episodes of the library and the items of the feed. It does not read or write.
struct EpisodeMatcher {
  /// The result of a search.
  enum Match: Hashable {
    /// The identifiers are the same, or the feed has none and the audio's path is the same.
    case same(StoredEpisode)
    /// The identifier changed, and there is evidence that the episode is the same.
    case merged(StoredEpisode, EpisodeMerge.Evidence)
    /// The library does not have it.
    case new
  }

  /// The largest difference of two dates of one episode, in milliseconds. Hourly news and reruns differ by more.
  private static let dateTolerance: Int64 = 60_000
  /// The largest difference of two durations of one episode, in milliseconds.
  private static let durationTolerance: Int64 = 1_000

  private let stored: [String: StoredEpisode]
  /// The episodes of the library whose identifiers are not in the feed, by the path of their audio and by their title.
  private var missingByAudio: [String: [StoredEpisode]] = [:]
  private var missingByTitle: [String: [StoredEpisode]] = [:]
  /// How many items of the feed have the path of an audio file.
  private var pathCounts: [String: Int] = [:]
  private let mayMerge: Bool
  private var matchedIDs: Set<Int64> = []

  /// - Parameters:
  ///   - isComplete: Whether the feed has all its items. In a feed that was cut off, an episode may be missing by
  ///     accident, so no episodes are merged.
  init(stored: [StoredEpisode], items: [(guid: String, content: EpisodeContent)], isComplete: Bool) {
    self.stored = Dictionary(stored.map { ($0.guid, $0) }, uniquingKeysWith: { first, _ in first })
    mayMerge = isComplete
    let guids = Set(items.map(\.guid))
    for item in items { if let key = item.content.audioKey { pathCounts[key, default: 0] += 1 } }
    for episode in stored where !guids.contains(episode.guid) {
      if let key = episode.content.audioKey { missingByAudio[key, default: []].append(episode) }
      missingByTitle[Self.titleKey(episode.content.title), default: []].append(episode)
    }
  }

  /// Returns the episode of an item. Each episode is returned at most once.
  mutating func match(guid: String, content: EpisodeContent) -> Match {
    let match = find(guid: guid, content: content)
    switch match {
    case .same(let episode), .merged(let episode, _): matchedIDs.insert(episode.id)
    case .new: break
    }
    return match
  }

  private func find(guid: String, content: EpisodeContent) -> Match {
    if let episode = stored[guid] { return .same(episode) }
    let hasNoGUID = guid == content.enclosureURL
    if let episode = sameAudio(content) {
      if hasNoGUID, episode.guid.contains("://") { return .same(episode) }
      if mayMerge { return .merged(episode, .sameAudio) }
    }
    if mayMerge, let episode = sameTitleDateAndLength(content) { return .merged(episode, .sameTitleDateAndLength) }
    return .new
  }

  /// Returns the only episode with this audio path whose identifier is not in the feed. If neither has a date, the
  /// titles must be equal, too.
  private func sameAudio(_ content: EpisodeContent) -> StoredEpisode? {
    guard let key = content.audioKey, pathCounts[key] == 1, let candidates = missingByAudio[key], candidates.count == 1,
      let episode = candidates.first, !matchedIDs.contains(episode.id)
    else { return nil }
    switch (episode.content.publishedAt, content.publishedAt) {
    case (let former?, let date?): return Self.isClose(former, date, Self.dateTolerance) ? episode : nil
    case (nil, nil): return Self.titleKey(episode.content.title) == Self.titleKey(content.title) ? episode : nil
    default: return episode
    }
  }

  private func sameTitleDateAndLength(_ content: EpisodeContent) -> StoredEpisode? {
    let title = Self.titleKey(content.title)
    guard !title.isEmpty, let date = content.publishedAt, let duration = content.duration else { return nil }
    let candidates = (missingByTitle[title] ?? []).filter { episode in
      guard let formerDate = episode.content.publishedAt, let formerDuration = episode.content.duration else {
        return false
      }
      return !matchedIDs.contains(episode.id) && Self.isClose(formerDate, date, Self.dateTolerance)
        && Self.isClose(formerDuration, duration, Self.durationTolerance)
    }
    return candidates.count == 1 ? candidates.first : nil
  }

  private static func isClose(_ first: Int64, _ second: Int64, _ tolerance: Int64) -> Bool {
    let (difference, isOverflow) = first.subtractingReportingOverflow(second)
    return !isOverflow && difference.magnitude <= tolerance.magnitude
  }

  private static func titleKey(_ title: String) -> String {
    title.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
  }
}
