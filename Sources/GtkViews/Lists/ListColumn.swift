/// A list with a selection in a column.
@MainActor
protocol ColumnList: AnyObject {
  /// Clears the selection.
  func clearSelection()
}

/// The column that contains a list, if the column follows the list's selection.
@MainActor
protocol ListColumn: AnyObject {
  /// Whether a selection in the column shows another column instead of it.
  var isLeftBySelection: Bool { get }
  /// Adds a list to the column.
  func add(_ list: any ColumnList, hasSelection: Bool)
  /// Notifies the column that the selection in one of its lists has changed.
  func selectionDidChange(hasSelection: Bool)
}

private struct ListColumnKey: EnvironmentKey {
  static var defaultValue: (any ListColumn)? { nil }
}

extension EnvironmentValues {
  /// The column that contains the view, if it follows the selections of its lists.
  var listColumn: (any ListColumn)? {
    get { self[ListColumnKey.self] }
    set { self[ListColumnKey.self] = newValue }
  }
}
