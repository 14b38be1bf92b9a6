internal import CGtk
internal import GtkBridge

/// A row of a list: an element of a ``ForEach``, or a view that is written in the list.
///
/// It is made when GTK asks for what is at a position, and lives as long as somebody has the object that stands for it in GTK. Its views
/// are made when GTK shows it.
@MainActor
class ListRow: RowContent {
  /// Borrowed: it keeps this row.
  final var item: UnsafeMutablePointer<GObject>? {
    didSet { shownRows.note(self) }
  }
  /// Where it is among the rows of its source, or `nil` if it is gone.
  final var position: Int?
  /// Where GTK has it among the rows of its source.
  final var shownPosition: Int
  /// The part of GTK's list that shows it, or showed it last.
  final weak var place: RowPlace?
  /// Whether GTK shows it, or has it ready at the edge of what it shows.
  final private(set) var isShown = false
  /// Whether a node refers to it, which does not keep it.
  final var hasNode = false
  private final let shownRows: ShownRows

  /// A row at a place, which is noted among others while GTK has it.
  init(at position: Int, among shownRows: ShownRows) {
    self.position = position
    shownPosition = position
    self.shownRows = shownRows
  }

  isolated deinit {
    precondition(!hasNode, "A row of a list has ended before its views were told: each kind of row that makes a RowNode lets it leave.")
  }

  /// The value by which it is chosen; `nil` if it cannot be.
  var selectionValue: AnyHashable? { nil }

  /// Whether there is nothing to see: the row takes no room.
  var isEmpty: Bool { false }

  /// The widget to show, borrowed. If it is not there, it is made, or taken from a row that no longer needs it.
  ///
  /// - Parameter place: The part of GTK's list that is about to show it.
  func makeWidget(for place: RowPlace) -> UnsafeMutablePointer<GtkWidget> { preconditionFailure("A row shows something: each kind of row makes a widget.") }

  /// The widget that it shows, or showed last, borrowed.
  var widget: UnsafeMutablePointer<GtkWidget>? { nil }

  /// GTK shows it.
  func didAppear() {}

  /// GTK no longer shows it, and has not taken it back within the same turn of the loop.
  func didDisappear() {}

  /// Its views go, with their state.
  func end() {}

  func itemIsGone() {}

  /// GTK shows it, or no longer does.
  final func show(in place: RowPlace?) {
    isShown = place != nil
    if let place { self.place = place }
  }

  /// GTK shows it again in the same place.
  final func showAgain() { isShown = true }

  /// A text in it is another one.
  final func textDidChange() {
    if isShown { place?.nameRow() }
  }

  /// What it shows is another widget, or it is chosen by another value.
  final func didChange() {
    if isShown { place?.show(self) }
  }
}

/// A row about which nothing is known, and which shows nothing: GTK asks for one that is about to go.
@MainActor
final class EmptyRow: ListRow {
  private let reference = GObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))

  override init(at position: Int, among shownRows: ShownRows) {
    super.init(at: position, among: shownRows)
    self.position = nil
  }

  override var isEmpty: Bool { true }

  override var widget: UnsafeMutablePointer<GtkWidget>? { reference.widget }

  override func makeWidget(for place: RowPlace) -> UnsafeMutablePointer<GtkWidget> { reference.widget }
}

/// Whatever a list's rows are made of, in order.
@MainActor
protocol RowSource: AnyObject {
  /// How many rows there are now.
  var rowCount: Int { get }
  /// Whether there are other rows now, or at other places, than GTK was told of.
  var isPending: Bool { get }
  /// The rows that GTK has asked for, and still has.
  var shownRows: ShownRows { get }
  /// The row at a place: the same one for the same id as long as it lives.
  func row(at position: Int) -> ListRow
  /// The value by which the row at a place is chosen, for which its views are not made.
  func selectionValue(at position: Int) -> AnyHashable?
  /// Where the row of an id is.
  func position(of id: AnyHashable) -> Int?
  /// What is written in the row at a place first; `nil` if that is not known without making it.
  func text(at position: Int) -> WrittenWords?
  /// Which element of a loop the row at a place is, if it is one.
  func loopPlace(at position: Int) -> LoopPlace?
  /// GTK knows about all that has changed.
  func rowsAreShown()
}

/// What is written in a row.
struct WrittenWords {
  let text: String
  /// Whether the row's views are made: otherwise its element was asked for.
  let isMade: Bool
}

/// The rows of a source that GTK has asked for, and still has.
@MainActor
final class ShownRows {
  private(set) var rows: [ObjectIdentifier: ListRow] = [:]

  func note(_ row: ListRow) {
    rows[ObjectIdentifier(row)] = row.item != nil ? row : nil
  }

  /// Where they are and were, ordered by where they were.
  var known: [RowDifference.Known] {
    // Both in one number: a list has fewer rows than 2 to the power of 32.
    var all: [Int] = []
    all.reserveCapacity(rows.count)
    for row in rows.values { all.append(row.shownPosition << 32 | ((row.position ?? -1) + 1)) }
    all.sortByPlace(above: 32)
    var known: [RowDifference.Known] = []
    known.reserveCapacity(all.count)
    for both in all where known.last?.old != both >> 32 {
      let new = both & 0xffff_ffff
      known.append(RowDifference.Known(old: both >> 32, new: new > 0 ? new - 1 : nil))
    }
    return known
  }

  /// They are where they belong. Of what is gone somebody in GTK may still have the object, but its list has not.
  func settle() {
    var isAnyGone = false
    for row in rows.values {
      if let position = row.position { row.shownPosition = position } else { isAnyGone = true }
    }
    if isAnyGone { rows = rows.filter { $0.value.position != nil } }
  }
}

/// A part of GTK's list that shows one row after another.
@MainActor
final class RowPlace {
  /// Borrowed: GTK tells when it goes.
  private var listItem: OpaquePointer?
  private unowned let dressing: any RowDressing
  private unowned let places: RowPlaces
  /// Whose widget is in it, which GTK may no longer show.
  private(set) var row: ListRow?

  init(_ listItem: OpaquePointer, of places: RowPlaces, dressing: any RowDressing) {
    self.listItem = listItem
    self.places = places
    self.dressing = dressing
  }

  /// Shows a row.
  func show(_ row: ListRow) {
    guard let listItem else { return }
    let widget = row.makeWidget(for: self)
    if let last = self.row, last !== row, last.place === self { last.place = nil }
    if gtk_list_item_get_child(listItem) != widget {
      if let place = row.place, place !== self { place.give(row) }
      if gtk_widget_get_parent(widget) != nil { row.place?.give(row) }
      gtk_list_item_set_child(listItem, widget)
    }
    self.row = row
    row.show(in: self)
    dressing.align(widget)
    dress(listItem, row)
  }

  /// Shows the row that it has shown last, with the same widget. Whether it is that one: GTK takes all rows out and puts them back when one comes in front.
  func showAgain(_ row: ListRow) -> Bool {
    guard let listItem, self.row === row, row.place === self, let widget = row.widget, gtk_list_item_get_child(listItem) == widget else { return false }
    row.showAgain()
    return true
  }

  /// GTK no longer shows the row. Its widget stays until it is clear that GTK does not take it back.
  func hide() -> ListRow? {
    guard let row, row.place === self, row.isShown else { return nil }
    row.show(in: nil)
    return row
  }

  /// Gives the widget of a row away.
  func give(_ row: ListRow) {
    guard let listItem, self.row === row else { return }
    gtk_list_item_set_child(listItem, nil)
    self.row = nil
  }

  /// Gives a widget away whose row has gone.
  func give(_ widget: UnsafeMutablePointer<GtkWidget>) {
    guard let listItem, gtk_list_item_get_child(listItem) == widget else { return }
    gtk_list_item_set_child(listItem, nil)
    row = nil
  }

  /// The row that this place showed last and that is offscreen now: another row may take its views. `nil` while rows are exchanged, when GTK takes
  /// out rows and puts them back.
  var lastRow: ListRow? {
    guard !places.isChanging, let row, !row.isShown, row.place === self else { return nil }
    return row
  }

  /// GTK gives the place up.
  func end() {
    if let row { give(row) }
    listItem = nil
  }

  /// The widget that GTK has around what the place shows, borrowed.
  var rowWidget: UnsafeMutablePointer<GtkWidget>? {
    listItem.flatMap { gtk_list_item_get_child($0) }.flatMap { gtk_widget_get_parent($0) }
  }

  private func dress(_ listItem: OpaquePointer, _ row: ListRow) {
    let isChoosable = dressing.isChoosable(row)
    let flag: gboolean = isChoosable ? 1 : 0
    if gtk_list_item_get_selectable(listItem) != flag { gtk_list_item_set_selectable(listItem, flag) }
    if gtk_list_item_get_activatable(listItem) != flag { gtk_list_item_set_activatable(listItem, flag) }
    guard let widget = rowWidget else { return }
    gtk_widget_set_focusable(widget, dressing.isFocusable(row) ? 1 : 0)
    gtk_widget_set_visible(widget, row.isEmpty ? 0 : 1)
    nameRow()
  }

  /// Calls the row by what is written in it, if a person comes to it by keyboard: GTK has no name for it.
  func nameRow() {
    guard let rowWidget, gtk_widget_get_focusable(rowWidget) != 0, let shown = row?.widget else { return }
    AccessibleName.setWritten(AccessibleName.spoken([shown]), on: rowWidget)
  }
}

/// How rows are shown: which of them a person can choose, and reach by keyboard.
@MainActor
protocol RowDressing: AnyObject {
  func isChoosable(_ row: ListRow) -> Bool
  func isFocusable(_ row: ListRow) -> Bool
  /// Lets a row's widget stand where it belongs.
  func align(_ widget: UnsafeMutablePointer<GtkWidget>)
  /// Opens the menu of a row in which no view has one, or of the room without rows, if the list has one.
  func openMenu(at position: Int?, _ place: ContextMenus.Place) -> Bool
}

extension RowDressing {
  func openMenu(at position: Int?, _ place: ContextMenus.Place) -> Bool { false }
}

/// What has rows that nobody chooses: what is in them takes the focus.
@MainActor
protocol UnchoosableRows: RowDressing, RowSelecting {}

extension UnchoosableRows {
  var allowsChoice: Bool { false }

  func isChoosable(_ row: ListRow) -> Bool { false }

  func isFocusable(_ row: ListRow) -> Bool { false }

  func isChosen(_ value: AnyHashable) -> Bool { false }

  func choose(_ selected: Positions, among mask: Positions) -> Bool { false }
}
