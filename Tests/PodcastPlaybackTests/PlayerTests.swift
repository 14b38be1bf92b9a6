import CMainLoopTesting
import Foundation
import Podcasts
import Testing

@testable import PodcastPlayback

/// The live player with real audio. GStreamer's sink `fakesink` plays on no device. With `sync=true`, the sink consumes
/// the sound in real time.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct PlayerTests {
  private let player = PlayerClient.live(sink: "fakesink sync=true")

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
  }

  @Test func `audio plays to its end, and its position is emitted about four times a second`() async {
    let audio = TestAudio.twoSecondOgg
    let recorder = EventRecorder(player)
    player.play(audio, .zero)

    let events = await recorder.wait { $0 == .ended(audio) }

    #expect(events.filter { $0 == .playing(audio) }.count == 1)
    let positions = events.compactMap(\.position)
    #expect(positions == positions.sorted())
    // About 8 positions are expected in two seconds. A busy machine has more or fewer.
    #expect((5...14).contains(positions.count), "\(positions)")
    #expect(events.compactMap(\.duration).last.map { $0 > .milliseconds(1900) && $0 < .milliseconds(2100) } == true)
    #expect(events.last == .ended(audio))
  }

  @Test func `audio starts at the start position`() async {
    let audio = TestAudio.twentySecondWAV
    let recorder = EventRecorder(player)
    player.play(audio, .seconds(12))
    await recorder.wait { $0 == .playing(audio) }
    #expect(recorder.events.compactMap(\.position).first == .seconds(12))
    let next = await recorder.waitForPosition()
    #expect(next.map { $0 >= .seconds(12) && $0 < .seconds(13) } == true)
  }

  @Test func `pausing keeps the place, and resuming continues from it`() async {
    let audio = TestAudio.twentySecondWAV
    let recorder = EventRecorder(player)
    player.play(audio, .seconds(3))
    await recorder.wait { $0 == .playing(audio) }

    player.pause()
    await recorder.wait { $0 == .paused(audio) }
    let place = recorder.events.compactMap(\.position).last

    player.resume()
    let events = await recorder.wait { $0 == .playing(audio) }
    // No positions are emitted while the audio is paused. At most one is emitted between the resume and `.playing`.
    #expect(events.filter { $0.position == nil } == [.playing(audio)])
    #expect(events.count <= 2, "\(events)")
    let next = await recorder.waitForPosition()
    #expect(place.flatMap { place in next.map { $0 >= place && $0 < place + .seconds(1) } } == true)
  }

  @Test(arguments: [false, true]) func `a seek goes to the exact place and does not pause or resume the audio`(
    isPaused: Bool
  ) async {
    let audio = TestAudio.twentySecondWAV
    let recorder = EventRecorder(player)
    player.play(audio, .zero)
    await recorder.wait { $0 == .playing(audio) }
    if isPaused {
      player.pause()
      await recorder.wait { $0 == .paused(audio) }
    }

    player.seek(.milliseconds(15_500))
    // A position before 15 seconds would be from before the seek.
    let place = await recorder.waitForPosition(atLeast: .seconds(15))
    // During playback, the sound may advance before the position is read. The tolerance is one interval of positions.
    let tolerance = Duration.milliseconds(isPaused ? 0 : 250)
    #expect(place.map { $0 >= .milliseconds(15_500) && $0 <= .milliseconds(15_500) + tolerance } == true)

    guard !isPaused else {
      // `.playing` is emitted only after the resume, so the audio was still paused.
      player.resume()
      #expect(await recorder.wait { $0 == .playing(audio) }.filter { $0.position == nil } == [.playing(audio)])
      return
    }
    let next = await recorder.waitForPosition()
    #expect(
      next.map { $0 > .milliseconds(15_500) && $0 < .milliseconds(17_000) } == true,
      "playback continues without a resume")
  }

  @Test func `a seek beyond the end while playing ends the audio`() async {
    let audio = TestAudio.twentySecondWAV
    let recorder = EventRecorder(player)
    player.play(audio, .zero)
    await recorder.wait { $0 == .playing(audio) }
    player.seek(.seconds(1000))
    let events = await recorder.wait { $0 == .ended(audio) }
    #expect(events.compactMap(\.position).last == .seconds(20))
  }

  @Test func `a seek beyond the end while paused ends the audio only when it is resumed`() async {
    let audio = TestAudio.twentySecondWAV
    let recorder = EventRecorder(player)
    player.play(audio, .zero)
    await recorder.wait { $0 == .playing(audio) }
    player.pause()
    player.seek(.seconds(1000))
    await recorder.wait { $0.position == .seconds(20) }
    player.resume()
    await recorder.wait { $0 == .ended(audio) }
  }

  @Test func `after the end, a seek goes to its place, and resuming starts playback`() async {
    let audio = TestAudio.twentySecondWAV
    let recorder = EventRecorder(player)
    player.play(audio, .milliseconds(19_800))
    await recorder.wait { $0 == .ended(audio) }
    player.seek(.seconds(5))
    #expect(await recorder.waitForPosition() == .seconds(5))
    player.resume()
    #expect(await recorder.wait { $0 == .playing(audio) }.filter { $0.position == nil } == [.playing(audio)])
  }

  @Test func `after the end, resuming starts from the beginning`() async {
    let audio = TestAudio.twentySecondWAV
    let recorder = EventRecorder(player)
    player.play(audio, .milliseconds(19_800))
    await recorder.wait { $0 == .ended(audio) }
    player.resume()
    #expect(await recorder.waitForPosition() == .zero)
    await recorder.wait { $0 == .playing(audio) }
  }

  @Test func `a pause immediately after play keeps the audio paused`() async {
    let audio = TestAudio.twentySecondWAV
    let recorder = EventRecorder(player)
    player.play(audio, .seconds(2))
    player.pause()
    // The order of the two events depends on the threads of GStreamer.
    await recorder.wait { _ in
      recorder.events.contains(.paused(audio)) && recorder.events.contains { $0.position == .seconds(2) }
    }
    #expect(recorder.events.contains(.paused(audio)))
    #expect(!recorder.events.contains(.playing(audio)))
  }

  @Test func `new audio replaces the current audio, which then emits no more events`() async {
    let old = TestAudio.twentySecondWAV
    let new = TestAudio.twentySecondOgg
    let recorder = EventRecorder(player)
    player.play(old, .zero)
    await recorder.wait { $0 == .playing(old) }
    let formerCount = recorder.events.count
    // The player gets ten commands in quick succession. The last command plays the new audio.
    for _ in 1...5 {
      player.play(old, .seconds(1))
      player.play(new, .zero)
    }
    await recorder.wait { $0 == .playing(new) }
    // `nil` would mean that the events ended.
    let newPositions = [await recorder.waitForPosition(), await recorder.waitForPosition()]
    #expect(newPositions.allSatisfy { $0 != nil })
    // Until the new audio plays, the old audio may start again, but it does not pause, end or fail.
    #expect(
      recorder.events.dropFirst(formerCount).allSatisfy {
        !$0.isAbout(old) || $0 == .playing(old) || $0.position != nil
      })
    // The last three events are the start of the new audio and its two positions.
    #expect(recorder.events.suffix(3).allSatisfy { $0.isAbout(new) })
  }

  @Test func `a stopped player ignores commands and emits no more events`() async {
    let audio = TestAudio.twentySecondWAV
    let nextAudio = TestAudio.twoSecondOgg
    let recorder = EventRecorder(player)
    player.play(audio, .zero)
    await recorder.wait { $0 == .playing(audio) }
    player.stop()
    player.resume()
    player.seek(.seconds(3))
    player.pause()
    // The event of the next audio proves that the player processed the commands before it without emitting events.
    player.play(nextAudio, .zero)
    let events = await recorder.wait { $0 == .playing(nextAudio) }
    // No event of the stopped audio follows an event of the next audio.
    #expect(events.drop { $0.isAbout(audio) }.allSatisfy { $0.isAbout(nextAudio) })
    #expect(!events.contains(.paused(audio)))
  }

  @Test func `pause, resume, seek and stop without audio have no effect`() async {
    let audio = TestAudio.twoSecondOgg
    let recorder = EventRecorder(player)
    player.pause()
    player.resume()
    player.seek(.seconds(3))
    player.stop()
    player.play(audio, .zero)
    await recorder.wait { $0 == .playing(audio) }
    #expect(recorder.events.allSatisfy { $0.isAbout(audio) })
  }

  @Test func `all consumers receive the same events`() async {
    let audio = TestAudio.twoSecondOgg
    let firstRecorder = EventRecorder(player)
    let secondRecorder = EventRecorder(player)
    player.play(audio, .milliseconds(1500))
    await firstRecorder.wait { $0 == .ended(audio) }
    await secondRecorder.wait { $0 == .ended(audio) }
    #expect(firstRecorder.events == secondRecorder.events)
  }
}

extension PlayerEvent {
  /// Returns whether the event belongs to the audio at an address.
  func isAbout(_ audio: URL) -> Bool {
    switch self {
    case .sourceFound(let url, _), .playing(let url), .paused(let url), .position(let url, _, _),
      .buffering(let url, _), .video(let url),
      .videoUndecodable(let url, _), .ended(let url), .failed(let url, _):
      url == audio
    }
  }
}
