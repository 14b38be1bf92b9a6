import GRDB

/// The third migration: a table of downloads.
enum SchemaVersion3 {
  static func migrate(_ database: Database) throws { try database.execute(sql: downloads) }

  /// `file` is a name without a slash, because all files are in one folder, and does not begin with a dot. A complete
  /// download has a file, a size and a date. `error` is a `DownloadError`, and `source` is a `DownloadRecord.Source`,
  /// both as JSON.
  private static let downloads = """
    CREATE TABLE download (
      episodeID INTEGER PRIMARY KEY REFERENCES episode (id) ON DELETE CASCADE,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'paused', 'failed', 'complete', 'removed')),
      error TEXT CHECK (error IS NULL OR json_valid(error)),
      source TEXT CHECK (source IS NULL OR json_valid(source)),
      file TEXT CHECK (file <> '' AND instr(file, '/') = 0 AND file NOT LIKE '.%'),
      byteCount INTEGER NOT NULL DEFAULT 0 CHECK (byteCount >= 0),
      isAutomatic INTEGER NOT NULL DEFAULT 0 CHECK (isAutomatic IN (0, 1)),
      addedAt INTEGER NOT NULL,
      completedAt INTEGER,
      CHECK (state <> 'complete' OR (file IS NOT NULL AND byteCount > 0 AND completedAt IS NOT NULL))
    ) STRICT;

    CREATE INDEX downloadComplete ON download (episodeID) WHERE state = 'complete';
    CREATE INDEX downloadPresent ON download (addedAt DESC, episodeID DESC) WHERE state <> 'removed';
    """
}
