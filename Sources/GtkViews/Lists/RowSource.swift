/// A source of adjacent rows of a list, such as a ``ForEach``, which has a row for each of its elements. All positions
/// are positions in the source, not in the list.
@MainActor
protocol RowSource: AnyObject {
  /// The current number of rows.
  var rowCount: Int { get }
  /// Whether rows were inserted, removed or moved since GTK was last notified.
  var hasUnemittedChanges: Bool { get }
  /// The rows for which GTK has an object.
  var realizedRows: RealizedRows { get }
  /// Returns the row at a position. Creates the row if it does not exist yet.
  func row(at position: Int) -> ListRow
  /// Returns the row at a position, or `nil` if the row does not exist yet.
  func existingRow(at position: Int) -> ListRow?
  /// Returns the selection value of the row at a position, without creating the row's views. `nil` if the row cannot be
  /// selected.
  func selectionValue(at position: Int) -> AnyHashable?
  /// Returns the position of the row with an id. `nil` if the source has no such row.
  func position(of id: AnyHashable) -> Int?
  /// Returns the id with which code can scroll to the row at a position. `nil` if the row has no such id.
  func scrollID(at position: Int) -> AnyHashable?
  /// Returns the first text of the row at a position. `nil` if it is unknown without creating the row's views.
  func text(at position: Int) -> TypeAheadText?
  /// Returns the ``ForEach`` of the row at a position, and the offset of the row's element in its collection. `nil` if
  /// the row is not in a ``ForEach``.
  func forEachIndex(at position: Int) -> ForEachIndex?
  /// Called after the list model has emitted `items-changed` for all changes.
  func changesWereEmitted()
}

/// The text of a row for type-ahead, which finds rows by typed letters.
struct TypeAheadText {
  let text: String
  /// Whether the row's views exist. If `false`, the text was read from the view value that the content closure
  /// returns for the element.
  let hasViews: Bool
}
