import CGtk
import GtkTestSupport
import Testing

@testable import GtkBridge

extension GtkBridgeTests {
  /// The window that gets the keyboard focus when several windows have closed.
  @MainActor @Suite struct WindowsGoingTogetherTests {
    private func present(over window: UnsafeMutablePointer<GtkWindow>) async -> UnsafeMutablePointer<GtkWindow> {
      let modal = gtk_window_new().window
      gtk_window_set_transient_for(modal, window)
      gtk_window_set_modal(modal, 1)
      gtk_window_present(modal)
      await waitForDialogs(dialogs().count)
      return modal
    }

    @Test func `the window that several have gone from is to have them`() async {
      let fixture = await ParentWindowFixture()
      let sheet = await present(over: fixture.window)
      WindowsGoingTogether.isGone(from: sheet, wasActive: true)
      gtk_window_destroy(sheet)
      WindowsGoingTogether.isGone(from: fixture.window, wasActive: false)
      #expect(WindowsGoingTogether.windowsLeft() == [fixture.window])
      await fixture.end()
    }

    @Test func `windows that go from different windows do not go together`() async {
      let (first, second) = (await ParentWindowFixture(), await ParentWindowFixture(title: "Other"))
      WindowsGoingTogether.isGone(from: first.window, wasActive: true)
      WindowsGoingTogether.isGone(from: second.window, wasActive: false)
      #expect(WindowsGoingTogether.windowsLeft().isEmpty)
      await first.end()
      await second.end()
    }

    @Test func `a window on which another stands already is not to have them`() async {
      let fixture = await ParentWindowFixture()
      let next = await present(over: fixture.window)
      WindowsGoingTogether.isGone(from: fixture.window, wasActive: true)
      WindowsGoingTogether.isGone(from: fixture.window, wasActive: true)
      #expect(WindowsGoingTogether.windowsLeft().isEmpty)
      await destroyWindow(next)
      await fixture.end()
    }
  }
}
