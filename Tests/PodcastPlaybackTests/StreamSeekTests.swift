import Foundation
import LoopbackTesting
import Podcasts
import Testing

@testable import PodcastPlayback

/// Seeks in a stream of MP3, whose format has no index.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct StreamSeekTests {
  @Test func `a seek to the last quarter of an MP3 stream requests no bytes from the first half`() async throws {
    // Given an hour of MP3 that plays from a server
    let data = try Data(contentsOf: TestAudio.hourLongMP3)
    let server = try LoopbackServer { _ in .page(data, type: "audio/mpeg") }
    let player = PlayerClient.live(sink: "fakesink sync=true")
    let recorder = EventRecorder(player)
    player.play(server.url("/audio.mp3"), .zero)
    await recorder.waitForPosition(atLeast: .milliseconds(100))
    let requestCountBeforeSeek = server.requests.count

    // When the user seeks to 45 minutes, where the last quarter begins
    player.seek(.seconds(2700))
    await recorder.waitForPosition(atLeast: .seconds(2700))

    // Then all requests after the seek begin in the second half of the file
    let starts = server.requests.dropFirst(requestCountBeforeSeek).compactMap {
      $0.headers["range"]?.wholeMatch(of: /bytes=(\d+)-\d*/).flatMap { Int($0.1) }
    }
    #expect(!starts.isEmpty)
    #expect(starts.allSatisfy { $0 > data.count / 2 }, "\(starts) of \(data.count)")
    player.stop()
  }
}
