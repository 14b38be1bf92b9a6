import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStore
import ReducerStoreTesting

/// The fake dependencies of `PlayerFeature`: a library in memory, a sound whose events a test sends, and a clock that
/// only the test advances.
@MainActor
struct PlayerWorld {
  let libraryFile = FakeLibrary(
    shows: [.sample(1), .sample(2)],
    episodes: [
      Show.ID(rawValue: 1): [.sample(13), .sample(12), .sample(11)],
      Show.ID(rawValue: 2): [.sample(21, of: 2)],
    ])
  /// The player of the audio, which records its commands and plays nothing.
  let sound = FakePlayer()
  let clock = TestClock()
  let writes = PendingWrites()
  /// The settings of `makeNonexhaustiveStore`. Other stores have no settings.
  let preferences = FakePreferences()
  let credentials = FakeCredentials()
  let downloads = FakeDownloads()
  let showSettings = StoredShowSettings()
  /// The messages that the feature has written to the log.
  let logged = Recorded<[String]>([])
  /// The current date in these tests.
  nonisolated static let now = Date(timeIntervalSince1970: 1_790_000_000)

  /// The episode that most tests play, with the title of its show.
  let item = PlayerFeature.Item(episode: .sample(11), showTitle: "Show 1")
  /// Another episode of the same show.
  let otherItem = PlayerFeature.Item(episode: .sample(12), showTitle: "Show 1")
  /// The id of the item's episode.
  var episodeID: Episode.ID { item.episode.id }
  /// The address of the item's audio.
  var audio: URL { item.episode.enclosure.url }

  /// Returns the item whose episode was played up to a place.
  func item(playedUpTo place: Duration) -> PlayerFeature.Item {
    var item = item
    item.episode.playPosition = place
    return item
  }

  /// The state of the player while the item is playing at position 0:01. The item is 500 seconds long.
  var playing: PlayerFeature.State {
    var state = PlayerFeature.State()
    state.item = item
    state.phase = .playing
    state.position = .seconds(1)
    state.knownDuration = .seconds(500)
    // An episode counts as played only at its very end, except in `PlayerFeatureEndTests`.
    state.preferences.playedBeforeEnd = 0
    // The last recorded place is the beginning.
    state.journal.places = [episodeID: .zero]
    return state
  }

  /// The state of the player for an item that should continue at 300 seconds, but whose sound started at the beginning.
  var playingFromTheStart: PlayerFeature.State {
    var state = playing
    state.item = item(playedUpTo: .seconds(300))
    state.position = .seconds(2)
    state.requestedPlace = .seconds(300)
    state.journal.places = [episodeID: .seconds(300)]
    return state
  }

  /// Creates a store whose settings emit no values.
  func makeStore(_ state: PlayerFeature.State = PlayerFeature.State()) -> TestStoreOf<PlayerFeature> {
    TestStore(initialState: state) {
      PlayerFeature()
    } withDependencies: {
      provide(&$0)
    }
  }

  /// Creates a store whose settings can be written. State changes without an assertion are not compared.
  func makeNonexhaustiveStore(_ state: PlayerFeature.State) -> TestStoreOf<PlayerFeature> {
    let store = TestStore(initialState: state) {
      PlayerFeature()
    } withDependencies: {
      provide(&$0)
      $0.preferences = preferences.client
    }
    store.exhaustivity = .off
    return store
  }

  /// Sets the fake dependencies of a store.
  func provide(_ values: inout DependencyValues) {
    values.library = libraryFile.client
    values.episodes = libraryFile.episodesClient
    values.player = sound.client
    values.credentials = credentials.client
    values.downloads = downloads.client
    values.playbackSource = { [downloads] in await downloads.client.playbackSource(of: $0, at: $1) }
    values.writes = writes
    values.continuousClock = clock
    // The settings emit no values.
    values.preferences = PreferencesClient(
      values: { AsyncStream { $0.finish() } }, save: { _ throws(PreferencesError) in })
    values.showSettings = showSettings.client
    values.now = { Self.now }
    values.log = { [logged] message in logged.change { $0.append(message) } }
    values.locale = Locale(identifier: "en_US")
  }
}

extension PlayerFeature.State {
  /// Changes the state to a pause by the user, at the date of these tests.
  mutating func pauseByUser() {
    phase = .paused
    pausedAt = PlayerWorld.now
  }

  /// Changes the state to the one after a place was recorded and its write started.
  mutating func startWrite(of place: Duration, in episode: Episode.ID) {
    journal.places[episode] = place
    journal.writing = .place(place, in: episode)
  }
}

extension TestStore where State == PlayerFeature.State, Action == PlayerFeature.Action {
  /// Receives the success of the running write, which is the write of a place or a played mark. Checks that no other
  /// write starts, and that all effects have ended.
  func receiveLastPlaceWrite(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      .placeWritten, assert: { $0.journal.writing = nil }, fileID: fileID, filePath: filePath, line: line,
      column: column)
    await finish(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
