internal import CGtk
internal import GtkBridge

/// Collects the rows of a list from the nodes of its views, in order.
///
/// A loop is a ``ForEach``. A lazy loop adds itself as a source of rows, and creates its rows when GTK requests them.
/// All other rows are static: their views exist before the rows are collected.
@MainActor
struct RowCollector {
  /// The sources that were added, in the order of the list.
  private(set) var sources: [any RowSource] = []
  /// The selection value for the next static rows, from the innermost enclosing ``View/tag(_:)`` or loop.
  private var tag: AnyHashable?
  /// The ids of the views that enclose the next static rows, innermost first.
  private var ids: [AnyHashable] = []
  /// The position, in the innermost enclosing loop, of the element to which the next static rows belong. `nil` outside
  /// of loops.
  private var index: ForEachIndex?
  /// The list. It creates the static rows.
  private let host: any RowHost

  init(_ host: any RowHost) {
    self.host = host
  }

  /// Adds a source, such as a lazy loop.
  mutating func add(_ source: any RowSource) {
    sources.append(source)
  }

  /// Adds a static row for each widget of a view.
  mutating func add(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    for widget in widgets {
      let row = host.staticRow(for: widget)
      row.tag = tag
      row.ids = ids
      row.index = index
      sources.append(row)
    }
  }

  /// Runs `collect`. The static rows that `collect` adds have the selection value `newTag`, unless a nested call sets
  /// another one. If `newTag` is `nil`, these rows cannot be selected.
  mutating func tagged(_ newTag: AnyHashable?, _ collect: (inout RowCollector) -> Void) {
    let outerTag = tag
    tag = newTag
    collect(&self)
    tag = outerTag
  }

  /// Runs `collect`. The static rows that `collect` adds belong to the element at `newIndex` of a loop, unless a nested
  /// call sets another one.
  mutating func indexed(_ newIndex: ForEachIndex, _ collect: (inout RowCollector) -> Void) {
    let outerIndex = index
    index = newIndex
    collect(&self)
    index = outerIndex
  }

  /// Runs `collect`. The static rows that `collect` adds get `id` in addition to the ids of the enclosing views. Code
  /// can scroll to a row by each of its ids.
  mutating func identified(_ id: AnyHashable, _ collect: (inout RowCollector) -> Void) {
    let outerIDs = ids
    ids.insert(id, at: 0)
    collect(&self)
    ids = outerIDs
  }
}

/// A list whose views become rows.
@MainActor
protocol RowHost: AnyObject {
  /// Returns the row for the widget of a static view, which is not an element of a lazy loop.
  func staticRow(for widget: UnsafeMutablePointer<GtkWidget>) -> StaticRow
  /// Enables dragging of rows. Called for a loop with ``ForEach/onMove(perform:)``.
  func allowDrags()
}

extension RowHost {
  func allowDrags() {}
}

/// A source of one row that is not an element of a lazy loop, such as a `Text` in the list's content. The views of the
/// row are created with the list.
@MainActor
final class StaticRow: RowSource {
  let realizedRows = RealizedRows()
  let rowCount = 1
  var hasUnemittedChanges: Bool { false }
  private let row: Row

  /// The ids by which code can scroll to the row, innermost first. Code can also scroll to the row by its tag.
  var ids: [AnyHashable] = []

  /// The position of the element that the row displays, in its loop. `nil` outside of loops.
  fileprivate(set) var index: ForEachIndex?

  /// The selection value. `nil` if the row cannot be selected.
  var tag: AnyHashable? {
    get { row.tag }
    set {
      guard newValue != row.tag else { return }
      row.tag = newValue
      row.redisplay()
    }
  }

  init(_ widget: UnsafeMutablePointer<GtkWidget>) {
    row = Row(widget, among: realizedRows)
  }

  func row(at position: Int) -> ListRow { row }
  func existingRow(at position: Int) -> ListRow? { row }
  func selectionValue(at position: Int) -> AnyHashable? { row.tag }
  func position(of id: AnyHashable) -> Int? { row.tag == id || ids.contains(id) ? 0 : nil }
  func scrollID(at position: Int) -> AnyHashable? { ids.first ?? row.tag }
  func text(at position: Int) -> TypeAheadText? {
    row.widget.map { TypeAheadText(text: RowText.typeAheadText(ofWidget: $0), hasViews: true) }
  }
  func forEachIndex(at position: Int) -> ForEachIndex? { index }
  func changesWereEmitted() {}

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
