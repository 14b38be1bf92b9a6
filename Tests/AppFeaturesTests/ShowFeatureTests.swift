import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct ShowFeatureTests {
  let world = World.withTwoShows()

  private func makeShow(player: PlayerFeature? = nil) async -> ShowFeature {
    let show = ShowFeature(show: .sample(1), clients: world.clients, player: player ?? world.makePlayer(), report: world.report)
    await until { !show.isLoading }
    return show
  }

  @Test func `a show lists its episodes, the newest first`() async {
    let show = await makeShow()
    #expect(show.episodes.map(\.title) == ["Episode 13", "Episode 12", "Episode 11"])
    #expect(show.title == "Show 1")
    #expect(show.author == "Author 1")
    #expect(show.summary == "About show 1.")
  }

  @Test func `an episode that changes is updated in place`() async {
    // Given the list of a show
    let show = await makeShow()
    let before = show.episodes.map(ObjectIdentifier.init)

    // When one episode gets another title in its feed
    world.libraryFile.change { _, episodes in episodes[Show.ID(rawValue: 1)]?[0].title = "New" }
    await until { show.episodes.first?.title == "New" }

    // Then the rows are the same ones
    #expect(show.episodes.map(ObjectIdentifier.init) == before)
  }

  @Test func `episodes come, go and move with the library`() async {
    let show = await makeShow()
    let old = show.episodes[2]
    world.libraryFile.change { _, episodes in episodes[Show.ID(rawValue: 1)] = [.sample(11), .sample(14)] }
    await until { show.episodes.count == 2 }
    #expect(show.episodes.map(\.title) == ["Episode 11", "Episode 14"])
    #expect(show.episodes[0] === old)
  }

  @Test func `episodes that cannot be read are told`() async {
    let show = await makeShow()
    let episodes = show.episodes.count
    world.libraryFile.tellEpisodes(of: show.id, .failure(.failed(reason: "x")))
    world.libraryFile.change { shows, episodes in episodes[Show.ID(rawValue: 1)] = [] }
    await until { show.episodes.isEmpty }
    #expect(episodes == 3)
    #expect(world.reported == ["Your Library Has a Problem"])
  }

  @Test func `details open and close`() async {
    // Given the list
    let show = await makeShow()
    #expect(show.details == nil)

    // When the details of an episode are asked for
    show.detailsButtonClicked(show.episodes[1])

    // Then they show that row's episode
    #expect(show.details === show.episodes[1])
    #expect(show.removal == nil)

    // And they go with their button, or with the window
    show.detailsClosed()
    #expect(show.destination == nil)
    show.details = show.episodes[0]
    show.details = nil
    #expect(show.destination == nil)
  }

  @Test func `removing asks first, with a button that warns`() async {
    let show = await makeShow()
    show.removeButtonClicked()
    #expect(show.removal?.title.description == "Remove “Show 1”?")
    #expect(show.removal?.message?.description == "Its episodes, your favorites and your places in them will be removed.")
    #expect(show.removal?.presentedButtons.map(\.label.description) == ["Remove", "Cancel"])
    #expect(show.removal?.presentedButtons.map(\.role) == [.destructive, .cancel])
    #expect(show.removal?.presentedButtons.map(\.action.action) == [.confirmed, nil])
    #expect(show.details == nil)
    #expect(world.libraryFile.writes.isEmpty)
  }

  @Test func `the view's late write of nil does not close what came next`() async {
    // Given the question, and then details in its place
    let show = await makeShow()
    show.removeButtonClicked()
    show.detailsButtonClicked(show.episodes[0])

    // When the question's own window writes that it is gone
    show.removal = nil

    // Then the details stay
    #expect(show.details != nil)
    show.removeButtonClicked()
    show.details = nil
    #expect(show.removal != nil)
    let dialog = show.removal
    show.removal = dialog
    #expect(show.removal == dialog)
  }

  @Test func `Cancel keeps the show`() async {
    let show = await makeShow()
    show.removeButtonClicked()
    show.removalAnswered(nil)
    #expect(!show.isRemoving)
    #expect(world.libraryFile.writes.isEmpty)
  }

  @Test func `Remove removes the show`() async {
    let show = await makeShow()
    show.removeButtonClicked()
    show.removalAnswered(.confirmed)
    show.removalAnswered(.confirmed)
    #expect(show.isRemoving)
    await world.libraryFile.written(.removeShow(show.id))
    #expect(world.libraryFile.writes == [.removeShow(show.id)])
  }

  @Test func `removing what plays stops it first, so that no place is written into nothing`() async {
    // Given an episode of the show that plays
    let player = world.makePlayer()
    let show = await makeShow(player: player)
    show.episodes[0].isPlaying = true
    player.positionDragged(to: .seconds(9))

    // When the show is removed
    show.removalAnswered(.confirmed)
    await world.libraryFile.written(.removeShow(show.id))

    // Then the sound stopped, and the removal is the last thing written
    #expect(player.item == nil)
    #expect(world.libraryFile.writes.last == .removeShow(show.id))
  }

  @Test func `a show that cannot be removed stays, and that is told`() async {
    let show = await makeShow()
    world.libraryFile.failWrites(with: .diskFull(path: "/library"))
    show.removalAnswered(.confirmed)
    await until { !show.isRemoving }
    #expect(world.reported == ["The Disk Is Full"])
    #expect(world.libraryFile.shows.count == 2)
  }

  @Test func `artwork is the same letter and colour each time`() {
    #expect(Artwork(of: .sample(1, title: "  birds")).initial == "B")
    #expect(Artwork(of: .sample(1, title: "새소리")).initial == "새")
    #expect(Artwork(of: .sample(1, title: "…")).initial == "♪")
    #expect(Artwork(of: .sample(1)) == Artwork(of: .sample(1)))
    var show = Show.sample(1)
    show.artworkURL = URL(string: "https://example.org/cover.jpg")
    #expect(Artwork(of: show).file == nil)
    show.artworkURL = .sample("cover.png")
    #expect(Artwork(of: show).file == .sample("cover.png"))
    #expect((0..<Artwork.colorCount).contains(Artwork(of: show).color))
  }

  @Test func `a show that nobody holds is gone`() async {
    weak var show: ShowFeature?
    do {
      show = await makeShow()
    }
    await Task.yield()
    #expect(show == nil)
  }
}
