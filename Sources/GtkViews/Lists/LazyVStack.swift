internal import CGtk
internal import GtkBridge

/// Views one below another, in a ``ScrollView``, that are made when they are seen.
///
/// ```swift
/// ScrollView {
///   LazyVStack(alignment: .leading) {
///     ForEach(episodes) { EpisodeRow(episode: $0) }
///   }
/// }
/// ```
///
/// It is lazy if it is all that a vertical ``ScrollView`` holds; with something beside it or around it, such as padding, it is a
/// ``VStack``: write a header into the stack, and padding onto its views. What lives how long is as in a ``List``.
public nonisolated struct LazyVStack<Content: View>: PrimitiveView {
  let alignment: HorizontalAlignment
  let spacing: Int
  let content: Content

  /// Views one below another, as they are seen.
  ///
  /// - Parameters:
  ///   - alignment: Where views that are narrower than the stack stand.
  ///   - spacing: Pixels below each view; 6 if nothing is said.
  ///   - content: The views.
  public init(alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.spacing = Int(spacing: spacing)
    self.content = content()
  }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    guard context.parent?.scrollAxis == .vertical else { return StackNode(view, of: .vertical, in: context) }
    return LazyStackNode(view, of: .vertical, in: context)
  }
}

/// Stands behind a lazy stack that is all that its scroll view holds.
@MainActor
final class LazyStackNode<Container: Stack>: ContainerNode<Container, Container.Content> {
  private let axis: Axis
  private var list: RowsView!
  private var styleClass = StyleClass()

  init(_ view: Container, of axis: Axis, in context: _NodeContext) {
    self.axis = axis
    super.init(view, widget: gtk_list_view_new(nil, nil), in: context)
    gtk_orientable_set_orientation(opaque, axis.gtk)
    list = RowsView(widget, self)
    // What is in it takes the focus, and not the whole.
    gtk_widget_set_focusable(widget, 0)
    applyStyle()
    mountContent(view.content)
    list.begin()
  }

  override var contentAxis: Axis? { axis }

  override var rowHost: (any RowHost)? { list }

  override func update(to view: Container) {
    let isArrangedAnew = view.crossAlignment != self.view.crossAlignment || view.spacing != self.view.spacing
    super.update(to: view)
    content.update(to: view.content)
    guard isArrangedAnew else { return }
    applyStyle()
    list.listItems.refresh()
  }

  override func willUnmount() { list.end() }

  override func arrangeContent() {
    list.update(from: content)
  }

  /// A list of GTK's that looks like a stack.
  private func applyStyle() {
    let spacing = view.spacing
    let padding = axis == .vertical ? "0 0 \(spacing)px 0" : "0 \(spacing)px 0 0"
    let name = StyleSheet.shared.className(for: "lazy stack \(padding)") { name in
      ".\(name) { background: none; } .\(name) > row { background: none; min-height: 0; padding: \(padding); }"
    }
    styleClass.set(name, on: widget)
  }
}

extension LazyStackNode: UnselectableRows {
  func align(_ widget: UnsafeMutablePointer<GtkWidget>) {
    switch axis {
    case .vertical: widget.align(horizontal: view.crossAlignment, vertical: GTK_ALIGN_CENTER)
    case .horizontal: widget.align(horizontal: GTK_ALIGN_FILL, vertical: view.crossAlignment)
    }
  }
}

extension LazyStackNode: RowScrolling {
  var scrolledRows: RowsView { list }
}
