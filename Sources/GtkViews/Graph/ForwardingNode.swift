/// The node of a view that is displayed as another view, depending on the enclosing views. For example, a section in a
/// list and a section in a menu consist of different views.
@MainActor
final class ForwardingNode<Outer: View, Inner: View>: _ViewNode<Outer> {
  /// Returns the displayed view.
  private let makeInner: @MainActor (Outer) -> Inner
  private var inner: _ViewNode<Inner>!

  init(_ view: Outer, in context: _NodeContext, _ makeInner: @escaping @MainActor (Outer) -> Inner) {
    self.makeInner = makeInner
    super.init(view, in: context)
    inner = Inner._makeNode(makeInner(view), in: contextBelow())
  }

  override var children: [ViewNode] { [inner] }

  override var capabilities: NodeCapabilities { .forwardsChildren }

  override var canBeRecycled: Bool { inner.canBeRecycled }

  override func update(to view: Outer) {
    super.update(to: view)
    inner.update(to: makeInner(view))
  }
}
