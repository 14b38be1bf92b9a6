internal import CGtk
internal import GtkBridge

/// A list of GTK's whose rows are the views below a node.
@MainActor
final class RowsView {
  /// Borrowed: it belongs to the owner's widget.
  let listView: OpaquePointer
  let rows: RowList
  let places: RowPlaces
  private var writtenRows: [UnsafeMutablePointer<GtkWidget>: WrittenRow] = [:]

  /// Takes a list view without a model.
  init(_ listView: UnsafeMutablePointer<GtkWidget>, _ owner: any RowDressing & RowSelecting) {
    self.listView = OpaquePointer(listView)
    // Who names a list names what has the rows, and not what scrolls them.
    AccessibleName.markControl(listView)
    rows = RowList(owner)
    places = RowPlaces(owner)
    ContextMenus.listenForRows(of: listView)
  }

  /// Lets GTK ask for rows.
  func begin() {
    gtk_list_view_set_factory(listView, places.factory)
    gtk_list_view_set_model(listView, rows.model.model)
  }

  /// Takes what the views are now for rows.
  func update(from content: ViewNode) {
    var collector = RowCollector(self)
    content.collectRows(into: &collector)
    rows.update(to: collector.sources)
    let present = Set(collector.sources.map(ObjectIdentifier.init))
    writtenRows = writtenRows.filter { present.contains(ObjectIdentifier($0.value)) }
  }

  /// A text in a row that is written in the list is another one.
  func textDidChange() {
    for row in writtenRows.values { row.row(at: 0).textDidChange() }
  }

  /// GTK lets go of all rows. To be called before the views go.
  func end() {
    gtk_list_view_set_model(listView, nil)
    places.letGo()
    writtenRows = [:]
  }
}

extension RowsView: RowHost {
  func writtenRow(for widget: UnsafeMutablePointer<GtkWidget>) -> WrittenRow {
    let row = writtenRows[widget] ?? WrittenRow(widget)
    writtenRows[widget] = row
    return row
  }
}
