/// Stands behind a view that is another view, which depends on where it is: a section of a list is not made of the same as one of a menu.
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

  override var passesRows: Bool { true }

  override var canBeRecycled: Bool { inner.canBeRecycled }

  override func update(to view: Outer) {
    super.update(to: view)
    inner.update(to: make(view))
  }
}
