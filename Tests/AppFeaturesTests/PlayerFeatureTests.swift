import AppFeatures
import AppTestSupport
import Foundation
import Podcasts
import Presentation
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct PlayerFeatureTests {
  let world = World.withTwoShows()
  let episode = PlayerFeature.Item(episode: .sample(11), showTitle: "Show 1")
  let other = PlayerFeature.Item(episode: .sample(12), showTitle: "Show 1")
  var audio: URL { episode.episode.enclosure.url }

  /// A player whose sound of ``episode`` has begun.
  private func playing() async -> PlayerFeature {
    let player = world.makePlayer()
    player.playToggled(episode, isPlaying: true)
    world.sound.send(.playing(audio), .position(audio, .seconds(1), duration: .seconds(500)))
    await until { player.position == .seconds(1) }
    return player
  }

  @Test func `an episode plays from the listener's place`() async {
    // Given an episode that was heard up to its second minute
    let player = world.makePlayer()
    var item = episode
    item.episode.playPosition = .seconds(61)

    // When its play button is clicked
    player.playToggled(item, isPlaying: true)

    // Then it goes on exactly there
    #expect(world.sound.commands == [.play(audio, .seconds(61))])
    #expect(player.isPlaying)
    #expect(player.isPlaying(item.episode.id))
    #expect(!player.isPlaying(other.episode.id))
    #expect(player.elapsedText == "1:01")
    #expect(player.item == item)
  }

  @Test func `nothing plays before anything was chosen`() {
    let player = world.makePlayer()
    player.isPlaying = true
    player.positionDragged(to: .seconds(3))
    #expect(!player.isPlaying)
    #expect(!player.isPositionEnabled)
    #expect(player.remainingText == "")
    #expect(world.sound.commands.isEmpty)
  }

  @Test func `pausing keeps the place and playing goes on from it`() async {
    // Given an episode that plays
    let player = await playing()

    // When it is paused in the bar
    player.isPlaying = false

    // Then the sound stops and the place is written
    #expect(world.sound.commands.last == .pause)
    #expect(!player.isPlaying)
    await world.libraryFile.written(.savePosition(episode.episode.id, .seconds(1)))

    // And when it is played in its row, the sound goes on and nothing is loaded again
    player.playToggled(episode, isPlaying: true)
    #expect(world.sound.commands.last == .resume)
    #expect(player.isPlaying)
  }

  @Test func `a pause before the sound has begun is obeyed and can be taken back`() {
    // Given an episode that is being loaded
    let player = world.makePlayer()
    player.playToggled(episode, isPlaying: true)

    // When it is paused and played again at once
    player.isPlaying = false
    #expect(!player.isPlaying)
    player.isPlaying = true

    // Then the player was told both
    #expect(player.isPlaying)
    #expect(world.sound.commands == [.play(audio, .zero), .pause, .resume])
  }

  @Test func `saying the same twice tells the player nothing new`() async {
    let player = await playing()
    player.isPlaying = true
    #expect(world.sound.commands == [.play(audio, .zero)])
    player.isPlaying = false
    player.isPlaying = false
    #expect(world.sound.commands == [.play(audio, .zero), .pause])
    player.playToggled(other, isPlaying: false)
    #expect(player.item == episode)
  }

  @Test func `the place is written at most five seconds behind`() async {
    // Given an episode that plays
    let player = await playing()

    // When its sound goes on for twenty seconds
    for quarter in 5...84 {
      world.sound.send(.position(audio, .milliseconds(quarter * 250), duration: nil))
    }
    await until { player.position == .seconds(21) }
    await player.quitRequested()

    // Then no stretch of five seconds is without a written place, and few are written
    let places = world.libraryFile.places
    for (earlier, later) in zip([.zero] + places, places) {
      #expect(later - earlier < .seconds(5))
    }
    #expect(places.last == .seconds(21))
    #expect(places.count <= 7)
  }

  @Test func `places that come before the sound do not overwrite the listener's`() async {
    // Given an episode that is being loaded to go on at its second minute
    let player = world.makePlayer()
    var item = episode
    item.episode.playPosition = .seconds(61)
    player.playToggled(item, isPlaying: true)

    // When the player tells of its beginning first
    world.sound.send(.position(audio, .zero, duration: .seconds(500)), .buffering(audio, percent: 10))
    await until { player.bufferingPercent == 10 }

    // Then the place is still the listener's
    #expect(player.position == .seconds(61))
    #expect(player.duration == .seconds(500))
    await player.quitRequested()
    #expect(world.libraryFile.writes.isEmpty)
  }

  @Test func `buffering is shown until the buffer is full`() async {
    let player = await playing()
    world.sound.send(.buffering(audio, percent: 40))
    await until { player.bufferingPercent == 40 }
    world.sound.send(.buffering(audio, percent: 100))
    await until { player.bufferingPercent == nil }
    #expect(player.isPlaying)
  }

  @Test func `a jump is written at once and bounded to the episode`() async {
    // Given an episode of 500 seconds that plays
    let player = await playing()
    #expect(player.isPositionEnabled)
    #expect(player.durationInSeconds == 500)

    // When the listener drags beyond both ends
    player.positionInSeconds = 900
    #expect(world.sound.commands.last == .seek(.seconds(500)))
    player.positionInSeconds = -5
    #expect(world.sound.commands.last == .seek(.zero))
    player.positionInSeconds = 120

    // Then the last place is shown and written
    #expect(player.positionInSeconds == 120)
    #expect(player.elapsedText == "2:00")
    #expect(player.remainingText == "−6:20")
    await world.libraryFile.written(.savePosition(episode.episode.id, .seconds(120)))
  }

  @Test func `a jump after the end is where it begins again`() async {
    // Given an episode that came to its end
    let player = await playing()
    world.sound.send(.ended(audio))
    await until { !player.isPlaying }

    // When the listener drags, and then plays
    player.positionDragged(to: .seconds(30))
    #expect(world.sound.commands.last == .play(audio, .zero))
    player.isPlaying = true

    // Then it begins there
    #expect(world.sound.commands.last == .play(audio, .seconds(30)))
  }

  @Test func `a drag writes few places and the last one`() async {
    // Given a library that is slow
    let gate = Gate()
    let player = await playing()
    world.libraryFile.holdWrites(before: gate)

    // When the listener drags over a hundred places
    for second in 100..<200 { player.positionDragged(to: .seconds(second)) }
    await gate.arrived(1)
    gate.open()
    await player.quitRequested()

    // Then the places between were left out
    #expect(world.libraryFile.writes.count <= 2)
    #expect(world.libraryFile.writes.last == .savePosition(episode.episode.id, .seconds(199)))
  }

  @Test func `another episode keeps the place in the first`() async {
    // Given an episode that plays
    let player = await playing()
    world.sound.send(.position(audio, .seconds(3), duration: nil))
    await until { player.position == .seconds(3) }

    // When another one is played, and then the first again, from a list that was read before
    player.playToggled(other, isPlaying: true)
    #expect(player.position == .zero)
    await world.libraryFile.written(.savePosition(episode.episode.id, .seconds(3)))
    player.playToggled(episode, isPlaying: true)

    // Then it goes on where it was left
    #expect(world.sound.commands.last == .play(audio, .seconds(3)))
  }

  @Test func `what a late event says of the last episode is not taken for the next`() async {
    // Given another episode after the first
    let player = await playing()
    player.playToggled(other, isPlaying: true)

    // When events of both come
    world.sound.send(.position(audio, .seconds(99), duration: .seconds(100)), .ended(audio), .failed(audio, .notAudio))
    world.sound.send(.buffering(other.episode.enclosure.url, percent: 5))
    await until { player.bufferingPercent == 5 }

    // Then only those of the second counted
    #expect(player.position == .zero)
    #expect(player.isPlaying)
    #expect(world.reported.isEmpty)
  }

  @Test func `the end marks the episode as played and rewinds it`() async {
    // Given an episode that plays
    let player = await playing()

    // When it comes to its end
    world.sound.send(.position(audio, .seconds(500), duration: nil), .ended(audio))
    await until { !player.isPlaying }
    await player.quitRequested()

    // Then it is played, its place is the beginning, and nothing writes another place after that
    #expect(player.position == .zero)
    #expect(world.libraryFile.writes.last == .setPlayed(episode.episode.id, true))
    #expect(world.libraryFile.episode(episode.episode.id)?.playPosition == .zero)

    // And playing it again begins at the beginning
    player.isPlaying = true
    #expect(world.sound.commands.last == .play(audio, .zero))
  }

  @Test func `a pause by the player itself is shown and its place written`() async {
    let player = await playing()
    world.sound.send(.paused(audio))
    await until { !player.isPlaying }
    await world.libraryFile.written(.savePosition(episode.episode.id, .seconds(1)))
    world.sound.send(.position(audio, .seconds(7), duration: nil))
    await world.libraryFile.written(.savePosition(episode.episode.id, .seconds(7)))
    #expect(player.position == .seconds(7))
  }

  @Test(arguments: PlaybackError.all)
  func `sound that fails is told, and can be tried again from the same place`(error: PlaybackError) async {
    // Given an episode that plays
    let player = await playing()

    // When its sound fails
    world.sound.send(.failed(audio, error))
    await until { !player.isPlaying }

    // Then the listener is told, once
    #expect(world.reported == [error.title.description])

    // And playing it loads it again where it broke
    player.isPlaying = true
    #expect(world.sound.commands.last == .play(audio, .seconds(1)))
  }

  @Test func `every failure says what is wrong and what to do`() {
    let titles = Set(PlaybackError.all.map(\.title.description))
    let messages = Set(PlaybackError.all.map(\.message.description))
    #expect(titles.count == PlaybackError.all.count)
    #expect(messages.count == PlaybackError.all.count)
    #expect(PlaybackError.missingDecoder(format: "MPEG-4 AAC").message.description.contains("MPEG-4 AAC"))
  }

  @Test func `a place that cannot be written is told once until it can be again`() async {
    // Given a disk that is full
    let player = await playing()
    world.libraryFile.failWrites(with: .diskFull(path: "/library"))

    // When several places are to be written
    for second in [100, 200, 300] {
      player.positionDragged(to: .seconds(second))
      await player.quitRequested()
    }

    // Then the listener is told once
    #expect(world.reported == ["The Disk Is Full"])

    // And again after it had worked in between
    world.libraryFile.failWrites(with: nil)
    player.positionDragged(to: .seconds(310))
    await player.quitRequested()
    world.libraryFile.failWrites(with: .diskFull(path: "/library"))
    player.positionDragged(to: .seconds(320))
    await player.quitRequested()
    #expect(world.reported.count == 2)
  }

  @Test func `quitting waits until the exact place is written`() async {
    // Given an episode that plays, a little after the last written place
    let player = await playing()
    world.sound.send(.position(audio, .milliseconds(2750), duration: nil))
    await until { player.position == .milliseconds(2750) }

    // When the program is asked to end
    await player.quitRequested()

    // Then the library has the place already
    #expect(world.libraryFile.episode(episode.episode.id)?.playPosition == .milliseconds(2750))
  }

  @Test func `a server that begins at the start does not cost the listener their place`() async {
    // Given an episode that was heard up to its fifth minute, on a server that cannot send it from there
    let player = await playingFromTheStart(insteadOf: .seconds(300))

    // When the sound goes on from the start for a while
    world.sound.send(.position(audio, .seconds(20), duration: nil))
    await until { player.position == .seconds(20) }

    // Then what is heard is shown, and the library still has the place when another episode is chosen
    player.playToggled(other, isPlaying: true)
    await player.quitRequested()
    #expect(world.libraryFile.writes.isEmpty)
  }

  @Test func `a place that was kept moves on when the sound has come to it`() async {
    let player = await playingFromTheStart(insteadOf: .seconds(300))
    for second in stride(from: 30, through: 330, by: 30) { world.sound.send(.position(audio, .seconds(second), duration: nil)) }
    await until { player.position == .seconds(330) }
    await player.quitRequested()
    #expect(world.libraryFile.places.allSatisfy { $0 >= .seconds(300) })
    #expect(world.libraryFile.places.last == .seconds(330))
  }

  @Test func `a pause takes the place that is heard for the one that was kept`() async {
    let player = await playingFromTheStart(insteadOf: .seconds(300))
    player.isPlaying = false
    await player.quitRequested()
    #expect(world.libraryFile.places == [.seconds(2)])
  }

  @Test func `a jump takes its own place for the one that was kept`() async {
    // Given an episode that plays from the start against the listener's place
    let player = await playingFromTheStart(insteadOf: .seconds(300))

    // When they jump back, and the sound follows
    player.positionDragged(to: .seconds(10))
    world.sound.send(.position(audio, .seconds(10), duration: nil), .position(audio, .seconds(16), duration: nil))
    await until { player.position == .seconds(16) }

    // Then the library follows, too
    await player.quitRequested()
    #expect(world.libraryFile.places.first == .seconds(10))
    #expect(world.libraryFile.places.last == .seconds(16))
  }

  @Test func `a pause before the sound has begun keeps the place on a server that begins at the start`() async {
    // Given an episode that is paused while it is being loaded
    let player = world.makePlayer()
    player.playToggled(heard(upTo: .seconds(300)), isPlaying: true)
    player.isPlaying = false

    // When the player stands at the start
    world.sound.send(.paused(audio), .position(audio, .zero, duration: .seconds(500)))
    await until { player.duration == .seconds(500) }

    // Then the library has the place
    await player.quitRequested()
    #expect(world.libraryFile.writes.isEmpty)
  }

  /// An item that the listener has heard a part of.
  private func heard(upTo place: Duration) -> PlayerFeature.Item {
    var item = episode
    item.episode.playPosition = place
    return item
  }

  /// A player that was asked to go on at a place, and whose sound has begun at the start.
  private func playingFromTheStart(insteadOf place: Duration) async -> PlayerFeature {
    let player = world.makePlayer()
    player.playToggled(heard(upTo: place), isPlaying: true)
    world.sound.send(.playing(audio), .position(audio, .seconds(2), duration: .seconds(500)))
    await until { player.position == .seconds(2) }
    return player
  }

  @Test func `an episode that is played again is no longer marked as played`() async {
    // Given an episode that came to its end
    let player = await playing()
    world.sound.send(.ended(audio))
    await until { !player.isPlaying }
    await world.libraryFile.written(.setPlayed(episode.episode.id, true))

    // When it is played again for less than a few seconds
    player.isPlaying = true
    world.sound.send(.playing(audio), .position(audio, .seconds(3), duration: nil))
    await until { player.position == .seconds(3) }
    player.isPlaying = false

    // Then it is still played
    await player.quitRequested()
    #expect(world.libraryFile.episode(episode.episode.id)?.isPlayed == true)

    // And when it goes on, it is one that is left to hear, once
    player.isPlaying = true
    world.sound.send(.playing(audio))
    for second in 4...30 { world.sound.send(.position(audio, .seconds(second), duration: nil)) }
    await until { player.position == .seconds(30) }
    await player.quitRequested()
    #expect(world.libraryFile.episode(episode.episode.id)?.isPlayed == false)
    #expect(world.libraryFile.episode(episode.episode.id)?.playPosition == .seconds(30))
    #expect(world.libraryFile.writes.filter { $0 == .setPlayed(episode.episode.id, false) }.count == 1)
  }

  @Test func `quitting stops the sound`() async {
    let player = await playing()
    await player.quitRequested()
    #expect(world.sound.commands.last == .stop)
    #expect(!player.isPlaying)
  }

  @Test func `removing the show that plays stops it`() async {
    let player = await playing()
    await player.showRemovalConfirmed(Show.ID(rawValue: 2))
    #expect(player.isPlaying)
    await player.showRemovalConfirmed(episode.episode.showID)
    #expect(player.item == nil)
    #expect(!player.isPlaying)
    #expect(world.sound.commands.last == .stop)
    #expect(world.libraryFile.writes.last == .savePosition(episode.episode.id, .seconds(1)))
  }

  @Test(arguments: [
    (0, "0:00"), (7, "0:07"), (62, "1:02"), (754, "12:34"), (3600, "1:00:00"), (3723, "1:02:03"), (36_000, "10:00:00"), (-3, "0:00"),
  ])
  func `a place is shown as on a clock`(seconds: Int, text: String) {
    #expect(Duration.seconds(seconds).clockText == text)
  }

  @Test func `a player that nobody holds is gone`() async {
    weak var player: PlayerFeature?
    do {
      let living = await playing()
      player = living
    }
    await Task.yield()
    #expect(player == nil)
  }
}

extension PlaybackError {
  /// One of each case.
  static let all: [PlaybackError] = [
    .notFound, .unreachable, .notAllowed, .missingDecoder(format: "MPEG-4 AAC"), .notAudio, .noSoundDevice, .failed(reason: "x"),
  ]
}
