internal import CGtk

/// A line between the views of a stack, perpendicular to the stack's direction, or between the entries of a menu.
///
/// ```swift
/// VStack {
///   Text("Above")
///   Divider()
///   Text("Below")
/// }
/// ```
public nonisolated struct Divider: PrimitiveView {
  /// Creates a line.
  public init() {}

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Divider, in context: _NodeContext) -> _ViewNode<Divider> {
    // The environment has a collector in a menu and among the buttons of a dialog. A dialog displays no divider.
    if context.environment.buttonCollector != nil { return MenuDividerNode(view, in: context) }
    let orientation =
      switch context.environment.stackAxis {
      case .horizontal: GTK_ORIENTATION_VERTICAL
      case .vertical: GTK_ORIENTATION_HORIZONTAL
      }
    let node = DividerNode(view, widget: gtk_separator_new(orientation), in: context)
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      gtk_widget_set_hexpand(node.widget, 1)
    } else {
      gtk_widget_set_vexpand(node.widget, 1)
    }
    return node
  }
}

@MainActor
private final class DividerNode: WidgetNode<Divider> {
  override var canBeRecycled: Bool { true }
}

/// The node of a line between the entries of a menu. It has no widget.
@MainActor
final class MenuDividerNode: _ViewNode<Divider>, MenuGathering {
  override var canBeRecycled: Bool { true }

  func gather(into contents: inout MenuContents, shortcuts: [KeyboardShortcut]) { contents.addDivider() }
}
