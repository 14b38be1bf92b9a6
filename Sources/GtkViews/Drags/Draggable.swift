internal import CGtk
internal import GtkBridge

extension View {
  /// Makes the view draggable. The user can drag the view's value to a ``dropDestination(for:action:isTargeted:)`` or
  /// to another program.
  ///
  /// An image of the view follows the pointer. Also provide a way to transfer the value by keyboard, such as a menu
  /// entry. A control that handles clicks, such as a button, cannot be dragged, because the control receives the press
  /// of the mouse button first.
  ///
  /// - Parameter payload: The dragged value. It is created for each drag, when the drag begins.
  @preconcurrency public nonisolated func draggable<Payload: Transferable>(
    _ payload: @autoclosure @escaping @MainActor () -> Payload
  ) -> some View {
    DraggableView(content: self, payload: payload)
  }
}

/// A view with a value that the user can drag.
nonisolated struct DraggableView<Content: View>: ModifyingView {
  let content: Content
  let payload: @MainActor () -> any Transferable

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    DraggableNode(view, in: context)
  }
}

@MainActor
private final class DraggableNode<Content: View>: WidgetModifierNode<DraggableView<Content>> {
  override func widgetWasAdded(_ widget: UnsafeMutablePointer<GtkWidget>) {
    let source = gtk_drag_source_new()!
    gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
    // The point at which the drag begins, in pixels relative to the widget.
    var startPoint = (x: 0.0, y: 0.0)
    connect(source, .prepare) { [weak self] x, y in
      startPoint = (x, y)
      return self?.provider()
    }
    connect(source, .dragBegin) { _ in
      let icon = GObjectReference(takingOver: gtk_widget_paintable_new(widget))
      gtk_drag_source_set_icon(source, icon.opaque, Int32(startPoint.x), Int32(startPoint.y))
    }
    gtk_widget_add_controller(widget, source)
  }

  /// Returns the content of a drag that begins now. `nil` if the view is disabled or was removed. The caller owns the
  /// reference.
  private func provider() -> UnsafeMutablePointer<GdkContentProvider>? {
    guard isMounted, environment.isEnabled else { return nil }
    let payload = view.payload()
    // `DragCargo` carries the payload itself to views of this program. Other programs receive one of the payload's
    // transfer forms, such as text. The union takes ownership of all providers.
    var providers: [UnsafeMutablePointer<GdkContentProvider>?] =
      [DragCargo.provider(for: payload)] + payload.transferForms.map { $0.provider(in: self) }
    return gdk_content_provider_new_union(&providers, gsize(providers.count))
  }
}
