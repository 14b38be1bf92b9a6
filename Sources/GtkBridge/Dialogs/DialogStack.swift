internal import CGtk

/// The visible dialogs, in the order in which they appeared.
///
/// The stack owns the presenters of visible dialogs, so that each presenter is notified when its dialog closes.
@MainActor
enum DialogStack {
  private static var presenters: [DialogPresenter] = []

  static func add(_ presenter: DialogPresenter) {
    presenters.append(presenter)
  }

  static func remove(_ presenter: DialogPresenter) {
    presenters.removeAll { $0 === presenter }
  }

  /// The number of visible dialogs.
  static var count: Int { presenters.count }

  /// Returns the dialogs whose presenting widget is in this window, oldest first.
  static func presented(from window: UnsafeMutablePointer<GtkWindow>) -> [DialogPresenter] {
    presenters.filter { $0.presenting.window == window }
  }

  /// Returns the dialogs whose presenting widget is in this widget, oldest first.
  static func presented(inside widget: UnsafeMutablePointer<GtkWidget>) -> [DialogPresenter] {
    presenters.filter { $0.presenting.widget.map { gtk_widget_is_ancestor($0, widget) != 0 } ?? false }
  }

  /// Returns the dialogs directly above this window, oldest first.
  static func dialogs(above window: UnsafeMutablePointer<GtkWindow>) -> [DialogPresenter] {
    presenters.filter { $0.host == window }
  }

  /// Closes the dialogs that waited for another dialog of one of these windows to close.
  static func closeDialogsWaiting(for windows: UnsafeMutablePointer<GtkWindow>?...) {
    for window in windows.compactMap({ $0 }) {
      for presenter in presenters where presenter.waitsToClose(without: window) {
        presenter.closeIfTopmost()
      }
    }
  }

  /// Returns the window above which a new dialog is shown: the topmost modal window above the given window, or else the
  /// given window itself.
  static func topmost(over window: UnsafeMutablePointer<GtkWindow>) -> UnsafeMutablePointer<GtkWindow> {
    let windows = toplevels()
    var top = window
    while let next = windows.last(where: { gtk_window_get_transient_for($0) == top && isModalOnScreen($0) }) {
      top = next
    }
    return top
  }

  private static func isModalOnScreen(_ window: UnsafeMutablePointer<GtkWindow>) -> Bool {
    gtk_window_get_modal(window) != 0 && gtk_widget_get_visible(window.widget) != 0
  }

  /// All windows, oldest first, borrowed.
  private static func toplevels() -> [UnsafeMutablePointer<GtkWindow>] {
    let list = gtk_window_get_toplevels()
    return (0..<g_list_model_get_n_items(list)).compactMap { position in
      guard let window = g_list_model_get_item(list, position) else { return nil }
      g_object_unref(window)
      return window.window
    }
  }
}
