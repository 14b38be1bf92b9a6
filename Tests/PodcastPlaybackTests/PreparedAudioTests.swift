import CMainLoopTesting
import Foundation
import Podcasts
import Testing

@testable import PodcastPlayback

/// Audio that is prepared: the player loads it while other audio plays.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct PreparedAudioTests {
  /// A player whose sound is discarded at the speed of playback.
  private let player = PlayerClient.live(sink: "fakesink sync=true")

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
  }

  /// Prepares audio while two seconds of other audio play to their end. The source of the prepared audio has the kind
  /// `.runningDownload`, by which a test recognizes that the player used the prepared audio.
  private func prepareDuringPlayback(_ audio: URL, _ recorder: EventRecorder) async {
    player.play(TestAudio.twoSecondOgg, .zero)
    await recorder.wait { $0 == .playing(TestAudio.twoSecondOgg) }
    let (resolutions, resolutionContinuation) = AsyncStream.makeStream(of: Void.self)
    player.prepare(audio) {
      resolutionContinuation.finish()
      return PlaybackSource(audio, .runningDownload)
    }
    // Waits until the source is resolved.
    for await _ in resolutions {}
    await recorder.wait { $0 == .ended(TestAudio.twoSecondOgg) }
  }

  @Test(arguments: [0, 12]) func `prepared audio is silent until it is played, and its source is resolved only once`(
    startSeconds: Int
  ) async {
    // Given audio that was prepared while other audio played
    let audio = TestAudio.twentySecondWAV
    let recorder = EventRecorder(player)
    await prepareDuringPlayback(audio, recorder)
    #expect(!recorder.events.contains { $0.isAbout(audio) })

    // When it is played, then it plays from the start position, and its source is not resolved again
    let eventCount = recorder.events.count
    player.playFromSource(audio, .seconds(startSeconds)) {
      Issue.record("The source was resolved again")
      return PlaybackSource(audio)
    }
    await recorder.wait { $0 == .playing(audio) }
    #expect(recorder.events[eventCount...].compactMap(\.position).first == .seconds(startSeconds))
    #expect(recorder.events[eventCount...].first == .sourceFound(audio, .runningDownload))
    // The next position has advanced, but playback has not jumped ahead.
    let next = await recorder.waitForPosition(atLeast: .seconds(startSeconds) + .milliseconds(100))
    #expect(next.map { $0 < .seconds(startSeconds + 2) } == true)

    // And it can be paused and sought like other audio
    player.pause()
    await recorder.wait { $0 == .paused(audio) }
    player.seek(.seconds(5))
    await recorder.wait { $0.position == .seconds(5) }
  }

  @Test func `other audio replaces prepared audio`() async {
    // Given prepared audio
    let recorder = EventRecorder(player)
    await prepareDuringPlayback(TestAudio.twentySecondWAV, recorder)

    // When other audio is played
    player.play(TestAudio.twentySecondFLAC, .zero)
    await recorder.wait { $0 == .playing(TestAudio.twentySecondFLAC) }
    player.stop()

    // Then the prepared audio does not play until the player is asked for it, so it begins to play only once
    player.play(TestAudio.twentySecondWAV, .zero)
    await recorder.wait { $0 == .playing(TestAudio.twentySecondWAV) }
    #expect(recorder.events.filter { $0 == .playing(TestAudio.twentySecondWAV) }.count == 1)
  }

  @Test func `audio that cannot be prepared fails when it is played`() async {
    let missing = TestAudio.folder.appending(path: "missing.wav")
    let recorder = EventRecorder(player)
    await prepareDuringPlayback(missing, recorder)
    #expect(!recorder.events.contains { $0.isAbout(missing) })
    player.play(missing, .zero)
    #expect(await recorder.errorAtEnd() == .notFound)
  }
}
