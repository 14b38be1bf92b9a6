internal import CGtk
internal import GtkBridge

/// Knows whether the views of a window, or of a page in one, have come on a screen, and tells them when they do.
@MainActor
final class Appearance {
  private var hasAppeared = false
  private var waiting: [@MainActor () -> Void] = []

  /// Looks at the widget that the views are in, which keeps this object.
  init(of widget: UnsafeMutablePointer<GtkWidget>) {
    connect(widget, .map) { self.appear() }
  }

  /// Does something once the views are on a screen, after the update that is under way. It must not hold a view's node.
  func whenAppeared(_ action: @escaping @MainActor () -> Void) {
    if hasAppeared { ViewGraph.shared.afterUpdate(action) } else { waiting.append(action) }
  }

  private func appear() {
    guard !hasAppeared else { return }
    hasAppeared = true
    for action in waiting { ViewGraph.shared.afterUpdate(action) }
    waiting = []
  }
}

private struct AppearanceKey: EnvironmentKey {
  static var defaultValue: Appearance? { nil }
}

extension EnvironmentValues {
  /// Whether the views are on a screen.
  var appearance: Appearance? {
    get { self[AppearanceKey.self] }
    set { self[AppearanceKey.self] = newValue }
  }
}

extension ViewNode {
  /// Does something once the view is on a screen, unless it goes before. State may be written.
  final func whenAppeared(_ action: @escaping @MainActor () -> Void) {
    let guarded: @MainActor () -> Void = { [weak self] in
      if self?.isMounted == true { action() }
    }
    if let appearance = environment.appearance { appearance.whenAppeared(guarded) } else { ViewGraph.shared.afterUpdate(guarded) }
  }
}
