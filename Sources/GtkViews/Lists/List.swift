internal import CGtk
internal import GtkBridge

/// A scrolling column of rows with single, multiple or no selection.
///
/// The arrow keys move from row to row and select the row with the focus. In a list with multiple selection, Control adds a row to the selection, and
/// Shift adds all rows up to a row.
///
/// The elements of a ``ForEach`` become rows when they are near the visible part of the list, so a list of 100,000 opens as fast as one of 100. The
/// list reads the collection's count and the elements that it displays, so the collection may fetch them. An element is lazy only if its view is one
/// row by its type. With an `if` without `else`, or an ``AnyView``, all elements are created at once. A row that is scrolled offscreen gives its
/// views to another row, or they are destroyed. If a ``State`` in the row was written, the row keeps its views and its state. The last 256 such rows
/// are kept.
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
  /// Creates a list of views with single selection. Each row has a ``View/tag(_:)`` or is an element of a ``ForEach``, and is selected by its tag or
  /// its id.
  public nonisolated init(selection: Binding<Selection?>, @ViewBuilder content: () -> Content) {
    self.selection = .one(selection)
    self.content = content()
  }

  /// Creates a list with a row for each element, selected by its id.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, selection: Binding<Selection?>, @ViewBuilder rowContent row: @escaping @MainActor (Data.Element) -> Row
  ) where Data.Element: Identifiable, Data.Element.ID == Selection, Content == ForEach<Data, Selection, Row> {
    self.selection = .one(selection)
    content = ForEach(data, content: row)
  }

  /// Creates a list with a row for each element, selected by the value at a key path.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, Selection>, selection: Binding<Selection?>,
    @ViewBuilder rowContent row: @escaping @MainActor (Data.Element) -> Row
  ) where Content == ForEach<Data, Selection, Row> {
    self.selection = .one(selection)
    content = ForEach(data, id: id, content: row)
  }
}
