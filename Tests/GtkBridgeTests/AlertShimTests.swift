import CGtk
import CGtkDialogs
import GtkBridge
import GtkTestSupport
import Testing

extension GtkBridgeTests {
  /// Each way in which an alert can end: once, with the right outcome, and without a remainder of its window.
  @MainActor @Suite struct AlertOutcomeTests {
    /// Shows an alert, runs an action on it, and returns how it ended. If a part of the alert is left, an issue is
    /// recorded.
    private func outcome(
      _ backend: ShownBackend, buttons: [ShownAlert.Button] = ShownAlert.threeButtons,
      _ action: @MainActor (ShownAlert, UnsafeMutablePointer<GtkWindow>) async -> Void
    ) async -> [ShownAlert.End] {
      let parent = await presentWindow()
      let deaths = DeathWatch()
      deaths.watch(parent, "the parent")
      let weakParent = WeakGObjectReference(parent)
      let alert = ShownAlert(on: parent, backend, buttons: buttons)
      deaths.watch(alert.window, "the alert's window")
      await waitUntil("the alert to be on screen") { gtk_widget_get_mapped(alert.window.widget) != 0 }
      await action(alert, parent)
      await waitUntil("the alert to end") { !alert.ends.isEmpty }
      await mainLoopSettles()
      alert.free()
      if let parent = weakParent.pointer { await destroyWindow(parent.window) }
      await deaths.expectAll()
      return alert.ends
    }

    private let withoutCancel = [ShownAlert.Button(title: "One"), ShownAlert.Button(title: "Two")]
    private typealias End = ShownAlert.End
    private let cancelled = [End(outcome: CGTK_ALERT_CANCELLED, button: -1)]
    private let dismissed = [End(outcome: CGTK_ALERT_DISMISSED, button: -1)]
    private let lost = [End(outcome: CGTK_ALERT_LOST, button: -1)]
    private func chosen(_ button: Int32) -> [End] { [End(outcome: CGTK_ALERT_BUTTON, button: button)] }

    @Test(arguments: ShownBackend.available) func `a click is that button`(backend: ShownBackend) async {
      #expect(await outcome(backend) { alert, _ in await click(alert.button(1)) } == chosen(1))
    }

    @Test(arguments: ShownBackend.available) func `Escape is the cancel button`(backend: ShownBackend) async {
      #expect(await outcome(backend) { alert, _ in await pressEscape(in: alert.window) } == chosen(0))
    }

    @Test(arguments: ShownBackend.available)
    func `Escape without a cancel button is a dismissal`(backend: ShownBackend) async {
      #expect(
        await outcome(backend, buttons: withoutCancel) { alert, _ in await pressEscape(in: alert.window) } == dismissed)
    }

    @Test(arguments: ShownBackend.available)
    func `Escape where the cancel button is disabled is a dismissal`(backend: ShownBackend) async {
      let buttons = [
        ShownAlert.Button(title: "Stay"),
        ShownAlert.Button(title: "Cancel", role: CGTK_ALERT_ROLE_CANCEL, isEnabled: false),
      ]
      #expect(await outcome(backend, buttons: buttons) { alert, _ in await pressEscape(in: alert.window) } == dismissed)
    }

    @Test(arguments: ShownBackend.available)
    func `the close button is the cancel button`(backend: ShownBackend) async {
      #expect(await outcome(backend) { alert, _ in await closeWindow(alert.window) } == chosen(0))
    }

    @Test(arguments: ShownBackend.available)
    func `a close outside of any source is the same`(backend: ShownBackend) async {
      #expect(
        await outcome(backend, buttons: withoutCancel) { alert, _ in gtk_window_close(alert.window) } == dismissed)
    }

    @Test(arguments: ShownBackend.available) func `code cancels it`(backend: ShownBackend) async {
      #expect(await outcome(backend) { alert, _ in await performInSource { alert.cancel() } } == cancelled)
    }

    @Test(arguments: ShownBackend.available)
    func `code cancels it outside of any source, twice`(backend: ShownBackend) async {
      let ends = await outcome(backend) { alert, _ in
        alert.cancel()
        alert.cancel()
      }
      #expect(ends == cancelled)
    }

    @Test(arguments: ShownBackend.available)
    func `a close and a cancellation at once end it once`(backend: ShownBackend) async {
      let ends = await outcome(backend) { alert, _ in
        await performInSource {
          gtk_window_close(alert.window)
          alert.cancel()
        }
      }
      #expect(ends == chosen(0))
    }

    @Test(arguments: ShownBackend.available)
    func `a cancellation and a close at once end it once`(backend: ShownBackend) async {
      let ends = await outcome(backend) { alert, _ in
        await performInSource {
          alert.cancel()
          if let window = alert.window { gtk_window_close(window) }
        }
      }
      #expect(ends == cancelled)
    }

    @Test(arguments: ShownBackend.available)
    func `destroyed by other code, it is lost`(backend: ShownBackend) async {
      let ends = await outcome(backend) { alert, _ in
        await performInSource { gtk_window_destroy(alert.window) }
        await performInSource { alert.cancel() }
      }
      #expect(ends == lost)
    }

    @Test(arguments: ShownBackend.available)
    func `with its parent destroyed, it is lost`(backend: ShownBackend) async {
      let ends = await outcome(backend) { alert, parent in
        await performInSource { gtk_window_destroy(parent) }
        await performInSource { alert.cancel() }
      }
      #expect(ends == lost)
    }

    @Test(arguments: ShownBackend.available)
    func `with its parent closed, it is lost`(backend: ShownBackend) async {
      #expect(await outcome(backend) { _, parent in await performInSource { gtk_window_close(parent) } } == lost)
    }

    @Test(arguments: ShownBackend.available)
    func `with its parent closed outside of any source, it is lost`(backend: ShownBackend) async {
      #expect(await outcome(backend) { _, parent in gtk_window_close(parent) } == lost)
    }

    @Test(arguments: ShownBackend.available)
    func `with its parent destroyed that somebody still owns, it is lost`(backend: ShownBackend) async {
      let ends = await outcome(backend) { alert, parent in
        let owner = GObjectReference(parent)
        await performInSource { gtk_window_destroy(parent) }
        await waitUntil("the alert to be lost") { !alert.ends.isEmpty }
        #expect(openWindows().isEmpty)
        _ = owner
      }
      #expect(ends == lost)
    }

    @Test(arguments: ShownBackend.available)
    func `with its parent only hidden, it stays`(backend: ShownBackend) async {
      let ends = await outcome(backend) { alert, parent in
        await performInSource { gtk_widget_set_visible(parent.widget, 0) }
        await mainLoopSettles()
        #expect(alert.ends.isEmpty)
        await click(alert.button(2))
      }
      #expect(ends == chosen(2))
    }

    @Test(arguments: ShownBackend.available)
    func `cancelled at once, before it came on screen, it ends`(backend: ShownBackend) async {
      let parent = await presentWindow()
      let alert = ShownAlert(on: parent, backend)
      alert.cancel()
      await waitUntil("the alert to end") { !alert.ends.isEmpty }
      #expect(alert.ends == cancelled)
      #expect(openWindows().count == 1)
      await destroyWindow(parent)
    }

    @Test(arguments: ShownBackend.available)
    func `freed while it is on screen, it goes and tells nobody`(backend: ShownBackend) async {
      let parent = await presentWindow()
      let deaths = DeathWatch()
      var alert: ShownAlert? = ShownAlert(on: parent, backend)
      deaths.watch(alert!.window, "the alert's window")
      alert = nil
      await waitUntil("the alert to go") { openWindows().count == 1 }
      await deaths.expectAll()
      await destroyWindow(parent)
    }

    @Test(arguments: ShownBackend.available)
    func `one that cannot be dismissed takes no Escape and no close, but a button`(backend: ShownBackend) async {
      let ends = await outcome(backend) { alert, _ in
        alert.setDismissible(false)
        await pressEscape(in: alert.window)
        await closeWindow(alert.window)
        await mainLoopSettles()
        #expect(alert.ends.isEmpty)
        await click(alert.button(2))
      }
      #expect(ends == chosen(2))
    }

    @Test(arguments: ShownBackend.available)
    func `two with one parent answer each for itself`(backend: ShownBackend) async {
      let parent = await presentWindow()
      let (first, second) = (ShownAlert(on: parent, backend), ShownAlert(on: parent, backend))
      await click(first.button(1))
      await waitUntil("the first to end") { !first.ends.isEmpty }
      #expect(first.ends == chosen(1))
      #expect(second.ends.isEmpty)
      await click(second.button(2))
      await waitUntil("the second to end") { !second.ends.isEmpty }
      #expect(second.ends == chosen(2))
      await destroyWindow(parent)
    }

    @Test(arguments: ShownBackend.available)
    func `moved to another window, it outlives the first`(backend: ShownBackend) async {
      let first = await presentWindow()
      let second = await presentWindow()
      let alert = ShownAlert(on: first, backend)
      alert.move(to: second)
      await destroyWindow(first)
      #expect(alert.ends.isEmpty)
      await destroyWindow(second)
      await waitUntil("the alert to end") { !alert.ends.isEmpty }
      #expect(alert.ends == lost)
    }
  }
}
