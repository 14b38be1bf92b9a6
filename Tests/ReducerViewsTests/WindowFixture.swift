import CGtk
import GtkBridge
import GtkTestSupport
import GtkViews
import Presentation
import Testing

/// All tests of views that show the state of a store. The tests share one display, so no two of them run at the same
/// time.
@MainActor @Suite(.serialized, .gtk) struct ReducerViewsTests {}

/// A window with a view in it, on screen.
@MainActor final class WindowFixture<Content: View> {
  /// GTK owns the window.
  let window: UnsafeMutablePointer<GtkWindow>

  init(@ViewBuilder _ content: () -> Content) async {
    window = gtk_window_new().window
    let viewWindow = ViewWindow(window, content: content)
    gtk_window_set_default_size(window, 800, 400)
    viewWindow.present()
    await waitUntil("the window is on screen") { [window] in gtk_widget_get_mapped(window.widget) != 0 }
  }

  /// The texts of the window, in order.
  var texts: [String] { GtkTestSupport.texts(in: window) }

  /// The presented widgets, topmost first: the other windows on screen, then the popovers on screen in this window,
  /// then all pages of this window except the root page.
  var presented: [UnsafeMutablePointer<GtkWidget>] {
    let windows = openWindows().reversed().filter { $0 != window }.map(\.widget)
    let popovers = widgets(ofType: gtk_popover_get_type(), in: window)
    return (windows + popovers).filter { gtk_widget_get_mapped($0) != 0 } + pages.dropFirst().reversed()
  }

  /// The pages of the window's navigation stack, from the root page to the topmost page.
  var pages: [UnsafeMutablePointer<GtkWidget>] {
    guard let stack = widgets(ofType: gtk_stack_get_type(), in: window).first else { return [] }
    return sequence(first: gtk_widget_get_first_child(stack), next: { $0.map { gtk_widget_get_next_sibling($0) } })
      .compactMap { $0 }
  }

  /// The back button, if it is in the title bar.
  var backButton: UnsafeMutablePointer<GtkWidget>? {
    guard let bar = gtk_window_get_titlebar(window) else { return nil }
    return widgets(ofType: gtk_button_get_type(), in: bar).first { hasAccessibleName("Back", $0) }
  }

  /// Waits until the topmost presented widget contains this text, and no transition is running. Returns the widget.
  @discardableResult
  func waitUntilPresented(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> UnsafeMutablePointer<GtkWidget> {
    await waitUntil("“\(text)” to be presented", sourceLocation: sourceLocation) { [self] in
      areTransitionsFinished && presented.first.map { GtkTestSupport.texts(in: $0).contains(text) } ?? false
    }
    return try #require(presented.first, sourceLocation: sourceLocation)
  }

  /// Waits until this many widgets are presented, and no transition is running. Then checks that the number is the same
  /// after the main loop has settled.
  func waitForPresentationCount(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
    await waitUntil("\(count) presentations on screen", sourceLocation: sourceLocation) { [self] in
      areTransitionsFinished && presented.count == count
    }
    await mainLoopSettles()
    #expect(presented.count == count, sourceLocation: sourceLocation)
  }

  /// Clicks the button with this title in a presented widget, or in the window if `widget` is `nil`.
  func press(
    _ title: String, in widget: UnsafeMutablePointer<GtkWidget>? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    await click(try #require(button(title, in: widget ?? window.widget), sourceLocation: sourceLocation))
  }

  /// Dismisses the topmost presented widget as the user does: with Escape, a click next to a popover, or the back
  /// button.
  func dismissAsUser(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let widget = try #require(presented.first, sourceLocation: sourceLocation)
    if widget.isA(gtk_popover_get_type()) {
      await performInEventHandler { gtk_popover_popdown(UnsafeMutablePointer(widget.opaque)) }
    } else if widget.isA(gtk_window_get_type()) {
      await pressEscape(in: widget.window)
    } else {
      await click(try #require(backButton, sourceLocation: sourceLocation))
    }
  }

  func close() async {
    await destroyWindow(window)
  }

  private var areTransitionsFinished: Bool {
    widgets(ofType: gtk_stack_get_type(), in: window).allSatisfy { gtk_stack_get_transition_running($0.opaque) == 0 }
  }
}

/// Collects the misuses that any code of the process reports until `stop()` is called.
@MainActor final class MisuseReports {
  private let formerReporter = MisuseReporter.processWide
  private let misuses = Misuses()

  init() {
    MisuseReporter.processWide = MisuseReporter { [misuses] misuse in
      Task { @MainActor in misuses.all.append(misuse) }
    }
  }

  /// Waits until the main loop has settled, and returns all reported misuses.
  func all() async -> [Misuse] {
    await mainLoopSettles()
    return misuses.all
  }

  /// Ends the collection, and restores the former reporter.
  func stop() {
    MisuseReporter.processWide = formerReporter
  }

  private final class Misuses: Sendable {
    @MainActor var all: [Misuse] = []
  }
}
