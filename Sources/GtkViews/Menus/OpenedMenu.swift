internal import CGtk

/// The context menu that a node offers, with its views while it is on screen.
@MainActor
final class OpenedMenu<Items: View> {
  /// Borrowed: it owns this object.
  private unowned let node: ViewNode
  private let collector = ButtonCollector()
  private var open: (popover: MenuPopover, items: _ViewNode<PresentedContent<Items>>)?

  /// A menu that is not open.
  init(of node: ViewNode) {
    self.node = node
    collector.didChange = { [weak self] in self?.show() }
  }

  /// The nodes below the node: another one, and that of the menu's views.
  func nodes(besides content: ViewNode) -> [ViewNode] { open.map { [content, $0.items] } ?? [content] }

  /// What it is open at, borrowed.
  var anchor: UnsafeMutablePointer<GtkWidget>? { open?.popover.anchor }

  /// Makes the views and opens it. Whether there are entries: without any it does not open.
  func open(
    at widget: UnsafeMutablePointer<GtkWidget>, _ place: ContextMenus.Place, _ make: @escaping @MainActor () -> Items
  ) -> Bool {
    guard node.isMounted, node.environment.isEnabled else { return false }
    close()
    let context = _NodeContext(below: node, environment: node.environment.gathered(by: collector))
    let items = PresentedContent<Items>._makeNode(PresentedContent(make: make), in: context)
    var contents = MenuContents()
    contents.gather(items)
    guard !contents.entries.isEmpty else {
      items.unmount()
      return false
    }
    open = (MenuPopover(contents, at: widget, place) { [weak self] in self?.close() }, items)
    return true
  }

  /// The node's view is another one.
  func update(_ make: @escaping @MainActor () -> Items) {
    open?.items.update(to: PresentedContent(make: make))
  }

  /// The node's environment is another one.
  func environmentDidChange() {
    open?.items.updateEnvironment(node.environment.gathered(by: collector))
  }

  /// Brings what is on screen in step with the views.
  func show() {
    guard let open else { return }
    var contents = MenuContents()
    contents.gather(open.items)
    open.popover.show(contents)
  }

  /// Takes it off the screen, and its views down.
  func close() {
    guard let (popover, items) = open else { return }
    open = nil
    popover.end()
    items.unmount()
  }
}
