internal import CGtk
internal import GtkBridge

/// Tracks whether the views of a window or a page have appeared on screen, and runs actions after they have appeared.
@MainActor
final class AppearanceTracker {
  private var hasAppeared = false
  /// The actions that wait until the views appear.
  private var waitingActions: [@MainActor () -> Void] = []

  /// Observes the widget that contains the views. The widget retains this object.
  init(observing widget: UnsafeMutablePointer<GtkWidget>) {
    connect(widget, .map) { self.appear() }
  }

  /// Performs an action after the views have appeared on screen and the current update is complete. The action must not
  /// retain a node, because the widget retains the waiting actions.
  func whenAppeared(_ action: @escaping @MainActor () -> Void) {
    if hasAppeared { ViewGraph.shared.afterUpdate(action) } else { waitingActions.append(action) }
  }

  private func appear() {
    guard !hasAppeared else { return }
    hasAppeared = true
    for action in waitingActions { ViewGraph.shared.afterUpdate(action) }
    waitingActions = []
  }
}

private struct AppearanceTrackerKey: EnvironmentKey {
  static var defaultValue: AppearanceTracker? { nil }
}

extension EnvironmentValues {
  /// Tracks whether the views of the enclosing window or page have appeared. `nil` if nothing tracks them.
  var appearanceTracker: AppearanceTracker? {
    get { self[AppearanceTrackerKey.self] }
    set { self[AppearanceTrackerKey.self] = newValue }
  }
}

extension ViewNode {
  /// Performs an action after the view has appeared on screen and the current update is complete. If the view is
  /// removed first, the action does not run. The action may write state. If the environment has no tracker, the
  /// action only waits for the update.
  final func whenAppeared(_ action: @escaping @MainActor () -> Void) {
    let actionIfMounted: @MainActor () -> Void = { [weak self] in
      if self?.isMounted == true { action() }
    }
    if let tracker = environment.appearanceTracker {
      tracker.whenAppeared(actionIfMounted)
    } else {
      ViewGraph.shared.afterUpdate(actionIfMounted)
    }
  }
}
