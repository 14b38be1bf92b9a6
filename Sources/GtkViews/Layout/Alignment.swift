internal import CGtk

/// Where views that are narrower than their stack stand in it.
public enum HorizontalAlignment: Hashable, Sendable {
  /// At the side where a line of text begins.
  case leading
  /// In the middle.
  case center
  /// At the side where a line of text ends.
  case trailing

  var gtk: GtkAlign {
    switch self {
    case .leading: GTK_ALIGN_START
    case .center: GTK_ALIGN_CENTER
    case .trailing: GTK_ALIGN_END
    }
  }
}

/// Where views that are lower than their stack stand in it.
public enum VerticalAlignment: Hashable, Sendable {
  /// At the top.
  case top
  /// In the middle.
  case center
  /// At the bottom.
  case bottom
  /// With the first lines of their texts on one height.
  case firstTextBaseline
  /// With the last lines of their texts on one height. GTK knows the first line's alone, which is the last of a text of one line.
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

/// Where a view stands in a place that is larger than it.
public struct Alignment: Hashable, Sendable {
  /// From side to side.
  public var horizontal: HorizontalAlignment
  /// From top to bottom.
  public var vertical: VerticalAlignment

  /// Makes an alignment of its two parts.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// In the middle.
  public static let center = Alignment(horizontal: .center, vertical: .center)
  /// At the beginning of a line, in the middle of the height.
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  /// At the end of a line, in the middle of the height.
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  /// At the top, in the middle of the width.
  public static let top = Alignment(horizontal: .center, vertical: .top)
  /// At the bottom, in the middle of the width.
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  /// At the top and the beginning of a line.
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  /// At the top and the end of a line.
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  /// At the bottom and the beginning of a line.
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  /// At the bottom and the end of a line.
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
}

extension UnsafeMutablePointer<GtkWidget> {
  /// Puts a widget that does not want all the room into its place; one that does fills it.
  func align(horizontal: GtkAlign, vertical: GtkAlign) {
    let growth = growth
    let halign = growth.contains(.horizontal) ? GTK_ALIGN_FILL : horizontal
    let valign = growth.contains(.vertical) ? GTK_ALIGN_FILL : vertical
    if gtk_widget_get_halign(self) != halign { gtk_widget_set_halign(self, halign) }
    if gtk_widget_get_valign(self) != valign { gtk_widget_set_valign(self, valign) }
  }

  /// In which directions a widget takes all the room that there is, itself or for what is in it.
  var growth: Axis.Set {
    var growth = Axis.Set()
    if gtk_widget_compute_expand(self, GTK_ORIENTATION_HORIZONTAL) != 0 { growth.insert(.horizontal) }
    if gtk_widget_compute_expand(self, GTK_ORIENTATION_VERTICAL) != 0 { growth.insert(.vertical) }
    return growth
  }
}

extension WidgetChildren.Operations {
  /// What a `GtkBox` does with its children.
  @MainActor static func box(_ box: OpaquePointer) -> Self {
    let box = UnsafeMutablePointer<GtkBox>(box)
    return Self(
      insert: { gtk_box_insert_child_after(box, $0, $1) },
      move: { gtk_box_reorder_child_after(box, $0, $1) },
      remove: { gtk_box_remove(box, $0) })
  }
}
