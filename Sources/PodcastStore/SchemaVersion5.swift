import GRDB

/// The fifth migration: the sections that contain a show in an imported list of subscriptions, the listener's states in
/// removed shows, and searches for short words.
enum SchemaVersion5 {
  static func migrate(_ database: Database) throws {
    try database.execute(
      sql: "ALTER TABLE show ADD COLUMN section TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(section))")
    try database.execute(sql: removedStates)
    // The index contains trigrams, which are three characters in a row. With two line breaks after the text, the last
    // two characters of the text begin a trigram, too.
    try database.execute(sql: "UPDATE episodeSearch SET text = text || char(10) || char(10)")
    // A virtual table of the trigrams in the index. A search for a word of one or two characters looks up the trigrams
    // that begin with the word.
    try database.execute(sql: "CREATE VIRTUAL TABLE episodeSearchTerm USING fts5vocab (episodeSearch, row)")
  }

  /// When the show is added again, its `feedKey` and the `guid` of an episode identify the row of the episode.
  private static let removedStates = """
    CREATE TABLE removedState (
      feedKey TEXT NOT NULL,
      guid TEXT NOT NULL,
      position INTEGER NOT NULL CHECK (position >= 0),
      isPlayed INTEGER NOT NULL CHECK (isPlayed IN (0, 1)),
      isFavorite INTEGER NOT NULL CHECK (isFavorite IN (0, 1)),
      lastPlayedAt INTEGER,
      PRIMARY KEY (feedKey, guid)
    ) STRICT, WITHOUT ROWID;
    """
}
