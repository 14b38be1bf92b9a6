import CGtk
import GtkTestSupport
import Testing

@testable import GtkBridge

extension GtkBridgeTests {
  /// The window that the library activates after several windows above it have closed. After a single window has
  /// closed, the window manager activates the right window itself.
  ///
  /// Most calls of `windowDidClose(above:wasActive:)` report the end of a window that the test did not open, because
  /// the function needs only the window below.
  @MainActor @Suite struct WindowActivationTests {
    private func presentModalWindow(
      over window: UnsafeMutablePointer<GtkWindow>
    ) async -> UnsafeMutablePointer<GtkWindow> {
      let modal = gtk_window_new().window
      gtk_window_set_transient_for(modal, window)
      gtk_window_set_modal(modal, 1)
      gtk_window_present(modal)
      // `dialogs()` already contains the new window. `waitForDialogs` waits until GTK has mapped all dialogs.
      await waitForDialogs(dialogs().count)
      return modal
    }

    @Test func `the window below several closed windows is activated`() async {
      let fixture = await ParentWindowFixture()
      let sheet = await presentModalWindow(over: fixture.window)

      // When the active window above a sheet closes, and then the sheet, which was not active
      WindowActivation.windowDidClose(above: sheet, wasActive: true)
      gtk_window_destroy(sheet)
      WindowActivation.windowDidClose(above: fixture.window, wasActive: false)

      // Then the window below the sheet is activated
      #expect(WindowActivation.takeWindowsToActivate() == [fixture.window])
      await fixture.end()
    }

    @Test func `windows closed above different windows are counted separately`() async {
      let (first, second) = (await ParentWindowFixture(), await ParentWindowFixture(title: "Other"))
      WindowActivation.windowDidClose(above: first.window, wasActive: true)
      WindowActivation.windowDidClose(above: second.window, wasActive: false)
      // Only one window has closed above each of them, so the window manager activates the right window.
      #expect(WindowActivation.takeWindowsToActivate().isEmpty)
      await first.end()
      await second.end()
    }

    @Test func `a window below another open window is not activated`() async {
      let fixture = await ParentWindowFixture()
      let upper = await presentModalWindow(over: fixture.window)
      WindowActivation.windowDidClose(above: fixture.window, wasActive: true)
      WindowActivation.windowDidClose(above: fixture.window, wasActive: true)
      #expect(WindowActivation.takeWindowsToActivate().isEmpty)
      await destroyWindow(upper)
      await fixture.end()
    }
  }
}
