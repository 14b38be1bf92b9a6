/// A list with selectable rows in a column of a ``NavigationSplitView``.
@MainActor
protocol ListInColumn: AnyObject {
  /// Clears the selection of the list.
  func clearSelection()
}

/// A column of a ``NavigationSplitView``. A list in the column notifies the column when the selection of the list
/// changes, because a selection may show the next column.
@MainActor
protocol ListColumn: AnyObject {
  /// Whether a selection in this column hides the column and shows another column, because there is room for only one
  /// column.
  var isReplacedOnSelection: Bool { get }
  /// Adds a list to the column. `hasSelection` is whether a row of the list is selected.
  func add(_ list: any ListInColumn, hasSelection: Bool)
  /// Notifies the column that the selection in one of its lists has changed, or that the user has selected the selected
  /// row again. `hasSelection` is whether a row of the list is selected now.
  func selectionDidChange(hasSelection: Bool)
}

private struct ListColumnKey: EnvironmentKey {
  static var defaultValue: (any ListColumn)? { nil }
}

extension EnvironmentValues {
  /// The column that contains the view. `nil` outside of a ``NavigationSplitView``.
  var listColumn: (any ListColumn)? {
    get { self[ListColumnKey.self] }
    set { self[ListColumnKey.self] = newValue }
  }
}
