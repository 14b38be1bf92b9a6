internal import CGtk
internal import GtkBridge

/// Rows one below another, that scroll, and of which one may be chosen.
///
/// The arrow keys move from row to row, and Return or the space bar chooses one.
public nonisolated struct List<Selection: Hashable, Content: View>: PrimitiveView {
  let selection: Binding<Selection?>?
  let content: Content

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ListNode(view, in: context)
  }
}

extension List where Selection == Never {
  /// Rows that are written one after another; none can be chosen.
  public nonisolated init(@ViewBuilder content: () -> Content) {
    selection = nil
    self.content = content()
  }

  /// A row for each element; none can be chosen.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder row: @escaping @MainActor (Data.Element) -> Row
  ) where Content == ForEach<Data, ID, Row> {
    selection = nil
    content = ForEach(data, id: id, content: row)
  }

  /// A row for each element; none can be chosen.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @ViewBuilder row: @escaping @MainActor (Data.Element) -> Row
  ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, Row> {
    self.init(data, id: \.id, row: row)
  }
}

extension List {
  /// Rows that are written one after another, of which one may be chosen: each has a ``View/tag(_:)``, or is an element of a ``ForEach``,
  /// whose id it then is chosen by.
  public nonisolated init(selection: Binding<Selection?>, @ViewBuilder content: () -> Content) {
    self.selection = selection
    self.content = content()
  }

  /// A row for each element, chosen by its id.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, selection: Binding<Selection?>, @ViewBuilder row: @escaping @MainActor (Data.Element) -> Row
  ) where Data.Element: Identifiable, Data.Element.ID == Selection, Content == ForEach<Data, Selection, Row> {
    self.init(data, id: \.id, selection: selection, row: row)
  }

  /// A row for each element, chosen by the value behind a key path.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, Selection>, selection: Binding<Selection?>,
    @ViewBuilder row: @escaping @MainActor (Data.Element) -> Row
  ) where Content == ForEach<Data, Selection, Row> {
    self.selection = selection
    content = ForEach(data, id: id, content: row)
  }
}

/// A node whose views have ids, by which a list's rows are chosen.
@MainActor
protocol RowIdentifying: AnyObject {
  /// The widgets of each view, with the view's id.
  var identifiedWidgets: [(id: AnyHashable, widgets: [UnsafeMutablePointer<GtkWidget>])] { get }
}

extension ForEachNode: RowIdentifying {
  var identifiedWidgets: [(id: AnyHashable, widgets: [UnsafeMutablePointer<GtkWidget>])] {
    rowNodes.map { (AnyHashable($0.id), $0.node.widgets) }
  }
}

@MainActor
private final class ListNode<Selection: Hashable, Content: View>: ContainerNode<List<Selection, Content>, Content>, Evaluated {
  private let listBox: OpaquePointer
  private var arranged = WidgetChildren()
  private var rows: [UnsafeMutablePointer<GtkWidget>: UnsafeMutablePointer<GtkWidget>] = [:]
  private var connection: SignalConnection!
  private(set) var isChanged = false

  init(_ view: List<Selection, Content>, in context: _NodeContext) {
    let list = gtk_list_box_new()!
    listBox = OpaquePointer(list)
    super.init(view, widget: gtk_scrolled_window_new(), in: context)
    gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    gtk_scrolled_window_set_child(opaque, list)
    gtk_list_box_set_selection_mode(listBox, view.selection == nil ? GTK_SELECTION_NONE : GTK_SELECTION_BROWSE)
    connection = connect(list, .ignoringArgument("row-selected")) { [weak self] in self?.rowSelected() }
    mountContent(view.content)
    showSelection()
  }

  override var contentAxis: Axis? { .vertical }

  var viewName: String { "List" }

  override func update(to view: List<Selection, Content>) {
    super.update(to: view)
    content.update(to: view.content)
    showSelection()
  }

  func markChanged() {
    guard isMounted, !isChanged else { return }
    isChanged = true
    ViewGraph.shared.markChanged(self)
  }

  func evaluateAgain() {
    isChanged = false
    showSelection()
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    connection.withoutSignals {
      arranged.update(to: widgets, operations)
    }
    showSelection()
  }

  private var operations: WidgetChildren.Operations {
    let list = listBox
    return WidgetChildren.Operations(
      insert: { [self] widget, previous in
        let row = gtk_list_box_row_new()!
        gtk_list_box_row_set_child(UnsafeMutablePointer(OpaquePointer(row)), widget)
        gtk_list_box_row_set_activatable(UnsafeMutablePointer(OpaquePointer(row)), view.selection == nil ? 0 : 1)
        gtk_widget_set_focusable(row, view.selection == nil ? 0 : 1)
        rows[widget] = row
        gtk_list_box_insert(list, row, position(after: previous))
      },
      move: { [self] widget, previous in
        guard let row = rows[widget] else { return }
        g_object_ref(row)
        gtk_list_box_remove(list, row)
        gtk_list_box_insert(list, row, position(after: previous))
        g_object_unref(row)
      },
      remove: { [self] widget in
        guard let row = rows.removeValue(forKey: widget) else { return }
        gtk_list_box_row_set_child(UnsafeMutablePointer(OpaquePointer(row)), nil)
        gtk_list_box_remove(list, row)
      })
  }

  private func position(after widget: UnsafeMutablePointer<GtkWidget>?) -> Int32 {
    guard let widget, let row = rows[widget] else { return 0 }
    return gtk_list_box_row_get_index(UnsafeMutablePointer(OpaquePointer(row))) + 1
  }

  private func rowSelected() {
    guard let selection = view.selection, let row = gtk_list_box_get_selected_row(listBox) else { return }
    let chosen = UnsafeMutablePointer<GtkWidget>(OpaquePointer(row))
    for (id, widgets) in identified where widgets.contains(where: { rows[$0] == chosen }) {
      guard let id = id.base as? Selection, selection.wrappedValue != id else { return }
      selection.wrappedValue = id
    }
    ViewGraph.shared.afterUpdate { [weak self] in self?.showSelection() }
  }

  private func showSelection() {
    guard isMounted, content != nil, let selection = view.selection else { return }
    let chosen = observing(self) { ViewGraph.shared.evaluate(self) { selection.wrappedValue } }
    let row = identified.first { $0.id.base as? Selection == chosen && chosen != nil }
      .flatMap { $0.widgets.first }.flatMap { rows[$0] }
    let shown = gtk_list_box_get_selected_row(listBox).map { UnsafeMutablePointer<GtkWidget>(OpaquePointer($0)) }
    guard row != shown else { return }
    connection.withoutSignals {
      gtk_list_box_select_row(listBox, row.map { UnsafeMutablePointer(OpaquePointer($0)) })
    }
  }

  private var identified: [(id: AnyHashable, widgets: [UnsafeMutablePointer<GtkWidget>])] {
    var found: [(id: AnyHashable, widgets: [UnsafeMutablePointer<GtkWidget>])] = []
    collect(content, into: &found)
    return found
  }

  private func collect(_ node: ViewNode, into found: inout [(id: AnyHashable, widgets: [UnsafeMutablePointer<GtkWidget>])]) {
    if let node = node as? any RowIdentifying { return found += node.identifiedWidgets }
    for child in node.children { collect(child, into: &found) }
  }
}

extension View {
  /// Gives a row the value by which it is chosen in a ``List``.
  public nonisolated func tag<Tag: Hashable>(_ tag: Tag) -> some View { TaggedView(content: self, tag: tag) }
}

nonisolated struct TaggedView<Content: View, Tag: Hashable>: PrimitiveView {
  let content: Content
  let tag: Tag

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    TaggedNode(view, in: context)
  }
}

@MainActor
private final class TaggedNode<Content: View, Tag: Hashable>: _ViewNode<TaggedView<Content, Tag>>, RowIdentifying {
  private var content: _ViewNode<Content>!

  override init(_ view: TaggedView<Content, Tag>, in context: _NodeContext) {
    super.init(view, in: context)
    content = Content._makeNode(view.content, in: contextBelow())
  }

  override var children: [ViewNode] { [content] }

  override func update(to view: TaggedView<Content, Tag>) {
    super.update(to: view)
    content.update(to: view.content)
  }

  var identifiedWidgets: [(id: AnyHashable, widgets: [UnsafeMutablePointer<GtkWidget>])] { [(AnyHashable(view.tag), content.widgets)] }
}
