import CMainLoopTesting
import Foundation
import Podcasts
import Testing

@testable import PodcastPlayback

/// The live player with real audio. The sink is not a device, but it consumes the sound in real time.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct PlayerTests {
  private let player = PlayerClient.live(sink: "fakesink sync=true")

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
  }

  @Test func `audio plays from its start to its end, and its place and length are told about four times a second`()
    async
  {
    let audio = TestAudio.ogg
    let listener = Listener(player)
    player.play(audio, .zero)

    let events = await listener.wait { $0 == .ended(audio) }

    #expect(events.filter { $0 == .playing(audio) }.count == 1)
    let positions = events.compactMap(\.position)
    #expect(positions == positions.sorted())
    #expect((5...14).contains(positions.count), "two seconds at four a second: \(positions)")
    #expect(events.compactMap(\.duration).last.map { $0 > .milliseconds(1900) && $0 < .milliseconds(2100) } == true)
    #expect(events.last == .ended(audio))
  }

  @Test func `a start position is where the first sound comes from`() async {
    let audio = TestAudio.wav
    let listener = Listener(player)
    player.play(audio, .seconds(12))
    await listener.wait { $0 == .playing(audio) }
    #expect(listener.heard.compactMap(\.position).first == .seconds(12))
    let next = await listener.position()
    #expect(next.map { $0 >= .seconds(12) && $0 < .seconds(13) } == true)
  }

  @Test func `pausing keeps the place, and resuming goes on from it`() async {
    let audio = TestAudio.wav
    let listener = Listener(player)
    player.play(audio, .seconds(3))
    await listener.wait { $0 == .playing(audio) }

    player.pause()
    await listener.wait { $0 == .paused(audio) }
    let place = listener.heard.compactMap(\.position).last

    player.resume()
    let events = await listener.wait { $0 == .playing(audio) }
    #expect(events.filter { $0.position == nil } == [.playing(audio)])
    #expect(events.count <= 2, "no ticks while paused: \(events)")
    let next = await listener.position()
    #expect(place.flatMap { place in next.map { $0 >= place && $0 < place + .seconds(1) } } == true)
  }

  @Test(arguments: [false, true]) func `seeking goes exactly there, and keeps playing or paused`(isPaused: Bool) async {
    let audio = TestAudio.wav
    let listener = Listener(player)
    player.play(audio, .zero)
    await listener.wait { $0 == .playing(audio) }
    if isPaused {
      player.pause()
      await listener.wait { $0 == .paused(audio) }
    }

    player.seek(.milliseconds(15_500))
    let place = await listener.position(from: .seconds(15))
    // During playback, the sound may advance a little before the position is read.
    let heard = Duration.milliseconds(isPaused ? 0 : 250)
    #expect(place.map { $0 >= .milliseconds(15_500) && $0 <= .milliseconds(15_500) + heard } == true)

    guard !isPaused else {
      player.resume()
      #expect(await listener.wait { $0 == .playing(audio) }.filter { $0.position == nil } == [.playing(audio)])
      return
    }
    let next = await listener.position()
    #expect(next.map { $0 > .milliseconds(15_500) && $0 < .milliseconds(17_000) } == true, "it goes on by itself")
  }

  @Test func `seeking beyond the end while playing ends`() async {
    let audio = TestAudio.wav
    let listener = Listener(player)
    player.play(audio, .zero)
    await listener.wait { $0 == .playing(audio) }
    player.seek(.seconds(1000))
    let events = await listener.wait { $0 == .ended(audio) }
    #expect(events.compactMap(\.position).last == .seconds(20))
  }

  @Test func `seeking beyond the end while paused waits there, and resuming ends`() async {
    let audio = TestAudio.wav
    let listener = Listener(player)
    player.play(audio, .zero)
    await listener.wait { $0 == .playing(audio) }
    player.pause()
    player.seek(.seconds(1000))
    await listener.wait { $0.position == .seconds(20) }
    player.resume()
    await listener.wait { $0 == .ended(audio) }
  }

  @Test func `after the end, seeking goes back, paused, and resuming plays on`() async {
    let audio = TestAudio.wav
    let listener = Listener(player)
    player.play(audio, .milliseconds(19_800))
    await listener.wait { $0 == .ended(audio) }
    player.seek(.seconds(5))
    #expect(await listener.position() == .seconds(5))
    player.resume()
    #expect(await listener.wait { $0 == .playing(audio) }.filter { $0.position == nil } == [.playing(audio)])
  }

  @Test func `after the end, resuming begins again`() async {
    let audio = TestAudio.wav
    let listener = Listener(player)
    player.play(audio, .milliseconds(19_800))
    await listener.wait { $0 == .ended(audio) }
    player.resume()
    #expect(await listener.position() == .zero)
    await listener.wait { $0 == .playing(audio) }
  }

  @Test func `a quick pause after playing is obeyed in order`() async {
    let audio = TestAudio.wav
    let listener = Listener(player)
    player.play(audio, .seconds(2))
    player.pause()
    // The order of the two events depends on the threads of GStreamer.
    await listener.wait { _ in
      listener.heard.contains(.paused(audio)) && listener.heard.contains { $0.position == .seconds(2) }
    }
    #expect(listener.heard.contains(.paused(audio)))
    #expect(!listener.heard.contains(.playing(audio)))
  }

  @Test
  func `other audio replaces what was playing, and nothing of the old one is told after the new one's first event`()
    async
  {
    let old = TestAudio.wav
    let new = TestAudio.longOgg
    let listener = Listener(player)
    player.play(old, .zero)
    await listener.wait { $0 == .playing(old) }
    for _ in 1...5 {
      player.play(old, .seconds(1))
      player.play(new, .zero)
    }
    let events = await listener.wait { $0 == .playing(new) }
    let later = [await listener.position(), await listener.position()]
    #expect(later.allSatisfy { $0 != nil })
    #expect(
      listener.heard.dropFirst(events.count).allSatisfy {
        !$0.isAbout(old) || $0 == .playing(old) || $0.position != nil
      })
    #expect(listener.heard.suffix(3).allSatisfy { $0.isAbout(new) })
  }

  @Test func `stopping silences, and nothing is told after it`() async {
    let audio = TestAudio.wav
    let other = TestAudio.ogg
    let listener = Listener(player)
    player.play(audio, .zero)
    await listener.wait { $0 == .playing(audio) }
    player.stop()
    player.resume()
    player.seek(.seconds(3))
    player.pause()
    // The event of the next audio proves that the player processed the commands before it without emitting events.
    player.play(other, .zero)
    let events = await listener.wait { $0 == .playing(other) }
    #expect(events.drop { $0.isAbout(audio) }.allSatisfy { $0.isAbout(other) })
    #expect(!events.contains(.paused(audio)))
  }

  @Test func `pause, resume and seek without audio do nothing`() async {
    let audio = TestAudio.ogg
    let listener = Listener(player)
    player.pause()
    player.resume()
    player.seek(.seconds(3))
    player.stop()
    player.play(audio, .zero)
    await listener.wait { $0 == .playing(audio) }
    #expect(listener.heard.allSatisfy { $0.isAbout(audio) })
  }

  @Test func `each consumer hears everything from when it came`() async {
    let audio = TestAudio.ogg
    let first = Listener(player)
    let second = Listener(player)
    player.play(audio, .milliseconds(1500))
    await first.wait { $0 == .ended(audio) }
    await second.wait { $0 == .ended(audio) }
    #expect(first.heard == second.heard)
  }
}

extension PlayerEvent {
  func isAbout(_ audio: URL) -> Bool {
    switch self {
    case .sourceFound(let url, _), .playing(let url), .paused(let url), .position(let url, _, _),
      .buffering(let url, _), .video(let url),
      .videoUndecodable(let url, _), .ended(let url), .failed(let url, _):
      url == audio
    }
  }
}
