internal import CGtk
internal import Presentation

/// The visible dialogs of the program. Each dialog is represented by its presenter.
///
/// `PresentationStack` decides which dialogs close or move when one of them closes. `DialogStack` sends events to
/// `PresentationStack` and carries out the returned commands. It owns the presenters of visible dialogs, so that each
/// presenter is notified when its dialog closes.
@MainActor
enum DialogStack {
  private static var stack = PresentationStack<DialogPresenter, UnsafeMutablePointer<GtkWindow>>()

  /// Sends an event, and carries out the resulting commands before it returns.
  static func send(_ event: PresentationStack<DialogPresenter, UnsafeMutablePointer<GtkWindow>>.Event) {
    // A copy handles the event, because `location` reads `stack` while the event is handled.
    var next = stack
    let commands = next.receive(event) { $0.location }
    stack = next
    for command in commands { carryOut(command) }
  }

  private static func carryOut(
    _ command: PresentationStack<DialogPresenter, UnsafeMutablePointer<GtkWindow>>.Command
  ) {
    // An earlier command may already have closed the dialog of this command.
    switch command {
    case .closeInside(let presenter, let parent):
      if contains(presenter), contains(parent) { presenter.parentIsClosing(parent.closingEvent) }
    case .checkDialogsInside(let presenter): send(.closeInsideRequested(presenter))
    case .move(let presenter, let window): if contains(presenter) { presenter.move(to: window) }
    case .close(let presenter): if contains(presenter) { presenter.closeNow() }
    }
  }

  /// The number of visible dialogs.
  static var count: Int { stack.dialogs.count }

  static func contains(_ presenter: DialogPresenter) -> Bool { stack.contains(presenter) }

  /// Returns the window below a visible dialog, or `nil` if the dialog is not on screen or the window was destroyed.
  static func host(of presenter: DialogPresenter) -> UnsafeMutablePointer<GtkWindow>? { stack.host(of: presenter) }

  /// Returns the dialogs whose presenting widget is in this window, oldest first.
  static func presented(from window: UnsafeMutablePointer<GtkWindow>) -> [DialogPresenter] {
    stack.dialogs.filter { $0.presentingWidget.window == window }
  }

  /// Returns the dialogs whose presenting widget is a descendant of this widget, oldest first.
  static func presented(inside widget: UnsafeMutablePointer<GtkWidget>) -> [DialogPresenter] {
    stack.dialogs.filter { $0.presentingWidget.widget.map { gtk_widget_is_ancestor($0, widget) != 0 } ?? false }
  }

  /// Returns the window above which a new dialog is shown: the topmost modal window above `window`, or `window` itself
  /// if no modal window is above it.
  static func topmost(over window: UnsafeMutablePointer<GtkWindow>) -> UnsafeMutablePointer<GtkWindow> {
    let windows = allWindows()
    var topmost = window
    while let next = windows.last(where: { gtk_window_get_transient_for($0) == topmost && isModalOnScreen($0) }) {
      topmost = next
    }
    return topmost
  }

  private static func isModalOnScreen(_ window: UnsafeMutablePointer<GtkWindow>) -> Bool {
    gtk_window_get_modal(window) != 0 && gtk_widget_get_visible(window.widget) != 0
  }

  /// Returns all windows of the program, oldest first. GTK owns the windows.
  private static func allWindows() -> [UnsafeMutablePointer<GtkWindow>] {
    let list = gtk_window_get_toplevels()
    return (0..<g_list_model_get_n_items(list)).compactMap { position in
      guard let window = g_list_model_get_item(list, position) else { return nil }
      g_object_unref(window)
      return window.window
    }
  }
}
