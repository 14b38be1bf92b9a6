import AppTestSupport
import Foundation
import PodcastCommands
import Podcasts
import Testing

@Suite(.timeLimit(.minutes(1)))
struct UpkeepCommandsTests {
  private let unchanged = Result<FeedResponse, FeedError>.success(FeedResponse(content: .unchanged))
  private let list = URL(filePath: "/lists/mine.opml")

  private func outline(_ number: Int) -> Outline {
    Outline(
      title: "Show \(number)", feedURL: URL(string: "https://example.org/show\(number).xml")!, websiteURL: nil,
      section: [])
  }

  @Test func `refresh shows progress on a terminal alone, and ends with 1 when a feed failed`() async throws {
    // Given two feeds, one of which fails
    let world = CommandWorld(subscriptions: [.sample(1), .sample(2)])
    world.feeds.answer(world.subscriptions.all[0].feedURL, unchanged)
    world.feeds.answer(world.subscriptions.all[1].feedURL, .failure(.webPage))

    // When all are refreshed on a terminal
    #expect(await world.run("refresh", isTerminal: true) == .partial)
    // A step may be left out.
    #expect(world.output.current.progress.filter { $0 != "1 of 2" } == ["0 of 2", "2 of 2", ""])
    #expect(world.text == "Refreshed: 1, new episodes: 0\n")
    #expect(world.complaints == ["podcaster: Show 2: This Is a Web Page, Not a Podcast Feed"])

    // Then elsewhere the output is the result alone
    let other = CommandWorld(subscriptions: [.sample(1)])
    other.feeds.answer(other.subscriptions.all[0].feedURL, unchanged)
    #expect(await other.run("refresh", "--json") == .success)
    #expect((try other.json() as? [String: Any])?["refreshed"] as? Int == 1)
    #expect(other.output.current.progress.isEmpty)
  }

  @Test func `refresh tells how many episodes were recognized`() async throws {
    // Given a feed with two changed identifiers
    let podcast = Podcast.sample("Show 1")
    let world = CommandWorld(subscriptions: [.sample(1)])
    world.feeds.answer(
      world.subscriptions.all[0].feedURL, .success(FeedResponse(content: .podcast(podcast, hash: "new"))))
    world.subscriptions.recognize([.sample(11), .sample(12)], of: Show.ID(rawValue: 1))

    // Then the text and JSON have the number
    #expect(await world.run("refresh") == .success)
    #expect(world.text.hasSuffix(", recognized again: 2\n"))
    world.output.change { $0 = CommandWorld.Output() }
    #expect(await world.run("refresh", "--json") == .success)
    #expect((try world.json() as? [String: Any])?["recognizedEpisodes"] as? Int == 2)
  }

  @Test func `refresh takes one podcast, or those that are due`() async {
    let world = CommandWorld(subscriptions: [.sample(1), .sample(2)])
    world.subscriptions.all.forEach { world.feeds.answer($0.feedURL, unchanged) }
    #expect(await world.run("refresh", "2") == .success)
    #expect(world.feeds.requests.map(\.url) == [world.subscriptions.all[1].feedURL])
    #expect(await world.run("refresh", "--due") == .success)
    #expect(world.feeds.requests.count == 2)
  }

  @Test func `import adds a list, and refreshes what was added when it is asked to`() async {
    let world = CommandWorld(subscriptions: [.sample(1)])
    world.opml.place(list, .success(OPMLDocument(outlines: [outline(1), outline(2)], skipped: ["Odd"])))
    world.feeds.answer(outline(2).feedURL, unchanged)
    #expect(await world.run("import", list.path, "--refresh") == .success)
    #expect(world.text == "One podcast was added.\nRefreshed: 1, new episodes: 0\n")
    #expect(world.complaints == ["podcaster: Skipped: Odd"])
    #expect(world.feeds.requests.map(\.url) == [outline(2).feedURL])
  }

  @Test func `import without a refresh names the command that fetches the episodes`() async throws {
    let world = CommandWorld(subscriptions: [.sample(1)])
    world.opml.place(list, .success(OPMLDocument(outlines: [outline(1), outline(2)])))
    #expect(await world.run("import", list.path) == .success)
    #expect(
      world.text
        == "One podcast was added.\nRun “podcaster refresh” to fetch the episodes, or import with “--refresh”.\n")

    // When nothing was added, there is nothing to fetch
    world.output.change { $0 = CommandWorld.Output() }
    #expect(await world.run("import", list.path) == .success)
    #expect(world.text == "All of these podcasts are in your library already.\n")
  }

  @Test func `import with a refresh tells in JSON what came of both`() async throws {
    // Given a list of two new shows, of which one feed is a web page
    let world = CommandWorld(subscriptions: [.sample(1)])
    world.opml.place(list, .success(OPMLDocument(outlines: [outline(2), outline(3)])))
    world.feeds.answer(outline(2).feedURL, unchanged)
    world.feeds.answer(outline(3).feedURL, .failure(.webPage))

    // When it is imported
    #expect(await world.run("import", list.path, "--refresh", "--json") == .partial)

    // Then one text in JSON has the import, the refresh and the shows
    let record = try #require(try world.json() as? [String: Any])
    #expect(record["added"] as? Int == 2)
    let refresh = try #require(record["refresh"] as? [String: Any])
    #expect(refresh["refreshed"] as? Int == 1)
    #expect(refresh["newEpisodes"] as? Int == 0)
    let failed = try #require(refresh["failed"] as? [[String: String]])
    #expect(failed == [["subject": "Show 3", "problem": "This Is a Web Page, Not a Podcast Feed"]])
    let shows = try #require(record["shows"] as? [[String: Any]])
    #expect(shows.map { $0["id"] as? Int } == [2, 3])
    #expect(shows.map { $0["problem"] as? String } == [nil, "This Is a Web Page, Not a Podcast Feed"])
    #expect(world.complaints.isEmpty)
  }

  @Test func `import tells a feed that could not be fetched`() async {
    let world = CommandWorld(subscriptions: [.sample(1)])
    world.opml.place(list, .success(OPMLDocument(outlines: [outline(2)])))
    world.feeds.answer(outline(2).feedURL, .failure(.webPage))
    #expect(await world.run("import", list.path, "--refresh") == .partial)
    #expect(world.text == "One podcast was added.\nRefreshed: 0, new episodes: 0\n")
    #expect(world.complaints == ["podcaster: Show 2: This Is a Web Page, Not a Podcast Feed"])
  }

  @Test func `import of a list that is cut off is not a success`() async throws {
    let world = CommandWorld(subscriptions: [.sample(1)])
    world.opml.place(list, .success(OPMLDocument(outlines: [outline(2)], isPartial: true)))
    #expect(await world.run("import", list.path) == .partial)
    #expect(world.complaints == ["podcaster: The file is cut off. The podcasts after that place are missing."])
    #expect(await world.run("import", list.path, "--json") == .partial)
  }

  @Test func `import without a file lists other players, and takes over their databases`() async throws {
    let source = ImportSource(player: .kasts, file: URL(filePath: "/kasts/db"), showCount: 2, episodeCount: 9)
    let world = CommandWorld(players: [source])
    #expect(await world.run("import") == .success)
    #expect(world.text == "Kasts: /kasts/db (2 podcasts)\n")
    world.players.place(source.file, .success(source))
    world.players.answer(
      source.file,
      .success(
        ImportSummary(
          shows: [Show.ID(rawValue: 5)], episodeCount: 9, playedCount: 4, placeCount: 1, favoriteCount: 0, skipped: []))
    )
    world.output.change { $0 = CommandWorld.Output() }
    #expect(await world.run("import", "/kasts/db", "--json") == .success)
    #expect((try world.json() as? [String: Any])?["played"] as? Int == 4)
  }

  @Test func `import stores the passwords of a list and of another player`() async throws {
    // Given a list and another player's library with a private feed each
    let secret = Credentials(user: "me", password: "secret")
    let source = ImportSource(player: .gPodder, file: URL(filePath: "/gpodder/Database"), showCount: 1, episodeCount: 0)
    var member = outline(2)
    member.credentials = secret
    let found = ImportedCredentials(feed: outline(5).feedURL, credentials: secret)
    for isStored in [true, false] {
      let world = CommandWorld(subscriptions: [.sample(1)], players: [source])
      world.opml.place(list, .success(OPMLDocument(outlines: [member])))
      world.players.place(source.file, .success(source))
      world.players.answer(source.file, .success(ImportSummary(shows: [Show.ID(rawValue: 2)], credentials: [found])))
      if !isStored { world.credentials.fail(with: .unavailable(reason: "no bus")) }

      // When both are imported
      #expect(await world.run("import", list.path) == .success)
      #expect(await world.run("import", source.file.path) == .success)

      // Then the passwords are stored, or their number is written, and no output contains them
      #expect(world.credentials.saved == (isStored ? [member.feedURL: secret, found.feed: secret] : [:]))
      let complaint =
        "podcaster: Passwords that were not stored: 1. The window asks for them when it refreshes the podcasts."
      #expect(world.complaints == (isStored ? [] : [complaint, complaint]))
      #expect(!world.text.contains("secret"))
      world.output.change { $0 = CommandWorld.Output() }
      #expect(await world.run("import", source.file.path, "--json") == .success)
      #expect((try world.json() as? [String: Any])?["unsavedPasswords"] as? Int == (isStored ? 0 : 1))
      #expect(!world.text.contains("secret"))
    }
  }

  @Test func `an interrupted import says how many were added, and refreshes nothing`() async throws {
    // Given another player's library, and an import that has added one show
    let source = ImportSource(player: .kasts, file: URL(filePath: "/kasts/db"), showCount: 3, episodeCount: 9)
    for arguments in [["--refresh"], ["--refresh", "--json"]] {
      let world = CommandWorld(players: [source])
      let gate = Gate()
      world.players.place(source.file, .success(source))
      world.players.answer(
        source.file, .success(ImportSummary(shows: [Show.ID(rawValue: 2)], episodeCount: 4)), after: gate)
      guard case .command(let command) = ParsedCommandLine(["import", "/kasts/db"] + arguments, isFile: { _ in false })
      else { return }
      #expect(command.handlesInterrupt)
      let running = Task { await command.exit(in: world.context()) }
      await gate.arrived(1)

      // When the command is interrupted
      running.cancel()

      // Then it is a partial success
      #expect(await running.value == .partial)
      #expect(world.feeds.requests.isEmpty)
      guard arguments.contains("--json") else {
        #expect(world.text == "One podcast was added.\n")
        #expect(world.complaints == ["podcaster: The import was stopped. The podcasts that were added stay."])
        continue
      }
      let record = try #require(try world.json() as? [String: Any])
      #expect(record["stopped"] as? Bool == true)
      #expect(record["added"] as? Int == 1)
      #expect(record["listed"] as? Int == 3)
      #expect((record["shows"] as? [[String: Any]])?.map { $0["title"] as? String } == ["Bird Songs"])
      #expect(record["refresh"] == nil)
    }
  }

  @Test func `an interrupted refresh of an import tells the import`() async throws {
    let world = CommandWorld(subscriptions: [.sample(1)])
    let gate = Gate()
    world.opml.place(list, .success(OPMLDocument(outlines: [outline(2)])))
    world.feeds.answer(outline(2).feedURL, unchanged, after: gate)
    guard
      case .command(let command) = ParsedCommandLine(
        ["import", list.path, "--refresh", "--json"], isFile: { _ in false })
    else { return }
    let running = Task { await command.exit(in: world.context()) }
    await gate.arrived(1)
    running.cancel()
    #expect(await running.value == .partial)
    let record = try #require(try world.json() as? [String: Any])
    #expect(record["stopped"] as? Bool == true)
    #expect(record["added"] as? Int == 1)
    #expect((record["refresh"] as? [String: Any])?["refreshed"] as? Int == 0)
  }

  @Test(arguments: [
    (OPMLError.notFound(path: "x"), CommandExit.notFound), (.notOPML(reason: "x"), .badData),
    (.permissionDenied(path: "x"), .inputOutput),
  ])
  func `import ends with the number of its problem`(error: OPMLError, exit: CommandExit) async {
    let world = CommandWorld()
    world.opml.place(list, .failure(error))
    #expect(await world.run("import", list.path) == exit)
    #expect(world.complaints.count == 1)
  }

  @Test func `export writes a file, or the standard output`() async throws {
    let world = CommandWorld()
    #expect(await world.run("export") == .success)
    #expect(world.text == "https://example.org/radio.xml")
    world.output.change { $0 = CommandWorld.Output() }
    #expect(await world.run("export", "/nowhere/out.opml", "--json") == .success)
    #expect((try world.json() as? [String: Any])?["count"] as? Int == 1)
    world.opml.failWrites(with: .notWritten(path: "/out.opml", reason: "full"))
    #expect(await world.run("export", "/nowhere/out.opml") == .inputOutput)
  }

  @Test func `doctor lists what is wrong`() async throws {
    var (failing, repaired) = (Subscription.sample(1), Subscription.sample(2))
    failing.status = .failed(.webPage)
    failing.failureCount = 3
    repaired.repairs = [FeedRepair(.encoding), FeedRepair(.skippedItem, items: ["Rain"], itemCount: 1)]
    let world = CommandWorld(subscriptions: [failing, repaired])
    #expect(await world.run("doctor") == .partial)
    #expect(
      world.text == """
        Podcasts: 2, backups: 0
        Show 1: This Is a Web Page, Not a Podcast Feed (3 times in a row)
        Show 2: The feed declares the wrong encoding.
        Show 2: An episode was too large and was left out. Rain
        backups: There is no backup of the library yet.

        """)
    let backup = LibraryBackup(file: list, madeAt: Date(timeIntervalSince1970: 0), showCount: 1, episodeCount: 1)
    let healthy = CommandWorld(subscriptions: [.sample(1)], backups: [backup])
    #expect(await healthy.run("doctor", "--json") == .success)
    #expect((try healthy.json() as? [String: Any])?["backups"] as? Int == 1)

    // A damaged backup is named
    let damaged = CommandWorld(subscriptions: [.sample(1)], backups: [backup])
    damaged.backups.damage([URL(filePath: "/backups/1.sqlite")])
    #expect(await damaged.run("doctor") == .partial)
    #expect(damaged.text.contains("/backups/1.sqlite: The file is damaged."))
  }
}
