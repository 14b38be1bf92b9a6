internal import CGtk
internal import GtkBridge

/// Shows rows in the parts of GTK's list, as GTK asks for them.
///
/// Its rows are gone through with loops, and not with closures: at each of those the runtime would ask whether this is the main actor.
@MainActor
final class ListItemFactory {
  /// Owned by the list view too.
  private let reference: GObjectReference
  @exclusivity(unchecked) private var listItems: [UnsafeMutableRawPointer: ListItem] = [:]
  /// The rows that GTK has stopped showing in this turn of the loop, with their objects, which are owned, so that those stay the same.
  @exclusivity(unchecked) private var leaving: [(row: ListRow, object: UnsafeMutablePointer<GObject>?)] = []
  private weak var configuration: (any RowConfiguration)?
  /// Whether GTK is being told of a change of the rows.
  var isChanging = false

  init(_ configuration: any RowConfiguration) {
    self.configuration = configuration
    reference = GObjectReference(takingOver: gtk_signal_list_item_factory_new())
    connect(reference.pointer, .setup) { [weak self] item in self?.setUp(item) }
    connect(reference.pointer, .bind) { [weak self] item in self?.bind(item) }
    connect(reference.pointer, .unbind) { [weak self] item in self?.unbind(item) }
    connect(reference.pointer, .teardown) { [weak self] item in self?.tearDown(item) }
  }

  isolated deinit {
    for (_, object) in leaving { if let object { g_object_unref(object) } }
  }

  /// The factory as GTK takes it, borrowed.
  var factory: OpaquePointer { reference.opaque }

  /// Brings all rows that are shown in step with who can choose and reach them.
  func refresh() {
    for listItem in listItems.values { listItem.row?.didChange() }
  }

  /// Where the row is that has the keyboard focus itself, and not something in it.
  var focusedPosition: Int? {
    for (item, listItem) in listItems {
      if let row = listItem.rowWidget, gtk_widget_is_focus(row) != 0 { return Int(gtk_list_item_get_position(OpaquePointer(item))) }
    }
    return nil
  }

  /// The positions of the rows that GTK has widgets for, in no order.
  var positions: [Int] {
    var positions: [Int] = []
    for (item, listItem) in listItems where listItem.row != nil { positions.append(Int(gtk_list_item_get_position(OpaquePointer(item)))) }
    return positions
  }

  /// The widgets that GTK has around rows, in no order. Borrowed.
  var rowWidgets: [UnsafeMutablePointer<GtkWidget>] {
    var widgets: [UnsafeMutablePointer<GtkWidget>] = []
    for listItem in listItems.values where listItem.row != nil { if let widget = listItem.rowWidget { widgets.append(widget) } }
    return widgets
  }

  /// The position of the row that a widget is around; `nil` if it is around none.
  func position(of rowWidget: UnsafeMutablePointer<GtkWidget>) -> Int? {
    for (item, listItem) in listItems where listItem.rowWidget == rowWidget { return Int(gtk_list_item_get_position(OpaquePointer(item))) }
    return nil
  }

  /// Whether a widget is around a row that is gone already, while GTK still shows it.
  func isGoing(_ rowWidget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    // Of most rows the position says that they stay, and GTK need not be asked for their widgets.
    for listItem in listItems.values { if let row = listItem.row, row.position == nil, listItem.rowWidget == rowWidget { return true } }
    return false
  }

  /// The widget that GTK has around the row at a position, borrowed; `nil` if it has none.
  func widget(at position: Int) -> UnsafeMutablePointer<GtkWidget>? {
    guard position >= 0 else { return nil }
    for (item, listItem) in listItems where Int(gtk_list_item_get_position(OpaquePointer(item))) == position { return listItem.rowWidget }
    return nil
  }

  private func setUp(_ item: UnsafeMutableRawPointer?) {
    guard let item, let configuration else { return }
    listItems[item] = ListItem(OpaquePointer(item), of: self, configuration: configuration)
  }

  private func bind(_ item: UnsafeMutableRawPointer?) {
    guard let item, let listItem = listItems[item], let object = gtk_list_item_get_item(OpaquePointer(item)),
      let row = rowContent(of: object) as? ListRow
    else { return }
    if !listItem.showAgain(row) { listItem.show(row) }
    row.didAppear()
  }

  private func unbind(_ item: UnsafeMutableRawPointer?) {
    guard let item, let row = listItems[item]?.hide() else { return }
    if leaving.isEmpty { ViewGraph.shared.beforeLayout { [weak self] in self?.letGo() } }
    if let object = row.item { g_object_ref(object) }
    leaving.append((row, row.item))
  }

  private func tearDown(_ item: UnsafeMutableRawPointer?) {
    guard let item else { return }
    listItems.removeValue(forKey: item)?.end()
  }

  /// GTK moves a row by taking it out and putting it back. What it has not put back by now is out of sight.
  func letGo() {
    let rows = leaving
    leaving = []
    for (row, object) in rows {
      if !row.isShown {
        row.listItem?.give(row)
        row.listItem = nil
        row.didDisappear()
      }
      if let object { g_object_unref(object) }
    }
  }
}
