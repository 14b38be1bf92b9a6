internal import CGtk
internal import GtkBridge

/// A column of a split view. The views in the column access it through their environment.
@MainActor
final class SplitColumn: WindowBarPage, ListColumn {
  private let index: Int
  private weak var split: NavigationSplit?
  /// The lists in the column. Weak.
  private var lists: [WeakList] = []

  private struct WeakList {
    weak var list: (any ColumnList)?
  }

  init(_ index: Int, of split: NavigationSplit, in outer: WindowBarPage?) {
    self.index = index
    self.split = split
    super.init(in: outer)
  }

  /// The width of the column.
  var width = ColumnBox.Width.sidebar {
    didSet { if width != oldValue { applyWidth() } }
  }

  override var isVisible: Bool { split?.box.isVisible(index) ?? false && super.isVisible }

  var isReplacedOnSelection: Bool {
    guard let split else { return false }
    return split.box.isFolded && index < split.columns.count - 1
  }

  func add(_ list: any ColumnList, hasSelection: Bool) {
    lists.removeAll { $0.list == nil }
    lists.append(WeakList(list: list))
    if hasSelection { split?.beginWithSelection(in: index) }
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

  /// Applies the width after the column is added to the box, or after the width changes.
  func applyWidth() {
    split?.setWidth(width, of: index)
  }
}

/// The columns of a split view, and the back button.
@MainActor
final class NavigationSplit: WindowBarContributor {
  let box = ColumnBox(foldingWidth: UserInterfaceSizeClass.minRegularWidth)
  /// The page or column that contains the split view. `nil` if there is none.
  let page: WindowBarPage?
  private(set) var columns: [SplitColumn] = []
  /// Called when the user or a selection has changed the column that is visible in a folded split view. The argument is
  /// the index of the new column.
  var compactColumnDidChange: @MainActor (Int) -> Void = { _ in }
  private let bar: WindowBar?
  private let backButton = BackButton()
  /// Whether the program has a binding for the visible column of a folded split view.
  private let hasColumnBinding: Bool
  /// `true` until ``end()``.
  private var isMounted = true

  init(columns count: Int, hasColumnBinding: Bool, in environment: EnvironmentValues) {
    bar = environment.windowBar
    page = environment.windowBarPage
    self.hasColumnBinding = hasColumnBinding
    columns = (0..<count).map { SplitColumn($0, of: self, in: page) }
    box.didChange = { [weak self] in self?.columnsDidChange() }
    backButton.goBack = { [weak self] in self?.goBack() }
  }

  /// Adds the back button to the window's bar.
  func begin() { bar?.add(self) }

  /// Removes the back button from the window's bar.
  func end() {
    isMounted = false
    bar?.remove(self)
  }

  var needsBar: Bool { true }

  func contribute(to content: inout WindowBarContent) {
    if box.isFolded, !box.isVisible(0) { content.back = backButton.widget }
  }

  func setWidth(_ width: ColumnBox.Width, of column: Int) {
    if column < box.count { box.setWidth(width, of: column) }
  }

  /// Shows the column after a column with an initial selection, unless the program has a binding for the visible
  /// column.
  func beginWithSelection(in column: Int) {
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
    box.takeFocus()
    go(to: column)
    columns[column].clearSelection()
  }

  private func go(to column: Int) {
    guard column != box.compactColumn else { return }
    box.compactColumn = column
    compactColumnDidChange(column)
  }

  private func columnsDidChange() {
    bar?.noteChange()
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
