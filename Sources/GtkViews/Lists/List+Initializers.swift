extension List where Selection == Never {
  /// Creates a list with a row for each number. Rows cannot be selected.
  @preconcurrency public nonisolated init<Row: View>(
    _ data: Range<Int>, @ViewBuilder rowContent row: @escaping @MainActor (Int) -> Row
  )
  where Content == ForEach<Range<Int>, Int, Row> {
    self.init { ForEach(data, content: row) }
  }

  /// Creates a list with a row for each element of a bound collection. The row receives a binding to the element. Rows
  /// cannot be selected.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection, Row: View>(
    _ data: Binding<Base>, @ViewBuilder rowContent row: @escaping (Binding<Base.Element>) -> Row
  ) where Base.Element: Identifiable, Content == ForEach<_BoundElements<Base, Base.Element.ID>, Base.Element.ID, Row> {
    self.init { ForEach(data, content: row) }
  }

  /// Creates a list with a row for each element of a bound collection. The value at a key path identifies an element.
  /// The row receives a binding to the element. Rows cannot be selected.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Binding<Base>, id: KeyPath<Base.Element, ID>,
    @ViewBuilder rowContent row: @escaping (Binding<Base.Element>) -> Row
  ) where Content == ForEach<_BoundElements<Base, ID>, ID, Row> {
    self.init { ForEach(data, id: id, content: row) }
  }
}

extension List {
  /// Creates a list of views with multiple selection. A row is selected by its ``View/tag(_:)``. If a row of a
  /// ``ForEach`` has no tag, the row is selected by the id of its element.
  public nonisolated init(selection: Binding<Set<Selection>>, @ViewBuilder content: () -> Content) {
    self.selection = .several(selection)
    self.content = content()
  }

  /// Creates a list with a row for each element and multiple selection by id.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, selection: Binding<Set<Selection>>,
    @ViewBuilder rowContent row: @escaping @MainActor (Data.Element) -> Row
  ) where Data.Element: Identifiable, Data.Element.ID == Selection, Content == ForEach<Data, Selection, Row> {
    self.init(selection: selection) { ForEach(data, content: row) }
  }

  /// Creates a list with a row for each element and multiple selection by the value at a key path.
  @preconcurrency public nonisolated init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, Selection>, selection: Binding<Set<Selection>>,
    @ViewBuilder rowContent row: @escaping @MainActor (Data.Element) -> Row
  ) where Content == ForEach<Data, Selection, Row> {
    self.init(selection: selection) { ForEach(data, id: id, content: row) }
  }

  /// Creates a list with a row for each element of a bound collection and single selection by id. The row receives a
  /// binding to the element.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection, Row: View>(
    _ data: Binding<Base>, selection: Binding<Selection?>,
    @ViewBuilder rowContent row: @escaping (Binding<Base.Element>) -> Row
  )
  where
    Base.Element: Identifiable, Base.Element.ID == Selection,
    Content == ForEach<_BoundElements<Base, Selection>, Selection, Row>
  {
    self.init(selection: selection) { ForEach(data, content: row) }
  }

  /// Creates a list with a row for each element of a bound collection and multiple selection by id. The row receives a
  /// binding to the element.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection, Row: View>(
    _ data: Binding<Base>, selection: Binding<Set<Selection>>,
    @ViewBuilder rowContent row: @escaping (Binding<Base.Element>) -> Row
  )
  where
    Base.Element: Identifiable, Base.Element.ID == Selection,
    Content == ForEach<_BoundElements<Base, Selection>, Selection, Row>
  {
    self.init(selection: selection) { ForEach(data, content: row) }
  }
}
