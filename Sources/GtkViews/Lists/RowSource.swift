/// A source of a list's rows, in order.
@MainActor
protocol RowSource: AnyObject {
  /// The current number of rows.
  var rowCount: Int { get }
  /// Whether the rows or their positions have changed and GTK has not been notified.
  var isPending: Bool { get }
  /// The rows that GTK has requested and still holds.
  var realizedRows: RealizedRows { get }
  /// Returns the row at a position. The same id has the same row as long as the row lives.
  func row(at position: Int) -> ListRow
  /// Returns the row at a position. `nil` if it would have to be created.
  func existingRow(at position: Int) -> ListRow?
  /// Returns the selection value of the row at a position. The row's views are not created for it.
  func selectionValue(at position: Int) -> AnyHashable?
  /// Returns the position of the row with an id.
  func position(of id: AnyHashable) -> Int?
  /// Returns the id by which code scrolls to the row at a position. `nil` if the row has none.
  func scrollID(at position: Int) -> AnyHashable?
  /// Returns the first text of the row at a position. `nil` if it is unknown without creating the row's views.
  func text(at position: Int) -> RowWords?
  /// Returns the element of a loop that the row at a position belongs to, if there is one.
  func forEachIndex(at position: Int) -> ForEachIndex?
  /// Called after GTK has been notified of all changes.
  func rowsAreShown()
}

/// The text of a row.
struct RowWords {
  let text: String
  /// Whether the row's views exist. If not, the text was read from the element's view.
  let isMade: Bool
}
