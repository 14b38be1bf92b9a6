import CGtk
import GtkBridge
import GtkTestSupport
import Testing

@testable import GtkViews

extension ViewWindow {
  /// All visible windows except this window, newest first, and then the visible popovers of this window.
  var presented: [UnsafeMutablePointer<GtkWidget>] {
    let windows = openWindows().reversed().filter { $0 != window }.map(\.widget)
    let popovers = window.map { widgets(ofType: gtk_popover_get_type(), in: $0) } ?? []
    return (windows + popovers).filter { gtk_widget_get_mapped($0) != 0 }
  }

  /// Waits until the first of the ``presented`` windows and popovers contains this text, and returns that window or
  /// popover.
  @discardableResult
  func opened(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> UnsafeMutablePointer<GtkWidget> {
    await waitUntil("“\(text)” to be presented", sourceLocation: sourceLocation) {
      self.presented.first.map { GtkTestSupport.texts(in: $0).contains(text) } ?? false
    }
    return try #require(presented.first, sourceLocation: sourceLocation)
  }

  /// Waits until this many windows and popovers are presented, and expects that their number stays the same. With the
  /// default of 0, waits until all of them are dismissed.
  func waitForPresentations(_ count: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) async {
    await waitUntil("\(count) presentations on screen", sourceLocation: sourceLocation) {
      self.presented.count == count
    }
    await mainLoopSettles()
    #expect(presented.count == count, sourceLocation: sourceLocation)
  }
}

/// Clicks the button with this title in a window or popover.
@MainActor
func press(
  _ title: String, in widget: UnsafeMutablePointer<GtkWidget>, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  await click(try #require(button(title, in: widget), sourceLocation: sourceLocation))
}

/// Dismisses a presented window with Escape, or a popover as a click outside of it does.
@MainActor
func dismissAsUser(_ widget: UnsafeMutablePointer<GtkWidget>) async {
  guard widget.isA(gtk_popover_get_type()) else { return await pressEscape(in: widget.window) }
  await performInEventHandler { gtk_popover_popdown(UnsafeMutablePointer(widget.opaque)) }
}

/// Runs a closure while alerts are shown by a backend, which is one of GTK's two dialogs for alerts.
@MainActor
func showingAlerts(by backend: AlertBackend, _ body: @MainActor () async throws -> Void) async rethrows {
  AlertPresenter.backend = backend
  defer { AlertPresenter.backend = .automatic }
  try await body()
}

/// Returns a window or popover and all widgets in it, except the windows of tooltips with their content. GTK adds such
/// a window to the widget under the pointer.
@MainActor
func ownWidgets(in root: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
  let tooltipWidgets = widgets(ofType: g_type_from_name("GtkTooltipWindow"), in: root).flatMap { widgets(in: $0) }
  return widgets(in: root).filter { !tooltipWidgets.contains($0) }
}
