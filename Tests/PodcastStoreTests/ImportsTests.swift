import Foundation
import GRDB
import Podcasts
import Synchronization
import Testing

@testable import PodcastStore

/// Imports of the databases in `ForeignDatabases.swift`. That file describes the shows and episodes that the tests
/// expect. `run` calls its closure before each show. If the closure returns `true`, the import stops.
@Suite struct ImportsTests {
  private let temporary: TemporaryLibrary
  private let library: Library

  init() throws {
    temporary = try TemporaryLibrary()
    library = try Library.open(at: temporary.file)
  }

  private var home: URL { temporary.folder.appending(path: "home") }

  private func imports(_ environment: [String: String] = [:]) -> ImportClient {
    library.imports(home: home, environment: environment)
  }

  /// Creates a database in the home folder and leaves it open with its log, as a running player does.
  private func makeDatabase(_ path: String, _ sql: String) throws -> DatabasePool {
    let file = home.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let pool = try DatabasePool(path: file.path)
    try pool.write { try $0.execute(sql: sql) }
    return pool
  }

  @Test func `gPodder's shows, places, marks and favorites are imported`() async throws {
    // Given gPodder's library, which is open
    let pool = try makeDatabase("gPodder/Database", Self.gPodder)
    let formerBytes = try Data(contentsOf: URL(filePath: pool.path))

    // When the library is found and imported
    let client = imports()
    let source = try #require(await client.find().first)
    #expect(source.player == .gPodder)
    #expect(source.showCount == 2)
    #expect(source.episodeCount == 4)
    let summary = try await client.run(source) { false }

    // Then the library's content is imported, and gPodder's file is unchanged
    #expect(summary.episodeCount == 4)
    #expect(summary.placeCount == 1)
    #expect(summary.playedCount == 1)
    #expect(summary.favoriteCount == 1)
    // The address of this show is not a web address.
    #expect(summary.skipped == ["A Folder"])
    #expect(try await library.client.currentShows().map(\.sectionPath) == [["Science"]])
    let episodes = try await library.client.currentEpisodes(try #require(summary.shows.first))
    #expect(episodes.map(\.guid) == ["g4", "g3", "g2", "g1"])
    #expect(episodes.map(\.playPosition) == [.zero, .seconds(125), .zero, .zero])
    #expect(episodes.map(\.isPlayed) == [false, false, true, false])
    #expect(episodes.map(\.isFavorite) == [false, false, false, true])
    #expect(episodes[1].lastPlayedAt == Date(timeIntervalSince1970: 1_700_000_500))
    #expect(episodes[1].summary == "<p>three</p>")
    #expect(episodes[1].duration == .seconds(3600))
    // The import does not fetch the feed.
    #expect(try await library.subscriptions.all().map(\.status) == [.neverFetched])
    #expect(try Data(contentsOf: URL(filePath: pool.path)) == formerBytes)
    try pool.close()
  }

  @Test func `GNOME Podcasts' library is imported, with dates as text`() async throws {
    let pool = try makeDatabase(
      ".var/app/org.gnome.Podcasts/data/gnome-podcasts/podcasts.db",
      Self.gnomePodcasts(dateType: "TIMESTAMP", date: "'2023-11-14 22:13:20'"))
    let client = imports()
    let source = try #require(await client.find().first)
    #expect(source.player == .gnomePodcasts)
    let summary = try await client.run(source) { false }
    try await expectGNOMEEpisodes(summary)
    try pool.close()
  }

  @Test func `GNOME Podcasts' library is imported, with dates as numbers`() async throws {
    let pool = try makeDatabase(
      ".local/share/gnome-podcasts/podcasts.db", Self.gnomePodcasts(dateType: "INTEGER", date: "1700000000"))
    let client = imports()
    try await expectGNOMEEpisodes(try await client.run(try #require(await client.find().first)) { false })
    try pool.close()
  }

  /// Expects the episodes of the database from ``gnomePodcasts(dateType:date:)`` that have audio. Each date is
  /// 1,700,000,000 seconds after 1970: 2023-11-14 22:13:20 UTC.
  private func expectGNOMEEpisodes(_ summary: ImportSummary) async throws {
    #expect(summary.placeCount == 1)
    #expect(summary.playedCount == 1)
    let episodes = try await library.client.currentEpisodes(try #require(summary.shows.first)).sorted {
      $0.guid < $1.guid
    }
    #expect(episodes.map(\.playPosition) == [.seconds(42), .zero, .zero])
    #expect(episodes.map(\.isPlayed) == [false, true, false])
    #expect(episodes[0].publishedAt == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(episodes[1].lastPlayedAt == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(try await library.client.currentShows().map(\.feedURL.absoluteString) == ["https://gnome.example/feed"])
  }

  /// Version 12 of Kasts' database refers to feeds and episodes by numbers, and version 11 by addresses and guids.
  @Test(arguments: [11, 12]) func `Kasts' library is imported`(databaseVersion: Int) async throws {
    let pool = try makeDatabase(
      ".local/share/KDE/kasts/database.db3", databaseVersion == 11 ? Self.kasts11 : Self.kasts12)
    let client = imports()
    let source = try #require(await client.find().first)
    #expect(source.player == .kasts)
    let summary = try await client.run(source) { false }
    #expect(summary.placeCount == 1)
    #expect(summary.playedCount == 1)
    #expect(summary.favoriteCount == 1)
    let episodes = try await library.client.currentEpisodes(try #require(summary.shows.first)).sorted {
      $0.guid < $1.guid
    }
    // A played episode is imported without its place.
    #expect(episodes.map(\.playPosition) == [.milliseconds(90_500), .zero])
    #expect(episodes.map(\.isPlayed) == [false, true])
    #expect(episodes.map(\.isFavorite) == [false, true])
    try pool.close()
  }

  @Test func `credentials in gPodder's own columns are returned and not stored in the library`() async throws {
    // Given gPodder's library with a private feed
    let pool = try makeDatabase("gPodder/Database", Self.gPodder)
    try await pool.write {
      try $0.execute(
        sql: """
          ALTER TABLE podcast ADD COLUMN auth_username TEXT NULL;
          ALTER TABLE podcast ADD COLUMN auth_password TEXT NULL;
          UPDATE podcast SET auth_username = 'me', auth_password = 's:cret' WHERE id = 1;
          """)
    }
    let client = imports()
    let source = try #require(await client.find().first)

    // When the library is imported twice, then both summaries have the credentials. In the second one, they belong to a
    // known show
    let feed = try #require(URL(string: "https://gpodder.example/feed"))
    let credentials = Credentials(user: "me", password: "s:cret")
    #expect(
      try await client.run(source) { false }.credentials == [ImportedCredentials(feed: feed, credentials: credentials)])
    #expect(
      try await client.run(source) { false }.credentials == [
        ImportedCredentials(feed: feed, credentials: credentials, isOfKnownShow: true)
      ])
    #expect(try await library.client.currentShows().map(\.feedURL) == [feed])
    try pool.close()
  }

  @Test(arguments: [ImportSource.Player.gPodder, .gnomePodcasts, .kasts])
  func `credentials in an address are returned and not stored in the library`(
    player: ImportSource.Player
  ) async throws {
    // Given a library with a private feed
    let path = try #require(Self.libraryPaths.first { $0.player == player }?.path)
    let pool = try makeLibrary(of: player, at: path)
    let (table, column) =
      switch player {
      case .gPodder: ("podcast", "url")
      case .gnomePodcasts: ("source", "uri")
      case .kasts: ("Feeds", "url")
      }
    try await pool.write {
      try $0.execute(
        sql: "UPDATE \(table) SET \(column) = replace(\(column), 'https://', 'https://me%40home:s%3Acret@')")
    }
    let client = imports()

    // When the library is imported
    let summary = try await client.run(try #require(await client.find().first)) { false }

    // Then the summary contains the credentials, and the address of the show does not
    let shows = try await library.client.currentShows()
    #expect(shows.count == 1)
    #expect(shows.allSatisfy { !$0.feedURL.absoluteString.contains("@") })
    #expect(
      summary.credentials == [
        ImportedCredentials(feed: shows[0].feedURL, credentials: Credentials(user: "me@home", password: "s:cret"))
      ])
    try pool.close()
  }

  @Test func `an import keeps the listener's places, and a second import changes nothing`() async throws {
    // Given a show with a place, and gPodder's library with another place for the same episode. The addresses of
    // the feed differ only in the scheme and the final slash.
    let feed = URL(string: "http://gpodder.example/feed/")!
    let item = Podcast.Item(
      guid: "g3", title: "Three", enclosure: Enclosure(url: URL(string: "https://a.example/3.mp3")!))
    let show = try await library.client.subscribe(Podcast(title: "Mine", items: [item]), feed)
    let episode = try #require(try await library.client.currentEpisodes(show).first)
    try await library.client.savePosition(episode.id, .seconds(7))
    let pool = try makeDatabase("gPodder/Database", Self.gPodder)
    let client = imports()
    let source = try #require(await client.find().first)

    // When gPodder's library is imported twice
    let firstSummary = try await client.run(source) { false }
    let secondSummary = try await client.run(source) { false }

    // Then the listener's place is kept, and the second import adds no marks
    #expect(firstSummary.shows == [])
    #expect(firstSummary.placeCount == 0)
    #expect(firstSummary.playedCount == 1)
    #expect(secondSummary.playedCount == 0)
    #expect(secondSummary.favoriteCount == 0)
    let episodes = try await library.client.currentEpisodes(show)
    #expect(episodes.count == 4)
    #expect(episodes.first { $0.guid == "g3" }?.playPosition == .seconds(7))
    #expect(try await library.client.currentShows().map(\.title) == ["Mine"])
    try pool.close()
  }

  /// The default paths of libraries in a home folder, without environment variables.
  private static let libraryPaths: [(player: ImportSource.Player, path: String)] = [
    (.gPodder, "gPodder/Database"), (.gPodder, ".var/app/org.gpodder.gpodder/data/gPodder/Database"),
    (.gPodder, ".var/app/org.gpodder.gpodder/gPodder/Database"),
    (.gnomePodcasts, ".local/share/gnome-podcasts/podcasts.db"),
    (.gnomePodcasts, ".var/app/org.gnome.Podcasts/data/gnome-podcasts/podcasts.db"),
    (.kasts, ".local/share/KDE/kasts/database.db3"),
    (.kasts, ".var/app/org.kde.kasts/data/KDE/kasts/database.db3"),
  ]

  private func makeLibrary(of player: ImportSource.Player, at path: String) throws -> DatabasePool {
    switch player {
    case .gPodder: try makeDatabase(path, Self.gPodder)
    case .gnomePodcasts: try makeDatabase(path, Self.gnomePodcasts(dateType: "INTEGER", date: "1700000000"))
    case .kasts: try makeDatabase(path, Self.kasts12)
    }
  }

  @Test(arguments: libraryPaths)
  func `a library is found in each folder that its player uses`(
    player: ImportSource.Player, path: String
  ) async throws {
    let pool = try makeLibrary(of: player, at: path)
    let found = await imports().find()
    #expect(found.map(\.player) == [player])
    #expect(found.map(\.file.path) == [home.appending(path: path).path])
    #expect(found.allSatisfy { $0.showCount > 0 && $0.episodeCount > 0 })
    try pool.close()
  }

  @Test func `libraries in all folders are found together`() async throws {
    let pools = try Self.libraryPaths.map { try makeLibrary(of: $0.player, at: $0.path) }
    #expect(await imports().find().map(\.file.path) == Self.libraryPaths.map { home.appending(path: $0.path).path })
    for pool in pools { try pool.close() }
  }

  @Test func `XDG_DATA_HOME replaces the data folder, but not the data folder of Flatpak`() async throws {
    // Given libraries in another data folder, at the default path and in Flatpak
    let flatpak = ".var/app/org.kde.kasts/data/KDE/kasts/database.db3"
    let paths = [
      "data/gnome-podcasts/podcasts.db", ".local/share/gnome-podcasts/podcasts.db", "data/KDE/kasts/database.db3",
      flatpak,
    ]
    let pools = try paths.map { try makeLibrary(of: $0.contains("kasts") ? .kasts : .gnomePodcasts, at: $0) }

    // Then the library at the default path is not found
    let found = await imports(["XDG_DATA_HOME": home.appending(path: "data").path]).find()
    #expect(found.map(\.file.path) == [paths[0], paths[2], flatpak].map { home.appending(path: $0).path })
    for pool in pools { try pool.close() }
  }

  @Test func `a stopped import keeps the imported shows, and a second import adds the rest`() async throws {
    // Given gPodder's library, in which both shows have a web address
    let pool = try makeDatabase("gPodder/Database", Self.gPodder)
    try await pool.write {
      try $0.execute(sql: "UPDATE podcast SET url = 'https://second.example/feed' WHERE url NOT LIKE 'http%'")
    }
    let client = imports()
    let source = try #require(await client.find().first)

    // When the import is stopped before the second show
    let callCount = Mutex(0)
    let stoppedSummary = try await client.run(source) {
      callCount.withLock {
        $0 += 1; return $0 > 1
      }
    }

    // Then the first show is imported with its marks, and the summary contains it
    #expect(stoppedSummary.isStopped)
    #expect(stoppedSummary.shows.count == 1)
    #expect(try await library.client.currentShows().map(\.id) == stoppedSummary.shows)
    #expect(stoppedSummary.placeCount == 1)
    let episodes = try await library.client.currentEpisodes(stoppedSummary.shows[0])
    #expect(episodes.count == stoppedSummary.episodeCount)

    // And a second import adds the rest
    let secondSummary = try await client.run(source) { false }
    #expect(!secondSummary.isStopped)
    #expect(secondSummary.shows.count == 1)
    // The only place was imported before.
    #expect(secondSummary.placeCount == 0)
    try pool.close()
  }

  @Test func `an import in a cancelled task stops before the next show`() async throws {
    let pool = try makeDatabase("gPodder/Database", Self.gPodder)
    let client = imports()
    let source = try #require(await client.find().first)
    let summary = try await Task {
      try await client.run(source) {
        // The task is cancelled immediately before the first show. The import checks for a cancellation before it
        // calls this closure, so the first show is still imported.
        withUnsafeCurrentTask { $0?.cancel() }
        return false
      }
    }.value
    #expect(summary.isStopped)
    #expect(summary.shows == (try await library.client.currentShows().map(\.id)))
    // Only one of the two shows was imported or skipped.
    #expect(summary.shows.count + summary.skipped.count == 1)
    try pool.close()
  }

  @Test func `GPODDER_HOME replaces gPodder's folder`() async throws {
    let pool = try makeDatabase("elsewhere/Database", Self.gPodder)
    let found = await imports(["GPODDER_HOME": home.appending(path: "elsewhere").path]).find()
    #expect(found.map(\.player) == [.gPodder])
    try pool.close()
  }

  @Test func `a missing, unknown or unreadable file is not a player's library`() async throws {
    let client = imports()
    let file = temporary.folder.appending(path: "file")
    await #expect(throws: ImportError.notFound(path: file.path)) { try await client.source(file) }
    await #expect(throws: ImportError.notRecognized(path: temporary.folder.path)) {
      try await client.source(temporary.folder)
    }
    // Neither a text nor this program's own library is recognized.
    try Data(String(repeating: "no database ", count: 1000).utf8).write(to: file)
    await #expect(throws: ImportError.notRecognized(path: file.path)) { try await client.source(file) }
    await #expect(throws: ImportError.notRecognized(path: temporary.file.path)) {
      try await client.source(temporary.file)
    }
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
    await #expect(throws: ImportError.permissionDenied(path: file.path)) { try await client.source(file) }
  }

  @Test func `importing a damaged library throws an error with its path`() async throws {
    let pool = try makeDatabase("gPodder/Database", Self.gPodder)
    // The checkpoint moves the content of the write-ahead log into the file.
    try await pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try pool.close()
    let file = home.appending(path: "gPodder/Database")
    var bytes = try Data(contentsOf: file)
    // The first page of a database has 4,096 bytes. The other pages are overwritten.
    bytes.replaceSubrange(4096..<bytes.count, with: Data(repeating: 0x55, count: bytes.count - 4096))
    try bytes.write(to: file)
    do {
      _ = try await imports().run(ImportSource(player: .gPodder, file: file, showCount: 0, episodeCount: 0)) { false }
      Issue.record("The damaged library was imported.")
    } catch .damaged(let path, _) {
      #expect(path == file.path)
    }
  }

  @Test func `unexpected values are ignored in an import`() async throws {
    let pool = try makeDatabase("gPodder/Database", Self.gPodder)
    try await pool.write {
      try $0.execute(
        sql: "UPDATE episode SET total_time = 'long', published = 1.5, current_position = 'here', title = x'ff'")
    }
    let client = imports()
    let summary = try await client.run(try #require(await client.find().first)) { false }
    #expect(summary.episodeCount == 4)
    #expect(summary.placeCount == 0)
    try pool.close()
  }
}
