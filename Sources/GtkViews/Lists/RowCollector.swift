internal import CGtk
internal import GtkBridge

/// Gathers what the rows of a list are made of from the views in it.
@MainActor
struct RowCollector {
  private(set) var sources: [any RowSource] = []
  /// The value by which rows are chosen that have none of their own.
  private var tag: AnyHashable?
  /// The ids of the views around, the innermost first.
  private var ids: [AnyHashable] = []
  /// Which element of the innermost loop the rows are.
  private var index: ForEachIndex?
  private let host: any RowHost

  init(_ host: any RowHost) {
    self.host = host
  }

  /// The rows of a node whose views are rows one by one.
  mutating func add(_ source: any RowSource) {
    sources.append(source)
  }

  /// The widgets of a view: each is a row.
  mutating func add(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    for widget in widgets {
      let row = host.staticRow(for: widget)
      row.tag = tag
      row.ids = ids
      row.index = index
      sources.append(row)
    }
  }

  /// Rows that are chosen by a value, unless they have another one; by none, if it is `nil`.
  mutating func tagged(_ newTag: AnyHashable?, _ collect: (inout RowCollector) -> Void) {
    let outer = tag
    tag = newTag
    collect(&self)
    tag = outer
  }

  /// Rows that are an element of a loop.
  mutating func placed(_ newIndex: ForEachIndex, _ collect: (inout RowCollector) -> Void) {
    let outer = index
    index = newIndex
    collect(&self)
    index = outer
  }

  /// Rows of a view with an id.
  mutating func identified(_ id: AnyHashable, _ collect: (inout RowCollector) -> Void) {
    let outer = ids
    ids.insert(id, at: 0)
    collect(&self)
    ids = outer
  }
}

/// A list: its views become rows one by one.
@MainActor
protocol RowHost: AnyObject {
  /// The row of a widget that is written in the list, and not made of an element.
  func staticRow(for widget: UnsafeMutablePointer<GtkWidget>) -> StaticRow
  /// There are rows that a person may drag to another place.
  func allowDrags()
}

extension RowHost {
  func allowDrags() {}
}

/// A row that is written in the list: its views are made with the list.
@MainActor
final class StaticRow: RowSource {
  let realizedRows = RealizedRows()
  let rowCount = 1
  var isPending: Bool { false }
  private let row: Row

  /// What it can be scrolled to by, besides its tag.
  var ids: [AnyHashable] = []

  /// Which element of a loop it is.
  fileprivate(set) var index: ForEachIndex?

  /// The value by which it is chosen.
  var tag: AnyHashable? {
    get { row.tag }
    set {
      guard newValue != row.tag else { return }
      row.tag = newValue
      row.didChange()
    }
  }

  init(_ widget: UnsafeMutablePointer<GtkWidget>) {
    row = Row(widget, among: realizedRows)
  }

  func row(at position: Int) -> ListRow { row }
  func selectionValue(at position: Int) -> AnyHashable? { row.tag }
  func position(of id: AnyHashable) -> Int? { row.tag == id || ids.contains(id) ? 0 : nil }
  func text(at position: Int) -> RowWords? { row.widget.map { RowWords(text: RowText.shown(in: $0), isMade: true) } }
  func forEachIndex(at position: Int) -> ForEachIndex? { index }
  func rowsAreShown() {}

  private final class Row: ListRow {
    private let reference: GObjectReference
    var tag: AnyHashable?

    init(_ widget: UnsafeMutablePointer<GtkWidget>, among realizedRows: RealizedRows) {
      reference = GObjectReference(widget)
      super.init(at: 0, among: realizedRows)
    }

    override var selectionValue: AnyHashable? { tag }
    override var widget: UnsafeMutablePointer<GtkWidget>? { reference.widget }
    override func makeWidget(for listItem: ListItem) -> UnsafeMutablePointer<GtkWidget> { reference.widget }
  }
}
