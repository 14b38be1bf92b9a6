import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of the program's state in the desktop's media controls, and of the requests from the controls.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct MediaControlsTests {
  let world = World.withTwoShows()
  /// The states that the media controls received, in order.
  let receivedStates = Recorded<[MediaState]>([])

  /// Creates a store of the program with episode 11 in the player, playing or paused, or with an empty player.
  private func makeStore(
    isPlaying: Bool, at position: Duration = .seconds(10), hasEpisode: Bool = true
  ) -> TestStoreOf<AppFeature> {
    var state = AppFeature.State()
    if hasEpisode { state.player.item = PlayerFeature.Item(episode: .sample(11), showTitle: "Show 1") }
    state.player.phase = isPlaying ? .playing : .paused
    state.player.position = position
    state.player.journal.places = [.sample(11): position]
    return TestStore(initialState: state) {
      AppFeature()
    } withDependencies: {
      world.provide(&$0)
      $0.mediaControls.update = { [receivedStates] state in receivedStates.change { $0.append(state) } }
    }
  }

  @Test func `starting playback updates the media controls`() async {
    let store = makeStore(isPlaying: false)
    store.exhaustivity = .off

    // When the sound starts
    await store.send(.player(.event(.playing(.sample("audio11.ogg")))))
    await store.finish()

    // Then the controls show the episode
    let state = receivedStates.current.last
    #expect(state?.status == .playing)
    #expect(state?.position == .seconds(10))
    #expect(state?.canSeek == true)
    #expect(
      state?.track
        == MediaState.Track(
          id: .sample(11), title: "Episode 11", showTitle: "Show 1", length: .seconds(600),
          audio: .sample("audio11.ogg")))
  }

  @Test func `an action without a visible change does not update the media controls`() async {
    let store = makeStore(isPlaying: true)
    store.exhaustivity = .off
    // The action ends the opening of addresses. The controls do not show the opening.
    await store.send(.openingEnded)
    await store.finish()
    #expect(receivedStates.current.isEmpty)
  }

  @Test func `the artwork is the episode's picture, or the show's if the episode has none`() {
    var state = AppFeature.State()
    var show = Show.sample(1)
    show.artworkURL = .sample("show.png")
    state.library.artworks = [show.id: Artwork(of: show)]
    state.player.item = PlayerFeature.Item(episode: .sample(11), showTitle: "Show 1")
    #expect(MediaState(state).track?.artwork == .sample("show.png"))
    state.player.item?.episode.artworkURL = .sample("episode.png")
    #expect(MediaState(state).track?.artwork == .sample("episode.png"))
    #expect(MediaState(state).track?.feed == show.feedURL)

    // And without the artwork of the show, the episode's picture is not used either, because the feed is not known
    state.library.artworks = [:]
    #expect(MediaState(state).track?.artwork == nil)
  }

  @Test func `the queue count contains all entries except the episode in the player`() {
    var state = AppFeature.State()
    state.player.item = PlayerFeature.Item(episode: .sample(11), showTitle: "Show 1")
    // The queue has 201 entries. The first entry is the episode in the player. The list in the controls, `mediaQueue`,
    // contains only one of the entries.
    state.queue.entries = (11...211).map { QueueEntry(id: .sample($0)) }
    state.mediaQueue = [MediaState.Track(id: .sample(12), title: "", showTitle: "")]
    #expect(MediaState(state).queueCount == 200)
    state.player.item = nil
    #expect(MediaState(state).queueCount == 201)
  }

  @Test func `entries of a queue that became empty while they were read are not shown`() async {
    // Given a queue with one entry, which is being read
    let store = makeStore(isPlaying: false, hasEpisode: false)
    store.exhaustivity = .off
    let gate = Gate()
    store.dependencies.episodes.episodes = { ids in
      _ = await gate.pass()
      return ids.map { .sample($0.rawValue) }
    }
    await store.send(.queue(.entriesReceived(.success([QueueEntry(id: .sample(12))]))))
    await gate.waitForArrivals(1)

    // When the queue becomes empty before the entry is read, then the controls list no entry
    await store.send(.queue(.entriesReceived(.success([]))))
    gate.open()
    await store.finish()
    #expect(store.state.mediaQueue == [])
  }

  @Test func `an episode that waits for the network is reported as buffering`() {
    var state = AppFeature.State()
    state.player.item = PlayerFeature.Item(episode: .sample(11), showTitle: "Show 1")
    state.player.phase = .playing
    state.player.bufferingPercent = 30
    #expect(MediaState(state).isBuffering)
  }

  /// Each argument consists of a command, whether the player plays, and the action that the player should receive.
  @Test(arguments: [
    (MediaCommand.play, false, PlayerFeature.Action.playButtonToggled(true)),
    (.pause, true, .playButtonToggled(false)),
    (.playPause, true, .playButtonToggled(false)),
    (.playPause, false, .playButtonToggled(true)),
    (.previous, true, .positionDragged(.zero)),
    (.skip(.seconds(-15)), true, .skipped(.seconds(-15))),
    (.setRate(1.5), true, .rateSelected(1.5)),
    (.setVolume(0.5), true, .volumeChanged(0.5)),
    (.seek(Episode.ID(rawValue: 11), .seconds(90)), true, .positionDragged(.seconds(90))),
  ])
  func `a media command is sent to the player as an action that fits the state of playback`(
    command: MediaCommand, isPlaying: Bool, action: PlayerFeature.Action
  ) async {
    let store = makeStore(isPlaying: isPlaying)
    store.exhaustivity = .off
    await store.send(.media(command))
    await store.receive(.player(action))
    await store.finish()
  }

  @Test func `a seek in another episode is ignored`() async {
    let store = makeStore(isPlaying: true)
    store.exhaustivity = .off
    await store.send(.media(.seek(.sample(12), .seconds(90))))
    await store.finish()
    #expect(store.state.player.position == .seconds(10))
    #expect(world.sound.commands.isEmpty)
  }

  @Test func `a play command with an episode id plays that episode`() async {
    let store = makeStore(isPlaying: true)
    store.exhaustivity = .off
    await store.send(.media(.playEpisode(.sample(21))))
    await store.receive { action in
      guard case .player(.playToggled(let item, isPlaying: true)) = action else { return false }
      return item.episode.id == .sample(21)
    }
    await store.finish()
    #expect(world.sound.commands.contains(.play(.sample("audio21.ogg"), .zero)))
  }

  @Test func `Play before the last played episode is restored plays it, not the first of the queue`() async throws {
    // Given a queue with episode 12. Episode 21 was played last and is not in the player yet.
    try await world.libraryFile.queueClient.playLast([.sample(12)])
    world.libraryFile.change { _, episodes in
      episodes[Show.ID(rawValue: 2)]![0].lastPlayedAt = Date(timeIntervalSince1970: 2)
    }
    let store = makeStore(isPlaying: false, hasEpisode: false)
    store.exhaustivity = .off
    await store.send(.queue(.launched))
    await store.receive(\.queue.entriesReceived)
    await store.send(.media(.play))
    await store.receive(.media(.playEpisode(.sample(21))))
    await store.finish()
  }

  @Test func `a play command for a missing episode is only logged`() async {
    let store = makeStore(isPlaying: true)
    store.exhaustivity = .off
    await store.send(.media(.playEpisode(.sample(99))))
    await store.finish()
    #expect(world.logged.current == ["There is no episode 99 to play."])
  }

  @Test func `an open command with a feed address opens the feed`() async {
    let store = makeStore(isPlaying: true)
    store.exhaustivity = .off
    await store.send(.media(.open("https://example.org/feed.xml")))
    await store.receive(.openRequested(["https://example.org/feed.xml"]))
    await store.finish()
  }

  @Test func `an open command with the address of an episode's audio plays the episode`() async {
    let store = makeStore(isPlaying: true)
    store.exhaustivity = .off
    await store.send(.media(.open(Episode.sample(21, of: 2).enclosure.url.absoluteString)))
    await store.receive(.media(.playEpisode(.sample(21))))
    await store.finish()
  }

  /// The queue contains the episodes 11 and 12, but not 99. Episode 13 is added after the episode with the id `after`.
  @Test(
    arguments: [(nil, [13, 11, 12]), (11, [11, 13, 12]), (12, [11, 12, 13]), (99, [13, 11, 12])] as [(Int64?, [Int64])])
  func `adding a track inserts its episode after an episode of the queue, or at the start of the queue`(
    after: Int64?, expectedQueue: [Int64]
  ) async throws {
    try await world.libraryFile.queueClient.playLast([.sample(11), .sample(12)])
    let store = makeStore(isPlaying: true)
    store.exhaustivity = .off
    await store.send(.queue(.launched))
    await store.receive(\.queue.entriesReceived)
    let address = Episode.sample(13).enclosure.url.absoluteString
    await store.send(.media(.addTrack(address, after: after.map { Episode.ID(rawValue: $0) }, plays: false)))
    await until { world.libraryFile.queue.map(\.rawValue) == expectedQueue }
    await store.skipInFlightEffects()
  }

  @Test func `an added track can be played immediately, and an unknown address is only logged`() async {
    let store = makeStore(isPlaying: true)
    store.exhaustivity = .off
    await store.send(.media(.addTrack(Episode.sample(13).enclosure.url.absoluteString, after: nil, plays: true)))
    await store.receive(.media(.playEpisode(.sample(13))))
    await store.send(.media(.addTrack("https://example.org/other.mp3", after: nil, plays: true)))
    await store.finish()
    #expect(world.logged.current == ["There is no episode to queue at “https://example.org/other.mp3”."])
  }

  @Test func `media commands are received after the launch`() async {
    let (commands, continuation) = AsyncStream.makeStream(of: MediaCommand.self)
    let store = world.makeProgram { $0.mediaControls.commands = { commands } }
    store.send(.launched([]))
    // When the program receives a request to play an episode
    continuation.yield(.playEpisode(.sample(11)))
    // Then the episode plays
    await until { store.player.item?.episode.id == .sample(11) }
  }
}
