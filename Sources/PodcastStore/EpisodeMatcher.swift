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

/// Finds the episode of the library that an item of a feed is.
///
/// The matcher is a value. It holds the episodes of the library and the items of the feed, and does not read or write.
struct EpisodeMatcher {
  enum Match: Hashable {
    /// The identifiers are the same, or the feed gives none and the audio's path is the same.
    case same(StoredEpisode)
    /// The identifier changed, and there is evidence that the episode is the same.
    case merged(StoredEpisode, EpisodeMerge.Evidence)
    /// The library does not have it.
    case new
  }

  /// Two dates of one episode differ by at most this, in milliseconds. Hourly news and reruns differ by more.
  private static let dateTolerance: Int64 = 60_000
  private static let durationTolerance: Int64 = 1_000

  private let stored: [String: StoredEpisode]
  /// The episodes that the feed no longer has, by the path of their audio and by their title.
  private var goneByAudio: [String: [StoredEpisode]] = [:]
  private var goneByTitle: [String: [StoredEpisode]] = [:]
  /// How many items of the feed have an audio path.
  private var pathCounts: [String: Int] = [:]
  private let mayMerge: Bool
  private var taken: Set<Int64> = []

  /// - Parameters:
  ///   - isComplete: Whether the feed has all its items. A feed that was cut off may still have its other items.
  init(stored: [StoredEpisode], items: [(guid: String, content: EpisodeContent)], isComplete: Bool) {
    self.stored = Dictionary(stored.map { ($0.guid, $0) }, uniquingKeysWith: { first, _ in first })
    mayMerge = isComplete
    let guids = Set(items.map(\.guid))
    for item in items { if let key = item.content.audioKey { pathCounts[key, default: 0] += 1 } }
    for episode in stored where !guids.contains(episode.guid) {
      if let key = episode.content.audioKey { goneByAudio[key, default: []].append(episode) }
      goneByTitle[Self.titleKey(episode.content.title), default: []].append(episode)
    }
  }

  /// The episode that an item is. An episode is found at most once.
  mutating func match(guid: String, content: EpisodeContent) -> Match {
    let match = find(guid: guid, content: content)
    switch match {
    case .same(let episode), .merged(let episode, _): taken.insert(episode.id)
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

  /// The only episode with this audio path that the feed no longer has. Where neither has a date, the title must be the same as well.
  private func sameAudio(_ content: EpisodeContent) -> StoredEpisode? {
    guard let key = content.audioKey, pathCounts[key] == 1, let candidates = goneByAudio[key], candidates.count == 1,
      let episode = candidates.first, !taken.contains(episode.id)
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
    let candidates = (goneByTitle[title] ?? []).filter { episode in
      guard let formerDate = episode.content.publishedAt, let formerDuration = episode.content.duration else { return false }
      return !taken.contains(episode.id) && Self.isClose(formerDate, date, Self.dateTolerance)
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
