import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of playing, pausing, the events of the sound and playback errors.
///
/// `startWrite(of:in:)` and `pauseByUser()` apply changes of the state that several tests expect.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct PlayerFeatureTests {
  /// The fake dependencies. In `world.playing`, an episode of 500 seconds is playing at position 0:01.
  let world = PlayerWorld()
  /// The episode under test, with the title of its show.
  var item: PlayerFeature.Item { world.item }
  /// Another episode of the same show.
  var otherItem: PlayerFeature.Item { world.otherItem }
  /// The id of the episode under test.
  var id: Episode.ID { world.episodeID }
  /// The address of the audio of the episode under test.
  var audio: URL { world.audio }

  @Test func `an episode plays from the listener's place`() async {
    // Given an episode that was played up to 1:01
    let store = world.makeStore()
    let item = world.item(playedUpTo: .seconds(61))

    // When its play button is clicked
    await store.send(.playToggled(item, isPlaying: true)) {
      $0.item = item
      $0.position = .seconds(61)
      $0.phase = .loading(thenPlaying: true)
      $0.requestedPlace = .seconds(61)
      $0.journal.places = [item.episode.id: .seconds(61)]
    }

    // Then it continues exactly at this place
    #expect(world.sound.commands == [.play(audio, .seconds(61))])
    #expect(store.state.isPlaying)
    #expect(store.state.isPlaying(item.episode.id))
    #expect(!store.state.isPlaying(otherItem.episode.id))
    #expect(store.state.elapsedText == "1:01")
  }

  @Test func `the video is shown only if the episode has a video and its button is clicked`() async {
    // Given an episode without a known video, for which the button does nothing
    let store = world.makeStore(world.playing)
    await store.send(.videoButtonClicked)

    // When its video is found, then no window opens before the button is clicked
    await store.send(.event(.video(audio))) { $0.hasVideo = true }
    let video = PlayerFeature.ShownVideo(id: id, title: item.episode.title)
    await store.send(.videoButtonClicked) { $0.video = video }

    // And a missing decoder and the closing of the window do not affect the sound
    await store.send(.event(.videoUndecodable(audio, package: "x"))) { $0.videoDecoderPackage = "x" }
    await store.send(.videoChanged(nil)) { $0.video = nil }
    #expect(world.sound.commands.isEmpty)
  }

  @Test func `play and seek requests and sound events do nothing without an episode in the player`() async {
    let store = world.makeStore()
    await store.send(.playButtonToggled(true))
    await store.send(.positionDragged(.seconds(3)))
    await store.send(.playToggled(item, isPlaying: false))
    await store.send(.event(.playing(audio)))
    #expect(!store.state.isPlaying)
    #expect(!store.state.canSeek)
    #expect(store.state.remainingText == "")
    // The slider has a range of one second even without an episode.
    #expect(store.state.sliderEnd == .seconds(1))
    #expect(world.sound.commands.isEmpty)
  }

  @Test func `pausing writes the place, and playing continues from it`() async {
    // Given an episode that plays
    let store = world.makeStore(world.playing)

    // When it is paused in the bar
    await store.send(.playButtonToggled(false)) {
      $0.pauseByUser()
      $0.startWrite(of: .seconds(1), in: id)
    }

    // Then the sound stops and the place is written
    #expect(world.sound.commands == [.pause])
    #expect(!store.state.isPlaying)
    await store.receiveLastPlaceWrite()
    #expect(world.libraryFile.writes == [.savePosition(id, .seconds(1))])

    // And when it is played in its list row, the sound continues, and no audio is loaded again
    await store.send(.playToggled(item, isPlaying: true)) { $0.phase = .playing }
    #expect(world.sound.commands == [.pause, .resume])
    #expect(store.state.isPlaying)
  }

  @Test func `a pause while loading is applied and can be reversed`() async {
    // Given an episode that is loading
    let store = world.makeStore()
    await store.send(.playToggled(item, isPlaying: true)) {
      $0.item = item
      $0.phase = .loading(thenPlaying: true)
      $0.requestedPlace = .zero
      $0.journal.places = [id: .zero]
    }

    // When it is paused and played again immediately
    await store.send(.playButtonToggled(false)) { $0.phase = .loading(thenPlaying: false) }
    #expect(!store.state.isPlaying)
    await store.send(.playButtonToggled(true)) { $0.phase = .loading(thenPlaying: true) }

    // Then the sound receives both commands
    #expect(store.state.isPlaying)
    #expect(world.sound.commands == [.play(audio, .zero), .pause, .resume])

    // And the sound starts
    await store.send(.event(.playing(audio))) { $0.phase = .playing }
  }

  @Test func `repeating a play or pause request sends no second command to the player`() async {
    let store = world.makeStore(world.playing)
    await store.send(.playButtonToggled(true))
    #expect(world.sound.commands.isEmpty)
    await store.send(.playButtonToggled(false)) {
      $0.pauseByUser()
      $0.startWrite(of: .seconds(1), in: id)
    }
    await store.receiveLastPlaceWrite()
    await store.send(.playButtonToggled(false))
    #expect(world.sound.commands == [.pause])
    // A request to pause an episode that is not in the player does nothing either.
    await store.send(.playToggled(otherItem, isPlaying: false))
    #expect(store.state.item == item)
  }

  @Test func `repeating a play or pause request while loading sends no second command`() async {
    var loading = world.playing
    loading.phase = .loading(thenPlaying: true)
    let store = world.makeStore(loading)
    await store.send(.playButtonToggled(true))
    await store.send(.playButtonToggled(false)) { $0.phase = .loading(thenPlaying: false) }
    await store.send(.playButtonToggled(false))
    #expect(world.sound.commands == [.pause])
  }

  @Test func `pausing an ended episode does nothing`() async {
    var stopped = world.playing
    stopped.phase = .stopped
    let store = world.makeStore(stopped)
    await store.send(.playButtonToggled(false))
    #expect(world.sound.commands.isEmpty)
  }

  @Test func `buffering is shown until the buffer is full`() async {
    let store = world.makeStore(world.playing)
    await store.send(.event(.buffering(audio, percent: 40))) { $0.bufferingPercent = 40 }
    #expect(store.state.isPlaying)
    await store.send(.event(.buffering(audio, percent: 100))) { $0.bufferingPercent = nil }
    #expect(store.state.isPlaying)
  }

  @Test func `playing another episode keeps the place in the previous one`() async {
    // Given an episode that plays
    let store = world.makeStore(world.playing)
    await store.send(.event(.position(audio, .seconds(3), duration: nil))) { $0.position = .seconds(3) }

    // When another episode is played, and then the first one again, from a list row that still has the place 0:00
    await store.send(.playToggled(otherItem, isPlaying: true)) {
      $0.item = otherItem
      $0.position = .zero
      $0.phase = .loading(thenPlaying: true)
      $0.requestedPlace = .zero
      $0.knownDuration = nil
      $0.soundEndedAt[id] = PlayerWorld.now
      $0.startWrite(of: .seconds(3), in: id)
      $0.journal.places[otherItem.episode.id] = .zero
    }
    await store.receiveLastPlaceWrite()
    await store.send(.playToggled(item, isPlaying: true)) {
      $0.item = item
      $0.position = .seconds(3)
      $0.requestedPlace = .seconds(3)
    }

    // Then the first one continues at its last place
    #expect(world.sound.commands == [.play(otherItem.episode.enclosure.url, .zero), .play(audio, .seconds(3))])
    #expect(world.libraryFile.writes == [.savePosition(id, .seconds(3))])
  }

  @Test func `late events of the previous episode do not change the state of the next one`() async {
    // Given the loading episode `otherItem`
    let store = world.makeStore()
    await store.send(.playToggled(otherItem, isPlaying: true)) {
      $0.item = otherItem
      $0.phase = .loading(thenPlaying: true)
      $0.requestedPlace = .zero
      $0.journal.places = [otherItem.episode.id: .zero]
    }

    // When events of the audio of `item` arrive, then the state does not change
    await store.send(.event(.playing(audio)))
    await store.send(.event(.paused(audio)))
    await store.send(.event(.position(audio, .seconds(99), duration: .seconds(100))))
    await store.send(.event(.buffering(audio, percent: 3)))
    await store.send(.event(.ended(audio)))
    await store.send(.event(.failed(audio, .notAudio)))

    // And an event of the loading episode changes the state
    await store.send(.event(.buffering(otherItem.episode.enclosure.url, percent: 5))) { $0.bufferingPercent = 5 }
    #expect(store.state.isPlaying)
  }

  @Test func `an episode plays from its new address, and events of that address are accepted`() async {
    // Given an episode that has reached its end
    var stopped = world.playing
    stopped.phase = .stopped
    stopped.position = .zero
    let store = world.makeStore(stopped)

    // When the episode is played from a list row that has another audio address for it
    var moved = item
    moved.episode.enclosure.url = .sample("moved.ogg")
    await store.send(.playToggled(moved, isPlaying: true)) {
      $0.item = moved
      $0.phase = .loading(thenPlaying: true)
      $0.requestedPlace = .zero
    }

    // Then the sound comes from the new address
    #expect(world.sound.commands == [.play(.sample("moved.ogg"), .zero)])
    await store.send(.event(.playing(.sample("moved.ogg")))) { $0.phase = .playing }
  }

  @Test(arguments: PlaybackError.allExceptWholeFileOnly)
  func `a playback failure is shown, and playback can be retried from the same place`(error: PlaybackError) async {
    // Given an episode that plays and buffers
    var buffering = world.playing
    buffering.bufferingPercent = 30
    let store = world.makeStore(buffering)

    // When its sound fails. (After `unreachable`, the player makes further attempts by itself, during which the problem
    // stays visible. After `notAllowed`, the player first searches for credentials for the server. There are none.)
    func applyFailure(to state: inout PlayerFeature.State) {
      state.phase = .stopped
      state.bufferingPercent = nil
      state.problem = error
      if error == .unreachable {
        state.attempts = 1
        state.brokenPlace = .seconds(1)
      }
      state.soundEndedAt[id] = PlayerWorld.now
      state.startWrite(of: .seconds(1), in: id)
    }
    if error == .notAllowed {
      await store.send(.event(.failed(audio, error))) { $0.privateEpisode = id }
      await store.receive(.credentialsFound(world.item, isFound: false)) { applyFailure(to: &$0) }
    } else {
      await store.send(.event(.failed(audio, error))) { applyFailure(to: &$0) }
    }

    // Then the bar shows the error, and the log contains it
    if error != .unreachable { await store.receive(.delegate(.failed(world.item, error, wasPlaying: true))) }
    await store.receive(.placeWritten) { $0.journal.writing = nil }
    #expect(world.logged.current == [String(describing: error)])

    // And when the user plays the episode again, it is loaded from the place of the failure
    await store.send(.playButtonToggled(true)) {
      $0.phase = .loading(thenPlaying: true)
      if error != .unreachable { $0.problem = nil }
      $0.requestedPlace = .seconds(1)
    }
    await store.finish()
    #expect(world.sound.commands == [.play(audio, .seconds(1))])
  }

  @Test func `each playback error has its own title and message`() {
    let errors = PlaybackError.allExceptWholeFileOnly + [.wholeFileOnly]
    #expect(Set(errors.map(\.title.description)).count == errors.count)
    #expect(Set(errors.map(\.message.description)).count == errors.count)
    let decoderMessage = PlaybackError.missingDecoder(format: "MPEG-4 AAC", package: "gstreamer1.0-plugins-bad").message
      .description
    #expect(decoderMessage.contains("MPEG-4 AAC"))
    #expect(decoderMessage.contains("gstreamer1.0-plugins-bad"))
  }

  @Test(arguments: [
    (0, "0:00"), (7, "0:07"), (62, "1:02"), (754, "12:34"), (3600, "1:00:00"), (3723, "1:02:03"), (36_000, "10:00:00"),
    (-3, "0:00"),
  ])
  func `a duration is formatted as on a clock`(seconds: Int, text: String) {
    #expect(Duration.seconds(seconds).clockText == text)
  }
}

extension PlaybackError {
  /// One value of each case except `wholeFileOnly`. After that error, the player first tries to download the audio.
  static let allExceptWholeFileOnly: [PlaybackError] = [
    .notFound, .unreachable, .notAllowed, .missingDecoder(format: "MPEG-4 AAC", package: "x"), .notAudio, .endedEarly,
    .noSoundDevice,
    .failed(reason: "x"),
  ]
}
