internal import CGtk
internal import GtkBridge

/// A column of a split view. The views in the column access it through their environment.
@MainActor
final class SplitColumn: WindowBarPage, ListColumn {
  /// The index among the columns of the split view.
  private let index: Int
  private weak var split: NavigationSplit?
  /// The lists in the column. Weak.
  private var lists: [WeakList] = []

  private struct WeakList {
    weak var list: (any ListInColumn)?
  }

  /// Creates a column of a split view. `outerPage` is the page or column that contains the split view.
  init(_ index: Int, of split: NavigationSplit, in outerPage: WindowBarPage?) {
    self.index = index
    self.split = split
    super.init(in: outerPage)
  }

  /// The limits of the column's width.
  var width = ColumnBox.Width.sidebar {
    didSet { if width != oldValue { applyWidth() } }
  }

  override var isVisible: Bool { (split?.box.isVisible(index) ?? false) && super.isVisible }

  /// Whether a selection in this column shows the next column instead of this one.
  var isReplacedOnSelection: Bool {
    guard let split else { return false }
    return split.box.isFolded && index < split.columns.count - 1
  }

  /// Adds a list to the column. If a row of the list is selected, a folded split view starts with the next column.
  func add(_ list: any ListInColumn, hasSelection: Bool) {
    lists.removeAll { $0.list == nil }
    lists.append(WeakList(list: list))
    if hasSelection { split?.showColumn(afterInitialSelectionIn: index) }
  }

  func selectionDidChange(hasSelection: Bool) {
    // A list calls this function while it is updated, when state must not be written.
    ViewGraph.shared.afterUpdate { [weak split, index] in
      split?.selectionDidChange(in: index, hasSelection: hasSelection)
    }
  }

  func clearSelection() {
    for list in lists { list.list?.clearSelection() }
  }

  /// Sets the limits of the column's width in the box of the columns. Call this function after the column is added to
  /// the box.
  func applyWidth() {
    split?.setWidth(width, of: index)
  }
}

/// The columns of a split view, and the back button.
///
/// The columns are side by side. In a narrow window the split view is *folded*: it shows only one column, the *compact
/// column*. The back button then leads to the column before the compact column.
@MainActor
final class NavigationSplit: WindowBarContributor {
  let box = ColumnBox(foldingWidth: UserInterfaceSizeClass.minRegularWidth)
  /// The page or column that contains the split view. `nil` if there is none.
  let page: WindowBarPage?
  private(set) var columns: [SplitColumn] = []
  /// Called when the back button or a selection has changed the compact column. The argument is the index of the new
  /// compact column.
  var compactColumnDidChange: @MainActor (Int) -> Void = { _ in }
  private let bar: WindowBar?
  private let backButton = BackButton()
  /// Whether the program has a binding for the compact column.
  private let hasColumnBinding: Bool
  /// `true` until ``unmount()``.
  private var isMounted = true

  init(columns count: Int, hasColumnBinding: Bool, in environment: EnvironmentValues) {
    bar = environment.windowBar
    page = environment.windowBarPage
    self.hasColumnBinding = hasColumnBinding
    columns = (0..<count).map { SplitColumn($0, of: self, in: page) }
    box.visibleColumnsDidChange = { [weak self] in self?.visibleColumnsDidChange() }
    backButton.goBack = { [weak self] in self?.goBack() }
  }

  /// Adds the back button to the window's bar.
  func addToBar() { bar?.add(self) }

  /// Removes the back button from the window's bar. Later changes of a selection do not change the compact column.
  func unmount() {
    isMounted = false
    bar?.remove(self)
  }

  var needsBar: Bool { true }

  func contribute(to content: inout WindowBarContent) {
    if box.isFolded, !box.isVisible(0) { content.backButton = backButton.widget }
  }

  func setWidth(_ width: ColumnBox.Width, of column: Int) {
    if column < box.count { box.setWidth(width, of: column) }
  }

  /// Shows the column after a column in which a row is selected from the start. If the program has a binding for the
  /// compact column, the binding decides instead.
  func showColumn(afterInitialSelectionIn column: Int) {
    if !hasColumnBinding { box.compactColumn = max(box.compactColumn, min(column + 1, columns.count - 1)) }
  }

  func selectionDidChange(in column: Int, hasSelection: Bool) {
    guard isMounted else { return }
    if hasSelection {
      if column < columns.count - 1 { go(to: column + 1) }
    } else if box.compactColumn > column {
      go(to: column)
    }
  }

  private func goBack() {
    let column = box.compactColumn - 1
    guard box.isFolded, column >= 0 else { return }
    // The back button has the focus. The focus moves to the column that becomes visible.
    box.requestFocusForNextColumn()
    go(to: column)
    columns[column].clearSelection()
  }

  private func go(to column: Int) {
    guard column != box.compactColumn else { return }
    box.compactColumn = column
    compactColumnDidChange(column)
  }

  private func visibleColumnsDidChange() {
    bar?.noteChange()
    // GTK is in a layout pass, in which the focus must not move.
    ViewGraph.shared.afterUpdate { [weak box] in box?.restoreLostFocus() }
  }
}

extension EnvironmentValues {
  /// The column of a split view that contains the view.
  var splitColumn: SplitColumn? {
    get { listColumn as? SplitColumn }
    set { listColumn = newValue }
  }
}
