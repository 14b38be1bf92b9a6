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
  /// Emits a value when a GStreamer element is freed.
  private final class Grave: Sendable {
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func dig(for object: UnsafeMutableRawPointer) {
      g_object_weak_ref(
        object.assumingMemoryBound(to: GObject.self),
        { grave, _ in Unmanaged<Grave>.fromOpaque(grave!).takeRetainedValue().continuation.yield() },
        Unmanaged.passRetained(self).toOpaque())
    }
  }

  /// Loads audio as the player does: once more if a busy machine lost the data of a loading pipeline.
  private func loadedPipeline() async throws -> Pipeline {
    for _ in 1...2 {
      let (messages, continuation) = AsyncStream<PipelineMessage>.makeStream()
      let pipeline = try Pipeline(
        audio: TestAudio.wav, sink: "fakesink sync=true", sound: SoundSettings(), timeLimits: .init(), log: { _ in },
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

  @Test func `a pipeline that is closed, and one that is let go, give back their elements`() async throws {
    try GStreamer.start()
    for closes in [true, false] {
      let grave = Grave()
      var pipeline: Pipeline? = try Pipeline(
        audio: TestAudio.wav, sink: "fakesink sync=true", sound: SoundSettings(), timeLimits: .init(), log: { _ in },
        onMessage: { _ in })
      grave.dig(for: pipeline!.element)
      pipeline!.load()
      pipeline!.setPlaying(true)
      weak let remains = pipeline
      if closes { pipeline!.close() }
      pipeline = nil
      for await _ in grave.stream { break }
      #expect(remains == nil)
    }
  }

  @Test func `the volume of a pipeline is released with it`() async throws {
    // GStreamer 1.22 keeps a reference to it.
    try GStreamer.start()
    let grave = Grave()
    var pipeline: Pipeline? = try await loadedPipeline()
    try #require(playback_testing_watch_volume(pipeline!.element) != 0)
    grave.dig(for: pipeline!.element)
    pipeline = nil
    for await _ in grave.stream { break }
    #expect(playback_testing_has_volume() == 0)
  }

  @Test func `a player that is let go while it plays ends its streams, and stops`() async throws {
    let audio = TestAudio.wav
    var player: PlayerClient? = .live(sink: "fakesink sync=true")
    let listener = Listener(player!)
    player!.play(audio, .zero)
    await listener.wait { $0 == .playing(audio) }
    player = nil
    #expect(await listener.end())
  }

  @Test func `the player's own objects go away`() async throws {
    let hub = PlayerEventHub()
    var events = hub.events().makeAsyncIterator()
    var player: Player? = Player(sink: "fakesink sync=true", hub: hub)
    weak let remains = player
    player!.execute(.play(TestAudio.wav, from: .zero))
    while let event = await events.next(), event != .playing(TestAudio.wav) {}
    player = nil
    #expect(remains == nil)
  }

  @Test func `a consumer that stops listening is forgotten`() async {
    let hub = PlayerEventHub()
    let consumer = Task { for await _ in hub.events() {} }
    await Task.yield()
    consumer.cancel()
    await consumer.value
    #expect(hub.listenerCount == 0)
  }

  @Test func `a hub that is closed ends every stream`() async {
    let hub = PlayerEventHub()
    let before = hub.events()
    hub.close()
    for await _ in before { Issue.record("nothing was told") }
    for await _ in hub.events() { Issue.record("nothing was told") }
    #expect(hub.listenerCount == 0)
  }
}
