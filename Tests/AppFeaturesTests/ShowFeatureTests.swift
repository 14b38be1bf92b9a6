import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStoreTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct ShowFeatureTests {
  let world = World.withTwoShows()

  /// A show that was just selected.
  private func makeStore() -> TestStoreOf<ShowFeature> {
    TestStore(initialState: ShowFeature.State(show: .sample(1))) { ShowFeature() } withDependencies: {
      $0.library = world.libraryFile.client
      $0.locale = Locale(identifier: "en_US")
    }
  }

  /// A show whose episodes are known, and which does not listen to the library.
  private func makeFilledStore() -> TestStoreOf<ShowFeature> {
    var state = ShowFeature.State(show: .sample(1))
    state.isLoading = false
    state.episodes = rows([.sample(13), .sample(12), .sample(11)])
    return TestStore(initialState: state) { ShowFeature() } withDependencies: { $0.locale = Locale(identifier: "en_US") }
  }

  private func row(_ episode: Episode) -> EpisodeFeature.State {
    EpisodeFeature.State(episode: episode, showTitle: "Show 1", locale: Locale(identifier: "en_US"))
  }

  private func rows(_ episodes: [Episode]) -> IdentifiedArrayOf<EpisodeFeature.State> {
    IdentifiedArray(uniqueElements: episodes.map(row))
  }

  private let question = ConfirmationDialogState<ShowFeature.Removal>(titleVisibility: .visible) {
    TextState("Remove “\("Show 1")”?")
  } actions: {
    ButtonState(role: .destructive, action: .confirmed) { TextState("Remove") }
    ButtonState(role: .cancel) { TextState("Cancel") }
  } message: {
    TextState("Its episodes, your favorites and your places in them will be removed.")
  }

  @Test func `a show lists its episodes, the newest first`() async {
    // Given a show that is selected
    let store = makeStore()
    #expect(store.state.isLoading)
    #expect(store.state.title == "Show 1")
    #expect(store.state.author == "Author 1")
    #expect(store.state.summary == "About show 1.")

    // When the library tells its episodes, then they are there
    let listening = await store.send(.opened)
    await store.receive(.episodesReceived(.success([.sample(13), .sample(12), .sample(11)]))) {
      $0.isLoading = false
      $0.episodes = rows([.sample(13), .sample(12), .sample(11)])
    }
    #expect(store.state.episodes.map(\.title) == ["Episode 13", "Episode 12", "Episode 11"])
    await listening.cancel()
    await store.finish()
  }

  @Test func `a show that is opened again listens once`() async {
    let store = makeStore()
    await store.send(.opened)
    await store.receive(\.episodesReceived) {
      $0.isLoading = false
      $0.episodes = rows([.sample(13), .sample(12), .sample(11)])
    }
    let listening = await store.send(.opened)
    await store.receive(\.episodesReceived)
    world.libraryFile.tellEpisodes(of: .sample(1), .success([]))
    await store.receive(.episodesReceived(.success([]))) { $0.episodes = [] }
    await listening.cancel()
    await store.finish()
  }

  @Test func `an episode that changes is updated in place`() async {
    // Given the list of a show, and the details of an episode
    let store = makeFilledStore()
    await store.send(.detailsButtonClicked(.sample(12))) { $0.destination = .details(row(.sample(12))) }
    let before = store.state.episodes.map(\._$id)

    // When two episodes get other titles in their feed
    var (first, second) = (Episode.sample(13), Episode.sample(12))
    first.title = "New"
    second.title = "Newer"
    await store.send(.episodesReceived(.success([first, second, .sample(11)]))) {
      $0.episodes[id: .sample(13)]?.episode.title = "New"
      $0.episodes[id: .sample(12)]?.episode.title = "Newer"
      $0.destination = .details(row(second))
    }

    // Then the rows are the same ones
    #expect(store.state.episodes.map(\._$id) == before)
  }

  @Test func `episodes come, go and move with the library`() async {
    let store = makeFilledStore()
    let kept = store.state.episodes[2]._$id
    await store.send(.episodesReceived(.success([.sample(11), .sample(14)]))) { $0.episodes = rows([.sample(11), .sample(14)]) }
    #expect(store.state.episodes[0]._$id == kept)
    await store.send(.episodesReceived(.success([.sample(14), .sample(11)]))) { $0.episodes = rows([.sample(14), .sample(11)]) }
  }

  @Test func `a list that says the same changes nothing`() async {
    let store = makeFilledStore()
    await store.send(.episodesReceived(.success([.sample(13), .sample(12), .sample(11)])))
  }

  @Test func `episodes that cannot be read are told, and those that are known stay`() async {
    let store = makeFilledStore()
    let error = LibraryError.failed(reason: "x")
    await store.send(.episodesReceived(.failure(error)))
    await store.receive(.delegate(.problem(Problem(error))))

    // And a list that was never read does not wait for ever
    let empty = makeStore()
    await empty.send(.episodesReceived(.failure(error))) { $0.isLoading = false }
    await empty.receive(.delegate(.problem(Problem(error))))
  }

  @Test func `details open, and close with their button or their window`() async {
    // Given the list
    let store = makeFilledStore()

    // When the details of an episode are asked for, then they show that episode
    await store.send(.detailsButtonClicked(.sample(12))) { $0.destination = .details(row(.sample(12))) }

    // And they go with their button
    await store.send(.destination(.presented(.details(.closeButtonClicked))))
    await store.receive(.destination(.dismiss)) { $0.destination = nil }

    // And with the window
    await store.send(.detailsButtonClicked(.sample(13))) { $0.destination = .details(row(.sample(13))) }
    await store.send(.destination(.dismiss)) { $0.destination = nil }

    // And an episode that has left the list has none
    await store.send(.detailsButtonClicked(.sample(99)))
  }

  @Test func `removing asks first, with a button that warns`() async {
    let store = makeFilledStore()
    await store.send(.removeButtonClicked) { $0.destination = .removal(question) }
    guard case .removal(let dialog) = store.state.destination else { return }
    #expect(dialog.title.description == "Remove “Show 1”?")
    #expect(dialog.presentedButtons.map(\.label.description) == ["Remove", "Cancel"])
    #expect(dialog.presentedButtons.map(\.role) == [.destructive, .cancel])
    #expect(dialog.presentedButtons.map(\.action.action) == [.confirmed, nil])
  }

  @Test func `Cancel keeps the show`() async {
    let store = makeFilledStore()
    await store.send(.removeButtonClicked) { $0.destination = .removal(question) }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test func `Remove asks the library for the removal, once`() async {
    // Given the question
    let store = makeFilledStore()
    await store.send(.removeButtonClicked) { $0.destination = .removal(question) }

    // When the listener agrees, then the library is asked
    await store.send(.destination(.presented(.removal(.confirmed)))) {
      $0.destination = nil
      $0.isRemoving = true
    }
    await store.receive(.delegate(.removalConfirmed))

    // And when they agree again before it is done, nothing more happens
    await store.send(.removeButtonClicked) { $0.destination = .removal(question) }
    await store.send(.destination(.presented(.removal(.confirmed)))) { $0.destination = nil }
  }

  @Test func `the view's late write of nil does not close what came next`() {
    // Given the question, and then details in its place
    var state = ShowFeature.State(show: .sample(1))
    state.episodes = rows([.sample(13)])
    let store = Store(initialState: state) { ShowFeature() } withDependencies: { world.provide(&$0) }
    let removal = Bindable(wrappedValue: store).scope(state: \.destination?.removal, action: \.destination.removal)
    let details = Bindable(wrappedValue: store).scope(state: \.destination?.details, action: \.destination.details)
    store.send(.removeButtonClicked)
    #expect(removal.wrappedValue != nil)
    store.send(.detailsButtonClicked(.sample(13)))

    // When the question's own window writes that it is gone
    removal.wrappedValue = nil

    // Then the details stay
    #expect(details.wrappedValue != nil)
    store.send(.removeButtonClicked)
    details.wrappedValue = nil
    #expect(removal.wrappedValue != nil)
    removal.wrappedValue = nil
    #expect(store.destination == nil)
  }

  @Test func `artwork is the same letter and colour each time`() {
    #expect(Artwork(of: .sample(1, title: "  birds")).initial == "B")
    #expect(Artwork(of: .sample(1, title: "새소리")).initial == "새")
    #expect(Artwork(of: .sample(1, title: "…")).initial == "♪")
    #expect(Artwork(of: .sample(1)) == Artwork(of: .sample(1)))
    var show = Show.sample(1)
    show.artworkURL = URL(string: "https://example.org/cover.jpg")
    #expect(Artwork(of: show).address == URL(string: "https://example.org/cover.jpg"))
    show.artworkURL = .sample("cover.png")
    #expect(Artwork(of: show).address == .sample("cover.png"))
    #expect((0..<Artwork.colorCount).contains(Artwork(of: show).color))
  }
}
