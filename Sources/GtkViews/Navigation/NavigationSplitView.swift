internal import CGtk
internal import GtkBridge

/// A column of a ``NavigationSplitView``.
public enum NavigationSplitViewColumn: Hashable, Sendable {
  /// The first column.
  case sidebar
  /// The middle one of three columns. In a view with two columns, this value stands for the last column.
  case content
  /// The last column.
  case detail
}

/// The visible columns of a ``NavigationSplitView`` if there is room for all columns.
public enum NavigationSplitViewVisibility: Hashable, Sendable {
  /// All columns, like ``all``.
  case automatic
  /// All columns.
  case all
  /// The last two columns.
  case doubleColumn
  /// The last column.
  case detailOnly
}

/// Two or three columns side by side. The selection in one column determines the content of the next column. If there
/// is little room, only one column is visible.
///
/// ```swift
/// NavigationSplitView {
///   List(shows, selection: $selection) { Text($0.title) }
/// } detail: {
///   if let selection { ShowView(show: selection) } else { Text("Select a show") }
/// }
/// ```
///
/// If the view is narrower than 560 pixels, or too narrow for its columns, only one column is visible. Then a selection
/// in the `List` of a column shows the next column. The user selects a row with a click, Return or the space bar. The
/// arrow keys, Home, End and the page keys only move from row to row. A button at the start of the window's bar goes
/// back to the previous column, and so does Alt with the left arrow. Going back clears the selection in the previous
/// column. If a column has a selection when the view appears, the next column is visible at first, unless
/// `preferredCompactColumn` is passed.
///
/// A hidden column keeps its state and its scroll position. The keyboard focus in the column is restored when the
/// column becomes visible again. The titles and toolbars of a column's views are in the window's bar only while the
/// column is visible. If several visible columns have titles, the title of the last of them is used.
public nonisolated struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: PrimitiveView {
  /// The visible columns if there is room for all columns.
  let columnVisibility: Binding<NavigationSplitViewVisibility>?
  /// The visible column if there is room for only one.
  let preferredCompactColumn: Binding<NavigationSplitViewColumn>?
  let sidebar: Sidebar
  /// The middle column, or `nil` if there are two columns.
  let content: Content?
  let detail: Detail

  /// Creates a view with three columns.
  ///
  /// - Parameters:
  ///   - columnVisibility: The visible columns if there is room for all columns. The view only reads this binding.
  ///   - preferredCompactColumn: The visible column if there is room for only one. The view writes this binding when
  ///     the user goes forward or back. Without the binding, the visible column is at first the sidebar, or the column
  ///     after the last column with a selection.
  ///   - sidebar: The first column.
  ///   - content: The second column.
  ///   - detail: The third column, which takes the remaining room.
  public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>? = nil,
    preferredCompactColumn: Binding<NavigationSplitViewColumn>? = nil,
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) {
    self.columnVisibility = columnVisibility
    self.preferredCompactColumn = preferredCompactColumn
    self.sidebar = sidebar()
    self.content = content()
    self.detail = detail()
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    NavigationSplitViewNode(view, in: context)
  }
}

extension NavigationSplitView where Content == EmptyView {
  /// Creates a view with two columns.
  ///
  /// - Parameters:
  ///   - columnVisibility: The visible columns if there is room for both columns. The view only reads this binding.
  ///   - preferredCompactColumn: The visible column if there is room for only one. The view writes this binding when
  ///     the user goes forward or back. Without the binding, the visible column is at first the sidebar, or the detail
  ///     if there is a selection.
  ///   - sidebar: The first column.
  ///   - detail: The second column, which takes the remaining room.
  public nonisolated init(
    columnVisibility: Binding<NavigationSplitViewVisibility>? = nil,
    preferredCompactColumn: Binding<NavigationSplitViewColumn>? = nil,
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
  ) {
    self.columnVisibility = columnVisibility
    self.preferredCompactColumn = preferredCompactColumn
    self.sidebar = sidebar()
    self.content = nil
    self.detail = detail()
  }
}

extension View {
  /// Sets the width of the ``NavigationSplitView`` column that contains this view. The last column takes the remaining
  /// room.
  ///
  /// - Parameter width: The width in logical pixels. The column is wider if its content needs more.
  public nonisolated func navigationSplitViewColumnWidth(_ width: Double) -> some View {
    ColumnWidthView(
      content: self,
      width: ColumnBox.Width(min: Int32(pixels: width), ideal: Int32(pixels: width), max: Int32(pixels: width)))
  }

  /// Sets the possible widths of the ``NavigationSplitView`` column that contains this view. The last column takes the
  /// remaining room.
  ///
  /// - Parameters:
  ///   - min: The minimum width in logical pixels. If the column would become narrower, only one column is visible. The
  ///     default is 180, or `ideal` if `ideal` is less.
  ///   - ideal: The width if there is enough room.
  ///   - max: The maximum width. The default is `ideal`. The column is wider only if its content needs more.
  public nonisolated func navigationSplitViewColumnWidth(
    min: Double? = nil, ideal: Double, max: Double? = nil
  ) -> some View {
    let minWidth = min ?? Swift.min(ideal, Double(ColumnBox.Width.sidebar.min))
    let maxWidth = max ?? ideal
    return ColumnWidthView(
      content: self,
      width: ColumnBox.Width(min: Int32(pixels: minWidth), ideal: Int32(pixels: ideal), max: Int32(pixels: maxWidth)))
  }
}

@MainActor
private final class NavigationSplitViewNode<Sidebar: View, Content: View, Detail: View>:
  WidgetNode<NavigationSplitView<Sidebar, Content, Detail>>, EvaluatedNode
{
  /// The columns and the back button.
  private let split: NavigationSplit
  private var sidebar: RootNode<Sidebar>!
  private var content: RootNode<Content>?
  private var detail: RootNode<Detail>!

  init(_ view: NavigationSplitView<Sidebar, Content, Detail>, in context: _NodeContext) {
    split = NavigationSplit(
      columns: view.content == nil ? 2 : 3, hasColumnBinding: view.preferredCompactColumn != nil,
      in: context.environment)
    super.init(view, widget: split.box.widget, in: context)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    split.compactColumnDidChange = { [weak self] in self?.compactColumnDidChange(to: $0) }
    // The bar shows only the back button that is added last. The split view is added before its content, so that the
    // back button of a stack in a column replaces the split view's button.
    split.addToBar()
    sidebar = makeColumn(view.sidebar, at: 0)
    content = view.content.map { makeColumn($0, at: 1) }
    detail = makeColumn(view.detail, at: split.columns.count - 1)
    showBindings()
  }

  var viewName: String { "NavigationSplitView" }

  override var children: [ViewNode] { [sidebar, content, detail].compactMap { $0 } }

  override func update(to view: NavigationSplitView<Sidebar, Content, Detail>) {
    super.update(to: view)
    isChanged = false
    sidebar.update(to: RootView(content: view.sidebar))
    if let middle = view.content { content?.update(to: RootView(content: middle)) }
    detail.update(to: RootView(content: view.detail))
    showBindings()
  }

  func evaluateAgain() {
    isChanged = false
    showBindings()
  }

  override func environmentDidChange() {
    for (column, node) in zip(split.columns, children) {
      node.updateEnvironment(columnEnvironment(environment, column))
    }
  }

  override func didUnmount() { split.unmount() }

  private func makeColumn<Column: View>(_ view: Column, at index: Int) -> RootNode<Column> {
    let node = RootNode(RootView(content: view), in: contextBelow(columnEnvironment(environment, split.columns[index])))
    split.box.append(node.widget)
    split.columns[index].applyWidth()
    return node
  }

  private func columnEnvironment(_ environment: EnvironmentValues, _ column: SplitColumn) -> EnvironmentValues {
    var environment = environment
    environment.splitColumn = column
    environment.windowBarPage = column
    // A link in a column must not push a page onto a stack around the split view.
    environment.navigation = nil
    environment.stackAxis = .vertical
    return environment
  }

  /// Shows the columns that the bindings specify.
  private func showBindings() {
    guard isMounted else { return }
    // A change of either binding evaluates this node again.
    let readBindings = { [view] in (view.columnVisibility?.wrappedValue, view.preferredCompactColumn?.wrappedValue) }
    let (visibility, column) = observing(self) { ViewGraph.shared.evaluate(self, readBindings) }
    let columnCount = split.columns.count
    switch visibility ?? .automatic {
    case .automatic, .all: split.box.hiddenColumnCount = 0
    case .doubleColumn: split.box.hiddenColumnCount = columnCount - 2
    case .detailOnly: split.box.hiddenColumnCount = columnCount - 1
    }
    switch column {
    case nil: break
    case .sidebar: split.box.compactColumn = 0
    case .content: split.box.compactColumn = 1
    case .detail: split.box.compactColumn = columnCount - 1
    }
  }

  private func compactColumnDidChange(to index: Int) {
    guard let binding = view.preferredCompactColumn else { return }
    let column: NavigationSplitViewColumn =
      index == 0 ? .sidebar : index == split.columns.count - 1 ? .detail : .content
    if binding.wrappedValue != column { binding.wrappedValue = column }
    // The binding may reject the new value. Then the column of the old value becomes visible again.
    ViewGraph.shared.afterUpdate { [weak self] in self?.showBindings() }
  }
}

private nonisolated struct ColumnWidthView<Content: View>: ModifyingView {
  let content: Content
  let width: ColumnBox.Width

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ColumnWidthNode(view, in: context)
  }
}

@MainActor
private final class ColumnWidthNode<Content: View>: ModifierNode<ColumnWidthView<Content>> {
  override init(_ view: ColumnWidthView<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    environment.splitColumn?.width = view.width
  }

  override func update(to view: ColumnWidthView<Content>) {
    super.update(to: view)
    environment.splitColumn?.width = view.width
  }
}
