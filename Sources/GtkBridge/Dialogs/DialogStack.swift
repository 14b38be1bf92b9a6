internal import CGtk

/// The dialogs on screen, in the order in which they came, and what each stands on.
///
/// It owns the presenters of dialogs that are on screen, so that each hears of its end.
@MainActor
enum DialogStack {
  private static var presenters: [DialogPresenter] = []

  static func add(_ presenter: DialogPresenter) {
    presenters.append(presenter)
  }

  static func remove(_ presenter: DialogPresenter) {
    presenters.removeAll { $0 === presenter }
  }

  /// How many dialogs are on screen.
  static var count: Int { presenters.count }

  /// The dialogs whose presenting widget is in this window, oldest first.
  static func presented(from window: UnsafeMutablePointer<GtkWindow>) -> [DialogPresenter] {
    presenters.filter { $0.presenting.window == window }
  }

  /// The dialogs whose presenting widget is in this widget, oldest first.
  static func presented(inside widget: UnsafeMutablePointer<GtkWidget>) -> [DialogPresenter] {
    presenters.filter { $0.presenting.widget.map { gtk_widget_is_ancestor($0, widget) != 0 } ?? false }
  }

  /// The dialogs that stand on this window, oldest first.
  static func standing(on window: UnsafeMutablePointer<GtkWindow>) -> [DialogPresenter] {
    presenters.filter { $0.host == window }
  }

  /// Closes the dialogs that waited for another to go from one of these windows.
  static func closeWhatWaited(for windows: UnsafeMutablePointer<GtkWindow>?...) {
    for window in windows.compactMap({ $0 }) {
      for presenter in presenters where presenter.waitsToClose(without: window) {
        presenter.closeUnlessSomethingStandsOnIt()
      }
    }
  }

  /// What a new dialog of a window stands on: the newest modal window on top of it, or of that, or the window itself.
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
