internal import CGtk
internal import GtkBridge

/// A vertical stack in a ``ScrollView``. The stack creates a view when the view comes near the visible part.
///
/// ```swift
/// ScrollView {
///   LazyVStack(alignment: .leading) {
///     ForEach(episodes) { EpisodeRow(episode: $0) }
///   }
/// }
/// ```
///
/// The stack is lazy if it is the only content of a vertical ``ScrollView``. If there is a view next to the stack or a
/// modifier around the stack, such as padding, the stack behaves like a ``VStack`` and creates all views at once. So
/// put a header into the stack, and apply padding to the views in the stack. Views and state have the same lifetimes as
/// in a ``List``.
public nonisolated struct LazyVStack<Content: View>: PrimitiveView {
  let alignment: HorizontalAlignment
  let spacing: Int
  let content: Content

  /// Creates a lazy vertical stack.
  ///
  /// - Parameters:
  ///   - alignment: The alignment of views that are narrower than the stack.
  ///   - spacing: Pixels between two views. A lazy stack has this space below the last view too. The default is 6.
  ///   - content: The views.
  public init(alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.spacing = Int(pixels: spacing)
    self.content = content()
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    guard context.parent?.lazyScrollAxis == .vertical else { return StackNode(view, of: .vertical, in: context) }
    return LazyStackNode(view, of: .vertical, in: context)
  }
}

/// The node of a ``LazyVStack`` or a ``LazyHStack`` that is the only content of its scroll view.
@MainActor
final class LazyStackNode<Container: Stack>: ContainerNode<Container, Container.Content>, RowHosting {
  private let axis: Axis
  private var rowsView: RowsView!
  private var styleClass = StyleClass()

  init(_ view: Container, of axis: Axis, in context: _NodeContext) {
    self.axis = axis
    super.init(view, widget: gtk_list_view_new(nil, nil), in: context)
    gtk_orientable_set_orientation(opaque, axis.gtk)
    rowsView = RowsView(widget, self)
    rowsView.visibilityObserver = environment.rowVisibilityObserver
    // The views in the stack take the focus, not the stack itself.
    gtk_widget_set_focusable(widget, 0)
    applyStyle()
    mountContent(view.content)
    rowsView.connectModel()
  }

  override var contentAxis: Axis? { axis }

  override var capabilities: NodeCapabilities { .hostsRows }

  var ownRowHost: (any RowHost)? { rowsView }

  override func update(to view: Container) {
    let layoutDidChange = view.crossAlignment != self.view.crossAlignment || view.spacing != self.view.spacing
    super.update(to: view)
    content.update(to: view.content)
    guard layoutDidChange else { return }
    applyStyle()
    rowsView.listItems.redisplayRows()
  }

  override func willUnmount() { rowsView.releaseRows() }

  override func arrangeContent() {
    rowsView.update(from: content)
  }

  /// Styles the `GtkListView` to look like a stack.
  private func applyStyle() {
    let spacing = view.spacing
    let padding = axis == .vertical ? "0 0 \(spacing)px 0" : "0 \(spacing)px 0 0"
    let name = StyleSheet.shared.className(forKey: "lazy stack \(padding)") { name in
      ".\(name) { background: none; } .\(name) > row { background: none; min-height: 0; padding: \(padding); }"
    }
    styleClass.set(name, on: widget)
  }
}

extension LazyStackNode: UnselectableRowContainer {
  func align(_ widget: UnsafeMutablePointer<GtkWidget>) {
    switch axis {
    case .vertical: widget.align(horizontal: view.crossAlignment, vertical: GTK_ALIGN_CENTER)
    case .horizontal: widget.align(horizontal: GTK_ALIGN_FILL, vertical: view.crossAlignment)
    }
  }
}

extension LazyStackNode: RowScrolling {
  var scrolledRows: RowsView { rowsView }
}

extension LazyVStack: Stack {
  var crossAlignment: GtkAlign { alignment.gtk }
}
