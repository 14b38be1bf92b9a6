import CMainLoopTesting
import Foundation
import Podcasts
import Testing

@testable import PodcastPlayback

/// An audio that is loaded before it is played.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct PreparedAudioTests {
  private let player = PlayerClient.live(sink: "fakesink sync=true")

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
  }

  /// Plays two seconds, and prepares an audio meanwhile.
  private func playAndPrepare(_ audio: URL, _ listener: Listener) async {
    player.play(TestAudio.ogg, .zero)
    await listener.wait { $0 == .playing(TestAudio.ogg) }
    let (prepared, preparation) = AsyncStream.makeStream(of: Void.self)
    player.prepare(audio) {
      preparation.finish()
      return PlaybackSource(audio, .runningDownload)
    }
    for await _ in prepared {}
    await listener.wait { $0 == .ended(TestAudio.ogg) }
  }

  @Test(arguments: [0, 12]) func `a prepared audio is silent until it is played, and then needs no source`(
    start: Int
  ) async {
    // Given an audio that was prepared while another one played
    let audio = TestAudio.wav
    let listener = Listener(player)
    await playAndPrepare(audio, listener)
    #expect(!listener.heard.contains { $0.isAbout(audio) })

    // When it is played, then it plays from there, without another look for its source
    let known = listener.heard.count
    player.playFromSource(audio, .seconds(start)) {
      Issue.record("The audio was loaded again")
      return PlaybackSource(audio)
    }
    await listener.wait { $0 == .playing(audio) }
    #expect(listener.heard[known...].compactMap(\.position).first == .seconds(start))
    #expect(listener.heard[known...].first == .sourceFound(audio, .runningDownload))
    let next = await listener.position(from: .seconds(start) + .milliseconds(100))
    #expect(next.map { $0 < .seconds(start + 2) } == true)

    // And it is controlled as any other
    player.pause()
    await listener.wait { $0 == .paused(audio) }
    player.seek(.seconds(5))
    await listener.wait { $0.position == .seconds(5) }
  }

  @Test func `another audio takes the place of a prepared one`() async {
    let listener = Listener(player)
    await playAndPrepare(TestAudio.wav, listener)
    player.play(TestAudio.flac, .zero)
    await listener.wait { $0 == .playing(TestAudio.flac) }
    player.stop()
    player.play(TestAudio.wav, .zero)
    await listener.wait { $0 == .playing(TestAudio.wav) }
    #expect(listener.heard.filter { $0 == .playing(TestAudio.wav) }.count == 1)
  }

  @Test func `an audio that cannot be prepared fails when it is played`() async {
    let missing = TestAudio.folder.appending(path: "missing.wav")
    let listener = Listener(player)
    await playAndPrepare(missing, listener)
    #expect(!listener.heard.contains { $0.isAbout(missing) })
    player.play(missing, .zero)
    #expect(await listener.failure() == .notFound)
  }
}
