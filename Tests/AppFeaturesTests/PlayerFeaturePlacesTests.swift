import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of the user's place: which positions are saved as the place, and which are not. A *kept* place is a place that
/// playback has not reached yet.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct PlayerFeaturePlacesTests {
  /// The fake dependencies. In `world.playing`, an episode of 500 seconds is playing at position 0:01.
  /// In `world.playingFromTheStart`, its place is 300 seconds, but its sound has started at the beginning
  /// and is at position 0:02.
  let world = PlayerWorld()
  /// The episode under test, with the title of its show.
  var item: PlayerFeature.Item { world.item }
  /// The id of the episode under test.
  var id: Episode.ID { world.episodeID }
  /// The address of the audio of the episode under test.
  var audio: URL { world.audio }

  /// Speeds, and the places that are written while an episode plays for 21 seconds at each speed. During playback, a
  /// position is written if the position of the next second is at least five seconds after the last written place. The
  /// end of the program writes the last position, unless it is already written.
  private nonisolated static let placesBySpeed: [(Double, [Double])] = [
    (1, [4, 8, 12, 16, 20, 21]),
    (1.9, [3.8, 7.6, 11.4, 15.2, 19, 22.8, 26.6, 30.4, 34.2, 38, 39.9]),
    (3, [3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 63]),
  ]

  @Test(arguments: placesBySpeed)
  func `the written place is at most five seconds behind playback`(rate: Double, places: [Double]) async {
    // Given an episode that plays at a speed from the start
    var state = world.playing
    state.settings.rate = rate
    state.position = .zero
    let store = world.makeStore(state)

    // When it plays for 21 seconds, with a position in each second, and the program ends.
    // The end writes the last place. At three times the speed, this place was already written during playback.
    let isLastPlaceWrittenAtEnd = rate != 3
    var lastWritten = Duration.zero
    for second in 1...21 {
      let place = Duration.seconds(Double(second) * rate)
      let isWritten = places.dropLast(isLastPlaceWrittenAtEnd ? 1 : 0).contains {
        abs($0 - Double(second) * rate) < 0.01
      }
      // Then at most five seconds are lost if the program is killed before this position is received
      #expect(place - lastWritten <= .seconds(5))
      if isWritten { lastWritten = place }
      await store.send(.event(.position(audio, place, duration: nil))) {
        $0.position = place
        if isWritten { $0.startWrite(of: place, in: id) }
      }
      if isWritten { await store.receiveLastPlaceWrite() }
    }
    await store.send(.quitRequested) {
      $0.phase = .stopped
      if isLastPlaceWrittenAtEnd { $0.startWrite(of: .seconds(21 * rate), in: id) }
    }
    if isLastPlaceWrittenAtEnd { await store.receiveLastPlaceWrite() }

    // And no other places are written. They are compared in tenths of a second, because multiples of 1.9 are not exact.
    #expect(world.libraryFile.savedPositions.map { ($0 / .seconds(1) * 10).rounded() / 10 } == places)
  }

  @Test func `positions received before playback begins do not overwrite the listener's place`() async {
    // Given an episode that is loading, and will continue at the listener's place of 61 seconds
    let item = world.item(playedUpTo: .seconds(61))
    let store = world.makeStore()
    await store.send(.playToggled(item, isPlaying: true)) {
      $0.item = item
      $0.position = .seconds(61)
      $0.phase = .loading(thenPlaying: true)
      $0.requestedPlace = .seconds(61)
      $0.journal.places = [id: .seconds(61)]
    }

    // When the player reports the position zero first
    await store.send(.event(.position(audio, .zero, duration: .seconds(500)))) { $0.knownDuration = .seconds(500) }
    await store.send(.event(.buffering(audio, percent: 10))) { $0.bufferingPercent = 10 }

    // Then the duration is used, but the listener's place is not overwritten
    #expect(store.state.duration == .seconds(500))
    await store.send(.quitRequested) {
      $0.phase = .stopped
      $0.bufferingPercent = nil
    }
    await store.finish()
    #expect(world.libraryFile.writes.isEmpty)
  }

  @Test func `the end marks the episode as played and rewinds it`() async {
    // Given an episode that buffers while its last position is reported
    var state = world.playing
    state.bufferingPercent = 80
    let store = world.makeStore(state)
    await store.send(.event(.position(audio, .seconds(500), duration: nil))) {
      $0.position = .seconds(500)
      $0.startWrite(of: .seconds(500), in: id)
    }
    await store.receiveLastPlaceWrite()

    // When it reaches its end
    await store.send(.event(.ended(audio))) {
      $0.phase = .stopped
      $0.bufferingPercent = nil
      $0.position = .zero
      $0.journal.places = [id: .zero]
      $0.journal.played = [id]
      $0.journal.writing = .played(id, isPlayed: true)
    }
    await store.receive(.delegate(.ended(world.item)))
    await store.receiveLastPlaceWrite()

    // Then it is marked as played, its place is the beginning, and no other place is written after that
    await store.send(.event(.position(audio, .seconds(500), duration: nil)))
    await store.send(.quitRequested)
    await store.finish()
    #expect(world.libraryFile.writes == [.savePosition(id, .seconds(500)), .setPlayed(id, isPlayed: true)])
    #expect(world.libraryFile.episode(id)?.playPosition == .zero)

    // And playing it again starts at the beginning
    await store.send(.playButtonToggled(true)) {
      $0.phase = .loading(thenPlaying: true)
      $0.requestedPlace = .zero
    }
    // The sound was stopped by `quitRequested`.
    #expect(world.sound.commands == [.stop, .play(audio, .zero)])
  }

  @Test func `a pause event of the player changes the phase and writes the place`() async {
    let store = world.makeStore(world.playing)
    await store.send(.event(.paused(audio))) {
      $0.phase = .paused
      $0.startWrite(of: .seconds(1), in: id)
    }
    await store.receiveLastPlaceWrite()

    // A position that arrives during the pause is also written.
    await store.send(.event(.position(audio, .seconds(2), duration: nil))) {
      $0.position = .seconds(2)
      $0.startWrite(of: .seconds(2), in: id)
    }
    await store.receiveLastPlaceWrite()
    #expect(world.libraryFile.savedPositions == [.seconds(1), .seconds(2)])
    #expect(world.sound.commands.isEmpty)
  }

  @Test func `a server that can only start at the beginning does not overwrite the listener's place`() async {
    // Given an episode that was played up to 300 seconds, on a server that cannot send audio from that place
    let store = world.makeStore(world.playingFromTheStart)

    // When the sound plays from the start for a while
    await store.send(.event(.position(audio, .seconds(20), duration: nil))) { $0.position = .seconds(20) }

    // Then the position of the sound is shown, and the library keeps the place when another episode is selected
    let other = world.otherItem
    await store.send(.playToggled(other, isPlaying: true)) {
      $0.item = other
      $0.position = .zero
      $0.phase = .loading(thenPlaying: true)
      $0.requestedPlace = .zero
      $0.knownDuration = nil
      $0.soundEndedAt[world.episodeID] = PlayerWorld.now
      $0.journal.places[other.episode.id] = .zero
    }
    await store.send(.quitRequested) { $0.phase = .stopped }
    await store.finish()
    #expect(world.libraryFile.writes.isEmpty)
  }

  @Test func `a kept place advances after playback reaches it`() async {
    let store = world.makeStore(world.playingFromTheStart)
    // Before the kept place of 300 seconds, no position is written. At this place, the position equals the saved place.
    for second in stride(from: 30, through: 270, by: 30) {
      await store.send(.event(.position(audio, .seconds(second), duration: nil))) { $0.position = .seconds(second) }
    }
    await store.send(.event(.position(audio, .seconds(300), duration: nil))) {
      $0.position = .seconds(300)
      $0.requestedPlace = nil
    }
    await store.send(.event(.position(audio, .seconds(330), duration: nil))) {
      $0.position = .seconds(330)
      $0.startWrite(of: .seconds(330), in: id)
    }
    await store.receiveLastPlaceWrite()
    #expect(world.libraryFile.savedPositions == [.seconds(330)])
  }

  @Test func `a kept place counts as reached when playback is at most five seconds before it`() async {
    // Given an episode that should continue at 300 seconds
    let store = world.makeStore(world.playingFromTheStart)

    // When the sound is more than five seconds before the place, and then exactly five seconds before it
    await store.send(.event(.position(audio, .milliseconds(294_999), duration: nil))) {
      $0.position = .milliseconds(294_999)
    }
    await store.send(.event(.position(audio, .seconds(295), duration: nil))) {
      $0.position = .seconds(295)
      $0.requestedPlace = nil
      $0.startWrite(of: .seconds(295), in: id)
    }
    await store.receiveLastPlaceWrite()
  }

  @Test func `a pause replaces the kept place with the current position`() async {
    let store = world.makeStore(world.playingFromTheStart)
    await store.send(.playButtonToggled(false)) {
      $0.pauseByUser()
      $0.requestedPlace = nil
      $0.startWrite(of: .seconds(2), in: id)
    }
    await store.receiveLastPlaceWrite()
    #expect(world.libraryFile.savedPositions == [.seconds(2)])
  }

  @Test func `skipping moves the position by a duration, but not before the start`() async {
    // Given an episode that plays at position 0:01
    let store = world.makeStore(world.playing)

    // When the user skips forward by half a minute
    await store.send(.skipped(.seconds(30))) {
      $0.position = .seconds(31)
      $0.skipsIntro = false
      $0.requestedPlace = .seconds(31)
      $0.startWrite(of: .seconds(31), in: id)
    }
    await store.receiveLastPlaceWrite()

    // Then the sound follows, and skipping back stops at the start
    await store.send(.skipped(.seconds(-60))) {
      $0.position = .zero
      $0.requestedPlace = .zero
      $0.startWrite(of: .zero, in: id)
    }
    await store.receiveLastPlaceWrite()
    #expect(world.sound.commands == [.seek(.seconds(31)), .seek(.zero)])
  }

  @Test func `skipping without a known length does nothing`() async {
    var stateWithoutLength = world.playing
    stateWithoutLength.item?.episode.duration = nil
    stateWithoutLength.knownDuration = nil
    let store = world.makeStore(stateWithoutLength)
    await store.send(.skipped(.seconds(30)))
    #expect(world.sound.commands.isEmpty)
  }

  @Test func `a jump replaces the kept place with its target`() async {
    // Given an episode that plays from the start although the user's place is later
    let store = world.makeStore(world.playingFromTheStart)

    // When the user jumps from 0:02 to ten seconds, before the kept place of 300 seconds, and the sound follows
    await store.send(.positionDragged(.seconds(10))) {
      $0.position = .seconds(10)
      $0.skipsIntro = false
      $0.requestedPlace = .seconds(10)
      $0.startWrite(of: .seconds(10), in: id)
    }
    await store.receiveLastPlaceWrite()
    await store.send(.event(.position(audio, .seconds(10), duration: nil))) { $0.requestedPlace = nil }
    await store.send(.event(.position(audio, .seconds(16), duration: nil))) {
      $0.position = .seconds(16)
      $0.startWrite(of: .seconds(16), in: id)
    }
    await store.receiveLastPlaceWrite()

    // Then the library has the target of the jump, and then the position of the sound
    #expect(world.libraryFile.savedPositions == [.seconds(10), .seconds(16)])
  }

  @Test func `a pause before playback begins keeps the place if the server starts at the beginning`() async {
    // Given an episode that was paused while it was loading
    var loading = world.playingFromTheStart
    loading.phase = .loading(thenPlaying: false)
    loading.position = .seconds(300)
    loading.knownDuration = nil
    let store = world.makeStore(loading)

    // When the sound is loaded, and pauses at the start
    await store.send(.event(.paused(audio))) { $0.phase = .paused }
    await store.send(.event(.position(audio, .zero, duration: .seconds(500)))) {
      $0.position = .zero
      $0.knownDuration = .seconds(500)
    }

    // Then the library keeps the place
    await store.send(.quitRequested) { $0.phase = .stopped }
    await store.finish()
    #expect(world.libraryFile.writes.isEmpty)
  }

  @Test func `an episode that is replayed for less than four seconds stays marked as played`() async {
    // Given an episode that the library marks as played
    var item = item
    item.episode.isPlayed = true
    world.libraryFile.markAsPlayed(item.episode)
    let store = world.makeStore()
    await store.send(.playToggled(item, isPlaying: true)) {
      $0.item = item
      $0.phase = .loading(thenPlaying: true)
      $0.requestedPlace = .zero
      $0.journal.places = [id: .zero]
      $0.journal.played = [id]
    }
    await store.send(.event(.playing(audio))) { $0.phase = .playing }

    // When it is played again for less than four seconds
    await store.send(.event(.position(audio, .seconds(3), duration: nil))) {
      $0.position = .seconds(3)
      $0.requestedPlace = nil
    }
    await store.send(.playButtonToggled(false)) {
      $0.pauseByUser()
      $0.startWrite(of: .seconds(3), in: id)
    }
    await store.receiveLastPlaceWrite()

    // Then it is still marked as played
    #expect(world.libraryFile.episode(id)?.isPlayed == true)
  }

  @Test func `an episode that is replayed for more than four seconds loses its played mark once`() async {
    // Given an episode that is marked as played, and was played again for three seconds
    var state = world.playing
    state.position = .seconds(3)
    state.journal.places = [id: .seconds(3)]
    state.journal.played = [id]
    world.libraryFile.markAsPlayed(item.episode)
    let store = world.makeStore(state)

    // When it continues to play, with a write every four seconds after the place of three seconds
    for second in 4...30 {
      let isWritten = [7, 11, 15, 19, 23, 27].contains(second)
      await store.send(.event(.position(audio, .seconds(second), duration: nil))) {
        $0.position = .seconds(second)
        if isWritten { $0.startWrite(of: .seconds(second), in: id) }
        if second == 7 {
          // The mark is removed first, and the place waits until the write of the mark has ended.
          $0.journal.played = []
          $0.journal.writing = .played(id, isPlayed: false)
          $0.journal.waiting = [.place(.seconds(7), in: id)]
        }
      }
      if second == 7 {
        await store.receive(.placeWritten) {
          $0.journal.writing = .place(.seconds(7), in: id)
          $0.journal.waiting = []
        }
      }
      if isWritten { await store.receiveLastPlaceWrite() }
    }

    // Then it is no longer marked as played
    #expect(world.libraryFile.episode(id)?.isPlayed == false)
    #expect(world.libraryFile.episode(id)?.playPosition == .seconds(27))
    #expect(world.libraryFile.writes.filter { $0 == .setPlayed(id, isPlayed: false) }.count == 1)
  }
}

extension FakeLibrary {
  /// Marks an episode as played to its end in the library.
  fileprivate func markAsPlayed(_ episode: Episode) {
    change { _, episodes in
      for index in episodes[episode.showID, default: []].indices where episodes[episode.showID]?[index].id == episode.id
      {
        episodes[episode.showID]?[index].isPlayed = true
      }
    }
  }
}
