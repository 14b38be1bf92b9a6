import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStoreTesting
import Testing

/// Tests of the page of a show: its caption, its buttons, its removal and its artwork.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ShowFeatureTests {
  let world = World.withTwoShows()

  private func makeStore(_ show: Show = .sample(1)) -> TestStoreOf<ShowFeature> {
    TestStore(initialState: ShowFeature.State(show: show)) {
      ShowFeature()
    } withDependencies: {
      world.provide(&$0)
    }
  }

  /// The dialog that asks whether show 1 should be removed. Its title is interpolated as in the feature, because equal
  /// texts need equal translation keys and arguments.
  private let removalQuestion = ConfirmationDialogState<ShowFeature.RemovalAnswer>(titleVisibility: .visible) {
    TextState("Remove “\("Show 1")”?")
  } actions: {
    ButtonState(role: .destructive, action: .confirmed) { TextState("Remove") }
    ButtonState(role: .cancel) { TextState("Cancel") }
  } message: {
    TextState("Its episodes will be removed. If you add it again, your places and favorites come back.")
  }

  @Test func `the search button opens the search field, which can be closed`() async {
    let store = makeStore()
    await store.send(.searchButtonClicked) { $0.isSearching = true }
    await store.send(.searchFieldToggled(false)) { $0.isSearching = false }
  }

  @Test func `a show lists its episodes, the newest first`() async {
    // Given a show that is selected
    let store = makeStore()
    store.exhaustivity = .off
    #expect(store.state.list.isLoading)
    #expect(store.state.title == "Show 1")
    #expect(store.state.author == "Author 1")
    #expect(store.state.summary == "About show 1.")

    // When the library emits its episodes, then the list contains them
    let libraryObservation = await store.send(.opened)
    await store.receive(\.list.loaded)
    #expect(store.state.list.ids == [.sample(13), .sample(12), .sample(11)])
    #expect(store.state.list.rows.map(\.title) == ["Episode 13", "Episode 12", "Episode 11"])
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `the caption contains the author, the frequency and the number of episodes`() async {
    // Given a show with a weekly episode. The date of the newest one is arbitrary
    var show = Show.sample(1)
    show.episodeCount = 3
    world.libraryFile.change { _, episodes in
      // A week has 604,800 seconds.
      for index in 0..<3 {
        episodes[.sample(1)]?[index].publishedAt = Date(timeIntervalSince1970: Double(1_790_000_000 - 604_800 * index))
      }
    }
    let store = makeStore(show)
    store.exhaustivity = .off
    #expect(store.state.caption.description == "Author 1 · 3 episodes")

    // When the episodes are loaded, then their frequency is known
    let libraryObservation = await store.send(.opened)
    await store.receive(\.list.loaded)
    #expect(store.state.caption.description == "Author 1 · weekly · 3 episodes")
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `the frequency of a show follows from the days between its episodes`() {
    /// Returns the frequency of a show whose episodes were published this many days ago.
    func frequency(daysAgo days: Double...) -> ShowFrequency? {
      ShowFrequency(newestFirst: days.map { Date(timeIntervalSince1970: 1_790_000_000 - $0 * 86400) })
    }
    // The median of the days between two episodes decides. In the third line, these days are 7, 7, 1 and 7.
    #expect(frequency(daysAgo: 0, 1, 2, 3) == .daily)
    #expect(frequency(daysAgo: 0, 2, 5, 7) == .severalTimesWeekly)
    #expect(frequency(daysAgo: 0, 7, 14, 15, 22) == .weekly)
    #expect(frequency(daysAgo: 0, 14, 28) == .everyTwoWeeks)
    #expect(frequency(daysAgo: 0, 30, 61) == .monthly)
    // Two episodes are too few. Frequencies of less than one episode in 45 days have no name.
    #expect(frequency(daysAgo: 0, 7) == nil)
    #expect(frequency(daysAgo: 0, 300, 700) == nil)
  }

  @Test func `Play Latest plays the newest episode before the list is loaded`() async {
    let store = makeStore()
    await store.send(.playLatestButtonClicked)
    store.exhaustivity = .off
    await store.receive(\.delegate.list.playToggled)
    await store.finish()
    // Only the newest episode was read from the library.
    #expect(world.libraryFile.loads == [[.sample(13)]])
  }

  @Test func `Play Latest reports a library that cannot be read`() async {
    world.libraryFile.failReads(with: .notFound)
    let store = makeStore()
    await store.send(.playLatestButtonClicked)
    await store.receive(.latestFound(.failure(.notFound)))
    await store.receive(.delegate(.list(.problem(Problem(LibraryError.notFound)))))
  }

  @Test func `the feed error is present until a refresh succeeds`() {
    var show = Show.sample(1)
    #expect(ShowFeature.State(show: show).feedError == nil)
    show.feedStatus = .failed(.timedOut(host: "example.org"))
    #expect(ShowFeature.State(show: show).feedError == .timedOut(host: "example.org"))
    show.feedStatus = .gone
    #expect(ShowFeature.State(show: show).feedError == .gone(show.feedURL))
    show.feedStatus = .current
    #expect(ShowFeature.State(show: show).feedError == nil)
  }

  @Test func `buttons expand and collapse the summary, request a refresh and copy the address`() async {
    let store = makeStore()
    await store.send(.moreButtonClicked) { $0.isSummaryExpanded = true }
    await store.send(.moreButtonClicked) { $0.isSummaryExpanded = false }
    await store.send(.refreshButtonClicked)
    await store.receive(.delegate(.refreshRequested))
    await store.send(.copyAddressButtonClicked)
    await store.finish()
    #expect(world.copied.current == [Show.sample(1).feedURL.absoluteString])
  }

  @Test func `a note counts the recognized episodes, and the health button requests the health page`() async {
    #expect(ShowFeature.State(show: .sample(1)).recognitionNote == nil)
    #expect(
      ShowFeature.State(show: .sample(1), recognizedCount: 1).recognitionNote?.description
        == "1 episode was recognized again")
    #expect(
      ShowFeature.State(show: .sample(1), recognizedCount: 2).recognitionNote?.description
        == "2 episodes were recognized again")
    let store = makeStore()
    await store.send(.healthButtonClicked)
    await store.receive(.delegate(.healthRequested))
  }

  @Test func `removing a show presents a confirmation with a destructive button`() async {
    let store = makeStore()
    await store.send(.removeButtonClicked) { $0.destination = .removal(removalQuestion) }
    guard case .removal(let dialog) = store.state.destination else { return }
    #expect(dialog.title.description == "Remove “Show 1”?")
    #expect(dialog.presentedButtons.map(\.label.description) == ["Remove", "Cancel"])
    #expect(dialog.presentedButtons.map(\.role) == [.destructive, .cancel])
    #expect(dialog.presentedButtons.map(\.action.action) == [.confirmed, nil])
  }

  @Test func `Cancel keeps the show`() async {
    let store = makeStore()
    await store.send(.removeButtonClicked) { $0.destination = .removal(removalQuestion) }
    // The Cancel button has no action of its own, so it only dismisses the dialog. No removal is requested.
    await store.send(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test func `Remove requests the removal once`() async {
    // Given the question whether the show should be removed
    let store = makeStore()
    await store.send(.removeButtonClicked) { $0.destination = .removal(removalQuestion) }

    // When the user confirms, then the parent feature receives the request
    await store.send(.destination(.presented(.removal(.confirmed)))) {
      $0.destination = nil
      $0.isRemoving = true
    }
    await store.receive(.delegate(.removalConfirmed))

    // And when the user confirms again before the removal is done, no second request is sent
    await store.send(.removeButtonClicked) { $0.destination = .removal(removalQuestion) }
    await store.send(.destination(.presented(.removal(.confirmed)))) { $0.destination = nil }
  }

  @Test func `artwork has a stable letter and colour, and the picture of its episode or show`() {
    #expect(Artwork(of: .sample(1, title: "  birds")).initial == "B")
    #expect(Artwork(of: .sample(1, title: "새소리")).initial == "새")
    #expect(Artwork(of: .sample(1, title: "…")).initial == "♪")
    #expect(Artwork(of: .sample(1)) == Artwork(of: .sample(1)))
    var show = Show.sample(1)
    show.artworkURL = URL(string: "https://example.org/cover.jpg")
    #expect(Artwork(of: show).address == URL(string: "https://example.org/cover.jpg"))
    #expect((0..<Artwork.colorCount).contains(Artwork(of: show).colorIndex))

    // And the artwork of an episode has the episode's own picture, or else the show's picture. If the show's artwork is
    // unknown, the letter is still the first letter of the show's title
    var episode = Episode.sample(11)
    #expect(Artwork(of: episode, show: Artwork(of: show), showTitle: "Show 1") == Artwork(of: show))
    episode.artworkURL = .sample("cover.png")
    #expect(Artwork(of: episode, show: Artwork(of: show), showTitle: "Show 1").address == .sample("cover.png"))
    #expect(Artwork(of: .sample(12), show: nil, showTitle: "birds").initial == "B")
  }

  @Test func `a picture keeps the address of the feed that names it`() throws {
    // Given pictures of a show, an episode, a guest, and a show that a directory has found
    var show = Show.sample(1)
    show.feedURL = try #require(URL(string: "https://example.org/feed.xml"))
    show.artworkURL = URL(string: "https://example.org/cover.jpg")
    var episode = Episode.sample(11)
    episode.artworkURL = URL(string: "https://example.org/11.jpg")
    let person = FeedPerson(name: "Ina", pictureURL: URL(string: "https://example.org/ina.jpg"))
    let result = DirectoryResult(feedURL: show.feedURL, title: "Found", artworkURL: show.artworkURL)

    // Then each picture has the address of the feed, also after a conversion to text and back
    let artworks = [
      Artwork(of: show), Artwork(of: episode, show: Artwork(of: show), showTitle: ""),
      Artwork(of: person, in: show.feedURL), Artwork(of: result),
    ]
    for artwork in artworks {
      let picture = try #require(artwork.picture)
      #expect(picture.feed == show.feedURL)
      #expect(picture.address == artwork.address)
      #expect(FeedPicture(picture.description) == picture)
    }

    // And the feed of an episode without a show is unknown, so the episode has no picture
    #expect(Artwork(of: episode, show: nil, showTitle: "").picture == nil)
    // An empty text names no picture.
    #expect(FeedPicture("") == nil)
    // A picture in a local file needs no feed, so its text is the file's address alone.
    #expect(FeedPicture(.sample("cover.png"), in: show.feedURL).description == URL.sample("cover.png").absoluteString)
  }
}
