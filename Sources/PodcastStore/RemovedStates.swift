import GRDB

/// The listener's places and marks in removed shows. They are restored when the show is added again.
enum RemovedStates {
  /// Stores the states of a show's episodes before the show is removed. A state is only stored if it has a place, or a
  /// mark as played or as a favorite.
  static func storeStates(of showID: Int64, in database: Database) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO removedState (feedKey, guid, position, isPlayed, isFavorite, lastPlayedAt)
        SELECT w.feedKey, e.guid, s.position, s.isPlayed, s.isFavorite, s.lastPlayedAt
        FROM show w JOIN episode e ON e.showID = w.id JOIN episodeState s ON s.episodeID = e.id
        WHERE w.id = ? AND (s.position > 0 OR s.isPlayed = 1 OR s.isFavorite = 1)
        """,
      arguments: [showID])
  }

  /// Restores the states that a show's episodes had before the show was removed, and deletes them from `removedState`.
  /// If the listener has played or marked an episode since the show was added again, the state of this episode is not
  /// changed. States of episodes that the show does not have now remain in `removedState`.
  static func restore(_ showID: Int64, in database: Database) throws {
    let statement = try database.cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM removedState WHERE feedKey = (SELECT feedKey FROM show WHERE id = ?))")
    guard try Bool.fetchOne(statement, arguments: [showID]) == true else { return }
    try database.execute(
      sql: """
        INSERT INTO episodeState (episodeID, position, isStarted, isPlayed, isFavorite, isNew, lastPlayedAt)
        SELECT e.id, r.position, r.position > 0, r.isPlayed, r.isFavorite, 0, r.lastPlayedAt
        FROM show w JOIN removedState r ON r.feedKey = w.feedKey JOIN episode e ON e.showID = w.id AND e.guid = r.guid
        WHERE w.id = ?
        ON CONFLICT (episodeID) DO UPDATE SET position = excluded.position, isStarted = excluded.isStarted, isPlayed = excluded.isPlayed,
          isFavorite = excluded.isFavorite, isNew = 0, lastPlayedAt = excluded.lastPlayedAt
        WHERE position = 0 AND isPlayed = 0 AND isFavorite = 0
        """,
      arguments: [showID])
    try database.execute(
      sql: """
        DELETE FROM removedState WHERE feedKey = (SELECT feedKey FROM show WHERE id = ?1) AND guid IN (SELECT guid FROM episode WHERE showID = ?1)
        """,
      arguments: [showID])
  }
}
