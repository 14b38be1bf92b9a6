import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import ReducerStore
import ReducerStoreTesting
import Testing

/// Tests of the speed, the volume, the sleep timer, and the automatic actions: skipping an intro, going back after a pause, trying again.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct PlayerFeatureSoundTests {
  let world = PlayerWorld()
  var audio: URL { world.audio }
  var show: Show.ID { world.item.episode.showID }

  /// Creates a store whose settings can be written. State changes without an assertion are not compared.
  private func makeStore(_ state: PlayerFeature.State) -> TestStoreOf<PlayerFeature> {
    let store = TestStore(initialState: state) {
      PlayerFeature()
    } withDependencies: {
      world.replaceDependencies(of: &$0)
      $0.preferences = world.preferences.client
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `a speed is heard at once, and written`() async {
    let store = makeStore(world.playing)
    await store.send(.rateSelected(1.5))
    await store.finish()
    #expect(store.state.rateText == "1.5×")
    #expect(world.sound.settings.contains(.rate(1.5)))
    #expect(world.preferences.current.playback.rate == 1.5)
    #expect(world.sound.commands.isEmpty, "a change of the speed is no jump")
  }

  @Test func `the keys go by tenths, and stop at half and three times the speed`() async {
    let store = makeStore(world.playing)
    await store.send(.rateStepped(isFaster: true))
    await store.send(.rateStepped(isFaster: true))
    #expect(store.state.rate == 1.2)
    for _ in 1...30 { await store.send(.rateStepped(isFaster: true)) }
    #expect(store.state.rate == 3)
    for _ in 1...30 { await store.send(.rateStepped(isFaster: false)) }
    #expect(store.state.rate == 0.5)
    await store.finish()
    #expect(world.preferences.current.playback.rate == 0.5)
  }

  @Test func `a key during the write of the last one is not lost`() async {
    // Given a speed that is being written
    let gate = Gate()
    world.preferences.holdWrites(before: gate)
    let store = makeStore(world.playing)
    await store.send(.rateStepped(isFaster: false))
    await store.send(.rateStepped(isFaster: false))

    // When the store reports the first write, and the next key is pressed
    var written = PlaybackPreferences()
    written.rate = 0.9
    written.skipForward = 60
    await store.send(.settingsReceived(written))
    await store.send(.rateStepped(isFaster: false))

    // Then the speed has three steps, and the other settings are those that were reported
    #expect(store.state.rate == 0.7)
    #expect(store.state.settings.skipForward == 60)
    gate.open()
    await store.finish()
    #expect(world.preferences.current.playback.rate == 0.7)

    // And later reports are followed
    await store.send(.settingsReceived(written))
    #expect(store.state.rate == 0.9)
  }

  @Test func `a key during the write of a show's own speed is not lost`() async {
    var general = PlayerFeature.State()
    general.settings.rate = 1.2
    var settings = ShowSettings()
    settings.rate = 2
    world.showSettings.place(settings, of: show)
    let store = makeStore(general)
    await store.send(.playToggled(world.item, isPlaying: true))
    await store.receive(.showSettingsReceived(show, settings))

    let gate = Gate()
    world.showSettings.holdWrites(before: gate)
    await store.send(.rateStepped(isFaster: false))
    await store.send(.rateStepped(isFaster: false))
    settings.rate = 1.9
    settings.skipsSilence = true
    await store.send(.showSettingsReceived(show, settings))
    await store.send(.rateStepped(isFaster: false))
    #expect(store.state.rate == 1.7)
    #expect(store.state.showSettings.skipsSilence)
    gate.open()
    await store.finish()
    #expect(world.showSettings.current[show]?.rate == 1.7)
  }

  @Test func `a show keeps a speed of its own, and another show has the general one`() async {
    // Given a show with its own speed
    var settings = ShowSettings()
    settings.rate = 2
    world.showSettings.place(settings, of: show)
    var general = PlayerFeature.State()
    general.settings.rate = 1.2
    let store = makeStore(general)

    // When one of its episodes is played
    await store.send(.playToggled(world.item, isPlaying: true))
    await store.receive(.showSettingsReceived(show, settings))

    // Then it plays at that speed, and a change of the speed changes the show's settings
    #expect(store.state.rate == 2)
    #expect(world.sound.settings.contains(.rate(2)))
    await store.send(.rateSelected(1.75))
    await store.finish()
    #expect(world.showSettings.current[show]?.rate == 1.75)
    #expect(world.preferences.current.playback.rate == 1)

    // And an episode of another show has the general speed
    await store.send(.playToggled(PlayerFeature.Item(episode: .sample(21, of: 2), showTitle: "Show 2"), isPlaying: true))
    await store.finish()
    #expect(store.state.rate == 1.2)
  }

  @Test func `the intro is skipped unless the place is behind it`() async {
    // Given a show whose intro lasts half a minute
    var settings = ShowSettings()
    settings.skippedIntro = .seconds(30)
    world.showSettings.place(settings, of: show)

    // When an episode starts, then it starts after the intro
    let store = makeStore(PlayerFeature.State())
    await store.send(.playToggled(world.item, isPlaying: true))
    await store.receive(.showSettingsReceived(show, settings))
    await store.finish()
    #expect(world.sound.commands == [.play(audio, .zero), .seek(.seconds(30))])

    // And when it continues at a later place, no part is skipped
    let later = makeStore(PlayerFeature.State())
    await later.send(.playToggled(world.item(heardUpTo: .seconds(90)), isPlaying: true))
    await later.receive(.showSettingsReceived(show, settings))
    await later.finish()
    #expect(world.sound.commands.last == .play(audio, .seconds(90)))
  }

  @Test func `the outro is skipped as the end of the episode, unless the user jumped into it`() async {
    var state = world.playing
    state.showSettings.skippedOutro = .seconds(20)
    state.position = .seconds(479)
    let store = makeStore(state)
    await store.send(.event(.position(audio, .milliseconds(480_100), duration: .seconds(500))))
    await store.receive(.delegate(.ended(world.item)))
    #expect(store.state.phase == .stopped)
    #expect(world.sound.commands == [.stop])

    state.position = .seconds(100)
    let jumping = makeStore(state)
    await jumping.send(.positionDragged(.seconds(490)))
    await jumping.send(.event(.position(audio, .seconds(490), duration: .seconds(500))))
    await jumping.send(.event(.position(audio, .seconds(491), duration: .seconds(500))))
    #expect(jumping.state.phase == .playing)
    await jumping.finish()
  }

  @Test(arguments: [(299.0, 100), (301, 95), (3601, 90), (86_401, 80)])
  func `after a long pause the sound goes back a little`(seconds: Double, place: Int) async {
    var state = world.playing
    state.position = .seconds(100)
    state.phase = .paused
    state.pausedAt = PlayerWorld.now - seconds
    let store = makeStore(state)
    await store.send(.playButtonToggled(true))
    await store.finish()
    #expect(store.state.position == .seconds(place))
    #expect(world.sound.commands == (place == 100 ? [.resume] : [.seek(.seconds(place)), .resume]))
  }

  @Test(arguments: [(200.0, 100), (400, 95), (4000, 90), (90_000, 80)])
  func `another episode goes back a little when it is played on after a long time`(seconds: Double, place: Int) async {
    // Given an episode that was left at 100 seconds, in another session
    var left = world.item(heardUpTo: .seconds(100))
    left.episode.lastPlayedAt = PlayerWorld.now - seconds
    let store = world.makeStore()
    store.exhaustivity = .off
    await store.send(.playToggled(left, isPlaying: true))
    #expect(store.state.position == .seconds(place))
    await store.finish()
    #expect(world.sound.commands.contains(.play(world.audio, .seconds(place))))
  }

  @Test func `an episode that was left a moment ago goes on at its place, though its row is older`() async {
    // Given an episode of yesterday, which plays again
    var left = world.item(heardUpTo: .seconds(100))
    left.episode.lastPlayedAt = PlayerWorld.now - 90_000
    var state = world.playing
    state.item = left
    state.position = .seconds(200)
    state.journal.places = [world.id: .seconds(200)]
    let store = world.makeStore(state)
    store.exhaustivity = .off
    // When another one is played, and then this one again
    await store.send(.playToggled(world.other, isPlaying: true))
    await store.send(.playToggled(left, isPlaying: true))
    #expect(store.state.position == .seconds(200))
    await store.finish()
  }

  @Test func `a place that the user selected is played exactly`() async {
    var left = world.item(heardUpTo: .seconds(100))
    left.episode.lastPlayedAt = PlayerWorld.now - 90_000
    let store = world.makeStore()
    store.exhaustivity = .off
    await store.send(.placeRequested(left, .seconds(50)))
    #expect(store.state.position == .seconds(50))
    await store.finish()
  }

  @Test func `the sleep timer counts, fades, pauses, and the next sound is as loud as before`() async {
    // Given a timer of one minute
    let store = makeStore(world.playing)
    await store.send(.sleepTimerSelected(.after(.seconds(60))))

    // When half of the time is over, then the timer shows the rest, and the user can add five minutes
    await world.clock.advance(by: .seconds(30))
    await store.receive(.sleepTimerTicked(.seconds(30)))
    #expect(store.state.sleepText == "0:30")
    await store.send(.sleepTimerExtended)
    #expect(store.state.sleepText == "5:30")

    // And near its end the sound fades, and then pauses
    await world.clock.advance(by: .seconds(325))
    await store.receive(.sleepTimerTicked(.seconds(5)))
    #expect(world.sound.settings.last == .volume(0.5))
    #expect(store.state.isPlaying)
    await world.clock.advance(by: .seconds(5))
    await store.receive(.sleepTimerTicked(.zero))
    await store.finish()
    #expect(store.state.phase == .paused)
    #expect(store.state.sleepTimer == nil)
    #expect(world.sound.commands == [.pause])
    #expect(world.sound.settings.last { if case .volume = $0 { true } else { false } } == .volume(1))
  }

  @Test(arguments: [-86_400.0, 86_400]) func `the sleep timer ends in time when the computer's date is set`(change: Double) async {
    // Given a timer of a minute
    let date = Recorded(PlayerWorld.now)
    let store = makeStore(world.playing)
    store.dependencies.now = { date.current }
    await store.send(.sleepTimerSelected(.after(.seconds(60))))
    await world.clock.advance(by: .seconds(20))
    await store.receive(.sleepTimerTicked(.seconds(40)))
    #expect(store.state.sleepText == "0:40")

    // When the date is set a day back or ahead
    date.change { $0 += change }

    // Then the timer goes on as before
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

  @Test func `the sleep timer at the end of the episode fades, and holds the queue`() async {
    var state = world.playing
    state.position = .seconds(494)
    state.sleepTimer = .endOfEpisode
    let store = makeStore(state)
    await store.send(.event(.position(audio, .seconds(495), duration: .seconds(500))))
    #expect(world.sound.settings.last == .volume(0.5))
    await store.send(.event(.ended(audio)))
    await store.receive(.delegate(.ended(world.item)))
    #expect(store.state.isHeldBySleep)
    #expect(store.state.sleepTimer == nil)

    // And the next episode that the user plays lets the queue continue
    await store.send(.playToggled(world.other, isPlaying: true))
    await store.finish()
    #expect(!store.state.isHeldBySleep)
  }

  @Test func `after a broken connection the player tries again by itself, more and more seldom`() async {
    // Given an episode whose server fails
    let store = makeStore(world.playing)
    await store.send(.event(.failed(audio, .unreachable)))
    #expect(store.state.problem == .unreachable)

    // When the first attempt fails too
    await world.clock.advance(by: .seconds(2))
    await store.receive(.retried)
    #expect(world.sound.commands == [.play(audio, .seconds(1))])
    await store.send(.event(.failed(audio, .unreachable)))

    // Then the next one follows after four seconds
    await world.clock.advance(by: .seconds(3))
    #expect(store.state.phase == .stopped)
    await world.clock.advance(by: .seconds(1))
    await store.receive(.retried)
    await store.send(.event(.playing(audio)))
    #expect(store.state.problem == nil)
    await store.send(.event(.position(audio, .seconds(11), duration: .seconds(500))))
    #expect(store.state.attempts == nil)
    await store.send(.playButtonToggled(false))
    await store.finish()
  }

  @Test func `sound that was received before a break does not end the attempts, so they become more and more seldom`() async {
    // Given an episode whose server is gone, and of which a second more was received
    let store = makeStore(world.playing)
    for wait in [2, 4, 8, 16, 30] {
      await store.send(.event(.failed(audio, .unreachable)))
      await world.clock.advance(by: .seconds(wait))
      await store.receive(.retried)

      // When an attempt plays that second
      await store.send(.event(.playing(audio)))
      await store.send(.event(.position(audio, .seconds(2), duration: .seconds(500))))
    }

    // Then the queue hears of it after a minute
    await store.send(.event(.failed(audio, .unreachable)))
    await store.receive(.delegate(.stillUnreachable(world.item)))
    #expect(store.state.attempts == 6)
    await store.send(.playButtonToggled(false))
    await store.finish()
  }

  @Test func `the message about a broken connection stays until the sound begins`() async {
    let store = makeStore(world.playing)
    await store.send(.event(.failed(audio, .unreachable)))
    await world.clock.advance(by: .seconds(2))
    await store.receive(.retried)
    #expect(store.state.problem == .unreachable)
    await store.send(.event(.playing(audio)))
    #expect(store.state.problem == nil)
    await store.finish()
  }

  @Test(arguments: [false, true]) func `a pause or the sleep timer ends the attempts to reach a broken server`(isTimer: Bool) async {
    // Given a player that waits for its next attempt
    let store = makeStore(world.playing)
    await store.send(.event(.failed(audio, .unreachable)))

    // When the user pauses, or the sleep timer ends
    if isTimer {
      await store.send(.sleepTimerSelected(.after(.seconds(1))))
      await world.clock.advance(by: .seconds(1))
      for _ in 0..<4 { await store.receive(\.sleepTimerTicked) }
    } else {
      await store.send(.playButtonToggled(false))
    }

    // Then it stays quiet
    #expect(store.state.attempts == nil)
    await world.clock.advance(by: .seconds(60))
    await store.finish()
    #expect(!world.sound.commands.contains { if case .play = $0 { true } else { false } })
  }

  @Test func `a player that waits for a broken server can be paused`() async {
    let store = makeStore(world.playing)
    await store.send(.event(.failed(audio, .unreachable)))
    #expect(store.state.isPlaying)
    #expect(store.state.phase == .stopped)
    await store.send(.playButtonToggled(false))
    #expect(!store.state.isPlaying)
    await store.finish()
  }

  @Test(arguments: [SleepTimer.endOfEpisode, .endOfChapter])
  func `sound that breaks off ends a timer that awaits the end, and the queue does not go on`(timer: SleepTimer) async {
    var state = world.playing
    state.sleepTimer = timer
    let store = world.makeStore(state)
    await store.send(.event(.failed(audio, .notAudio))) {
      $0.phase = .stopped
      $0.problem = .notAudio
      $0.sleepTimer = nil
      $0.soundEndedAt[world.id] = PlayerWorld.now
      $0.begins(writing: .seconds(1), in: world.id)
    }
    await store.receiveLastNote()
  }

  @Test func `an episode that was paused while it loaded does not make the queue go on when it fails`() async {
    let store = world.makeStore()
    store.exhaustivity = .off
    await store.send(.continued(world.item))
    await store.send(.playButtonToggled(false))
    store.exhaustivity = .on
    await store.send(.event(.failed(audio, .unreachable))) {
      $0.phase = .stopped
      $0.problem = .unreachable
      $0.pausedAt = nil
    }
    await store.finish()
  }

  @Test func `a jump back from the end that a sleep timer awaits makes the sound as loud as before`() async {
    var state = world.playing
    state.sleepTimer = .endOfEpisode
    let store = makeStore(state)
    await store.send(.event(.position(audio, .seconds(495), duration: .seconds(500))))
    await store.send(.positionDragged(.seconds(10)))
    await store.send(.playButtonToggled(false))
    await store.finish()
    let volumes = world.sound.settings.compactMap { if case .volume(let volume) = $0 { volume } else { nil } }
    #expect(volumes == [0.5, 1])
  }

  @Test func `another episode ends the attempts for the one before`() async {
    let store = makeStore(world.playing)
    await store.send(.event(.failed(audio, .unreachable)))
    await store.send(.playToggled(world.other, isPlaying: true))
    #expect(store.state.attempts == nil && store.state.problem == nil)
    await world.clock.advance(by: .seconds(60))
    await store.finish()
    #expect(world.sound.commands.filter { if case .play = $0 { true } else { false } }.count == 1)
  }

  @Test func `an episode that the queue goes on with is tried again, and after a minute the queue hears of it`() async {
    let store = makeStore(PlayerFeature.State())
    await store.send(.continued(world.item))
    #expect(store.state.attempts == 0)
    for wait in [2, 4, 8, 16, 30] {
      await store.send(.event(.failed(audio, .unreachable)))
      await world.clock.advance(by: .seconds(wait))
      await store.receive(.retried)
    }
    await store.send(.event(.failed(audio, .unreachable)))
    await store.receive(.delegate(.stillUnreachable(world.item)))
    #expect(store.state.attempts == 6)
    await store.send(.playButtonToggled(false))
    await store.finish()
  }

  @Test func `the time until the end of the episode or the chapter is told, and can be extended`() async {
    let store = makeStore(world.playing)
    await store.send(.sleepTimerSelected(.endOfEpisode))
    #expect(store.state.sleepText == "8:19")
    await store.send(.sleepTimerExtended)
    #expect(store.state.sleepTimer == .after(.seconds(499 + 300)))
    await store.send(.sleepTimerSelected(nil))
    await store.finish()
  }

  @Test func `after a restart, an episode goes on a little before its place if it was played long ago`() async {
    var item = world.item(heardUpTo: .seconds(100))
    item.episode.lastPlayedAt = PlayerWorld.now - 90_000
    let store = makeStore(PlayerFeature.State())
    await store.send(.restored(item))
    await store.send(.playButtonToggled(true))
    await store.finish()
    #expect(world.sound.commands.contains(.play(audio, .seconds(80))))
  }

  @Test func `the volume is heard while it is moved, and written once it rests`() async {
    let store = makeStore(world.playing)
    await store.send(.volumeChanged(0.3))
    await store.send(.volumeChanged(0.4))
    await world.clock.advance(by: .milliseconds(500))
    await store.finish()
    #expect(world.preferences.current.playback.volume == 0.4)
    #expect(world.sound.settings.contains(.volume(0.3)) && world.sound.settings.contains(.volume(0.4)))
    await store.send(.muteToggled(true))
    await store.finish()
    #expect(world.preferences.current.playback.isMuted)
  }

  @Test func `the settings of the program are used from the launch on`() async {
    var preferences = Preferences()
    preferences.playback.rate = 1.25
    preferences.playback.skipForward = 45
    let settings = FakePreferences(preferences)
    let store = TestStore(initialState: world.playing) {
      PlayerFeature()
    } withDependencies: {
      world.replaceDependencies(of: &$0)
      $0.preferences = settings.client
    }
    store.exhaustivity = .off
    let listening = await store.send(.launched)
    await store.receive(.settingsReceived(preferences.playback))
    #expect(store.state.rateText == "1.25×")
    await store.send(.skipButtonClicked(isForward: true))
    await store.receive(.skipped(.seconds(45)))
    #expect(store.state.position == .seconds(46))
    await listening.cancel()
    await store.finish()
  }

  @Test func `another sound device is used from its selection on, and not ordered again by other settings`() async {
    let store = makeStore(world.playing)
    var settings = PlaybackPreferences()
    settings.output = AudioOutput(id: "speakers", name: "Speakers")
    await store.send(.settingsReceived(settings))
    settings.volume = 0.5
    await store.send(.settingsReceived(settings))
    settings.output = nil
    await store.send(.settingsReceived(settings))
    await store.finish()
    #expect(world.sound.settings.filter { if case .output = $0 { true } else { false } } == [.output("speakers"), .output(nil)])
  }

  @Test func `the page of the episode is the page of what plays`() async {
    let store = makeStore(world.playing)
    await store.send(.titleClicked)
    #expect(store.state.nowPlaying?.id == world.id)
    await store.send(.playToggled(world.other, isPlaying: true))
    #expect(store.state.nowPlaying?.id == world.other.episode.id)
    await store.send(.nowPlaying(.dismiss))
    #expect(store.state.nowPlaying == nil)
    await store.finish()
  }
}

struct PlaybackPreferencesTests {
  @Test func `settings of an older program have defaults, and bad numbers are brought into range`() throws {
    let empty = try JSONDecoder().decode(PlaybackPreferences.self, from: Data("{}".utf8))
    #expect(empty == PlaybackPreferences())
    let odd = try JSONDecoder().decode(PlaybackPreferences.self, from: Data(#"{"rate": 40, "volume": -3}"#.utf8))
    #expect(odd.rate == 3 && odd.volume == 0)
  }
}
