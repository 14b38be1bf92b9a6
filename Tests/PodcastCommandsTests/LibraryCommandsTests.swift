import AppTestSupport
import Foundation
import PodcastCommands
import Podcasts
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LibraryCommandsTests {
  let world = CommandWorld()

  @Test func `list writes the numbers, the names and what is to be noticed`() async {
    #expect(await world.run("list") == .success)
    #expect(world.text == "1  Birds  (2 unplayed)\n2  Bird Songs\n3  라디오  [This Is a Web Page, Not a Podcast Feed]\n")
  }

  @Test func `list writes JSON without passwords`() async throws {
    #expect(await world.run("list", "--json") == .success)
    let records = try #require(try world.json() as? [[String: Any]])
    #expect(records.map { $0["title"] as? String } == ["Birds", "Bird Songs", "라디오"])
    #expect(records[2]["feed"] as? String == "https://example.org/radio.xml")
    #expect(records[2]["status"] as? String == "failed")
  }

  @Test func `a library that cannot be read ends with 74`() async {
    let command = ParsedCommandLine(["list"], isFile: { _ in false })
    guard case .command(let list) = command else { return }
    var context = world.context()
    context.library.shows = {
      AsyncStream {
        $0.yield(.failure(.damaged(path: "/library"))); $0.finish()
      }
    }
    #expect(await list.exit(in: context) == .inputOutput)
    #expect(world.complaints.first?.hasPrefix("podcaster: Your Library Is Damaged") == true)
  }

  @Test(arguments: ["1", "birds", "/feeds/show1.xml"])
  func `show finds a podcast by number, name or address`(name: String) async {
    #expect(await world.run("show", name, "--limit", "1") == .success)
    #expect(world.text == "Birds\nAuthor 1\n/feeds/show1.xml\n  12  2026-09-21  Episode 12\n")
  }

  @Test(arguments: [
    "http://example.org/radio.xml", "https://example.org/radio.xml/", "example.org/radio.xml",
    "https://old.example/feed",
  ])
  func `show, refresh and unsubscribe find a podcast by another form of its address, or a former one`(
    address: String
  ) async throws {
    // Given the addresses that the library knows for a show
    let radio = Show.ID(rawValue: 3)
    let known = URL(string: address.hasPrefix("http") ? address : "https://\(address)")!
    world.subscriptions.change {
      $0 = [Subscription(id: radio, title: "라디오", feedURL: URL(string: "https://example.org/radio.xml")!)]
    }
    world.subscriptions.know(known, of: radio)
    world.feeds.resolve(address, to: .success([known]))
    world.feeds.answer(URL(string: "https://example.org/radio.xml")!, .success(FeedResponse(content: .unchanged)))

    // Then each command finds the show
    #expect(await world.run("show", address) == .success)
    #expect(world.text.hasPrefix("라디오\n"))
    #expect(await world.run("refresh", address) == .success)
    #expect(world.subscriptions.outcomes.map(\.show) == [radio])
    #expect(await world.run("unsubscribe", address) == .success)
    #expect(world.library.shows.map(\.title) == ["Birds", "Bird Songs"])
  }

  @Test func `an address is resolved without its password, and one that no podcast has is not found`() async {
    world.feeds.resolve("https://example.org/feed", to: .success([URL(string: "https://example.org/feed")!]))
    world.subscriptions.know(URL(string: "https://example.org/feed")!, of: Show.ID(rawValue: 2))
    #expect(await world.run("show", "https://me:secret@example.org/feed", "--limit", "0") == .success)
    #expect(world.text.hasPrefix("Bird Songs\n"))
    world.feeds.resolve("other.example", to: .success([URL(string: "https://other.example")!]))
    #expect(await world.run("show", "other.example") == .notFound)
  }

  @Test func `a part of a name is enough where it means one podcast`() async throws {
    #expect(await world.run("show", "song", "--json") == .success)
    let record = try #require(try world.json() as? [String: Any])
    #expect((record["show"] as? [String: Any])?["title"] as? String == "Bird Songs")
    #expect(await world.run("show", "bird") == .usage)
    #expect(await world.run("show", "cats") == .notFound)
    #expect(world.complaints.count == 2)
  }

  @Test func `show reads a show of many episodes page by page`() async throws {
    // Given a show with more episodes than two pages have
    let numbers = Array(1001...2201 as ClosedRange<Int64>)
    world.library.change { $1[Show.ID(rawValue: 2)] = numbers.map { .sample($0, of: 2) } }

    // When all of them are shown, as text and as JSON
    #expect(await world.run("show", "2", "--limit", "100000") == .success)
    #expect(world.text.split(separator: "\n").count == 3 + numbers.count)
    #expect(world.text.hasSuffix("  2201  2026-09-21  Episode 2201\n"))
    world.output.change { $0 = CommandWorld.Output() }
    #expect(await world.run("show", "2", "--limit", "100000", "--json") == .success)

    // Then the command reads one page of 500 episodes at a time
    #expect(world.library.loads.map(\.count) == [500, 500, 201, 500, 500, 201])
    let record = try #require(try world.json() as? [String: Any])
    let episodes = try #require(record["episodes"] as? [[String: Any]])
    #expect(episodes.map { $0["id"] as? Int64 } == numbers)
    #expect((record["show"] as? [String: Any])?["title"] as? String == "Bird Songs")
  }

  @Test func `a limit keeps show from reading more`() async throws {
    world.library.change { $1[Show.ID(rawValue: 2)] = (1001...2000).map { .sample($0, of: 2) } }
    #expect(await world.run("show", "2", "--limit", "3", "--json") == .success)
    #expect(world.library.loads.map(\.count) == [3])
    world.output.change { $0 = CommandWorld.Output() }
    #expect(await world.run("show", "2", "--limit", "0", "--json") == .success)
    let record = try #require(try world.json() as? [String: Any])
    #expect((record["episodes"] as? [Any])?.isEmpty == true)
  }

  @Test func `show without readable episodes writes no JSON`() async {
    world.library.failReads(with: .damaged(path: "/library"))
    #expect(await world.run("show", "1", "--json") == .inputOutput)
    #expect(world.text.isEmpty)
  }

  @Test func `unsubscribe removes nothing unless each name means one podcast`() async {
    #expect(await world.run("unsubscribe", "2", "cats") == .notFound)
    #expect(world.library.writes.isEmpty)
    #expect(await world.run("unsubscribe", "2", "라디오") == .success)
    #expect(world.library.shows.map(\.title) == ["Birds"])
    #expect(world.text == "Removed: Bird Songs\nRemoved: 라디오\n")
  }

  @Test func `subscribe adds what it can, and says what it cannot`() async throws {
    // Given a good feed and a bad one
    world.feeds.serve(.sample("good.xml"), .success(.sample("Good")))
    world.feeds.serve(.sample("bad.xml"), .failure(.notAFeed(reason: "x")))

    // Then both or one of them decide how the command ends
    #expect(await world.run("subscribe", "/feeds/good.xml", "/feeds/bad.xml") == .partial)
    #expect(world.text == "4  Good\n")
    #expect(world.complaints.first?.hasPrefix("podcaster: /feeds/bad.xml: This Is Not a Podcast Feed") == true)
    #expect(await world.run("subscribe", "/feeds/bad.xml") == .badData)
    #expect(await world.run("subscribe", "/feeds/good.xml") == .success)
  }

  @Test func `subscribe adds the only feed of a web page`() async throws {
    let (page, feed) = (URL(string: "https://example.org/")!, URL(string: "https://example.org/feed.xml")!)
    world.feeds.serve(page, .failure(.webPage))
    world.feeds.answer(feed, .success(FeedResponse(content: .podcast(.sample("Good"), hash: "1"))))
    world.feeds.link(page, .success([DiscoveredFeed(url: feed)]))
    #expect(await world.run("subscribe", "https://example.org/") == .success)
    #expect(world.text == "4  Good\n")
    #expect(world.complaints.isEmpty)
    #expect(world.library.writes == [.subscribe(feed)])
  }

  @Test func `subscribe lists several feeds of a web page, and adds none`() async throws {
    // Given a page with two feeds
    let page = URL(string: "https://example.org/")!
    let feeds = [
      DiscoveredFeed(url: URL(string: "https://example.org/a.xml")!, title: "Audio"),
      DiscoveredFeed(url: URL(string: "https://example.org/b.xml")!),
    ]
    world.feeds.serve(page, .failure(.webPage))
    world.feeds.serve(.sample("good.xml"), .success(.sample("Good")))
    world.feeds.link(page, .success(feeds))

    // Then the feeds are listed, and the command has wrong arguments
    #expect(await world.run("subscribe", "https://example.org/") == .usage)
    #expect(
      world.complaints == [
        "podcaster: https://example.org/: This web page links to several feeds. Subscribe to one of them by its address.",
        "  https://example.org/a.xml  Audio", "  https://example.org/b.xml",
      ])
    #expect(world.library.writes.isEmpty)

    // And other addresses are added
    #expect(await world.run("subscribe", "https://example.org/", "/feeds/good.xml", "--json") == .partial)
    let record = try #require(try world.json() as? [String: Any])
    #expect((record["subscribed"] as? [Any])?.count == 1)
    let pages = try #require(record["pages"] as? [[String: Any]])
    #expect(pages.map { $0["page"] as? String } == ["https://example.org/"])
    #expect(
      (pages[0]["feeds"] as? [[String: String]])?.map { $0["feed"] } == [
        "https://example.org/a.xml", "https://example.org/b.xml",
      ])
  }

  @Test func `subscribe tells a web page without feeds`() async {
    let page = URL(string: "https://example.org/")!
    world.feeds.serve(page, .failure(.webPage))
    #expect(await world.run("subscribe", "https://example.org/") == .badData)
    #expect(world.complaints.first?.contains("This Is a Web Page") == true)
  }

  @Test func `search finds episodes of the library`() async throws {
    #expect(await world.run("search", "rain") == .success)
    #expect(world.text == "11  2026-09-21  Episode 11\n")
    #expect(await world.run("search", "nothing") == .success)
  }

  @Test func `the number that show and search write is the one that queue takes`() async throws {
    for arguments in [["show", "1", "--limit", "1"], ["search", "rain"]] {
      // Given a line of an episode
      let world = CommandWorld()
      guard case .command(let command) = ParsedCommandLine(arguments, isFile: { _ in false }) else { return }
      #expect(await command.exit(in: world.context()) == .success)
      let line = try #require(world.text.split(separator: "\n").last)

      // When its first word is put into the queue
      let number = try #require(line.split(separator: " ").first.map(String.init))
      #expect(await world.run("queue", "add", number) == .success)

      // Then the queue has the episode
      #expect(world.queue.entries.current.map(\.rawValue) == [Int64(number)])
    }
  }

  @Test func `numbers of different lengths end in one column`() async {
    world.library.change { $1[Show.ID(rawValue: 2)] = [.sample(9, of: 2), .sample(100, of: 2)] }
    #expect(await world.run("show", "2") == .success)
    #expect(world.text.hasSuffix("    9  2026-09-21  Episode 9\n  100  2026-09-21  Episode 100\n"))
  }

  @Test func `a list without entries says so on the standard error, and is a success`() async throws {
    // Given a library without shows
    world.library.change { shows, _ in shows = [] }
    #expect(await world.run("list") == .success)
    #expect(await world.run("search", "snow", "day") == .success)
    #expect(await world.run("search", "snow", "--directories") == .success)
    #expect(await world.run("queue") == .success)
    #expect(world.text.isEmpty)
    #expect(
      world.complaints == [
        "podcaster: There are no podcasts in the library. Add one with “podcaster subscribe ADDRESS”.",
        "podcaster: No episode of the library has “snow day”. “podcaster search --directories” looks for podcasts.",
        "podcaster: The directories list no podcast for “snow”.",
        "podcaster: The queue is empty. Add an episode with “podcaster queue add NUMBER”.",
      ])

    // Then JSON is an empty list, without a line on the standard error
    for arguments in [["list", "--json"], ["search", "snow", "--json"], ["queue", "--json"]] {
      let world = CommandWorld()
      world.library.change { shows, _ in shows = [] }
      guard case .command(let command) = ParsedCommandLine(arguments, isFile: { _ in false }) else { return }
      #expect(await command.exit(in: world.context()) == .success)
      #expect((try world.json() as? [Any])?.isEmpty == true)
      #expect(world.complaints.isEmpty)
    }
  }

  @Test func `a show without episodes names the command that fetches them`() async {
    #expect(await world.run("show", "2") == .success)
    #expect(world.text == "Bird Songs\nAuthor 2\n/feeds/show2.xml\n")
    #expect(world.complaints == ["podcaster: This podcast has no episodes yet. “podcaster refresh” fetches them."])
  }

  @Test func `search in directories tells which failed`() async {
    let result = DirectoryResult(feedURL: URL(string: "https://example.org/f")!, title: "Rain", author: "Me")
    world.directory.answer(
      "rain", DirectorySearch(isRunning: true),
      DirectorySearch(results: [result], failures: ["fyyd": .timedOut(host: "x")]))
    world.directory.answer("snow", DirectorySearch(failures: ["fyyd": .timedOut(host: "x")]))
    #expect(await world.run("search", "rain", "--directories") == .partial)
    #expect(world.text == "Rain – Me\n  https://example.org/f\n")
    #expect(world.complaints == ["podcaster: fyyd: The Feed Took Too Long"])
    #expect(await world.run("search", "snow", "--directories") == .unavailable)
  }
}
