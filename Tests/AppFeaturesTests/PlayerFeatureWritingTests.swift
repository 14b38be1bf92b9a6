import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of the writes of places, and of the tasks that wait for them: the end of the program and the removal of a
/// show.
///
/// The player's `journal` has the running write, the waiting writes, and the episodes whose last place could not be
/// written.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct PlayerFeatureWritingTests {
  /// The fake dependencies. In `world.playing`, an episode of 500 seconds is playing at position 0:01.
  let world = PlayerWorld()
  /// The id of the episode under test.
  var id: Episode.ID { world.episodeID }
  /// The address of the audio of the episode under test.
  var audio: URL { world.audio }

  @Test func `a drag writes only its first and last places`() async {
    // Given a slow library
    let gate = Gate()
    world.libraryFile.holdWrites(before: gate)
    let store = world.makeStore(world.playing)

    // When the user drags across 100 places, from 100 to 199 seconds
    for second in 100..<200 {
      await store.send(.positionDragged(.seconds(second))) {
        $0.position = .seconds(second)
        $0.skipsIntro = false
        $0.requestedPlace = .seconds(second)
        $0.journal.places[id] = .seconds(second)
        if second == 100 {
          $0.journal.writing = .place(.seconds(second), in: id)
        } else {
          $0.journal.waiting = [.place(.seconds(second), in: id)]
        }
      }
    }
    await gate.waitForArrivals(1)
    #expect(world.libraryFile.writes.count == 1)
    gate.open()

    // Then the places between the first and the last one are not written
    await store.receive(.placeWritten) {
      $0.journal.writing = .place(.seconds(199), in: id)
      $0.journal.waiting = []
    }
    await store.receiveLastPlaceWrite()
    #expect(world.libraryFile.savedPositions == [.seconds(100), .seconds(199)])
  }

  @Test func `a failure to write places is reported once until a write succeeds`() async {
    // Given a full disk
    let store = world.makeStore(world.playing)
    let diskFull = LibraryError.diskFull(path: "/library")
    world.libraryFile.failWrites(with: diskFull)

    // When three places cannot be written, then the error is reported only for the first of them
    await drag(to: .seconds(100), in: store)
    await receiveReportedFailure(of: diskFull, in: store)
    for seconds in [200, 300] {
      await drag(to: .seconds(seconds), in: store)
      await store.receive(.placeWriteFailed(diskFull)) { $0.journal.writing = nil }
    }

    // And the error of a write that follows a successful write is reported again
    world.libraryFile.failWrites(with: nil)
    await drag(to: .seconds(310), in: store)
    await receiveSuccessAfterFailure(in: store)
    world.libraryFile.failWrites(with: diskFull)
    await drag(to: .seconds(320), in: store)
    await receiveReportedFailure(of: diskFull, in: store)
    await store.finish()
  }

  @Test func `quitting retries a place that could not be written`() async {
    // Given an episode that the user has paused while the disk was full
    let store = world.makeStore(world.playing)
    let diskFull = LibraryError.diskFull(path: "/library")
    world.libraryFile.failWrites(with: diskFull)
    await store.send(.playButtonToggled(false)) {
      $0.pauseByUser()
      $0.startWrite(of: .seconds(1), in: id)
    }
    await receiveReportedFailure(of: diskFull, in: store)

    // When the disk has space again, and the program ends
    world.libraryFile.failWrites(with: nil)
    await store.send(.quitRequested) {
      $0.phase = .stopped
      $0.startWrite(of: .seconds(1), in: id)
    }
    await receiveSuccessAfterFailure(in: store)
    await store.finish()

    // Then the library has the place
    #expect(world.libraryFile.episode(id)?.playPosition == .seconds(1))
  }

  @Test func `a played mark that cannot be removed does not block the write of the following place`() async {
    // Given an episode that was played, and a library whose writes fail
    var state = world.playing
    state.journal.played = [id]
    let store = world.makeStore(state)
    world.libraryFile.failWrites(with: .notFound)

    // When the episode is played again, beyond the 4 seconds from which it counts as started again
    await store.send(.event(.position(audio, .seconds(5), duration: nil))) {
      $0.position = .seconds(5)
      $0.journal.places[id] = .seconds(5)
      $0.journal.played = []
      $0.journal.writing = .played(id, isPlayed: false)
      $0.journal.waiting = [.place(.seconds(5), in: id)]
    }
    await store.receive(.placeWriteFailed(.notFound)) {
      $0.journal.played = [id]
      $0.journal.lastFailure = .notFound
      $0.journal.writing = .place(.seconds(5), in: id)
      $0.journal.waiting = []
    }
    await store.receive(.delegate(.problem(Problem(LibraryError.notFound))))
    await store.receive(.placeWriteFailed(.notFound)) {
      $0.journal.writing = nil
      $0.journal.unwritten = [id]
    }
    await store.finish()

    // Then both writes were tried
    #expect(world.libraryFile.writes == [.setPlayed(id, isPlayed: false), .savePosition(id, .seconds(5))])
  }

  @Test func `quitting stops the sound and waits until the exact place is written`() async {
    // Given an episode that plays shortly after its last written place, and a slow library
    let gate = Gate()
    world.libraryFile.holdWrites(before: gate)
    let store = world.makeStore(world.playing)
    await store.send(.event(.position(audio, .milliseconds(2750), duration: nil))) { $0.position = .milliseconds(2750) }

    // When the program receives a request to quit
    let quit = await store.send(.quitRequested) {
      $0.phase = .stopped
      $0.startWrite(of: .milliseconds(2750), in: id)
    }
    #expect(world.sound.commands == [.stop])
    #expect(!store.state.isPlaying)
    await gate.waitForArrivals(1)
    await world.clock.advance(by: PendingWrites.limitAtQuit - .milliseconds(1))

    // Then the request still waits for the library just before its time limit
    #expect(quit.isRunning)

    // And the request ends when the library has the place
    gate.open()
    await store.receiveLastPlaceWrite()
    #expect(!quit.isRunning)
    #expect(world.libraryFile.episode(id)?.playPosition == .milliseconds(2750))
  }

  @Test func `quitting also waits for writes that have not started yet`() async {
    // Given a place that is being written, and another one that is waiting
    let gate = Gate()
    world.libraryFile.holdWrites(before: gate)
    let store = world.makeStore(world.playing)
    await drag(to: .seconds(100), in: store)
    await store.send(.positionDragged(.seconds(200))) {
      $0.position = .seconds(200)
      $0.requestedPlace = .seconds(200)
      $0.journal.places[id] = .seconds(200)
      $0.journal.waiting = [.place(.seconds(200), in: id)]
    }

    // When the program receives a request to quit
    let quit = await store.send(.quitRequested) { $0.phase = .stopped }
    // The places in the library at the moment when the request ends
    let placesAtEnd = Task {
      await quit.finish()
      return world.libraryFile.savedPositions
    }
    await gate.waitForArrivals(1)
    gate.open()
    await store.receive(.placeWritten) {
      $0.journal.writing = .place(.seconds(200), in: id)
      $0.journal.waiting = []
    }
    await store.receiveLastPlaceWrite()

    // Then the request has ended after the writes of both places
    #expect(!quit.isRunning)
    // If the request is still running, cancel it, so that the test fails instead of waiting forever.
    await quit.cancel()
    #expect(await placesAtEnd.value == [.seconds(100), .seconds(200)])
  }

  @Test func `quitting waits for the writes of other features`() async {
    // Given a write of another feature that waits at a closed gate
    let gate = Gate()
    world.writes.start { _ = await gate.pass() }
    let store = world.makeStore()

    // When the program receives a request to quit
    let quit = await store.send(.quitRequested)
    await gate.waitForArrivals(1)
    await world.clock.advance(by: .seconds(1))

    // Then the request waits for the write, and ends after the write
    #expect(quit.isRunning)
    gate.open()
    await store.finish()
    #expect(!quit.isRunning)
    // No episode was loaded, so there was nothing to stop.
    #expect(world.sound.commands.isEmpty)
  }

  @Test func `quitting waits no longer than its limit for a library that never responds`() async {
    // Given an episode that plays, and a library that another program has locked
    let gate = Gate()
    world.libraryFile.holdWrites(before: gate)
    let store = world.makeStore(world.playing)
    let quit = await store.send(.quitRequested) {
      $0.phase = .stopped
      $0.startWrite(of: .seconds(1), in: id)
    }
    await gate.waitForArrivals(1)

    // When the time limit is over
    await world.clock.advance(by: PendingWrites.limitAtQuit)

    // Then the request ends, and later events have no effect
    await store.finish()
    #expect(!quit.isRunning)
    #expect(world.sound.commands == [.stop])
    await store.send(.event(.position(audio, .seconds(99), duration: nil)))

    // And a write that completes later is in the library
    gate.open()
    await world.writes.waitUntilDone(within: .seconds(60))
    #expect(world.libraryFile.episode(id)?.playPosition == .seconds(1))
    await store.finish()
  }

  @Test func `removing the playing show stops playback and waits for the write of the last place`() async {
    // Given an episode that is buffering during playback, and a slow library
    let gate = Gate()
    world.libraryFile.holdWrites(before: gate)
    var buffering = world.playing
    buffering.bufferingPercent = 20
    let store = world.makeStore(buffering)
    let show = world.item.episode.showID

    // When its show is removed
    await store.send(.showRemovalConfirmed(show)) {
      $0.item = nil
      $0.phase = .stopped
      $0.bufferingPercent = nil
      $0.startWrite(of: .seconds(1), in: id)
      $0.journal.waiting = [.removal(of: show)]
    }

    // Then the sound stops, and the show can be removed when the place is written
    #expect(world.sound.commands == [.stop])
    #expect(!store.state.isPlaying)
    await gate.waitForArrivals(1)
    gate.open()
    await store.receive(.placeWritten) {
      $0.journal.writing = nil
      $0.journal.waiting = []
    }
    await store.receive(.delegate(.placeWritesEnded(show)))
    await store.finish()
    #expect(world.libraryFile.writes == [.savePosition(id, .seconds(1))])

    // And later events of the sound have no effect
    await store.send(.event(.position(audio, .seconds(99), duration: nil)))
  }

  @Test func `removing another show does not stop playback`() async {
    let store = world.makeStore(world.playing)
    let show = Show.ID(rawValue: 2)
    await store.send(.showRemovalConfirmed(show))
    await store.receive(.delegate(.placeWritesEnded(show)))
    #expect(store.state.isPlaying)
    #expect(world.sound.commands.isEmpty)
  }

  @Test func `a removal does not wait for places that are recorded after it`() async {
    // Given a place that is being written
    let gate = Gate()
    world.libraryFile.holdWrites(before: gate)
    let store = world.makeStore(world.playing)
    let show = Show.ID(rawValue: 2)
    await drag(to: .seconds(100), in: store)

    // When a show is removed, and then another place is recorded
    await store.send(.showRemovalConfirmed(show)) { $0.journal.waiting = [.removal(of: show)] }
    await store.send(.positionDragged(.seconds(200))) {
      $0.position = .seconds(200)
      $0.requestedPlace = .seconds(200)
      $0.journal.places[id] = .seconds(200)
      $0.journal.waiting = [.removal(of: show), .place(.seconds(200), in: id)]
    }
    await gate.waitForArrivals(1)
    gate.open()

    // Then the show can be removed when the first place is written
    await store.receive(.placeWritten) {
      $0.journal.writing = .place(.seconds(200), in: id)
      $0.journal.waiting = []
    }
    await store.receive(.delegate(.placeWritesEnded(show)))
    await store.receiveLastPlaceWrite()
  }

  @Test func `a removal proceeds even if the place cannot be written`() async {
    let store = world.makeStore(world.playing)
    let show = world.item.episode.showID
    world.libraryFile.failWrites(with: .notFound)
    await store.send(.showRemovalConfirmed(show)) {
      $0.item = nil
      $0.phase = .stopped
      $0.startWrite(of: .seconds(1), in: id)
      $0.journal.waiting = [.removal(of: show)]
    }
    await store.receive(.placeWriteFailed(.notFound)) {
      $0.journal.writing = nil
      $0.journal.waiting = []
      $0.journal.lastFailure = .notFound
      $0.journal.unwritten = [id]
    }
    await store.receive(.delegate(.problem(Problem(LibraryError.notFound))))
    await store.receive(.delegate(.placeWritesEnded(show)))
    await store.finish()
  }

  @Test func `a write completes after the effect that started it is cancelled`() async {
    // Given a place that is being written
    let gate = Gate()
    world.libraryFile.holdWrites(before: gate)
    let store = world.makeStore(world.playing)
    let pause = await store.send(.playButtonToggled(false)) {
      $0.pauseByUser()
      $0.startWrite(of: .seconds(1), in: id)
    }
    await gate.waitForArrivals(1)

    // When the task that started the write is cancelled
    await pause.cancel()
    await store.finish()
    gate.open()
    await world.writes.waitUntilDone(within: .seconds(60))

    // Then the place is still written
    #expect(world.libraryFile.episode(id)?.playPosition == .seconds(1))
    await store.receiveLastPlaceWrite()
  }

  /// Drags to a place. No other write is running, so the write of this place starts immediately.
  private func drag(to place: Duration, in store: TestStoreOf<PlayerFeature>) async {
    await store.send(.positionDragged(place)) {
      $0.position = place
      $0.skipsIntro = false
      $0.requestedPlace = place
      $0.startWrite(of: place, in: id)
    }
  }

  /// Receives the failure of a write, and the report of the problem.
  private func receiveReportedFailure(of error: LibraryError, in store: TestStoreOf<PlayerFeature>) async {
    await store.receive(.placeWriteFailed(error)) {
      $0.journal.writing = nil
      $0.journal.lastFailure = error
      $0.journal.unwritten = [id]
    }
    await store.receive(.delegate(.problem(Problem(error))))
  }

  /// Receives the success of a write after failed writes.
  private func receiveSuccessAfterFailure(in store: TestStoreOf<PlayerFeature>) async {
    await store.receive(.placeWritten) {
      $0.journal.writing = nil
      $0.journal.lastFailure = nil
      $0.journal.unwritten = []
    }
  }
}
