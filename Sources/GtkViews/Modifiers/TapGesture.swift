internal import CGtk
internal import GtkBridge

extension View {
  /// Does something when the view is clicked or touched. What the keyboard and a screen reader should reach as well is a ``Button``.
  ///
  /// - Parameters:
  ///   - count: How many clicks in a row it takes.
  ///   - action: What to do.
  @preconcurrency public nonisolated func onTapGesture(count: Int = 1, perform action: @escaping @MainActor () -> Void) -> some View {
    TapView(content: self, count: count, action: action)
  }
}

private nonisolated struct TapView<Content: View>: PrimitiveView {
  let content: Content
  let count: Int
  let action: @MainActor () -> Void

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    TapNode(view, in: context)
  }
}

extension TapView: TextWrapping {}

@MainActor
private final class TapNode<Content: View>: _ViewNode<TapView<Content>> {
  private var content: _ViewNode<Content>!
  private var watched: Set<UnsafeMutablePointer<GtkWidget>> = []

  override init(_ view: TapView<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    content = Content._makeNode(view.content, in: contextBelow())
    watch()
  }

  override var children: [ViewNode] { [content] }

  override func update(to view: TapView<Content>) {
    super.update(to: view)
    content.update(to: view.content)
  }

  override func widgetsDidChange() {
    guard content != nil else { return }
    watch()
    super.widgetsDidChange()
  }

  /// A widget has its gesture for as long as it lives: a view that goes takes its widgets along.
  private func watch() {
    let widgets = content.widgets
    for widget in widgets where !watched.contains(widget) {
      let gesture = gtk_gesture_click_new()!
      connect(gesture, .click("released")) { [weak self] count, _, _ in
        guard let self, isMounted, Int(count) == view.count, environment.isEnabled else { return }
        view.action()
      }
      gtk_widget_add_controller(widget, gesture)
    }
    watched = Set(widgets)
  }
}
