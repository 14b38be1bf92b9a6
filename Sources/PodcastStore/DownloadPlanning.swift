import Foundation
import GRDB
import Podcasts

/// Plans the downloads to start and to remove, by the rules for automatic downloads and for the deletion of downloads.
/// Each show can have its own rules. Does not change the library.
struct DownloadPlanning {
  /// An episode whose download a rule may start or remove.
  private struct Candidate {
    var id: Episode.ID
    /// The state of the download, or `nil` if no download was ever requested. A removed download has a state too.
    var state: DownloadRecord.State?
    /// Whether the episode has the mark “new”, and is neither played nor started.
    var isNew: Bool
    var isPlayed: Bool
    /// Whether no rule may remove the download, because the episode is a favorite, queued or playing.
    var isKept: Bool
    /// Whether the listener has started the episode.
    var isStarted: Bool
    /// Whether a rule requested the download, and not the user.
    var isAutomatic: Bool
    /// When the download ended. `nil` if it is not complete.
    var completedAt: Date?
  }

  private let rules: DownloadRules
  private var plan = DownloadPlan()

  /// Returns the downloads to start and to remove.
  static func plan(_ rules: DownloadRules, in database: Database) throws -> DownloadPlan {
    var planning = DownloadPlanning(rules: rules)
    for row in try Row.fetchAll(database, sql: "SELECT id FROM show ORDER BY id") {
      let show = Show.ID(rawValue: row[0])
      let ownSettings = rules.ignoresShowSettings ? nil : try ShowSettingsTable.settings(of: show, in: database)
      let settings = ownSettings ?? ShowSettings()
      let newestCount =
        if case .newest(let count) = settings.automaticDownload ?? rules.automaticDownload { max(0, count) } else { 0 }
      let candidates = try candidates(of: show, newest: newestCount, playing: rules.playing, in: database)
      planning.planDownloads(of: candidates, settings)
    }
    return planning.plan
  }

  private init(rules: DownloadRules) { self.rules = rules }

  /// Plans the downloads of one show: those to start and those to remove.
  private mutating func planDownloads(of candidates: [Candidate], _ settings: ShowSettings) {
    let expiredIDs = Set(candidates.filter { isExpired($0, settings.downloadDeletion ?? rules.deletion) }.map(\.id))
    plan.remove += candidates.map(\.id).filter(expiredIDs.contains)
    let remaining = candidates.filter { !expiredIDs.contains($0.id) }
    switch settings.automaticDownload ?? rules.automaticDownload {
    case .off: break
    case .all: plan.start += remaining.filter { Self.mayStartDownload($0) && $0.isNew }.map(\.id)
    case .newest(let count): planNewest(max(0, count), of: remaining)
    }
  }

  /// Plans automatic downloads for the `count` newest unplayed episodes. Existing automatic downloads are counted.
  /// Episodes whose download the user has requested or removed are not counted. Plans to remove the other complete
  /// downloads that a rule has requested, except those of favorite, queued, playing, started and played episodes. The
  /// rule for deletion decides about the played episodes.
  private mutating func planNewest(_ count: Int, of candidates: [Candidate]) {
    let newest = candidates.filter { candidate in
      Self.mayStartDownload(candidate) || (candidate.isAutomatic && !candidate.isPlayed && Self.hasDownload(candidate))
    }.prefix(count)
    plan.start += newest.filter(Self.mayStartDownload).map(\.id)
    let newestIDs = Set(newest.map(\.id))
    let removable = candidates.filter {
      $0.isAutomatic && $0.state == .complete && !$0.isKept && !$0.isStarted && !$0.isPlayed
    }
    plan.remove += removable.map(\.id).filter { !newestIDs.contains($0) }
  }

  /// Whether a rule may start the download of an episode. A download that failed or was removed has a state, and is not
  /// started again. Without this condition, each new plan would start that download again.
  private static func mayStartDownload(_ candidate: Candidate) -> Bool {
    candidate.state == nil && !candidate.isPlayed && !candidate.isStarted
  }

  /// Whether an episode has a download that was not removed. The download may be incomplete or have failed.
  private static func hasDownload(_ candidate: Candidate) -> Bool {
    candidate.state != nil && candidate.state != .removed
  }

  /// Whether the rule for deletion removes a download.
  private func isExpired(_ candidate: Candidate, _ deletion: ShowSettings.DownloadDeletion) -> Bool {
    guard candidate.state == .complete, !candidate.isKept else { return false }
    switch deletion {
    case .never: return false
    case .afterPlayed: return candidate.isPlayed
    case .afterDays(let days):
      guard let completedAt = candidate.completedAt else { return false }
      return rules.now.timeIntervalSince(completedAt) >= Double(max(1, days)) * 24 * 60 * 60
    }
  }

  /// Returns these episodes of a show, the newest first: those with the mark “new”, those with a download in any state,
  /// and the `count` newest ones.
  private static func candidates(
    of show: Show.ID, newest count: Int, playing: Episode.ID?, in database: Database
  ) throws -> [Candidate] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT e.id, d.state, d.isAutomatic, d.completedAt, coalesce(s.isPlayed, 0) AS isPlayed, coalesce(s.isStarted, 0) AS isStarted,
          coalesce(s.isNew, 0) AND NOT s.isPlayed AND NOT s.isStarted AS isNew,
          coalesce(s.isFavorite, 0) OR s.queuePosition IS NOT NULL AS isKept
        FROM episode e LEFT JOIN episodeState s ON s.episodeID = e.id LEFT JOIN download d ON d.episodeID = e.id
        WHERE e.showID = ?1 AND (d.state IS NOT NULL OR s.isNew = 1 OR e.id IN
          (SELECT id FROM episode WHERE showID = ?1 ORDER BY publishedAt DESC, id DESC LIMIT ?2))
        ORDER BY e.publishedAt DESC, e.id DESC
        """)
    return try Row.fetchAll(statement, arguments: [show.rawValue, count]).map { row in
      let state: String? = row["state"]
      let id = Episode.ID(rawValue: row["id"])
      return Candidate(
        id: id, state: state.flatMap(DownloadRecord.State.init), isNew: row["isNew"] ?? false,
        isPlayed: row["isPlayed"],
        isKept: row["isKept"] || id == playing, isStarted: row["isStarted"], isAutomatic: row["isAutomatic"] ?? false,
        completedAt: row.date("completedAt"))
    }
  }
}
