internal import CGtk
internal import GtkBridge

extension View {
  /// Runs an action when the view is clicked or touched. Use a ``Button`` if the action must also be available to the
  /// keyboard and to screen readers. The action does not run while the view is disabled.
  ///
  /// - Parameters:
  ///   - count: The number of consecutive clicks for which the action runs. 2 is a double-click: the action runs after
  ///     the second click, the fourth click, and so on. A number below 1 means 1.
  ///   - action: The action.
  @preconcurrency public nonisolated func onTapGesture(
    count: Int = 1, perform action: @escaping @MainActor () -> Void
  ) -> some View {
    TapView(content: self, count: count, action: action)
  }
}

nonisolated struct TapView<Content: View>: ModifyingView {
  let content: Content
  let count: Int
  let action: @MainActor () -> Void

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    TapNode(view, in: context)
  }
}

@MainActor
private final class TapNode<Content: View>: WidgetModifierNode<TapView<Content>> {
  override var canBeRecycled: Bool { content.canBeRecycled }

  override func widgetWasAdded(_ widget: UnsafeMutablePointer<GtkWidget>) {
    let gesture = gtk_gesture_click_new()!
    connect(gesture, .click("released")) { [weak self] clickCount, _, _ in
      guard let self, isMounted, Int(clickCount) % max(view.count, 1) == 0, environment.isEnabled else { return }
      view.action()
    }
    gtk_widget_add_controller(widget, gesture)
  }
}
