import AppFeatures
import AppTestSupport
import Podcasts
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of the events that the player receives while the program runs.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct PlayerFeatureListeningTests {
  /// The fake dependencies. In `world.playing`, an episode of 500 seconds is playing at position 0:01.
  let world = PlayerWorld()

  @Test func `the player receives sound events from its launch until the effect is cancelled`() async {
    // Given a player that receives events
    let store = world.makeStore(world.playing)
    let launchEffect = await store.send(.launched)

    // When the fake sound emits events
    world.sound.send(.buffering(world.audio, percent: 40), .paused(world.audio))

    // Then the player receives them in order. A pause writes the place in the episode to the library
    await store.receive(.event(.buffering(world.audio, percent: 40))) { $0.bufferingPercent = 40 }
    await store.receive(.event(.paused(world.audio))) {
      $0.phase = .paused
      $0.startWrite(of: .seconds(1), in: world.episodeID)
    }
    await store.receive(.placeWritten) { $0.journal.writing = nil }

    // And it receives no events after the effect of the launch is cancelled
    await launchEffect.cancel()
    await store.finish()
    world.sound.send(.paused(world.audio))
    await store.finish()
  }

  @Test func `after a second launch, each event is received once`() async {
    let store = world.makeStore(world.playing)
    await store.send(.launched)
    let launchEffect = await store.send(.launched)
    // The test store would report an event that is received twice.
    world.sound.send(.buffering(world.audio, percent: 40))
    await store.receive(.event(.buffering(world.audio, percent: 40))) { $0.bufferingPercent = 40 }
    // The second launch has cancelled the effect of the first one.
    await launchEffect.cancel()
    await store.finish()
  }

  @Test func `an unreferenced player store is deallocated`() async {
    weak var player: StoreOf<PlayerFeature>?
    do {
      let store = Store(initialState: world.playing) {
        PlayerFeature()
      } withDependencies: {
        world.provide(&$0)
      }
      player = store
      store.send(.launched)
      world.sound.send(.buffering(world.audio, percent: 40))
      await until { store.bufferingPercent == 40 }
    }
    // Work that is already scheduled on the main actor may still retain the store.
    await Task.yield()
    #expect(player == nil)
  }
}
