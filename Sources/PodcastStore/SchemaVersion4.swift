import GRDB

/// The fourth migration: transcripts, and a full-text index of their lines.
enum SchemaVersion4 {
  static func migrate(_ database: Database) throws { try database.execute(sql: transcripts) }

  /// `position` is the number of a line in its transcript, from 0. `start` is in milliseconds. In the index, the row id
  /// is the id of a line, and the text is in lower case.
  private static let transcripts = """
    CREATE TABLE transcript (
      episodeID INTEGER PRIMARY KEY REFERENCES episode (id) ON DELETE CASCADE,
      addedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE transcriptLine (
      id INTEGER PRIMARY KEY,
      episodeID INTEGER NOT NULL REFERENCES transcript (episodeID) ON DELETE CASCADE,
      position INTEGER NOT NULL CHECK (position >= 0),
      start INTEGER CHECK (start >= 0),
      speaker TEXT NOT NULL,
      text TEXT NOT NULL,
      UNIQUE (episodeID, position)
    ) STRICT;

    CREATE VIRTUAL TABLE transcriptSearch USING fts5 (text, tokenize = 'trigram', detail = 'none');

    CREATE TRIGGER transcriptSearchDelete AFTER DELETE ON transcriptLine BEGIN
      DELETE FROM transcriptSearch WHERE rowid = old.id;
    END;
    """
}
