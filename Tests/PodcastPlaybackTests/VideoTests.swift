import CMainLoopTesting
import Foundation
import Podcasts
import Testing

@testable import PodcastPlayback

/// The pictures of a real video, and the sound next to them.
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

  /// Plays a video until the events `playing` and `video` are emitted.
  private func play(_ video: URL, from place: Duration = .zero) async {
    player.execute(.play(video, from: place))
    await recorder.wait { _ in recorder.events.contains(.video(video)) && recorder.events.contains(.playing(video)) }
  }

  /// Shows the video to a new viewer, and returns its frames.
  private func show() -> (frames: AsyncStream<VideoFrame>, viewer: VideoViewer) {
    let (frames, pictures) = AsyncStream.makeStream(of: VideoFrame.self, bufferingPolicy: .bufferingNewest(1))
    let viewer = VideoViewer(pictures)
    player.execute(.showVideo(viewer))
    return (frames, viewer)
  }

  /// Waits for a frame within a range of places, and returns it with the place of the sound.
  private func frame(
    from start: Duration, upTo end: Duration = .seconds(1000), of frames: AsyncStream<VideoFrame>
  ) async throws -> (VideoFrame, Duration) {
    for await frame in frames where frame.position >= start && frame.position < end {
      return (frame, try #require(player.place.position))
    }
    throw PlaybackError.failed(reason: "the pictures ended")
  }

  @Test(arguments: [TestAudio.video, TestAudio.theora]) func `no video pipeline is created without a viewer`(
    video: URL
  ) async throws {
    await play(video)
    await recorder.position(from: .milliseconds(600))
    #expect(player.video == nil)
    #expect(recorder.events.filter { $0 == .video(video) }.count == 1)
  }

  @Test func `an undecodable video is played as sound`() async throws {
    let video = try TestAudio.undecodableVideo()
    await play(video, from: .seconds(8))
    await recorder.position(from: .seconds(9))
    #expect(recorder.events.allSatisfy { ($0.position ?? .seconds(8)) >= .seconds(8) }, "\(recorder.events)")
    #expect(recorder.events.filter { $0 == .playing(video) }.count == 1)
  }

  @Test func `audio without pictures emits no video event`() async {
    let audio = TestAudio.ogg
    player.execute(.play(audio, from: .zero))
    await recorder.wait { $0 == .ended(audio) }
    #expect(!recorder.events.contains(.video(audio)))
  }

  @Test(arguments: [TestAudio.video, TestAudio.theora]) func `the pictures match the place of the sound`(
    video: URL
  ) async throws {
    await play(video, from: .seconds(8))
    let (frames, _) = show()
    for start in [8, 9, 10] {
      let (frame, sound) = try await frame(from: .seconds(start), of: frames)
      #expect((frame.width, frame.height, frame.bytesPerRow) == (64, 48, 256))
      #expect(frame.pixels.count == 48 * 256)
      // The first color bar is white.
      #expect(
        frame.pixels.prefix(3).allSatisfy { $0 > 220 } && frame.pixels[3] == 255, "\(Array(frame.pixels.prefix(4)))")
      #expect(
        frame.position <= sound && sound < frame.position + .seconds(2),
        "the sound is at \(sound), the picture at \(frame.position)")
    }
  }

  @Test func `the sound has no gap when the video is shown and hidden`() async throws {
    // Given a playing video
    let video = TestAudio.video
    await play(video)
    let pipeline = try #require(player.pipeline)
    let known = recorder.events.count

    // When the video is shown to a viewer and hidden again
    let (frames, viewer) = show()
    _ = try await frame(from: .zero, of: frames)
    #expect(player.video != nil)
    player.execute(.hideVideo(viewer))

    // Then the video pipeline is released, and the sound has continued in its own pipeline
    #expect(player.video == nil)
    await recorder.position(from: .seconds(2))
    #expect(player.pipeline === pipeline)
    let events = recorder.events[known...]
    #expect(events.allSatisfy { $0.position != nil }, "\(events)")
    let places = events.compactMap(\.position)
    // At a tick of 250 ms, two places are less than a second apart.
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 > $0 && $1 - $0 < .seconds(1) }, "\(places)")
  }

  @Test func `the pictures follow a seek, a pause and another speed`() async throws {
    let video = TestAudio.video
    await play(video)
    let (frames, _) = show()
    _ = try await frame(from: .zero, of: frames)

    player.execute(.adjust(.rate(2)))
    player.execute(.seek(.seconds(12)))
    var (picture, sound) = try await frame(from: .seconds(11), of: frames)
    #expect(picture.position <= sound && sound < picture.position + .seconds(3))

    // A frame of the place is shown while the sound is paused. Then nothing wakes the process.
    player.execute(.pause)
    await recorder.wait { $0 == .paused(video) }
    player.execute(.seek(.seconds(3)))
    (picture, sound) = try await frame(from: .milliseconds(2900), upTo: .milliseconds(3100), of: frames)
    #expect(sound == .seconds(3))
    let pictures = try #require(player.video)
    await withCheckedContinuation { rests in
      guard !pictures.isResting else { return rests.resume() }
      pictures.onRest = { rests.resume() }
    }
    #expect(pictures.isResting)
  }

  @Test func `a new viewer replaces the first one, and stopping ends the decoding`() async throws {
    await play(TestAudio.video)
    let (first, _) = show()
    _ = try await frame(from: .zero, of: first)
    let (second, _) = show()
    for await _ in first {}
    _ = try await frame(from: .zero, of: second)
    player.execute(.stop)
    #expect(player.video == nil)
  }

  @Test func `the sound continues when the consumer of the video stops`() async throws {
    let client = PlayerClient.live(sink: "fakesink sync=true")
    let recorder = EventRecorder(client)
    client.play(TestAudio.video, .zero)
    await recorder.wait { $0 == .video(TestAudio.video) }
    let watching = Task {
      for await _ in client.video() { return true }; return false
    }
    #expect(await watching.value)
    await recorder.position(from: .seconds(1))
    #expect(recorder.events.filter { $0 == .playing(TestAudio.video) }.count == 1)
  }
}
