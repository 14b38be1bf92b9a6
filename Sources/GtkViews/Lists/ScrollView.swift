internal import CGtk
internal import CGtkBridge
internal import GtkBridge

/// A view that scrolls its content if the content is larger than the view.
///
/// ```swift
/// ScrollView {
///   Text(notes)
/// }
/// ```
public nonisolated struct ScrollView<Content: View>: PrimitiveView {
  let axes: Axis.Set
  let showsIndicators: Bool
  let content: Content

  /// Creates a scroll view. Several views without a stack around them are arranged vertically, regardless of `axes`.
  ///
  /// - Parameters:
  ///   - axes: The scroll directions.
  ///   - showsIndicators: Whether a scroll bar appears if the content is larger than the scroll view. Without scroll
  ///     bars, the user can still scroll with the wheel, the touchpad or the keyboard.
  ///   - content: The views.
  public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.showsIndicators = showsIndicators
    self.content = content()
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ScrollNode(view, in: context)
  }
}

@MainActor
private final class ScrollNode<Content: View>: ContainerNode<ScrollView<Content>, Content>, ViewsScrolling {
  /// Owned. The box around the views. Empty if the only view is a list, a lazy stack or a lazy grid.
  private let box = GObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  /// Borrowed. The widget of the only view, if that view is a list, a lazy stack or a lazy grid. Such a widget scrolls
  /// its rows itself, so it replaces the box as the child of the scrolled window. `nil` if the views are in the box.
  private var scrollableList: UnsafeMutablePointer<GtkWidget>?
  private var boxChildren = WidgetChildren()

  init(_ view: ScrollView<Content>, in context: _NodeContext) {
    super.init(view, widget: cgtk_scrolled_window_new(), in: context)
    gtk_widget_set_hexpand(widget, 1)
    StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: box.widget)
    cgtk_column_set_alignment(box.widget, GTK_ALIGN_CENTER)
    gtk_scrolled_window_set_child(opaque, box.widget)
    applyScrollPolicy()
    mountContent(view.content)
  }

  override var contentAxis: Axis? { .vertical }

  override func update(to view: ScrollView<Content>) {
    let policyDidChange = view.axes != self.view.axes || view.showsIndicators != self.view.showsIndicators
    super.update(to: view)
    if policyDidChange { applyScrollPolicy() }
    content.update(to: view.content)
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    let list = widgets.first.flatMap { widgets.count == 1 && RowFocus.isRowsView($0) ? $0 : nil }
    boxChildren.update(to: list == nil ? widgets : [], .box(box.opaque))
    if list != scrollableList {
      scrollableList = list
      gtk_scrolled_window_set_child(opaque, list ?? box.widget)
      applyScrollPolicy()
    }
    if list == nil { for widget in widgets { widget.align(horizontal: GTK_ALIGN_FILL, vertical: GTK_ALIGN_FILL) } }
  }

  override var capabilities: NodeCapabilities { .scrolls }

  var lazyAxis: Axis? {
    guard StaticRowCount.isOneRow(Content.self) else { return nil }
    return view.axes == .vertical ? .vertical : view.axes == .horizontal ? .horizontal : nil
  }

  private func applyScrollPolicy() {
    let policy = view.showsIndicators ? GTK_POLICY_AUTOMATIC : GTK_POLICY_EXTERNAL
    gtk_scrolled_window_set_policy(
      opaque, view.axes.contains(.horizontal) ? policy : GTK_POLICY_NEVER,
      view.axes.contains(.vertical) ? policy : GTK_POLICY_NEVER)
    // A scroll view that does not scroll vertically has the height of its content.
    if view.axes.contains(.vertical) {
      gtk_widget_set_vexpand(widget, 1)
    } else {
      gtk_widget_set_vexpand_set(widget, 0)
    }
    // Content that scrolls horizontally has at least its natural width. Other content may have its minimum width.
    let scrollable = gtk_scrolled_window_get_child(opaque)
    gtk_scrollable_set_hscroll_policy(
      scrollable?.opaque, view.axes.contains(.horizontal) ? GTK_SCROLL_NATURAL : GTK_SCROLL_MINIMUM)
  }
}
