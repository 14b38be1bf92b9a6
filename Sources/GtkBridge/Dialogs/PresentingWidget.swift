internal import CGtk

/// Observes the presenting widget, whose view presents a dialog, and the window of the widget.
@MainActor
final class PresentingWidget {
  /// A change of the widget or of its window.
  enum Event {
    /// The widget's window came on screen, or the widget moved into a window on screen.
    case mapped
    /// The widget's window left the screen, or the widget left its window.
    case unmapped
    /// The widget or its window was destroyed.
    case destroyed
  }

  /// Called for each event. An event may repeat the current state.
  var onEvent: @MainActor (Event) -> Void = { _ in }

  /// Weak. The widget.
  private var widgetReference: WeakGObjectReference
  /// Weak. The window of the widget, or of the previous widget (see ``window``).
  private var windowReference: WeakGObjectReference?
  private var widgetConnections: [SignalConnection] = []
  private var windowConnections: [SignalConnection] = []

  init(_ widget: some GObjectPointer) {
    widgetReference = WeakGObjectReference(widget)
    observe(widget)
  }

  /// The widget, borrowed. `nil` after it was freed, and while there is no widget.
  var widget: UnsafeMutablePointer<GtkWidget>? { widgetReference.widget }

  /// The window of the widget, borrowed. `nil` if the widget has left its window or the window was destroyed. If
  /// ``move(to:)`` sets no widget, or one without a window, this property keeps the previous window.
  var window: UnsafeMutablePointer<GtkWindow>? { windowReference?.pointer?.window }

  /// Whether the widget is in ``window``, and the window is on screen.
  var isMapped: Bool {
    guard let window, let root = widget.flatMap({ gtk_widget_get_root($0) }) else { return false }
    return UnsafeMutableRawPointer(root) == window.rawPointer && gtk_widget_get_mapped(window.widget) != 0
  }

  /// Observes another widget from now on, or no widget if `widget` is `nil`. Events of the previous widget are ignored.
  ///
  /// While there is no widget, or the widget is in no window yet, ``isMapped`` is `false`, so no new dialog is
  /// presented. The window of the previous widget is kept for dialogs that are already on screen, until a widget is in
  /// a window.
  func move(to widget: UnsafeMutablePointer<GtkWidget>?) {
    widgetConnections.forEach { $0.disconnect() }
    widgetConnections = []
    widgetReference = WeakGObjectReference(widget)
    if let widget { observe(widget) }
    sendMappedState()
  }

  /// Ends the observation. No event is sent afterwards.
  func stopObserving() {
    (widgetConnections + windowConnections).forEach { $0.disconnect() }
    widgetConnections = []
    windowConnections = []
    onEvent = { _ in }
  }

  /// Observes the widget and its window. The previous window is kept if the widget is in no window.
  private func observe(_ widget: some GObjectPointer) {
    if gtk_widget_get_root(widget.widget) != nil || windowReference == nil { observeWindow() }
    widgetConnections = [
      connect(widget, .notify("notify::root")) { [weak self] in self?.rootChanged() },
      connect(widget, .destroy) { [weak self] in self?.widgetOrWindowWasDestroyed() },
    ]
  }

  private func observeWindow() {
    windowConnections.forEach { $0.disconnect() }
    windowConnections = []
    windowReference = nil
    guard let widget, let root = gtk_widget_get_root(widget) else { return }
    guard root.isA(gtk_window_get_type()) else { return }
    windowReference = WeakGObjectReference(root)
    windowConnections = [
      connect(root, .map) { [weak self] in self?.sendMappedState() },
      connect(root, .unmap) { [weak self] in self?.onEvent(.unmapped) },
      // GTK emits `unrealize` when a window is destroyed.
      connect(root, .unrealize) { [weak self] in self?.widgetOrWindowWasDestroyed() },
    ]
  }

  private func rootChanged() {
    observeWindow()
    sendMappedState()
  }

  private func sendMappedState() {
    onEvent(isMapped ? .mapped : .unmapped)
  }

  private func widgetOrWindowWasDestroyed() {
    let onEvent = onEvent
    stopObserving()
    onEvent(.destroyed)
    windowReference = nil
  }
}
