internal import CGtk

/// A direction on the screen.
public enum Axis: Int8, Hashable, Sendable, CaseIterable {
  /// The horizontal direction.
  case horizontal
  /// The vertical direction.
  case vertical

  /// A set of directions.
  public struct Set: OptionSet, Hashable, Sendable {
    /// One bit for each direction.
    public let rawValue: Int8
    /// Creates a set from its bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// The horizontal direction.
    public static let horizontal = Set(rawValue: 1)
    /// The vertical direction.
    public static let vertical = Set(rawValue: 2)
  }

  /// GTK's orientation for this direction.
  var gtk: GtkOrientation {
    switch self {
    case .horizontal: GTK_ORIENTATION_HORIZONTAL
    case .vertical: GTK_ORIENTATION_VERTICAL
    }
  }
}

private struct StackAxisKey: EnvironmentKey {
  static var defaultValue: Axis { .vertical }
}

extension EnvironmentValues {
  /// The direction of the innermost enclosing stack, which ``Spacer`` and ``Divider`` follow.
  var stackAxis: Axis {
    get { self[StackAxisKey.self] }
    set { self[StackAxisKey.self] = newValue }
  }
}

extension UnsafeMutablePointer<GtkWidget> {
  /// The directions in which a widget fills extra space. They are set by GTK's expand properties of the widget or of a
  /// descendant.
  var expandingAxes: Axis.Set {
    var expandingAxes = Axis.Set()
    if gtk_widget_compute_expand(self, GTK_ORIENTATION_HORIZONTAL) != 0 { expandingAxes.insert(.horizontal) }
    if gtk_widget_compute_expand(self, GTK_ORIENTATION_VERTICAL) != 0 { expandingAxes.insert(.vertical) }
    return expandingAxes
  }
}
