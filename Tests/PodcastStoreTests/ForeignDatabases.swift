/// SQL that creates the databases of other players, with the columns that these programs create.
extension ImportsTests {
  /// gPodder's database. The episode *One* is a favourite, *Two* is played, *Three* is started, and *Four* is new. The
  /// show *A Folder* has the address of a local file.
  static let gPodder = """
    CREATE TABLE podcast (id INTEGER PRIMARY KEY NOT NULL, title TEXT NOT NULL DEFAULT '', url TEXT NOT NULL DEFAULT '',
      link TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '', cover_url TEXT NULL, section TEXT NOT NULL DEFAULT '');
    CREATE TABLE episode (id INTEGER PRIMARY KEY NOT NULL, podcast_id INTEGER NOT NULL, title TEXT NOT NULL DEFAULT '',
      description TEXT NOT NULL DEFAULT '', url TEXT NOT NULL, published INTEGER NOT NULL DEFAULT 0, guid TEXT NOT NULL,
      file_size INTEGER NOT NULL DEFAULT 0, mime_type TEXT NOT NULL DEFAULT 'application/octet-stream', state INTEGER NOT NULL DEFAULT 0,
      is_new INTEGER NOT NULL DEFAULT 0, archive INTEGER NOT NULL DEFAULT 0, total_time INTEGER NOT NULL DEFAULT 0,
      current_position INTEGER NOT NULL DEFAULT 0, current_position_updated INTEGER NOT NULL DEFAULT 0,
      last_playback INTEGER NOT NULL DEFAULT 0, description_html TEXT NOT NULL DEFAULT '');
    CREATE TABLE version (version INTEGER);
    INSERT INTO version VALUES (7);
    INSERT INTO podcast (id, title, url, section)
    VALUES (1, 'A Show', 'https://gpodder.example/feed', 'Science'), (2, 'A Folder', 'file:///srv/feed.xml', 'audio');
    INSERT INTO episode (id, podcast_id, title, url, published, guid, is_new, archive, total_time, current_position, last_playback, description_html)
    VALUES (1, 1, 'One', 'https://a.example/1.mp3', 1700000001, 'g1', 1, 1, 0, 0, 0, ''),
      (2, 1, 'Two', 'https://a.example/2.mp3', 1700000002, 'g2', 0, 0, 60, 60, 1700000400, ''),
      (3, 1, 'Three', 'https://a.example/3.mp3', 1700000003, 'g3', 0, 0, 3600, 125, 1700000500, '<p>three</p>'),
      (4, 1, 'Four', 'https://a.example/4.mp3', 1700000004, 'g4', 1, 0, 0, 0, 0, '');
    """

  /// The database of GNOME Podcasts. *One* is started, *Two* is played, *Three* is new, and *Text* has no audio.
  ///
  /// - Parameters:
  ///   - dateType: The SQL type of the columns with dates.
  ///   - date: The SQL literal of each date in the database.
  static func gnomePodcasts(dateType: String, date: String) -> String {
    """
    CREATE TABLE source (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, uri TEXT NOT NULL UNIQUE, last_modified TEXT, http_etag TEXT);
    CREATE TABLE shows (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, link TEXT NOT NULL, description TEXT NOT NULL,
      image_uri TEXT, source_id INTEGER NOT NULL UNIQUE);
    CREATE TABLE episodes (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, uri TEXT, local_uri TEXT, description TEXT,
      image_uri TEXT, epoch \(dateType) NOT NULL, length INTEGER, duration INTEGER, guid TEXT, played \(dateType), play_position INTEGER NOT NULL,
      show_id INTEGER NOT NULL);
    INSERT INTO source (id, uri) VALUES (5, 'https://gnome.example/feed');
    INSERT INTO shows VALUES (1, 'G', 'https://gnome.example/', 'About', NULL, 5);
    INSERT INTO episodes (title, uri, epoch, duration, guid, played, play_position, show_id) VALUES
      ('One', 'https://a.example/1.mp3', \(date), 600, 'g1', NULL, 42, 1), ('Two', 'https://a.example/2.mp3', \(date), 600, 'g2', \(date), 0, 1),
      ('Three', 'https://a.example/3.mp3', \(date), 600, 'g3', NULL, 0, 1), ('Text', NULL, \(date), 600, 'g4', NULL, 0, 1);
    """
  }

  /// Kasts' database of version 11, whose tables refer to a feed by its address, and to an episode by its guid. Places
  /// are in milliseconds. *One* is started at 90.5 seconds, and *Two* is a played favourite.
  static let kasts11 = """
    CREATE TABLE Feeds (name TEXT, url TEXT, image TEXT, link TEXT, description TEXT, subscribed INTEGER, lastUpdated INTEGER, new BOOL);
    CREATE TABLE Entries (feed TEXT, id TEXT UNIQUE, title TEXT, content TEXT, created INTEGER, updated INTEGER, link TEXT, read BOOL, new BOOL,
      hasEnclosure BOOL, image TEXT, favorite BOOL DEFAULT 0);
    CREATE TABLE Enclosures (feed TEXT, id TEXT, duration INTEGER, size INTEGER, title TEXT, type TEXT, url TEXT, playposition INTEGER,
      downloaded INTEGER);
    INSERT INTO Feeds (name, url) VALUES ('K', 'https://kasts.example/feed');
    INSERT INTO Entries (feed, id, title, created, read, favorite) VALUES
      ('https://kasts.example/feed', 'k1', 'One', 1700000000, 0, 0), ('https://kasts.example/feed', 'k2', 'Two', 1700000001, 1, 1);
    INSERT INTO Enclosures (feed, id, duration, size, type, url, playposition) VALUES
      ('https://kasts.example/feed', 'k1', 600, 10, 'audio/mpeg', 'https://a.example/1.mp3', 90500),
      ('https://kasts.example/feed', 'k2', 600, 10, 'audio/mpeg', 'https://a.example/2.mp3', 5000);
    """

  /// The same content in version 12, whose tables refer to each other by numbers. The place of *One* is in the table of
  /// episodes, and the place of *Two* is in the table of enclosures.
  static let kasts12 = """
    CREATE TABLE Feeds (feeduid INTEGER PRIMARY KEY, name TEXT, url TEXT, image TEXT, link TEXT, description TEXT, subscribed INTEGER);
    CREATE TABLE Entries (entryuid INTEGER PRIMARY KEY, feeduid INTEGER, id TEXT, title TEXT, content TEXT, created INTEGER, updated INTEGER,
      link TEXT, read BOOL, new BOOL, hasEnclosure BOOL, image TEXT, favorite BOOL DEFAULT 0, playposition INTEGER);
    CREATE TABLE Enclosures (enclosureuid INTEGER PRIMARY KEY, entryuid INTEGER, feeduid INTEGER, url TEXT, duration INTEGER, size INTEGER,
      type TEXT, playposition INTEGER, downloaded BOOL);
    INSERT INTO Feeds (feeduid, name, url) VALUES (3, 'K', 'https://kasts.example/feed');
    INSERT INTO Entries (entryuid, feeduid, id, title, created, read, favorite, playposition) VALUES
      (8, 3, 'k1', 'One', 1700000000, 0, 0, 90500), (9, 3, 'k2', 'Two', 1700000001, 1, 1, NULL);
    INSERT INTO Enclosures (entryuid, feeduid, url, duration, playposition) VALUES
      (8, 3, 'https://a.example/1.mp3', 600, NULL), (9, 3, 'https://a.example/2.mp3', 600, 5000);
    """
}
