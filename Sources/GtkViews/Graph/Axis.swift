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
    /// Creates a set from the bits of its directions.
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
  /// The direction in which the innermost enclosing stack arranges its views. A ``Spacer`` expands in this direction,
  /// and a ``Divider`` is a line perpendicular to the direction. Outside of all stacks, the direction is vertical.
  var stackAxis: Axis {
    get { self[StackAxisKey.self] }
    set { self[StackAxisKey.self] = newValue }
  }
}

extension UnsafeMutablePointer<GtkWidget> {
  /// The directions in which the widget fills extra space. GTK's expand properties of the widget determine them. If the
  /// program has not set such a property, the properties of the descendants count.
  var expandingAxes: Axis.Set {
    var axes = Axis.Set()
    if gtk_widget_compute_expand(self, GTK_ORIENTATION_HORIZONTAL) != 0 { axes.insert(.horizontal) }
    if gtk_widget_compute_expand(self, GTK_ORIENTATION_VERTICAL) != 0 { axes.insert(.vertical) }
    return axes
  }
}
