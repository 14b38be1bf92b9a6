public import CGtk

/// A window of a program.
///
/// GTK owns the window from when it is made until it is closed; this object only knows it, and does nothing once it is gone. To own a
/// window would keep its dialogs on screen after it.
@MainActor
public final class ApplicationWindow {
  private let reference: WeakGObjectReference

  /// Asked when the user wants to close the window: `false` keeps it open.
  public var shouldClose: @MainActor () -> Bool = { true }
  /// Called once, when the window leaves the screen for good.
  public var onClose: @MainActor () -> Void = {}

  /// Makes a window, which is not on screen yet.
  ///
  /// - Parameters:
  ///   - application: The program, which runs as long as it has windows, or none.
  ///   - title: What the title bar and the task list say.
  ///   - width: In logical pixels, without the desktop's decorations.
  ///   - height: Likewise.
  public init(application: Application? = nil, title: String, width: Int32 = -1, height: Int32 = -1) {
    let window = application.map { gtk_application_window_new($0.pointer).window } ?? gtk_window_new().window
    reference = WeakGObjectReference(window)
    gtk_window_set_title(window, title.wholeInC)
    gtk_window_set_default_size(window, width, height)
    // The window's own closures keep this object alive as long as the window.
    connect(window, .closeRequest) { [self] in !shouldClose() }
    connect(window, .unrealize) { [self] in onClose() }
  }

  /// The window, borrowed, or `nil` once it is gone.
  public var pointer: UnsafeMutablePointer<GtkWindow>? { reference.pointer?.window }

  /// What the title bar and the task list say.
  public var title: String {
    get { pointer.flatMap { gtk_window_get_title($0) }.map { String(cString: $0) } ?? "" }
    set {
      if let pointer { gtk_window_set_title(pointer, newValue.wholeInC) }
    }
  }

  /// The width and height in logical pixels. Those of a maximized window are what it has when it is no longer maximized.
  public var size: (width: Int32, height: Int32) {
    var (width, height): (Int32, Int32) = (-1, -1)
    if let pointer { gtk_window_get_default_size(pointer, &width, &height) }
    return (width, height)
  }

  /// Whether the window fills the screen. It can be set before the window is on screen.
  public var isMaximized: Bool {
    get { pointer.map { gtk_window_is_maximized($0) != 0 } ?? false }
    set {
      guard let pointer else { return }
      if newValue { gtk_window_maximize(pointer) } else { gtk_window_unmaximize(pointer) }
    }
  }

  /// Fills the window. It owns the widget from then on.
  public func setChild(_ widget: UnsafeMutablePointer<GtkWidget>?) {
    if let pointer { gtk_window_set_child(pointer, widget) }
  }

  /// Puts a widget in place of the title bar.
  public func setTitlebar(_ widget: UnsafeMutablePointer<GtkWidget>?) {
    if let pointer { gtk_window_set_titlebar(pointer, widget) }
  }

  /// Brings the window on screen, in front of the program's others.
  public func present() {
    if let pointer { gtk_window_present(pointer) }
  }

  /// Takes the window off the screen, and keeps it. ``present()`` brings it back.
  public func hide() {
    if let pointer { gtk_widget_set_visible(pointer.widget, 0) }
  }

  /// Whether the window is on screen or minimized.
  public var isVisible: Bool { pointer.map { gtk_widget_get_visible($0.widget) != 0 } ?? false }

  /// Whether the window has the focus.
  public var isActive: Bool { pointer.map { gtk_window_is_active($0) != 0 } ?? false }

  /// Asks the window to close, as its close button does: ``shouldClose`` may keep it open.
  public func close() {
    if let pointer { gtk_window_close(pointer) }
  }

  /// Closes the window without asking.
  public func destroy() {
    if let pointer { gtk_window_destroy(pointer) }
  }

  /// Adds something that the user can do in this window: the action `win.NAME`.
  ///
  /// - Returns: The action, or `nil` if the window is gone or was made without an application.
  @discardableResult
  public func addAction(_ name: String, _ action: @escaping @MainActor () -> Void) -> Action? {
    guard let pointer, pointer.isA(gtk_application_window_get_type()) else { return nil }
    return Action(name, in: pointer.opaque, action)
  }
}
