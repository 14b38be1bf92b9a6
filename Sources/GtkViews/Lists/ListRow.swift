internal import CGtk
internal import GtkBridge

/// A row of a list: an element of a ``ForEach``, or a view in the list. The row belongs to a ``RowSource``, the
/// source of the rows of this ``ForEach``, or of the single row of this view.
///
/// In GTK's list model, an object stands for a row. GTK requests the object at a position. The request creates the
/// object and, for a ``ForEach``, the row. The object owns the row, which lives as long as the object. The row's views
/// are created when GTK binds the row to a list item.
@MainActor
class ListRow: RowContent {
  /// The row's object in GTK's list model. Borrowed, because the object owns this row. `nil` while GTK has no object
  /// for the row.
  @exclusivity(unchecked) final var object: UnsafeMutablePointer<GObject>? {
    didSet { realizedRows.objectDidChange(of: self) }
  }
  /// The position among the rows of the source. `nil` if the row was removed.
  final var position: Int?
  /// The position among the rows of the source at the last notification of GTK. Before any notification, this is the
  /// initial position.
  final var notifiedPosition: Int
  /// The list item that displays the row, or displayed it last.
  final weak var listItem: ListItem? {
    didSet { if let listItem { listItemID = ObjectIdentifier(listItem) } else { listItemID = nil } }
  }
  /// The identity of `listItem`, also after the list item was destroyed. Comparing it is faster than reading the weak
  /// reference.
  private final var listItemID: ObjectIdentifier?
  /// Whether GTK has bound the row to a list item, because the row is visible or near the visible rows.
  final private(set) var isBound = false
  /// Whether a ``RowNode`` has an unowned reference to the row. The node must clear this reference before the row is
  /// deallocated.
  final var hasNode = false
  private final let realizedRows: RealizedRows

  /// Creates a row at a position. The row is registered in `realizedRows` while it has an object.
  init(at position: Int, among realizedRows: RealizedRows) {
    self.position = position
    notifiedPosition = position
    self.realizedRows = realizedRows
  }

  // Not isolated, because the runtime looks up the executor at each call of an isolated `deinit`.
  deinit {
    let hasNode = hasNode
    precondition(
      !hasNode,
      "A row of a list was released before its views were removed. A subclass that creates a RowNode must remove it.")
  }

  /// The value by which the row is selected. `nil` if it cannot be selected.
  var selectionValue: AnyHashable? { nil }

  /// Whether the row has no content. Such a row takes no space.
  var isEmpty: Bool { false }

  /// Returns the row's widget. If the row has none, creates a widget or recycles the widget of another row. Borrowed.
  ///
  /// - Parameter listItem: The list item that is about to display the row.
  func makeWidget(for listItem: ListItem) -> UnsafeMutablePointer<GtkWidget> {
    preconditionFailure("A subclass of ListRow must override makeWidget(for:).")
  }

  /// The widget that displays the row, or displayed it last. Borrowed.
  var widget: UnsafeMutablePointer<GtkWidget>? { nil }

  /// Called each time that GTK has bound the row and the list item displays it.
  func didBind() {}

  /// Called when GTK has unbound the row and has not bound it again within the same turn of the main loop.
  func didDisappear() {}

  /// Destroys the row's views with their state.
  func destroyViews() {}

  /// Called when the row's object was finalized.
  func objectWasFinalized() {}

  /// Records that GTK has bound the row to a list item.
  final func recordBinding(to listItem: ListItem) {
    isBound = true
    self.listItem = listItem
  }

  /// Records that GTK has bound the row again to the same list item.
  final func recordRebinding() { isBound = true }

  /// Records that GTK has unbound the row.
  final func recordUnbinding() { isBound = false }

  /// Whether a list item displays this row, or was the last to display it.
  final func isLastDisplayed(in listItem: ListItem) -> Bool { listItemID == ObjectIdentifier(listItem) }

  /// Updates the row's accessible name after a text in it has changed.
  final func textDidChange() {
    if isBound { listItem?.updateAccessibleName() }
  }

  /// Displays the row again after its widget or its selection value has changed.
  final func redisplay() {
    if isBound { listItem?.show(self) }
  }
}

/// A row without content. GTK receives an empty row if it requests a row that was removed, before it is notified of the
/// removal.
@MainActor
final class EmptyRow: ListRow {
  private let reference = GObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))

  override init(at position: Int, among realizedRows: RealizedRows) {
    super.init(at: position, among: realizedRows)
    self.position = nil
  }

  override var isEmpty: Bool { true }

  override var widget: UnsafeMutablePointer<GtkWidget>? { reference.widget }

  override func makeWidget(for listItem: ListItem) -> UnsafeMutablePointer<GtkWidget> { reference.widget }
}
