import CMainLoopTesting
import Foundation
import Podcasts
import Testing

@testable import PodcastPlayback

/// The pictures and the sound of real videos of twenty seconds. The pictures have one pipeline, and the sound has
/// another. A viewer is a consumer of the frames, which are the pictures with their positions.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct VideoTests {
  private let hub = PlayerEventHub()
  /// The player itself, so that the tests can inspect its pipelines.
  private let player: Player
  private let recorder: EventRecorder

  init() throws {
    try #require(mainloop_testing_is_running(), "the main actor must be on GLib's main loop")
    player = Player(sink: "fakesink sync=true", hub: hub, log: { _ in })
    recorder = EventRecorder(hub.events())
  }

  /// Starts a video, and waits until the events `playing` and `video` are emitted.
  private func play(_ video: URL, from place: Duration = .zero) async {
    player.execute(.play(video, from: place))
    await recorder.wait { _ in recorder.events.contains(.video(video)) && recorder.events.contains(.playing(video)) }
  }

  /// Shows the video to a new viewer, and returns the viewer and its frames.
  private func showToNewViewer() -> (frames: AsyncStream<VideoFrame>, viewer: VideoViewer) {
    let (frames, continuation) = AsyncStream.makeStream(of: VideoFrame.self, bufferingPolicy: .bufferingNewest(1))
    let viewer = VideoViewer(continuation)
    player.execute(.showVideo(viewer))
    return (frames, viewer)
  }

  /// Waits for a frame within a range of places, and returns it with the place of the sound. By default, the range has
  /// no end.
  private func frame(
    from start: Duration, upTo end: Duration = .seconds(1000), of frames: AsyncStream<VideoFrame>
  ) async throws -> (VideoFrame, Duration) {
    for await frame in frames where frame.position >= start && frame.position < end {
      return (frame, try #require(player.progress.position))
    }
    throw PlaybackError.failed(reason: "the pictures ended")
  }

  @Test(arguments: [TestAudio.vp8Video, TestAudio.theoraVideo]) func `no video pipeline is created without a viewer`(
    video: URL
  ) async throws {
    await play(video)
    await recorder.waitForPosition(atLeast: .milliseconds(600))
    #expect(player.videoPipeline == nil)
    #expect(recorder.events.filter { $0 == .video(video) }.count == 1)
  }

  @Test func `an undecodable video is played as sound`() async throws {
    let video = try TestAudio.undecodableVideo()
    await play(video, from: .seconds(8))
    await recorder.waitForPosition(atLeast: .seconds(9))
    // The sound did not start again: no position is before the start, and there is one event `playing`.
    #expect(recorder.events.allSatisfy { ($0.position ?? .seconds(8)) >= .seconds(8) }, "\(recorder.events)")
    #expect(recorder.events.filter { $0 == .playing(video) }.count == 1)
  }

  @Test func `audio without pictures emits no video event`() async {
    let audio = TestAudio.twoSecondOgg
    player.execute(.play(audio, from: .zero))
    await recorder.wait { $0 == .ended(audio) }
    #expect(!recorder.events.contains(.video(audio)))
  }

  @Test(arguments: [TestAudio.vp8Video, TestAudio.theoraVideo]) func `the pictures match the place of the sound`(
    video: URL
  ) async throws {
    await play(video, from: .seconds(8))
    let (frames, _) = showToNewViewer()
    for start in [8, 9, 10] {
      let (frame, soundPlace) = try await frame(from: .seconds(start), of: frames)
      // The videos have 64 × 48 pixels, and a pixel has four bytes.
      #expect((frame.width, frame.height, frame.bytesPerRow) == (64, 48, 256))
      #expect(frame.pixels.count == 48 * 256)
      // The first color bar is white, with small errors of the encoder. The fourth byte of a pixel is its opacity.
      #expect(
        frame.pixels.prefix(3).allSatisfy { $0 > 220 } && frame.pixels[3] == 255, "\(Array(frame.pixels.prefix(4)))")
      // The sound may have continued before the test received the frame.
      #expect(
        frame.position <= soundPlace && soundPlace < frame.position + .seconds(2),
        "the sound is at \(soundPlace), the picture at \(frame.position)")
    }
  }

  @Test func `the sound has no gap when the video is shown and hidden`() async throws {
    // Given a playing video
    let video = TestAudio.vp8Video
    await play(video)
    let pipeline = try #require(player.pipeline)
    let eventCount = recorder.events.count

    // When the video is shown to a viewer and hidden again
    let (frames, viewer) = showToNewViewer()
    _ = try await frame(from: .zero, of: frames)
    #expect(player.videoPipeline != nil)
    player.execute(.hideVideo(viewer))

    // Then the video pipeline is released, and the sound has continued in its own pipeline
    #expect(player.videoPipeline == nil)
    await recorder.waitForPosition(atLeast: .seconds(2))
    #expect(player.pipeline === pipeline)
    let events = recorder.events[eventCount...]
    #expect(events.allSatisfy { $0.position != nil }, "\(events)")
    let places = events.compactMap(\.position)
    // Places are emitted every 250 ms, so a gap of a second would be an interruption.
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 > $0 && $1 - $0 < .seconds(1) }, "\(places)")
  }

  @Test func `the pictures follow a seek, a pause and another speed`() async throws {
    let video = TestAudio.vp8Video
    await play(video)
    let (frames, _) = showToNewViewer()
    _ = try await frame(from: .zero, of: frames)

    player.execute(.adjust(.rate(2)))
    player.execute(.seek(.seconds(12)))
    // The frames before the seek are near the start, so a frame from second 11 on comes after the seek.
    var (picture, soundPlace) = try await frame(from: .seconds(11), of: frames)
    // At double speed, the sound may have continued by more than in the other tests.
    #expect(picture.position <= soundPlace && soundPlace < picture.position + .seconds(3))

    // While the sound is paused, the frame at the place of the sound is shown. Then the video pipeline rests: its timer
    // stops.
    player.execute(.pause)
    await recorder.wait { $0 == .paused(video) }
    player.execute(.seek(.seconds(3)))
    (picture, soundPlace) = try await frame(from: .milliseconds(2900), upTo: .milliseconds(3100), of: frames)
    #expect(soundPlace == .seconds(3))
    let videoPipeline = try #require(player.videoPipeline)
    await withCheckedContinuation { continuation in
      guard !videoPipeline.isResting else { return continuation.resume() }
      videoPipeline.onRest = { continuation.resume() }
    }
    #expect(videoPipeline.isResting)
  }

  @Test func `a new viewer replaces the first one, and stopping ends the decoding`() async throws {
    await play(TestAudio.vp8Video)
    let (firstFrames, _) = showToNewViewer()
    _ = try await frame(from: .zero, of: firstFrames)
    let (secondFrames, _) = showToNewViewer()
    // The stream of the first viewer ends, and with it this loop.
    for await _ in firstFrames {}
    _ = try await frame(from: .zero, of: secondFrames)
    player.execute(.stop)
    #expect(player.videoPipeline == nil)
  }

  @Test func `the sound continues when the consumer of the video stops`() async throws {
    let client = PlayerClient.live(sink: "fakesink sync=true")
    let recorder = EventRecorder(client)
    client.play(TestAudio.vp8Video, .zero)
    await recorder.wait { $0 == .video(TestAudio.vp8Video) }
    // The consumer stops after the first frame.
    let receivesFrame = Task {
      for await _ in client.video() { return true }; return false
    }
    #expect(await receivesFrame.value)
    await recorder.waitForPosition(atLeast: .seconds(1))
    #expect(recorder.events.filter { $0 == .playing(TestAudio.vp8Video) }.count == 1)
  }
}
