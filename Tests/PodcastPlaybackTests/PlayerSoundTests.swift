import CMainLoopTesting
import Foundation
import Podcasts
import Testing

@testable import PodcastPlayback

/// The speed and the other sound settings, with real audio and a sink that consumes the audio in real time. So the
/// measured speeds and times have tolerances.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct PlayerSoundTests {
  private let player = PlayerClient.live(sink: "fakesink sync=true")
  private let clock = ContinuousClock()

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
  }

  /// Returns the seconds of audio that play per second of real time, between two positions.
  private func speed(_ recorder: EventRecorder, from start: Duration, to end: Duration) async throws -> Double {
    let firstPosition = try #require(await recorder.waitForPosition(atLeast: start))
    let startTime = clock.now
    let lastPosition = try #require(await recorder.waitForPosition(atLeast: end))
    return (lastPosition - firstPosition) / (clock.now - startTime)
  }

  @Test(arguments: [0.5, 1, 1.5, 3]) func `audio plays at the speed that was set before its start`(
    rate: Double
  ) async throws {
    let audio = TestAudio.twentySecondWAV
    let recorder = EventRecorder(player)
    player.adjust(.rate(rate))
    player.play(audio, .seconds(2))
    await recorder.wait { $0 == .playing(audio) }
    // Measure from 0.5 to 4 seconds after the start, in real time.
    let speed = try await speed(
      recorder, from: .seconds(2) + .seconds(0.5 * rate), to: .seconds(2) + .seconds(4 * rate))
    #expect(abs(speed - rate) < 0.15 * rate, "measured \(speed)")
  }

  @Test func `changing the speed during playback causes no jump and applies to the next audio`() async throws {
    // Given audio that plays
    let audio = TestAudio.twentySecondWAV
    let recorder = EventRecorder(player)
    player.play(audio, .seconds(1))
    await recorder.waitForPosition(atLeast: .milliseconds(1500))
    let eventCount = recorder.events.count

    // When the speed changes
    player.adjust(.rate(2))
    let speed = try await speed(recorder, from: .seconds(3), to: .seconds(6))

    // Then playback continues at that speed, without events for a pause or a jump
    #expect(abs(speed - 2) < 0.16, "measured \(speed)")
    let positions = recorder.events[eventCount...].compactMap(\.position)
    #expect(positions == positions.sorted() && positions.count == recorder.events.count - eventCount)
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $1 - $0 < .seconds(1) })

    // And the next audio plays at the same speed, also after a seek
    player.play(TestAudio.twentySecondOgg, .zero)
    player.seek(.seconds(8))
    await recorder.wait { $0 == .playing(TestAudio.twentySecondOgg) }
    let nextSpeed = try await self.speed(recorder, from: .seconds(9), to: .seconds(12))
    #expect(abs(nextSpeed - 2) < 0.16, "measured \(nextSpeed)")
  }

  @Test func `a higher speed ends the audio earlier, at the length of the file`() async throws {
    let audio = TestAudio.twentySecondWAV
    let recorder = EventRecorder(player)
    player.adjust(.rate(3))
    player.play(audio, .seconds(14))
    await recorder.wait { $0 == .playing(audio) }
    let startTime = clock.now
    await recorder.wait { $0 == .ended(audio) }
    let time = clock.now - startTime
    // Six seconds of audio at the threefold speed take two seconds.
    #expect(time > .milliseconds(1600) && time < .milliseconds(2600), "took \(time)")
    #expect(recorder.events.compactMap(\.position).last == .seconds(20))
  }

  @Test func `a seek and a pause before the source is known are applied when the audio is loaded`() async throws {
    // Given audio whose source, the address of its bytes, is not yet known
    let audio = URL(string: "https://example.invalid/audio.wav")!
    let (sources, sourceContinuation) = AsyncStream.makeStream(of: URL.self)
    let recorder = EventRecorder(player)
    // The closure waits for the first address in `sources`, which the test yields later.
    player.playFromSource(audio, .seconds(3)) {
      for await url in sources { return PlaybackSource(url, .keptStream) }
      return PlaybackSource(audio)
    }
    // When the user seeks and pauses before the source is known
    player.seek(.seconds(9))
    player.pause()
    await recorder.wait { $0 == .paused(audio) }
    sourceContinuation.yield(TestAudio.twentySecondWAV)
    // Then the audio is loaded from the source, and the events contain the address of the audio, not of the source
    await recorder.wait { $0 == .sourceFound(audio, .keptStream) }
    await recorder.wait { $0.position == .seconds(9) }
    player.resume()
    await recorder.wait { $0 == .playing(audio) }
    #expect(!recorder.events.contains { $0.isAbout(TestAudio.twentySecondWAV) })
  }

  @Test func `levelling voices reduces the difference of loudness`() async throws {
    // Given six seconds of a quiet tone and six of a loud one, and a sink that writes the output to a file
    let output = TestAudio.folder.appending(path: "heard.wav")
    let player = PlayerClient.live(
      sink: "audioconvert ! audio/x-raw,format=S16LE ! wavenc ! filesink location=\"\(output.path)\"")
    var ratios: [Double] = []
    for isLevelled in [false, true] {
      // When the audio is played unchanged and levelled
      let recorder = EventRecorder(player)
      player.adjust(.levelsVoices(isLevelled))
      player.play(TestAudio.quietThenLoud, .zero)
      #expect(await recorder.errorAtEnd() == nil)
      player.stop()
      // A WAV header has 44 bytes.
      let samples = try Data(contentsOf: output).dropFirst(44).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
      // One second each, at 8,000 samples a second: from second 10, which is loud, and from second 4, which is quiet
      ratios.append(loudness(samples[80_000..<88_000]) / loudness(samples[32_000..<40_000]))
    }
    // Then the loudness ratio decreases from 25, the ratio of the volumes 0.5 and 0.02, to less than 5
    #expect(ratios[0] > 20, "\(ratios)")
    #expect(ratios[1] < 5 && ratios[1] > 0.5, "\(ratios)")
  }

  /// Returns the square root of the energy of samples. It can be compared between equal numbers of samples.
  private func loudness(_ samples: ArraySlice<Int16>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot()
  }

  @Test func `shortening silence does not change the positions of the audio`() async throws {
    // Given three seconds of a tone, six of silence, and three of a tone
    let audio = TestAudio.toneSilenceTone
    let recorder = EventRecorder(player)
    player.adjust(.shortensSilence(true))
    player.play(audio, .seconds(1))
    await recorder.wait { $0 == .playing(audio) }
    let startTime = clock.now
    await recorder.wait { $0 == .ended(audio) }

    // Then playback from second 1 takes a little more than the five seconds of tone, instead of eleven seconds
    let time = clock.now - startTime
    #expect(time > .milliseconds(4800) && time < .milliseconds(6500), "took \(time)")
    // And the positions are those of the file. They jump from the start of the silence, at 3 seconds, to its end, at 9
    // seconds, with a tolerance.
    let positions = recorder.events.compactMap(\.position)
    #expect(positions.last.map { $0 > .milliseconds(11_900) && $0 < .milliseconds(12_100) } == true)
    #expect(positions.contains { $0 > .seconds(9) && $0 < .seconds(11) })
    #expect(!positions.contains { $0 > .milliseconds(4200) && $0 < .milliseconds(8500) }, "\(positions)")
  }
}

/// The limits of the sound settings.
struct SoundSettingsTests {
  @Test func `speed and volume are limited to their ranges, and values that are not finite become 1`() {
    var sound = SoundSettings()
    sound.set(.rate(9))
    #expect(sound.rate == 3)
    sound.set(.rate(0))
    #expect(sound.rate == 0.5)
    sound.set(.rate(.nan))
    #expect(sound.rate == 1)
    sound.set(.volume(-1))
    #expect(sound.volume == 0)
    sound.set(.volume(.infinity))
    #expect(sound.volume == 1)
  }
}
