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
    didSet { realizedRows.note(self) }
  }
  /// Where it is among the rows of its source, or `nil` if it is gone.
  final var position: Int?
  /// Where GTK has it among the rows of its source.
  final var shownPosition: Int
  /// The part of GTK's list that shows it, or showed it last.
  final weak var listItem: ListItem?
  /// Whether GTK shows it, or has it ready at the edge of what it shows.
  final private(set) var isShown = false
  /// Whether a node refers to it, which does not keep it.
  final var hasNode = false
  private final let realizedRows: RealizedRows

  /// A row at a place, which is noted among others while GTK has it.
  init(at position: Int, among realizedRows: RealizedRows) {
    self.position = position
    shownPosition = position
    self.realizedRows = realizedRows
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
  func makeWidget(for listItem: ListItem) -> UnsafeMutablePointer<GtkWidget> { preconditionFailure("A row shows something: each kind of row makes a widget.") }

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
  final func show(in listItem: ListItem?) {
    isShown = listItem != nil
    if let listItem { self.listItem = listItem }
  }

  /// GTK shows it again in the same place.
  final func showAgain() { isShown = true }

  /// A text in it is another one.
  final func textDidChange() {
    if isShown { listItem?.nameRow() }
  }

  /// What it shows is another widget, or it is chosen by another value.
  final func didChange() {
    if isShown { listItem?.show(self) }
  }
}

/// A row about which nothing is known, and which shows nothing: GTK asks for one that is about to go.
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
