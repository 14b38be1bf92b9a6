internal import CGtk
internal import CGtkBridge

/// A vertical stack of views.
///
/// ```swift
/// VStack(alignment: .leading, spacing: 4) {
///   Text(episode.title)
///   Text(episode.show)
/// }
/// ```
public nonisolated struct VStack<Content: View>: PrimitiveView {
  let alignment: HorizontalAlignment
  let spacing: Int
  let content: Content

  /// Creates a vertical stack.
  ///
  /// - Parameters:
  ///   - alignment: The horizontal alignment of views that are narrower than the stack.
  ///   - spacing: Pixels between two views. The default is 6. Negative values count as 0, because views do not overlap.
  ///   - content: The views.
  public init(alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.spacing = Int(pixels: spacing)
    self.content = content()
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    StackNode(view, of: .vertical, in: context)
  }
}

/// A horizontal stack of views. The first view is at the side where a line of text begins.
///
/// ```swift
/// HStack {
///   Text(episode.title)
///   Spacer()
///   Text(episode.duration)
/// }
/// ```
public nonisolated struct HStack<Content: View>: PrimitiveView {
  let alignment: VerticalAlignment
  let spacing: Int
  let content: Content

  /// Creates a horizontal stack.
  ///
  /// - Parameters:
  ///   - alignment: The vertical alignment of views whose height is less than the stack's.
  ///   - spacing: Pixels between two views. The default is 6. Negative values count as 0, because views do not overlap.
  ///   - content: The views.
  public init(alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.spacing = Int(pixels: spacing)
    self.content = content()
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    StackNode(view, of: .horizontal, in: context)
  }
}

/// The common properties of stacks.
@MainActor
protocol Stack: View {
  associatedtype Content: View
  var content: Content { get }
  var spacing: Int { get }
  /// The alignment of a view in the direction across the stack: horizontal in a `VStack`, vertical in an `HStack`.
  var crossAlignment: GtkAlign { get }
}

extension VStack: Stack {
  var crossAlignment: GtkAlign { alignment.gtk }
}

extension HStack: Stack {
  var crossAlignment: GtkAlign { alignment.gtk }
}

/// The node of a ``VStack`` or an ``HStack``. Unlike a lazy stack, it creates the nodes of all its views at once.
@MainActor
final class StackNode<Container: Stack>: ContainerNode<Container, Container.Content> {
  private let axis: Axis
  private var boxChildren = WidgetChildren()

  init(_ view: Container, of axis: Axis, in context: _NodeContext) {
    self.axis = axis
    super.init(view, widget: gtk_box_new(axis.gtk, 0), in: context)
    StackLayout.install(axis.gtk, spacing: view.spacing, on: widget)
    mountContent(view.content)
  }

  override var contentAxis: Axis? { axis }

  override var canBeRecycled: Bool { content.canBeRecycled }

  override func update(to view: Container) {
    if view.spacing != self.view.spacing { StackLayout.setSpacing(view.spacing, of: widget) }
    let alignmentDidChange = view.crossAlignment != self.view.crossAlignment
    super.update(to: view)
    content.update(to: view.content)
    if alignmentDidChange { widgetsDidChange() }
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    boxChildren.update(to: widgets, .box(opaque))
    if axis == .vertical { cgtk_column_set_alignment(widget, view.crossAlignment) }
    // The layout manager of a column aligns the views horizontally. A view in a row fills the width that the row has
    // given it. With another alignment, GTK would measure the view again for the height of the row.
    let valign = axis == .vertical ? GTK_ALIGN_FILL : view.crossAlignment
    for widget in widgets { widget.align(horizontal: GTK_ALIGN_FILL, vertical: valign) }
  }
}

/// A flexible space that pushes the views of a stack apart.
public nonisolated struct Spacer: PrimitiveView {
  let minLength: Int32

  /// Creates a space with a minimum length in pixels. The default is 0.
  public init(minLength: Double? = nil) {
    self.minLength = minLength.map { max(Int32(pixels: $0), 0) } ?? 0
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Spacer, in context: _NodeContext) -> _ViewNode<Spacer> {
    SpacerNode(view, in: context)
  }
}

@MainActor
private final class SpacerNode: WidgetNode<Spacer> {
  init(_ view: Spacer, in context: _NodeContext) {
    super.init(view, widget: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), in: context)
    switch context.environment.stackAxis {
    case .horizontal: gtk_widget_set_hexpand(widget, 1)
    case .vertical: gtk_widget_set_vexpand(widget, 1)
    }
    applyMinLength()
  }

  override var canBeRecycled: Bool { true }

  override func update(to view: Spacer) {
    let minLengthDidChange = view.minLength != self.view.minLength
    super.update(to: view)
    if minLengthDidChange { applyMinLength() }
  }

  private func applyMinLength() {
    let length = view.minLength
    switch environment.stackAxis {
    case .horizontal: gtk_widget_set_size_request(widget, length, -1)
    case .vertical: gtk_widget_set_size_request(widget, -1, length)
    }
  }
}
