internal import CGtk
internal import GtkBridge

/// The way in which a view with fixed proportions uses its space.
public enum ContentMode: Hashable, Sendable, CaseIterable {
  /// The whole view is visible, and some of the space may remain empty.
  case fit
  /// The view covers the space and may extend beyond it.
  case fill
}

extension View {
  /// Keeps the proportions of the view in its space.
  ///
  /// The view is centered in its space. A view that covers the space may extend beyond it. ``clipped()`` and
  /// ``clipShape(_:)`` clip the view to its space.
  ///
  /// - Parameters:
  ///   - ratio: The width divided by the height. If the ratio is `nil`, or not a positive and finite number, the
  ///     proportions of the view's natural size are kept.
  ///   - mode: Whether the view fits into its space or covers it.
  public nonisolated func aspectRatio(_ ratio: Double? = nil, contentMode mode: ContentMode) -> some View {
    AspectView(
      content: self, aspect: Aspect(ratio: ratio.flatMap { $0.isFinite ? $0 : nil } ?? 0, covers: mode == .fill))
  }

  /// Keeps the proportions of the view and fits all of it into its space.
  public nonisolated func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }

  /// Keeps the proportions of the view and covers its space. The view extends beyond the space, unless ``clipped()`` or
  /// ``clipShape(_:)`` clips it.
  public nonisolated func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }
}

/// The proportions of a view, and whether it covers its space. The widget owns the memory of this value, because GTK
/// calls the layout functions as C functions, which capture nothing.
private nonisolated struct Aspect: Equatable {
  /// The width divided by the height. 0 or less for the proportions of the view's natural size.
  var ratio: Double
  /// Whether the view covers its space instead of fitting into it.
  var covers: Bool
}

private nonisolated struct AspectView<Content: View>: PrimitiveView {
  let content: Content
  let aspect: Aspect

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    AspectNode(view, in: context)
  }
}

@MainActor
private final class AspectNode<Content: View>: ContainerNode<AspectView<Content>, Content> {
  private var boxChildren = WidgetChildren()

  init(_ view: AspectView<Content>, in context: _NodeContext) {
    super.init(view, widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), in: context)
    AspectLayout.install(on: widget)
    applyAspect()
    mountContent(view.content)
  }

  override var canBeRecycled: Bool { content.canBeRecycled }

  override func update(to view: AspectView<Content>) {
    let aspectDidChange = view.aspect != self.view.aspect
    super.update(to: view)
    if aspectDidChange { applyAspect() }
    content.update(to: view.content)
  }

  private func applyAspect() {
    AspectLayout.setAspect(view.aspect, of: widget)
    // A view that fits can be larger than its space because of its minimum size. Then the view is clipped.
    gtk_widget_set_overflow(widget, view.aspect.covers ? GTK_OVERFLOW_VISIBLE : GTK_OVERFLOW_HIDDEN)
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    boxChildren.update(to: widgets, .box(opaque))
    for widget in widgets {
      gtk_widget_set_halign(widget, GTK_ALIGN_FILL)
      gtk_widget_set_valign(widget, GTK_ALIGN_FILL)
    }
  }
}

/// The layout of views with fixed proportions, centered in their space.
private enum AspectLayout {
  typealias Size = (width: Int32, height: Int32)

  private static let dataKey = "gtkviews-aspect"

  /// Installs the layout on a widget.
  static func install(on widget: UnsafeMutablePointer<GtkWidget>) {
    let aspect = g_malloc(gsize(MemoryLayout<Aspect>.size))!.bindMemory(to: Aspect.self, capacity: 1)
    aspect.initialize(to: Aspect(ratio: 0, covers: false))
    g_object_set_data_full(widget.gobject, dataKey, aspect, g_free)
    gtk_widget_set_layout_manager(
      widget, gtk_custom_layout_new({ _ in GTK_SIZE_REQUEST_CONSTANT_SIZE }, measure, allocate))
  }

  /// Sets the proportions of a widget with this layout.
  static func setAspect(_ aspect: Aspect, of widget: UnsafeMutablePointer<GtkWidget>) {
    self.aspect(of: widget)?.pointee = aspect
    gtk_widget_queue_resize(widget)
  }

  /// Returns the memory in which a widget stores its proportions. `nil` if the widget does not have this layout.
  static func aspect(of widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<Aspect>? {
    g_object_get_data(widget.gobject, dataKey)?.assumingMemoryBound(to: Aspect.self)
  }

  /// Returns the minimum and the natural size of a widget. Both heights are for the natural width.
  static func sizes(of child: UnsafeMutablePointer<GtkWidget>) -> (minimum: Size, natural: Size) {
    var (minimum, natural): (Size, Size) = ((0, 0), (0, 0))
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum.width, &natural.width, nil, nil)
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, natural.width, &minimum.height, &natural.height, nil, nil)
    return (minimum, natural)
  }

  /// Returns the width of a view divided by its height. Without a ratio in `aspect`, the natural size of the view
  /// determines the result. If the natural size is empty, the result is 1.
  static func ratio(_ aspect: Aspect, naturalSize: Size) -> Double {
    if aspect.ratio > 0 { return aspect.ratio }
    return naturalSize.width > 0 && naturalSize.height > 0
      ? Double(naturalSize.width) / Double(naturalSize.height) : 1
  }
}

/// A pointer to which a layout function writes a length or a baseline.
private typealias Output = UnsafeMutablePointer<Int32>

private let measure:
  @convention(c) (UnsafeMutablePointer<GtkWidget>?, GtkOrientation, Int32, Output?, Output?, Output?, Output?) -> Void =
    {
      widget, orientation, _, minimum, natural, minimumBaseline, naturalBaseline in
      minimumBaseline?.pointee = -1
      naturalBaseline?.pointee = -1
      guard let widget, let aspect = AspectLayout.aspect(of: widget)?.pointee,
        let child = gtk_widget_get_first_child(widget)
      else { return }
      let sizes = AspectLayout.sizes(of: child)
      let ratio = AspectLayout.ratio(aspect, naturalSize: sizes.natural)
      // The width of the smallest rectangle with these proportions that contains the natural size.
      let width = max(Double(sizes.natural.width), Double(sizes.natural.height) * ratio)
      let isHorizontal = orientation == GTK_ORIENTATION_HORIZONTAL
      let minimumLength = isHorizontal ? sizes.minimum.width : sizes.minimum.height
      minimum?.pointee = minimumLength
      natural?.pointee = max(minimumLength, Int32(pixels: (isHorizontal ? width : width / ratio).rounded()))
    }

private let allocate: @convention(c) (UnsafeMutablePointer<GtkWidget>?, Int32, Int32, Int32) -> Void = {
  widget, width, height, _ in
  guard let widget, let aspect = AspectLayout.aspect(of: widget)?.pointee else { return }
  var next = gtk_widget_get_first_child(widget)
  while let child = next {
    next = gtk_widget_get_next_sibling(child)
    let sizes = AspectLayout.sizes(of: child)
    let ratio = AspectLayout.ratio(aspect, naturalSize: sizes.natural)
    let widthForHeight = Double(height) * ratio
    let childWidth = aspect.covers ? max(Double(width), widthForHeight) : min(Double(width), widthForHeight)
    var allocation = GtkAllocation()
    allocation.width = max(Int32(pixels: childWidth.rounded()), sizes.minimum.width)
    var minimumHeight: Int32 = 0
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, allocation.width, &minimumHeight, nil, nil, nil)
    allocation.height = max(Int32(pixels: (childWidth / ratio).rounded()), minimumHeight)
    allocation.x = (width - allocation.width) / 2
    allocation.y = (height - allocation.height) / 2
    gtk_widget_size_allocate(child, &allocation, -1)
  }
}
