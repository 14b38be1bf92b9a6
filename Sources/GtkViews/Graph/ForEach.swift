internal import CGtk

/// A view for each element of a collection.
///
/// An element's view keeps its state and its widgets for as long as its id is in the collection, wherever the element moves. Two elements
/// with the same id are a mistake that is reported: the first is shown, and the others are left out.
public nonisolated struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  let data: Data
  let id: KeyPath<Data.Element, ID>
  let content: @MainActor (Data.Element) -> Content

  /// A view for each element, known by the value behind a key path.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content
  ) {
    self.data = data
    self.id = id
    self.content = content
  }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ForEachNode(view, in: context)
  }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  /// A view for each element, known by its id.
  public nonisolated init(_ data: Data, @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content) {
    self.init(data, id: \.id, content: content)
  }
}

extension ForEach where Data == Range<Int>, ID == Int {
  /// A view for each number.
  public nonisolated init(_ data: Range<Int>, @ViewBuilder content: @escaping @MainActor (Int) -> Content) {
    self.init(data, id: \.self, content: content)
  }
}

/// The view of one element: a body of its own, so that what an element's view reads evaluates again this one alone.
struct ElementView<Element, Content: View>: View {
  let element: Element
  let content: @MainActor (Element) -> Content

  var body: Content { content(element) }
}

@MainActor
final class ForEachNode<Data: RandomAccessCollection, ID: Hashable, Content: View>: _ViewNode<ForEach<Data, ID, Content>> {
  typealias Row = _ViewNode<ElementView<Data.Element, Content>>

  private var order: [ID] = []
  private var rows: [ID: Row] = [:]

  override init(_ view: ForEach<Data, ID, Content>, in context: _NodeContext) {
    super.init(view, in: context)
    synchronise()
  }

  override var children: [ViewNode] { order.map { rows[$0]! } }

  /// The views with the ids of their elements, in order.
  var rowNodes: [(id: ID, node: ViewNode)] { order.map { ($0, rows[$0]!) } }

  override func update(to view: ForEach<Data, ID, Content>) {
    super.update(to: view)
    synchronise()
  }

  private func synchronise() {
    let old = order
    order = []
    order.reserveCapacity(view.data.count)
    var unused = rows
    for element in view.data {
      let id = element[keyPath: view.id]
      let row = ElementView(element: element, content: view.content)
      if let node = unused.removeValue(forKey: id) {
        node.update(to: row)
      } else if rows[id] != nil {
        reportDuplicate(id)
        continue
      } else {
        rows[id] = ElementView._makeNode(row, in: contextBelow())
      }
      order.append(id)
    }
    for (id, node) in unused {
      node.unmount()
      rows[id] = nil
    }
    if order != old { widgetsDidChange() }
  }

  private func reportDuplicate(_ id: ID) {
    let misuse = Misuse(
      "\(type(of: view)) has two elements with the id \(id); only the first is shown. Give each element an id of its own.",
      fileID: #fileID, line: #line)
    ViewGraph.shared.reportOnce(misuse)
  }
}
