import AppTestSupport
import Foundation
import PodcastCommands
import Podcasts
import Testing

/// The commands that refresh, import, export and examine the library.
@Suite(.timeLimit(.minutes(1)))
struct UpkeepCommandsTests {
  private let unchangedResponse = Result<FeedResponse, FeedError>.success(FeedResponse(content: .unchanged))
  private let listFile = URL(filePath: "/lists/mine.opml")

  /// Returns the entry of a show in a list of subscriptions. `Subscription.sample(_:)` with the same number has the
  /// same address, so an import does not add the show again.
  private func outline(_ number: Int) -> Outline {
    Outline(
      title: "Show \(number)", feedURL: URL(string: "https://example.org/show\(number).xml")!, websiteURL: nil,
      sectionPath: [])
  }

  /// Removes the output of the earlier commands, so that a test sees only the output of the next one.
  private func clearOutput(of fixture: CommandFixture) { fixture.output.change { $0 = CommandFixture.Output() } }

  @Test func `refresh shows progress only on a terminal and reports a failed feed`() async throws {
    // Given two feeds, one of which fails
    let fixture = CommandFixture(subscriptions: [.sample(1), .sample(2)])
    fixture.feeds.setRefreshResult(of: fixture.subscriptions.all[0].feedURL, unchangedResponse)
    fixture.feeds.setRefreshResult(of: fixture.subscriptions.all[1].feedURL, .failure(.webPage))

    // When both feeds are refreshed on a terminal
    #expect(await fixture.run("refresh", isTerminal: true) == .partial)
    // The line "1 of 2" is optional: the command may skip an intermediate step. The empty text at the end removes the
    // progress from the terminal.
    #expect(fixture.output.current.progress.filter { $0 != "1 of 2" } == ["0 of 2", "2 of 2", ""])
    #expect(fixture.outputText == "Refreshed: 1, new episodes: 0\n")
    #expect(fixture.errorLines == ["podcaster: Show 2: This Is a Web Page, Not a Podcast Feed"])

    // And without a terminal, the output is only the result
    let fixtureWithoutTerminal = CommandFixture(subscriptions: [.sample(1)])
    fixtureWithoutTerminal.feeds.setRefreshResult(
      of: fixtureWithoutTerminal.subscriptions.all[0].feedURL, unchangedResponse)
    #expect(await fixtureWithoutTerminal.run("refresh", "--json") == .success)
    #expect((try fixtureWithoutTerminal.json() as? [String: Any])?["refreshed"] as? Int == 1)
    #expect(fixtureWithoutTerminal.output.current.progress.isEmpty)
  }

  @Test func `refresh writes the number of recognized episodes`() async throws {
    // Given a feed that has changed the identifiers of two known episodes
    let podcast = Podcast.sample("Show 1")
    let fixture = CommandFixture(subscriptions: [.sample(1)])
    fixture.feeds.setRefreshResult(
      of: fixture.subscriptions.all[0].feedURL, .success(FeedResponse(content: .podcast(podcast, hash: "new"))))
    // A merge is the record of an episode that a refresh has recognized.
    fixture.subscriptions.setRefreshMerges([.sample(11), .sample(12)], of: Show.ID(rawValue: 1))

    // Then the text and the JSON output contain the number
    #expect(await fixture.run("refresh") == .success)
    #expect(fixture.outputText.hasSuffix(", recognized again: 2\n"))
    clearOutput(of: fixture)
    #expect(await fixture.run("refresh", "--json") == .success)
    #expect((try fixture.json() as? [String: Any])?["recognizedEpisodes"] as? Int == 2)
  }

  @Test func `refresh fetches one podcast or only due podcasts`() async {
    let fixture = CommandFixture(subscriptions: [.sample(1), .sample(2)])
    fixture.subscriptions.all.forEach { fixture.feeds.setRefreshResult(of: $0.feedURL, unchangedResponse) }
    // The argument is the id of show 2.
    #expect(await fixture.run("refresh", "2") == .success)
    #expect(fixture.feeds.requests.map(\.url) == [fixture.subscriptions.all[1].feedURL])
    // Show 2 was just refreshed, so only show 1 is due.
    #expect(await fixture.run("refresh", "--due") == .success)
    #expect(fixture.feeds.requests.dropFirst().map(\.url) == [fixture.subscriptions.all[0].feedURL])
  }

  @Test func `import with a refresh adds the new shows of a list and refreshes only these`() async {
    // Given a list of a show that is in the library, a new show and a skipped entry
    let fixture = CommandFixture(subscriptions: [.sample(1)])
    fixture.opml.setContent(of: listFile, .success(OPMLDocument(outlines: [outline(1), outline(2)], skipped: ["Odd"])))
    fixture.feeds.setRefreshResult(of: outline(2).feedURL, unchangedResponse)
    #expect(await fixture.run("import", listFile.path, "--refresh") == .success)
    #expect(fixture.outputText == "One podcast was added.\nRefreshed: 1, new episodes: 0\n")
    #expect(fixture.errorLines == ["podcaster: Skipped: Odd"])
    #expect(fixture.feeds.requests.map(\.url) == [outline(2).feedURL])
  }

  @Test func `import without a refresh names the command that fetches the episodes`() async throws {
    let fixture = CommandFixture(subscriptions: [.sample(1)])
    fixture.opml.setContent(of: listFile, .success(OPMLDocument(outlines: [outline(1), outline(2)])))
    #expect(await fixture.run("import", listFile.path) == .success)
    #expect(
      fixture.outputText
        == "One podcast was added.\nRun “podcaster refresh” to fetch the episodes, or import with “--refresh”.\n")

    // When nothing was added, then the command is not named
    clearOutput(of: fixture)
    #expect(await fixture.run("import", listFile.path) == .success)
    #expect(fixture.outputText == "All of these podcasts are in your library already.\n")
  }

  @Test func `import with a refresh writes the results of both as JSON`() async throws {
    // Given a list of two new shows, of which one feed is a web page
    let fixture = CommandFixture(subscriptions: [.sample(1)])
    fixture.opml.setContent(of: listFile, .success(OPMLDocument(outlines: [outline(2), outline(3)])))
    fixture.feeds.setRefreshResult(of: outline(2).feedURL, unchangedResponse)
    fixture.feeds.setRefreshResult(of: outline(3).feedURL, .failure(.webPage))

    // When the list is imported
    #expect(await fixture.run("import", listFile.path, "--refresh", "--json") == .partial)

    // Then one JSON text contains the import, the refresh and the shows
    let record = try #require(try fixture.json() as? [String: Any])
    #expect(record["added"] as? Int == 2)
    let refresh = try #require(record["refresh"] as? [String: Any])
    #expect(refresh["refreshed"] as? Int == 1)
    #expect(refresh["newEpisodes"] as? Int == 0)
    let failed = try #require(refresh["failed"] as? [[String: String]])
    #expect(failed == [["subject": "Show 3", "problem": "This Is a Web Page, Not a Podcast Feed"]])
    let shows = try #require(record["shows"] as? [[String: Any]])
    #expect(shows.map { $0["id"] as? Int } == [2, 3])
    #expect(shows.map { $0["problem"] as? String } == [nil, "This Is a Web Page, Not a Podcast Feed"])
    #expect(fixture.errorLines.isEmpty)
  }

  @Test func `import with a refresh reports a feed that cannot be fetched`() async {
    let fixture = CommandFixture(subscriptions: [.sample(1)])
    fixture.opml.setContent(of: listFile, .success(OPMLDocument(outlines: [outline(2)])))
    fixture.feeds.setRefreshResult(of: outline(2).feedURL, .failure(.webPage))
    #expect(await fixture.run("import", listFile.path, "--refresh") == .partial)
    #expect(fixture.outputText == "One podcast was added.\nRefreshed: 0, new episodes: 0\n")
    #expect(fixture.errorLines == ["podcaster: Show 2: This Is a Web Page, Not a Podcast Feed"])
  }

  @Test func `import of a truncated list is a partial success`() async throws {
    let fixture = CommandFixture(subscriptions: [.sample(1)])
    fixture.opml.setContent(of: listFile, .success(OPMLDocument(outlines: [outline(2)], isPartial: true)))
    #expect(await fixture.run("import", listFile.path) == .partial)
    #expect(fixture.errorLines == ["podcaster: The file is cut off or damaged. Some of its podcasts are missing."])
    #expect(await fixture.run("import", listFile.path, "--json") == .partial)
  }

  @Test func `import lists other players and imports their databases`() async throws {
    let source = ImportSource(player: .kasts, file: URL(filePath: "/kasts/db"), showCount: 2, episodeCount: 9)
    let fixture = CommandFixture(otherPlayers: [source])
    // Without a file, the command lists the other players.
    #expect(await fixture.run("import") == .success)
    #expect(fixture.outputText == "Kasts: /kasts/db (2 podcasts)\n")
    // With the file of a database, the command imports it.
    fixture.otherPlayers.setContent(of: source.file, .success(source))
    fixture.otherPlayers.setImportResult(
      of: source.file,
      .success(
        ImportSummary(
          shows: [Show.ID(rawValue: 5)], episodeCount: 9, playedCount: 4, placeCount: 1, favoriteCount: 0, skipped: []))
    )
    clearOutput(of: fixture)
    #expect(await fixture.run("import", "/kasts/db", "--json") == .success)
    #expect((try fixture.json() as? [String: Any])?["played"] as? Int == 4)
  }

  @Test func `import stores the passwords of a list and of another player`() async throws {
    // Given a list and another player's library with a private feed each
    let secret = Credentials(user: "me", password: "secret")
    let source = ImportSource(player: .gPodder, file: URL(filePath: "/gpodder/Database"), showCount: 1, episodeCount: 0)
    var privateOutline = outline(2)
    privateOutline.credentials = secret
    let importedCredentials = ImportedCredentials(feed: outline(5).feedURL, credentials: secret)
    // If `isStored` is false, the password store is unavailable, so no password is stored.
    for isStored in [true, false] {
      let fixture = CommandFixture(subscriptions: [.sample(1)], otherPlayers: [source])
      fixture.opml.setContent(of: listFile, .success(OPMLDocument(outlines: [privateOutline])))
      fixture.otherPlayers.setContent(of: source.file, .success(source))
      fixture.otherPlayers.setImportResult(
        of: source.file, .success(ImportSummary(shows: [Show.ID(rawValue: 2)], credentials: [importedCredentials])))
      if !isStored { fixture.credentials.failWrites(with: .unavailable(reason: "no bus")) }

      // When both are imported
      #expect(await fixture.run("import", listFile.path) == .success)
      #expect(await fixture.run("import", source.file.path) == .success)

      // Then the passwords are stored, or the command writes how many were not stored. No output contains the password,
      // which is the text “secret”
      let expectedCredentials = [privateOutline.feedURL: secret, importedCredentials.feed: secret]
      #expect(fixture.credentials.saved == (isStored ? expectedCredentials : [:]))
      let complaint =
        "podcaster: Passwords that were not stored: 1. The window asks for them when it refreshes the podcasts."
      #expect(fixture.errorLines == (isStored ? [] : [complaint, complaint]))
      #expect(!fixture.outputText.contains("secret"))
      clearOutput(of: fixture)
      #expect(await fixture.run("import", source.file.path, "--json") == .success)
      #expect((try fixture.json() as? [String: Any])?["unsavedPasswords"] as? Int == (isStored ? 0 : 1))
      #expect(!fixture.outputText.contains("secret"))
    }
  }

  @Test func `an interrupted import reports the added shows and refreshes nothing`() async throws {
    // Given another player's library, and an import that has added one show
    let source = ImportSource(player: .kasts, file: URL(filePath: "/kasts/db"), showCount: 3, episodeCount: 9)
    for arguments in [["--refresh"], ["--refresh", "--json"]] {
      let fixture = CommandFixture(otherPlayers: [source])
      let gate = Gate()
      fixture.otherPlayers.setContent(of: source.file, .success(source))
      fixture.otherPlayers.setImportResult(
        of: source.file, .success(ImportSummary(shows: [Show.ID(rawValue: 2)], episodeCount: 4)), after: gate)
      // No file has the name of the command, so the first word is the command.
      let commandLine = ParsedCommandLine(["import", "/kasts/db"] + arguments, pathExists: { _ in false })
      guard case .command(let command) = commandLine else {
        Issue.record("The first word is not read as a command.")
        return
      }
      #expect(command.handlesInterrupt)
      let running = Task { await command.runReportingFailure(in: fixture.context()) }
      await gate.waitForArrivals(1)

      // When the command is interrupted
      running.cancel()

      // Then the import is a partial success, and no feed is fetched
      #expect(await running.value == .partial)
      #expect(fixture.feeds.requests.isEmpty)
      guard arguments.contains("--json") else {
        #expect(fixture.outputText == "One podcast was added.\n")
        #expect(fixture.errorLines == ["podcaster: The import was stopped. The podcasts that were added stay."])
        continue
      }
      let record = try #require(try fixture.json() as? [String: Any])
      #expect(record["stopped"] as? Bool == true)
      #expect(record["added"] as? Int == 1)
      #expect(record["listed"] as? Int == 3)
      // The title of show 2 in the library of the fixture
      #expect((record["shows"] as? [[String: Any]])?.map { $0["title"] as? String } == ["Bird Songs"])
      #expect(record["refresh"] == nil)
    }
  }

  @Test func `an interrupted refresh after an import still reports the import`() async throws {
    let fixture = CommandFixture(subscriptions: [.sample(1)])
    let gate = Gate()
    fixture.opml.setContent(of: listFile, .success(OPMLDocument(outlines: [outline(2)])))
    fixture.feeds.setRefreshResult(of: outline(2).feedURL, unchangedResponse, after: gate)
    guard
      case .command(let command) = ParsedCommandLine(
        ["import", listFile.path, "--refresh", "--json"], pathExists: { _ in false })
    else {
      Issue.record("The first word is not read as a command.")
      return
    }
    let running = Task { await command.runReportingFailure(in: fixture.context()) }
    // The refresh waits at the gate when it is cancelled.
    await gate.waitForArrivals(1)
    running.cancel()
    #expect(await running.value == .partial)
    let record = try #require(try fixture.json() as? [String: Any])
    #expect(record["stopped"] as? Bool == true)
    #expect(record["added"] as? Int == 1)
    #expect((record["refresh"] as? [String: Any])?["refreshed"] as? Int == 0)
  }

  @Test(arguments: [
    (OPMLError.notFound(path: "x"), CommandExit.notFound), (.notOPML(reason: "x"), .badData),
    (.permissionDenied(path: "x"), .inputOutput),
  ])
  func `import ends with the exit status of its error`(error: OPMLError, exit: CommandExit) async {
    let fixture = CommandFixture()
    fixture.opml.setContent(of: listFile, .failure(error))
    #expect(await fixture.run("import", listFile.path) == exit)
    #expect(fixture.errorLines.count == 1)
  }

  @Test func `export writes to a file or to the standard output, and reports a failed write`() async throws {
    let fixture = CommandFixture()
    #expect(await fixture.run("export") == .success)
    // The fake file contains only addresses. The shows whose feeds are files are left out, and so is the password in
    // the address of the remaining feed.
    #expect(fixture.outputText == "https://example.org/radio.xml")
    clearOutput(of: fixture)
    #expect(await fixture.run("export", "/nowhere/out.opml", "--json") == .success)
    #expect((try fixture.json() as? [String: Any])?["count"] as? Int == 1)
    fixture.opml.failWrites(with: .notWritten(path: "/nowhere/out.opml", reason: "full"))
    #expect(await fixture.run("export", "/nowhere/out.opml") == .inputOutput)
  }

  @Test func `doctor lists feed errors, repairs, and missing or damaged backups`() async throws {
    // Given a feed that has failed three times, a repaired feed, and no backup
    var (failing, repaired) = (Subscription.sample(1), Subscription.sample(2))
    failing.status = .failed(.webPage)
    failing.failureCount = 3
    repaired.repairs = [FeedRepair(.encoding), FeedRepair(.skippedItem, itemTitles: ["Rain"], itemCount: 1)]
    let fixture = CommandFixture(subscriptions: [failing, repaired])
    #expect(await fixture.run("doctor") == .partial)
    #expect(
      fixture.outputText == """
        Podcasts: 2, backups: 0
        Show 1: This Is a Web Page, Not a Podcast Feed (3 times in a row)
        Show 2: The feed declares the wrong encoding.
        Show 2: An episode was too large and was left out. Rain
        backups: There is no backup of the library yet.

        """)

    // And a library with a backup and without feed errors has no problem
    let backupFile = URL(filePath: "/backups/1.sqlite")
    let backup = LibraryBackup(file: backupFile, madeAt: Date(timeIntervalSince1970: 0), showCount: 1, episodeCount: 1)
    let fixtureWithBackup = CommandFixture(subscriptions: [.sample(1)], backups: [backup])
    #expect(await fixtureWithBackup.run("doctor", "--json") == .success)
    #expect((try fixtureWithBackup.json() as? [String: Any])?["backups"] as? Int == 1)

    // When the backup is damaged, then it is listed
    let fixtureWithDamage = CommandFixture(subscriptions: [.sample(1)], backups: [backup])
    fixtureWithDamage.backups.setDamagedFiles([backupFile])
    #expect(await fixtureWithDamage.run("doctor") == .partial)
    #expect(fixtureWithDamage.outputText.contains("/backups/1.sqlite: The file is damaged."))
  }
}
