import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of the attempts to reach a server again after a broken connection. The waits before the attempts are 2, 4, 8
/// and 16 seconds, and 30 seconds before each later attempt. The action `retried` starts an attempt.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct PlayerFeatureRecoveryTests {
  /// The fake dependencies. In `world.playing`, an episode of 500 seconds is playing at position 0:01.
  /// A store of `makeNonexhaustiveStore` compares only the state that a test asserts.
  let world = PlayerWorld()
  /// The address of the audio of the episode under test.
  var audio: URL { world.audio }

  @Test func `after a broken connection the player retries automatically at growing intervals`() async {
    // Given an episode whose server fails
    let store = world.makeNonexhaustiveStore(world.playing)
    await store.send(.event(.failed(audio, .unreachable)))
    #expect(store.state.problem == .unreachable)

    // When the first attempt fails too
    await world.clock.advance(by: .seconds(2))
    await store.receive(.retried)
    #expect(world.sound.commands == [.play(audio, .seconds(1))])
    await store.send(.event(.failed(audio, .unreachable)))

    // Then the next attempt follows after four seconds, and not after three
    await world.clock.advance(by: .seconds(3))
    #expect(store.state.phase == .stopped)
    await world.clock.advance(by: .seconds(1))
    await store.receive(.retried)
    await store.send(.event(.playing(audio)))
    #expect(store.state.problem == nil)

    // When playback is ten seconds after the place of the break, 0:01, then the attempts end: this sound does not come
    // from the buffer, so the server answers again
    await store.send(.event(.position(audio, .seconds(11), duration: .seconds(500))))
    #expect(store.state.attempts == nil)
    await store.send(.playButtonToggled(false))
    await store.finish()
  }

  @Test func `audio received before a break does not reset the growing retry intervals`() async {
    // Given an episode whose server is unreachable, and of which one more second is in the buffer
    let store = world.makeNonexhaustiveStore(world.playing)
    // The waits before these attempts add up to a minute.
    for wait in [2, 4, 8, 16, 30] {
      await store.send(.event(.failed(audio, .unreachable)))
      await world.clock.advance(by: .seconds(wait))
      await store.receive(.retried)

      // When an attempt plays that second
      await store.send(.event(.playing(audio)))
      await store.send(.event(.position(audio, .seconds(2), duration: .seconds(500))))
    }

    // Then the next failure notifies the queue, a minute after the break
    await store.send(.event(.failed(audio, .unreachable)))
    await store.receive(.delegate(.stillUnreachable(world.item)))
    // Five attempts have failed, and the player waits for the sixth one.
    #expect(store.state.attempts == 6)
    await store.send(.playButtonToggled(false))
    await store.finish()
  }

  @Test func `the message about a broken connection stays until playback begins`() async {
    let store = world.makeNonexhaustiveStore(world.playing)
    await store.send(.event(.failed(audio, .unreachable)))
    await world.clock.advance(by: .seconds(2))
    await store.receive(.retried)
    #expect(store.state.problem == .unreachable)
    await store.send(.event(.playing(audio)))
    #expect(store.state.problem == nil)
    await store.finish()
  }

  @Test(arguments: [false, true])
  func `a pause or the sleep timer ends the retries after a broken connection`(endsBySleepTimer: Bool) async {
    // Given a player that waits for its next attempt
    let store = world.makeNonexhaustiveStore(world.playing)
    await store.send(.event(.failed(audio, .unreachable)))

    // When the user pauses, or the sleep timer ends
    if endsBySleepTimer {
      await store.send(.sleepTimerSelected(.after(.seconds(1))))
      await world.clock.advance(by: .seconds(1))
      // The timer ticks four times a second while the sound fades, so four times in this last second.
      for _ in 0..<4 { await store.receive(\.sleepTimerTicked) }
    } else {
      await store.send(.playButtonToggled(false))
    }

    // Then no other attempt follows
    #expect(store.state.attempts == nil)
    await world.clock.advance(by: .seconds(60))
    await store.finish()
    #expect(!world.sound.commands.contains { if case .play = $0 { true } else { false } })
  }

  @Test func `a player that waits for its next attempt can be paused`() async {
    let store = world.makeNonexhaustiveStore(world.playing)
    await store.send(.event(.failed(audio, .unreachable)))
    // The user still wants to play, although there is no sound.
    #expect(store.state.isPlaying)
    #expect(store.state.phase == .stopped)
    await store.send(.playButtonToggled(false))
    #expect(!store.state.isPlaying)
    await store.finish()
  }

  @Test func `the failure of an episode that was paused while loading does not advance the queue`() async {
    let store = world.makeStore()
    store.exhaustivity = .off
    await store.send(.queueContinued(world.item))
    await store.send(.playButtonToggled(false))
    // The player notifies the queue with a delegate action. An exhaustive store fails the test if there is such an
    // action, because the test does not receive it.
    store.exhaustivity = .on
    await store.send(.event(.failed(audio, .unreachable))) {
      $0.phase = .stopped
      $0.problem = .unreachable
      $0.pausedAt = nil
    }
    await store.finish()
  }

  @Test func `playing another episode ends the retries for the previous one`() async {
    let store = world.makeNonexhaustiveStore(world.playing)
    await store.send(.event(.failed(audio, .unreachable)))
    await store.send(.playToggled(world.otherItem, isPlaying: true))
    #expect(store.state.attempts == nil && store.state.problem == nil)
    await world.clock.advance(by: .seconds(60))
    await store.finish()
    // The only command to play is for the other episode.
    #expect(world.sound.commands.filter { if case .play = $0 { true } else { false } }.count == 1)
  }

  @Test func `an episode that the queue started is retried, and the queue is notified after a minute`() async {
    let store = world.makeNonexhaustiveStore(PlayerFeature.State())
    await store.send(.queueContinued(world.item))
    // Attempts are allowed, but none has been scheduled yet.
    #expect(store.state.attempts == 0)
    // The waits before these attempts add up to a minute.
    for wait in [2, 4, 8, 16, 30] {
      await store.send(.event(.failed(audio, .unreachable)))
      await world.clock.advance(by: .seconds(wait))
      await store.receive(.retried)
    }
    await store.send(.event(.failed(audio, .unreachable)))
    await store.receive(.delegate(.stillUnreachable(world.item)))
    // Five attempts have failed, and the player waits for the sixth one.
    #expect(store.state.attempts == 6)
    await store.send(.playButtonToggled(false))
    await store.finish()
  }
}
