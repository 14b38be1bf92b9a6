internal import CGtk
internal import GtkBridge

/// Keeps the focus on a widget in a container while the container's widgets get other parents. Otherwise GTK would move
/// the focus to another widget in the next frame.
@MainActor
struct KeptFocus {
  /// The focused widget. Owned. `nil` if the focus was not in the container.
  private let focusedWidget: GObjectReference?
  /// The ancestors of the focused widget, from its parent to the window. Owned, so that no new widget has the address
  /// of a destroyed one.
  private var ancestors: [GObjectReference] = []
  /// The selection of a focused text field, from the fixed end of the selection to the cursor. `nil` for other widgets.
  /// The selection is restored, because a field that receives the focus selects all of its text.
  private var selection: (anchor: Int32, cursor: Int32)?

  /// Stores the focused widget and its selection.
  ///
  /// - Parameter container: The container of the widgets, or a widget that itself gets another parent.
  init(in container: UnsafeMutablePointer<GtkWidget>) {
    guard let window = gtk_widget_get_ancestor(container, gtk_window_get_type()),
      let focus = gtk_window_get_focus(window.window),
      focus == container || gtk_widget_is_ancestor(focus, container) != 0
    else {
      focusedWidget = nil
      return
    }
    focusedWidget = GObjectReference(focus)
    ancestors = Self.ancestors(of: focus).map { GObjectReference($0) }
    guard focus.isA(gtk_editable_get_type()) else { return }
    var (start, end): (Int32, Int32) = (0, 0)
    gtk_editable_get_selection_bounds(focus.opaque, &start, &end)
    // The cursor is at the start of the selection if the user selected backwards.
    let isBackwards = gtk_editable_get_position(focus.opaque) == start
    selection = isBackwards ? (anchor: end, cursor: start) : (anchor: start, cursor: end)
  }

  /// Restores the focus and the selection if the focused widget has another parent or ancestor now. Otherwise nothing
  /// is changed, because setting the selection of a text field would end the composition of an input method.
  func restore() {
    guard let focus = focusedWidget?.pointer.widget, let window = gtk_widget_get_ancestor(focus, gtk_window_get_type()),
      Self.ancestors(of: focus) != ancestors.map(\.widget)
    else { return }
    gtk_window_set_focus(window.window, focus)
    if let selection { gtk_editable_select_region(focus.opaque, selection.anchor, selection.cursor) }
  }

  /// Returns the ancestors of a widget, from its parent to the window.
  private static func ancestors(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    Array(sequence(first: widget) { gtk_widget_get_parent($0) }.dropFirst())
  }
}
