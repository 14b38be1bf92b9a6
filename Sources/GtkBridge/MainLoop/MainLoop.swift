internal import CGtk
internal import CGtkBridge
// CGtkBridge drains the main queue of libdispatch. This import links libdispatch into every program.
internal import Dispatch

/// GLib's main loop on the process's first thread. The loop also runs the tasks of Swift's main actor.
///
/// One loop on one thread runs GTK's events, GLib's timers and main-actor tasks in the order in which they arrive. The
/// loop does not poll: it sleeps until the next timer fires or a file descriptor becomes readable. Starting a task
/// makes such a descriptor readable (`docs/library/main-loop.md`).
public enum MainLoop {
  /// Makes GLib's main loop run the main actor's tasks. Call this function once, on the process's first thread, before
  /// the loop runs. A second call has no effect. ``Application/run(arguments:)`` calls this function, so most programs
  /// need no call.
  @MainActor public static func attach() {
    precondition(isFirstThread, "GTK and the main actor belong to the process's first thread. Keep `main` synchronous.")
    cgtk_main_loop_attach()
  }

  /// Whether the caller runs on the process's first thread, where GTK may be used.
  public static var isFirstThread: Bool { cgtk_is_first_thread() }

  /// Runs a main-actor action. For functions that C calls on the first thread. Use this function instead of
  /// `MainActor.assumeIsolated` where a call must be fast. `assumeIsolated` queries the runtime, which takes about a
  /// thousand instructions. This function only checks the thread.
  @inline(__always)
  package static func isolated<Result>(_ action: @MainActor () -> Result) -> Result {
    precondition(isFirstThread, "GTK has called the program on another thread than the first.")
    // Safe because this is the main actor's thread.
    return withoutActuallyEscaping(action) { unsafeBitCast($0, to: (() -> Result).self)() }
  }

  /// The time at which an action runs, relative to GTK's work. GTK handles input first, then lays out, then paints. A
  /// *turn* is one iteration of the loop, and runs the waiting actions of the highest priority only.
  public enum Priority: Sendable {
    /// Before all other waiting actions.
    case first
    /// With input, timers and main-actor tasks, in the order in which they arrive.
    case events
    /// After the waiting input and tasks, and before GTK's layout and painting. Changes that are made here are visible
    /// in the next frame.
    case beforeLayout
    /// When nothing else is waiting and the frame has been painted.
    case idle

    /// GLib's number for the priority. An action with a smaller number runs first.
    var glibPriority: Int32 {
      switch self {
      case .first: G_PRIORITY_HIGH
      case .events: G_PRIORITY_DEFAULT
      case .beforeLayout: G_PRIORITY_HIGH_IDLE
      case .idle: G_PRIORITY_LOW
      }
    }
  }

  /// Runs an action once, from the loop, after the calling code has returned to the loop. An action of a low priority
  /// waits until nothing of a higher priority is left, which may take several turns.
  ///
  /// Each call adds a GLib source to the loop. For an action that is requested often, and needed once per turn, use a
  /// ``ScheduledUpdate``.
  @MainActor public static func onNextTurn(_ priority: Priority = .events, _ action: @escaping @MainActor () -> Void) {
    // Safe because `releaseClosure`, the destroy notify of the source, releases the reference.
    let box = Unmanaged.passRetained(MainActorClosure(action))
    g_idle_add_full(priority.glibPriority, runClosureOnce, box.toOpaque(), releaseClosure)
  }
}

/// A closure that is passed to C as a retained pointer.
final class MainActorClosure: Sendable {
  private let action: @MainActor () -> Void

  init(_ action: @escaping @MainActor () -> Void) {
    self.action = action
  }

  /// Runs the closure that a retained pointer refers to.
  nonisolated static func run(_ data: gpointer?) {
    guard let data else { return }
    // Safe because the source that calls this function owns the closure.
    let action = Unmanaged<MainActorClosure>.fromOpaque(data).takeUnretainedValue().action
    assert(MainLoop.isFirstThread)
    // Safe because the loop runs on the first thread, which is the main actor's thread. `MainActor.assumeIsolated` would
    // take as long as a small update of the views.
    unsafeBitCast(action, to: (() -> Void).self)()
  }
}

/// Runs a retained ``MainActorClosure``. The result 0 is `G_SOURCE_REMOVE`, so the source ends.
let runClosureOnce: GSourceFunc = { data in
  MainActorClosure.run(data)
  return 0
}

/// Runs a retained ``MainActorClosure``. The result 1 is `G_SOURCE_CONTINUE`, so the source stays.
let runClosure: GSourceFunc = { data in
  MainActorClosure.run(data)
  return 1
}

/// Releases a retained ``MainActorClosure``. GLib calls this function when the source is destroyed.
let releaseClosure: GDestroyNotify = { data in
  guard let data else { return }
  // Safe because GLib calls this function once for each reference that was taken when a source was created.
  Unmanaged<MainActorClosure>.fromOpaque(data).release()
}
