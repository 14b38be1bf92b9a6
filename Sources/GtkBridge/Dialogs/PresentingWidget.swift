internal import CGtk

/// Watches the widget that presents something, and the window that it is in.
@MainActor
final class PresentingWidget {
  enum Event {
    case mapped
    case unmapped
    case gone
  }

  /// Hears when the window comes on screen, leaves it, and goes for good, or the widget does.
  var onEvent: @MainActor (Event) -> Void = { _ in }

  private let reference: WeakGObjectReference
  private var windowReference: WeakGObjectReference?
  private var widgetConnections: [SignalConnection] = []
  private var windowConnections: [SignalConnection] = []

  init(_ widget: some GObjectPointer) {
    reference = WeakGObjectReference(widget)
    watchWindow()
    widgetConnections = [
      connect(widget, .notify("notify::root")) { [weak self] in self?.rootChanged() },
      connect(widget, .destroy) { [weak self] in self?.isGone() },
    ]
  }

  /// The widget, borrowed, or `nil` once it is gone.
  var widget: UnsafeMutablePointer<GtkWidget>? { reference.widget }

  /// The window that it is in, borrowed, or `nil` as soon as it is in none, or the window is gone.
  var window: UnsafeMutablePointer<GtkWindow>? { windowReference?.pointer?.window }

  /// Whether the window is on screen.
  var isMapped: Bool { window.map { gtk_widget_get_mapped($0.widget) != 0 } ?? false }

  func stopWatching() {
    (widgetConnections + windowConnections).forEach { $0.disconnect() }
    widgetConnections = []
    windowConnections = []
    onEvent = { _ in }
  }

  private func watchWindow() {
    windowConnections.forEach { $0.disconnect() }
    windowConnections = []
    windowReference = nil
    guard let widget, let root = gtk_widget_get_root(widget) else { return }
    guard root.isA(gtk_window_get_type()) else { return }
    windowReference = WeakGObjectReference(root)
    windowConnections = [
      connect(root, .map) { [weak self] in self?.onEvent(.mapped) },
      connect(root, .unmap) { [weak self] in self?.onEvent(.unmapped) },
      connect(root, .unrealize) { [weak self] in self?.isGone() },
    ]
  }

  private func rootChanged() {
    watchWindow()
    onEvent(isMapped ? .mapped : .unmapped)
  }

  private func isGone() {
    let tell = onEvent
    stopWatching()
    tell(.gone)
    windowReference = nil
  }
}
