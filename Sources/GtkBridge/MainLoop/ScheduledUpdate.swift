internal import CGtk
internal import CGtkBridge

/// Work that runs once in a turn of the main loop, regardless of how often it was scheduled in that turn.
///
/// A turn is one iteration of the loop. Scheduling an update that is already scheduled does nothing. Scheduling
/// neither allocates memory nor makes a system call. If the action schedules its own update, the action runs again in
/// the next turn.
///
/// ```swift
/// let update = ScheduledUpdate { [weak tree] in tree?.updateChangedViews() }
/// update.schedule()
/// update.schedule()  // The views are updated once, before the next frame is laid out.
/// ```
///
/// The update owns its action. When the update is released, its scheduled run is cancelled, and the action is released.
@MainActor
public final class ScheduledUpdate {
  /// Owned. The GLib source that runs the action. Destroyed in `deinit`.
  private let source: UnsafeMutablePointer<GSource>

  /// Creates an update that is not scheduled.
  public init(_ priority: MainLoop.Priority = .beforeLayout, _ action: @escaping @MainActor () -> Void) {
    // Safe because the source calls `releaseClosure`, which releases the box, after the source was destroyed.
    let box = Unmanaged.passRetained(MainActorClosure(action))
    source = cgtk_turn_source_new(priority.glibPriority, runClosure, box.toOpaque(), releaseClosure)
  }

  isolated deinit {
    g_source_destroy(source)
    g_source_unref(source)
  }

  /// Schedules the action for this turn of the loop, or for the next one if the action is running now.
  public func schedule() {
    cgtk_turn_source_schedule(source)
  }

  /// Cancels the scheduled run. Does nothing if the action is not scheduled.
  public func cancel() {
    cgtk_turn_source_unschedule(source)
  }

  /// Whether the action is scheduled and has not run yet.
  public var isScheduled: Bool { cgtk_turn_source_is_scheduled(source) }
}
