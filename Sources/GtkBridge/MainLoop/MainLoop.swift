internal import CGtk
internal import CGtkBridge
// Links libdispatch, whose main queue CGtkBridge drains, into programs that do not import it themselves.
internal import Dispatch

/// GLib's main loop on the process's first thread, which serves Swift's main actor as well.
///
/// GTK's events, GLib's timers and main-actor tasks are all run by one loop, on one thread, as they come. Nothing polls: a task that is
/// started makes a descriptor readable on which the loop sleeps (`docs/main-loop.md`).
public enum MainLoop {
  /// Lets GLib's main loop serve the main actor. To be called once, on the process's first thread, before the loop runs; calling it again
  /// changes nothing. ``Application/run(arguments:)`` does it.
  @MainActor public static func attach() {
    precondition(isFirstThread, "GTK and the main actor belong to the process's first thread. Keep `main` synchronous.")
    cgtk_main_loop_attach()
  }

  /// Whether the caller runs on the process's first thread, where GTK may be used.
  public static var isFirstThread: Bool { cgtk_is_first_thread() }

  /// Runs an action of the main actor in a function that C calls on the first thread. `MainActor.assumeIsolated` asks the runtime, which takes a
  /// thousand instructions; this looks at the thread.
  @inline(__always)
  package static func isolated<Result>(_ action: @MainActor () -> Result) -> Result {
    precondition(isFirstThread, "GTK has called the program on another thread than the first.")
    // Safe because this is the main actor's thread.
    return withoutActuallyEscaping(action) { unsafeBitCast($0, to: (() -> Result).self)() }
  }

  /// When in a turn of the loop something runs. GTK handles input first, then lays out, then paints.
  public enum Priority: Sendable {
    /// Before all else that is waiting.
    case first
    /// With input, timers and main-actor tasks, in the order in which they come.
    case events
    /// After the input and the tasks that are waiting, before GTK's layout and painting: what is changed here is on the next frame.
    case beforeLayout
    /// When nothing else is to be done, and the frame has been painted.
    case idle

    var value: Int32 {
      switch self {
      case .first: G_PRIORITY_HIGH
      case .events: G_PRIORITY_DEFAULT
      case .beforeLayout: G_PRIORITY_HIGH_IDLE
      case .idle: G_PRIORITY_LOW
      }
    }
  }

  /// Runs a closure once, from the loop, after the caller has returned to it.
  ///
  /// Each call makes a source of its own. What is asked for often, and needed once per turn, is a ``ScheduledUpdate``.
  @MainActor public static func onNextTurn(_ priority: Priority = .events, _ action: @escaping @MainActor () -> Void) {
    // Safe because the source's destroy notify gives the reference back.
    let box = Unmanaged.passRetained(MainActorClosure(action))
    g_idle_add_full(priority.value, runClosureOnce, box.toOpaque(), releaseClosure)
  }
}

/// A closure that C holds by a pointer.
final class MainActorClosure: Sendable {
  private let action: @MainActor () -> Void

  init(_ action: @escaping @MainActor () -> Void) {
    self.action = action
  }

  /// Runs the closure behind a pointer that ``MainLoop`` gave to C.
  nonisolated static func run(_ data: gpointer?) {
    guard let data else { return }
    // Safe because the source that calls this owns the closure, and the loop runs on the first thread, where the main actor is. To have the
    // runtime look whether that is so, in each turn, takes as long as a small update; so that is done in debug builds alone.
    let action = Unmanaged<MainActorClosure>.fromOpaque(data).takeUnretainedValue().action
    assert(MainLoop.isFirstThread)
    unsafeBitCast(action, to: (() -> Void).self)()
  }
}

let runClosureOnce: GSourceFunc = { data in
  MainActorClosure.run(data)
  return 0
}

let runClosure: GSourceFunc = { data in
  MainActorClosure.run(data)
  return 1
}

let releaseClosure: GDestroyNotify = { data in
  guard let data else { return }
  // Safe because it gives back the reference that was taken when the source was made, once.
  Unmanaged<MainActorClosure>.fromOpaque(data).release()
}
