import Foundation
import GRDB
import Podcasts

/// Reads and writes the queue, which is stored in the column `queuePosition` of the table `episodeState`. The positions
/// are 0, 1, 2 and so on. The column is `NULL` for an episode that is not in the queue. The column `position` of the
/// table is the place in the episode.
enum QueueTable {
  /// Returns the entries in the order of the queue, with the time that is left of each episode.
  static func entries(in database: Database) throws -> [QueueEntry] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT s.episodeID, s.position, e.duration FROM episodeState s CROSS JOIN episode e ON e.id = s.episodeID
        WHERE s.queuePosition IS NOT NULL ORDER BY s.queuePosition, s.episodeID
        """)
    var entries: [QueueEntry] = []
    while let row = try rows.next() {
      let duration: Int64? = row[2]
      let place: Int64 = row[1]
      entries.append(
        QueueEntry(id: Episode.ID(rawValue: row[0]), timeLeft: duration.map { .milliseconds(max(0, $0 - place)) }))
    }
    return entries
  }

  /// Inserts episodes at the beginning of the queue. Episodes that are already in the queue are moved. Throws
  /// ``LibraryError/notFound`` if the library contains none of the episodes.
  static func playNext(_ episodes: [Episode.ID], in database: Database) throws {
    let added = try existing(episodes, in: database)
    try updateOrder(in: database) { order in added + order.filter { !added.contains($0) } }
  }

  /// Inserts episodes at the end of the queue. Episodes that are already in the queue are moved. Throws
  /// ``LibraryError/notFound`` if the library contains none of the episodes.
  static func playLast(_ episodes: [Episode.ID], in database: Database) throws {
    let added = try existing(episodes, in: database)
    try updateOrder(in: database) { order in order.filter { !added.contains($0) } + added }
  }

  /// Moves episodes before the episode `before`, or to the end if `before` is `nil` or not in the queue. Throws
  /// ``LibraryError/notFound`` if the queue contains none of the moved episodes.
  static func move(_ episodes: [Episode.ID], before: Episode.ID?, in database: Database) throws {
    try updateOrder(in: database) { order in
      let moved = unique(episodes).filter(order.contains)
      if moved.isEmpty { throw LibraryError.notFound }
      // If `before` is itself moved, insert before the first entry after `before` that is not moved.
      let next = before.flatMap(order.firstIndex).flatMap { order[$0...].first { !moved.contains($0) } }
      var others = order.filter { !moved.contains($0) }
      others.insert(contentsOf: moved, at: next.flatMap(others.firstIndex) ?? others.count)
      return others
    }
  }

  /// Removes episodes, and returns them for an undo.
  static func remove(_ episodes: [Episode.ID], in database: Database) throws -> QueueRemoval {
    let removed = Set(episodes)
    return try remove(in: database, where: removed.contains)
  }

  /// Removes all episodes, and returns them for an undo.
  static func clear(in database: Database) throws -> QueueRemoval {
    try remove(in: database) { _ in true }
  }

  /// Inserts removed episodes at their former positions, unless they are in the queue again. Throws
  /// ``LibraryError/notFound`` if the library contains none of the removed episodes.
  static func restore(_ removal: QueueRemoval, in database: Database) throws {
    let known = Set(try existing(removal.removed.map(\.id), in: database))
    try updateOrder(in: database) { order in
      var restored = order
      for removed in removal.removed where known.contains(removed.id) && !order.contains(removed.id) {
        restored.insert(removed.id, at: min(removed.position, restored.count))
      }
      return restored
    }
  }

  /// Renumbers the entries after episodes were deleted.
  static func closeGaps(in database: Database) throws {
    try updateOrder(in: database) { $0 }
  }

  private static func remove(in database: Database, where isRemoved: (Episode.ID) -> Bool) throws -> QueueRemoval {
    var removed: [QueueRemoval.Removed] = []
    try updateOrder(in: database) { order in
      removed = order.enumerated().filter { isRemoved($0.element) }.map { .init(id: $0.element, position: $0.offset) }
      return order.filter { !isRemoved($0) }
    }
    return QueueRemoval(removed: removed)
  }

  /// Returns the episodes that the library contains, each once. Throws ``LibraryError/notFound`` if there are none.
  private static func existing(_ episodes: [Episode.ID], in database: Database) throws -> [Episode.ID] {
    let statement = try database.cachedStatement(sql: "SELECT 1 FROM episode WHERE id = ?")
    let existing = try unique(episodes).filter { try Row.fetchOne(statement, arguments: [$0.rawValue]) != nil }
    if existing.isEmpty { throw LibraryError.notFound }
    return existing
  }

  private static func unique(_ episodes: [Episode.ID]) -> [Episode.ID] {
    var seen: Set<Episode.ID> = []
    return episodes.filter { seen.insert($0).inserted }
  }

  /// Calls `body` with the former order of the queue, and writes the order that `body` returns. Only episodes whose
  /// position has changed are written.
  private static func updateOrder(in database: Database, _ body: ([Episode.ID]) throws -> [Episode.ID]) throws {
    let former = try Row.fetchAll(
      database,
      sql:
        "SELECT episodeID, queuePosition FROM episodeState WHERE queuePosition IS NOT NULL ORDER BY queuePosition, episodeID"
    ).map { row in (id: Episode.ID(rawValue: row[0]), position: row[1] as Int) }
    let order = try body(former.map(\.id))
    var positions = Dictionary(uniqueKeysWithValues: former.map { ($0.id, $0.position) })
    let write = try database.cachedStatement(
      sql: """
        INSERT INTO episodeState (episodeID, queuePosition) VALUES (?1, ?2) ON CONFLICT (episodeID) DO UPDATE SET queuePosition = ?2
        """)
    for (position, id) in order.enumerated() where positions.updateValue(position, forKey: id) != position {
      try write.execute(arguments: [id.rawValue, position])
    }
    let kept = Set(order)
    for (id, _) in former where !kept.contains(id) { try write.execute(arguments: [id.rawValue, nil]) }
  }
}
