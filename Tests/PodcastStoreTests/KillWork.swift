import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

/// The kinds of work that a child process does until ``KillTests`` kills it.
enum KillWork: String, CaseIterable, Sendable {
  /// Shows that are added and removed, the places and marks of their episodes, and backups.
  case subscriptions
  /// Refreshes that add one episode each, the place of this episode, the mark of every third one, and backups.
  case refreshes
  /// Imports of gPodder's libraries.
  case imports
  /// Migrations of libraries of the first version, each followed by backups.
  case migration
  /// A backup after each new place, and the restoring of every fourth backup.
  case backups

  private static let episodesPerFeed = 20
  private static let firstVersionEpisodeCount = 3_000

  /// The longest delay between the report of a step and the kill. This limit is about as long as a step, so that the
  /// kill usually interrupts the next step.
  var longestDelayInMicroseconds: UInt32 { self == .migration ? 150_000 : 20_000 }

  /// For a migration, creates a library of the first version and returns its content. Other work starts with the
  /// library of the previous run.
  func prepare(_ file: URL) throws -> LibraryFacts? {
    guard self == .migration else { return nil }
    for suffix in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    let queue = try DatabaseQueue(path: file.path)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 shows and episodes") { database in
      try database.execute(sql: LibrarySchema.showsAndEpisodes)
      try database.execute(
        sql: "INSERT INTO show (id, feedURL, title, author, summary) VALUES (1, ?, 'Old', '', '')",
        arguments: [feedURL.absoluteString])
      for number in 1...Self.firstVersionEpisodeCount {
        try database.execute(
          sql: """
            INSERT INTO episode (showID, guid, title, summary, enclosureURL, publishedAt, playPosition, isFavorite, isPlayed)
            VALUES (1, ?1, 'Episode ' || ?1, '<p>Notes about number ' || ?1 || '</p>', 'https://a.example/' || ?1 || '.mp3',
              ?1, ?1, ?1 % 2, ?1 % 3 = 0)
            """,
          arguments: [number])
      }
    }
    try migrator.migrate(queue)
    let facts = try queue.read { try LibraryFacts.readFirstVersion($0, showKey: FeedAddress.key(feedURL)) }
    try queue.close()
    return facts
  }

  /// Writes until the process is killed, and reports each change.
  func run(_ file: URL, _ report: KillReporter) async throws {
    // A migration is reported before it begins, so that the kill after the report can interrupt it.
    if self == .migration { report.stepWithoutChange() }
    let library = try Library.open(at: file)
    switch self {
    case .subscriptions: try await addAndRemoveShows(library, report)
    case .refreshes: try await refresh(library, report)
    case .imports: try await importShows(library, file.deletingLastPathComponent(), report)
    case .migration: while true { try await backUp(library, report) }
    case .backups: try await backUpAndRestore(library, report)
    }
  }

  private func backUp(_ library: Library, _ report: KillReporter) async throws {
    // A backup is made even if none is due.
    let ifDue = false
    report.backup(try #require(try await library.backups.make(ifDue)).file)
  }

  private func addAndRemoveShows(_ library: Library, _ report: KillReporter) async throws {
    // The host of a feed's address begins with the number of the show.
    let numbers = try await library.client.currentShows().compactMap {
      $0.feedURL.host()?.split(separator: ".").first.flatMap { Int($0) }
    }
    var number = numbers.max() ?? 0
    while true {
      number += 1
      let show = try await subscribe(number, library, report)
      let episodes = try await library.client.currentEpisodes(show)
      try await setStates(episodes, showNumber: number, library, report)
      if number % 4 == 0 { try await remove(number - 2, library, report) }
      // This show was removed in the previous pass. A show that is added again gets its places back.
      if number % 8 == 1, number > 8 { _ = try await subscribe(number - 3, library, report) }
      if number % 5 == 0 { try await backUp(library, report) }
    }
  }

  private static func feed(_ number: Int) -> URL { URL(string: "https://\(number).example/feed")! }

  /// The facts that a show and its episodes exist, all with the same value. An empty value means that the facts are
  /// removed.
  private static func showFacts(_ number: Int, value: String) -> [String: String] {
    let key = FeedAddress.key(feed(number))
    let episodes = (0..<episodesPerFeed).map { ("episode \(key) \(number)-\($0)", value) }
    return Dictionary(uniqueKeysWithValues: episodes + [("show \(key)", value)])
  }

  private func subscribe(_ number: Int, _ library: Library, _ report: KillReporter) async throws -> Show.ID {
    let podcast = Podcast.sample(guids: (0..<Self.episodesPerFeed).map { "\(number)-\($0)" })
    var show: Show.ID?
    try await report.step(Self.showFacts(number, value: "1")) {
      show = try await library.client.subscribe(podcast, Self.feed(number))
    }
    return try #require(show)
  }

  private func remove(_ number: Int, _ library: Library, _ report: KillReporter) async throws {
    guard let show = try await library.client.currentShows().first(where: { $0.feedURL == Self.feed(number) }) else {
      return
    }
    try await report.step(Self.showFacts(number, value: "")) { try await library.client.removeShow(show.id) }
  }

  /// Saves the places of four episodes. Then marks one of them as played, which removes its place, and one as a
  /// favourite. The place of the first episode is saved twice: the second place is earlier.
  private func setStates(
    _ episodes: [Episode], showNumber: Int, _ library: Library, _ report: KillReporter
  ) async throws {
    let key = FeedAddress.key(Self.feed(showNumber))
    for (index, episode) in episodes.prefix(4).enumerated() {
      for seconds in index == 0 ? [showNumber * 10 + 1, showNumber] : [showNumber * 10 + index] {
        try await report.step(["place \(key) \(episode.guid)": "\(seconds * 1000)"]) {
          try await library.client.savePosition(episode.id, .seconds(seconds))
        }
      }
    }
    let (played, favorite) = (episodes[1], episodes[2])
    try await report.step(["played \(key) \(played.guid)": "1", "place \(key) \(played.guid)": ""]) {
      try await library.client.setPlayed(played.id, true)
    }
    try await report.step(["favorite \(key) \(favorite.guid)": "1"]) {
      try await library.client.setFavorite(favorite.id, true)
    }
  }

  private func refresh(_ library: Library, _ report: KillReporter) async throws {
    let key = FeedAddress.key(feedURL)
    try await report.step(["show \(key)": "1"]) {
      _ = try await library.subscriptions.addFeeds([Outline(title: "Show", feedURL: feedURL)])
    }
    let show = try #require(try await library.client.currentShows().first).id
    var number = try await library.client.currentEpisodes(show).count
    while true {
      number += 1
      var podcast = Podcast.sample(guids: [])
      // The feed has the new episode and up to `episodesPerFeed` episodes before it. Each item has its own title and
      // date, because a new item with the title and the date of a former item would count as the same episode.
      podcast.items = (max(1, number - Self.episodesPerFeed)...number).map {
        .sample("\($0)", title: "Episode \($0)", date: Double($0) * 86_400)
      }
      let response = FeedResponse(
        content: .podcast(podcast, hash: "\(number)"), validators: FeedValidators(etag: "\(number)"))
      try await report.step(["episode \(key) \(number)": "1", "etag \(key)": "\(number)"]) {
        _ = try await library.subscriptions.record(
          RefreshOutcome(show: show, endedAt: Date(), nextDueAt: Date(), result: .success(response)))
      }
      let guid = "\(number)"
      let newest = try #require(try await library.client.currentEpisodes(show).first { $0.guid == guid })
      try await report.step(["place \(key) \(number)": "\(number * 1000)"]) { [number] in
        try await library.client.savePosition(newest.id, .seconds(number))
      }
      if number % 3 == 0 {
        try await report.step(["place \(key) \(number)": "", "played \(key) \(number)": "1"]) {
          try await library.client.setPlayed(newest.id, true)
        }
      }
      if number % 7 == 0 { try await backUp(library, report) }
    }
  }

  private func importShows(_ library: Library, _ folder: URL, _ report: KillReporter) async throws {
    var number = try await library.client.currentShows().count
    while true {
      number += 1
      let home = folder.appending(path: "home-\(number)")
      try FileManager.default.createDirectory(at: home.appending(path: "gPodder"), withIntermediateDirectories: true)
      let gPodderFile = home.appending(path: "gPodder/Database")
      try? FileManager.default.removeItem(at: gPodderFile)
      let queue = try DatabaseQueue(path: gPodderFile.path)
      try await queue.write { [number] in
        try $0.execute(sql: ImportsTests.gPodder.replacing("gpodder.example", with: "gpodder\(number).example"))
      }
      try queue.close()
      let imports = library.imports(home: home, environment: [:])
      let source = try #require(await imports.find().first)
      let neverStops: @Sendable () -> Bool = { false }
      try await report.step(Self.importedFacts("//gpodder\(number).example/feed")) {
        _ = try await imports.run(source, neverStops)
      }
      try FileManager.default.removeItem(at: home)
      if number % 5 == 0 { try await backUp(library, report) }
    }
  }

  /// The facts in the library of gPodder in ``ImportsTests``, whose only show has the feed key `key`.
  private static func importedFacts(_ key: String) -> [String: String] {
    var facts = ["show \(key)": "1", "favorite \(key) g1": "1", "played \(key) g2": "1", "place \(key) g3": "125000"]
    for guid in ["g1", "g2", "g3", "g4"] { facts["episode \(key) \(guid)"] = "1" }
    return facts
  }

  private func backUpAndRestore(_ library: Library, _ report: KillReporter) async throws {
    _ = try await subscribe(1, library, report)
    let show = try #require(try await library.client.currentShows().first).id
    let key = FeedAddress.key(Self.feed(1))
    let episodes = try await library.client.currentEpisodes(show)
    for number in 1... {
      let episode = episodes[number % episodes.count]
      let place = "place \(key) \(episode.guid)"
      try await report.step([place: "\(number * 1000)"]) {
        try await library.client.savePosition(episode.id, .seconds(number))
      }
      try await backUp(library, report)
      guard number % 4 == 0, let newestBackup = try await library.backups.all().first else { continue }
      let laterMilliseconds = number * 1000 + 500
      try await report.step([place: "\(laterMilliseconds)"]) {
        try await library.client.savePosition(episode.id, .milliseconds(laterMilliseconds))
      }
      try await report.step([place: "\(number * 1000)"]) {
        try await library.backups.restore(newestBackup)
        // A restore keeps the previous library as a backup, with the later place. This backup is reported before the
        // end of the step, while the acknowledged facts still contain the later place.
        report.backup(try #require(try await library.backups.all().first).file)
      }
    }
  }
}
