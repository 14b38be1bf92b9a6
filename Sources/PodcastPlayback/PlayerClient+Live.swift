// This file is the interface of PodcastPlayback. All other files are implementation.
import CGStreamer
import Foundation
package import Podcasts
import Synchronization

extension PlayerClient {
  /// Returns a client of a player that uses GStreamer.
  ///
  /// The program's main actor must run on GLib's default main context. GStreamer starts with the first audio, or with
  /// the selection of a device. While nothing plays, the player does not wake the process. When the client and all its
  /// copies are deallocated, the sound stops, the streams of events end, and all resources are released.
  ///
  /// Each call of the client is an order to the player. Orders are executed in the sequence of the calls. After the
  /// audio has ended, `resume` plays it again from its beginning, and `seek` sets the position without playing. If the
  /// server does not support byte ranges, `seek` stops the player, which emits ``PlaybackError/wholeFileOnly``. In a
  /// live stream, the position stays the same after `seek`, and the player emits this position.
  ///
  /// - Parameters:
  ///   - sink: The sink (the element that plays the sound), in the syntax of `gst-launch-1.0`: `autoaudiosink`, or
  ///     `fakesink sync=true` for a test.
  ///   - interval: The time between two events with the position while audio plays, in milliseconds. Each event wakes
  ///     the process.
  package static func live(
    sink: String = "autoaudiosink", positionsEveryMilliseconds interval: UInt32 = 250
  ) -> PlayerClient {
    let mailbox = PlayerMailbox(sink: sink, tickInterval: interval)
    return PlayerClient(
      play: { mailbox.send(.play($0, from: $1)) },
      playFromSource: { mailbox.send(.play($0, from: $1, source: $2)) },
      prepare: { mailbox.send(.prepare($0, source: $1)) },
      pause: { mailbox.send(.pause) },
      resume: { mailbox.send(.resume) },
      seek: { mailbox.send(.seek($0)) },
      adjust: { mailbox.send(.adjust($0)) },
      stop: { mailbox.send(.stop) },
      events: { mailbox.events() },
      video: { mailbox.video() })
  }
}

extension AudioOutput {
  /// Returns the devices that play sound, in the order of the sound server. Initializes GStreamer, and returns no
  /// devices if that fails. The search runs on a new thread, because it waits for the sound server.
  package static func all() async -> [AudioOutput] {
    await OutputDevice.all().map(\.output)
  }
}

extension MissingSoundPlugin {
  /// Returns the plugin of GStreamer that three features need (speeds, shortened silence and levelled voices), if the
  /// plugin is missing. Returns `nil` if it is installed. Initializes GStreamer, and returns `nil` if that fails.
  @MainActor package static func search() -> MissingSoundPlugin? {
    do throws(PlaybackError) { try GStreamer.start() } catch { return nil }
    guard let factory = gst_element_factory_find("scaletempo") else {
      return MissingSoundPlugin(element: "scaletempo", package: "gstreamer1.0-plugins-good")
    }
    gst_object_unref(UnsafeMutableRawPointer(factory))
    return nil
  }
}

/// Passes orders from any thread to the player on the main actor, in their order.
///
/// All waiting orders are executed in one iteration of the main loop, so that a pause directly after `play` takes
/// effect before any sound. A stream of orders would not guarantee this, because other code could run on the main actor
/// between two orders.
final class PlayerMailbox: Sendable {
  private let sink: String
  /// The time between two events with the position, in milliseconds.
  private let tickInterval: UInt32
  /// Distributes the events to the streams of `events()`.
  private let hub = PlayerEventHub()
  /// The orders that wait for the main actor.
  private let orders = Mutex<[Player.Order]>([])
  /// The player. It is created with the first order.
  @MainActor private var player: Player?

  init(sink: String, tickInterval: UInt32) {
    self.sink = sink
    self.tickInterval = tickInterval
  }

  // The player needs no call here: its own `deinit` runs on the main actor, and releases its resources.
  deinit { hub.close() }

  func send(_ order: Player.Order) {
    let isOnlyOrder = orders.withLock { orders in
      orders.append(order)
      return orders.count == 1
    }
    // If other orders are waiting, the task that executes them also executes this one. The task keeps the mailbox alive
    // until then.
    if isOnlyOrder { Task { @MainActor in executeOrders() } }
  }

  func events() -> AsyncStream<PlayerEvent> { hub.events() }

  func video() -> AsyncStream<VideoFrame> {
    let (stream, continuation) = AsyncStream.makeStream(of: VideoFrame.self, bufferingPolicy: .bufferingNewest(1))
    let viewer = VideoViewer(continuation)
    continuation.onTermination = { [weak self] _ in self?.send(.hideVideo(viewer)) }
    send(.showVideo(viewer))
    return stream
  }

  @MainActor private func executeOrders() {
    let player = player ?? Player(sink: sink, hub: hub, tickInterval: tickInterval)
    self.player = player
    let waitingOrders = orders.withLock { orders in
      defer { orders = [] }
      return orders
    }
    for order in waitingOrders { player.execute(order) }
  }
}
