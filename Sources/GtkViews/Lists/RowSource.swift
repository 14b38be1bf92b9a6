/// Whatever a list's rows are made of, in order.
@MainActor
protocol RowSource: AnyObject {
  /// How many rows there are now.
  var rowCount: Int { get }
  /// Whether there are other rows now, or at other places, than GTK was told of.
  var isPending: Bool { get }
  /// The rows that GTK has asked for, and still has.
  var realizedRows: RealizedRows { get }
  /// The row at a place: the same one for the same id as long as it lives.
  func row(at position: Int) -> ListRow
  /// The value by which the row at a place is chosen, for which its views are not made.
  func selectionValue(at position: Int) -> AnyHashable?
  /// Where the row of an id is.
  func position(of id: AnyHashable) -> Int?
  /// What is written in the row at a place first; `nil` if that is not known without making it.
  func text(at position: Int) -> RowWords?
  /// Which element of a loop the row at a place is, if it is one.
  func forEachIndex(at position: Int) -> ForEachIndex?
  /// GTK knows about all that has changed.
  func rowsAreShown()
}

/// What is written in a row.
struct RowWords {
  let text: String
  /// Whether the row's views are made: otherwise its element was asked for.
  let isMade: Bool
}
