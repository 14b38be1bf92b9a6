import CGtk
import GtkBridge
import GtkTestSupport

@testable import GtkViews

/// A list on screen, with the state of its GTK widgets.
@MainActor
struct ShownList {
  /// Borrowed: the `GtkListView`.
  let listView: OpaquePointer

  init(listView: OpaquePointer) { self.listView = listView }

  /// Finds the first list of a window. Returns `nil` if the window has no list.
  init?<Content>(in window: ViewWindow<Content>) {
    guard let listView = window.window.flatMap({ widgets(ofType: gtk_list_view_get_type(), in: $0).first }) else {
      return nil
    }
    self.listView = listView.opaque
  }

  /// The widgets of the realized rows, in order. GTK also realizes rows next to the visible ones.
  var rows: [UnsafeMutablePointer<GtkWidget>] {
    var rows: [UnsafeMutablePointer<GtkWidget>] = []
    var next = gtk_widget_get_first_child(listView.widget)
    while let row = next {
      // The list view also has children that are not rows, such as the rubber band. A child that is not a row has no
      // child of its own.
      if gtk_widget_get_first_child(row) != nil { rows.append(row) }
      next = gtk_widget_get_next_sibling(row)
    }
    return rows
  }

  /// Borrowed: the `GtkSelectionModel`.
  var selectionModel: OpaquePointer { gtk_list_view_get_model(listView) }

  /// The number of rows, realized or not.
  var count: Int { Int(g_list_model_get_n_items(selectionModel)) }

  /// The indices in `rows` of the rows that GTK shows as selected. The indices are positions in the list only while the
  /// first row of the list is realized.
  var selectedIndices: [Int] {
    let rows = rows
    return rows.indices.filter { gtk_widget_get_state_flags(rows[$0]).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0 }
  }

  /// For each realized row, whether the user can select the row and give it the focus. GTK gives the style class
  /// `activatable` to activatable rows, and the library makes exactly the selectable rows activatable.
  var areRowsSelectable: [Bool] {
    rows.map { gtk_widget_has_css_class($0, "activatable") != 0 && gtk_widget_get_focusable($0) != 0 }
  }

  /// Selects a row, as a click does, or as a click with Control if the other rows stay selected.
  func select(_ position: Int, keepingOthers: Bool = false) async {
    await performInEventHandler {
      _ = gtk_selection_model_select_item(selectionModel, guint(position), keepingOthers ? 0 : 1)
    }
  }

  /// Deselects a row, as a click with Control does.
  func unselect(_ position: Int) async {
    await performInEventHandler { _ = gtk_selection_model_unselect_item(selectionModel, guint(position)) }
  }

  /// Scrolls until a row is visible.
  func scroll(to position: Int) async {
    _ = await performInEventHandler {
      gtk_widget_activate_action_variant(
        listView.widget, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
    }
    await mainLoopSettles()
  }

  /// Returns the object that the list model has at a position, borrowed.
  func object(at position: Int) -> UnsafeMutableRawPointer? {
    guard let object = g_list_model_get_item(selectionModel, guint(position)) else { return nil }
    g_object_unref(object)
    return object
  }
}
