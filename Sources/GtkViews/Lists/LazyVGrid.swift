internal import CGtk
internal import GtkBridge

/// The width, spacing and alignment of a column in a grid.
public struct GridItem: Hashable, Sendable {
  /// The minimum width of a column in pixels, and in the case `adaptive` also the number of columns.
  public enum Size: Hashable, Sendable {
    /// A minimum width. Unlike in SwiftUI, the width is not fixed: the columns share the width of the grid, so they may
    /// be wider.
    case fixed(Double)
    /// A minimum width. The columns share the width of the grid. `maximum` is ignored, because all columns of GTK have
    /// the same width. A view in the column can have its own maximum width.
    case flexible(minimum: Double = 10, maximum: Double = .infinity)
    /// As many columns as fit, up to 32, each with a minimum width. `maximum` is ignored.
    case adaptive(minimum: Double, maximum: Double = .infinity)

    var minimum: Double {
      switch self {
      case .fixed(let width): width
      case .flexible(let minimum, _), .adaptive(let minimum, _): minimum
      }
    }
  }

  /// The width of the column.
  public var size: Size
  /// Pixels between columns. `nil` stands for 8 pixels.
  public var spacing: Double?
  /// The alignment of views that are smaller than the column. By default, views have the grid's horizontal alignment
  /// and are centered vertically.
  public var alignment: Alignment?

  /// Creates a column.
  public init(_ size: Size = .flexible(), spacing: Double? = nil, alignment: Alignment? = nil) {
    self.size = size
    self.spacing = spacing
    self.alignment = alignment
  }
}

/// A grid of columns in a ``ScrollView``. The grid creates each view only when the view comes near the visible part of
/// the grid.
///
/// ```swift
/// ScrollView {
///   LazyVGrid(columns: [GridItem(.adaptive(minimum: 120))]) {
///     ForEach(shows) { Cover(show: $0) }
///   }
/// }
/// ```
///
/// All columns have the same width in GTK. So the first item defines the width, the spacing and the alignment of all
/// columns. The other items only increase the number of columns, and have no effect if the first item is `adaptive`.
///
/// The grid is lazy if it is the only content of a vertical ``ScrollView``. Any other grid creates all of its views at
/// once, for example a grid with a view next to it or with a modifier, such as padding. Views and state have the same
/// lifetimes as in a ``List``. The header of a ``Section`` is a cell like the others.
public nonisolated struct LazyVGrid<Content: View>: PrimitiveView {
  let metrics: GridMetrics
  let content: Content

  /// Creates a lazy grid.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - alignment: The alignment of views that are narrower than their column.
  ///   - spacing: Pixels between rows. The default is 8.
  ///   - content: The views.
  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    metrics = GridMetrics(columns: columns, alignment: alignment, rowSpacing: spacing)
    self.content = content()
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    guard context.parent?.lazyScrollAxis == .vertical else { return FlowGridNode(view, in: context) }
    return LazyGridNode(view, in: context)
  }
}

/// The properties of a grid that result from its columns.
struct GridMetrics: Hashable {
  /// The minimum and the maximum number of columns.
  let columns: ClosedRange<Int>
  /// The minimum width of a column in pixels.
  let minimumColumnWidth: Int
  let columnSpacing: Int
  let rowSpacing: Int
  let horizontalAlignment: HorizontalAlignment
  let verticalAlignment: VerticalAlignment

  init(columns: [GridItem], alignment: HorizontalAlignment, rowSpacing: Double?) {
    let first = columns.first ?? GridItem()
    // `GtkGridView` realizes the cells of thirty rows. For this number it assumes that each row has the maximum number
    // of columns, even if fewer columns fit. So a higher maximum than 32 would realize too many views.
    if case .adaptive = first.size {
      self.columns = 1...32
    } else {
      self.columns = max(columns.count, 1)...max(columns.count, 1)
    }
    minimumColumnWidth = Int(pixels: first.size.minimum)
    columnSpacing = Int(pixels: first.spacing, otherwise: 8)
    self.rowSpacing = Int(pixels: rowSpacing, otherwise: 8)
    horizontalAlignment = first.alignment?.horizontal ?? alignment
    verticalAlignment = first.alignment?.vertical ?? .center
  }

  /// The CSS class of a grid's widget, which sets the minimum width and the padding of the cells.
  @MainActor var className: String {
    StyleSheet.shared.className(forKey: "grid \(minimumColumnWidth) \(columnSpacing) \(rowSpacing)") { name in
      // Two neighbouring cells each have half of the spacing between them, rounded down to whole pixels.
      let padding = "\(rowSpacing / 2)px \(columnSpacing / 2)px"
      return ".\(name) { background: none; }"
        + " .\(name) > child, .\(name) > flowboxchild { background: none; min-width: \(minimumColumnWidth)px; min-height: 0; padding: \(padding); }"
    }
  }
}

/// The node of a lazy grid that is the only content of a vertical scroll view.
@MainActor
private final class LazyGridNode<Content: View>: ContainerNode<LazyVGrid<Content>, Content>, RowHosting {
  private var rowsView: RowsView!
  private var styleClass = StyleClass()

  init(_ view: LazyVGrid<Content>, in context: _NodeContext) {
    super.init(view, widget: gtk_grid_view_new(nil, nil), in: context)
    rowsView = RowsView(widget, self)
    // The views in the grid take the keyboard focus, not the grid itself.
    gtk_widget_set_focusable(widget, 0)
    applyMetrics()
    mountContent(view.content)
    rowsView.connectModel()
  }

  override var contentAxis: Axis? { .vertical }

  override var capabilities: NodeCapabilities { .hostsRows }

  var ownRowHost: (any RowHost)? { rowsView }

  override func update(to view: LazyVGrid<Content>) {
    let metricsDidChange = view.metrics != self.view.metrics
    super.update(to: view)
    content.update(to: view.content)
    guard metricsDidChange else { return }
    applyMetrics()
    rowsView.listItems.redisplayRows()
  }

  override func willUnmount() { rowsView.releaseRows() }

  override func arrangeContent() {
    rowsView.update(from: content)
  }

  private func applyMetrics() {
    // GTK warns if the minimum is greater than the maximum, so the minimum is 1 until the maximum is set.
    gtk_grid_view_set_min_columns(opaque, 1)
    gtk_grid_view_set_max_columns(opaque, guint(view.metrics.columns.upperBound))
    gtk_grid_view_set_min_columns(opaque, guint(view.metrics.columns.lowerBound))
    styleClass.set(view.metrics.className, on: widget)
  }
}

extension LazyGridNode: UnselectableRowContainer {
  func align(_ widget: UnsafeMutablePointer<GtkWidget>) {
    widget.align(horizontal: view.metrics.horizontalAlignment.gtk, vertical: view.metrics.verticalAlignment.gtk)
  }
}

extension LazyGridNode: RowScrolling {
  var scrolledRows: RowsView { rowsView }
}

/// The node of a grid that is not the only content of a vertical scroll view. All of its views are created at once.
@MainActor
private final class FlowGridNode<Content: View>: ContainerNode<LazyVGrid<Content>, Content> {
  private var gridChildren = WidgetChildren()
  private var styleClass = StyleClass()

  init(_ view: LazyVGrid<Content>, in context: _NodeContext) {
    super.init(view, widget: gtk_flow_box_new(), in: context)
    gtk_flow_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
    gtk_flow_box_set_homogeneous(opaque, 1)
    gtk_widget_set_hexpand(widget, 1)
    applyMetrics()
    mountContent(view.content)
  }

  override var contentAxis: Axis? { .vertical }

  override func update(to view: LazyVGrid<Content>) {
    let metricsDidChange = view.metrics != self.view.metrics
    super.update(to: view)
    content.update(to: view.content)
    guard metricsDidChange else { return }
    applyMetrics()
    widgetsDidChange()
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    // A view that moves gets a new cell and loses the focus, so the focus is restored.
    let keptFocus = KeptFocus(in: widget)
    gridChildren.update(to: widgets, .flow(opaque))
    keptFocus.restore()
    for widget in widgets {
      widget.align(horizontal: view.metrics.horizontalAlignment.gtk, vertical: view.metrics.verticalAlignment.gtk)
      // The view in a cell takes the focus, not the cell.
      if let cell = gtk_widget_get_parent(widget) { gtk_widget_set_focusable(cell, 0) }
    }
  }

  private func applyMetrics() {
    // As in a `GtkGridView`, the minimum is 1 until the maximum is set.
    gtk_flow_box_set_min_children_per_line(opaque, 1)
    gtk_flow_box_set_max_children_per_line(opaque, guint(view.metrics.columns.upperBound))
    gtk_flow_box_set_min_children_per_line(opaque, guint(view.metrics.columns.lowerBound))
    styleClass.set(view.metrics.className, on: widget)
  }
}

extension WidgetChildren.Operations {
  /// The operations on the cells of a `GtkFlowBox`, which wraps each widget in a cell.
  fileprivate static func flow(_ box: OpaquePointer) -> Self {
    func insert(_ widget: UnsafeMutablePointer<GtkWidget>, after previous: UnsafeMutablePointer<GtkWidget>?) {
      let position =
        previous.flatMap { gtk_widget_get_parent($0) }.map {
          gtk_flow_box_child_get_index(UnsafeMutablePointer($0.opaque)) + 1
        } ?? 0
      gtk_flow_box_insert(box, widget, position)
    }
    func remove(_ widget: UnsafeMutablePointer<GtkWidget>) {
      guard let cell = gtk_widget_get_parent(widget) else { return }
      // Takes the widget out of its old cell, so that the widget can be put into a new one.
      gtk_flow_box_child_set_child(UnsafeMutablePointer(cell.opaque), nil)
      gtk_flow_box_remove(box, cell)
    }
    return Self(
      insert: { insert($0, after: $1) },
      move: { widget, previous in
        remove(widget)
        insert(widget, after: previous)
      },
      remove: remove)
  }
}
