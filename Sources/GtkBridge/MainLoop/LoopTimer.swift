internal import CGtk

/// Does something once, from the main loop, after some seconds, unless it is let go of before.
@MainActor
public final class LoopTimer {
  private var source: guint = 0
  private var action: (@MainActor () -> Void)?

  /// Begins to wait.
  ///
  /// - Parameters:
  ///   - seconds: To a millisecond.
  ///   - action: What to do. It must not hold the timer.
  public init(after seconds: Double, _ action: @escaping @MainActor () -> Void) {
    self.action = action
    // Safe because the source's destroy notify gives the reference back.
    let data = Unmanaged.passRetained(MainActorClosure { [weak self] in self?.run() })
    source = g_timeout_add_full(G_PRIORITY_DEFAULT, guint(max(0, min(seconds * 1000, 1e9))), runClosureOnce, data.toOpaque(), releaseClosure)
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
