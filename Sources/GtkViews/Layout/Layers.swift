internal import CGtk
internal import CGtkBridge
internal import GtkBridge

extension View {
  /// Adds views behind this view, aligned in the space of this view. The added views do not change the size of this
  /// view.
  public nonisolated func background<Layer: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> Layer
  ) -> some View {
    LayeredView(content: self, layer: content(), alignment: alignment, isLayerInFront: false)
  }

  /// Adds a view behind this view, aligned in the space of this view. The added view does not change the size of this
  /// view.
  public nonisolated func background<Layer: View>(_ layer: Layer, alignment: Alignment = .center) -> some View {
    LayeredView(content: self, layer: layer, alignment: alignment, isLayerInFront: false)
  }

  /// Adds views in front of this view, aligned in the space of this view. The added views do not change the size of
  /// this view.
  public nonisolated func overlay<Layer: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> Layer
  ) -> some View {
    LayeredView(content: self, layer: content(), alignment: alignment, isLayerInFront: true)
  }

  /// Adds a view in front of this view, aligned in the space of this view. The added view does not change the size of
  /// this view.
  public nonisolated func overlay<Layer: View>(_ layer: Layer, alignment: Alignment = .center) -> some View {
    LayeredView(content: self, layer: layer, alignment: alignment, isLayerInFront: true)
  }
}

/// A view (the content) with a layer: another view, which is in front of the content or behind the content.
nonisolated struct LayeredView<Content: View, Layer: View>: PrimitiveView {
  let content: Content
  let layer: Layer
  /// The alignment of the layer in the space of the content.
  let alignment: Alignment
  let isLayerInFront: Bool

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    LayeredNode(view, in: context)
  }
}

@MainActor
private final class LayeredNode<Content: View, Layer: View>: WidgetNode<LayeredView<Content, Layer>> {
  private var contentNode: _ViewNode<PartBox<Content>>!
  private var layerNode: _ViewNode<PartBox<Layer>>!

  init(_ view: LayeredView<Content, Layer>, in context: _NodeContext) {
    super.init(view, widget: cgtk_layers_new(), in: context)
    contentNode = PartBox._makeNode(contentBox(of: view), in: contextBelow())
    layerNode = PartBox._makeNode(layerBox(of: view), in: contextBelow())
    // GTK draws the main child of an overlay behind all other children. The content cannot be the main child, because
    // the layer may be behind it. So the main child is an empty box.
    gtk_overlay_set_child(opaque, gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    for node: ViewNode in view.isLayerInFront ? [contentNode!, layerNode!] : [layerNode!, contentNode!] {
      guard let box = node.widgets.first else { continue }
      gtk_overlay_add_overlay(opaque, box)
      gtk_overlay_set_measure_overlay(opaque, box, node === contentNode ? 1 : 0)
    }
  }

  override var children: [ViewNode] { [contentNode, layerNode] }

  override var canBeRecycled: Bool { childrenCanBeRecycled }

  override func update(to view: LayeredView<Content, Layer>) {
    let orderDidChange = view.isLayerInFront != self.view.isLayerInFront
    super.update(to: view)
    if orderDidChange { reorder() }
    contentNode.update(to: contentBox(of: view))
    layerNode.update(to: layerBox(of: view))
  }

  /// Moves the layer in front of the content, or behind it. Called if an `AnyView` changes between a background and an
  /// overlay of the same view.
  private func reorder() {
    guard let contentBox = contentNode.widgets.first, let layerBox = layerNode.widgets.first else { return }
    // GTK draws the children of a widget in their order.
    if view.isLayerInFront {
      gtk_widget_insert_after(layerBox, widget, contentBox)
    } else {
      gtk_widget_insert_before(layerBox, widget, contentBox)
    }
  }

  private func contentBox(of view: LayeredView<Content, Layer>) -> PartBox<Content> {
    PartBox(part: view.content, alignment: nil)
  }

  private func layerBox(of view: LayeredView<Content, Layer>) -> PartBox<Layer> {
    PartBox(part: view.layer, alignment: view.alignment)
  }
}

/// A box around one part of a ``LayeredView``: its content or its layer.
private struct PartBox<Part: View>: PrimitiveView {
  let part: Part
  /// The alignment of the layer in the space of the content. `nil` for the content itself, which determines the size.
  let alignment: Alignment?

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    PartBoxNode(view, in: context)
  }
}

@MainActor
private final class PartBoxNode<Part: View>: ContainerNode<PartBox<Part>, Part> {
  private var boxChildren = WidgetChildren()

  init(_ view: PartBox<Part>, in context: _NodeContext) {
    super.init(view, widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), in: context)
    StackLayout.install(GTK_ORIENTATION_VERTICAL, spacing: 0, on: widget)
    mountContent(view.part)
  }

  override var canBeRecycled: Bool { content.canBeRecycled }

  override func update(to view: PartBox<Part>) {
    let alignmentDidChange = view.alignment != self.view.alignment
    super.update(to: view)
    content.update(to: view.part)
    if alignmentDidChange { widgetsDidChange() }
  }

  override func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {
    boxChildren.update(to: widgets, .box(opaque))
    guard let alignment = view.alignment else { return }
    let expands = { (orientation: GtkOrientation) in
      widgets.contains { gtk_widget_compute_expand($0, orientation) != 0 }
    }
    let (expandsHorizontally, expandsVertically) = (
      expands(GTK_ORIENTATION_HORIZONTAL), expands(GTK_ORIENTATION_VERTICAL)
    )
    gtk_widget_set_halign(widget, expandsHorizontally ? GTK_ALIGN_FILL : alignment.horizontal.gtk)
    gtk_widget_set_valign(widget, expandsVertically ? GTK_ALIGN_FILL : alignment.vertical.gtk)
    // A layer that expands fills the space of the content. The layer must not make the containers above expand.
    gtk_widget_set_hexpand(widget, 0)
    gtk_widget_set_vexpand(widget, 0)
  }
}

/// A colour is a view that fills the available space.
extension Color: PrimitiveView {
  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Color, in context: _NodeContext) -> _ViewNode<Color> {
    ColorNode(view, in: context)
  }
}

@MainActor
private final class ColorNode: WidgetNode<Color> {
  private let color: MovingColor

  init(_ view: Color, in context: _NodeContext) {
    let box = cgtk_painted_box_new(GTK_ORIENTATION_VERTICAL)!
    color = .background(of: box)
    super.init(view, widget: box, in: context)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    color.show(view, of: self)
  }

  override var canBeRecycled: Bool { !color.isMoving }

  override func update(to view: Color) {
    super.update(to: view)
    color.show(view, of: self)
  }

  override func environmentDidChange() { color.show(view, of: self) }

  override func didUnmount() { color.stop() }
}
