internal import CGtk

/// Runs an action once, from the main loop, after some seconds. Releasing the timer before that time cancels it.
///
/// ```swift
/// timer = LoopTimer(after: 0.5) { [weak self] in self?.search() }
/// ```
@MainActor
public final class LoopTimer {
  /// The identifier of the timer's source in the main loop, or 0 as soon as the action runs.
  private var sourceID: guint = 0
  /// The action, or `nil` as soon as it runs.
  private var action: (@MainActor () -> Void)?

  /// Starts the timer.
  ///
  /// - Parameters:
  ///   - seconds: The delay, with a precision of a millisecond. A longer delay than a million seconds is shortened to a
  ///     million seconds.
  ///   - action: The action. It must not retain the timer.
  public init(after seconds: Double, _ action: @escaping @MainActor () -> Void) {
    self.action = action
    // Safe because GLib calls `releaseClosure`, which releases the reference, when it destroys the source.
    let data = Unmanaged.passRetained(MainActorClosure { [weak self] in self?.run() })
    sourceID = g_timeout_add_full(
      G_PRIORITY_DEFAULT, guint(max(0, min(seconds * 1000, 1e9))), runClosureOnce, data.toOpaque(), releaseClosure)
  }

  private func run() {
    sourceID = 0
    let action = action
    self.action = nil
    action?()
  }

  isolated deinit {
    if sourceID != 0 { g_source_remove(sourceID) }
  }
}
