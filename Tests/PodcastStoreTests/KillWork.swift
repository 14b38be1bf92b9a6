import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

/// The work of a program when it is killed, and the expected content of its library afterwards.
enum KillWork: String, CaseIterable, Sendable {
  /// New shows, a place in each, and backups.
  case subscriptions
  /// A show whose feed has one new episode each time, and backups.
  case refreshes
  /// Libraries of gPodder.
  case imports
  /// A library of the first version, which is opened.
  case migration

  private static let batch = 20
  private static let oldEpisodes = 3_000

  /// In microseconds: as long as a step may take.
  var longestDelay: UInt32 { self == .migration ? 150_000 : 20_000 }

  /// Makes the files that the child needs, before each of its runs.
  func prepare(_ file: URL) throws {
    guard self == .migration else { return }
    for suffix in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    let queue = try DatabaseQueue(path: file.path)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 shows and episodes") { database in
      try database.execute(sql: LibrarySchema.showsAndEpisodes)
      try database.execute(
        sql: "INSERT INTO show (id, feedURL, title, author, summary) VALUES (1, ?, 'Old', '', '')", arguments: [feedURL.absoluteString])
      for number in 1...Self.oldEpisodes {
        try database.execute(
          sql: """
            INSERT INTO episode (showID, guid, title, summary, enclosureURL, publishedAt, playPosition, isFavorite)
            VALUES (1, ?1, 'Episode ' || ?1, '<p>Notes about number ' || ?1 || '</p>', 'https://a.example/' || ?1 || '.mp3', ?1, ?1, ?1 % 2)
            """,
          arguments: [number])
      }
    }
    try migrator.migrate(queue)
    try queue.close()
  }

  /// Writes until it is killed, and reports the number of each step that is done.
  func run(_ file: URL, done: (Int) -> Void) async throws {
    // A migration is reported before it begins, so that it is in the time after the report.
    if self == .migration { done(1) }
    let library = try Library.open(at: file)
    switch self {
    case .subscriptions: try await subscribe(library, done)
    case .refreshes: try await refresh(library, done)
    case .imports: try await importShows(library, file.deletingLastPathComponent(), done)
    case .migration: while true { _ = try await library.backups.make(false) }
    }
  }

  private func subscribe(_ library: Library, _ done: (Int) -> Void) async throws {
    var number = try await library.client.currentShows().count
    while true {
      number += 1
      let guids = (0..<Self.batch).map { "\(number)-\($0)" }
      let show = try await library.client.subscribe(.sample(guids: guids), URL(string: "https://\(number).example/feed")!)
      let episode = try #require(try await library.client.currentEpisodes(show).first)
      try await library.client.savePosition(episode.id, .seconds(number))
      done(number)
      if number % 5 == 0 { _ = try await library.backups.make(false) }
    }
  }

  private func refresh(_ library: Library, _ done: (Int) -> Void) async throws {
    _ = try await library.subscriptions.addFeeds([Outline(title: "Show", feedURL: feedURL)])
    let show = try #require(try await library.client.currentShows().first).id
    var number = try await library.client.currentEpisodes(show).count
    while true {
      number += 1
      var podcast = Podcast.sample(guids: [])
      // The titles and dates differ. An item with the title, date and length of a removed one is the same episode with a new identifier.
      podcast.items = (max(1, number - Self.batch)...number).map { .sample("\($0)", title: "Episode \($0)", date: Double($0) * 86_400) }
      let response = FeedResponse(content: .podcast(podcast, hash: "\(number)"), validators: FeedValidators(etag: "\(number)"))
      _ = try await library.subscriptions.record(
        RefreshOutcome(show: show, endedAt: Date(), nextDueAt: Date(), result: .success(response)))
      done(number)
      if number % 7 == 0 { _ = try await library.backups.make(false) }
    }
  }

  private func importShows(_ library: Library, _ folder: URL, _ done: (Int) -> Void) async throws {
    var number = try await library.client.currentShows().count
    while true {
      number += 1
      let home = folder.appending(path: "home-\(number)")
      try FileManager.default.createDirectory(at: home.appending(path: "gPodder"), withIntermediateDirectories: true)
      let foreign = home.appending(path: "gPodder/Database")
      try? FileManager.default.removeItem(at: foreign)
      let queue = try DatabaseQueue(path: foreign.path)
      try await queue.write { [number] in
        try $0.execute(sql: ImportsTests.gPodder.replacing("gpodder.example", with: "gpodder\(number).example"))
      }
      try queue.close()
      let imports = library.imports(home: home, environment: [:])
      _ = try await imports.run(try #require(await imports.find().first))
      done(number)
      try FileManager.default.removeItem(at: home)
    }
  }

  /// Expects that all of the reported steps are there, and that no step is there in part.
  func expect(_ database: Database, acknowledged: Int) throws {
    func number(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
    let episodes = try number("SELECT count(*) FROM episode")
    switch self {
    case .subscriptions:
      #expect(try number("SELECT max(position) FROM episodeState") >= acknowledged * 1000)
      #expect(episodes % Self.batch == 0, "A merge is whole or not there: \(episodes)")
      #expect(episodes >= acknowledged * Self.batch)
    case .refreshes:
      #expect(episodes >= acknowledged)
      #expect(try number("SELECT coalesce(max(CAST(etag AS INTEGER)), 0) FROM feed") == episodes, "The feed's state is as new as its episodes")
    case .imports:
      let shows = try number("SELECT count(*) FROM show")
      #expect(shows >= acknowledged)
      #expect(episodes == shows * 4, "An import is whole or not there")
      #expect(try number("SELECT count(*) FROM episodeState WHERE position = 125000") == shows)
    case .migration:
      #expect(episodes == Self.oldEpisodes)
      #expect(try number("SELECT count(*) FROM episode JOIN episodeState ON episodeID = id AND position = CAST(guid AS INTEGER)") == episodes)
      #expect(try number("SELECT count(*) FROM episodeState WHERE isFavorite = 1") == episodes / 2)
    }
  }
}
