import Foundation
import Podcasts
import Synchronization
import Testing

@testable import DesktopServices

/// The player's D-Bus interface for media controls (MPRIS) on a private bus, used by other processes.
@Suite(.serialized, .timeLimit(.minutes(2))) struct MediaControlsTests {
  private let bus: PrivateBus
  private let controls: MediaControlsClient
  /// The requests of other processes to show or to end the program: “raise” and “quit”.
  private let requests: AsyncStream<String>

  init() async throws {
    bus = try PrivateBus()
    let (requests, continuation) = AsyncStream.makeStream(of: String.self)
    self.requests = requests
    controls = .live(
      address: bus.address, raise: { continuation.yield("raise") }, quit: { continuation.yield("quit") },
      onFailure: { Issue.record("There is no bus: \($0)") })
    controls.update(.playing)
    // Other processes can use the player as soon as its name is on the bus.
    try await bus.run(
      "gdbus", ["wait", "--session", "--timeout", "20", "org.mpris.MediaPlayer2.io.github.podcaster.Podcaster"])
  }

  @Test func `the metadata of the episode is complete`() async throws {
    let metadata = try await bus.property("Metadata")
    for entry in [
      "'mpris:trackid': <objectpath '/io/github/podcaster/Podcaster/Episode/7'>", "'mpris:length': <int64 1800000000>",
      "'mpris:artUrl': <'https://example.org/a.png'>", "'xesam:title': <'The Bridge'>",
      "'xesam:artist': <['Two Bridges']>",
      "'xesam:album': <'Two Bridges'>", "'xesam:url': <'https://example.org/a.mp3'>",
    ] {
      #expect(metadata.contains(entry), "\(entry) is not in \(metadata)")
    }
  }

  @Test func `the properties reflect the state of the player`() async throws {
    #expect(try await bus.property("PlaybackStatus") == "(<'Playing'>,)")
    #expect(try await bus.property("Rate") == "(<1.5>,)")
    #expect(try await bus.property("Volume") == "(<0.5>,)")
    for name in ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl"] {
      #expect(try await bus.property(name) == "(<true>,)", "\(name)")
    }
    // When the player has no episode, and the queue is empty
    controls.update(MediaState())
    #expect(try await bus.property("PlaybackStatus") == "(<'Stopped'>,)")
    #expect(try await bus.property("Metadata") == "(<@a{sv} {}>,)")
    for name in ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek"] {
      #expect(try await bus.property(name) == "(<false>,)", "\(name)")
    }
  }

  @Test func `the program publishes its name and the types that it opens`() async throws {
    #expect(try await bus.property("Identity", of: "") == "(<'Podcaster'>,)")
    #expect(try await bus.property("DesktopEntry", of: "") == "(<'io.github.podcaster.Podcaster'>,)")
    #expect(try await bus.property("SupportedUriSchemes", of: "").contains("'podcast'"))
    #expect(try await bus.property("SupportedMimeTypes", of: "").contains("application/rss+xml"))
    #expect(try await bus.property("HasTrackList", of: "") == "(<true>,)")
  }

  @Test func `methods and writable properties of the player and its track list emit commands`() async throws {
    let player = "org.mpris.MediaPlayer2.Player"
    let trackList = "org.mpris.MediaPlayer2.TrackList"
    try await bus.call("\(player).PlayPause")
    try await bus.call("\(player).Play")
    try await bus.call("\(player).Pause")
    try await bus.call("\(player).Stop")
    try await bus.call("\(player).Next")
    try await bus.call("\(player).Previous")
    // Durations and positions are in microseconds.
    try await bus.call("\(player).Seek", "int64 -15000000")
    try await bus.call("\(player).SetPosition", "/io/github/podcaster/Podcaster/Episode/7", "int64 61000000")
    try await bus.call("\(player).OpenUri", "podcast://example.org/feed.xml")
    try await bus.call("org.freedesktop.DBus.Properties.Set", player, "Rate", "<2.0>")
    try await bus.call("org.freedesktop.DBus.Properties.Set", player, "Volume", "<7.0>")
    try await bus.call("\(trackList).GoTo", "/io/github/podcaster/Podcaster/Episode/8")
    try await bus.call("\(trackList).RemoveTrack", "/io/github/podcaster/Podcaster/Episode/8")
    try await bus.call("io.github.podcaster.Podcaster.Player.QueueEpisode", "int64 9", "true")
    try await bus.call(
      "\(trackList).AddTrack", "https://example.org/b.mp3", "/io/github/podcaster/Podcaster/Episode/8", "true")
    try await bus.call(
      "\(trackList).AddTrack", "https://example.org/c.mp3", "/org/mpris/MediaPlayer2/TrackList/NoTrack", "false")

    // Then the commands arrive in this order. Stop becomes a pause, and a volume is at most 1
    let expected: [MediaCommand] = [
      .playPause, .play, .pause, .pause, .next, .previous, .skip(.seconds(-15)), .seek(.seven, .seconds(61)),
      .open("podcast://example.org/feed.xml"), .setRate(2), .setVolume(1), .playEpisode(.eight),
      .unqueueEpisode(.eight),
      .queueEpisodes([Episode.ID(rawValue: 9)], isNext: true),
      .addTrack("https://example.org/b.mp3", after: .eight, plays: true),
      .addTrack("https://example.org/c.mp3", after: nil, plays: false),
    ]
    var received: [MediaCommand] = []
    for await command in controls.commands() {
      received.append(command)
      if received.count == expected.count { break }
    }
    #expect(received == expected)
  }

  @Test func `SetPosition ignores a position outside of the current episode, or in another episode`() async throws {
    let method = "org.mpris.MediaPlayer2.Player.SetPosition"
    // Episode 7 has 1,800,000,000 microseconds.
    try await bus.call(method, "/io/github/podcaster/Podcaster/Episode/7", "int64 1800000001")
    try await bus.call(method, "/io/github/podcaster/Podcaster/Episode/7", "int64 -1")
    try await bus.call(method, "/io/github/podcaster/Podcaster/Episode/8", "int64 5")
    try await bus.call("org.mpris.MediaPlayer2.Player.Play")
    // Play emits the first command, so none of these positions has emitted one.
    for await command in controls.commands() {
      #expect(command == .play)
      break
    }
  }

  @Test func `OpenUri refuses an address with an unknown scheme`() async throws {
    let answer = try await bus.call("org.mpris.MediaPlayer2.Player.OpenUri", "mailto:me@example.org")
    #expect(answer.contains("InvalidArgs"))
    #expect(answer.contains("mailto:me@example.org"))
  }

  @Test func `Raise and Quit call their handlers`() async throws {
    try await bus.call("org.mpris.MediaPlayer2.Raise")
    try await bus.call("org.mpris.MediaPlayer2.Quit")
    var received: [String] = []
    for await request in requests {
      received.append(request)
      if received.count == 2 { break }
    }
    #expect(received == ["raise", "quit"])
  }

  @Test func `the track list contains the current episode and the queue`() async throws {
    let paths = ["/io/github/podcaster/Podcaster/Episode/7", "/io/github/podcaster/Podcaster/Episode/8"]
    #expect(try await bus.property("Tracks", of: "TrackList") == "(<[objectpath '\(paths[0])', '\(paths[1])']>,)")
    let metadata = try await bus.call(
      "org.mpris.MediaPlayer2.TrackList.GetTracksMetadata", "[objectpath '\(paths[1])', '/unknown']")
    #expect(metadata.contains("'xesam:title': <'The Second Bridge'>"))
    #expect(!metadata.contains("unknown"))
  }

  /// Starts a process that monitors the bus. The process loses its bus name (`NameLost`) when it becomes a monitor, and
  /// receives all messages from then on. `gdbus monitor` is not suitable, because it subscribes only after its first
  /// output. Returns the process and the pipe of its output.
  private func startMonitor() throws -> (Process, Pipe) {
    let (monitor, output) = (Process(), Pipe())
    monitor.executableURL = URL(filePath: "/usr/bin/dbus-monitor")
    monitor.arguments = ["--address", bus.address]
    monitor.standardOutput = output
    try monitor.run()
    return (monitor, output)
  }

  @Test(.timeLimit(.minutes(1))) func `other processes are notified of a pause, a jump and another episode`()
    async throws
  {
    // Given a process that monitors the bus
    let (monitor, output) = try startMonitor()
    defer { kill(monitor.processIdentifier, SIGKILL) }
    var lines = output.lines.makeAsyncIterator()
    // After the line with `NameLost`, the process monitors the bus.
    while let line = await lines.next(), !line.contains("member=NameLost") {}

    // When the player pauses, jumps, and continues with the next episode
    var state = MediaState.playing
    state.status = .paused
    controls.update(state)
    state.position = .seconds(900)
    controls.update(state)
    state.track = state.queue.first
    state.position = .zero
    controls.update(state)

    // Then the process receives all three changes, in this order
    let expected = [
      "member=PropertiesChanged", "string \"PlaybackStatus\"", "string \"Paused\"", "member=Seeked", "int64 900000000",
      "member=PropertiesChanged",
      "string \"The Second Bridge\"", "member=TrackListReplaced",
    ]
    // The output has other lines between these.
    var missing = expected[...]
    while let next = missing.first, let line = await lines.next() { if line.contains(next) { missing.removeFirst() } }
    #expect(missing.isEmpty)
  }

  @Test func `a picture with a file is published as the file, and another picture by its address`() async throws {
    // Given media controls that have a file for one picture
    let bus = try PrivateBus()
    let controls = MediaControlsClient.live(
      address: bus.address,
      findPicture: { address, feed in
        address.path == "/a.png" && feed?.path == "/feed.xml" ? URL(filePath: "/tmp/picture a.png") : nil
      }, raise: {}, quit: {},
      onFailure: { Issue.record("There is no bus: \($0)") })
    controls.update(.playing)
    try await bus.run(
      "gdbus", ["wait", "--session", "--timeout", "20", "org.mpris.MediaPlayer2.io.github.podcaster.Podcaster"])
    // The file is searched for in the background, so the metadata has the file only after a while.
    while try await !bus.property("Metadata").contains("'mpris:artUrl': <'file:///tmp/picture%20a.png'>") {}

    // When the episode has a picture without a file, then the metadata has the address of the picture
    var state = MediaState.playing
    state.track?.artwork = URL(string: "https://example.org/b.png")
    controls.update(state)
    #expect(try await bus.property("Metadata").contains("'mpris:artUrl': <'https://example.org/b.png'>"))
  }

  @Test(.timeLimit(.minutes(1))) func `other processes are notified of an added track and a removed track`()
    async throws
  {
    // Given a process that monitors the bus
    let (monitor, output) = try startMonitor()
    defer { kill(monitor.processIdentifier, SIGKILL) }
    var lines = output.lines.makeAsyncIterator()
    // After the line with `NameLost`, the process monitors the bus.
    while let line = await lines.next(), !line.contains("member=NameLost") {}

    // When a track is added to the queue, and another one is removed from it
    var state = MediaState.playing
    state.queue.append(
      MediaState.Track(id: Episode.ID(rawValue: 9), title: "The Third Bridge", showTitle: "Two Bridges"))
    controls.update(state)
    state.queue.removeFirst()
    controls.update(state)

    // Then the process receives both changes, in this order. The third track is added after episode 8, which is then
    // removed
    let expected = [
      "member=TrackAdded", "string \"The Third Bridge\"", "object path \"/io/github/podcaster/Podcaster/Episode/8\"",
      "member=TrackRemoved",
      "object path \"/io/github/podcaster/Podcaster/Episode/8\"",
    ]
    // The output has other lines between these.
    var missing = expected[...]
    while let next = missing.first, let line = await lines.next() { if line.contains(next) { missing.removeFirst() } }
    #expect(missing.isEmpty)
  }

  @Test func `playerctl reads and controls the player`() async throws {
    #expect(try await bus.run("playerctl", ["status"]).output == "Playing\n")
    #expect(
      try await bus.run("playerctl", ["metadata", "--format", "{{title}} · {{album}} · {{duration(mpris:length)}}"])
        .output
        == "The Bridge · Two Bridges · 30:00\n")
    try await bus.run("playerctl", ["play-pause"])
    for await command in controls.commands() {
      // playerctl may call Pause instead of PlayPause during playback.
      #expect([.playPause, .pause].contains(command))
      break
    }
  }

  @Test func `the running program is read and controlled from another connection`() async throws {
    let remote = RemotePlayerClient.live(address: bus.address, program: nil)
    let state = try await remote.state()
    #expect(state.track?.title == "The Bridge")
    #expect(state.status == .playing)
    #expect(state.rate == 1.5)
    #expect(state.queue.map(\.title) == ["The Second Bridge"])
    #expect(state.position >= .seconds(60))
    try await remote.send(.skip(.seconds(30)))
    try await remote.send(.setRate(1.2))
    try await remote.send(.playEpisode(.eight))
    // `start()` starts the program if it is not running. Here it is running, so this call emits no command.
    try await remote.start()
    var received: [MediaCommand] = []
    for await command in controls.commands() {
      received.append(command)
      if received.count == 3 { break }
    }
    #expect(received == [.skip(.seconds(30)), .setRate(1.2), .playEpisode(.eight)])
  }

  @Test func `an episode after the first 200 of the queue is counted and can be removed`() async throws {
    // Given a queue of 201 episodes. The program publishes the first 200 with their titles, and the count of all
    var state = MediaState.playing
    // These episodes have the numbers 101 to 300.
    state.queue = (1...200).map { MediaState.Track(id: Episode.ID(rawValue: 100 + $0), title: "", showTitle: "") }
    state.queueCount = 201
    controls.update(state)

    // When another process counts the episodes, and removes the last one, which has the number 301
    let remote = RemotePlayerClient.live(address: bus.address, program: nil)
    let remoteState = try await remote.state()
    #expect(remoteState.queue.count == 200)
    #expect(remoteState.queueCount == 201)
    try await remote.send(.unqueueEpisode(Episode.ID(rawValue: 301)))
    // If the removal were ignored, this command would be the first one.
    try await remote.send(.play)

    // Then the program receives the request to remove this episode
    for await command in controls.commands() {
      #expect(command == .unqueueEpisode(Episode.ID(rawValue: 301)))
      break
    }
  }
}

/// The client that controls the program from another process, while the program is not running.
@Suite(.serialized, .timeLimit(.minutes(1))) struct RemotePlayerTests {
  @Test func `a program that is not running is reported`() async throws {
    let bus = try PrivateBus()
    let remote = RemotePlayerClient.live(address: bus.address, program: URL(filePath: "/bin/false"))
    await #expect(throws: RemotePlayerError.notRunning) { try await remote.send(.play) }
    // The client does not wait for a program that ends at once.
    await #expect(throws: RemotePlayerError.notStarted) { try await remote.start() }
  }

  @Test func `a missing bus is reported`() async throws {
    let remote = RemotePlayerClient.live(address: "unix:path=/nonexistent", program: nil)
    do throws(RemotePlayerError) {
      _ = try await remote.state()
      Issue.record("The client has read a state without a bus.")
    } catch {
      guard case .noBus = error else { Issue.record("\(error)"); return }
    }
  }
}

extension Episode.ID {
  fileprivate static let seven = Episode.ID(rawValue: 7)
  fileprivate static let eight = Episode.ID(rawValue: 8)
}

extension MediaState {
  /// Episode 7 plays at 1:00 of 30:00 (1,800,000,000 microseconds), and episode 8 is in the queue.
  fileprivate static var playing: MediaState {
    var state = MediaState()
    state.track = Track(
      id: .seven, title: "The Bridge", showTitle: "Two Bridges", length: .seconds(1800),
      artwork: URL(string: "https://example.org/a.png"),
      feed: URL(string: "https://example.org/feed.xml"), audio: URL(string: "https://example.org/a.mp3"))
    state.status = .playing
    state.position = .seconds(60)
    state.rate = 1.5
    state.volume = 0.5
    state.canSeek = true
    state.canGoNext = true
    state.queue = [Track(id: .eight, title: "The Second Bridge", showTitle: "Two Bridges")]
    return state
  }
}
