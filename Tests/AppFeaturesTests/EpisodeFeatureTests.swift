import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of the row and the page of an episode. A sample episode was published on September 21, 2026, and its length is
/// 10 minutes.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct EpisodeFeatureTests {
  let locale = Locale(identifier: "en_US")
  let world = World.withTwoShows()

  private func state(_ episode: Episode = .sample(11)) -> EpisodeFeature.State {
    EpisodeFeature.State(episode: episode, showTitle: "Show 1", locale: locale)
  }

  private func makeStore(_ episode: Episode = .sample(11)) -> TestStoreOf<EpisodeFeature> {
    TestStore(initialState: state(episode)) {
      EpisodeFeature()
    } withDependencies: {
      world.provide(&$0)
    }
  }

  /// Returns episode 11 with changes.
  private func makeEpisode(_ change: (inout Episode) -> Void) -> Episode {
    var episode = Episode.sample(11)
    change(&episode)
    return episode
  }

  @Test(arguments: [true, false])
  func `toggling a favourite notifies the parent and does not change the state`(isFavorite: Bool) async {
    // Given an episode that is not a favourite, or one that is
    let episode = makeEpisode { $0.isFavorite = !isFavorite }
    let store = makeStore(episode)

    // When the favourite is toggled
    await store.send(.favoriteToggled(isFavorite))

    // Then the parent receives the request, and the state has not changed yet
    await store.receive(.delegate(.favoriteToggled(episode.id, isFavorite)))
    #expect(store.state.isFavorite == !isFavorite)
  }

  @Test func `setting a favourite to its current value does nothing`() async {
    let store = makeStore()
    await store.send(.favoriteToggled(false))
  }

  @Test(arguments: [true, false])
  func `the play button sends a request with the episode and the title of its show`(isPlaying: Bool) async {
    let store = makeStore()
    await store.send(.playToggled(isPlaying))
    let item = PlayerFeature.Item(episode: .sample(11), showTitle: "Show 1")
    await store.receive(.delegate(.playToggled(item, isPlaying: isPlaying)))
  }

  @Test func `marking as played and opening details are forwarded to the parent`() async {
    let store = makeStore()
    await store.send(.playedToggled(true))
    await store.receive(.delegate(.playedToggled(.sample(11), true)))
    await store.send(.detailsButtonClicked)
    await store.receive(.delegate(.detailsRequested(.sample(11), showTitle: "Show 1")))
  }

  @Test
  func
    `the subtitle contains the show title if it is requested, the number, the date, and the length or the played mark`()
  {
    #expect(state().subtitle.description == "Sep 21, 2026 · 10 min")
    #expect(state(makeEpisode { $0.isPlayed = true }).subtitle.description == "Sep 21, 2026 · Played")
    let numbered = makeEpisode { ($0.season, $0.number) = (3, 14) }
    #expect(state(numbered).subtitle.description == "S3 E14 · Sep 21, 2026 · 10 min")
    let withShowTitle = EpisodeFeature.State(
      episode: makeEpisode { $0.number = 7 }, showTitle: "Show 1", isShowNamed: true, locale: locale)
    #expect(withShowTitle.subtitle.description == "Show 1 · E7 · Sep 21, 2026 · 10 min")
    let undated = makeEpisode { ($0.publishedAt, $0.duration) = (nil, .seconds(42)) }
    #expect(state(undated).subtitle.description == "42 sec")
    #expect(state(makeEpisode { ($0.publishedAt, $0.duration) = (nil, nil) }).subtitle.description == "")
  }

  @Test func `only a started episode has a progress value and a text with the remaining time`() {
    // Given an episode that was played up to 480 of its 600 seconds
    let started = state(makeEpisode { $0.playPosition = .seconds(480) })
    #expect(started.episode.progress == 0.8)
    #expect(started.remainingText?.description == "2 min left")
    #expect(started.subtitle.description == "Sep 21, 2026")
    // And there is no progress if the episode was not started, is marked as played or has no length
    #expect(state().remainingText == nil)
    #expect(state(makeEpisode { ($0.playPosition, $0.isPlayed) = (.seconds(480), true) }).episode.progress == nil)
    #expect(state(makeEpisode { ($0.playPosition, $0.duration) = (.seconds(480), nil) }).episode.progress == nil)
  }

  @Test func `the accessible name contains title, show, date, length or time left, and state`() {
    #expect(state().accessibleName(isPlaying: false).description == "Episode 11, Show 1, Sep 21, 2026, 10 min")
    let started = makeEpisode { ($0.playPosition, $0.isFavorite) = (.seconds(480), true) }
    #expect(
      state(started).accessibleName(isPlaying: true).description
        == "Episode 11, Show 1, Sep 21, 2026, 2 min left, Favorite, Playing")
    #expect(
      state(makeEpisode { $0.isNew = true }).accessibleName(isPlaying: false).description
        == "Episode 11, Show 1, Sep 21, 2026, 10 min, New")
    #expect(
      state(makeEpisode { $0.isPlayed = true }).accessibleName(isPlaying: false).description
        == "Episode 11, Show 1, Sep 21, 2026, Played")
  }

  @Test func `opening an episode page loads its notes and follows changes of the library`() async {
    // Given an episode with notes, a guest and a chapter
    var details = EpisodeDetails()
    details.people = [FeedPerson(name: "Ina")]
    details.chapters = [FeedChapter(start: .seconds(5), title: "Start")]
    let notes = EpisodeNotes(id: .sample(11), markup: "<p>Some <b>notes</b>.</p>", details: details)
    world.libraryFile.setNotes(notes)
    let store = makeStore()

    // When its page is opened, then the notes, the guest and the chapter are loaded
    let libraryObservation = await store.send(.opened) { $0.contents = EpisodeContentsFeature.State(item: $0.item) }
    await store.receive(.contents(.opened))
    let text = NotesText(NotesClient.plainText.parse(notes.markup))
    await store.receive(.contents(.notesReceived(notes.id, .success(notes), text))) {
      $0.contents?.notes = text
      $0.contents?.details = details
    }
    let chapters = EpisodeChapters(merging: [[Chapter(start: .seconds(5), title: "Start")]])
    await store.receive(.contents(.chaptersReceived(notes.id, chapters))) { $0.contents?.chapters = chapters }

    // And a change of another episode loads nothing
    await store.send(.changed(.episodes([.sample(12)])))

    // And when episode 11, the third one of its show, changes, it is loaded again
    world.libraryFile.change { _, episodes in episodes[.sample(1)]?[2].title = "Renamed" }
    await store.receive(.changed(.all))
    await store.receive(\.reloaded) { [world] in
      var episode = world.libraryFile.episode(.sample(11))!
      // The library reads episodes with the title of their show, and without the summary.
      (episode.summary, episode.showTitle) = ("", "Show 1")
      $0.episode = episode
    }
    #expect(store.state.title == "Renamed")
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test func `a failure to read the notes is shown on the page and ends loading`() async {
    world.libraryFile.failReads(with: .notFound)
    let store = makeStore()
    let libraryObservation = await store.send(.opened) { $0.contents = EpisodeContentsFeature.State(item: $0.item) }
    await store.receive(.contents(.opened))
    // The notes are empty instead of `nil`, which ends the loading.
    await store.receive(.contents(.notesReceived(.sample(11), .failure(.notFound), NotesText(ShowNotes())))) {
      $0.contents?.notes = NotesText(ShowNotes())
      $0.contents?.notesProblem = LibraryError.notFound.message
    }
    await libraryObservation.cancel()
    await store.finish()
  }

  @Test(arguments: [true, false])
  func `the copied link is the address of the episode's page, or of its audio if it has no page`(hasPage: Bool) async {
    let page = URL(string: "https://example.org/11")
    var details = EpisodeDetails()
    details.websiteURL = hasPage ? page : nil
    world.libraryFile.setNotes(EpisodeNotes(id: .sample(11), markup: "", details: details))
    let store = makeStore()
    await store.send(.copyLinkButtonClicked)
    await store.finish()
    #expect(
      world.copied.current == [hasPage ? "https://example.org/11" : Episode.sample(11).enclosure.url.absoluteString])
  }
}
