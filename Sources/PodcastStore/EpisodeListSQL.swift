import Foundation
import GRDB
import Podcasts

/// The SQL of a list of episodes. The SQL returns the ids of the episodes, in order.
struct EpisodeListSQL {
  let sql: String
  let arguments: StatementArguments

  /// The largest number of results, or `nil` for a list without a limit.
  let limit: Int?

  /// Creates the SQL of a query. If `filtersResults` is `true`, the caller filters the results, so the SQL itself does
  /// not apply ``limit``.
  init(_ query: EpisodeQuery, filtersResults: Bool = false, in database: Database) throws {
    var builder = EpisodeListBuilder(query)
    let unlimited: String
    (unlimited, arguments, limit) = try builder.build(in: database)
    sql = unlimited + (filtersResults ? "" : limit.map { " LIMIT \($0)" } ?? "")
  }

  /// Returns the ids of the episodes of a query, in order.
  static func ids(_ query: EpisodeQuery, in database: Database) throws -> [Episode.ID] {
    if !query.text.isEmpty {
      // A GRDB observation does not track the full-text index, which changes together with the notes. This statement
      // finds no row, but makes the observation depend on the notes.
      _ = try Row.fetchOne(database, sql: "SELECT markup FROM episodeNotes WHERE episodeID = -1")
    }
    guard query.scope == .library, let isMarked = try marks(query.filter, in: database) else {
      return try fetch(EpisodeListSQL(query, in: database), query, in: database) { _ in true }
    }
    var unfiltered = query
    // `isMarked` replaces the filter.
    unfiltered.filter = .all
    // `.played` lists the marked episodes, and `.unplayed` lists the others.
    let listsMarked = query.filter == .played
    return try fetch(EpisodeListSQL(unfiltered, filtersResults: true, in: database), query, in: database) { id in
      (id >= 0 && id < isMarked.count && isMarked[Int(id)]) == listsMarked
    }
  }

  /// Returns the tables and columns that ``ids(_:in:)`` reads for a query without a search text.
  static func region(of query: EpisodeQuery, in database: Database) throws -> DatabaseRegion {
    let listRegion = try database.cachedStatement(sql: EpisodeListSQL(query, in: database).sql).databaseRegion
    guard query.scope == .library, let condition = markedCondition(query.filter) else { return listRegion }
    return listRegion.union(try database.cachedStatement(sql: markedSQL(condition)).databaseRegion)
  }

  /// Returns the SQL for the ids of the marked episodes, whose state meets a condition.
  private static func markedSQL(_ condition: String) -> String {
    "SELECT episodeID FROM episodeState WHERE \(condition)"
  }

  /// Returns the condition for the episodes that ``marks(_:in:)`` marks, or `nil` for filters without marks.
  private static func markedCondition(_ filter: EpisodeQuery.Filter) -> String? {
    switch filter {
    case .unplayed: "isPlayed = 1 OR isStarted = 1"
    case .played: "isPlayed = 1"
    case .all, .started, .downloaded, .favorites: nil
    }
  }

  /// Returns whether each episode is marked, in an array with the episodes' ids as indices. For the filter `.played`,
  /// the played episodes are marked. For `.unplayed`, the played and the started episodes are marked. Returns `nil` for
  /// other filters.
  ///
  /// Looking up each of 100,000 episodes in SQLite takes four times as long as using this array.
  private static func marks(_ filter: EpisodeQuery.Filter, in database: Database) throws -> [Bool]? {
    guard let condition = markedCondition(filter) else { return nil }
    // The maximum id in `episodeState` is not used. Reading it would make the observation run after each saved place.
    var isMarked = Array(
      repeating: false, count: (try Int.fetchOne(database, sql: "SELECT max(id) FROM episode") ?? 0) + 1)
    let ids = try Int64.fetchCursor(try database.cachedStatement(sql: markedSQL(condition)))
    while let id = try ids.next() { if id >= 0, id < isMarked.count { isMarked[Int(id)] = true } }
    return isMarked
  }

  /// Returns the ids of a list that meet a condition, in order.
  private static func fetch(
    _ list: EpisodeListSQL, _ query: EpisodeQuery, in database: Database, where isIncluded: (Int64) -> Bool
  ) throws -> [Episode.ID] {
    // The SQL of a search depends on its words, so its statement is not cached.
    let statement =
      query.text.isEmpty ? try database.cachedStatement(sql: list.sql) : try database.makeStatement(sql: list.sql)
    let rows = try Int64.fetchCursor(statement, arguments: list.arguments)
    var ids: [Episode.ID] = []
    while ids.count < list.limit ?? .max, let id = try rows.next() {
      if isIncluded(id) { ids.append(Episode.ID(rawValue: id)) }
    }
    return ids
  }
}

/// Builds the SQL of a list from its parts.
private struct EpisodeListBuilder {
  private let query: EpisodeQuery
  private var conditions: [String] = []
  private var arguments: StatementArguments = []

  init(_ query: EpisodeQuery) { self.query = query }

  /// Returns the SQL without its limit, the values for its question marks, and the limit, if any.
  mutating func build(in database: Database) throws -> (String, StatementArguments, limit: Int?) {
    addScope()
    addFilter()
    let search = try EpisodeSearch(query.text, id: id, in: database)
    conditions += search.conditions
    arguments += search.arguments
    let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    let isLimited = query.scope == .library && query.filter == .all && !search.conditions.isEmpty
    return (
      "SELECT \(id) FROM \(source)\(condition) ORDER BY \(order)", arguments,
      limit: isLimited ? EpisodeSearch.maxResults : nil
    )
  }

  /// Whether columns of `episodeState` select and sort the list, so that other tables are read only for a search or a
  /// filter.
  private var needsOnlyStates: Bool {
    switch query.scope {
    case .continueListening, .history, .queue: true
    case .library, .show, .new, .favorites, .downloads: false
    }
  }

  /// The SQL of an episode's id. The tables have the aliases `e` (`episode`), `s` (`episodeState`) and `d`
  /// (`download`).
  private var id: String { needsOnlyStates ? "s.episodeID" : "e.id" }

  /// The tables after `FROM`. `CROSS JOIN` makes SQLite read them in this order. The states or the downloads come
  /// first, because they are fewer than the episodes.
  private var source: String {
    switch query.scope {
    case .library, .show: "episode e"
    case .downloads: "download d CROSS JOIN episode e ON e.id = d.episodeID"
    case .new, .favorites: "episodeState s CROSS JOIN episode e ON e.id = s.episodeID"
    case .continueListening, .history, .queue:
      query.text.isEmpty ? "episodeState s" : "episodeState s CROSS JOIN episode e ON e.id = s.episodeID"
    }
  }

  private mutating func addScope() {
    switch query.scope {
    case .library: break
    case .show(let show):
      conditions.append("e.showID = ?")
      arguments += [show.rawValue]
    case .continueListening: conditions.append("s.isStarted = 1 AND s.isPlayed = 0")
    case .new: conditions.append("s.isNew = 1 AND s.isPlayed = 0 AND s.isStarted = 0")
    case .favorites: conditions.append("s.isFavorite = 1")
    case .history: conditions.append("s.lastPlayedAt IS NOT NULL")
    case .queue: conditions.append("s.queuePosition IS NOT NULL")
    case .downloads: conditions.append("d.state <> 'removed'")
    }
  }

  /// Adds the condition of the filter.
  ///
  /// Few episodes are started, favorites or downloaded, so `IN` finds them with an index in the whole library (see
  /// ``filteredID``). For `.played` and `.unplayed`, SQLite reads the list in its order and looks up the state of each
  /// episode, because most episodes may be played.
  private mutating func addFilter() {
    switch query.filter {
    case .all: break
    case .unplayed: conditions.append("NOT EXISTS (\(stateSQL("f.isPlayed = 1 OR f.isStarted = 1")))")
    case .started:
      conditions.append("\(filteredID) IN (SELECT episodeID FROM episodeState WHERE isStarted = 1 AND isPlayed = 0)")
    case .played: conditions.append("EXISTS (\(stateSQL("f.isPlayed = 1")))")
    case .favorites: conditions.append("\(filteredID) IN (SELECT episodeID FROM episodeState WHERE isFavorite = 1)")
    case .downloaded: conditions.append("\(filteredID) IN (SELECT episodeID FROM download WHERE state = 'complete')")
    }
  }

  /// The SQL of an episode's id for an `IN` condition. With a plus sign, SQLite cannot use an index for the condition,
  /// so SQLite reads the list in the order of the results. For the long list of the whole library, the index is faster,
  /// so the plus sign is missing.
  private var filteredID: String { query.scope == .library ? id : "+" + id }

  /// Returns the SQL for the state of the row's episode, if the state meets a condition. The alias `f` differs from the
  /// `s` of the list.
  private func stateSQL(_ condition: String) -> String {
    "SELECT 1 FROM episodeState f WHERE f.episodeID = \(id) AND (\(condition))"
  }

  /// The columns after `ORDER BY`. Of the downloads, those that are not complete come first.
  private var order: String {
    switch query.scope {
    case .continueListening, .history: return "s.lastPlayedAt DESC, s.episodeID DESC"
    case .queue: return "s.queuePosition, s.episodeID"
    case .downloads: return "d.state = 'complete', d.addedAt DESC, d.episodeID DESC"
    case .library, .show, .new, .favorites: break
    }
    return switch query.order {
    case .newestFirst: "e.publishedAt DESC, e.id DESC"
    case .oldestFirst: "e.publishedAt, e.id"
    case .longestFirst: "e.duration DESC, e.id DESC"
    case .shortestFirst: "e.duration ASC NULLS LAST, e.id"
    case .title: "e.title COLLATE NOCASE, e.id"
    }
  }
}
