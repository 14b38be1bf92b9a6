import GRDB

/// The conditions of a list of episodes that has all words of a text: in the text of an episode, or in the title or the author of its show.
///
/// The full-text index has trigrams. For a word that few texts have, it gives the candidates, and each candidate's text is compared. A word that many
/// texts have is cheaper to find by reading the episodes in the order of the list, because the list ends after ``mostResults``.
struct EpisodeSearch {
  /// How many episodes a search of the whole library returns at most.
  static let mostResults = 2000
  /// A word that more than one in so many episodes may have is a common one.
  private static let commonPart = 10
  /// The most trigrams in one query of the index.
  private static let mostTerms = 64

  private(set) var conditions: [String] = []
  private(set) var arguments: StatementArguments = []

  /// Creates the conditions.
  ///
  /// - Parameters:
  ///   - text: The text of the search. Without words there are no conditions.
  ///   - id: The SQL of an episode's id.
  ///   - database: The library, whose index contains the frequency of the words.
  init(_ text: String, id: String, in database: Database) throws {
    let words = SearchWords(text).words.map(\.text)
    guard !words.isEmpty else { return }
    let threshold = max(Self.mostResults, (try Int.fetchOne(database, sql: "SELECT max(id) FROM episode") ?? 0) / Self.commonPart)
    let matches = try words.map { try Match($0, threshold: threshold, in: database) }
    let shows = try words.map { try Self.shows(with: $0, in: database) }
    if words.count > 1, shows.allSatisfy(\.isEmpty), let joint = try Match(all: matches, threshold: threshold, in: database), !joint.isCommon {
      add("\(id) IN (\(Self.candidates(words.count)))", [joint.expression] + words)
      return
    }
    for (word, (match, shows)) in zip(words, zip(matches, shows)) {
      let ofShows = shows.isEmpty ? nil : "SELECT id FROM episode WHERE showID IN (\(shows.map(String.init).joined(separator: ", ")))"
      if !match.isCommon, match.expression.isEmpty {
        add(ofShows.map { "\(id) IN (\($0))" } ?? "0", [])
      } else if !match.isCommon {
        add("\(id) IN (\(Self.candidates(1))\(ofShows.map { " UNION \($0)" } ?? ""))", [match.expression, word])
      } else {
        let inText = "(SELECT instr(text, ?) FROM episodeSearch WHERE rowid = \(id)) > 0"
        add(ofShows.map { "(\(inText) OR \(id) IN (\($0)))" } ?? inText, [word])
      }
    }
  }

  private mutating func add(_ condition: String, _ texts: [String]) {
    conditions.append(condition)
    arguments += StatementArguments(texts)
  }

  /// The SQL of the episodes that the index finds, and whose texts have so many words.
  private static func candidates(_ words: Int) -> String {
    "SELECT rowid FROM episodeSearch WHERE episodeSearch MATCH ?" + String(repeating: " AND instr(text, ?) > 0", count: words)
  }

  /// The shows whose title or author has a word. They are few.
  private static func shows(with word: String, in database: Database) throws -> [Int64] {
    try Int64.fetchAll(
      database, sql: "SELECT id FROM show WHERE instr(swiftLowercaseString(title), ?1) > 0 OR instr(swiftLowercaseString(author), ?1) > 0",
      arguments: [word])
  }

  /// The query of the index for a word or for several words, and their frequency.
  private struct Match {
    /// The query of the index. Empty if no text has the word, or if the word cannot be a query.
    var expression: String
    /// Whether many texts may have it.
    var isCommon: Bool

    init(_ word: String, threshold: Int, in database: Database) throws {
      let scalars = Array(word.unicodeScalars)
      if scalars.count >= 3 {
        let trigrams = (0...min(scalars.count - 3, mostTerms)).map { Self.quoted(scalars[$0..<$0 + 3]) }
        self.init(trigrams.joined(separator: " AND "), isCommon: false)
        isCommon = try Self.isCommon(expression, threshold, in: database)
      } else if scalars.count == 1, scalars[0].isASCII {
        // A single letter is in nearly all texts.
        self.init("", isCommon: true)
      } else {
        try self.init(begin: scalars, threshold: threshold, in: database)
      }
    }

    /// All of the words together. `nil` if one of them cannot be a query.
    init?(all matches: [Match], threshold: Int, in database: Database) throws {
      guard matches.allSatisfy({ !$0.expression.isEmpty }) else { return nil }
      self.init(matches.map { "(\($0.expression))" }.joined(separator: " AND "), isCommon: false)
      isCommon = try Self.isCommon(expression, threshold, in: database)
    }

    /// A word of one or two characters: all trigrams that begin with it. The text in the index ends with two line breaks, so that its last characters
    /// begin a trigram, too.
    private init(begin scalars: [Unicode.Scalar], threshold: Int, in database: Database) throws {
      // The index has the Greek sigma at the end of a word as any other one.
      let first = String(String.UnicodeScalarView(scalars)).replacing("ς", with: "σ")
      let rows = try Row.fetchAll(
        database, sql: "SELECT term, doc FROM episodeSearchTerm WHERE term >= ? AND term < ? LIMIT ?",
        arguments: [first, first + "\u{10ffff}", mostTerms + 1])
      let terms = rows.map { Self.quoted(Array(($0["term"] as String).unicodeScalars)[...]) }
      let count = rows.reduce(0) { $0 + ($1["doc"] as Int) }
      self.init(terms.count > mostTerms ? "" : terms.joined(separator: " OR "), isCommon: terms.count > mostTerms || count > threshold)
    }

    private init(_ expression: String, isCommon: Bool) {
      self.expression = expression
      self.isCommon = isCommon
    }

    private static func isCommon(_ expression: String, _ threshold: Int, in database: Database) throws -> Bool {
      let sql = "SELECT count(*) FROM (SELECT 1 FROM episodeSearch WHERE episodeSearch MATCH ? LIMIT ?)"
      return try Int.fetchOne(database, sql: sql, arguments: [expression, threshold + 1]) ?? 0 > threshold
    }

    private static func quoted(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
      "\"" + String(String.UnicodeScalarView(scalars)).replacing("\"", with: "\"\"") + "\""
    }
  }
}
