import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of jumps to another place in an episode. A jump seeks in the loaded audio. If this audio was received while it
/// played, and its file is complete now, the jump then also loads the file at the new place. If no audio is loaded, the
/// jump only records the place.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct PlayerFeatureSeekTests {
  /// The fake dependencies. In `world.playing`, an episode is playing at position 0:01. Its audio is 500 seconds long,
  /// and its feed declares 600 seconds.
  let world = PlayerWorld()
  /// The id of the episode under test.
  var id: Episode.ID { world.episodeID }
  /// The address of the audio of the episode under test.
  var audio: URL { world.audio }

  @Test func `a jump is written immediately and limited to the episode`() async {
    // Given an episode of 500 seconds that plays
    let store = world.makeStore(world.playing)
    #expect(store.state.canSeek)
    #expect(store.state.sliderEnd.inSeconds == 500)

    // When the user drags beyond both ends, and then between them
    for (place, limitedPlace) in [(900, 500), (-5, 0), (120, 120)] as [(Int, Int)] {
      await store.send(.positionDragged(.seconds(place))) {
        $0.position = .seconds(limitedPlace)
        $0.skipsIntro = false
        $0.requestedPlace = .seconds(limitedPlace)
        $0.startWrite(of: .seconds(limitedPlace), in: id)
      }
      await store.receiveLastPlaceWrite()
    }

    // Then each place is written, and the last one is shown
    #expect(world.sound.commands == [.seek(.seconds(500)), .seek(.zero), .seek(.seconds(120))])
    #expect(store.state.sliderPosition.inSeconds == 120)
    #expect(store.state.elapsedText == "2:00")
    #expect(store.state.remainingText == "−6:20")
    #expect(world.libraryFile.savedPositions == [.seconds(500), .zero, .seconds(120)])
  }

  @Test func `a seek in a stream that is now complete loads its file at the new place`() async {
    // Given a paused episode that was loaded from an incomplete stream, which is complete now
    var state = world.playing
    state.phase = .paused
    let store = world.makeStore(state)
    store.exhaustivity = .off
    // The file of a complete stream has no name, only a descriptor.
    let file = URL(filePath: "/proc/self/fd/9")
    let address = audio
    store.dependencies.streams = StreamsClient(source: { _ in file }, isNewlyReceived: { $0 == address })
    await store.send(.event(.sourceFound(audio, .keptStream))) { $0.source = .keptStream }
    // And the same episode was downloaded in the meantime. The download may have other advertisements, so it must not
    // replace the audio that the user hears.
    world.downloads.set([
      Download(id: id, showID: .sample(1), state: .complete(file: URL(filePath: "/tmp/11.mp3"), byteCount: 5))
    ])

    // When the user seeks, then the file is loaded at that place and stays paused
    await store.send(.positionDragged(.seconds(120)))
    await store.receive(\.sourceReceived)
    await store.finish()
    #expect(store.state.phase == .loading(thenPlaying: false))
    #expect(store.state.position == .seconds(120))
    #expect(world.sound.commands == [.seek(.seconds(120)), .play(audio, .seconds(120)), .pause])
    #expect(await world.sound.lastSourceURL() == file)
  }

  @Test func `a seek in a download that is now complete loads its file at the new place`() async {
    // Given an episode that plays from its running download
    let store = world.makeStore(world.playing)
    store.exhaustivity = .off
    await store.send(.event(.sourceFound(audio, .runningDownload)))
    await store.send(.positionDragged(.seconds(60)))
    await store.finish()
    #expect(world.sound.commands == [.seek(.seconds(60))])

    // When the download is complete, and the user seeks, then the file is loaded at that place
    let file = URL(filePath: "/tmp/11.mp3")
    world.downloads.set([Download(id: id, showID: .sample(1), state: .complete(file: file, byteCount: 5))])
    await store.send(.positionDragged(.seconds(120)))
    await store.receive(\.sourceReceived)
    await store.finish()
    // The first command was the seek to second 60.
    #expect(world.sound.commands.dropFirst() == [.seek(.seconds(120)), .play(audio, .seconds(120))])
    #expect(await world.sound.lastSourceURL() == file)

    // And a seek in the file loads nothing again
    await store.send(.event(.sourceFound(audio, .file)))
    await store.send(.positionDragged(.seconds(180)))
    await store.finish()
    #expect(world.sound.commands.last == .seek(.seconds(180)))
  }

  @Test func `the slider stays in its range when the position exceeds the length in the feed`() async {
    // Given an episode whose length is 600 seconds in its feed. The length of the audio is not known.
    var state = world.playing
    state.knownDuration = nil
    state.position = .seconds(610)
    #expect(state.duration == .seconds(600))
    #expect(state.sliderPosition == .seconds(600))
    #expect(state.remainingText == "−0:00")
  }

  @Test func `a jump in an episode without a known length is not limited`() async {
    var state = world.playing
    state.item?.episode.duration = nil
    state.knownDuration = nil
    // The slider is disabled without a length. The reducer still accepts a jump.
    #expect(!state.canSeek)
    let store = world.makeStore(state)
    await store.send(.positionDragged(.seconds(9000))) {
      $0.position = .seconds(9000)
      $0.skipsIntro = false
      $0.requestedPlace = .seconds(9000)
      $0.startWrite(of: .seconds(9000), in: id)
    }
    await store.receiveLastPlaceWrite()
  }

  @Test func `after the end, playback starts again at the target of a jump`() async {
    // Given an episode that has reached its end
    var state = world.playing
    state.position = .seconds(500)
    let store = world.makeStore(state)
    await store.send(.event(.ended(audio))) {
      $0.phase = .stopped
      $0.position = .zero
      $0.journal.played = [id]
      $0.journal.writing = .played(id, isPlayed: true)
    }
    await store.receive(\.delegate.ended)
    await store.receiveLastPlaceWrite()

    // When the user drags the slider, and then plays
    await store.send(.positionDragged(.seconds(30))) {
      $0.position = .seconds(30)
      $0.skipsIntro = false
      $0.journal.places[id] = .seconds(30)
      $0.journal.played = []
      $0.journal.writing = .played(id, isPlayed: false)
      $0.journal.waiting = [.place(.seconds(30), in: id)]
    }
    // No audio is loaded, so nothing can seek.
    #expect(world.sound.commands.isEmpty)
    await store.receive(.placeWritten) {
      $0.journal.writing = .place(.seconds(30), in: id)
      $0.journal.waiting = []
    }
    await store.receiveLastPlaceWrite()
    await store.send(.playButtonToggled(true)) {
      $0.phase = .loading(thenPlaying: true)
      $0.requestedPlace = .seconds(30)
    }

    // Then playback starts at that place
    #expect(world.sound.commands == [.play(audio, .seconds(30))])
  }

  @Test func `a duration is converted to seconds and back`() {
    var place = Duration.milliseconds(2750)
    #expect(place.inSeconds == 2.75)
    place.inSeconds = 120.5
    #expect(place == .milliseconds(120_500))
  }
}
