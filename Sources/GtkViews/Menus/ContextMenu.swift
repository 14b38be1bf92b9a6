internal import CGtk
internal import GtkBridge

extension View {
  /// Adds a context menu to the view. The menu opens at the pointer after a click with the secondary button, and at the
  /// finger after a long press. While the view or a view in it has the keyboard focus, the Menu key and Shift+F10 open
  /// the menu at the view.
  ///
  /// If the view is in a row of a ``List``, the menu opens for such a click or press anywhere on the row. Provide the
  /// same actions elsewhere too, because no key opens the menu of a view that cannot have the keyboard focus.
  ///
  /// ```swift
  /// List(episodes) { episode in
  ///   EpisodeRow(episode).contextMenu {
  ///     Button("Play") { model.play(episode) }
  ///     Button("Delete", role: .destructive) { model.delete(episode) }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter menuItems: The entries, as in a ``Menu``. They are created when the menu opens. If there are no
  ///   entries, the menu does not open.
  @preconcurrency public nonisolated func contextMenu<Items: View>(
    @ViewBuilder menuItems: @escaping @MainActor () -> Items
  ) -> some View {
    ContextMenuView(content: self, makeItems: menuItems)
  }
}

/// A view with a context menu.
nonisolated struct ContextMenuView<Content: View, Items: View>: PrimitiveView {
  let content: Content
  let makeItems: @MainActor () -> Items

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ContextMenuNode(view, in: context)
  }
}

@MainActor
final class ContextMenuNode<Content: View, Items: View>: _ViewNode<ContextMenuView<Content, Items>> {
  private(set) var content: _ViewNode<Content>!
  /// The widgets of the content, on which the menu is registered. The menu opens at the widget that the user clicked or
  /// focused.
  private var menuWidgets: Set<UnsafeMutablePointer<GtkWidget>> = []
  private var menu: NodeContextMenu<Items>!

  override init(_ view: ContextMenuView<Content, Items>, in context: _NodeContext) {
    super.init(view, in: context)
    menu = NodeContextMenu(of: self)
    content = Content._makeNode(view.content, in: contextBelow())
    updateMenuWidgets()
  }

  override var children: [ViewNode] { menu.children(with: content) }

  override var capabilities: NodeCapabilities { [.forwardsChildren, .contributesRows, .hostsRows] }

  override var canBeRecycled: Bool { menu.anchor == nil && content.canBeRecycled }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    content.collectWidgets(into: &widgets)
  }

  override func update(to view: ContextMenuView<Content, Items>) {
    super.update(to: view)
    content.update(to: view.content)
    menu.update(view.makeItems)
  }

  override func environmentDidChange() {
    content.updateEnvironment(environment)
    menu.environmentDidChange()
  }

  override func widgetsDidChange() {
    guard content != nil else { return }
    updateMenuWidgets()
    if let anchor = menu.anchor, !menuWidgets.contains(anchor) { menu.close() }
    menu.updateEntries()
    super.widgetsDidChange()
  }

  override func willUnmount() {
    menu.close()
    for widget in menuWidgets { ContextMenus.unregister(widget) }
  }

  /// Registers the menu on new widgets of the content, and unregisters it from widgets that were removed.
  private func updateMenuWidgets() {
    let widgets = Set(content.widgets)
    for widget in menuWidgets.subtracting(widgets) { ContextMenus.unregister(widget) }
    for widget in widgets.subtracting(menuWidgets) {
      ContextMenus.register(on: widget) { [weak self] widget, location in
        self.map { $0.menu.open(at: widget, location, $0.view.makeItems) } ?? false
      }
    }
    menuWidgets = widgets
  }
}

extension ContextMenuNode: TransitionContributing {
  func contributeTransitionParts(to parts: inout [TransitionPart]) { content.collectTransitionParts(into: &parts) }
}
