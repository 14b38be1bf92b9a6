import CGtk
import GtkBridge
import GtkTestSupport
import Testing

extension GtkBridgeTests {
  @MainActor @Suite struct MainLoopTests {
    @Test func `an await in a test lets GLib's timers run`() async {
      // Given a timer of GLib's
      var didFire = false
      await withCheckedContinuation { continuation in
        MainLoop.onNextTurn {
          didFire = true
          continuation.resume()
        }
      }
      // Then it fired while the test waited
      #expect(didFire)
      #expect(MainLoop.isFirstThread)
    }

    @Test func `a window comes on screen while a test waits`() async {
      let window = await presentWindow()
      #expect(gtk_widget_get_mapped(window.widget) != 0)
      await destroyWindow(window)
    }
  }
}
