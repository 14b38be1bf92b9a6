import AppFeatures
import AppTestSupport
import Foundation
import Observation
import Podcasts
import Presentation
import ReducerStore
import ReducerStoreTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct EpisodeFeatureTests {
  let locale = Locale(identifier: "en_US")

  private func state(_ episode: Episode = .sample(11)) -> EpisodeFeature.State {
    EpisodeFeature.State(episode: episode, showTitle: "Show 1", locale: locale)
  }

  private func makeStore(_ episode: Episode = .sample(11)) -> TestStoreOf<EpisodeFeature> {
    TestStore(initialState: state(episode)) { EpisodeFeature() }
  }

  @Test(arguments: [true, false])
  func `a favourite that is toggled is told to the parent, which alone changes it`(isFavorite: Bool) async {
    // Given an episode that is no favourite, or one
    var episode = Episode.sample(11)
    episode.isFavorite = !isFavorite
    let store = makeStore(episode)

    // When that is toggled
    await store.send(.favoriteToggled(isFavorite))

    // Then the parent hears of it, and nothing has changed yet
    await store.receive(.delegate(.favoriteToggled(episode.id, isFavorite)))
    #expect(store.state.isFavorite == !isFavorite)
  }

  @Test func `a favourite that is one already is not marked again`() async {
    let store = makeStore()
    await store.send(.favoriteToggled(false))
  }

  @Test(arguments: [true, false])
  func `the play button asks for this episode, with the name of its show`(isPlaying: Bool) async {
    let store = makeStore()
    await store.send(.playToggled(isPlaying))
    let item = PlayerFeature.Item(episode: .sample(11), showTitle: "Show 1")
    await store.receive(.delegate(.playToggled(item, isPlaying: isPlaying)))
  }

  @Test func `closing dismisses the details`() async {
    let store = makeStore()
    await store.send(.closeButtonClicked)
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func `the details are those of one episode as long as it is that one`() {
    var details = state()
    #expect(details.id == Episode.ID(rawValue: 11))
    #expect(details.title == "Episode 11")
    details.episode.title = "New"
    details.episode.isFavorite = true
    #expect(details.id == Episode.ID(rawValue: 11))
    #expect(details.title == "New")
    #expect(details.isFavorite)
  }

  @Test func `the line below the title tells the date, and the length or what is left of it`() {
    var episode = Episode.sample(11)
    #expect(state(episode).subtitle.description == "Sep 21, 2026 · 10 min")
    episode.playPosition = .seconds(480)
    #expect(state(episode).subtitle.description == "Sep 21, 2026 · 2 min left")
    #expect(state(episode).publicationText.description == "Sep 21, 2026 · 10 min")
    episode.isPlayed = true
    #expect(state(episode).subtitle.description == "Sep 21, 2026 · 10 min · Played")
    episode.publishedAt = nil
    episode.isPlayed = false
    episode.duration = .seconds(42)
    #expect(state(episode).publicationText.description == "42 sec")
    episode.duration = nil
    #expect(state(episode).subtitle.description == "")
    #expect(state(episode).publicationText.description == "")
  }

  @Test func `notes are plain text`() {
    #expect(state().notes == "Notes of episode 11.")
  }

  @Test func `a view of the notes is woken when they change, and not when the favourite or the place does`() {
    // Given a view of the notes, which take time to read
    let store = Store<EpisodeFeature.State, (inout EpisodeFeature.State) -> Void>(initialState: state()) {
      Reduce { state, change in
        change(&state)
        return .none
      }
    }
    let changes = Recorded(0)
    func observe() {
      withObservationTracking {
        _ = store.notes
      } onChange: {
        changes.change { $0 += 1 }
      }
    }
    observe()

    // When other things of the episode change, then it is left alone
    store.send { $0.episode.isFavorite = true }
    store.send { $0.episode.playPosition = .seconds(90) }
    #expect(changes.current == 0)

    // And when the notes do, it is woken
    store.send { $0.episode.summary = "<b>Other</b> notes." }
    #expect(changes.current == 1)
    #expect(store.notes == "Other notes.")
  }

  @Test func `notes follow what the feed says`() {
    var details = state()
    #expect(details.notes == "Notes of episode 11.")
    details.episode.summary = "<b>Other</b> notes."
    #expect(details.notes == "Other notes.")
  }
}
