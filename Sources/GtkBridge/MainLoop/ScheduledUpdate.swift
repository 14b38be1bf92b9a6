internal import CGtk
internal import CGtkBridge

/// Work that is done once in a turn of the main loop, however often it was asked for in it.
///
/// To ask again for what is asked for already costs nothing, and asking never allocates or makes a system call. What the action asks for
/// while it runs is done in the next turn.
///
/// ```swift
/// let update = ScheduledUpdate { [weak tree] in tree?.updateChangedViews() }
/// update.schedule()
/// update.schedule()  // The views are updated once, before the next frame is laid out.
/// ```
///
/// The update owns its action; when the update goes away, it is taken back, and the action with it.
@MainActor
public final class ScheduledUpdate {
  /// Owned: destroyed in `deinit`.
  private let source: UnsafeMutablePointer<GSource>

  /// Makes an update that nobody has asked for yet.
  public init(_ priority: MainLoop.Priority = .beforeLayout, _ action: @escaping @MainActor () -> Void) {
    // Safe because the source's destroy notify gives the reference back.
    let box = Unmanaged.passRetained(MainActorClosure(action))
    source = cgtk_turn_source_new(priority.value, runClosure, box.toOpaque(), releaseClosure)
  }

  isolated deinit {
    g_source_destroy(source)
    g_source_unref(source)
  }

  /// Asks for the action to run in this turn of the loop, or in the next one if it is running now.
  public func schedule() {
    cgtk_turn_source_schedule(source)
  }

  /// Takes back what was asked for.
  public func cancel() {
    cgtk_turn_source_unschedule(source)
  }

  /// Whether the action was asked for and has not run yet.
  public var isScheduled: Bool { cgtk_turn_source_is_scheduled(source) }
}
