internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// The direction in which text is read and views are arranged in a row.
///
/// The default is the direction of the desktop's language. Leading and trailing follow the direction automatically. A
/// view can set another direction:
///
/// ```swift
/// Player().environment(\.layoutDirection, .rightToLeft)
/// ```
public enum LayoutDirection: Hashable, Sendable, CaseIterable {
  /// A line begins at the left, as in English.
  case leftToRight
  /// A line begins at the right, as in Arabic and Hebrew.
  case rightToLeft

  /// Creates the direction from GTK's direction. GTK's value "none" means the direction of the desktop's language.
  init(_ direction: GtkTextDirection) {
    let direction = direction == GTK_TEXT_DIR_NONE ? gtk_widget_get_default_direction() : direction
    self = direction == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight
  }

  /// GTK's direction for this direction.
  var gtk: GtkTextDirection { self == .rightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR }
}

private struct LayoutDirectionKey: EnvironmentKey {
  static var defaultValue: LayoutDirection? { nil }
}

extension EnvironmentValues {
  /// Whether a view of the program has ever set a direction. If not, nodes need not look for one in their environment.
  // Safe because it changes once, before the first view with a set direction is created. An earlier read returns
  // `false`, which is correct at that time.
  nonisolated(unsafe) private(set) static var isAnyDirectionSet = false

  /// The direction that an ancestor view has set with `\.layoutDirection`. `nil` if none has set one.
  var explicitLayoutDirection: LayoutDirection? {
    get { Self.isAnyDirectionSet ? self[LayoutDirectionKey.self] : nil }
    set {
      if !Self.isAnyDirectionSet { Self.isAnyDirectionSet = true }
      self[LayoutDirectionKey.self] = newValue
    }
  }
}

extension UnsafeMutablePointer<GtkWidget> {
  /// Sets the direction of a widget and its descendants to the explicit direction of an environment. Descendants for
  /// which this function has already set a direction keep it, together with the widgets inside them. Does nothing if
  /// the environment has no explicit direction, or if `formerEnvironment` has the same one.
  @MainActor func applyLayoutDirection(
    of environment: EnvironmentValues, replacing formerEnvironment: EnvironmentValues? = nil
  ) {
    guard let direction = environment.explicitLayoutDirection,
      direction != formerEnvironment?.explicitLayoutDirection
    else { return }
    cgtk_widget_set_direction_inside(self, direction.gtk)
  }
}
