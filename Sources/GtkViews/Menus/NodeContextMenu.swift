internal import CGtk

/// The context menu of a node. The menu's views exist only while the menu is open.
@MainActor
final class NodeContextMenu<Items: View> {
  /// The node with the menu. Borrowed, because the node owns this object.
  private unowned let node: ViewNode
  /// Notifies the menu when one of its buttons has changed.
  private let collector = ButtonCollector()
  /// The popover, and the node of the menu's views. `nil` while the menu is closed.
  private var opened: (popover: MenuPopover, itemsNode: _ViewNode<PresentedContent<Items>>)?

  /// Creates a closed menu.
  init(of node: ViewNode) {
    self.node = node
    collector.didChange = { [weak self] in self?.updateEntries() }
  }

  /// Returns the children of the node with the menu: `content` and, while the menu is open, the node of the menu's
  /// views.
  func children(with content: ViewNode) -> [ViewNode] { opened.map { [content, $0.itemsNode] } ?? [content] }

  /// The widget at which the menu is open. Borrowed. `nil` while the menu is closed.
  var anchor: UnsafeMutablePointer<GtkWidget>? { opened?.popover.anchor }

  /// Opens the menu at a location in a widget, with the views that `make` creates. An open menu is closed before.
  /// Returns `false`, and opens no menu, if the node is unmounted or disabled, or if the views have no entries.
  func open(
    at widget: UnsafeMutablePointer<GtkWidget>, _ location: ContextMenus.Location,
    _ make: @escaping @MainActor () -> Items
  ) -> Bool {
    guard node.isMounted, node.environment.isEnabled else { return false }
    close()
    let context = _NodeContext(below: node, environment: node.environment.forMenu(notifying: collector))
    let itemsNode = PresentedContent<Items>._makeNode(PresentedContent(makeContent: make), in: context)
    var contents = MenuContents()
    contents.gather(itemsNode)
    guard !contents.entries.isEmpty else {
      itemsNode.unmount()
      return false
    }
    opened = (MenuPopover(contents, at: widget, location) { [weak self] in self?.close() }, itemsNode)
    return true
  }

  /// Updates the open menu after the node's view changed. `make` creates the menu's views.
  func update(_ make: @escaping @MainActor () -> Items) {
    opened?.itemsNode.update(to: PresentedContent(makeContent: make))
  }

  /// Updates the open menu after the node's environment changed.
  func environmentDidChange() {
    opened?.itemsNode.updateEnvironment(node.environment.forMenu(notifying: collector))
  }

  /// Updates the entries of the menu from its views. Does nothing while the menu is closed.
  func updateEntries() {
    guard let opened else { return }
    var contents = MenuContents()
    contents.gather(opened.itemsNode)
    opened.popover.update(to: contents)
  }

  /// Removes the menu from the screen and unmounts its views. Does nothing while the menu is closed.
  func close() {
    guard let (popover, itemsNode) = opened else { return }
    opened = nil
    popover.end()
    itemsNode.unmount()
  }
}
