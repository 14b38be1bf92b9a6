internal import CGtk

/// Runs an action once, from the main loop, after some seconds. Releasing the timer before that time cancels it.
@MainActor
public final class LoopTimer {
  /// The identifier of the timer in GLib, or 0 when the action has run.
  private var source: guint = 0
  /// The action, or `nil` when it has run.
  private var action: (@MainActor () -> Void)?

  /// Starts the timer.
  ///
  /// - Parameters:
  ///   - seconds: The delay. It has a precision of a millisecond, and is at most a million seconds.
  ///   - action: The action. It must not retain the timer.
  public init(after seconds: Double, _ action: @escaping @MainActor () -> Void) {
    self.action = action
    // Safe because the source's destroy notify releases the reference.
    let data = Unmanaged.passRetained(MainActorClosure { [weak self] in self?.run() })
    source = g_timeout_add_full(
      G_PRIORITY_DEFAULT, guint(max(0, min(seconds * 1000, 1e9))), runClosureOnce, data.toOpaque(), releaseClosure)
  }

  private func run() {
    source = 0
    let action = action
    self.action = nil
    action?()
  }

  isolated deinit {
    if source != 0 { g_source_remove(source) }
  }
}
