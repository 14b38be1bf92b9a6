import GRDB

/// The tables of the library, and their migrations. docs/player/library-schema.md describes them.
enum LibrarySchema {
  /// All migrations, the oldest first. A released migration is never changed. Each change of the tables is a new
  /// migration.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 shows and episodes") { database in
      try database.execute(sql: showsAndEpisodes)
    }
    // The states of episodes and feeds, such as marks and failures, in tables of their own.
    migrator.registerMigration("2 states, notes, feeds and search", migrate: SchemaVersion2.migrate)
    migrator.registerMigration("3 downloads", migrate: SchemaVersion3.migrate)
    migrator.registerMigration("4 transcripts", migrate: SchemaVersion4.migrate)
    // The sections of an imported OPML file that contain the shows, and the states of the episodes of removed shows.
    migrator.registerMigration("5 sections", migrate: SchemaVersion5.migrate)
    migrator.registerMigration("6 search of whole notes", migrate: SchemaVersion6.migrate)
    migrator.registerMigration("7 search of all characters", migrate: SchemaVersion7.migrate)
    migrator.registerMigration("8 addresses without passwords", migrate: SchemaVersion8.migrate)
    return migrator
  }

  /// The SQL of the first migration. Dates are in milliseconds since 1970. Durations and positions are in milliseconds.
  /// Addresses are absolute.
  static let showsAndEpisodes = """
    PRAGMA application_id = \(LibraryFile.applicationID);

    CREATE TABLE show (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      feedURL TEXT NOT NULL UNIQUE CHECK (feedURL <> ''),
      title TEXT NOT NULL,
      author TEXT NOT NULL,
      summary TEXT NOT NULL,
      artworkURL TEXT CHECK (artworkURL <> ''),
      websiteURL TEXT CHECK (websiteURL <> ''),
      language TEXT
    ) STRICT;

    CREATE TABLE episode (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      showID INTEGER NOT NULL REFERENCES show (id) ON DELETE CASCADE,
      guid TEXT NOT NULL CHECK (guid <> ''),
      title TEXT NOT NULL,
      summary TEXT NOT NULL,
      enclosureURL TEXT NOT NULL CHECK (enclosureURL <> ''),
      enclosureType TEXT,
      enclosureByteCount INTEGER,
      publishedAt INTEGER,
      duration INTEGER CHECK (duration > 0),
      artworkURL TEXT CHECK (artworkURL <> ''),
      isFavorite INTEGER NOT NULL DEFAULT 0 CHECK (isFavorite IN (0, 1)),
      playPosition INTEGER NOT NULL DEFAULT 0 CHECK (playPosition >= 0),
      isPlayed INTEGER NOT NULL DEFAULT 0 CHECK (isPlayed IN (0, 1)),
      UNIQUE (showID, guid)
    ) STRICT;

    CREATE INDEX episodeByDate ON episode (showID, publishedAt DESC, id DESC);
    """
}
