// This file is the public interface of PodcastPlayback. All else is implementation.
import Foundation
package import Podcasts
import Synchronization

extension PlayerClient {
  /// A player that is heard, through GStreamer.
  ///
  /// The program's main actor must run on GLib's default main context. Nothing of GStreamer is started before the first audio is played.
  /// The process is not woken by the player while nothing plays. When the client and all its copies are gone, the sound stops, the
  /// streams of events end, and everything is given back.
  ///
  /// Orders are obeyed in the order in which they were given. After the end of an audio, `resume` plays it again from its beginning, and
  /// `seek` goes back into it, paused. Where a server does not let us seek, `seek` answers with the true position; if that shows only
  /// when it is tried, the audio starts again from its beginning, and the position says so.
  ///
  /// - Parameter sink: where the sound goes, as `gst-launch-1.0` would take it: `autoaudiosink`, or `fakesink sync=true` for a test.
  package static func live(sink: String = "autoaudiosink") -> PlayerClient {
    let mailbox = PlayerMailbox(sink: sink)
    return PlayerClient(
      play: { mailbox.send(.play($0, from: $1)) },
      pause: { mailbox.send(.pause) },
      resume: { mailbox.send(.resume) },
      seek: { mailbox.send(.seek($0)) },
      stop: { mailbox.send(.stop) },
      events: { mailbox.events() })
  }
}

/// Brings orders from wherever they are given to the player, which lives on the main actor, in the order in which they are given.
///
/// Orders that wait together are obeyed in one turn of the main loop, so that a pause given right after playing comes before any sound. A task
/// that takes them from a stream one by one may leave the main actor between two of them.
final class PlayerMailbox: Sendable {
  private let sink: String
  private let hub = PlayerEventHub()
  private let orders = Mutex<[Player.Order]>([])
  /// Made with the first order.
  @MainActor private var player: Player?

  init(sink: String) { self.sink = sink }

  // The player ends with its last owner, on the main actor.
  deinit { hub.close() }

  func send(_ order: Player.Order) {
    let isFirst = orders.withLock { orders in
      orders.append(order)
      return orders.count == 1
    }
    // The task keeps the mailbox until what was ordered is done.
    if isFirst { Task { @MainActor in obey() } }
  }

  func events() -> AsyncStream<PlayerEvent> { hub.events() }

  @MainActor private func obey() {
    let player = player ?? Player(sink: sink, hub: hub)
    self.player = player
    let waiting = orders.withLock { orders in
      defer { orders = [] }
      return orders
    }
    for order in waiting { player.obey(order) }
  }
}
