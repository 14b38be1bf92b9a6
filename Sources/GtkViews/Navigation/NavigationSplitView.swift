internal import CGtk
internal import GtkBridge

/// A column of a ``NavigationSplitView``.
public enum NavigationSplitViewColumn: Hashable, Sendable {
  /// The first one.
  case sidebar
  /// The one in the middle of three. Of two columns it is the last.
  case content
  /// The last one.
  case detail
}

/// Which columns of a ``NavigationSplitView`` are seen where there is room for all.
public enum NavigationSplitViewVisibility: Hashable, Sendable {
  /// All of them.
  case automatic
  /// All of them.
  case all
  /// The last two.
  case doubleColumn
  /// The last one.
  case detailOnly
}

/// Columns side by side, in which what is chosen in one decides what the next one shows. Where there is little room, they fold into one.
///
/// ```swift
/// NavigationSplitView {
///   List(shows, selection: $chosen) { Text($0.title) }
/// } detail: {
///   if let chosen { ShowView(show: chosen) } else { Text("Choose a show") }
/// }
/// ```
///
/// Below 560 pixels, or where the columns need more, one column is seen. A choice in the `List` of a column goes on to the next one, as a click,
/// Return or the space bar makes it; the arrow keys, Home, End and the page keys then only move from row to row. A button at the start of the window's
/// bar goes back, and so does Alt with the arrow to the left: the choice that led there is cleared, so that the list's selection is `nil`. If something is
/// chosen when the view appears, the column after it is seen.
///
/// A column that is not seen stays as it is: its state, what is scrolled and what had the keyboard focus are there again when it comes back. Titles
/// and toolbars of its views are in the window's bar only while it is seen; of several titles, that of the last column counts.
public nonisolated struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: PrimitiveView {
  let columnVisibility: Binding<NavigationSplitViewVisibility>?
  let preferredCompactColumn: Binding<NavigationSplitViewColumn>?
  let sidebar: Sidebar
  /// `nil`: there are two columns.
  let content: Content?
  let detail: Detail

  /// Three columns.
  ///
  /// - Parameters:
  ///   - columnVisibility: Which columns are seen where there is room for all. The view only reads it.
  ///   - preferredCompactColumn: Which column is seen where there is room for one. The view writes it when a person goes on or back. Without it,
  ///     it is the sidebar, or the column after the last choice.
  ///   - sidebar: The first column.
  ///   - content: The second.
  ///   - detail: The third, which has the room that the others leave.
  public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>? = nil, preferredCompactColumn: Binding<NavigationSplitViewColumn>? = nil,
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) {
    self.columnVisibility = columnVisibility
    self.preferredCompactColumn = preferredCompactColumn
    self.sidebar = sidebar()
    self.content = content()
    self.detail = detail()
  }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    NavigationSplitViewNode(view, in: context)
  }
}

extension NavigationSplitView where Content == EmptyView {
  /// Two columns.
  ///
  /// - Parameters:
  ///   - columnVisibility: Which columns are seen where there is room for both. The view only reads it.
  ///   - preferredCompactColumn: Which column is seen where there is room for one. The view writes it when a person goes on or back. Without it,
  ///     it is the sidebar, or the detail if something is chosen.
  ///   - sidebar: The first column.
  ///   - detail: The second, which has the room that the first leaves.
  public nonisolated init(
    columnVisibility: Binding<NavigationSplitViewVisibility>? = nil, preferredCompactColumn: Binding<NavigationSplitViewColumn>? = nil,
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
  /// Says how wide the column of a ``NavigationSplitView`` is that this view is in. The last column has what the others leave.
  ///
  /// - Parameter width: In logical pixels. The column is wider if what is in it needs more.
  public nonisolated func navigationSplitViewColumnWidth(_ width: Double) -> some View {
    ColumnWidthView(content: self, width: ColumnBox.Width(min: Int32(pixels: width), ideal: Int32(pixels: width), max: Int32(pixels: width)))
  }

  /// Says how wide the column of a ``NavigationSplitView`` may be that this view is in. The last column has what the others leave.
  ///
  /// - Parameters:
  ///   - min: The columns fold before it is narrower; 180 logical pixels if nothing is said.
  ///   - ideal: How wide it is where there is room.
  ///   - max: It is never wider, unless what is in it needs more.
  public nonisolated func navigationSplitViewColumnWidth(min: Double? = nil, ideal: Double, max: Double? = nil) -> some View {
    let least = min ?? Swift.min(ideal, Double(ColumnBox.Width.sidebar.min))
    let most = max ?? ideal
    return ColumnWidthView(content: self, width: ColumnBox.Width(min: Int32(pixels: least), ideal: Int32(pixels: ideal), max: Int32(pixels: most)))
  }
}

@MainActor
private final class NavigationSplitViewNode<Sidebar: View, Content: View, Detail: View>:
  WidgetNode<NavigationSplitView<Sidebar, Content, Detail>>, Evaluated
{
  private let split: NavigationSplit
  private var sidebar: RootNode<Sidebar>!
  private var content: RootNode<Content>?
  private var detail: RootNode<Detail>!

  init(_ view: NavigationSplitView<Sidebar, Content, Detail>, in context: _NodeContext) {
    split = NavigationSplit(
      columns: view.content == nil ? 2 : 3, isColumnGiven: view.preferredCompactColumn != nil, in: context.environment)
    super.init(view, widget: split.box.widget, in: context)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    split.didGo = { [weak self] in self?.didGo(to: $0) }
    // Before the views in it, so that a stack in a column goes back before the columns do.
    split.begin()
    sidebar = makeColumn(view.sidebar, 0)
    content = view.content.map { makeColumn($0, 1) }
    detail = makeColumn(view.detail, split.columns.count - 1)
    showBindings()
  }

  var viewName: String { "NavigationSplitView" }

  override var children: [ViewNode] { [sidebar, content, detail].compactMap { $0 } }

  override func update(to view: NavigationSplitView<Sidebar, Content, Detail>) {
    super.update(to: view)
    isChanged = false
    sidebar.update(to: RootView(content: view.sidebar))
    if let views = view.content { content?.update(to: RootView(content: views)) }
    detail.update(to: RootView(content: view.detail))
    showBindings()
  }

  func evaluateAgain() {
    isChanged = false
    showBindings()
  }

  override func environmentDidChange() {
    for (column, node) in zip(split.columns, children) { node.updateEnvironment(inside(environment, column)) }
  }

  override func didUnmount() { split.end() }

  private func makeColumn<Column: View>(_ view: Column, _ index: Int) -> RootNode<Column> {
    let node = RootNode(RootView(content: view), in: contextBelow(inside(environment, split.columns[index])))
    split.box.append(node.widget)
    split.columns[index].applyWidth()
    return node
  }

  private func inside(_ environment: EnvironmentValues, _ column: SplitColumn) -> EnvironmentValues {
    var environment = environment
    environment.splitColumn = column
    environment.windowBarPage = column
    environment.navigation = nil
    environment.stackAxis = .vertical
    return environment
  }

  private func showBindings() {
    guard isMounted else { return }
    let read = { [view] in (view.columnVisibility?.wrappedValue, view.preferredCompactColumn?.wrappedValue) }
    let (visibility, column) = observing(self) { ViewGraph.shared.evaluate(self, read) }
    let count = split.columns.count
    switch visibility ?? .automatic {
    case .automatic, .all: split.box.leftOut = 0
    case .doubleColumn: split.box.leftOut = count - 2
    case .detailOnly: split.box.leftOut = count - 1
    }
    switch column {
    case nil: break
    case .sidebar: split.box.compactColumn = 0
    case .content: split.box.compactColumn = 1
    case .detail: split.box.compactColumn = count - 1
    }
  }

  private func didGo(to index: Int) {
    guard let binding = view.preferredCompactColumn else { return }
    let column: NavigationSplitViewColumn = index == 0 ? .sidebar : index == split.columns.count - 1 ? .detail : .content
    if binding.wrappedValue != column { binding.wrappedValue = column }
    // A binding may refuse.
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
