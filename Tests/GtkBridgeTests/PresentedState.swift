import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

/// An item that a test presents.
struct Item: Hashable {
  var id: Int
  var text = ""
}

/// The state of a presentation, and a record of its changes.
@MainActor final class PresentedState {
  /// The item that is to be presented.
  var item: Item?
  /// The number of writes of `nil` by a presenter.
  private(set) var clears = 0
  /// The number of dismissals that presenters have reported.
  private(set) var dismissals = 0
  /// The events in order: the dismissals, and the events that a test adds.
  var events: [String] = []
  /// Called after each dismissal.
  var onDismiss: @MainActor () -> Void = {}

  /// Returns the source through which a presenter reads and clears this state.
  ///
  /// - Parameter name: The name of the presentation, with which its event in ``events`` begins.
  func source(_ name: String = "") -> PresentationSource {
    PresentationSource(
      id: { self.item.map { AnyHashable($0.id) } },
      clear: {
        self.item = nil
        self.clears += 1
      },
      onDismiss: {
        self.dismissals += 1
        self.events.append("\(name) dismissed")
        self.onDismiss()
      })
  }
}

/// A window with a button, as the parent of presentations.
@MainActor struct ParentWindowFixture {
  let window: UnsafeMutablePointer<GtkWindow>
  let button: UnsafeMutablePointer<GtkWidget>

  init(title: String = "Parent") async {
    button = gtk_button_new_with_label("Present")!
    window = await presentWindow(title: title, child: button)
    gtk_window_set_focus(window, button)
  }

  func end() async {
    await destroyWindow(window)
  }
}

/// Returns the visible windows that are above another window, oldest first.
@MainActor func dialogs() -> [UnsafeMutablePointer<GtkWindow>] {
  openWindows().filter { gtk_window_get_transient_for($0) != nil && gtk_widget_get_visible($0.widget) != 0 }
}

/// Waits until this many dialogs are on screen.
@MainActor func waitForDialogs(_ count: Int) async {
  await waitUntil("\(count) dialogs on screen") {
    dialogs().count == count && dialogs().allSatisfy { gtk_widget_get_mapped($0.widget) != 0 }
  }
}
