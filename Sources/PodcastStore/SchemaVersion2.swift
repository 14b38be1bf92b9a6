import Foundation
import GRDB
import Podcasts

/// The second migration: separate tables for the listener's state, for notes and for the state of feeds, and a
/// full-text index.
///
/// `feedKey` is the same for all addresses of one feed (``FeedAddress/key(_:)``), and `audioKey` for all addresses of
/// one audio file. The enum ``Cap`` has the limits on the length of values, in bytes. In the `CHECK` constraints,
/// `octet(column)` stands for the length of a column in bytes. `replacingOctets()` replaces it before SQLite reads the
/// SQL.
enum SchemaVersion2 {
  static func migrate(_ database: Database) throws {
    try database.execute(
      sql: "ALTER TABLE show RENAME TO show1; ALTER TABLE episode RENAME TO episode1; DROP INDEX episodeByDate")
    try database.execute(sql: shows + episodes + listener + feeds + search)
    try copyShows(in: database)
    try copyEpisodes(in: database)
    // An id is never used twice, so the new tables continue to count where the old ones stopped.
    for table in ["show", "episode"] {
      try database.execute(
        sql: """
          DELETE FROM sqlite_sequence WHERE name = '\(table)';
          INSERT INTO sqlite_sequence (name, seq) SELECT '\(table)', seq FROM sqlite_sequence WHERE name = '\(table)1';
          """)
    }
    try database.execute(sql: "DROP TABLE episode1; DROP TABLE show1")
    try database.execute(sql: indices)
  }

  private static func copyShows(in database: Database) throws {
    let rows = try Row.fetchCursor(database, sql: "SELECT * FROM show1")
    while let row = try rows.next() {
      let feedURL: String = row["feedURL"]
      let language: String? = row["language"]
      try database.execute(
        sql: """
          INSERT INTO show (id, feedURL, feedKey, title, author, summary, artworkURL, websiteURL, language)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          row["id"], feedURL, URL(string: feedURL).map(FeedAddress.key) ?? feedURL, Cap.text(row["title"], Cap.title),
          Cap.text(row["author"], Cap.title), Cap.text(row["summary"], Cap.notes),
          Cap.link(row["artworkURL"] as String?),
          Cap.link(row["websiteURL"] as String?),
          language.map { Cap.text($0, Cap.word) },
        ])
      try database.execute(sql: "INSERT INTO feed (showID) VALUES (?)", arguments: [row["id"]])
    }
  }

  private static func copyEpisodes(in database: Database) throws {
    let rows = try Row.fetchCursor(database, sql: "SELECT * FROM episode1")
    while let row = try rows.next() {
      let id: Int64 = row["id"]
      let title = Cap.text(row["title"], Cap.title)
      let notes = Cap.text(row["summary"], Cap.notes)
      // The new table has a limit for addresses. Audio with a longer address cannot be played.
      let address = Cap.link(row["enclosureURL"] as String?) ?? "about:invalid"
      let type: String? = row["enclosureType"]
      try database.execute(
        sql: """
          INSERT INTO episode (id, showID, guid, title, enclosureURL, enclosureType, enclosureByteCount, audioKey, publishedAt, duration,
            artworkURL, notesHash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          id, row["showID"], Cap.guid(row["guid"]), title, address, type.map { Cap.text($0, Cap.word) },
          row["enclosureByteCount"], URL(string: address).flatMap(AudioAddress.key), row["publishedAt"],
          row["duration"],
          Cap.link(row["artworkURL"] as String?), EpisodeText.hash(markup: notes, details: nil),
        ])
      // `isNew` means that the new tables have no texts of this episode yet. It is not the mark “new”.
      try EpisodeText.write(id, title: title, markup: notes, details: EpisodeDetails(), isNew: true, in: database)
      try copyState(of: id, row, in: database)
    }
  }

  private static func copyState(of id: Int64, _ row: Row, in database: Database) throws {
    let position: Int64 = row["playPosition"]
    let isPlayed: Bool = row["isPlayed"]
    let isFavorite: Bool = row["isFavorite"]
    guard position > 0 || isPlayed || isFavorite else { return }
    try database.execute(
      sql: "INSERT INTO episodeState (episodeID, position, isStarted, isPlayed, isFavorite) VALUES (?, ?, ?, ?, ?)",
      arguments: [id, position, position > 0, isPlayed, isFavorite])
  }

  private static let shows = """
    CREATE TABLE show (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      feedURL TEXT NOT NULL UNIQUE CHECK (feedURL <> '' AND octet(feedURL) <= \(Cap.address)),
      feedKey TEXT NOT NULL CHECK (feedKey <> ''),
      podcastGUID TEXT CHECK (octet(podcastGUID) <= \(Cap.word)),
      title TEXT NOT NULL CHECK (octet(title) <= \(Cap.title)),
      author TEXT NOT NULL CHECK (octet(author) <= \(Cap.title)),
      summary TEXT NOT NULL CHECK (octet(summary) <= \(Cap.notes)),
      artworkURL TEXT CHECK (artworkURL <> '' AND octet(artworkURL) <= \(Cap.address)),
      websiteURL TEXT CHECK (websiteURL <> '' AND octet(websiteURL) <= \(Cap.address)),
      language TEXT CHECK (octet(language) <= \(Cap.word)),
      details TEXT,
      settings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings))
    ) STRICT;
    """.replacingOctets()

  private static let episodes = """
    CREATE TABLE episode (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      showID INTEGER NOT NULL REFERENCES show (id) ON DELETE CASCADE,
      guid TEXT NOT NULL CHECK (guid <> '' AND octet(guid) <= \(Cap.address)),
      title TEXT NOT NULL CHECK (octet(title) <= \(Cap.title)),
      enclosureURL TEXT NOT NULL CHECK (enclosureURL <> '' AND octet(enclosureURL) <= \(Cap.address)),
      enclosureType TEXT CHECK (octet(enclosureType) <= \(Cap.word)),
      enclosureByteCount INTEGER,
      audioKey TEXT,
      publishedAt INTEGER,
      duration INTEGER CHECK (duration > 0),
      artworkURL TEXT CHECK (artworkURL <> '' AND octet(artworkURL) <= \(Cap.address)),
      season INTEGER,
      number INTEGER,
      kind TEXT NOT NULL DEFAULT 'full' CHECK (kind IN ('full', 'trailer', 'bonus')),
      notesHash INTEGER NOT NULL,
      UNIQUE (showID, guid)
    ) STRICT;

    CREATE TABLE episodeNotes (
      episodeID INTEGER PRIMARY KEY REFERENCES episode (id) ON DELETE CASCADE,
      markup TEXT NOT NULL CHECK (octet(markup) <= \(Cap.notes)),
      details TEXT
    ) STRICT;
    """.replacingOctets()

  /// `episodeMerge` has a row for each episode that was matched to an item with another identifier (``EpisodeMerges``).
  /// `former` is the episode's identifier and content before the merge, as JSON, so that the merge can be undone.
  private static let listener = """
    CREATE TABLE episodeState (
      episodeID INTEGER PRIMARY KEY REFERENCES episode (id) ON DELETE CASCADE,
      position INTEGER NOT NULL DEFAULT 0 CHECK (position >= 0),
      isStarted INTEGER NOT NULL DEFAULT 0 CHECK (isStarted IN (0, 1)),
      isPlayed INTEGER NOT NULL DEFAULT 0 CHECK (isPlayed IN (0, 1)),
      isFavorite INTEGER NOT NULL DEFAULT 0 CHECK (isFavorite IN (0, 1)),
      isNew INTEGER NOT NULL DEFAULT 0 CHECK (isNew IN (0, 1)),
      lastPlayedAt INTEGER,
      queuePosition INTEGER CHECK (queuePosition >= 0)
    ) STRICT;

    CREATE TABLE episodeMerge (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      episodeID INTEGER NOT NULL REFERENCES episode (id) ON DELETE CASCADE,
      evidence TEXT NOT NULL,
      mergedAt INTEGER NOT NULL,
      former TEXT NOT NULL CHECK (json_valid(former))
    ) STRICT;
    """

  /// `pendingURL` is an address to which the feed has redirected, and which is not confirmed. `pendingCount` is the
  /// number of its sightings (``RefreshRecord``). The table `feedAddress` contains the former addresses of feeds.
  private static let feeds = """
    CREATE TABLE feed (
      showID INTEGER PRIMARY KEY REFERENCES show (id) ON DELETE CASCADE,
      etag TEXT,
      lastModified TEXT,
      hash TEXT NOT NULL DEFAULT '',
      status TEXT NOT NULL DEFAULT '{"neverFetched":{}}' CHECK (json_valid(status)),
      failureCount INTEGER NOT NULL DEFAULT 0 CHECK (failureCount >= 0),
      lastRefreshedAt INTEGER,
      lastSucceededAt INTEGER,
      nextDueAt INTEGER,
      repairs TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(repairs)),
      isPartial INTEGER NOT NULL DEFAULT 0 CHECK (isPartial IN (0, 1)),
      httpStatus INTEGER,
      pendingURL TEXT CHECK (pendingURL <> ''),
      pendingCount INTEGER NOT NULL DEFAULT 0 CHECK (pendingCount >= 0)
    ) STRICT;

    CREATE TABLE feedAddress (
      id INTEGER PRIMARY KEY,
      showID INTEGER NOT NULL REFERENCES show (id) ON DELETE CASCADE,
      url TEXT NOT NULL CHECK (url <> ''),
      feedKey TEXT NOT NULL CHECK (feedKey <> ''),
      UNIQUE (showID, url)
    ) STRICT;
    """

  /// The full-text index. The row id in it is the id of the episode.
  private static let search = """
    CREATE VIRTUAL TABLE episodeSearch USING fts5 (text, tokenize = 'trigram', detail = 'none');

    CREATE TRIGGER episodeSearchDelete AFTER DELETE ON episode BEGIN
      DELETE FROM episodeSearch WHERE rowid = old.id;
    END;
    """

  /// `stateTouched` has the episodes that are played or started.
  private static let indices = """
    CREATE INDEX showByFeedKey ON show (feedKey);
    CREATE INDEX showByGUID ON show (podcastGUID) WHERE podcastGUID IS NOT NULL;
    CREATE INDEX feedAddressByKey ON feedAddress (feedKey);
    CREATE INDEX episodeMergeByEpisode ON episodeMerge (episodeID);
    CREATE INDEX episodeOfShowByDate ON episode (showID, publishedAt DESC, id DESC);
    CREATE INDEX episodeOfShowByDuration ON episode (showID, duration DESC, id DESC);
    CREATE INDEX episodeOfShowByTitle ON episode (showID, title COLLATE NOCASE, id);
    CREATE INDEX episodeByDate ON episode (publishedAt DESC, id DESC);
    CREATE INDEX episodeByDuration ON episode (duration DESC, id DESC);
    CREATE INDEX episodeByTitle ON episode (title COLLATE NOCASE, id);
    CREATE INDEX stateTouched ON episodeState (episodeID) WHERE isPlayed = 1 OR isStarted = 1;
    CREATE INDEX statePlayed ON episodeState (episodeID) WHERE isPlayed = 1;
    CREATE INDEX stateStarted ON episodeState (lastPlayedAt DESC, episodeID DESC) WHERE isStarted = 1 AND isPlayed = 0;
    CREATE INDEX stateFavorite ON episodeState (episodeID) WHERE isFavorite = 1;
    CREATE INDEX stateNew ON episodeState (episodeID) WHERE isNew = 1 AND isPlayed = 0 AND isStarted = 0;
    CREATE INDEX stateHistory ON episodeState (lastPlayedAt DESC, episodeID DESC) WHERE lastPlayedAt IS NOT NULL;
    CREATE INDEX stateQueue ON episodeState (queuePosition, episodeID) WHERE queuePosition IS NOT NULL;
    """
}

extension String {
  /// Replaces each `octet(column)` with SQL for the length of the column in bytes. SQLite's function
  /// `octet_length` is not used, because versions before 3.43 do not have it.
  fileprivate func replacingOctets() -> String {
    replacing(/octet\((\w+)\)/) { match in "length(CAST(\(match.1) AS BLOB))" }
  }
}
