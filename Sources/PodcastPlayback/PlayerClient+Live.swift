// This file is the public interface of PodcastPlayback. All else is implementation.
import Foundation
package import Podcasts

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
final class PlayerMailbox: Sendable {
  private let orders: AsyncStream<Player.Order>.Continuation
  private let hub: PlayerEventHub

  init(sink: String) {
    let (stream, orders) = AsyncStream.makeStream(of: Player.Order.self)
    let hub = PlayerEventHub()
    self.orders = orders
    self.hub = hub
    // The task owns the player, and ends, with it, when the mailbox goes away.
    Task { @MainActor in
      let player = Player(sink: sink, hub: hub)
      for await order in stream { player.obey(order) }
    }
  }

  deinit {
    orders.finish()
    hub.close()
  }

  func send(_ order: Player.Order) { orders.yield(order) }

  func events() -> AsyncStream<PlayerEvent> { hub.events() }
}
