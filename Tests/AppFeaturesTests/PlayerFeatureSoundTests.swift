import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of the speed, the volume and the sound device, of skipped intros and outros, of the place after a pause, and
/// of the page of the playing episode.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct PlayerFeatureSoundTests {
  /// The fake dependencies. In `world.playing`, an episode of 500 seconds is playing at position 0:01.
  /// A store of `makeNonexhaustiveStore` compares only the state that a test asserts.
  let world = PlayerWorld()
  /// The address of the audio of the episode under test.
  var audio: URL { world.audio }
  /// The show of the episode under test.
  var show: Show.ID { world.item.episode.showID }

  @Test func `a selected speed is applied immediately and written`() async {
    let store = world.makeNonexhaustiveStore(world.playing)
    await store.send(.rateSelected(1.5))
    await store.finish()
    #expect(store.state.rateText == "1.5×")
    #expect(world.sound.settings.contains(.rate(1.5)))
    #expect(world.preferences.current.playback.rate == 1.5)
    #expect(world.sound.commands.isEmpty, "a change of the speed is no jump")
  }

  @Test func `the speed keys change the speed in tenths, between half and three times the normal speed`() async {
    let store = world.makeNonexhaustiveStore(world.playing)
    await store.send(.rateStepped(isFaster: true))
    await store.send(.rateStepped(isFaster: true))
    #expect(store.state.rate == 1.2)
    // 30 steps are more than the whole range, which has 25 steps.
    for _ in 1...30 { await store.send(.rateStepped(isFaster: true)) }
    #expect(store.state.rate == 3)
    for _ in 1...30 { await store.send(.rateStepped(isFaster: false)) }
    #expect(store.state.rate == 0.5)
    await store.finish()
    #expect(world.preferences.current.playback.rate == 0.5)
  }

  @Test func `a speed key during the write of the previous speed is not lost`() async {
    // Given a speed of 0.9 whose write waits for the gate, and a second step to 0.8
    let gate = Gate()
    world.preferences.holdWrites(before: gate)
    let store = world.makeNonexhaustiveStore(world.playing)
    await store.send(.rateStepped(isFaster: false))
    await store.send(.rateStepped(isFaster: false))

    // When the stored settings emit the speed 0.9 together with a new skip distance, and the speed key is pressed again
    var emittedSettings = PlaybackPreferences()
    emittedSettings.rate = 0.9
    emittedSettings.skipForward = 60
    await store.send(.settingsReceived(emittedSettings))
    await store.send(.rateStepped(isFaster: false))

    // Then the speed has changed by three steps, and the other settings are the emitted ones
    #expect(store.state.rate == 0.7)
    #expect(store.state.settings.skipForward == 60)
    gate.open()
    await store.finish()
    #expect(world.preferences.current.playback.rate == 0.7)

    // And values that the stored settings emit after the writes are applied
    await store.send(.settingsReceived(emittedSettings))
    #expect(store.state.rate == 0.9)
  }

  @Test func `a speed key during the write of a show's own speed is not lost`() async {
    var state = PlayerFeature.State()
    state.settings.rate = 1.2
    var showSettings = ShowSettings()
    showSettings.rate = 2
    world.showSettings.set(showSettings, of: show)
    let store = world.makeNonexhaustiveStore(state)
    await store.send(.playToggled(world.item, isPlaying: true))
    await store.receive(.showSettingsReceived(show, showSettings))

    let gate = Gate()
    world.showSettings.holdWrites(before: gate)
    await store.send(.rateStepped(isFaster: false))
    await store.send(.rateStepped(isFaster: false))
    // The stored settings of the show emit the first of the two speeds (1.9 and 1.8), together with a change of another
    // setting.
    showSettings.rate = 1.9
    showSettings.skipsSilence = true
    await store.send(.showSettingsReceived(show, showSettings))
    await store.send(.rateStepped(isFaster: false))
    #expect(store.state.rate == 1.7)
    #expect(store.state.showSettings.skipsSilence)
    gate.open()
    await store.finish()
    #expect(world.showSettings.current[show]?.rate == 1.7)
  }

  @Test func `a show's pending speed is written after another show starts playing`() async {
    var showSettings = ShowSettings()
    showSettings.rate = 2
    world.showSettings.set(showSettings, of: show)
    let store = world.makeNonexhaustiveStore(PlayerFeature.State())
    await store.send(.playToggled(world.item, isPlaying: true))
    await store.receive(.showSettingsReceived(show, showSettings))

    // Given a speed of 1.9 that is being written, and a newer one of 1.8
    let gate = Gate()
    world.showSettings.holdWrites(before: gate)
    await store.send(.rateStepped(isFaster: false))
    await store.send(.rateStepped(isFaster: false))

    // When an episode of another show is played
    await store.send(
      .playToggled(PlayerFeature.Item(episode: .sample(21, of: 2), showTitle: "Show 2"), isPlaying: true))
    gate.open()
    await store.finish()

    // Then the newer speed is written
    #expect(world.showSettings.current[show]?.rate == 1.8)
    // The other show plays at the general speed.
    #expect(store.state.rate == 1)
  }

  @Test func `a show plays at its own speed, and another show plays at the general speed`() async {
    // Given a show with its own speed
    var showSettings = ShowSettings()
    showSettings.rate = 2
    world.showSettings.set(showSettings, of: show)
    var state = PlayerFeature.State()
    state.settings.rate = 1.2
    let store = world.makeNonexhaustiveStore(state)

    // When one of its episodes is played
    await store.send(.playToggled(world.item, isPlaying: true))
    await store.receive(.showSettingsReceived(show, showSettings))

    // Then it plays at that speed, and a change of the speed changes the show's settings
    #expect(store.state.rate == 2)
    #expect(world.sound.settings.contains(.rate(2)))
    await store.send(.rateSelected(1.75))
    await store.finish()
    #expect(world.showSettings.current[show]?.rate == 1.75)
    // The stored general speed still has its default value.
    #expect(world.preferences.current.playback.rate == 1)

    // And an episode of another show has the general speed
    await store.send(
      .playToggled(PlayerFeature.Item(episode: .sample(21, of: 2), showTitle: "Show 2"), isPlaying: true))
    await store.finish()
    #expect(store.state.rate == 1.2)
  }

  @Test func `the intro is skipped unless the place is after it, or the user selected the place`() async {
    // Given a show whose intro lasts half a minute
    var showSettings = ShowSettings()
    showSettings.skippedIntro = .seconds(30)
    world.showSettings.set(showSettings, of: show)

    // When an episode starts, then it starts after the intro
    let store = world.makeNonexhaustiveStore(PlayerFeature.State())
    await store.send(.playToggled(world.item, isPlaying: true))
    await store.receive(.showSettingsReceived(show, showSettings))
    await store.finish()
    #expect(world.sound.commands == [.play(audio, .zero), .seek(.seconds(30))])

    // And when it continues at a later place, no part is skipped
    let laterStore = world.makeNonexhaustiveStore(PlayerFeature.State())
    await laterStore.send(.playToggled(world.item(playedUpTo: .seconds(90)), isPlaying: true))
    await laterStore.receive(.showSettingsReceived(show, showSettings))
    await laterStore.finish()
    #expect(world.sound.commands.last == .play(audio, .seconds(90)))

    // And when the user selects a place inside the intro, the episode plays from this place
    let selectionStore = world.makeNonexhaustiveStore(PlayerFeature.State())
    await selectionStore.send(.placeRequested(world.item, .seconds(10)))
    await selectionStore.receive(.showSettingsReceived(show, showSettings))
    await selectionStore.finish()
    #expect(world.sound.commands.last == .play(audio, .seconds(10)))

    // And when the user drags the position into the intro before playback, the episode plays from this place
    let draggingStore = world.makeNonexhaustiveStore(PlayerFeature.State())
    await draggingStore.send(.restored(world.item))
    await draggingStore.send(.positionDragged(.seconds(20)))
    await draggingStore.send(.playButtonToggled(true))
    await draggingStore.receive(.showSettingsReceived(show, showSettings))
    await draggingStore.finish()
    #expect(world.sound.commands.last == .play(audio, .seconds(20)))
  }

  @Test func `reaching the outro ends the episode, unless the user jumped into the outro`() async {
    var state = world.playing
    // The outro starts at 480 of the 500 seconds.
    state.showSettings.skippedOutro = .seconds(20)
    state.position = .seconds(479)
    let store = world.makeNonexhaustiveStore(state)
    await store.send(.event(.position(audio, .milliseconds(480_100), duration: .seconds(500))))
    await store.receive(.delegate(.ended(world.item)))
    #expect(store.state.phase == .stopped)
    #expect(world.sound.commands == [.stop])

    // After a jump into the outro, the episode continues
    state.position = .seconds(100)
    let storeAfterJump = world.makeNonexhaustiveStore(state)
    await storeAfterJump.send(.positionDragged(.seconds(490)))
    await storeAfterJump.send(.event(.position(audio, .seconds(490), duration: .seconds(500))))
    await storeAfterJump.send(.event(.position(audio, .seconds(491), duration: .seconds(500))))
    #expect(storeAfterJump.state.phase == .playing)
    await storeAfterJump.finish()
  }

  // Playback goes back by 5 seconds after five minutes, by 10 after an hour, and by 20 after a day.
  @Test(arguments: [(299.0, 100), (301, 95), (3601, 90), (86_401, 80)])
  func `playback after a long pause starts a little before the place`(pauseLength: Double, place: Int) async {
    var state = world.playing
    state.position = .seconds(100)
    state.phase = .paused
    state.pausedAt = PlayerWorld.now - pauseLength
    let store = world.makeNonexhaustiveStore(state)
    await store.send(.playButtonToggled(true))
    await store.finish()
    #expect(store.state.position == .seconds(place))
    #expect(world.sound.commands == (place == 100 ? [.resume] : [.seek(.seconds(place)), .resume]))
  }

  // The same as after a pause: 5 seconds after five minutes, 10 after an hour, and 20 after a day (86,400 seconds).
  @Test(arguments: [(200.0, 100), (400, 95), (4000, 90), (90_000, 80)])
  func `an episode of an earlier session continues a little before its place after a long time`(
    secondsSincePlayback: Double, place: Int
  ) async {
    // Given an episode that was left at 100 seconds, in an earlier session of the program
    var startedItem = world.item(playedUpTo: .seconds(100))
    startedItem.episode.lastPlayedAt = PlayerWorld.now - secondsSincePlayback
    let store = world.makeStore()
    store.exhaustivity = .off
    await store.send(.playToggled(startedItem, isPlaying: true))
    #expect(store.state.position == .seconds(place))
    await store.finish()
    #expect(world.sound.commands.contains(.play(world.audio, .seconds(place))))
  }

  @Test func `an episode that was left a moment ago continues at its place although its list row is outdated`() async {
    // Given an episode that is playing again, and whose row in the list still says that it was last played 25 hours ago
    var startedItem = world.item(playedUpTo: .seconds(100))
    startedItem.episode.lastPlayedAt = PlayerWorld.now - 90_000
    var state = world.playing
    state.item = startedItem
    state.position = .seconds(200)
    state.journal.places = [world.episodeID: .seconds(200)]
    let store = world.makeStore(state)
    store.exhaustivity = .off

    // When another episode is played, and then the first one again
    await store.send(.playToggled(world.otherItem, isPlaying: true))
    await store.send(.playToggled(startedItem, isPlaying: true))

    // Then it continues at its place
    #expect(store.state.position == .seconds(200))
    await store.finish()
  }

  @Test func `playback starts exactly at a place that the user selected`() async {
    // An episode that was last played 25 hours ago, so its own place would be moved back by 20 seconds
    var startedItem = world.item(playedUpTo: .seconds(100))
    startedItem.episode.lastPlayedAt = PlayerWorld.now - 90_000
    let store = world.makeStore()
    store.exhaustivity = .off
    await store.send(.placeRequested(startedItem, .seconds(50)))
    #expect(store.state.position == .seconds(50))
    await store.finish()
  }

  @Test func `after a restart, an episode that was played long ago continues a little before its place`() async {
    // Given an episode that was last played 25 hours ago, so playback goes back by 20 seconds
    var item = world.item(playedUpTo: .seconds(100))
    item.episode.lastPlayedAt = PlayerWorld.now - 90_000
    let store = world.makeNonexhaustiveStore(PlayerFeature.State())
    await store.send(.restored(item))
    await store.send(.playButtonToggled(true))
    await store.finish()
    #expect(world.sound.commands.contains(.play(audio, .seconds(80))))
  }

  @Test func `volume changes apply immediately and are written when the slider has rested for half a second`() async {
    let store = world.makeNonexhaustiveStore(world.playing)
    await store.send(.volumeChanged(0.3))
    await store.send(.volumeChanged(0.4))
    await world.clock.advance(by: .milliseconds(500))
    await store.finish()
    #expect(world.preferences.current.playback.volume == 0.4)
    #expect(world.sound.settings.contains(.volume(0.3)) && world.sound.settings.contains(.volume(0.4)))

    // And the mute setting is written at once: the test's clock is not advanced
    await store.send(.muteToggled(true))
    await store.finish()
    #expect(world.preferences.current.playback.isMuted)
  }

  @Test func `the player uses the stored settings after its launch`() async {
    var preferences = Preferences()
    preferences.playback.rate = 1.25
    preferences.playback.skipForward = 45
    let fakePreferences = FakePreferences(preferences)
    let store = TestStore(initialState: world.playing) {
      PlayerFeature()
    } withDependencies: {
      world.provide(&$0)
      $0.preferences = fakePreferences.client
    }
    store.exhaustivity = .off
    let launchEffect = await store.send(.launched)
    await store.receive(.settingsReceived(preferences.playback))
    #expect(store.state.rateText == "1.25×")
    await store.send(.skipButtonClicked(isForward: true))
    await store.receive(.skipped(.seconds(45)))
    // The episode was at 0:01.
    #expect(store.state.position == .seconds(46))
    await launchEffect.cancel()
    await store.finish()
  }

  @Test func `a selected sound device is set once, and other settings do not set it again`() async {
    let store = world.makeNonexhaustiveStore(world.playing)
    var preferences = PlaybackPreferences()
    preferences.output = AudioOutput(id: "speakers", name: "Speakers")
    await store.send(.settingsReceived(preferences))
    preferences.volume = 0.5
    await store.send(.settingsReceived(preferences))
    preferences.output = nil
    await store.send(.settingsReceived(preferences))
    await store.finish()
    // Only the settings of the device are compared
    #expect(
      world.sound.settings.filter { if case .output = $0 { true } else { false } } == [
        .output("speakers"), .output(nil),
      ])
  }

  @Test func `the page of the player follows the playing episode`() async {
    let store = world.makeNonexhaustiveStore(world.playing)
    await store.send(.titleClicked)
    #expect(store.state.nowPlaying?.id == world.episodeID)
    await store.send(.playToggled(world.otherItem, isPlaying: true))
    #expect(store.state.nowPlaying?.id == world.otherItem.episode.id)
    await store.send(.nowPlaying(.dismiss))
    #expect(store.state.nowPlaying == nil)
    await store.finish()
  }
}

/// Tests of reading the settings of playback from JSON.
struct PlaybackPreferencesTests {
  @Test func `missing settings have default values, and numbers are limited to their range`() throws {
    let empty = try JSONDecoder().decode(PlaybackPreferences.self, from: Data("{}".utf8))
    #expect(empty == PlaybackPreferences())
    let outOfRange = try JSONDecoder().decode(PlaybackPreferences.self, from: Data(#"{"rate": 40, "volume": -3}"#.utf8))
    #expect(outOfRange.rate == 3 && outOfRange.volume == 0)
  }
}
