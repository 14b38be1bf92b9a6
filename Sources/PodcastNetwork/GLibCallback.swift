import CSoup

/// What must be done when an operation of GIO's is over, on the way through C.
@MainActor
enum GLibCallback {
  private final class Box {
    let body: @MainActor (OpaquePointer) -> Void
    init(_ body: @escaping @MainActor (OpaquePointer) -> Void) { self.body = body }
  }

  /// What to pass as the data of `function`: it is called once, with the operation's result, borrowed.
  static func data(_ body: @escaping @MainActor (_ result: OpaquePointer) -> Void) -> UnsafeMutableRawPointer {
    // Safe because GIO calls an operation's callback once, and that releases it.
    Unmanaged.passRetained(Box(body)).toOpaque()
  }

  /// What to pass as the callback.
  static let function: GAsyncReadyCallback = { _, result, data in
    let result = UInt(bitPattern: result)
    let data = UInt(bitPattern: data)
    // Safe because the operation was begun on the main actor, where GLib's default main context is.
    MainActor.assumeIsolated {
      // Safe because it is what `data` made, and this is the one call.
      let box = Unmanaged<Box>.fromOpaque(UnsafeMutableRawPointer(bitPattern: data)!).takeRetainedValue()
      box.body(OpaquePointer(bitPattern: result)!)
    }
  }
}

/// A timer of GLib's that fires once.
@MainActor
final class GLibTimer {
  private final class Box {
    let body: @MainActor () -> Void
    weak var timer: GLibTimer?
    init(_ body: @escaping @MainActor () -> Void) { self.body = body }
  }

  /// Owned: GLib's source, 0 when there is none.
  private var source: guint = 0

  isolated deinit { stop() }

  /// Calls a closure after a time, in place of what was to be called before.
  func start(_ time: Duration, _ body: @escaping @MainActor () -> Void) {
    stop()
    let box = Box(body)
    box.timer = self
    source = g_timeout_add_full(
      G_PRIORITY_DEFAULT, time.milliseconds,
      { box in
        guard let box else { return 0 }
        // Safe because the source is on GLib's default main context, which runs on the main actor's thread.
        MainActor.assumeIsolated {
          // Safe because GLib keeps the box until the source's destroy notify.
          let box = Unmanaged<Box>.fromOpaque(box).takeUnretainedValue()
          box.timer?.source = 0
          box.body()
        }
        return 0
      },
      // Safe because the destroy notify releases it, once.
      Unmanaged.passRetained(box).toOpaque(),
      // Safe because GLib calls it once, when the source goes away.
      { Unmanaged<Box>.fromOpaque($0!).release() })
  }

  func stop() {
    guard source != 0 else { return }
    g_source_remove(source)
    source = 0
  }
}

extension Duration {
  /// Whole milliseconds, as many as GLib can count.
  fileprivate var milliseconds: guint {
    let (seconds, attoseconds) = components
    let milliseconds = Double(seconds) * 1000 + Double(attoseconds) / 1e15
    return guint(min(max(milliseconds, 0), Double(Int32.max)))
  }
}
