import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of the point at which an episode counts as played, and of the player after a restart.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct PlayerFeatureEndTests {
  /// The fake dependencies. In `world.playing`, an episode of 500 seconds is playing at position 0:01.
  let world = PlayerWorld()
  /// The id of the episode under test.
  var id: Episode.ID { world.episodeID }
  /// The address of the audio of the episode under test.
  var audio: URL { world.audio }

  /// Returns the state of the player while an episode of 1000 seconds plays at a place. The episode counts as played
  /// `playedBeforeEnd` seconds before its end.
  private func playing(at place: Duration, playedBeforeEnd: Int = 30) -> PlayerFeature.State {
    var state = world.playing
    state.position = place
    state.knownDuration = .seconds(1000)
    state.preferences.playedBeforeEnd = playedBeforeEnd
    state.journal.places = [id: place]
    return state
  }

  @Test func `an episode is marked as played shortly before its end and keeps the mark`() async {
    // Given an episode that plays one second before its last thirty seconds
    let store = world.makeStore(playing(at: .seconds(969)))

    // When its last thirty seconds begin. The place of a played episode is zero.
    await store.send(.event(.position(audio, .seconds(970), duration: nil))) {
      $0.position = .seconds(970)
      $0.journal.places = [id: .zero]
      $0.journal.played = [id]
      $0.journal.writing = .played(id, isPlayed: true)
    }
    await store.receiveLastPlaceWrite()

    // Then it is marked as played, and later positions, a pause and the program's end do not change the mark
    await store.send(.event(.position(audio, .seconds(990), duration: nil))) { $0.position = .seconds(990) }
    await store.send(.playButtonToggled(false)) {
      $0.pauseByUser()
    }
    await store.send(.quitRequested) { $0.phase = .stopped }
    await store.finish()
    #expect(world.libraryFile.writes == [.setPlayed(id, isPlayed: true)])
  }

  @Test func `a jump back from the end removes the played mark`() async {
    var state = playing(at: .seconds(980))
    state.journal.played = [id]
    state.journal.places = [id: .zero]
    let store = world.makeStore(state)
    store.exhaustivity = .off
    await store.send(.positionDragged(.seconds(100)))
    await store.finish()
    #expect(world.libraryFile.writes == [.setPlayed(id, isPlayed: false), .savePosition(id, .seconds(100))])
  }

  // The setting `playedBeforeEnd` in seconds, a place in an episode of 1000 seconds, and whether the episode counts as
  // played at this place. A twentieth of the episode is 50 seconds, so 120 has the effect of 50. 0 means never before
  // the end.
  @Test(
    arguments: [(0, 999, false), (120, 949, false), (120, 950, true), (15, 984, false), (15, 985, true)]
      as [(Int, Int, Bool)])
  func `the settings define how close to the end counts as played, up to a twentieth of the episode`(
    playedBeforeEnd: Int, place: Int, isPlayed: Bool
  ) async {
    let store = world.makeStore(playing(at: .seconds(place - 1), playedBeforeEnd: playedBeforeEnd))
    store.exhaustivity = .off
    await store.send(.event(.position(audio, .seconds(place), duration: nil)))
    // The pause writes the place, unless the episode counts as played.
    await store.send(.event(.paused(audio)))
    await store.finish()
    #expect(
      world.libraryFile.writes == [isPlayed ? .setPlayed(id, isPlayed: true) : .savePosition(id, .seconds(place))])
  }

  @Test func `sound that ends too early is reported as an error, and the place is kept`() async {
    // Given an episode of 1000 seconds that plays at 400 seconds
    let store = world.makeStore(playing(at: .seconds(400)))

    // When the sound ends there, because the server stopped sending it
    await store.send(.event(.ended(audio))) {
      $0.earlyEnd = .seconds(400)
      $0.phase = .stopped
      $0.problem = .endedEarly
      $0.soundEndedAt[id] = PlayerWorld.now
    }

    // Then the error is shown, and the episode is not marked as played
    await store.receive(.delegate(.failed(world.item, .endedEarly, wasPlaying: true)))
    await store.finish()
    #expect(world.libraryFile.writes.isEmpty)

    // And the episode continues from that place when it is played again
    await store.send(.playButtonToggled(true)) {
      $0.phase = .loading(thenPlaying: true)
      $0.problem = nil
      $0.requestedPlace = .seconds(400)
    }
    #expect(world.sound.commands == [.play(audio, .seconds(400))])
  }

  @Test func `a second early end near the place of the first one counts as the end of the episode`() async {
    // Given an episode of 1000 seconds whose sound has already ended too early, less than five seconds before the
    // current place
    var state = playing(at: .seconds(402))
    state.earlyEnd = .seconds(400)
    let store = world.makeStore(state)
    await store.send(.event(.ended(audio))) {
      $0.phase = .stopped
      $0.position = .zero
      $0.journal.places = [id: .zero]
      $0.journal.played = [id]
      $0.journal.writing = .played(id, isPlayed: true)
    }
    await store.receive(.delegate(.ended(world.item)))
    await store.receiveLastPlaceWrite()
  }

  // The place is the end of the file. Up to a quarter of the feed's 1000 seconds may be missing.
  @Test(arguments: [(751, true), (749, false)])
  func `a file that is much shorter than the length in its feed ends too early`(place: Int, countsAsEnd: Bool) async {
    var state = playing(at: .seconds(place))
    state.knownDuration = .seconds(place)
    state.item?.episode.duration = .seconds(1000)
    let store = world.makeStore(state)
    store.exhaustivity = .off
    await store.send(.event(.position(audio, .seconds(place), duration: .seconds(place))))
    await store.send(.event(.ended(audio)))
    if countsAsEnd { await store.receive(\.delegate.ended) } else { await store.receive(\.delegate.failed) }
    await store.finish()
  }

  // Up to a twentieth of the known 1000 seconds may be missing.
  @Test(arguments: [(950, true), (949, false)])
  func `an end close to the known length counts as the end of the episode`(place: Int, countsAsEnd: Bool) async {
    let store = world.makeStore(playing(at: .seconds(place)))
    store.exhaustivity = .off
    await store.send(.event(.ended(audio)))
    if countsAsEnd { await store.receive(\.delegate.ended) } else { await store.receive(\.delegate.failed) }
    await store.finish()
  }

  @Test func `after a restart the player contains the last played episode at its place`() async {
    // Given a library in which two episodes were played, one after the other
    world.libraryFile.change { _, episodes in
      episodes[Show.ID(rawValue: 1)]![0].lastPlayedAt = Date(timeIntervalSince1970: 1)
      episodes[Show.ID(rawValue: 2)]![0].lastPlayedAt = Date(timeIntervalSince1970: 2)
      episodes[Show.ID(rawValue: 2)]![0].playPosition = .seconds(77)
    }
    let store = world.makeStore()
    store.exhaustivity = .off

    // When the program starts
    let launchEffect = await store.send(.launched)
    await store.receive(\.restored)

    // Then the more recent episode, the only one of show 2, is in the player, at its place, without sound
    #expect(store.state.item?.episode.id == Episode.ID(rawValue: 21))
    #expect(store.state.item?.showTitle == "Show 2")
    #expect(store.state.position == .seconds(77))
    #expect(!store.state.isPlaying)
    #expect(world.sound.commands.isEmpty)

    // And the play button continues 20 seconds before that place, because the last playback was more than a day ago
    await store.send(.playButtonToggled(true))
    #expect(world.sound.commands == [.play(.sample("audio21.ogg"), .seconds(57))])
    await launchEffect.cancel()
    await store.finish()
  }

  @Test func `a restored episode does not replace an episode that already plays`() async {
    let store = world.makeStore(world.playing)
    // The store is exhaustive, so this call expects that the state does not change.
    await store.send(.restored(world.otherItem))
  }
}
