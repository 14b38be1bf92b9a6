import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct LibraryFeatureTests {
  let feed = URL.sample("feed.xml")

  private func makeLibrary(_ world: World) async -> LibraryFeature {
    let library = LibraryFeature(clients: world.clients, player: world.makePlayer(), report: world.report)
    #expect(library.phase == .loading)
    #expect(!library.isAddButtonEnabled)
    library.launched()
    library.launched()
    await until { library.phase != .loading }
    return library
  }

  @Test func `an empty library says so`() async {
    let library = await makeLibrary(World())
    #expect(library.phase == .empty)
    #expect(library.show == nil)
    #expect(library.isAddButtonEnabled)
  }

  @Test func `the first show is selected at first, and another when it is chosen`() async {
    let library = await makeLibrary(.withTwoShows())
    #expect(library.phase == .filled)
    #expect(library.shows.map(\.title) == ["Show 1", "Show 2"])
    #expect(library.show?.title == "Show 1")
    library.selection = Show.ID(rawValue: 2)
    #expect(library.show?.title == "Show 2")
    let shown = library.show
    library.showSelected(Show.ID(rawValue: 2))
    #expect(library.show === shown)
    library.selection = nil
    #expect(library.show == nil)
  }

  @Test func `a show that changes is updated in place`() async {
    let world = World.withTwoShows()
    let library = await makeLibrary(world)
    let show = library.show
    world.libraryFile.change { shows, _ in shows[0].title = "New" }
    await until { library.shows[0].title == "New" }
    #expect(library.show === show)
    #expect(show?.title == "New")
  }

  @Test func `the neighbour of a removed show is selected`() async {
    // Given the second of three shows
    let world = World(shows: [.sample(1), .sample(2), .sample(3)])
    let library = await makeLibrary(world)
    library.selection = Show.ID(rawValue: 2)

    // When it is removed, and then the last, and then the first
    library.show?.removalAnswered(.confirmed)
    await until { library.shows.count == 2 }
    #expect(library.selection == Show.ID(rawValue: 3))
    library.show?.removalAnswered(.confirmed)
    await until { library.shows.count == 1 }
    #expect(library.selection == Show.ID(rawValue: 1))
    library.show?.removalAnswered(.confirmed)
    await until { library.phase == .empty }

    // Then nothing is selected any more
    #expect(library.show == nil)
  }

  @Test func `a podcast that is added is selected`() async {
    // Given the sheet
    let world = World.withTwoShows()
    let library = await makeLibrary(world)
    world.feeds.serve(feed, .success(.sample("Zebra")))
    library.addButtonClicked()
    library.subscribe?.address = feed.path

    // When its feed is added
    library.subscribe?.addButtonClicked()
    await until { library.show?.title == "Zebra" }

    // Then the sheet is gone
    #expect(library.destination == nil)
    #expect(library.shows.count == 3)
  }

  @Test func `Cancel closes the sheet`() async {
    let library = await makeLibrary(World())
    library.addButtonClicked()
    library.subscribe?.cancelButtonClicked()
    #expect(library.destination == nil)
  }

  @Test func `closing the sheet's window stops its transfer`() async {
    // Given a transfer that goes on
    let world = World()
    let gate = Gate()
    world.feeds.serve(feed, .success(.sample("Zebra")), after: gate)
    let library = await makeLibrary(world)
    library.addButtonClicked()
    let sheet = library.subscribe
    sheet?.address = feed.path
    sheet?.addButtonClicked()
    await gate.arrived(1)

    // When the window is closed
    library.subscribe = nil

    // Then the transfer stops
    await world.feeds.cancelled(feed)
    #expect(sheet?.isFetching == false)
    #expect(world.libraryFile.writes.isEmpty)
  }

  @Test func `the same sheet again does not stop its transfer`() async {
    let library = await makeLibrary(World())
    library.addButtonClicked()
    let sheet = library.subscribe
    library.subscribe = sheet
    #expect(library.subscribe === sheet)
  }

  @Test func `a library that cannot be opened says why, and nothing can be added`() async {
    let world = World()
    let library = LibraryFeature(
      clients: AppClients(
        library: .unavailable(.damaged(path: "/library")), feeds: world.clients.feeds, player: world.clients.player,
        locale: world.clients.locale, log: world.clients.log), player: world.makePlayer(), report: world.report)
    library.launched()
    await until { library.phase == .unavailable }
    #expect(world.reported == ["Your Library Is Damaged"])
    library.addButtonClicked()
    #expect(library.destination == nil)
  }

  @Test func `each use of a library that could not be opened says why`() async {
    let client = LibraryClient.unavailable(.newerVersion(path: "/library"))
    let show = Show.ID(rawValue: 1)
    let episode = Episode.ID(rawValue: 1)
    for await result in client.episodes(show) { #expect(result == .failure(.newerVersion(path: "/library"))) }
    await #expect(throws: LibraryError.newerVersion(path: "/library")) { try await client.subscribe(.sample("A"), .sample("a")) }
    await #expect(throws: LibraryError.newerVersion(path: "/library")) { try await client.removeShow(show) }
    await #expect(throws: LibraryError.newerVersion(path: "/library")) { try await client.setFavorite(episode, true) }
    await #expect(throws: LibraryError.newerVersion(path: "/library")) { try await client.savePosition(episode, .zero) }
    await #expect(throws: LibraryError.newerVersion(path: "/library")) { try await client.setPlayed(episode, true) }
  }

  @Test func `a failure later keeps what is shown`() async {
    let world = World.withTwoShows()
    let library = await makeLibrary(world)
    world.libraryFile.tellShows(.failure(.failed(reason: "x")))
    world.libraryFile.change { shows, _ in shows.removeLast() }
    await until { library.shows.count == 1 }
    #expect(library.phase == .filled)
    #expect(world.reported == ["Your Library Has a Problem"])
  }

  @Test func `every failure says what is wrong and what to do`() {
    let errors: [LibraryError] = [
      .notWritable(path: "/l"), .inUse(path: "/l"), .diskFull(path: "/l"), .damaged(path: "/l"), .newerVersion(path: "/l"), .notFound, .failed(reason: "x"),
    ]
    #expect(Set(errors.map(\.title.description)).count == errors.count)
    #expect(Set(errors.map(\.message.description)).count == errors.count)
  }

  @Test func `a library that nobody holds is gone`() async {
    weak var library: LibraryFeature?
    do {
      library = await makeLibrary(.withTwoShows())
    }
    await Task.yield()
    #expect(library == nil)
  }
}
