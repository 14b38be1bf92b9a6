import AppTestSupport
import Foundation
import PodcastCommands
import Podcasts
import Testing

/// The commands that read and change the shows of the library.
///
/// The fixture has the shows 1 “Birds”, 2 “Bird Songs” and 3 “라디오”, so an added show has the number 4. Only show 1 has
/// episodes: 11 and 12.
@Suite(.timeLimit(.minutes(1)))
struct LibraryCommandsTests {
  let fixture = CommandFixture()

  @Test func `list writes the numbers, names, unplayed counts and errors of the shows`() async {
    #expect(await fixture.run("list") == .success)
    #expect(
      fixture.outputText == "1  Birds  (2 unplayed)\n2  Bird Songs\n3  라디오  [This Is a Web Page, Not a Podcast Feed]\n")
  }

  @Test func `list writes JSON without passwords`() async throws {
    #expect(await fixture.run("list", "--json") == .success)
    let records = try #require(try fixture.json() as? [[String: Any]])
    #expect(records.map { $0["title"] as? String } == ["Birds", "Bird Songs", "라디오"])
    // The address of this feed in the library contains a user name and a password.
    #expect(records[2]["feed"] as? String == "https://example.org/radio.xml")
    #expect(records[2]["status"] as? String == "failed")
  }

  @Test func `list ends with inputOutput if the library cannot be read`() async {
    // No file has the name of the command, so the word “list” is the command.
    let commandLine = ParsedCommandLine(["list"], pathExists: { _ in false })
    guard case .command(let list) = commandLine else {
      Issue.record("These arguments are no command: \(commandLine)")
      return
    }
    var context = fixture.context()
    context.library.shows = {
      AsyncStream {
        $0.yield(.failure(.damaged(path: "/library"))); $0.finish()
      }
    }
    #expect(await list.runReportingFailure(in: context) == .inputOutput)
    #expect(fixture.errorLines.first?.hasPrefix("podcaster: Your Library Is Damaged") == true)
  }

  @Test(arguments: ["1", "birds", "/feeds/show1.xml"])
  func `show finds a podcast by number, name or address`(name: String) async {
    #expect(await fixture.run("show", name, "--limit", "1") == .success)
    #expect(fixture.outputText == "Birds\nAuthor 1\n/feeds/show1.xml\n  12  2026-09-21  Episode 12\n")
  }

  @Test(arguments: [
    "http://example.org/radio.xml", "https://example.org/radio.xml/", "example.org/radio.xml",
    "https://old.example/feed",
  ])
  func `show, refresh and unsubscribe find a podcast by another form of its address`(
    address: String
  ) async throws {
    // Given a show that is also known by another form of its address, or by a former address
    let radio = Show.ID(rawValue: 3)
    let otherAddress = URL(string: address.hasPrefix("http") ? address : "https://\(address)")!
    fixture.subscriptions.change {
      $0 = [Subscription(id: radio, title: "라디오", feedURL: URL(string: "https://example.org/radio.xml")!)]
    }
    fixture.subscriptions.addAddress(otherAddress, of: radio)
    fixture.feeds.setResolution(of: address, .success([otherAddress]))
    fixture.feeds.setRefreshResult(
      of: URL(string: "https://example.org/radio.xml")!, .success(FeedResponse(content: .unchanged)))

    // Then each command finds the show
    #expect(await fixture.run("show", address) == .success)
    #expect(fixture.outputText.hasPrefix("라디오\n"))
    #expect(await fixture.run("refresh", address) == .success)
    #expect(fixture.subscriptions.outcomes.map(\.show) == [radio])
    #expect(await fixture.run("unsubscribe", address) == .success)
    #expect(fixture.library.shows.map(\.title) == ["Birds", "Bird Songs"])
  }

  @Test func `show ignores a password in an address, and does not find an unknown address`() async {
    fixture.feeds.setResolution(of: "https://example.org/feed", .success([URL(string: "https://example.org/feed")!]))
    fixture.subscriptions.addAddress(URL(string: "https://example.org/feed")!, of: Show.ID(rawValue: 2))
    #expect(await fixture.run("show", "https://me:secret@example.org/feed", "--limit", "0") == .success)
    #expect(fixture.outputText.hasPrefix("Bird Songs\n"))
    fixture.feeds.setResolution(of: "other.example", .success([URL(string: "https://other.example")!]))
    #expect(await fixture.run("show", "other.example") == .notFound)
  }

  @Test func `show finds a podcast by an unambiguous part of its name`() async throws {
    #expect(await fixture.run("show", "song", "--json") == .success)
    let record = try #require(try fixture.json() as? [String: Any])
    #expect((record["show"] as? [String: Any])?["title"] as? String == "Bird Songs")
    #expect(await fixture.run("show", "bird") == .usage)
    #expect(await fixture.run("show", "cats") == .notFound)
    #expect(fixture.errorLines.count == 2)
  }

  @Test func `show reads many episodes in batches`() async throws {
    // Given a show with more episodes than two batches contain
    let numbers = Array(1001...2201 as ClosedRange<Int64>)
    fixture.library.change { _, episodes in episodes[Show.ID(rawValue: 2)] = numbers.map { .sample($0, of: 2) } }

    // When all of them are shown, as text and as JSON
    #expect(await fixture.run("show", "2", "--limit", "100000") == .success)
    // The first three lines are the title, the author and the address.
    #expect(fixture.outputText.split(separator: "\n").count == 3 + numbers.count)
    #expect(fixture.outputText.hasSuffix("  2201  2026-09-21  Episode 2201\n"))
    fixture.output.change { $0 = CommandFixture.Output() }
    #expect(await fixture.run("show", "2", "--limit", "100000", "--json") == .success)

    // Then each of the two commands has read batches of at most 500 episodes
    #expect(fixture.library.loads.map(\.count) == [500, 500, 201, 500, 500, 201])
    let record = try #require(try fixture.json() as? [String: Any])
    let episodes = try #require(record["episodes"] as? [[String: Any]])
    #expect(episodes.map { $0["id"] as? Int64 } == numbers)
    #expect((record["show"] as? [String: Any])?["title"] as? String == "Bird Songs")
  }

  @Test func `show reads no more episodes than its limit`() async throws {
    fixture.library.change { _, episodes in
      episodes[Show.ID(rawValue: 2)] = (1001...2000).map { .sample($0, of: 2) }
    }
    #expect(await fixture.run("show", "2", "--limit", "3", "--json") == .success)
    #expect(fixture.library.loads.map(\.count) == [3])
    fixture.output.change { $0 = CommandFixture.Output() }
    #expect(await fixture.run("show", "2", "--limit", "0", "--json") == .success)
    let record = try #require(try fixture.json() as? [String: Any])
    #expect((record["episodes"] as? [Any])?.isEmpty == true)
  }

  @Test func `show writes no JSON if the episodes cannot be read`() async {
    fixture.library.failReads(with: .damaged(path: "/library"))
    #expect(await fixture.run("show", "1", "--json") == .inputOutput)
    #expect(fixture.outputText.isEmpty)
  }

  @Test func `unsubscribe removes nothing unless each name matches one podcast`() async {
    #expect(await fixture.run("unsubscribe", "2", "cats") == .notFound)
    #expect(fixture.library.writes.isEmpty)
    #expect(await fixture.run("unsubscribe", "2", "라디오") == .success)
    #expect(fixture.library.shows.map(\.title) == ["Birds"])
    #expect(fixture.outputText == "Removed: Bird Songs\nRemoved: 라디오\n")
  }

  @Test func `subscribe adds valid feeds and reports invalid ones`() async throws {
    // Given a good feed and a bad feed
    fixture.feeds.setFetchResult(of: .sample("good.xml"), .success(.sample("Good")))
    fixture.feeds.setFetchResult(of: .sample("bad.xml"), .failure(.notAFeed(reason: "x")))

    // Then the exit status tells whether some feeds, all feeds or no feeds have failed
    #expect(await fixture.run("subscribe", "/feeds/good.xml", "/feeds/bad.xml") == .partial)
    #expect(fixture.outputText == "4  Good\n")
    #expect(fixture.errorLines.first?.hasPrefix("podcaster: /feeds/bad.xml: This Is Not a Podcast Feed") == true)
    #expect(await fixture.run("subscribe", "/feeds/bad.xml") == .badData)
    #expect(await fixture.run("subscribe", "/feeds/good.xml") == .success)
  }

  @Test func `subscribe adds the only feed of a web page`() async throws {
    let (page, feed) = (URL(string: "https://example.org/")!, URL(string: "https://example.org/feed.xml")!)
    fixture.feeds.setFetchResult(of: page, .failure(.webPage))
    fixture.feeds.setRefreshResult(of: feed, .success(FeedResponse(content: .podcast(.sample("Good"), hash: "1"))))
    fixture.feeds.setLinks(of: page, .success([DiscoveredFeed(url: feed)]))
    #expect(await fixture.run("subscribe", "https://example.org/") == .success)
    #expect(fixture.outputText == "4  Good\n")
    #expect(fixture.errorLines.isEmpty)
    #expect(fixture.library.writes == [.subscribe(feed)])
  }

  @Test func `subscribe lists several feeds of a web page and adds none`() async throws {
    // Given a page with two feeds
    let page = URL(string: "https://example.org/")!
    let feeds = [
      DiscoveredFeed(url: URL(string: "https://example.org/a.xml")!, title: "Audio"),
      DiscoveredFeed(url: URL(string: "https://example.org/b.xml")!),
    ]
    fixture.feeds.setFetchResult(of: page, .failure(.webPage))
    fixture.feeds.setFetchResult(of: .sample("good.xml"), .success(.sample("Good")))
    fixture.feeds.setLinks(of: page, .success(feeds))

    // Then the feeds are listed, and the command ends with the usage status
    #expect(await fixture.run("subscribe", "https://example.org/") == .usage)
    #expect(
      fixture.errorLines == [
        "podcaster: https://example.org/: This web page links to several feeds. Subscribe to one of them by its address.",
        "  https://example.org/a.xml  Audio", "  https://example.org/b.xml",
      ])
    #expect(fixture.library.writes.isEmpty)

    // And a feed whose address is given together with the page is added
    #expect(await fixture.run("subscribe", "https://example.org/", "/feeds/good.xml", "--json") == .partial)
    let record = try #require(try fixture.json() as? [String: Any])
    #expect((record["subscribed"] as? [Any])?.count == 1)
    let pages = try #require(record["pages"] as? [[String: Any]])
    #expect(pages.map { $0["page"] as? String } == ["https://example.org/"])
    #expect(
      (pages[0]["feeds"] as? [[String: String]])?.map { $0["feed"] } == [
        "https://example.org/a.xml", "https://example.org/b.xml",
      ])
  }

  @Test func `subscribe reports a web page without feeds`() async {
    let page = URL(string: "https://example.org/")!
    fixture.feeds.setFetchResult(of: page, .failure(.webPage))
    #expect(await fixture.run("subscribe", "https://example.org/") == .badData)
    #expect(fixture.errorLines.first?.contains("This Is a Web Page") == true)
  }

  @Test func `search finds episodes of the library, and succeeds without results`() async throws {
    #expect(await fixture.run("search", "rain") == .success)
    #expect(fixture.outputText == "11  2026-09-21  Episode 11\n")
    #expect(await fixture.run("search", "nothing") == .success)
  }

  @Test func `queue accepts the episode numbers that show and search write`() async throws {
    for arguments in [["show", "1", "--limit", "1"], ["search", "rain"]] {
      // Given an output whose last line is an episode
      let fixture = CommandFixture()
      #expect(await fixture.run(arguments: arguments) == .success)
      let line = try #require(fixture.outputText.split(separator: "\n").last)

      // When the first word of the line is added to the queue
      let number = try #require(line.split(separator: " ").first.map(String.init))
      #expect(await fixture.run("queue", "add", number) == .success)

      // Then the queue contains the episode
      #expect(fixture.queue.entries.current.map(\.rawValue) == [Int64(number)])
    }
  }

  @Test func `episode numbers of different lengths are right-aligned`() async {
    fixture.library.change { _, episodes in
      episodes[Show.ID(rawValue: 2)] = [.sample(9, of: 2), .sample(100, of: 2)]
    }
    #expect(await fixture.run("show", "2") == .success)
    #expect(fixture.outputText.hasSuffix("    9  2026-09-21  Episode 9\n  100  2026-09-21  Episode 100\n"))
  }

  @Test func `a command without results succeeds and writes a note to the standard error`() async throws {
    // Given a library without shows
    fixture.library.change { shows, _ in shows = [] }
    #expect(await fixture.run("list") == .success)
    #expect(await fixture.run("search", "snow", "day") == .success)
    #expect(await fixture.run("search", "snow", "--directories") == .success)
    #expect(await fixture.run("queue") == .success)
    #expect(fixture.outputText.isEmpty)
    #expect(
      fixture.errorLines == [
        "podcaster: There are no podcasts in the library. Add one with “podcaster subscribe ADDRESS”.",
        "podcaster: No episode of the library has “snow day”. “podcaster search --directories” looks for podcasts.",
        "podcaster: The directories list no podcast for “snow”.",
        "podcaster: The queue is empty. Add an episode with “podcaster queue add NUMBER”.",
      ])

    // Then the JSON output is an empty list, and nothing is written to the standard error
    for arguments in [["list", "--json"], ["search", "snow", "--json"], ["queue", "--json"]] {
      let fixture = CommandFixture()
      fixture.library.change { shows, _ in shows = [] }
      #expect(await fixture.run(arguments: arguments) == .success)
      #expect((try fixture.json() as? [Any])?.isEmpty == true)
      #expect(fixture.errorLines.isEmpty)
    }
  }

  @Test func `show without episodes names the command that fetches them`() async {
    #expect(await fixture.run("show", "2") == .success)
    #expect(fixture.outputText == "Bird Songs\nAuthor 2\n/feeds/show2.xml\n")
    #expect(fixture.errorLines == ["podcaster: This podcast has no episodes yet. “podcaster refresh” fetches them."])
  }

  @Test func `search reports the directories that failed`() async {
    // Given the directory “fyyd”, which fails in both searches. Only the search for “rain” has a result of another
    // directory
    let result = DirectoryResult(feedURL: URL(string: "https://example.org/f")!, title: "Rain", author: "Me")
    fixture.directory.setResults(
      ofSearch: "rain", DirectorySearch(isRunning: true),
      DirectorySearch(results: [result], failures: ["fyyd": .timedOut(host: "x")]))
    fixture.directory.setResults(ofSearch: "snow", DirectorySearch(failures: ["fyyd": .timedOut(host: "x")]))

    // Then the exit status tells whether there are results nevertheless
    #expect(await fixture.run("search", "rain", "--directories") == .partial)
    #expect(fixture.outputText == "Rain – Me\n  https://example.org/f\n")
    #expect(fixture.errorLines == ["podcaster: fyyd: The Feed Took Too Long"])
    #expect(await fixture.run("search", "snow", "--directories") == .unavailable)
    // A limit of 0 lists no result, but there are results.
    #expect(await fixture.run("search", "rain", "--directories", "--limit", "0") == .partial)
  }
}
