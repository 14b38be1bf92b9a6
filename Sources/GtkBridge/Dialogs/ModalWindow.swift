public import CGtk
internal import CGtkBridge

/// A window that a presenter shows. A sheet or a cover is modal: the window below receives no input while the sheet or
/// cover is open. A window of the style `window` is not modal.
///
/// GTK owns the window. The presenter that shows the window owns this object. ``ModalWindowPresenter`` passes this
/// object to the code that fills the window.
@MainActor
public final class ModalWindow {
  /// The kind of a window.
  public enum Style: Sendable {
    /// A window of its own size, with a title bar and a close button.
    case sheet
    /// A window without decorations that always has the size of the window below it.
    case fullScreenCover
    /// A window of its own size that is not modal. Control+W closes it, as Escape does.
    case window
  }

  /// The window on screen, borrowed.
  public let window: UnsafeMutablePointer<GtkWindow>
  let style: Style
  /// Called when the user requests to close the window.
  private let onCloseRequest: @MainActor () -> Void
  /// Called when the content requests to close the window.
  private let onDismissRequest: @MainActor () -> Void
  /// Called once, when GTK destroys the window.
  private var onDestroy: (@MainActor () -> Void)?
  /// The connections of a cover to the window below it, whose size and state the cover copies. Empty for other styles.
  private var hostConnections: [SignalConnection] = []

  init(
    _ style: Style, on host: UnsafeMutablePointer<GtkWindow>,
    onCloseRequest: @escaping @MainActor () -> Void, onDismissRequest: @escaping @MainActor () -> Void,
    onDestroy: @escaping @MainActor () -> Void
  ) {
    self.style = style
    self.onCloseRequest = onCloseRequest
    self.onDismissRequest = onDismissRequest
    self.onDestroy = onDestroy
    // GTK owns this window through its list of windows.
    window = cgtk_widget_new_with_role(gtk_window_get_type(), GTK_ACCESSIBLE_ROLE_DIALOG).window
    gtk_window_set_modal(window, style == .window ? 0 : 1)
    connectSignals()
    move(to: host)
    if style != .fullScreenCover { gtk_window_set_titlebar(window, gtk_header_bar_new()) }
  }

  /// The window's title, which is also its accessible name. If the title is empty, a sheet or a cover has the title of
  /// the window below it.
  public var title: String = "" {
    didSet { updateTitle() }
  }

  /// The text that a screen reader reads after the title, or `nil`.
  public var accessibilityDescription: String? {
    didSet { cgtk_accessible_set_description(window.widget, accessibilityDescription) }
  }

  /// Whether the user cannot close the window, such as with Escape or the close button. Code can still close it. The
  /// presenter receives each request of the user, and ignores it while this property is `true`.
  public internal(set) var isInteractiveDismissDisabled = false

  /// Closes the window at the request of its own content. The state that presents the window becomes `nil`.
  public func dismiss() {
    onDismissRequest()
  }

  /// Makes another window the host. A sheet or a cover is then above the host. A window of the style `window` joins the
  /// host's application instead.
  func move(to host: UnsafeMutablePointer<GtkWindow>) {
    hostConnections.forEach { $0.disconnect() }
    hostConnections = []
    if style == .window {
      // If this window were transient for the host, GTK would always keep it above the host.
      gtk_window_set_application(window, gtk_window_get_application(host))
    } else {
      gtk_window_set_transient_for(window, host)
    }
    updateTitle()
    if style == .fullScreenCover { followGeometry(of: host) }
  }

  func present() {
    if style == .sheet, let host = gtk_window_get_transient_for(window) {
      SheetSize.setDefaultSize(of: window, in: Self.size(of: host))
    }
    gtk_window_present(window)
  }

  func close() {
    gtk_window_destroy(window)
  }

  private func updateTitle() {
    let hostTitle = gtk_window_get_transient_for(window).flatMap { gtk_window_get_title($0) }.map {
      String(cString: $0)
    }
    let visibleTitle = title.isEmpty ? hostTitle ?? "" : title
    gtk_window_set_title(window, visibleTitle.isEmpty ? nil : visibleTitle)
    cgtk_accessible_set_label(window.widget, visibleTitle)
  }

  private func connectSignals() {
    connect(window, .closeRequest) { [weak self] in
      self?.onCloseRequest()
      // The presenter decides whether the window closes, and then destroys the window.
      return true
    }
    // GTK emits `unrealize` when the window is destroyed.
    connect(window, .unrealize) { [weak self] in self?.windowDidUnrealize() }
    let keys = gtk_event_controller_key_new()!
    connect(keys, .keyPressed) { [weak self] press in
      guard let self, self.isCloseKey(press) else { return false }
      self.onCloseRequest()
      return true
    }
    gtk_widget_add_controller(window.widget, keys)
  }

  private func isCloseKey(_ press: KeyPress) -> Bool {
    if press.key == UInt32(GDK_KEY_Escape) { return true }
    let isControl =
      press.modifiers.rawValue & gtk_accelerator_get_default_mod_mask().rawValue == GDK_CONTROL_MASK.rawValue
    return style == .window && isControl && gdk_keyval_to_lower(press.key) == UInt32(GDK_KEY_w)
  }

  private func windowDidUnrealize() {
    hostConnections.forEach { $0.disconnect() }
    hostConnections = []
    let onDestroy = onDestroy
    self.onDestroy = nil
    onDestroy?()
  }

  /// Copies the size of the window below, and its maximized or fullscreen state, now and after each change.
  private func followGeometry(of host: UnsafeMutablePointer<GtkWindow>) {
    gtk_window_set_decorated(window, 0)
    copyGeometry(of: host)
    let copyHostGeometry: PlainHandler = { [weak self] in self?.copyGeometry(of: host) }
    hostConnections = [
      connect(host, .notify("notify::default-width"), copyHostGeometry),
      connect(host, .notify("notify::default-height"), copyHostGeometry),
      connect(host, .notify("notify::maximized"), copyHostGeometry),
      connect(host, .notify("notify::fullscreened"), copyHostGeometry),
    ]
  }

  private func copyGeometry(of host: UnsafeMutablePointer<GtkWindow>) {
    if gtk_window_is_fullscreen(host) != 0 { return gtk_window_fullscreen(window) }
    gtk_window_unfullscreen(window)
    if gtk_window_is_maximized(host) != 0 { return gtk_window_maximize(window) }
    gtk_window_unmaximize(window)
    let size = Self.size(of: host)
    gtk_window_set_default_size(window, size.width, size.height)
  }

  /// Returns the default size of a window, or the current size if there is no default size.
  private static func size(of window: UnsafeMutablePointer<GtkWindow>) -> (width: Int32, height: Int32) {
    var (width, height): (Int32, Int32) = (-1, -1)
    gtk_window_get_default_size(window, &width, &height)
    let widget = window.widget
    return (width > 0 ? width : gtk_widget_get_width(widget), height > 0 ? height : gtk_widget_get_height(widget))
  }
}
