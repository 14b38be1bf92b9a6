internal import CGtk
internal import GtkBridge

/// How wide the columns of a grid are.
public struct GridItem: Hashable, Sendable {
  /// A width in pixels.
  public enum Size: Hashable, Sendable {
    /// At least so wide. The columns of a grid share its room, so they may be wider.
    case fixed(Double)
    /// At least so wide, and as wide as its share of the room. The largest width that is given is that of the views in it.
    case flexible(minimum: Double = 10, maximum: Double = .infinity)
    /// As many columns as there is room for, up to 32, each at least so wide.
    case adaptive(minimum: Double, maximum: Double = .infinity)

    var minimum: Double {
      switch self {
      case .fixed(let width): width
      case .flexible(let minimum, _), .adaptive(let minimum, _): minimum
      }
    }
  }

  /// How wide the column is.
  public var size: Size
  /// Pixels beside it; 8 if nothing is said.
  public var spacing: Double?
  /// Where views that are smaller than the column stand in it; as the grid says if nothing is said.
  public var alignment: Alignment?

  /// Makes a column.
  public init(_ size: Size = .flexible(), spacing: Double? = nil, alignment: Alignment? = nil) {
    self.size = size
    self.spacing = spacing
    self.alignment = alignment
  }
}

/// Views in columns, in a ``ScrollView``, that are made when they are seen.
///
/// ```swift
/// ScrollView {
///   LazyVGrid(columns: [GridItem(.adaptive(minimum: 120))]) {
///     ForEach(shows) { Cover(show: $0) }
///   }
/// }
/// ```
///
/// GTK makes all columns equally wide, so the first of the columns says for all how wide they are, what is between them, and where views stand;
/// the others count. It is lazy if it is all that a vertical ``ScrollView`` holds; with something beside it or around it, such as padding,
/// all of its views are made. What lives how long is as in a ``List``. The header of a ``Section`` is a cell like the others.
public nonisolated struct LazyVGrid<Content: View>: PrimitiveView {
  let shape: GridShape
  let content: Content

  /// Views in columns, as they are seen.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - alignment: Where views that are narrower than their column stand.
  ///   - spacing: Pixels between rows; 8 if nothing is said.
  ///   - content: The views.
  public init(columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content) {
    shape = GridShape(columns, alignment, spacing)
    self.content = content()
  }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    guard context.parent?.scrollAxis == .vertical else { return FlowGridNode(view, in: context) }
    return LazyGridNode(view, in: context)
  }
}

/// What the columns of a grid come to.
struct GridShape: Hashable {
  let columns: ClosedRange<Int>
  let minimum: Int
  let columnSpacing: Int
  let rowSpacing: Int
  let horizontal: HorizontalAlignment
  let vertical: VerticalAlignment

  init(_ columns: [GridItem], _ alignment: HorizontalAlignment, _ spacing: Double?) {
    let first = columns.first ?? GridItem()
    // GTK has thirty rows of the largest number of columns ready, however many columns there are.
    if case .adaptive = first.size { self.columns = 1...32 } else { self.columns = max(columns.count, 1)...max(columns.count, 1) }
    minimum = Int(spacing: first.size.minimum)
    columnSpacing = Int(spacing: first.spacing, otherwise: 8)
    rowSpacing = Int(spacing: spacing, otherwise: 8)
    horizontal = first.alignment?.horizontal ?? alignment
    vertical = first.alignment?.vertical ?? .center
  }

  /// The class of a grid's widget, whose cells are so wide and so far apart.
  @MainActor var className: String {
    StyleSheet.shared.className(for: "grid \(minimum) \(columnSpacing) \(rowSpacing)") { name in
      let padding = "\(rowSpacing / 2)px \(columnSpacing / 2)px"
      return ".\(name) { background: none; }"
        + " .\(name) > child, .\(name) > flowboxchild { background: none; min-width: \(minimum)px; min-height: 0; padding: \(padding); }"
    }
  }
}

@MainActor
private final class LazyGridNode<Content: View>: ContainerNode<LazyVGrid<Content>, Content> {
  private var list: RowsView!
  private var styleClass = StyleClass()

  init(_ view: LazyVGrid<Content>, in context: _NodeContext) {
    super.init(view, widget: gtk_grid_view_new(nil, nil), in: context)
    list = RowsView(widget, self)
    // What is in it takes the focus, and not the whole.
    gtk_widget_set_focusable(widget, 0)
    applyShape()
    mountContent(view.content)
    list.begin()
  }

  override var contentAxis: Axis? { .vertical }

  override var rowHost: (any RowHost)? { list }

  override func update(to view: LazyVGrid<Content>) {
    let isAnother = view.shape != self.view.shape
    super.update(to: view)
    content.update(to: view.content)
    guard isAnother else { return }
    applyShape()
    list.listItems.refresh()
  }

  override func willUnmount() { list.end() }

  override func arrangeContent() {
    list.update(from: content)
  }

  private func applyShape() {
    // GTK complains while the least is more than the most.
    gtk_grid_view_set_min_columns(opaque, 1)
    gtk_grid_view_set_max_columns(opaque, guint(view.shape.columns.upperBound))
    gtk_grid_view_set_min_columns(opaque, guint(view.shape.columns.lowerBound))
    styleClass.set(view.shape.className, on: widget)
  }
}

extension LazyGridNode: UnselectableRows {
  func align(_ widget: UnsafeMutablePointer<GtkWidget>) {
    widget.align(horizontal: view.shape.horizontal.gtk, vertical: view.shape.vertical.gtk)
  }
}

extension LazyGridNode: RowScrolling {
  var scrolledRows: RowsView { list }
}

/// A grid that does not scroll by itself: all of its views are made.
@MainActor
private final class FlowGridNode<Content: View>: ContainerNode<LazyVGrid<Content>, Content> {
  private var arranged = WidgetChildren()
  private var styleClass = StyleClass()

  init(_ view: LazyVGrid<Content>, in context: _NodeContext) {
    super.init(view, widget: gtk_flow_box_new(), in: context)
    gtk_flow_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
    gtk_flow_box_set_homogeneous(opaque, 1)
    gtk_widget_set_hexpand(widget, 1)
    applyShape()
    mountContent(view.content)
  }

  override var contentAxis: Axis? { .vertical }

  override func update(to view: LazyVGrid<Content>) {
    let isAnother = view.shape != self.view.shape
    super.update(to: view)
    content.update(to: view.content)
    guard isAnother else { return }
    applyShape()
    widgetsDidChange()
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    // A cell that goes elsewhere is another cell.
    let keptFocus = KeptFocus(in: widget)
    arranged.update(to: widgets, .flow(opaque))
    keptFocus.restore()
    for widget in widgets {
      widget.align(horizontal: view.shape.horizontal.gtk, vertical: view.shape.vertical.gtk)
      // What is in a cell takes the focus, and not the cell.
      if let cell = gtk_widget_get_parent(widget) { gtk_widget_set_focusable(cell, 0) }
    }
  }

  private func applyShape() {
    gtk_flow_box_set_min_children_per_line(opaque, 1)
    gtk_flow_box_set_max_children_per_line(opaque, guint(view.shape.columns.upperBound))
    gtk_flow_box_set_min_children_per_line(opaque, guint(view.shape.columns.lowerBound))
    styleClass.set(view.shape.className, on: widget)
  }
}

extension WidgetChildren.Operations {
  /// The cells of a `GtkFlowBox`, which puts each widget into one.
  fileprivate static func flow(_ box: OpaquePointer) -> Self {
    func place(_ widget: UnsafeMutablePointer<GtkWidget>, after previous: UnsafeMutablePointer<GtkWidget>?) {
      let position = previous.flatMap { gtk_widget_get_parent($0) }.map { gtk_flow_box_child_get_index(UnsafeMutablePointer($0.opaque)) + 1 } ?? 0
      gtk_flow_box_insert(box, widget, position)
    }
    func remove(_ widget: UnsafeMutablePointer<GtkWidget>) {
      guard let cell = gtk_widget_get_parent(widget) else { return }
      gtk_flow_box_child_set_child(UnsafeMutablePointer(cell.opaque), nil)
      gtk_flow_box_remove(box, cell)
    }
    return Self(
      insert: { place($0, after: $1) },
      move: { widget, previous in
        remove(widget)
        place(widget, after: previous)
      },
      remove: remove)
  }
}
