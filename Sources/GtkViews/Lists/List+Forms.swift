extension List where Selection == Never {
  /// A row for each number; none can be chosen.
  @preconcurrency public nonisolated init<Row: View>(_ data: Range<Int>, @ViewBuilder rowContent row: @escaping @MainActor (Int) -> Row)
  where Content == ForEach<Range<Int>, Int, Row> {
    self.init { ForEach(data, content: row) }
  }

  /// A row for each element of a collection behind a binding, with a binding to the element; none can be chosen.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection, Row: View>(
    _ data: Binding<Base>, @ViewBuilder rowContent row: @escaping (Binding<Base.Element>) -> Row
  ) where Base.Element: Identifiable, Content == ForEach<_BoundElements<Base, Base.Element.ID>, Base.Element.ID, Row> {
    self.init { ForEach(data, content: row) }
  }

  /// A row for each element of a collection behind a binding, known by the value behind a key path; none can be chosen.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Binding<Base>, id: KeyPath<Base.Element, ID>, @ViewBuilder rowContent row: @escaping (Binding<Base.Element>) -> Row
  ) where Content == ForEach<_BoundElements<Base, ID>, ID, Row> {
    self.init { ForEach(data, id: id, content: row) }
  }
}

extension List {
  /// Rows that are written one after another, of which several may be chosen: each has a ``View/tag(_:)``, or is an element of a
  /// ``ForEach``, whose id it then is chosen by.
  public nonisolated init(selection: Binding<Set<Selection>>, @ViewBuilder content: () -> Content) {
    self.selection = .several(selection)
    self.content = content()
  }

  /// A row for each element, of which several may be chosen by their ids.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, selection: Binding<Set<Selection>>, @ViewBuilder rowContent row: @escaping @MainActor (Data.Element) -> Row
  ) where Data.Element: Identifiable, Data.Element.ID == Selection, Content == ForEach<Data, Selection, Row> {
    self.init(selection: selection) { ForEach(data, content: row) }
  }

  /// A row for each element, of which several may be chosen by the values behind a key path.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, Selection>, selection: Binding<Set<Selection>>,
    @ViewBuilder rowContent row: @escaping @MainActor (Data.Element) -> Row
  ) where Content == ForEach<Data, Selection, Row> {
    self.init(selection: selection) { ForEach(data, id: id, content: row) }
  }

  /// A row for each element of a collection behind a binding, with a binding to the element, chosen by its id.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection, Row: View>(
    _ data: Binding<Base>, selection: Binding<Selection?>, @ViewBuilder rowContent row: @escaping (Binding<Base.Element>) -> Row
  ) where Base.Element: Identifiable, Base.Element.ID == Selection, Content == ForEach<_BoundElements<Base, Selection>, Selection, Row> {
    self.init(selection: selection) { ForEach(data, content: row) }
  }

  /// A row for each element of a collection behind a binding, with a binding to the element, of which several may be chosen by their ids.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection, Row: View>(
    _ data: Binding<Base>, selection: Binding<Set<Selection>>, @ViewBuilder rowContent row: @escaping (Binding<Base.Element>) -> Row
  ) where Base.Element: Identifiable, Base.Element.ID == Selection, Content == ForEach<_BoundElements<Base, Selection>, Selection, Row> {
    self.init(selection: selection) { ForEach(data, content: row) }
  }
}
