import CGStreamer
import CPlaybackTesting
import Foundation
import LoopbackTesting
import Podcasts
import Synchronization
import Testing

@testable import PodcastPlayback

/// Releasing the resources of a player.
@MainActor @Suite(.serialized, .timeLimit(.minutes(1))) struct PlayerLifetimeTests {
  /// Observes the release of a GStreamer element.
  private final class ReleaseObserver: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func observe(_ object: UnsafeMutableRawPointer) {
      g_object_weak_ref(
        object.assumingMemoryBound(to: GObject.self),
        { observer, _ in Unmanaged<ReleaseObserver>.fromOpaque(observer!).takeRetainedValue().continuation.yield() },
        Unmanaged.passRetained(self).toOpaque())
    }

    func waitForRelease() async { for await _ in stream { break } }
  }

  /// Returns a pipeline that has loaded audio. If the first pipeline stalls on a busy machine, a second one loads the
  /// audio, as in the player.
  private func loadedPipeline() async throws -> Pipeline {
    for _ in 1...2 {
      let (messages, continuation) = AsyncStream<PipelineMessage>.makeStream()
      let pipeline = try Pipeline(
        audio: TestAudio.twentySecondWAV, sink: "fakesink sync=true", sound: SoundSettings(), timeLimits: .init(),
        log: { _ in },
        onMessage: { continuation.yield($0) })
      pipeline.load()
      loading: for await message in messages {
        switch message {
        case .prerolled: return pipeline
        case .failed(let error): throw error
        case .stalled: break loading
        default: continue
        }
      }
    }
    throw PlaybackError.failed(reason: "the pipeline stalled twice")
  }

  @Test func `a released pipeline releases its element, whether it was closed before or not`() async throws {
    try GStreamer.start()
    for isClosed in [true, false] {
      let observer = ReleaseObserver()
      var pipeline: Pipeline? = try Pipeline(
        audio: TestAudio.twentySecondWAV, sink: "fakesink sync=true", sound: SoundSettings(), timeLimits: .init(),
        log: { _ in },
        onMessage: { _ in })
      observer.observe(pipeline!.element)
      pipeline!.load()
      pipeline!.setPlaying(true)
      weak let releasedPipeline = pipeline
      if isClosed { pipeline!.close() }
      pipeline = nil
      await observer.waitForRelease()
      #expect(releasedPipeline == nil)
    }
  }

  @Test func `the volume element of a pipeline is released with the pipeline`() async throws {
    // GStreamer 1.22 leaks a reference to this element, so `CGStreamerShims` releases this reference.
    try GStreamer.start()
    let observer = ReleaseObserver()
    var pipeline: Pipeline? = try await loadedPipeline()
    try #require(playback_testing_watch_volume(pipeline!.element) != 0)
    observer.observe(pipeline!.element)
    pipeline = nil
    await observer.waitForRelease()
    #expect(playback_testing_has_volume() == 0)
  }

  @Test func `releasing a playing player ends its streams of events`() async throws {
    let audio = TestAudio.twentySecondWAV
    var player: PlayerClient? = .live(sink: "fakesink sync=true")
    let recorder = EventRecorder(player!)
    player!.play(audio, .zero)
    await recorder.wait { $0 == .playing(audio) }
    player = nil
    #expect(await recorder.waitForEndOfStream())
  }

  @Test func `a player that is released while it plays is deallocated`() async throws {
    let hub = PlayerEventHub()
    var events = hub.events().makeAsyncIterator()
    var player: Player? = Player(sink: "fakesink sync=true", hub: hub)
    weak let releasedPlayer = player
    player!.execute(.play(TestAudio.twentySecondWAV, from: .zero))
    while let event = await events.next(), event != .playing(TestAudio.twentySecondWAV) {}
    player = nil
    #expect(releasedPlayer == nil)
  }

  @Test func `a cancelled consumer is removed from the event hub`() async {
    let hub = PlayerEventHub()
    let consumer = Task { for await _ in hub.events() {} }
    // The consumer subscribes during the yield.
    await Task.yield()
    consumer.cancel()
    await consumer.value
    #expect(hub.consumerCount == 0)
  }

  @Test func `closing the event hub ends all streams`() async {
    let hub = PlayerEventHub()
    let earlierEvents = hub.events()
    hub.close()
    for await _ in earlierEvents { Issue.record("A closed hub emitted an event.") }
    for await _ in hub.events() { Issue.record("A closed hub emitted an event.") }
    #expect(hub.consumerCount == 0)
  }
}
