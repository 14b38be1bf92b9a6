public import CGtk

/// A window of a program.
///
/// GTK owns the window from its creation until it is closed. This object refers to the window without owning it,
/// because GTK closes the dialogs of a window only when the last owner releases the window. The functions of this
/// object have no effect after the window was destroyed.
@MainActor
public final class ApplicationWindow {
  /// A weak reference to the `GtkWindow`.
  private let reference: WeakGObjectReference

  /// Called when the user or ``close()`` requests to close the window. `false` keeps the window open.
  public var shouldClose: @MainActor () -> Bool = { true }
  /// Called once, when the window was closed. Not called for a window that was never on screen.
  public var onClose: @MainActor () -> Void = {}

  /// Creates a window that is not on screen yet.
  ///
  /// - Parameters:
  ///   - application: The program, which runs until its last window closes. With `nil`, the window belongs to no
  ///     program and has no actions.
  ///   - title: The title in the title bar and the task list.
  ///   - width: The width in logical pixels, without the desktop's decorations. -1 is the natural width of the content.
  ///   - height: The height in logical pixels, without the desktop's decorations. -1 is the natural height of the
  ///     content.
  public init(application: Application? = nil, title: String, width: Int32 = -1, height: Int32 = -1) {
    let window = application.map { gtk_application_window_new($0.pointer).window } ?? gtk_window_new().window
    reference = WeakGObjectReference(window)
    gtk_window_set_title(window, title.replacingNulls)
    gtk_window_set_default_size(window, width, height)
    // The window's own closures keep this object alive as long as the window.
    connect(window, .closeRequest) { [self] in !shouldClose() }
    connect(window, .unrealize) { [self] in onClose() }
  }

  /// The window, borrowed, or `nil` after it was destroyed.
  public var pointer: UnsafeMutablePointer<GtkWindow>? { reference.pointer?.window }

  /// The title in the title bar and the task list.
  public var title: String {
    get { pointer.flatMap { gtk_window_get_title($0) }.map { String(cString: $0) } ?? "" }
    set {
      if let pointer { gtk_window_set_title(pointer, newValue.replacingNulls) }
    }
  }

  /// The width and height in logical pixels, or -1 for a length that has not been set. The size of a maximized window
  /// is the size that the window gets when it is restored.
  public var size: (width: Int32, height: Int32) {
    var (width, height): (Int32, Int32) = (-1, -1)
    if let pointer { gtk_window_get_default_size(pointer, &width, &height) }
    return (width, height)
  }

  /// Whether the window is maximized. If the property is set before ``present()``, the window appears maximized.
  public var isMaximized: Bool {
    get { pointer.map { gtk_window_is_maximized($0) != 0 } ?? false }
    set {
      guard let pointer else { return }
      if newValue { gtk_window_maximize(pointer) } else { gtk_window_unmaximize(pointer) }
    }
  }

  /// Sets the content of the window, or removes the content with `nil`. The window owns the widget from then on.
  public func setChild(_ widget: UnsafeMutablePointer<GtkWidget>?) {
    if let pointer { gtk_window_set_child(pointer, widget) }
  }

  /// Replaces the title bar with a widget.
  public func setTitlebar(_ widget: UnsafeMutablePointer<GtkWidget>?) {
    if let pointer { gtk_window_set_titlebar(pointer, widget) }
  }

  /// Shows the window in front of the program's other windows.
  public func present() {
    if let pointer { gtk_window_present(pointer) }
  }

  /// Hides the window without destroying it. ``present()`` shows it again.
  public func hide() {
    if let pointer { gtk_widget_set_visible(pointer.widget, 0) }
  }

  /// Whether the window has been presented and not hidden since. A minimized window is visible too.
  public var isVisible: Bool { pointer.map { gtk_widget_get_visible($0.widget) != 0 } ?? false }

  /// Whether the window receives the keys that the user presses.
  ///
  /// The value is `false` as soon as the window is hidden. GTK's property `is-active` stays `true` until the display
  /// has reported the loss of focus.
  public var isActive: Bool { isVisible && pointer.map { gtk_window_is_active($0) != 0 } ?? false }

  /// Requests to close the window, as its close button does. ``shouldClose`` may keep the window open.
  public func close() {
    if let pointer { gtk_window_close(pointer) }
  }

  /// Closes the window without calling ``shouldClose``.
  public func destroy() {
    if let pointer { gtk_window_destroy(pointer) }
  }

  /// Adds an action to this window. Menus and keys refer to it as `win.NAME`.
  ///
  /// - Parameters:
  ///   - name: The name without `win.`.
  ///   - handler: The closure that the action runs.
  /// - Returns: The action, or `nil` if the window was destroyed or belongs to no program.
  @discardableResult
  public func addAction(_ name: String, _ handler: @escaping @MainActor () -> Void) -> Action? {
    guard let pointer, pointer.isA(gtk_application_window_get_type()) else { return nil }
    return Action(name, in: pointer.opaque, handler)
  }
}
