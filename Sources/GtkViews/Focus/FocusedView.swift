internal import CGtk
internal import CGtkBridge
internal import GtkBridge

extension View {
  /// Binds the keyboard focus to a Boolean, which is true while this view or a view in it has the focus.
  /// Setting the Boolean moves the focus.
  ///
  /// - Parameter condition: The binding of a ``FocusState``, such as `$isSearching` for
  ///   `@FocusState var isSearching: Bool`.
  public nonisolated func focused(_ condition: FocusState<Bool>.Binding) -> some View {
    FocusedView(content: self, focus: condition, value: true)
  }

  /// Binds the keyboard focus to a value. The state has the given value while this view or a view in it has the focus.
  /// Setting the state moves the focus.
  ///
  /// - Parameters:
  ///   - binding: The binding of a ``FocusState``, such as `$focus` for `@FocusState var focus: Field?`.
  ///   - value: The value of the state while this view or a view in it has the focus.
  public nonisolated func focused<Value: Hashable>(
    _ binding: FocusState<Value>.Binding, equals value: Value
  ) -> some View {
    FocusedView(content: self, focus: binding, value: value)
  }

  /// Sets whether the view can receive the keyboard focus. Use this modifier for a view that does not receive the focus
  /// by default, such as an image. For a view that the user presses, use a ``Button``, which receives the focus by
  /// default. A view that consists of several views needs an `accessibilityLabel(_:)` as its name for screen readers.
  public nonisolated func focusable(_ isFocusable: Bool = true) -> some View {
    AttributedView(self, FocusableAttribute(isFocusable: isFocusable))
  }
}

/// The ability of a view to receive the focus.
private nonisolated struct FocusableAttribute: WidgetAttribute {
  let isFocusable: Bool

  @MainActor func apply(to widget: UnsafeMutablePointer<GtkWidget>, previous: Self?, in node: ViewNode) {
    // GTK's boxes need another function, because they pass the focus to their content even if they are focusable.
    guard widget.isA(gtk_box_get_type()) else { return gtk_widget_set_focusable(widget, isFocusable ? 1 : 0) }
    cgtk_box_set_focusable(widget, isFocusable)
    // Screen readers do not speak the name of a widget with the generic role. The role cannot change after the widget
    // was added to a window.
    guard gtk_widget_get_root(widget) == nil,
      gtk_accessible_get_accessible_role(widget.opaque) == GTK_ACCESSIBLE_ROLE_GENERIC
    else { return }
    cgtk_accessible_set_role(widget, GTK_ACCESSIBLE_ROLE_GROUP)
  }
}

private nonisolated struct FocusedView<Content: View, Value: Hashable>: ModifyingView {
  let content: Content
  let focus: FocusState<Value>.Binding
  let value: Value

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    FocusedNode(view, in: context)
  }
}

/// The node of a view whose focus is bound to a ``FocusState``.
@MainActor
private final class FocusedNode<Content: View, Value: Hashable>: ModifierNode<FocusedView<Content, Value>>, FocusTarget
{
  private var storage: FocusStorage<Value>?
  /// The first widget of the content, whose window is observed. Borrowed from the content's node.
  private var observedWidget: UnsafeMutablePointer<GtkWidget>?
  private var rootConnection: SignalConnection?
  /// The window whose focus is observed.
  private var window: WeakGObjectReference?
  private var focusConnection: SignalConnection?
  /// Whether the focus was in the view when the window's focus last changed.
  private var hadFocus = false

  override init(_ view: FocusedView<Content, Value>, in context: _NodeContext) {
    super.init(view, in: context)
    register()
    observeRoot()
  }

  override func update(to view: FocusedView<Content, Value>) {
    let formerValue = self.view.value
    super.update(to: view)
    register()
    guard formerValue != view.value else { return }
    // The new value is set first, so that the state is not unfocused in between.
    if hadFocus { storage?.focusDidEnter(viewFor: view.value) }
    storage?.focusDidLeave(viewFor: formerValue)
  }

  override func widgetsDidChange() {
    if content != nil { observeRoot() }
    super.widgetsDidChange()
  }

  override func willUnmount() {
    rootConnection?.disconnect()
    focusConnection?.disconnect()
    hadFocus = false
    window = nil
    storage?.remove(self)
    storage = nil
  }

  var focusValue: Value { view.value }

  var containsFocus: Bool {
    guard let focus = window?.pointer.flatMap({ gtk_window_get_focus($0.window) }) else { return false }
    return content.widgets.contains { $0 == focus || gtk_widget_is_ancestor(focus, $0) != 0 }
  }

  func takeFocus() -> Bool {
    content.widgets.contains { gtk_widget_grab_focus($0) != 0 || gtk_widget_child_focus($0, GTK_DIR_TAB_FORWARD) != 0 }
  }

  func removeFocus() {
    if let window = window?.pointer?.window { gtk_window_set_focus(window, nil) }
  }

  /// Registers the node with the storage of its focus state.
  private func register() {
    guard storage !== view.focus.storage else { return }
    storage?.remove(self)
    storage = view.focus.storage
    storage?.add(self)
  }

  /// Observes the root of the view's first widget. The root is the window that contains the widget. A view enters a
  /// window when its container adds its widget, and may move to another window.
  private func observeRoot() {
    let firstWidget = content.widgets.first
    guard firstWidget != observedWidget else { return }
    rootConnection?.disconnect()
    observedWidget = firstWidget
    rootConnection = firstWidget.map {
      connect($0, .notify("notify::root")) { [weak self] in self?.observeFocusOfWindow() }
    }
    observeFocusOfWindow()
  }

  /// Observes the focus of the window that now contains the view.
  private func observeFocusOfWindow() {
    let newWindow = observedWidget.flatMap { gtk_widget_get_root($0) }
      .flatMap { $0.isA(gtk_window_get_type()) ? $0.window : nil }
    if newWindow != window?.pointer?.window {
      focusConnection?.disconnect()
      window = newWindow.map { WeakGObjectReference($0) }
      focusConnection = newWindow.map {
        connect($0, .notify("notify::focus-widget")) { [weak self] in self?.focusDidChange() }
      }
    }
    focusDidChange()
  }

  private func focusDidChange() {
    guard isMounted, containsFocus != hadFocus else { return }
    hadFocus.toggle()
    if hadFocus { storage?.focusDidEnter(viewFor: view.value) } else { storage?.focusDidLeave(viewFor: view.value) }
  }
}
