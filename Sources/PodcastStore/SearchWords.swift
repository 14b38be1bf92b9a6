import Foundation
import GRDB
import Podcasts

/// The words of a search, normalized like the texts in the index (``SearchText``).
struct SearchWords {
  /// A word, and the SQL that finds it in the column `text` of the index of transcripts.
  ///
  /// `LIKE` uses the index for words of three or more characters. For shorter words, SQLite reads all lines of
  /// the transcripts.
  struct Word {
    var text: String

    private var isIndexed: Bool { text.unicodeScalars.count >= 3 }
    /// Whether the word contains wildcards of `LIKE`. With `ESCAPE`, `LIKE` would not use the index. So the wildcards
    /// are not escaped, and `instr` is also required.
    private var hasWildcards: Bool { text.contains("%") || text.contains("_") }

    /// The SQL conditions. A text contains the word if all of them are true.
    var conditions: [String] {
      (isIndexed ? ["text LIKE ?"] : []) + (isIndexed && !hasWildcards ? [] : ["instr(text, ?) > 0"])
    }
    /// The values for the question marks in ``conditions``.
    var arguments: StatementArguments {
      StatementArguments((isIndexed ? ["%\(text)%"] : []) + (isIndexed && !hasWildcards ? [] : [text]))
    }
  }

  /// The largest number of words of a search. Further words are ignored.
  private static let maxWords = 8

  let words: [Word]

  /// Takes the words from a text of the user. Only the beginning of a long text is used, in the length of a title.
  init(_ text: String) {
    let normalized = SearchText.normalized(Cap.text(text, Cap.title))
    words = normalized.split(whereSeparator: \.isWhitespace).prefix(Self.maxWords).map { Word(text: String($0)) }
  }
}
