internal import CGtk

/// A view that does something to another one, and is otherwise like it.
nonisolated protocol ModifyingView: PrimitiveView {
  associatedtype Content: View
  /// The other view.
  var content: Content { get }
}

/// Stands behind a view that does something to another one, whose widgets are its own.
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

/// Stands behind a view that does something to each widget of another one, when the widget comes.
@MainActor
class WidgetModifierNode<Modifier: ModifyingView>: ModifierNode<Modifier> {
  /// The widgets that have come, and are still there.
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

  /// A widget has come. What it is given, such as a gesture, it has for as long as it lives: a view that goes takes its widgets along.
  func begin(with widget: UnsafeMutablePointer<GtkWidget>) {}

  private func followWidgets() {
    let widgets = content.widgets
    for widget in widgets where !present.contains(widget) { begin(with: widget) }
    present = Set(widgets)
  }
}
