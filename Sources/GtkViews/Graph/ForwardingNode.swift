/// The node of a view that another view replaces, depending on its location. For example, a section of a list consists of other views than a section
/// of a menu.
@MainActor
final class ForwardingNode<Outer: View, Inner: View>: _ViewNode<Outer> {
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
