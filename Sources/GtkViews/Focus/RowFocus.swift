internal import CGtk
internal import GtkBridge

/// The keyboard focus in the widgets of lists and grids.
@MainActor
enum RowFocus {
  /// Whether a widget is GTK's list or grid, which displays rows or cells and is scrolled without a viewport.
  static func isRowsView(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    widget.isA(gtk_list_view_get_type()) || widget.isA(gtk_grid_view_get_type())
  }

  /// Moves the keyboard focus to a row. If the row cannot take the focus, moves the focus to the control in the row
  /// that the user would reach first with a movement in `direction`. Returns whether the row or a control has taken the
  /// focus.
  static func giveFocus(
    to row: UnsafeMutablePointer<GtkWidget>, orControlReachedBy direction: GtkDirectionType
  ) -> Bool {
    giveFocus(to: row) || gtk_widget_child_focus(row, direction) != 0
  }

  /// Moves the keyboard focus to a row itself if the row is focusable, but not to a control in the row. Returns whether
  /// the row has the focus.
  static func giveFocus(to row: UnsafeMutablePointer<GtkWidget>) -> Bool {
    guard gtk_widget_get_focusable(row) != 0 else { return false }
    // `gtk_widget_grab_focus` fails for GTK's widget of a row that cannot be selected. Setting the focus of the window
    // succeeds.
    if gtk_widget_grab_focus(row) == 0, let root = gtk_widget_get_root(row) { gtk_root_set_focus(root, row) }
    return gtk_widget_is_focus(row) != 0
  }
}
