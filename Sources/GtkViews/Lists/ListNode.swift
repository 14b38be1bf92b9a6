internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// A node whose views have ids, by which a list's rows are chosen.
@MainActor
protocol RowIdentifying: AnyObject {
  /// The widgets of each view, with the view's id.
  var identifiedWidgets: [(id: AnyHashable, widgets: [UnsafeMutablePointer<GtkWidget>])] { get }
}

extension ForEachNode: RowIdentifying {
  var identifiedWidgets: [(id: AnyHashable, widgets: [UnsafeMutablePointer<GtkWidget>])] {
    rowNodes.map { (AnyHashable($0.id), $0.node.widgets) }
  }
}

@MainActor
final class ListNode<Selection: Hashable, Content: View>: ContainerNode<List<Selection, Content>, Content>, Evaluated {
  private let listBox: OpaquePointer
  private var arranged = WidgetChildren()
  /// The rows by the widgets in them.
  private var rows: [UnsafeMutablePointer<GtkWidget>: UnsafeMutablePointer<GtkWidget>] = [:]
  private var connection: SignalConnection!
  private(set) var isChanged = false

  init(_ view: List<Selection, Content>, in context: _NodeContext) {
    let list = gtk_list_box_new()!
    listBox = OpaquePointer(list)
    super.init(view, widget: cgtk_scrolled_window_new(), in: context)
    gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    gtk_scrolled_window_set_child(opaque, list)
    gtk_list_box_set_selection_mode(listBox, view.selection.mode)
    connection = connect(list, .plain("selected-rows-changed")) { [weak self] in self?.selectionChanged() }
    mountContent(view.content)
    showSelection()
  }

  override var contentAxis: Axis? { .vertical }

  var viewName: String { "List" }

  override func update(to view: List<Selection, Content>) {
    super.update(to: view)
    content.update(to: view.content)
    showSelection()
  }

  func markChanged() {
    guard isMounted, !isChanged else { return }
    isChanged = true
    ViewGraph.shared.markChanged(self)
  }

  func evaluateAgain() {
    isChanged = false
    showSelection()
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    connection.withoutSignals {
      arranged.update(to: widgets, operations)
      markChoosable()
    }
    showSelection()
  }

  /// What has no value to be chosen by, such as a section's header, cannot be chosen.
  private func markChoosable() {
    guard view.selection.mode != GTK_SELECTION_NONE else { return }
    let choosable = Set(identified.filter { $0.id.base is Selection }.flatMap(\.widgets))
    for (widget, row) in rows {
      let isChoosable: gboolean = choosable.contains(widget) ? 1 : 0
      gtk_list_box_row_set_selectable(UnsafeMutablePointer(OpaquePointer(row)), isChoosable)
      gtk_list_box_row_set_activatable(UnsafeMutablePointer(OpaquePointer(row)), isChoosable)
      gtk_widget_set_focusable(row, isChoosable)
    }
  }

  private var operations: WidgetChildren.Operations {
    let list = listBox
    return WidgetChildren.Operations(
      insert: { [self] widget, previous in
        let row = gtk_list_box_row_new()!
        gtk_list_box_row_set_child(UnsafeMutablePointer(OpaquePointer(row)), widget)
        gtk_list_box_row_set_activatable(UnsafeMutablePointer(OpaquePointer(row)), 0)
        gtk_widget_set_focusable(row, 0)
        rows[widget] = row
        gtk_list_box_insert(list, row, position(after: previous))
      },
      move: { [self] widget, previous in
        guard let row = rows[widget] else { return }
        g_object_ref(row)
        gtk_list_box_remove(list, row)
        gtk_list_box_insert(list, row, position(after: previous))
        g_object_unref(row)
      },
      remove: { [self] widget in
        guard let row = rows.removeValue(forKey: widget) else { return }
        gtk_list_box_row_set_child(UnsafeMutablePointer(OpaquePointer(row)), nil)
        gtk_list_box_remove(list, row)
      })
  }

  private func position(after widget: UnsafeMutablePointer<GtkWidget>?) -> Int32 {
    guard let widget, let row = rows[widget] else { return 0 }
    return gtk_list_box_row_get_index(UnsafeMutablePointer(OpaquePointer(row))) + 1
  }

  private func selectionChanged() {
    let chosen = Set(
      identified.filter { $0.widgets.contains { rows[$0].map { gtk_list_box_row_is_selected(UnsafeMutablePointer(OpaquePointer($0))) } == 1 } }
        .compactMap { $0.id.base as? Selection })
    switch view.selection {
    case .none: return
    case .one(let selection):
      guard let id = chosen.first, selection.wrappedValue != id else { break }
      selection.wrappedValue = id
    case .several(let selection):
      // What is not among the rows now stays chosen.
      let here = Set(identified.compactMap { $0.id.base as? Selection })
      let all = chosen.union(selection.wrappedValue.subtracting(here))
      guard selection.wrappedValue != all else { break }
      selection.wrappedValue = all
    }
    ViewGraph.shared.afterUpdate { [weak self] in self?.showSelection() }
  }

  private func showSelection() {
    guard isMounted, content != nil, view.selection.mode != GTK_SELECTION_NONE else { return }
    let chosen = observing(self) { ViewGraph.shared.evaluate(self) { view.selection.chosen } }
    connection.withoutSignals {
      for (id, widgets) in identified {
        let isChosen = (id.base as? Selection).map { chosen.contains($0) } ?? false
        for widget in widgets { rows[widget].map { select($0, isChosen) } }
      }
    }
  }

  private func select(_ row: UnsafeMutablePointer<GtkWidget>, _ isChosen: Bool) {
    let row = UnsafeMutablePointer<GtkListBoxRow>(OpaquePointer(row))
    guard (gtk_list_box_row_is_selected(row) != 0) != isChosen else { return }
    if isChosen {
      gtk_list_box_select_row(listBox, row)
    } else if view.selection.mode == GTK_SELECTION_MULTIPLE {
      gtk_list_box_unselect_row(listBox, row)
    } else if gtk_list_box_get_selected_row(listBox) == row {
      gtk_list_box_select_row(listBox, nil)
    }
  }

  private var identified: [(id: AnyHashable, widgets: [UnsafeMutablePointer<GtkWidget>])] {
    var found: [(id: AnyHashable, widgets: [UnsafeMutablePointer<GtkWidget>])] = []
    collect(content, into: &found)
    return found
  }

  private func collect(_ node: ViewNode, into found: inout [(id: AnyHashable, widgets: [UnsafeMutablePointer<GtkWidget>])]) {
    if let node = node as? any RowIdentifying { return found += node.identifiedWidgets }
    for child in node.children { collect(child, into: &found) }
  }
}
