internal import CGtk
internal import GtkBridge

/// Rows one below another, that scroll, and of which one may be chosen, or several.
///
/// The arrow keys move from row to row and choose the one that they come to. Where several can be chosen, Control adds one to them, and Shift
/// all up to one.
///
/// The elements of a ``ForEach`` become rows when they are seen: a list of 100,000 opens as one of 100 does. Its collection is asked for its count
/// and for the elements that are shown, so it may fetch them. For that an element's view must be one row by its type: after an `if` without an
/// `else`, or in an ``AnyView``, all are made at once. A row that is scrolled out of sight is taken down. If a ``State`` in it was written, it is
/// kept with its state; the last 256 such rows are.
public nonisolated struct List<Selection: Hashable, Content: View>: PrimitiveView {
  let selection: ListSelection<Selection>
  let content: Content

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ListNode(view, in: context)
  }
}

extension List where Selection == Never {
  /// Rows that are written one after another; none can be chosen.
  public nonisolated init(@ViewBuilder content: () -> Content) {
    selection = .none
    self.content = content()
  }

  /// A row for each element; none can be chosen.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent row: @escaping @MainActor (Data.Element) -> Row
  ) where Content == ForEach<Data, ID, Row> {
    selection = .none
    content = ForEach(data, id: id, content: row)
  }

  /// A row for each element; none can be chosen.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @ViewBuilder rowContent row: @escaping @MainActor (Data.Element) -> Row
  ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, Row> {
    selection = .none
    content = ForEach(data, content: row)
  }
}

extension List {
  /// Rows that are written one after another, of which one may be chosen: each has a ``View/tag(_:)``, or is an element of a ``ForEach``,
  /// whose id it then is chosen by.
  public nonisolated init(selection: Binding<Selection?>, @ViewBuilder content: () -> Content) {
    self.selection = .one(selection)
    self.content = content()
  }

  /// A row for each element, chosen by its id.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, selection: Binding<Selection?>, @ViewBuilder rowContent row: @escaping @MainActor (Data.Element) -> Row
  ) where Data.Element: Identifiable, Data.Element.ID == Selection, Content == ForEach<Data, Selection, Row> {
    self.selection = .one(selection)
    content = ForEach(data, content: row)
  }

  /// A row for each element, chosen by the value behind a key path.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, Selection>, selection: Binding<Selection?>,
    @ViewBuilder rowContent row: @escaping @MainActor (Data.Element) -> Row
  ) where Content == ForEach<Data, Selection, Row> {
    self.selection = .one(selection)
    content = ForEach(data, id: id, content: row)
  }
}
