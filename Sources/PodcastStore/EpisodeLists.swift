import Foundation
import GRDB
import Podcasts

/// The SQL for the ids of a list of episodes, in order.
struct EpisodeLists {
  let sql: String
  let arguments: StatementArguments

  init(_ query: EpisodeQuery, in database: Database) throws {
    var builder = EpisodeListBuilder(query)
    (sql, arguments) = try builder.build(in: database)
  }

  /// Returns the ids of the episodes of a query, in order.
  static func ids(_ query: EpisodeQuery, in database: Database) throws -> [Episode.ID] {
    if !query.text.isEmpty {
      // The full-text index is not a table that an observation tracks. Reading the notes makes the observation depend
      // on them.
      _ = try Row.fetchOne(database, sql: "SELECT markup FROM episodeNotes WHERE episodeID = -1")
    }
    guard query.scope == .library, let marked = try marked(query.filter, in: database) else {
      return try fetch(query, in: database) { _ in true }
    }
    var all = query
    all.filter = .all
    let isPlayed = query.filter == .played
    return try fetch(all, in: database) { id in (id >= 0 && id < marked.count && marked[Int(id)]) == isPlayed }
  }

  /// Returns the region of ``ids(_:in:)`` for a query without a search text.
  static func region(of query: EpisodeQuery, in database: Database) throws -> DatabaseRegion {
    let list = try database.cachedStatement(sql: EpisodeLists(query, in: database).sql).databaseRegion
    guard query.scope == .library, let condition = markedCondition(query.filter) else { return list }
    return list.union(try database.cachedStatement(sql: markedSQL(condition)).databaseRegion)
  }

  private static func markedSQL(_ condition: String) -> String {
    "SELECT episodeID FROM episodeState WHERE \(condition)"
  }

  private static func markedCondition(_ filter: EpisodeQuery.Filter) -> String? {
    switch filter {
    case .unplayed: "isPlayed = 1 OR isStarted = 1"
    case .played: "isPlayed = 1"
    case .all, .started, .downloaded, .favorites: nil
    }
  }

  /// Returns an array with `true` at the ids of played episodes (or of played and started ones for `.unplayed`).
  /// Returns `nil` for other filters. Looking up each of 100,000 episodes in SQLite takes four times as long.
  private static func marked(_ filter: EpisodeQuery.Filter, in database: Database) throws -> [Bool]? {
    guard let condition = markedCondition(filter) else { return nil }
    // The states have a maximum id, too, but reading it would make the observation run after each saved place.
    var marked = Array(
      repeating: false, count: (try Int.fetchOne(database, sql: "SELECT max(id) FROM episode") ?? 0) + 1)
    let ids = try Int64.fetchCursor(try database.cachedStatement(sql: markedSQL(condition)))
    while let id = try ids.next() { if id >= 0, id < marked.count { marked[Int(id)] = true } }
    return marked
  }

  private static func fetch(
    _ query: EpisodeQuery, in database: Database, where isIncluded: (Int64) -> Bool
  ) throws -> [Episode.ID] {
    let list = try EpisodeLists(query, in: database)
    // The SQL of a search depends on its words, so its statement is not cached.
    let statement =
      query.text.isEmpty ? try database.cachedStatement(sql: list.sql) : try database.makeStatement(sql: list.sql)
    let rows = try Int64.fetchCursor(statement, arguments: list.arguments)
    var ids: [Episode.ID] = []
    while let id = try rows.next() { if isIncluded(id) { ids.append(Episode.ID(rawValue: id)) } }
    return ids
  }
}

/// Builds the SQL of a list from its parts.
private struct EpisodeListBuilder {
  private let query: EpisodeQuery
  private var conditions: [String] = []
  private var arguments: StatementArguments = []

  init(_ query: EpisodeQuery) { self.query = query }

  mutating func build(in database: Database) throws -> (String, StatementArguments) {
    addScope()
    addFilter()
    let search = try EpisodeSearch(query.text, id: id, in: database)
    conditions += search.conditions
    arguments += search.arguments
    let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    let isLimited = query.scope == .library && query.filter == .all && !search.conditions.isEmpty
    return (
      "SELECT \(id) FROM \(source)\(condition) ORDER BY \(order)\(isLimited ? " LIMIT \(EpisodeSearch.maxResults)" : "")",
      arguments
    )
  }

  /// Whether the scope lists rows of `episodeState`, in an order of that table.
  private var isOfStates: Bool {
    switch query.scope {
    case .continueListening, .history, .queue: true
    case .library, .show, .new, .favorites, .downloads: false
    }
  }

  private var id: String { isOfStates ? "s.episodeID" : "e.id" }

  /// The tables. `CROSS JOIN` keeps their order: the states come first, because there are few.
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

  /// Few episodes are started or favorites, so the index of the states finds them. Most episodes may be played, so that
  /// filter reads the list in its order.
  private mutating func addFilter() {
    switch query.filter {
    case .all: break
    case .unplayed: conditions.append("NOT EXISTS (\(state("f.isPlayed = 1 OR f.isStarted = 1")))")
    case .started:
      conditions.append("\(filteredID) IN (SELECT episodeID FROM episodeState WHERE isStarted = 1 AND isPlayed = 0)")
    case .played: conditions.append("EXISTS (\(state("f.isPlayed = 1")))")
    case .favorites: conditions.append("\(filteredID) IN (SELECT episodeID FROM episodeState WHERE isFavorite = 1)")
    case .downloaded: conditions.append("\(filteredID) IN (SELECT episodeID FROM download WHERE state = 'complete')")
    }
  }

  /// The id for an `IN` condition. The plus sign keeps SQLite from starting with the filter, so that it reads the list
  /// in its order.
  private var filteredID: String { query.scope == .library ? id : "+" + id }

  private func state(_ condition: String) -> String {
    "SELECT 1 FROM episodeState f WHERE f.episodeID = \(id) AND (\(condition))"
  }

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

/// The words of a search, in the form of the index (``SearchText``).
struct SearchWords {
  /// A word. In transcripts, the index answers `LIKE` for words of three or more characters. For shorter words, SQLite
  /// reads the lines.
  struct Word {
    var text: String

    private var isIndexed: Bool { text.unicodeScalars.count >= 3 }
    /// Whether the word contains wildcards of `LIKE`. With `ESCAPE`, SQLite would not use the index.
    private var hasWildcards: Bool { text.contains("%") || text.contains("_") }

    var conditions: [String] {
      (isIndexed ? ["text LIKE ?"] : []) + (isIndexed && !hasWildcards ? [] : ["instr(text, ?) > 0"])
    }
    var arguments: StatementArguments {
      StatementArguments((isIndexed ? ["%\(text)%"] : []) + (isIndexed && !hasWildcards ? [] : [text]))
    }
  }

  /// The largest number of words of a search. Further words are ignored.
  private static let maxWords = 8

  let words: [Word]

  init(_ text: String) {
    let normalized = SearchText.normalized(Cap.text(text, Cap.title))
    words = normalized.split(whereSeparator: \.isWhitespace).prefix(Self.maxWords).map { Word(text: String($0)) }
  }
}
