import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct AppFeatureTests {
  let world = World()

  @Test func `an empty library without an address opens the sample show`() async {
    // Given an empty library and a sample show
    world.feeds.serve(.sample("sample.xml"), .success(.sample("Sample")))
    let app = world.makeApp(sampleShow: .sample("sample.xml"))

    // When the program begins
    app.launched(with: [])
    #expect(app.isOpening)

    // Then the show is there
    await until { app.library.show?.title == "Sample" }
    await until { !app.isOpening }
    #expect(app.alert == nil)
  }

  @Test func `a library with shows does not get the sample show`() async {
    let world = World.withTwoShows()
    let app = world.makeApp(sampleShow: .sample("sample.xml"))
    app.launched(with: [])
    await until { app.library.phase == .filled && !app.isOpening }
    #expect(world.feeds.fetched.isEmpty)
  }

  @Test func `without a sample show an empty library is just empty`() async {
    let app = world.makeApp()
    app.launched(with: [])
    await until { app.library.phase == .empty }
    #expect(!app.isOpening)
  }

  @Test func `one bad feed does not stop the others, and each problem is told after the other`() async {
    // Given six addresses, two of them bad
    for name in ["a", "b", "c", "d"] {
      world.feeds.serve(.sample(name), .success(.sample(name.uppercased())))
    }
    world.feeds.serve(.sample("bad1"), .failure(.webPage))
    world.feeds.serve(.sample("bad2"), .failure(.notAFeed(reason: "x")))
    let app = world.makeApp(sampleShow: .sample("sample.xml"))

    // When the program begins with them
    app.launched(with: ["bad1", "a", "b", "bad2", "c", "d"].map { "/feeds/\($0)" })
    await until { !app.isOpening }
    await until { app.library.shows.count == 4 }

    // Then the good ones are there, and the alerts say which ones are not
    var alerts: [String] = []
    while let alert = app.alert {
      alerts.append("\(alert.titleText): \(alert.messageText.prefix { $0 != "\n" })")
      app.alert = nil
    }
    #expect(
      Set(alerts) == [
        "This Is a Web Page, Not a Podcast Feed: /feeds/bad1", "This File Is Not a Podcast Feed: /feeds/bad2",
      ])
    #expect(alerts.count == 2)
  }

  @Test func `a dead host does not hold up the others`() async {
    // Given a feed that does not answer
    let gate = Gate()
    world.feeds.serve(.sample("dead"), .success(.sample("Dead")), after: gate)
    world.feeds.serve(.sample("a"), .success(.sample("A")))
    let app = world.makeApp()

    // When both are opened
    app.launched(with: ["/feeds/dead", "/feeds/a"])

    // Then the other one is there while the first is still awaited
    await until { app.library.show?.title == "A" }
    #expect(app.isOpening)
    gate.open()
    await until { !app.isOpening }
  }

  @Test func `a library with shows tells in the bar that others are being added`() async {
    // Given a library with shows, and a feed that is slow
    let world = World.withTwoShows()
    let gate = Gate()
    world.feeds.serve(.sample("slow"), .success(.sample("Slow")), after: gate)
    let app = world.makeApp(sampleShow: .sample("sample.xml"))

    // When the program begins without an address, nothing is being added
    app.launched(with: [])
    await until { app.library.phase == .filled && !app.isOpening }
    #expect(!app.isProgressShownInBar)

    // When a second start brings one, it is being added until it is there
    app.openRequested(["/feeds/slow"])
    #expect(app.isProgressShownInBar)
    gate.open()
    await until { !app.isProgressShownInBar }
    #expect(app.library.shows.count == 3)
  }

  @Test func `one address that is bad is told without its address`() async {
    world.feeds.serve(.sample("bad"), .failure(.truncated))
    let app = world.makeApp()
    app.launched(with: ["/feeds/bad"])
    await until { app.alert != nil }
    #expect(app.alert?.message == FeedError.truncated.message)
    app.alert = app.alert
    #expect(app.alert != nil)
    app.alert = nil
    #expect(app.alert == nil)
  }

  @Test func `the same problem is told once at a time`() async {
    world.feeds.serve(.sample("bad"), .failure(.truncated))
    let app = world.makeApp()
    app.launched(with: ["/feeds/bad"])
    await until { !app.isOpening }
    app.openRequested(["/feeds/bad"])
    await until { !app.isOpening }
    app.alert = nil
    #expect(app.alert == nil)
  }

  @Test(arguments: [
    ("example.org/feed.xml", "https://example.org/feed.xml"), ("example.org", "https://example.org"),
    ("example.org:8080/feed", "https://example.org:8080/feed"), ("https://example.org/feed", "https://example.org/feed"),
    ("feed:https://example.org", "feed:https://example.org"), ("/", "/"), ("./feed.xml", "./feed.xml"), ("../feed.xml", "../feed.xml"),
    ("~/feed.xml", "~/feed.xml"), ("feeds", "feeds"), ("missing.xml", "missing.xml"),
    ("/tmp/a.b/feed", "/tmp/a.b/feed"), ("[::1]:8080/feed.xml", "https://[::1]:8080/feed.xml"), ("[::1]", "https://[::1]"),
    ("[notes.xml", "[notes.xml"), ("[a]b/feed", "[a]b/feed"),
  ])
  func `an address of the command line means the same in another process`(address: String, portable: String) {
    #expect(AppFeature.portableAddress(address) == portable)
  }

  @Test func `a file that the desktop hands over is told by its path`() async {
    world.feeds.serve(URL(filePath: "/feeds/a b"), .success(.sample("A")))
    let app = world.makeApp()
    app.launched(with: ["file:///feeds/a%20b", "file:///feeds/missing"])
    await until { app.library.show?.title == "A" }
    await until { app.alert != nil }
    #expect(app.alert?.messageText.hasPrefix("/feeds/missing\n\n") == true)
  }

  @Test func `a second start opens its addresses in the first`() async {
    let world = World.withTwoShows()
    world.feeds.serve(.sample("z"), .success(.sample("Zebra")))
    let app = world.makeApp()
    app.launched(with: [])
    app.openRequested([])
    #expect(!app.isOpening)
    app.openRequested(["/feeds/z"])
    await until { app.library.show?.title == "Zebra" }
  }

  @Test func `what fails anywhere is told at the root`() async {
    // Given a show whose library cannot be written
    let world = World.withTwoShows()
    let app = world.makeApp()
    app.launched(with: [])
    await until { app.library.show?.isLoading == false }
    world.libraryFile.failWrites(with: .diskFull(path: "/library"))

    // When a favourite is marked and sound fails
    app.library.show?.episodes[0].isFavorite = true
    app.library.show?.episodes[0].isPlaying = true
    await until { app.alert != nil }
    world.sound.send(.failed(Episode.sample(13).enclosure.url, .noSoundDevice))
    await until { !app.player.isPlaying }

    // Then both are told, one after the other, and are in the log
    #expect(app.alert?.titleText == "The Disk Is Full")
    app.alert = nil
    #expect(app.alert?.titleText == "There Is No Sound Device")
    #expect(world.logged.current.map { $0.prefix { $0 != "(" } } == ["diskFull", "noSoundDevice"])
  }

  @Test func `quitting stops transfers and writes the place`() async {
    // Given an episode at some place, and a transfer that goes on
    let world = World.withTwoShows()
    let gate = Gate()
    world.feeds.serve(.sample("slow"), .success(.sample("Slow")), after: gate)
    let app = world.makeApp()
    app.launched(with: ["/feeds/slow"])
    await gate.arrived(1)
    await until { app.library.show?.isLoading == false }
    app.library.show?.episodes[0].isPlaying = true
    app.player.positionDragged(to: .seconds(33))

    // When the program is asked to end
    await app.quitRequested()

    // Then the place is written and the transfer stops
    #expect(world.libraryFile.episode(Episode.ID(rawValue: 13))?.playPosition == .seconds(33))
    await world.feeds.cancelled(.sample("slow"))
  }

  @Test func `quitting waits for a favourite that is being written`() async {
    // Given a library that is slow
    let world = World.withTwoShows()
    let app = world.makeApp()
    app.launched(with: [])
    await until { app.library.show?.isLoading == false }
    let gate = Gate()
    world.libraryFile.holdWrites(before: gate)

    // When a favourite is marked and the program is asked to end at once
    app.library.show?.episodes[0].isFavorite = true
    let hasEnded = Recorded(false)
    let quit = Task {
      await app.quitRequested()
      hasEnded.change { $0 = true }
    }
    await gate.arrived(1)
    for _ in 0..<20 { await Task.yield() }

    // Then it ends after the favourite is written
    #expect(!hasEnded.current)
    gate.open()
    await quit.value
    #expect(world.libraryFile.episode(Episode.ID(rawValue: 13))?.isFavorite == true)
  }

  @Test func `quitting does not wait for a library that never answers`() async {
    // Given an episode that plays, and a library that another program has locked for good
    let world = World.withTwoShows()
    let app = world.makeApp()
    app.launched(with: [])
    await until { app.library.show?.isLoading == false }
    world.libraryFile.holdWrites(before: Gate())
    app.library.show?.episodes[0].isPlaying = true
    app.player.positionDragged(to: .seconds(33))

    // When the program is asked to end, it does
    await app.quitRequested(within: .milliseconds(1))

    // And nothing more is heard or noted
    #expect(world.sound.commands.last == .stop)
    world.sound.send(.position(Episode.sample(13).enclosure.url, .seconds(99), duration: nil))
    for _ in 0..<20 { await Task.yield() }
    #expect(app.player.position == .seconds(33))
  }

  @Test func `a program that nobody holds is gone`() async {
    weak var app: AppFeature?
    do {
      let living = world.makeApp()
      app = living
      living.launched(with: [])
      await until { living.library.phase == .empty }
    }
    await Task.yield()
    #expect(app == nil)
  }
}
