internal import CGtk

/// A view that modifies another view, and otherwise behaves like the other view.
nonisolated protocol ModifyingView: PrimitiveView {
  associatedtype Content: View
  /// The modified view.
  var content: Content { get }
}

/// The node of a ``ModifyingView``. Its widgets are the widgets of the modified view.
@MainActor
class ModifierNode<Modifier: ModifyingView>: _ViewNode<Modifier> {
  /// The node of the modified view.
  private(set) final var content: _ViewNode<Modifier.Content>!

  override init(_ view: Modifier, in context: _NodeContext) {
    super.init(view, in: context)
    content = Modifier.Content._makeNode(view.content, in: contextBelow())
  }

  override var children: [ViewNode] { [content] }

  override func update(to view: Modifier) {
    super.update(to: view)
    content.update(to: view.content)
  }
}

/// The node of a ``ModifyingView`` that modifies each widget of the modified view, when the widget is added.
@MainActor
class WidgetModifierNode<Modifier: ModifyingView>: ModifierNode<Modifier> {
  /// The current widgets of the modified view.
  private(set) final var currentWidgets: Set<UnsafeMutablePointer<GtkWidget>> = []

  override init(_ view: Modifier, in context: _NodeContext) {
    super.init(view, in: context)
    updateWidgets()
  }

  override func widgetsDidChange() {
    // While the node of the modified view is being created, it may call this function. `content` is still `nil` then.
    guard content != nil else { return }
    updateWidgets()
    super.widgetsDidChange()
  }

  /// Called once for each widget that is added. A modification, such as a gesture, need not be reverted, because the
  /// widgets are destroyed with their view.
  func widgetWasAdded(_ widget: UnsafeMutablePointer<GtkWidget>) {}

  private func updateWidgets() {
    let widgets = content.widgets
    for widget in widgets where !currentWidgets.contains(widget) { widgetWasAdded(widget) }
    currentWidgets = Set(widgets)
  }
}
