import CGStreamer

/// A timer on GLib's main loop. Nothing wakes the process while it is stopped.
@MainActor
final class MainLoopTimer {
  private final class Box {
    let body: @MainActor () -> Void
    init(_ body: @escaping @MainActor () -> Void) { self.body = body }
  }

  /// Owned: GLib's source, 0 when there is none.
  private var source: guint = 0

  isolated deinit { stop() }

  /// Whether it runs.
  var isRunning: Bool { source != 0 }

  /// Calls a closure repeatedly until the timer stops. It replaces the previous closure. The timer keeps the closure until then.
  func start(everyMilliseconds interval: guint, _ body: @escaping @MainActor () -> Void) {
    stop()
    source = g_timeout_add_full(
      G_PRIORITY_DEFAULT, interval,
      { box in
        guard let box else { return 0 }
        // Safe because the source is on GLib's default main context, which runs on the main actor's thread.
        MainActor.assumeIsolated {
          // Safe because GLib keeps the box until the source's destroy notify.
          Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().body()
        }
        return 1
      },
      // Safe because the destroy notify releases it, once.
      Unmanaged.passRetained(Box(body)).toOpaque(),
      // Safe because GLib calls it once, when the source goes away.
      { Unmanaged<Box>.fromOpaque($0!).release() })
  }

  func stop() {
    guard source != 0 else { return }
    g_source_remove(source)
    source = 0
  }
}
