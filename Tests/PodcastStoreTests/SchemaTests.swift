import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

/// The migrations of libraries of older versions, SQLite's full-text search, and its plans for the queries of episode
/// lists.
@Suite struct SchemaTests {
  private let temporary: TemporaryLibrary

  init() throws { temporary = try TemporaryLibrary() }

  @Test func `SQLite has full-text search over trigrams`() async throws {
    let queue = try DatabaseQueue()
    try await queue.write { database in
      try database.execute(
        sql:
          "CREATE VIRTUAL TABLE t USING fts5 (a, tokenize = 'trigram', detail = 'none'); INSERT INTO t VALUES ('한국방송 뉴스')"
      )
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM t WHERE a LIKE '%국방송%'") == 1)
      // `0:L0` means that SQLite uses the trigrams for LIKE, and does not scan the table.
      let plan = try Row.fetchOne(database, sql: "EXPLAIN QUERY PLAN SELECT rowid FROM t WHERE a LIKE '%국방송%'")
      #expect((plan?["detail"] as String?)?.hasSuffix("VIRTUAL TABLE INDEX 0:L0") == true)
    }
  }

  @Test func `a library of version 1 keeps its content`() async throws {
    // Given a library of version 1 with a listener's state. A show and an episode were removed from it
    try makeVersion1()

    // When it is opened
    let library = try Library.open(at: temporary.file)

    // Then its content is unchanged
    let shows = try await library.client.currentShows()
    #expect(shows.map(\.title) == ["Old Show"])
    #expect(shows.map(\.id.rawValue) == [7])
    #expect(shows[0].feedURL == feedURL)
    #expect(shows[0].summary == "About")
    let episodes = try await library.client.currentEpisodes(shows[0].id).sorted { $0.guid < $1.guid }
    #expect(episodes.map(\.id.rawValue) == [11, 12])
    #expect(episodes.map(\.guid) == ["a", "b"])
    #expect(episodes.map(\.playPosition) == [.milliseconds(65_000), .zero])
    #expect(episodes.map(\.isPlayed) == [false, true])
    #expect(episodes.map(\.isFavorite) == [true, false])
    #expect(episodes[0].summary == "<p>Notes about 방송</p>")
    #expect(episodes[0].publishedAt == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(
      episodes[0].enclosure
        == Enclosure(url: URL(string: "https://a.example/a.mp3?x=1")!, mimeType: "audio/mpeg", byteCount: 99))

    // And the first episode is found by a word of its notes, and can be continued. No episode counts as new
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.library, text: "about")) == [episodes[0].id])
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.new)).isEmpty)
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.continueListening)) == [episodes[0].id])

    // And a new show gets an id that was never used. The ids 20 and 30 belonged to removed rows.
    let newShow = try await library.client.subscribe(.sample(), URL(string: "https://new.example/")!)
    #expect(newShow.rawValue == 21)
    #expect(try await library.client.currentEpisodes(newShow).map(\.id.rawValue) == [31])
  }

  @Test func `a migration cuts values that are too long and keeps all episodes`() async throws {
    // Given a title of 1.5 MB, and two guids that are different only at their end. “가” has 3 bytes in UTF-8
    try makeVersion1()
    let long = String(repeating: "가", count: 500_000)
    let queue = try DatabaseQueue(path: temporary.file.path)
    try await queue.write { database in
      try database.execute(sql: "UPDATE episode SET title = ?, guid = ? WHERE id = 11", arguments: [long, long + "1"])
      try database.execute(sql: "UPDATE episode SET guid = ? WHERE id = 12", arguments: [long + "2"])
    }
    try queue.close()

    // Then, after the migration, both episodes and the place are kept, and the texts fit the limits of their columns
    let episodes = try await Library.open(at: temporary.file).client.currentEpisodes(Show.ID(rawValue: 7))
    #expect(Set(episodes.map(\.id.rawValue)) == [11, 12])
    #expect(episodes.allSatisfy { $0.title.utf8.count <= 4096 && $0.guid.utf8.count <= 8192 })
    #expect(episodes.contains { $0.playPosition == .seconds(65) })
  }

  @Test func `a backup is made before a migration`() async throws {
    // Given a library of version 1
    try makeVersion1()

    // When it is opened, then `willUpdate` is called once
    var willUpdateCount = 0
    let library = try Library.open(at: temporary.file, willUpdate: { willUpdateCount += 1 })
    #expect(willUpdateCount == 1)

    // And there is a backup of version 1
    guard case .migrated(let backup) = library.opening else { Issue.record("\(library.opening)"); return }
    #expect(backup.showCount == 1)
    #expect(backup.episodeCount == 2)
    let copy = try DatabaseQueue(path: backup.file.path)
    #expect(
      try await copy.read { try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations") } == [
        "1 shows and episodes"
      ])

    // And opening it again makes no backup
    #expect(try Library.open(at: temporary.file, willUpdate: { willUpdateCount += 1 }).opening == .unchanged)
    #expect(willUpdateCount == 1)
    #expect(try await library.backups.all().count == 1)
  }

  @Test func `a library of version 3 keeps its content and can store transcripts`() async throws {
    // Given a library of version 3 with a place, a queue and a complete download
    let queue = try DatabaseQueue(path: temporary.file.path)
    try LibrarySchema.migrator.migrate(queue, upTo: "3 downloads")
    try await queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO show (id, feedURL, feedKey, title, author, summary) VALUES (1, 'https://a.example/', 'a.example/', 'Show', '', '');
          INSERT INTO feed (showID) VALUES (1);
          INSERT INTO episode (id, showID, guid, title, enclosureURL, notesHash) VALUES (5, 1, 'g', 'Episode', 'https://a.example/1.mp3', 0);
          INSERT INTO episodeState (episodeID, position, isStarted, queuePosition) VALUES (5, 65000, 1, 0);
          INSERT INTO download (episodeID, state, file, byteCount, addedAt, completedAt) VALUES (5, 'complete', '5.mp3', 9, 1, 2);
          """)
    }
    try queue.close()

    // When it is opened, then there is a backup, and the content is kept
    let library = try Library.open(at: temporary.file)
    guard case .migrated = library.opening else { Issue.record("\(library.opening)"); return }
    let id = Episode.ID(rawValue: 5)
    #expect(try await library.client.currentEpisodes(Show.ID(rawValue: 1)).map(\.playPosition) == [.seconds(65)])
    #expect(try await library.queue.currentEntries().map(\.id) == [id])
    #expect(try await library.downloadRecords.all().map(\.id) == [id])
    // And a transcript can be saved
    try await library.transcripts.save(
      Transcript(lines: [Transcript.Line(id: 0, start: .zero, text: "A robin sings.")]), id)
    #expect(try await library.transcripts.search("robin", 10).map(\.episode) == [id])
  }

  @Test func `the migration from version 5 makes the end of long notes searchable`() async throws {
    // Given a library of version 5, whose search index contains only the first 4,000 characters of long notes. These
    // are 500 times “a river ”
    var episodeDetails = EpisodeDetails()
    episodeDetails.people = [FeedPerson(name: "Ina Lark")]
    let details = try JSONText.encode(episodeDetails)
    let (beginning, end) = ("<p>\(String(repeating: "a river ", count: 1000))</p>", "<p>a kestrel</p>")
    let queue = try DatabaseQueue(path: temporary.file.path)
    try LibrarySchema.migrator.migrate(queue, upTo: "5 sections")
    try await queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO show (id, feedURL, feedKey, title, author, summary) VALUES (1, 'https://a.example/', 'a.example/', 'Show', '', '');
          INSERT INTO feed (showID) VALUES (1);
          INSERT INTO episode (id, showID, guid, title, enclosureURL, notesHash) VALUES (5, 1, 'g', 'Long', 'https://a.example/1.mp3', 0);
          INSERT INTO episode (id, showID, guid, title, enclosureURL, notesHash) VALUES (6, 1, 'h', 'Short', 'https://a.example/2.mp3', 0);
          INSERT INTO episodeState (episodeID, position, isStarted, queuePosition) VALUES (5, 65000, 1, 0);
          INSERT INTO episodeNotes (episodeID, markup, details) VALUES (5, ?, ?), (6, 'a kestrel', NULL);
          INSERT INTO episodeSearch (rowid, text) VALUES (5, ?), (6, 'short\n\na kestrel\n\n');
          """,
        arguments: [beginning + end, details, "long\nina lark\n\(String(repeating: "a river ", count: 500))…\n\n"])
    }
    try queue.close()

    // When it is opened
    let library = try Library.open(at: temporary.file)
    guard case .migrated = library.opening else { Issue.record("\(library.opening)"); return }

    // Then a search finds the end of the notes and all earlier words, and the listener's state is kept
    let (long, short) = (Episode.ID(rawValue: 5), Episode.ID(rawValue: 6))
    #expect(Set(try await library.episodes.currentIDs(EpisodeQuery(.library, text: "kestrel"))) == [long, short])
    #expect(try await library.episodes.currentIDs(EpisodeQuery(.library, text: "river lark long")) == [long])
    #expect(try await library.queue.currentEntries().map(\.id) == [long])
    #expect(
      try await library.client.currentEpisodes(Show.ID(rawValue: 1)).first { $0.id == long }?.playPosition
        == .seconds(65))
  }

  @Test func `the migration from version 6 makes all characters searchable`() async throws {
    // Given a library of version 6. Some entries of its search indexes have an HTML reference, a control character or
    // decomposed Hangul. The other entries have the word “kept”, which the texts of the episodes do not have
    let decomposed = "부엉이".decomposedStringWithCanonicalMapping
    try await makeVersion6(decomposed)

    // When it is opened
    let library = try Library.open(at: temporary.file)
    guard case .migrated = library.opening else { Issue.record("\(library.opening)"); return }

    // Then the characters are found
    func ids(matching text: String) async throws -> [Int64] {
      try await library.episodes.currentIDs(EpisodeQuery(.library, text: text)).map(\.rawValue)
    }
    #expect(try await ids(matching: "música") == [5])
    #expect(try await ids(matching: "it’s") == [6])
    #expect(try await ids(matching: "부엉이") == [7])
    #expect(try await ids(matching: "엉") == [7])
    #expect(try await library.transcripts.search("부엉이", 10).map(\.episode.rawValue) == [5])

    // And the other entries were not built again
    #expect(try await ids(matching: "kept") == [8])
    #expect(try await library.transcripts.search("kept", 10).map(\.line.text) == ["Robin"])
  }

  @Test func `the migration from version 7 removes passwords from addresses`() async throws {
    // Given a library of version 7 with a password in addresses
    try await makeVersion7()

    // When it is opened
    let library = try Library.open(at: temporary.file)
    guard case .migrated = library.opening else { Issue.record("\(library.opening)"); return }

    // Then the addresses have no password, and the other content is kept, also each “@” in a path or in a text
    #expect(
      try await library.client.currentShows().map(\.feedURL.absoluteString).sorted() == [
        "https://a.example/", "https://b.example/@c",
      ])
    let episodes =
      try await library.client.currentEpisodes(Show.ID(rawValue: 1))
      + library.client.currentEpisodes(Show.ID(rawValue: 2))
    #expect(episodes.map(\.enclosure.url.absoluteString) == ["https://a.example/1.mp3", "https://b.example/@/2.mp3"])
    let notes = try await library.episodes.notes(Episode.ID(rawValue: 5))
    #expect(notes.details.chaptersURL?.absoluteString == "https://a.example/chapters")
    #expect(notes.details.author == "a@b")
    #expect(notes.markup == "Mail to a@b.")
    let database = try DatabaseQueue(path: temporary.file.path)
    let texts = try await database.read { database in
      try String.fetchAll(database, sql: "SELECT coalesce(details, '') FROM show UNION ALL SELECT guid FROM episode")
    }
    #expect(!texts.contains { $0.contains("secret") })
  }

  @Test func `a read-only library of version 1 is read from a migrated copy`() async throws {
    // Given a library of version 1, and no permission to write its file and its folder. SQLite's temporary files `-wal`
    // and `-shm` do not exist
    try makeVersion1()
    for suffix in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: temporary.file.path + suffix) {
      try FileManager.default.removeItem(atPath: temporary.file.path + suffix)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: temporary.file.path)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: temporary.folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: temporary.folder.path) }

    // When it is opened, then a migrated copy is read, and the file is unchanged
    let contentBefore = try Data(contentsOf: temporary.file)
    let library = try Library.open(at: temporary.file)
    #expect(library.opening == .readOnly)
    #expect(try await library.client.currentEpisodes(Show.ID(rawValue: 7)).count == 2)
    #expect(try Data(contentsOf: temporary.file) == contentBefore)
    await #expect(throws: LibraryError.notWritable(path: temporary.file.path)) {
      try await library.client.removeShow(Show.ID(rawValue: 7))
    }
  }

  @Test(arguments: [
    EpisodeQuery.Scope.library, .show(Show.ID(rawValue: 1)), .continueListening, .new, .favorites, .history, .queue,
    .downloads,
  ])
  func `no query of an episode list scans a long table or sorts many episodes`(scope: EpisodeQuery.Scope) async throws {
    let pool = try LibraryFile.open(at: temporary.file)
    for filter in EpisodeQuery.Filter.allCases {
      for order in EpisodeQuery.Order.allCases {
        let steps = try await pool.read { database in
          let list = try EpisodeListSQL(EpisodeQuery(scope, filter: filter, order: order), in: database)
          return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + list.sql, arguments: list.arguments).map {
            $0["detail"] as String
          }
        }
        // A scan of an index or of a constant row is allowed. The list of downloads reads the whole table of downloads,
        // which has the alias `d`.
        let allowedScans = scope == .downloads ? ["SCAN d"] : []
        let scans = steps.filter {
          $0.hasPrefix("SCAN") && !$0.contains("INDEX") && $0 != "SCAN CONSTANT ROW" && !allowedScans.contains($0)
        }
        #expect(scans.isEmpty, "\(scope) \(filter) \(order): \(steps)")
        // Lists with one of these scopes or filters usually have few episodes, and may be sorted.
        let maySort =
          scope == .new || scope == .downloads || scope == .favorites || filter == .started || filter == .favorites
          || filter == .downloaded
        #expect(
          maySort || !steps.contains { $0.contains("TEMP B-TREE FOR ORDER BY") },
          "\(scope) \(filter) \(order): \(steps)")
      }
    }
  }

  /// Writes a library of version 1. The statements of ``version1SQL`` run as a migration with the name of the first
  /// migration.
  private func makeVersion1() throws {
    let pool = try DatabasePool(path: temporary.file.path)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 shows and episodes") { try $0.execute(sql: Self.version1SQL) }
    try migrator.migrate(pool)
    try pool.close()
  }

  /// Writes a library of version 6 with a decomposed text in a title, in a transcript and in their search indexes. The
  /// entry of episode 5 has an HTML reference, and the entry of episode 6 has a control character. The entries of
  /// episode 8 and of the transcript line with the id 4 have the word “kept”.
  private func makeVersion6(_ decomposed: String) async throws {
    let queue = try DatabaseQueue(path: temporary.file.path)
    try LibrarySchema.migrator.migrate(queue, upTo: "6 search of whole notes")
    try await queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO show (id, feedURL, feedKey, title, author, summary) VALUES (1, 'https://a.example/', 'a.example/', 'Show', '', '');
          INSERT INTO feed (showID) VALUES (1);
          INSERT INTO episode (id, showID, guid, title, enclosureURL, notesHash) VALUES (5, 1, 'a', 'A', 'https://a.example/1.mp3', 0),
            (6, 1, 'b', 'B', 'https://a.example/2.mp3', 0), (7, 1, 'c', 'C', 'https://a.example/3.mp3', 0),
            (8, 1, 'd', 'D', 'https://a.example/4.mp3', 0);
          INSERT INTO episodeNotes (episodeID, markup) VALUES (5, 'M&Uacute;SICA'), (6, 'it&#146;s'), (8, 'R&amp;B');
          INSERT INTO episodeSearch (rowid, text) VALUES (5, 'a\n\nm&uacute;sica\n\n'), (6, 'b\n\nit\u{92}s\n\n'),
            (8, 'kept as it is\n\nr&b\n\n');
          """)
      try database.execute(sql: "UPDATE episode SET title = ? WHERE id = 7", arguments: [decomposed])
      try database.execute(
        sql: "INSERT INTO episodeSearch (rowid, text) VALUES (7, ?)", arguments: [decomposed + "\n\n\n\n"])
      try database.execute(sql: "INSERT INTO transcript (episodeID, addedAt) VALUES (5, 1)")
      try database.execute(
        sql:
          "INSERT INTO transcriptLine (id, episodeID, position, speaker, text) VALUES (3, 5, 0, '', ?), (4, 5, 1, '', 'Robin')",
        arguments: [decomposed])
      try database.execute(
        sql: "INSERT INTO transcriptSearch (rowid, text) VALUES (3, ?), (4, 'kept robin')", arguments: [decomposed])
    }
    try queue.close()
  }

  /// Writes a library of version 7 with a password in addresses.
  private func makeVersion7() async throws {
    let queue = try DatabaseQueue(path: temporary.file.path)
    try LibrarySchema.migrator.migrate(queue, upTo: "7 search of all characters")
    var details = EpisodeDetails()
    details.chaptersURL = URL(string: "https://me:secret@a.example/chapters")
    details.author = "a@b"
    var showDetails = PodcastDetails()
    showDetails.selfURL = URL(string: "https://me:secret@a.example/")
    let (showJSON, episodeJSON) = (try JSONText.encode(showDetails), try JSONText.encode(details))
    try await queue.write { database in
      try database.execute(
        sql: """
          INSERT INTO show (id, feedURL, feedKey, title, author, summary, details) VALUES
            (1, 'https://me:secret@a.example/', '//a.example', 'Show', '', '', ?), (2, 'https://b.example/@c', '//b.example/@c', 'B', '', '', NULL);
          INSERT INTO feed (showID) VALUES (1), (2);
          INSERT INTO episode (id, showID, guid, title, enclosureURL, notesHash) VALUES
            (5, 1, 'https://me:secret@a.example/1.mp3', 'A', 'https://me:secret@a.example/1.mp3', 0), (6, 2, 'b', 'B', 'https://b.example/@/2.mp3', 0);
          INSERT INTO episodeNotes (episodeID, markup, details) VALUES (5, 'Mail to a@b.', ?);
          """, arguments: [showJSON, episodeJSON])
    }
    try queue.close()
  }

  /// The statements of the first version's migration, with rows. The application id is “Podc” in ASCII. A show and an
  /// episode are inserted and removed. Their ids must not be given to new rows.
  private static let version1SQL = """
    PRAGMA application_id = \(0x506F_6463);
    CREATE TABLE show (
      id INTEGER PRIMARY KEY AUTOINCREMENT, feedURL TEXT NOT NULL UNIQUE CHECK (feedURL <> ''), title TEXT NOT NULL, author TEXT NOT NULL,
      summary TEXT NOT NULL, artworkURL TEXT CHECK (artworkURL <> ''), websiteURL TEXT CHECK (websiteURL <> ''), language TEXT
    ) STRICT;
    CREATE TABLE episode (
      id INTEGER PRIMARY KEY AUTOINCREMENT, showID INTEGER NOT NULL REFERENCES show (id) ON DELETE CASCADE,
      guid TEXT NOT NULL CHECK (guid <> ''), title TEXT NOT NULL, summary TEXT NOT NULL,
      enclosureURL TEXT NOT NULL CHECK (enclosureURL <> ''), enclosureType TEXT, enclosureByteCount INTEGER, publishedAt INTEGER,
      duration INTEGER CHECK (duration > 0), artworkURL TEXT CHECK (artworkURL <> ''),
      isFavorite INTEGER NOT NULL DEFAULT 0 CHECK (isFavorite IN (0, 1)),
      playPosition INTEGER NOT NULL DEFAULT 0 CHECK (playPosition >= 0),
      isPlayed INTEGER NOT NULL DEFAULT 0 CHECK (isPlayed IN (0, 1)), UNIQUE (showID, guid)
    ) STRICT;
    CREATE INDEX episodeByDate ON episode (showID, publishedAt DESC, id DESC);
    INSERT INTO show VALUES (7, '\(feedURL.absoluteString)', 'Old Show', 'Author', 'About', NULL, NULL, 'en');
    INSERT INTO show VALUES (20, 'https://gone.example/', 'Gone', '', '', NULL, NULL, NULL);
    INSERT INTO episode VALUES
      (11, 7, 'a', 'First', '<p>Notes about 방송</p>', 'https://a.example/a.mp3?x=1', 'audio/mpeg', 99, 1700000000000, 60000, NULL, 1, 65000, 0),
      (12, 7, 'b', 'Second', '', 'https://a.example/b.mp3', NULL, NULL, NULL, NULL, NULL, 0, 0, 1),
      (30, 20, 'c', 'Gone', '', 'https://a.example/c.mp3', NULL, NULL, NULL, NULL, NULL, 0, 0, 0);
    DELETE FROM episode WHERE id = 30;
    DELETE FROM show WHERE id = 20;
    """
}
