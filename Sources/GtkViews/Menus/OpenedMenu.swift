internal import CGtk

/// The context menu of a node. The menu's views exist only while the menu is open.
@MainActor
final class OpenedMenu<Items: View> {
  /// Borrowed. The node owns this object.
  private unowned let node: ViewNode
  private let collector = ButtonCollector()
  /// The popover, and the node of the menu's views. `nil` while the menu is closed.
  private var open: (popover: MenuPopover, items: _ViewNode<PresentedContent<Items>>)?

  /// Creates a menu that is not open.
  init(of node: ViewNode) {
    self.node = node
    collector.didChange = { [weak self] in self?.show() }
  }

  /// Returns the nodes below the node: the content, and the node of the menu's views while the menu is open.
  func nodes(with content: ViewNode) -> [ViewNode] { open.map { [content, $0.items] } ?? [content] }

  /// The widget at which the menu is open. Borrowed. `nil` while the menu is closed.
  var anchor: UnsafeMutablePointer<GtkWidget>? { open?.popover.anchor }

  /// Creates the menu's views with `make`, and opens the menu. Returns `false` if the node is disabled or if the menu
  /// has no entries. Such a menu does not open.
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

  /// Updates the open menu after the node's view changed. `make` creates the menu's views.
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
