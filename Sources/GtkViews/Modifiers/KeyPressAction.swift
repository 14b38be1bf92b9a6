internal import CGtk
internal import GtkBridge

/// Whether a view has handled a key. See ``View/onKeyPress(_:action:)``.
public enum KeyPressResult: Hashable, Sendable {
  /// The view has handled the key. The views around this view do not receive it.
  case handled
  /// The view has not handled the key. The views around this view receive it.
  case ignored
}

extension View {
  /// Runs an action when a key is pressed while the keyboard focus is in the view. A text field that has the focus
  /// receives the key first.
  ///
  /// ```swift
  /// SongRow(song)
  ///   .onKeyPress("q") {
  ///     queue.append(song)
  ///     return .handled
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key, in upper or lower case. The action does not run if the key is pressed with Control, Alt, Super
  ///     or Meta, or if the view is disabled.
  ///   - action: The action. It returns whether it has handled the key.
  @preconcurrency public nonisolated func onKeyPress(
    _ key: KeyEquivalent, action: @escaping @MainActor () -> KeyPressResult
  ) -> some View {
    KeyPressView(content: self, key: key, action: action)
  }
}

nonisolated struct KeyPressView<Content: View>: ModifyingView {
  let content: Content
  let key: KeyEquivalent
  let action: @MainActor () -> KeyPressResult

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    KeyPressNode(view, in: context)
  }
}

@MainActor
private final class KeyPressNode<Content: View>: WidgetModifierNode<KeyPressView<Content>> {
  override var canBeRecycled: Bool { content.canBeRecycled }

  override func widgetWasAdded(_ widget: UnsafeMutablePointer<GtkWidget>) {
    let controller = gtk_event_controller_key_new()!
    connect(controller, .keyPressed) { [weak self] in self?.handle($0) ?? false }
    gtk_widget_add_controller(widget, controller)
  }

  private func handle(_ press: KeyPress) -> Bool {
    let commandModifiers =
      GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue | GDK_META_MASK.rawValue
    guard isMounted, environment.isEnabled, press.modifiers.rawValue & commandModifiers == 0 else { return false }
    guard gdk_keyval_to_lower(press.key) == gdk_keyval_to_lower(view.key.keyval) else { return false }
    return view.action() == .handled
  }
}
