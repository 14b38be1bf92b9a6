import CGtk
import GtkTestSupport
import Testing

@testable import GtkBridge

extension GtkBridgeTests {
  /// The window that is activated after several windows above it have closed. After a single window has closed, the
  /// window manager activates the right window itself.
  @MainActor @Suite struct WindowActivationTests {
    private func present(over window: UnsafeMutablePointer<GtkWindow>) async -> UnsafeMutablePointer<GtkWindow> {
      let modal = gtk_window_new().window
      gtk_window_set_transient_for(modal, window)
      gtk_window_set_modal(modal, 1)
      gtk_window_present(modal)
      // The number does not change. This waits until the new window is mapped.
      await waitForDialogs(dialogs().count)
      return modal
    }

    @Test func `the window below several closed windows is activated`() async {
      let fixture = await ParentWindowFixture()
      let sheet = await present(over: fixture.window)
      WindowActivation.windowDidClose(above: sheet, wasActive: true)
      gtk_window_destroy(sheet)
      WindowActivation.windowDidClose(above: fixture.window, wasActive: false)
      #expect(WindowActivation.takeWindowsToActivate() == [fixture.window])
      await fixture.end()
    }

    @Test func `windows closed above different windows are counted separately`() async {
      let (first, second) = (await ParentWindowFixture(), await ParentWindowFixture(title: "Other"))
      WindowActivation.windowDidClose(above: first.window, wasActive: true)
      WindowActivation.windowDidClose(above: second.window, wasActive: false)
      #expect(WindowActivation.takeWindowsToActivate().isEmpty)
      await first.end()
      await second.end()
    }

    @Test func `a window below another open window is not activated`() async {
      let fixture = await ParentWindowFixture()
      let next = await present(over: fixture.window)
      WindowActivation.windowDidClose(above: fixture.window, wasActive: true)
      WindowActivation.windowDidClose(above: fixture.window, wasActive: true)
      #expect(WindowActivation.takeWindowsToActivate().isEmpty)
      await destroyWindow(next)
      await fixture.end()
    }
  }
}
