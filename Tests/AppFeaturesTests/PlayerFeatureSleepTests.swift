import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of the sleep timer.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct PlayerFeatureSleepTests {
  /// The fake dependencies. In the state `world.playing`, an episode of 500 seconds is playing at position 0:01. The
  /// stores that `makeNonexhaustiveStore` creates compare only the state that a test asserts.
  let world = PlayerWorld()
  /// The address of the audio of the episode under test.
  var audio: URL { world.audio }

  @Test func `the sleep timer counts down, fades, pauses and then restores the volume`() async {
    // Given a timer of one minute
    let store = world.makeNonexhaustiveStore(world.playing)
    await store.send(.sleepTimerSelected(.after(.seconds(60))))

    // When half of the time is over, then the timer shows the rest, and the user can add five minutes
    await world.clock.advance(by: .seconds(30))
    await store.receive(.sleepTimerTicked(.seconds(30)))
    #expect(store.state.sleepText == "0:30")
    await store.send(.sleepTimerExtended)
    #expect(store.state.sleepText == "5:30")

    // And when 5:25 of the remaining 5:30 are over, then half of the fade of ten seconds is over
    await world.clock.advance(by: .seconds(325))
    await store.receive(.sleepTimerTicked(.seconds(5)))
    #expect(world.sound.settings.last == .volume(0.5))
    #expect(store.state.isPlaying)

    // And when the time is over, then the sound is paused, and its volume is restored
    await world.clock.advance(by: .seconds(5))
    await store.receive(.sleepTimerTicked(.zero))
    await store.finish()
    #expect(store.state.phase == .paused)
    #expect(store.state.sleepTimer == nil)
    #expect(world.sound.commands == [.pause])
    #expect(world.sound.settings.last { if case .volume = $0 { true } else { false } } == .volume(1))
  }

  // The arguments are one day back and one day ahead, in seconds.
  @Test(arguments: [-86_400.0, 86_400])
  func `the sleep timer ends on time even if the computer's date changes`(dateChange: Double) async {
    // Given a timer of one minute, of which 20 seconds are over
    let date = Recorded(PlayerWorld.now)
    let store = world.makeNonexhaustiveStore(world.playing)
    store.dependencies.now = { date.current }
    await store.send(.sleepTimerSelected(.after(.seconds(60))))
    await world.clock.advance(by: .seconds(20))
    await store.receive(.sleepTimerTicked(.seconds(40)))
    #expect(store.state.sleepText == "0:40")

    // When the date is set a day back or ahead
    date.change { $0 += dateChange }

    // Then the timer continues as before
    await world.clock.advance(by: .seconds(20))
    await store.receive(.sleepTimerTicked(.seconds(20)))
    #expect(store.state.sleepText == "0:20")
    #expect(store.state.isPlaying)
    await world.clock.advance(by: .seconds(20))
    await store.receive(.sleepTimerTicked(.zero))
    await store.finish()
    #expect(store.state.phase == .paused)
    #expect(world.sound.commands == [.pause])
  }

  @Test func `the end-of-episode sleep timer fades the sound and stops the queue`() async {
    var state = world.playing
    state.position = .seconds(494)
    state.sleepTimer = .endOfEpisode
    let store = world.makeNonexhaustiveStore(state)
    await store.send(.event(.position(audio, .seconds(495), duration: .seconds(500))))
    // The fade lasts ten seconds, of which half are over.
    #expect(world.sound.settings.last == .volume(0.5))
    await store.send(.event(.ended(audio)))
    await store.receive(.delegate(.ended(world.item)))
    #expect(store.state.isStoppedBySleepTimer)
    #expect(store.state.sleepTimer == nil)

    // And after the user plays another episode, the queue is not stopped any more
    await store.send(.playToggled(world.otherItem, isPlaying: true))
    await store.finish()
    #expect(!store.state.isStoppedBySleepTimer)
  }

  @Test(arguments: [SleepTimer.endOfEpisode, .endOfChapter])
  func `a playback failure removes a sleep timer for the end of an episode or a chapter and does not advance the queue`(
    timer: SleepTimer
  ) async {
    var state = world.playing
    state.sleepTimer = timer
    let store = world.makeStore(state)
    await store.send(.event(.failed(audio, .notAudio))) {
      $0.phase = .stopped
      $0.problem = .notAudio
      $0.sleepTimer = nil
      $0.soundEndedAt[world.episodeID] = PlayerWorld.now
      $0.startWrite(of: .seconds(1), in: world.episodeID)
    }
    await store.receiveLastPlaceWrite()
  }

  @Test func `a jump back from the end restores the volume that the sleep timer has faded`() async {
    // Given a fade of ten seconds, of which half are over
    var state = world.playing
    state.sleepTimer = .endOfEpisode
    let store = world.makeNonexhaustiveStore(state)
    await store.send(.event(.position(audio, .seconds(495), duration: .seconds(500))))

    // When the user jumps back, then the volume is restored
    await store.send(.positionDragged(.seconds(10)))
    await store.send(.playButtonToggled(false))
    await store.finish()
    let volumes = world.sound.settings.compactMap { if case .volume(let volume) = $0 { volume } else { nil } }
    #expect(volumes == [0.5, 1])
  }

  @Test func `the end-of-episode sleep timer shows the remaining time and can be extended`() async {
    let store = world.makeNonexhaustiveStore(world.playing)
    await store.send(.sleepTimerSelected(.endOfEpisode))
    // Of the 500 seconds, 499 are left, which is 8:19. The extension adds 300.
    #expect(store.state.sleepText == "8:19")
    await store.send(.sleepTimerExtended)
    #expect(store.state.sleepTimer == .after(.seconds(499 + 300)))
    await store.send(.sleepTimerSelected(nil))
    await store.finish()
  }
}
