import Foundation
import GRDB
import Podcasts

/// Writes the table `episodeState`: the place, the marks and the date of the last play of each episode.
///
/// While an episode plays, its place is saved often. Such a write usually changes only `position` and `lastPlayedAt`,
/// so only the streams that read one of these two columns are notified. The column `isStarted` could be computed from
/// `position`. It is a separate column, so that a saved place does not notify the streams that read only the marks.
enum EpisodeStates {
  /// Marks or unmarks a favorite. Throws ``LibraryError/notFound`` if the episode is missing.
  static func setFavorite(_ isFavorite: Bool, of episode: Episode.ID, in database: Database) throws {
    try insertStateIfMissing(of: episode, in: database)
    try database.execute(
      sql: "UPDATE episodeState SET isFavorite = ? WHERE episodeID = ?", arguments: [isFavorite, episode.rawValue])
  }

  /// Saves a place, and updates the mark “started”. A negative place becomes the start. If the place is not the start,
  /// `date` becomes the date of the last play, and the mark “new” is removed. Throws ``LibraryError/notFound`` if the
  /// episode is missing.
  static func savePosition(_ position: Duration, of episode: Episode.ID, at date: Date, in database: Database) throws {
    try insertStateIfMissing(of: episode, in: database)
    let milliseconds = max(0, position.wholeMilliseconds)
    try database.execute(
      sql:
        "UPDATE episodeState SET position = ?1, lastPlayedAt = CASE WHEN ?1 > 0 THEN ?2 ELSE lastPlayedAt END WHERE episodeID = ?3",
      arguments: [milliseconds, date.wholeMilliseconds, episode.rawValue])
    let isStarted = milliseconds > 0
    let (wasStarted, wasNew) = try marks(of: episode, in: database)
    if wasStarted != isStarted {
      try database.execute(
        sql: "UPDATE episodeState SET isStarted = ? WHERE episodeID = ?", arguments: [isStarted, episode.rawValue])
    }
    if wasNew, isStarted {
      try database.execute(sql: "UPDATE episodeState SET isNew = 0 WHERE episodeID = ?", arguments: [episode.rawValue])
    }
  }

  /// Returns the marks “started” and “new” of an episode.
  private static func marks(of episode: Episode.ID, in database: Database) throws -> (isStarted: Bool, isNew: Bool) {
    let row = try Row.fetchOne(
      database, sql: "SELECT isStarted, isNew FROM episodeState WHERE episodeID = ?", arguments: [episode.rawValue])
    return (row?["isStarted"] ?? false, row?["isNew"] ?? false)
  }

  /// Marks one episode as played or unplayed. Throws ``LibraryError/notFound`` if the episode is missing.
  static func setPlayed(_ isPlayed: Bool, of episode: Episode.ID, in database: Database) throws {
    try insertStateIfMissing(of: episode, in: database)
    _ = try setPlayed(isPlayed, of: [episode], in: database)
  }

  /// Marks episodes as played or unplayed. Marking as played resets their places to the start. Marking as unplayed
  /// keeps the places and removes the mark “new”. Missing episodes are skipped. Returns the former mark “played” and
  /// the former place of each episode in which one of these two changes, so that ``restore(_:in:)`` can undo the
  /// change. The mark “new” is not restored.
  static func setPlayed(_ isPlayed: Bool, of episodes: [Episode.ID], in database: Database) throws -> PlayedChange {
    let readFormer = try database.cachedStatement(
      sql: """
        SELECT coalesce(s.isPlayed, 0), coalesce(s.position, 0), coalesce(s.isNew, 0)
        FROM episode e LEFT JOIN episodeState s ON s.episodeID = e.id WHERE e.id = ?
        """)
    let writeMark = try database.cachedStatement(
      sql: """
        INSERT INTO episodeState (episodeID, isPlayed) VALUES (?1, ?2) ON CONFLICT (episodeID) DO UPDATE SET isPlayed = ?2,
          position = CASE WHEN ?2 THEN 0 ELSE position END, isStarted = CASE WHEN ?2 THEN 0 ELSE isStarted END,
          isNew = CASE WHEN ?2 THEN isNew ELSE 0 END
        """)
    var change = PlayedChange(former: [])
    for episode in episodes {
      guard let row = try Row.fetchOne(readFormer, arguments: [episode.rawValue]) else { continue }
      let wasPlayed: Bool = row[0]
      let position: Int64 = row[1]
      let wasNew: Bool = row[2]
      let needsChange = wasPlayed != isPlayed || (isPlayed && position > 0)
      if needsChange {
        change.former.append(.init(id: episode, isPlayed: wasPlayed, position: .milliseconds(position)))
      }
      if needsChange || (!isPlayed && wasNew) { try writeMark.execute(arguments: [episode.rawValue, isPlayed]) }
    }
    return change
  }

  /// Undoes a change of the mark “played”. An episode that was played in the meantime keeps its mark and its place: its
  /// place is neither the start nor the former place.
  static func restore(_ change: PlayedChange, in database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        UPDATE episodeState SET isPlayed = ?2, position = ?3, isStarted = ?3 > 0
        WHERE episodeID = ?1 AND (position = 0 OR position = ?3)
        """)
    for former in change.former {
      try statement.execute(arguments: [former.id.rawValue, former.isPlayed, former.position.wholeMilliseconds])
    }
  }

  /// Inserts the row of an episode's state if there is none. Throws ``LibraryError/notFound`` if the episode is
  /// missing.
  private static func insertStateIfMissing(of episode: Episode.ID, in database: Database) throws {
    let hasState = try Bool.fetchOne(
      database,
      sql:
        "SELECT s.episodeID IS NOT NULL FROM episode e LEFT JOIN episodeState s ON s.episodeID = e.id WHERE e.id = ?",
      arguments: [episode.rawValue])
    guard let hasState else { throw LibraryError.notFound }
    if !hasState {
      try database.execute(sql: "INSERT INTO episodeState (episodeID) VALUES (?)", arguments: [episode.rawValue])
    }
  }
}
