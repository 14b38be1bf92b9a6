import GRDB

/// The fifth migration: the section of a show in a list of subscriptions, the listener's states in removed shows, and
/// searches for short words.
enum SchemaVersion5 {
  static func migrate(_ database: Database) throws {
    try database.execute(
      sql: "ALTER TABLE show ADD COLUMN section TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(section))")
    try database.execute(sql: removedStates)
    // Append two line breaks, so that the last characters of a text begin a trigram, too.
    try database.execute(sql: "UPDATE episodeSearch SET text = text || char(10) || char(10)")
    // The terms of the index, for words that are shorter than its trigrams. This virtual table reads the index, and
    // stores nothing itself.
    try database.execute(sql: "CREATE VIRTUAL TABLE episodeSearchTerm USING fts5vocab (episodeSearch, row)")
  }

  /// The address key of the removed show, and the identifier of the episode, find the state when the show is added
  /// again.
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
