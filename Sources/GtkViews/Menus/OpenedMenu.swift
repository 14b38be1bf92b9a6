internal import CGtk

/// The context menu of a node, with the menu's views while it is on screen.
@MainActor
final class OpenedMenu<Items: View> {
  /// Borrowed. The node owns this object.
  private unowned let node: ViewNode
  private let collector = ButtonCollector()
  private var open: (popover: MenuPopover, items: _ViewNode<PresentedContent<Items>>)?

  /// Creates a menu that is not open.
  init(of node: ViewNode) {
    self.node = node
    collector.didChange = { [weak self] in self?.show() }
  }

  /// Returns the nodes below the node: the content, and the node of the menu's views while the menu is open.
  func nodes(besides content: ViewNode) -> [ViewNode] { open.map { [content, $0.items] } ?? [content] }

  /// The widget at which the menu is open, borrowed.
  var anchor: UnsafeMutablePointer<GtkWidget>? { open?.popover.anchor }

  /// Creates the views and opens the menu. Returns whether the menu has entries; a menu without entries does not open.
  func open(
    at widget: UnsafeMutablePointer<GtkWidget>, _ location: ContextMenus.Location,
    _ make: @escaping @MainActor () -> Items
  ) -> Bool {
    guard node.isMounted, node.environment.isEnabled else { return false }
    close()
    let context = _NodeContext(below: node, environment: node.environment.forMenu(by: collector))
    let items = PresentedContent<Items>._makeNode(PresentedContent(make: make), in: context)
    var contents = MenuContents()
    contents.gather(items)
    guard !contents.entries.isEmpty else {
      items.unmount()
      return false
    }
    open = (MenuPopover(contents, at: widget, location) { [weak self] in self?.close() }, items)
    return true
  }

  /// Updates the menu after the node's view changed.
  func update(_ make: @escaping @MainActor () -> Items) {
    open?.items.update(to: PresentedContent(make: make))
  }

  /// Updates the menu after the node's environment changed.
  func environmentDidChange() {
    open?.items.updateEnvironment(node.environment.forMenu(by: collector))
  }

  /// Updates the visible menu from the views.
  func show() {
    guard let open else { return }
    var contents = MenuContents()
    contents.gather(open.items)
    open.popover.show(contents)
  }

  /// Removes the menu from the screen and unmounts its views.
  func close() {
    guard let (popover, items) = open else { return }
    open = nil
    popover.end()
    items.unmount()
  }
}
