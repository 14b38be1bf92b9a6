internal import CGtk

/// The horizontal alignment of a view in a wider space, such as a stack.
public enum HorizontalAlignment: Hashable, Sendable {
  /// The side where a line of text begins.
  case leading
  /// The middle.
  case center
  /// The side where a line of text ends.
  case trailing

  var gtk: GtkAlign {
    switch self {
    case .leading: GTK_ALIGN_START
    case .center: GTK_ALIGN_CENTER
    case .trailing: GTK_ALIGN_END
    }
  }
}

/// The vertical alignment of a view in a taller space, such as a stack.
public enum VerticalAlignment: Hashable, Sendable {
  /// The top.
  case top
  /// The middle.
  case center
  /// The bottom.
  case bottom
  /// The baselines of the first lines of text are at the same height.
  case firstTextBaseline
  /// The baselines of the last lines of text are at the same height. This works only for texts of one line, because GTK
  /// provides only the baseline of the first line.
  case lastTextBaseline

  var gtk: GtkAlign {
    switch self {
    case .top: GTK_ALIGN_START
    case .center: GTK_ALIGN_CENTER
    case .bottom: GTK_ALIGN_END
    case .firstTextBaseline, .lastTextBaseline: GTK_ALIGN_BASELINE
    }
  }
}

/// The alignment of a view in a larger space, in both directions.
public struct Alignment: Hashable, Sendable {
  /// The horizontal alignment.
  public var horizontal: HorizontalAlignment
  /// The vertical alignment.
  public var vertical: VerticalAlignment

  /// Creates an alignment.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The middle.
  public static let center = Alignment(horizontal: .center, vertical: .center)
  /// The beginning of a line, vertically centred.
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  /// The end of a line, vertically centred.
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  /// The top, horizontally centred.
  public static let top = Alignment(horizontal: .center, vertical: .top)
  /// The bottom, horizontally centred.
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  /// The top, at the beginning of a line.
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  /// The top, at the end of a line.
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  /// The bottom, at the beginning of a line.
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  /// The bottom, at the end of a line.
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
}

extension UnsafeMutablePointer<GtkWidget> {
  /// Aligns the widget in each direction in which the widget does not expand. In the other directions, the widget fills
  /// its space.
  func align(horizontal: GtkAlign, vertical: GtkAlign) {
    let expandingAxes = expandingAxes
    let halign = expandingAxes.contains(.horizontal) ? GTK_ALIGN_FILL : horizontal
    let valign = expandingAxes.contains(.vertical) ? GTK_ALIGN_FILL : vertical
    if gtk_widget_get_halign(self) != halign { gtk_widget_set_halign(self, halign) }
    if gtk_widget_get_valign(self) != valign { gtk_widget_set_valign(self, valign) }
  }
}

extension WidgetChildren.Operations {
  /// The operations on the children of a `GtkBox`.
  @MainActor static func box(_ box: OpaquePointer) -> Self {
    let box = UnsafeMutablePointer<GtkBox>(box)
    return Self(
      insert: { gtk_box_insert_child_after(box, $0, $1) },
      move: { gtk_box_reorder_child_after(box, $0, $1) },
      remove: { gtk_box_remove(box, $0) })
  }
}
