internal import CGtk

/// A view that modifies another view, and otherwise behaves like it.
nonisolated protocol ModifyingView: PrimitiveView {
  associatedtype Content: View
  /// The modified view.
  var content: Content { get }
}

/// The node of a view that modifies another view and has the same widgets.
@MainActor
class ModifierNode<Modifier: ModifyingView>: _ViewNode<Modifier> {
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

/// The node of a view that modifies each widget of another view when the widget is added.
@MainActor
class WidgetModifierNode<Modifier: ModifyingView>: ModifierNode<Modifier> {
  /// The added widgets that are still present.
  private(set) final var present: Set<UnsafeMutablePointer<GtkWidget>> = []

  override init(_ view: Modifier, in context: _NodeContext) {
    super.init(view, in: context)
    followWidgets()
  }

  override func widgetsDidChange() {
    guard content != nil else { return }
    followWidgets()
    super.widgetsDidChange()
  }

  /// Called when a widget is added. The widget keeps its modifications, such as a gesture, for its lifetime, because a view that is removed takes its
  /// widgets along.
  func begin(with widget: UnsafeMutablePointer<GtkWidget>) {}

  private func followWidgets() {
    let widgets = content.widgets
    for widget in widgets where !present.contains(widget) { begin(with: widget) }
    present = Set(widgets)
  }
}
