internal import CGtk
internal import GtkBridge

/// A scrolling column of rows with single, multiple or no selection.
///
/// ```swift
/// List(episodes, selection: $selectedIDs) { Text($0.title) }
/// ```
///
/// The arrow keys move the focus from row to row. In a list with selection, the arrow keys also select the row that
/// receives the focus. While a ``NavigationSplitView`` has room only for the list's column, the arrow keys only move
/// the focus, and Return selects the row with the focus. In a list with multiple selection, a click with Control adds a
/// row to the selection or removes it. A click or an arrow key with Shift extends the selection to the clicked or
/// focused row. In a list without selection, the arrow keys only move the focus.
///
/// The rows of a ``ForEach`` are lazy: the list creates a row when the row comes near the visible part, so a list of
/// 100,000 rows opens as fast as one of 100. The list reads only the count of the ``ForEach``'s collection and the
/// elements of created rows, so the collection may load its elements on demand. Rows are lazy only if the type of the
/// content ensures exactly one row for each element. For example, an `if` without `else` and an ``AnyView`` may be no
/// row or several rows. With such a type, the list creates all rows at once.
///
/// When a row goes offscreen, its state is lost: another row recycles its views, or the views are destroyed. However, a
/// row keeps its views and its state if a ``State`` in it was written or contains an object. Each ``ForEach`` keeps at
/// most 256 such rows, and evicts the row that has been offscreen for the longest time.
public nonisolated struct List<Selection: Hashable, Content: View>: PrimitiveView {
  let selection: ListSelection<Selection>
  let content: Content

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ListNode(view, in: context)
  }
}

extension List where Selection == Never {
  /// Creates a list of views. Rows cannot be selected.
  public nonisolated init(@ViewBuilder content: () -> Content) {
    selection = .none
    self.content = content()
  }

  /// Creates a list with a row for each element, identified by the value at a key path. Rows cannot be selected.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent row: @escaping @MainActor (Data.Element) -> Row
  ) where Content == ForEach<Data, ID, Row> {
    selection = .none
    content = ForEach(data, id: id, content: row)
  }

  /// Creates a list with a row for each element, identified by its id. Rows cannot be selected.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @ViewBuilder rowContent row: @escaping @MainActor (Data.Element) -> Row
  ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, Row> {
    selection = .none
    content = ForEach(data, content: row)
  }
}

extension List {
  /// Creates a list of views with single selection. A row is selected by its ``View/tag(_:)``. A row of a ``ForEach``
  /// without a tag is selected by the id of its element.
  public nonisolated init(selection: Binding<Selection?>, @ViewBuilder content: () -> Content) {
    self.selection = .one(selection)
    self.content = content()
  }

  /// Creates a list with a row for each element and single selection by id.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, selection: Binding<Selection?>,
    @ViewBuilder rowContent row: @escaping @MainActor (Data.Element) -> Row
  ) where Data.Element: Identifiable, Data.Element.ID == Selection, Content == ForEach<Data, Selection, Row> {
    self.selection = .one(selection)
    content = ForEach(data, content: row)
  }

  /// Creates a list with a row for each element and single selection by the value at a key path.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, Selection>, selection: Binding<Selection?>,
    @ViewBuilder rowContent row: @escaping @MainActor (Data.Element) -> Row
  ) where Content == ForEach<Data, Selection, Row> {
    self.selection = .one(selection)
    content = ForEach(data, id: id, content: row)
  }
}
