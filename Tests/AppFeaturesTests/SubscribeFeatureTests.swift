import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct SubscribeFeatureTests {
  let world = World()
  let feed = URL.sample("feed.xml")

  private final class Ending {
    var outcomes: [SubscribeFeature.Outcome] = []
  }
  private let ending = Ending()

  private func makeSheet(address: String = "") -> SubscribeFeature {
    let subscriber = Subscriber(clients: world.clients)
    let sheet = SubscribeFeature(subscriber: subscriber) { [ending] in ending.outcomes.append($0) }
    sheet.address = address
    return sheet
  }

  @Test func `there is nothing to add before something is typed`() {
    let sheet = makeSheet(address: " \n")
    #expect(!sheet.isAddButtonEnabled)
    sheet.addButtonClicked()
    #expect(!sheet.isFetching)
    #expect(world.feeds.fetched.isEmpty)
    sheet.address = "feed.xml"
    #expect(sheet.isAddButtonEnabled)
  }

  @Test func `a feed is added and the sheet ends`() async {
    // Given the address of a feed, with space around it
    world.feeds.serve(feed, .success(.sample("Birds")))
    let sheet = makeSheet(address: "  \(feed.path)\n")

    // When it is added
    sheet.addButtonClicked()
    #expect(sheet.isFetching)
    #expect(!sheet.isAddButtonEnabled)
    await until { !sheet.isFetching }

    // Then the library has it, and whoever presents the sheet is told
    #expect(world.libraryFile.writes == [.subscribe(feed)])
    #expect(ending.outcomes == [.subscribed([Show.ID(rawValue: 1)])])
    #expect(sheet.alert == nil)
  }

  @Test(arguments: FeedError.all.filter { $0 != .cancelled })
  func `a feed that cannot be read is told, and the sheet stays for another try`(error: FeedError) async {
    // Given an address with a problem
    world.feeds.serve(feed, .failure(error))
    let sheet = makeSheet(address: feed.path)

    // When it is added
    sheet.addButtonClicked()
    await until { sheet.alert != nil }

    // Then the alert says what and the sheet is as it was
    let expected = Subscriber.Problem.feed(error, feed: feed, address: feed.path).alert
    #expect(sheet.alert?.title == expected.title)
    #expect(sheet.alert?.message == expected.message)
    #expect(sheet.alert?.presentedButtons.map(\.label.description) == ["OK"])
    #expect(sheet.address == feed.path)
    #expect(!sheet.isFetching)

    // And after OK it can be tried again
    sheet.alert = nil
    #expect(sheet.isAddButtonEnabled)
    #expect(ending.outcomes.isEmpty)
    #expect(world.libraryFile.writes.isEmpty)
  }

  @Test func `what is no address is told`() async {
    let sheet = makeSheet(address: "?")
    sheet.addButtonClicked()
    await until { sheet.alert != nil }
    #expect(sheet.alert?.titleText == "This Is Not an Address")
  }

  @Test func `a library that cannot be written is told`() async {
    world.feeds.serve(feed, .success(.sample("Birds")))
    world.libraryFile.failWrites(with: .notWritable(path: "/library"))
    let sheet = makeSheet(address: feed.path)
    sheet.addButtonClicked()
    await until { sheet.alert != nil }
    #expect(sheet.alert?.titleText == "Your Library Cannot Be Written")
    #expect(ending.outcomes.isEmpty)
  }

  @Test func `a folder with bad feeds adds the good ones and tells of the others one after the other`() async {
    // Given a folder of four feeds, two of them bad
    let names = ["a.xml", "b.xml", "c.xml", "d.xml"].map { URL.sample($0) }
    world.feeds.serve(names[0], .success(.sample("A")))
    world.feeds.serve(names[1], .failure(.webPage))
    world.feeds.serve(names[2], .failure(.truncated))
    world.feeds.serve(names[3], .success(.sample("D")))
    world.feeds.resolve("/feeds", to: .success(names))
    let sheet = makeSheet(address: "/feeds")

    // When it is added
    sheet.addButtonClicked()
    await until { sheet.alert != nil }

    // Then the first alert is on screen, the second follows, and the sheet ends after it
    #expect(world.libraryFile.shows.map(\.title) == ["A", "D"])
    #expect(sheet.alert?.titleText == "This Is a Web Page, Not a Podcast Feed")
    sheet.alert = nil
    #expect(sheet.alert?.titleText == "The Feed Is Not Complete")
    #expect(ending.outcomes.isEmpty)
    sheet.alert = nil
    #expect(sheet.alert == nil)
    #expect(ending.outcomes == [.subscribed([Show.ID(rawValue: 1), Show.ID(rawValue: 2)])])
  }

  @Test func `bad feeds of a folder are told by their files`() async {
    // Given a folder of two feeds that are bad in the same way
    let names = ["a.xml", "b.xml"].map { URL.sample($0) }
    names.forEach { world.feeds.serve($0, .failure(.truncated)) }
    world.feeds.resolve("/feeds", to: .success(names))
    let sheet = makeSheet(address: "/feeds")

    // When it is added
    sheet.addButtonClicked()
    await until { sheet.alert != nil }

    // Then each alert says which one it is about
    #expect(sheet.alert?.messageText.hasPrefix("/feeds/a.xml\n\n") == true)
    sheet.alert = nil
    #expect(sheet.alert?.messageText.hasPrefix("/feeds/b.xml\n\n") == true)
  }

  @Test func `what is no feed is told in the words for a file or for an address`() {
    let error = FeedError.notAFeed(reason: "x")
    let file = Subscriber.Problem.feed(error, feed: URL(filePath: "/feeds/a.xml"), address: "a.xml").alert
    let page = Subscriber.Problem.feed(error, feed: URL(string: "https://example.org/a.xml"), address: "example.org/a.xml").alert
    #expect(file.titleText == "This File Is Not a Podcast Feed")
    #expect(file.messageText.hasPrefix("Choose a file"))
    #expect(page.titleText == "This Is Not a Podcast Feed")
    #expect(!page.messageText.contains("file"))
  }

  @Test func `an answer that is neither a feed nor an error has its own words`() {
    #expect(FeedError.serverError(status: 304).title.description == "The Server Gave an Unexpected Answer")
    #expect(!FeedError.serverError(status: 304).message.description.contains("error"))
  }

  @Test func `the cause of what is told is written into the log`() async {
    world.feeds.serve(feed, .failure(.unreachable(host: "example.org", reason: "Connection refused")))
    let sheet = makeSheet(address: feed.path)
    sheet.addButtonClicked()
    await until { sheet.alert != nil }
    #expect(world.logged.current.count == 1)
    #expect(world.logged.current.first?.hasPrefix(feed.path) == true)
    #expect(world.logged.current.first?.contains("Connection refused") == true)
  }

  @Test func `a library that cannot be written stops a folder`() async {
    let names = ["a.xml", "b.xml"].map { URL.sample($0) }
    names.forEach { world.feeds.serve($0, .success(.sample("A"))) }
    world.feeds.resolve("/feeds", to: .success(names))
    world.libraryFile.failWrites(with: .diskFull(path: "/library"))
    let sheet = makeSheet(address: "/feeds")
    sheet.addButtonClicked()
    await until { sheet.alert != nil }
    #expect(world.feeds.fetched == [names[0]])
    sheet.alert = nil
    #expect(sheet.alert == nil)
  }

  @Test func `Cancel stops the transfer and nothing is added`() async {
    // Given a transfer that goes on
    let gate = Gate()
    world.feeds.serve(feed, .success(.sample("Birds")), after: gate)
    let sheet = makeSheet(address: feed.path)
    sheet.addButtonClicked()
    await gate.arrived(1)

    // When the listener gives up
    sheet.cancelButtonClicked()

    // Then the transfer was told to stop, and nothing of it arrives
    await world.feeds.cancelled(feed)
    #expect(ending.outcomes == [.cancelled])
    #expect(!sheet.isFetching)
    #expect(sheet.alert == nil)
    #expect(world.libraryFile.writes.isEmpty)
  }

  @Test func `closing the sheet stops the transfer`() async {
    let gate = Gate()
    world.feeds.serve(feed, .success(.sample("Birds")), after: gate)
    let sheet = makeSheet(address: feed.path)
    sheet.addButtonClicked()
    await gate.arrived(1)
    sheet.sheetClosed()
    await world.feeds.cancelled(feed)
    #expect(world.libraryFile.writes.isEmpty)
    #expect(ending.outcomes.isEmpty)
  }

  @Test func `a sheet that nobody holds stops its transfer`() async {
    let gate = Gate()
    world.feeds.serve(feed, .success(.sample("Birds")), after: gate)
    weak var weakSheet: SubscribeFeature?
    do {
      let sheet = makeSheet(address: feed.path)
      weakSheet = sheet
      sheet.addButtonClicked()
      await gate.arrived(1)
    }
    await world.feeds.cancelled(feed)
    #expect(weakSheet == nil)
  }

  @Test func `every problem says what is wrong and what to do`() {
    let errors = FeedError.all
    #expect(Set(errors.map(\.title.description)).count == errors.count)
    #expect(Set(errors.map(\.message.description)).count == errors.count)
    #expect(FeedError.tooLarge(limit: 50_000_000).message.description.contains("50 MB"))
    #expect(FeedError.serverError(status: 403).title.description == "This Feed Is Not Public")
    #expect(FeedError.notFound(URL(filePath: "/a b.xml")).message.description.contains("“/a b.xml”"))
    #expect(Subscriber.Problem.feed(.webPage, feed: nil, address: "x.org").alertWithAddress.messageText.hasPrefix("x.org\n\n"))
    let missing = FeedError.notFound(.sample("x"))
    #expect(Subscriber.Problem.feed(missing, feed: .sample("x"), address: "/feeds/x").alertWithAddress.messageText == missing.message.description)
    #expect(Subscriber.Problem.library(.notFound).alertWithAddress.messageText == LibraryError.notFound.message.description)
  }
}

extension FeedError {
  /// One of each case.
  static let all: [FeedError] = [
    .notAnAddress, .notFound(.sample("x")), .emptyFolder(.sample("x")), .permissionDenied(.sample("x")),
    .unreachable(host: "x.org", reason: "y"), .untrusted(host: "x.org"), .serverError(status: 304), .serverError(status: 401),
    .serverError(status: 500), .timedOut(host: "x.org"), .tooLarge(limit: 1_000_000), .tooManyRedirects, .redirectsNowhere, .webPage,
    .notAFeed(reason: "x"), .truncated,
    .hostile(reason: "x"), .noEpisodes(title: "x"), .cancelled,
  ]
}
