internal import CGtk
internal import GtkBridge

/// A list with something to choose, in a column of a split view.
@MainActor
protocol SplitColumnList: AnyObject {
  /// Nothing is chosen in it any more.
  func clearSelection()
}

/// A column of a split view, for the views in it.
@MainActor
final class SplitColumn: WindowBarPage {
  private let index: Int
  private weak var split: NavigationSplit?
  private var lists: [WeakList] = []

  private struct WeakList {
    weak var list: (any SplitColumnList)?
  }

  init(_ index: Int, of split: NavigationSplit, in outer: WindowBarPage?) {
    self.index = index
    self.split = split
    super.init(in: outer)
  }

  /// How wide it is.
  var width = ColumnBox.Width.sidebar {
    didSet { if width != oldValue { applyWidth() } }
  }

  override var isSeen: Bool { split?.box.isSeen(index) ?? false && super.isSeen }

  /// Whether a choice in it goes on to another column, which is then seen instead.
  var isLeftBySelection: Bool {
    guard let split else { return false }
    return split.box.isFolded && index < split.columns.count - 1
  }

  /// A list begins to be in the column.
  func add(_ list: any SplitColumnList, hasSelection: Bool) {
    lists.removeAll { $0.list == nil }
    lists.append(WeakList(list: list))
    if hasSelection { split?.beginWithSelection(in: index) }
  }

  /// Something is chosen in a list of the column, or nothing is any more.
  func selectionDidChange(hasSelection: Bool) {
    // A list says so while it is updated, when nothing may be written.
    ViewGraph.shared.afterUpdate { [weak split, index] in split?.selectionDidChange(in: index, hasSelection: hasSelection) }
  }

  func clearSelection() {
    for list in lists { list.list?.clearSelection() }
  }

  /// The column is in the box, or has another width.
  func applyWidth() {
    split?.setWidth(width, of: index)
  }
}

/// The columns of a split view, and the button to go back from one to another.
@MainActor
final class NavigationSplit: WindowBarContributor {
  let box = ColumnBox(foldingWidth: UserInterfaceSizeClass.leastRegularWidth)
  let page: WindowBarPage?
  private(set) var columns: [SplitColumn] = []
  /// Called when a person, or a choice, has gone to another column.
  var didGo: @MainActor (Int) -> Void = { _ in }
  private let bar: WindowBar?
  private let backButton = BackButton()
  /// Whether the program says which column is seen at first.
  private let isColumnGiven: Bool
  private var isMounted = true

  init(columns count: Int, isColumnGiven: Bool, in environment: EnvironmentValues) {
    bar = environment.windowBar
    page = environment.windowBarPage
    self.isColumnGiven = isColumnGiven
    columns = (0..<count).map { SplitColumn($0, of: self, in: page) }
    box.didChange = { [weak self] in self?.columnsDidChange() }
    backButton.goBack = { [weak self] in self?.goBack() }
  }

  func begin() { bar?.add(self) }

  func end() {
    isMounted = false
    bar?.remove(self)
  }

  var needsBar: Bool { true }

  func contribute(to content: inout WindowBarContent) {
    if box.isFolded, !box.isSeen(0) { content.back = backButton.widget }
  }

  func setWidth(_ width: ColumnBox.Width, of column: Int) {
    if column < box.count { box.setWidth(width, of: column) }
  }

  /// Something is chosen in a column from the beginning.
  func beginWithSelection(in column: Int) {
    if !isColumnGiven { box.compactColumn = max(box.compactColumn, min(column + 1, columns.count - 1)) }
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
    didGo(column)
  }

  private func columnsDidChange() {
    bar?.noteChange()
    ViewGraph.shared.afterUpdate { [weak box] in box?.settleFocus() }
  }
}

private struct SplitColumnKey: EnvironmentKey {
  static var defaultValue: SplitColumn? { nil }
}

extension EnvironmentValues {
  /// The column of a split view that the view is in.
  var splitColumn: SplitColumn? {
    get { self[SplitColumnKey.self] }
    set { self[SplitColumnKey.self] = newValue }
  }
}
