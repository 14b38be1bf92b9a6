/// The node of a view that is displayed as another view, depending on the enclosing views. For example, a section in a
/// list and a section in a menu consist of different views.
@MainActor
final class ForwardingNode<Outer: View, Inner: View>: _ViewNode<Outer> {
  /// Returns the displayed view.
  private let make: @MainActor (Outer) -> Inner
  private var inner: _ViewNode<Inner>!

  init(_ view: Outer, in context: _NodeContext, _ make: @escaping @MainActor (Outer) -> Inner) {
    self.make = make
    super.init(view, in: context)
    inner = Inner._makeNode(make(view), in: contextBelow())
  }

  override var children: [ViewNode] { [inner] }

  override var capabilities: NodeCapabilities { .isTransparent }

  override var canBeRecycled: Bool { inner.canBeRecycled }

  override func update(to view: Outer) {
    super.update(to: view)
    inner.update(to: make(view))
  }
}
