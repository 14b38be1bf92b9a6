import CGtk
import GtkBridge
import GtkTestSupport

@testable import GtkViews

/// A list on screen, as GTK shows it.
@MainActor
struct ShownList {
  /// Borrowed: the `GtkListView`.
  let view: OpaquePointer

  init(view: OpaquePointer) { self.view = view }

  /// The first list of a window.
  init?<Content>(in window: ViewWindow<Content>) {
    guard let view = window.window.flatMap({ widgets(ofType: gtk_list_view_get_type(), in: $0).first }) else {
      return nil
    }
    self.view = view.opaque
  }

  /// The rows' own widgets, in order: the rows that GTK shows, and the rows that it keeps ready.
  var rows: [UnsafeMutablePointer<GtkWidget>] {
    var rows: [UnsafeMutablePointer<GtkWidget>] = []
    var next = gtk_widget_get_first_child(view.widget)
    while let row = next {
      // GTK has other children next to the rows, such as the frame of a selection by mouse.
      if gtk_widget_get_first_child(row) != nil { rows.append(row) }
      next = gtk_widget_get_next_sibling(row)
    }
    return rows
  }

  var model: OpaquePointer { gtk_list_view_get_model(view) }

  /// The number of rows, realized or not.
  var count: Int { Int(g_list_model_get_n_items(model)) }

  /// The positions of the rows that GTK shows as selected.
  var selected: [Int] {
    let rows = rows
    return rows.indices.filter { gtk_widget_get_state_flags(rows[$0]).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0 }
  }

  /// Whether the user can select the row and reach it by keyboard, row by row.
  var selectable: [Bool] {
    rows.map { gtk_widget_has_css_class($0, "activatable") != 0 && gtk_widget_get_focusable($0) != 0 }
  }

  /// Selects a row, as a click does.
  func select(_ position: Int, alsoKeeping: Bool = false) async {
    await performInSource { _ = gtk_selection_model_select_item(model, guint(position), alsoKeeping ? 0 : 1) }
  }

  /// Deselects a row, as a click with Control does.
  func unselect(_ position: Int) async {
    await performInSource { _ = gtk_selection_model_unselect_item(model, guint(position)) }
  }

  /// Scrolls until a row is visible.
  func scroll(to position: Int) async {
    _ = await performInSource {
      gtk_widget_activate_action_variant(view.widget, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
    }
    await mainLoopSettles()
  }

  /// The object of a row in GTK, borrowed.
  func object(at position: Int) -> UnsafeMutableRawPointer? {
    guard let object = g_list_model_get_item(model, guint(position)) else { return nil }
    g_object_unref(object)
    return object
  }
}
