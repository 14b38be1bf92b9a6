import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastPlayback

/// Seeks in streams of formats that have no index.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct StreamSeekTests {
  @Test func `a seek in an MP3 stream requests only bytes near the new place`() async throws {
    // Given an hour of MP3 that plays from a server
    let data = try Data(contentsOf: TestAudio.longMP3)
    let server = try LoopbackServer { _ in .page(data, type: "audio/mpeg") }
    let player = PlayerClient.live(sink: "fakesink sync=true")
    let recorder = EventRecorder(player)
    player.play(server.url("/audio.mp3"), .zero)
    await recorder.position(from: .milliseconds(100))
    let count = server.requests.count

    // When the user jumps to its last quarter
    player.seek(.seconds(2700))
    await recorder.position(from: .seconds(2700))

    // Then the requests after that begin there
    let starts = server.requests.dropFirst(count).compactMap {
      $0.headers["range"]?.wholeMatch(of: /bytes=(\d+)-\d*/).flatMap { Int($0.1) }
    }
    #expect(!starts.isEmpty)
    #expect(starts.allSatisfy { $0 > data.count / 2 }, "\(starts) of \(data.count)")
    player.stop()
  }
}
