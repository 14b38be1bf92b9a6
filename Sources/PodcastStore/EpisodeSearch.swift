import GRDB
import Glibc
import Podcasts

/// The SQL conditions for episodes that match all words of a search. A word matches in the text of the episode, or in
/// the title or the author of its show.
///
/// The full-text index consists of trigrams, which are sequences of three characters. For a rare word, the index
/// returns the episodes with all trigrams of the word, and then SQLite searches the text of each of them. For a common
/// word, it is faster to search the episodes in the order of the list, because the list ends after ``maxResults``.
struct EpisodeSearch {
  /// The largest number of episodes that a search of the whole library returns.
  static let maxResults = 2000
  /// A word is common if more than ``maxResults`` episodes may contain it, and more than the number of all episodes
  /// divided by this number. The largest id is an estimate of the number of all episodes.
  private static let commonDivisor = 10
  /// The largest number of trigrams in the query for a word of one or two characters. The query for a longer word has
  /// at most one trigram more. The index does not use the rest of a very long word, but the text is compared with all
  /// of it.
  private static let maxTrigrams = 64

  /// All of these conditions are true for an episode that matches.
  private(set) var conditions: [String] = []
  /// The values for the question marks in ``conditions``.
  private(set) var arguments: StatementArguments = []

  /// Creates the conditions.
  ///
  /// - Parameters:
  ///   - text: The text of the search. Without words, there are no conditions.
  ///   - id: The SQL of an episode's id.
  ///   - database: The library. Its index has the number of texts with each trigram.
  init(_ text: String, id: String, in database: Database) throws {
    let words = SearchWords(text).words.map(\.text)
    guard !words.isEmpty else { return }
    // A query is common if more than this number of texts may match it.
    let threshold = max(
      Self.maxResults, (try Int.fetchOne(database, sql: "SELECT max(id) FROM episode") ?? 0) / Self.commonDivisor)
    let queries = try words.map { try IndexQuery($0, threshold: threshold, in: database) }
    let showIDsByWord = try Self.showIDs(with: words, in: database)
    if words.count > 1, showIDsByWord.allSatisfy(\.isEmpty),
      let queryForAll = try IndexQuery(all: queries, threshold: threshold, in: database), !queryForAll.isCommon
    {
      // No show matches a word, so the text of an episode must contain all words. One condition is enough.
      add("\(id) IN (\(Self.candidates(wordCount: words.count)))", [queryForAll.expression] + words)
      return
    }
    for (word, (query, showIDs)) in zip(words, zip(queries, showIDsByWord)) {
      let episodesOfShows =
        showIDs.isEmpty
        ? nil : "SELECT id FROM episode WHERE showID IN (\(showIDs.map(String.init).joined(separator: ", ")))"
      if !query.isCommon, query.expression.isEmpty {
        // No text contains the word. The condition "0" is false for each episode.
        add(episodesOfShows.map { "\(id) IN (\($0))" } ?? "0", [])
      } else if !query.isCommon {
        let union = episodesOfShows.map { " UNION \($0)" } ?? ""
        add("\(id) IN (\(Self.candidates(wordCount: 1))\(union))", [query.expression, word])
      } else {
        let inText = "(SELECT instr(text, ?) FROM episodeSearch WHERE rowid = \(id)) > 0"
        add(episodesOfShows.map { "(\(inText) OR \(id) IN (\($0)))" } ?? inText, [word])
      }
    }
  }

  /// Adds a condition, and the values for its question marks.
  private mutating func add(_ condition: String, _ values: [String]) {
    conditions.append(condition)
    arguments += StatementArguments(values)
  }

  /// Returns the SQL for the episodes that the index finds, and whose texts contain this number of words.
  private static func candidates(wordCount: Int) -> String {
    "SELECT rowid FROM episodeSearch WHERE episodeSearch MATCH ?"
      + String(repeating: " AND instr(text, ?) > 0", count: wordCount)
  }

  /// Returns the ids of the shows whose title or author contains a word, for each word. The table of shows is small, so
  /// the table is read completely.
  private static func showIDs(with words: [String], in database: Database) throws -> [[Int64]] {
    var showIDs = words.map { _ in [Int64]() }
    let rows = try Row.fetchCursor(database, sql: "SELECT id, title, author FROM show")
    while let row = try rows.next() {
      let text = SearchText.normalized("\(row["title"] as String)\n\(row["author"] as String)")
      for (index, word) in words.enumerated() where strstr(text, word) != nil { showIDs[index].append(row["id"]) }
    }
    return showIDs
  }

  /// The full-text query for one or several words, and whether they are common.
  private struct IndexQuery {
    /// The full-text query. Empty if no text contains the word, if the word is a single ASCII character, or if there
    /// are too many trigrams for a query.
    var expression: String
    /// Whether many texts may contain the words.
    var isCommon: Bool

    init(_ word: String, threshold: Int, in database: Database) throws {
      let scalars = Array(word.unicodeScalars)
      if scalars.count >= 3 {
        let trigrams = (0...min(scalars.count - 3, maxTrigrams)).map { Self.quoted(scalars[$0..<$0 + 3]) }
        self.init(trigrams.joined(separator: " AND "), isCommon: false)
        isCommon = try Self.isCommon(expression, threshold, in: database)
      } else if scalars.count == 1, scalars[0].isASCII {
        // Nearly all texts contain the character if it is a letter.
        self.init("", isCommon: true)
      } else {
        try self.init(prefix: scalars, threshold: threshold, in: database)
      }
    }

    /// Creates the query for all words together. Returns `nil` if one of them has no query.
    init?(all queries: [IndexQuery], threshold: Int, in database: Database) throws {
      guard queries.allSatisfy({ !$0.expression.isEmpty }) else { return nil }
      self.init(queries.map { "(\($0.expression))" }.joined(separator: " AND "), isCommon: false)
      isCommon = try Self.isCommon(expression, threshold, in: database)
    }

    /// Creates the query for a word of one or two characters: all trigrams that begin with it. Each text in the index
    /// ends with two line breaks, so that its last characters begin a trigram, too.
    private init(prefix scalars: [Unicode.Scalar], threshold: Int, in database: Database) throws {
      // The index stores the final Greek sigma as a normal sigma.
      let lowerBound = String(String.UnicodeScalarView(scalars)).replacing("ς", with: "σ")
      // A `term` of the index is a trigram, and `doc` is the number of texts that contain it.
      let rows = try Row.fetchAll(
        database, sql: "SELECT term, doc FROM episodeSearchTerm WHERE term >= ? AND term < ? LIMIT ?",
        arguments: [lowerBound, lowerBound + "\u{10ffff}", maxTrigrams + 1])
      let trigrams = rows.map { Self.quoted(Array(($0["term"] as String).unicodeScalars)[...]) }
      let count = rows.reduce(0) { $0 + ($1["doc"] as Int) }
      self.init(
        trigrams.count > maxTrigrams ? "" : trigrams.joined(separator: " OR "),
        isCommon: trigrams.count > maxTrigrams || count > threshold)
    }

    private init(_ expression: String, isCommon: Bool) {
      self.expression = expression
      self.isCommon = isCommon
    }

    /// Whether more than `threshold` texts match a query.
    private static func isCommon(_ expression: String, _ threshold: Int, in database: Database) throws -> Bool {
      let sql = "SELECT count(*) FROM (SELECT 1 FROM episodeSearch WHERE episodeSearch MATCH ? LIMIT ?)"
      return try Int.fetchOne(database, sql: sql, arguments: [expression, threshold + 1]) ?? 0 > threshold
    }

    /// Returns a trigram as a string of the full-text query language.
    private static func quoted(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
      "\"" + String(String.UnicodeScalarView(scalars)).replacing("\"", with: "\"\"") + "\""
    }
  }
}
