internal import CGtk
internal import GtkBridge

/// A stack of views in front of each other, the layers. The last view is in front.
///
/// ```swift
/// ZStack(alignment: .bottomTrailing) {
///   Cover(show: show)
///   Text("New")
/// }
/// ```
public nonisolated struct ZStack<Content: View>: PrimitiveView {
  let alignment: Alignment
  let content: Content

  /// Creates a stack of layers.
  ///
  /// - Parameters:
  ///   - alignment: The alignment of layers that are smaller than the stack.
  ///   - content: The views, from back to front.
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ZStackNode(view, in: context)
  }
}

@MainActor
private final class ZStackNode<Content: View>: ContainerNode<ZStack<Content>, Content> {
  private var boxChildren = WidgetChildren()

  init(_ view: ZStack<Content>, in context: _NodeContext) {
    super.init(view, widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), in: context)
    ZStackLayout.install(on: widget)
    mountContent(view.content)
  }

  override var contentAxis: Axis? { .vertical }

  override var canBeRecycled: Bool { content.canBeRecycled }

  override func update(to view: ZStack<Content>) {
    let alignmentDidChange = view.alignment != self.view.alignment
    super.update(to: view)
    content.update(to: view.content)
    if alignmentDidChange { widgetsDidChange() }
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    for widget in widgets {
      widget.align(horizontal: view.alignment.horizontal.gtk, vertical: view.alignment.vertical.gtk)
    }
    boxChildren.update(to: widgets, .box(opaque))
  }
}

/// The layout of the `GtkBox` of a ``ZStack``. The box is as wide as the widest layer and as high as the highest layer.
/// Each layer is aligned in the whole box.
///
/// The stack does not use a `GtkOverlay`, because an overlay draws its layers in the order in which they were added. To
/// insert a layer between others, the stack would have to remove the layers in front of the new one. A removed layer
/// would lose the keyboard focus.
enum ZStackLayout {
  /// The key under which a box stores that it has this layout.
  private static let dataKey = "gtkviews-layers"

  /// Installs the layout on a box.
  static func install(on box: UnsafeMutablePointer<GtkWidget>) {
    g_object_set_data(box.gobject, dataKey, UnsafeMutableRawPointer(bitPattern: 1))
    gtk_widget_set_layout_manager(
      box,
      gtk_custom_layout_new(
        { $0.map { StackLayout.mode(of: $0) } ?? GTK_SIZE_REQUEST_CONSTANT_SIZE }, measure, allocate))
  }

  /// Whether a box has this layout.
  static func isInstalled(on box: UnsafeMutablePointer<GtkWidget>) -> Bool {
    g_object_get_data(box.gobject, dataKey) != nil
  }

  /// Calls a closure for each layer that takes part in the layout: not for hidden ones.
  fileprivate static func forEachLayer(
    of box: UnsafeMutablePointer<GtkWidget>, _ body: (UnsafeMutablePointer<GtkWidget>) -> Void
  ) {
    var next = gtk_widget_get_first_child(box)
    while let layer = next {
      next = gtk_widget_get_next_sibling(layer)
      if gtk_widget_should_layout(layer) != 0 { body(layer) }
    }
  }
}

/// A pointer to which a layout function writes a length or a baseline.
private typealias Output = UnsafeMutablePointer<Int32>

private let measure:
  @convention(c) (UnsafeMutablePointer<GtkWidget>?, GtkOrientation, Int32, Output?, Output?, Output?, Output?) -> Void =
    {
      box, orientation, across, minimum, natural, minimumBaseline, naturalBaseline in
      guard let box else { return }
      // The size with which the layers are measured, in the other direction. -1 stands for any size.
      let across = gtk_widget_get_request_mode(box).measuringSize(available: across, in: orientation)
      // The baseline -1 stands for no baseline.
      var largest: (minimum: Int32, natural: Int32, minimumBaseline: Int32, naturalBaseline: Int32) = (0, 0, -1, -1)
      ZStackLayout.forEachLayer(of: box) { layer in
        var measured: (minimum: Int32, natural: Int32, minimumBaseline: Int32, naturalBaseline: Int32) = (0, 0, -1, -1)
        gtk_widget_measure(
          layer, orientation, across, &measured.minimum, &measured.natural, &measured.minimumBaseline,
          &measured.naturalBaseline)
        largest.minimum = max(largest.minimum, measured.minimum)
        largest.natural = max(largest.natural, measured.natural)
        largest.minimumBaseline = max(largest.minimumBaseline, measured.minimumBaseline)
        largest.naturalBaseline = max(largest.naturalBaseline, measured.naturalBaseline)
      }
      minimum?.pointee = largest.minimum
      natural?.pointee = largest.natural
      minimumBaseline?.pointee = largest.minimumBaseline
      naturalBaseline?.pointee = largest.naturalBaseline
    }

private let allocate: @convention(c) (UnsafeMutablePointer<GtkWidget>?, Int32, Int32, Int32) -> Void = {
  box, width, height, _ in
  guard let box else { return }
  ZStackLayout.forEachLayer(of: box) { layer in
    // A window that has become too small is laid out once before the window manager enlarges it. So a layer receives at
    // least its minimum size, as in `StackLayout`.
    var (minimumWidth, minimumHeight): (Int32, Int32) = (0, 0)
    gtk_widget_measure(layer, GTK_ORIENTATION_HORIZONTAL, -1, &minimumWidth, nil, nil, nil)
    let width = max(width, minimumWidth)
    gtk_widget_measure(layer, GTK_ORIENTATION_VERTICAL, width, &minimumHeight, nil, nil, nil)
    var allocation = GtkAllocation(x: 0, y: 0, width: width, height: max(height, minimumHeight))
    gtk_widget_size_allocate(layer, &allocation, -1)
  }
}
