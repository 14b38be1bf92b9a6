internal import CGtk
internal import CGtkBridge
internal import GtkBridge

nonisolated struct Margins: Equatable {
  var top: Int32 = 0
  var leading: Int32 = 0
  var bottom: Int32 = 0
  var trailing: Int32 = 0

  init(_ edges: Edge.Set, _ length: Int32) {
    if edges.contains(.top) { top = length }
    if edges.contains(.leading) { leading = length }
    if edges.contains(.bottom) { bottom = length }
    if edges.contains(.trailing) { trailing = length }
  }
}

/// What a box around a view does to it.
nonisolated struct Wrapping: Equatable {
  var margins: Margins?
  /// Whether it bounds the size, now or at another time.
  var isFrame = false
  var minWidth: Double?
  var idealWidth: Double?
  var maxWidth: Double?
  var minHeight: Double?
  var idealHeight: Double?
  var maxHeight: Double?
  /// Whether the view has the size that it would like to have, whatever room there is.
  var fixesWidth = false
  var fixesHeight = false
  var alignment = Alignment.center
  var background: Color?
  var declarations: String?
  var clips = false
}

extension Wrapping {
  /// A frame of a size, or one that leaves one of the two to the view.
  init(width: Double?, height: Double?, alignment: Alignment) {
    self.init(isFrame: true, minWidth: width, maxWidth: width, minHeight: height, maxHeight: height, alignment: alignment)
  }
}

/// A view in a box of its own.
nonisolated struct WrappedView<Content: View>: PrimitiveView {
  let content: Content
  let wrapping: Wrapping

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    WrappedNode(view, in: context)
  }
}

@MainActor
private final class WrappedNode<Content: View>: ContainerNode<WrappedView<Content>, Content> {
  private var arranged = WidgetChildren()
  private var styleClass = StyleClass()

  init(_ view: WrappedView<Content>, in context: _NodeContext) {
    super.init(view, widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), in: context)
    if view.wrapping.isFrame { FrameLayout.install(on: widget) } else { StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: widget) }
    apply()
    mountContent(view.content)
  }

  override func update(to view: WrappedView<Content>) {
    let isWrappedAnew = view.wrapping != self.view.wrapping
    super.update(to: view)
    if isWrappedAnew { apply() }
    content.update(to: view.content)
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    applyStyle()
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    arranged.update(to: widgets, .box(opaque))
    for widget in widgets { place(widget) }
  }

  private func place(_ widget: UnsafeMutablePointer<GtkWidget>) {
    // A frame aligns what is in it by its own layout. A box around a view has the view's own size.
    if gtk_widget_get_halign(widget) != GTK_ALIGN_FILL { gtk_widget_set_halign(widget, GTK_ALIGN_FILL) }
    if gtk_widget_get_valign(widget) != GTK_ALIGN_FILL { gtk_widget_set_valign(widget, GTK_ALIGN_FILL) }
  }

  private func apply() {
    let wrapping = view.wrapping
    if let margins = wrapping.margins {
      gtk_widget_set_margin_top(widget, margins.top)
      gtk_widget_set_margin_start(widget, margins.leading)
      gtk_widget_set_margin_bottom(widget, margins.bottom)
      gtk_widget_set_margin_end(widget, margins.trailing)
    }
    applySize(wrapping)
    applyStyle()
    gtk_widget_set_overflow(widget, wrapping.clips ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE)
  }

  private func applyStyle() {
    let background = view.wrapping.background.map { "background-color: \($0.css(in: environment));" }
    styleClass.set((view.wrapping.declarations ?? background).map { StyleSheet.shared.className(for: $0) }, on: widget)
  }

  private func applySize(_ wrapping: Wrapping) {
    guard wrapping.isFrame else { return }
    FrameLayout.set(FrameBounds(wrapping), on: widget)
    expand(wrapping.fixesWidth ? 0 : wrapping.maxWidth, gtk_widget_set_hexpand, gtk_widget_set_hexpand_set)
    expand(wrapping.fixesHeight ? 0 : wrapping.maxHeight, gtk_widget_set_vexpand, gtk_widget_set_vexpand_set)
  }

  /// A largest size without end takes all the room; another one takes none. Without one the views inside decide.
  private func expand(
    _ largest: Double?, _ set: (UnsafeMutablePointer<GtkWidget>?, gboolean) -> Void,
    _ decide: (UnsafeMutablePointer<GtkWidget>?, gboolean) -> Void
  ) {
    if let largest {
      set(widget, largest == .infinity ? 1 : 0)
    } else {
      decide(widget, 0)
    }
  }
}

/// Views that scroll when they are larger than the room that they have.
public nonisolated struct ScrollView<Content: View>: PrimitiveView {
  let axes: Axis.Set
  let showsIndicators: Bool
  let content: Content

  /// Views that scroll. They stand one below another, whatever the directions are, unless a stack says otherwise.
  ///
  /// - Parameters:
  ///   - axes: In which directions.
  ///   - showsIndicators: Whether bars show where in the views one is.
  ///   - content: The views.
  public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.showsIndicators = showsIndicators
    self.content = content()
  }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ScrollNode(view, in: context)
  }
}

@MainActor
private final class ScrollNode<Content: View>: ContainerNode<ScrollView<Content>, Content> {
  /// Borrowed of the widget.
  private let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
  private var arranged = WidgetChildren()

  init(_ view: ScrollView<Content>, in context: _NodeContext) {
    super.init(view, widget: cgtk_scrolled_window_new(), in: context)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: box)
    gtk_scrolled_window_set_child(opaque, box)
    applyAxes()
    mountContent(view.content)
  }

  override var contentAxis: Axis? { .vertical }

  override func update(to view: ScrollView<Content>) {
    let scrollsAnew = view.axes != self.view.axes || view.showsIndicators != self.view.showsIndicators
    super.update(to: view)
    if scrollsAnew { applyAxes() }
    content.update(to: view.content)
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    arranged.update(to: widgets, .box(OpaquePointer(box)))
    for widget in widgets { widget.align(horizontal: GTK_ALIGN_CENTER, vertical: GTK_ALIGN_START) }
  }

  private func applyAxes() {
    let scrolling = view.showsIndicators ? GTK_POLICY_AUTOMATIC : GTK_POLICY_EXTERNAL
    gtk_scrolled_window_set_policy(
      opaque, view.axes.contains(.horizontal) ? scrolling : GTK_POLICY_NEVER, view.axes.contains(.vertical) ? scrolling : GTK_POLICY_NEVER)
    // What scrolls from side to side is as wide as it would like to be: there is no end to the room.
    let viewport = gtk_scrolled_window_get_child(opaque)
    gtk_scrollable_set_hscroll_policy(viewport?.opaque, view.axes.contains(.horizontal) ? GTK_SCROLL_NATURAL : GTK_SCROLL_MINIMUM)
  }
}
