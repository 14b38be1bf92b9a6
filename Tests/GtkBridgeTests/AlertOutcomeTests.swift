import CGtk
import CGtkDialogs
import GtkBridge
import GtkTestSupport
import Testing

extension GtkBridgeTests {
  /// Each way in which an alert of the C functions of CGtkDialogs can end. The alert ends once, with the right outcome,
  /// and its window is released.
  ///
  /// The alerts have the buttons Cancel (0), Archive (1) and Delete (2). `performInEventHandler` runs code like a
  /// handler of GTK's events, in a source of the main loop. Other code runs in the task of the test. Each test runs
  /// with each available kind of alert (`backend`).
  @MainActor @Suite struct AlertOutcomeTests {
    /// Shows an alert, runs an action, and returns the ends of the alert, of which there should be one. The action
    /// receives the alert and its parent. Records an issue if the window of the alert or the parent is not released.
    private func reportedEnds(
      _ backend: GtkAlertKind, buttons: [ShownAlert.Button] = ShownAlert.threeButtons,
      _ action: @MainActor (ShownAlert, UnsafeMutablePointer<GtkWindow>) async -> Void
    ) async -> [ShownAlert.End] {
      let parent = await presentWindow()
      let deallocations = DeallocationWatch()
      deallocations.watch(parent, "the parent")
      let weakParent = WeakGObjectReference(parent)
      let alert = ShownAlert(on: parent, backend, buttons: buttons)
      deallocations.watch(alert.window, "the alert's window")
      await waitUntil("the alert to be on screen") { gtk_widget_get_mapped(alert.window.widget) != 0 }
      await action(alert, parent)
      await waitUntil("the alert to end") { !alert.ends.isEmpty }
      await mainLoopSettles()
      alert.free()
      if let parent = weakParent.pointer { await destroyWindow(parent.window) }
      await deallocations.expectAll()
      return alert.ends
    }

    private let withoutCancel = [ShownAlert.Button(title: "One"), ShownAlert.Button(title: "Two")]
    private typealias End = ShownAlert.End
    /// Code has cancelled the alert. Only an end by a button has the number of a button. Other ends have -1.
    private let cancelled = [End(outcome: CGTK_ALERT_CANCELLED, button: -1)]
    private let dismissed = [End(outcome: CGTK_ALERT_DISMISSED, button: -1)]
    /// The window of the alert was destroyed by other code, or together with its parent.
    private let lost = [End(outcome: CGTK_ALERT_LOST, button: -1)]
    private func clicked(_ button: Int32) -> [End] { [End(outcome: CGTK_ALERT_BUTTON, button: button)] }

    @Test(arguments: GtkAlertKind.available) func `clicking a button ends an alert with that button`(
      backend: GtkAlertKind
    ) async {
      #expect(await reportedEnds(backend) { alert, _ in await click(alert.button(1)) } == clicked(1))
    }

    @Test(arguments: GtkAlertKind.available) func `Escape ends an alert with the cancel button`(
      backend: GtkAlertKind
    ) async {
      #expect(await reportedEnds(backend) { alert, _ in await pressEscape(in: alert.window) } == clicked(0))
    }

    @Test(arguments: GtkAlertKind.available)
    func `Escape without a cancel button dismisses an alert`(backend: GtkAlertKind) async {
      let ends = await reportedEnds(backend, buttons: withoutCancel) { alert, _ in await pressEscape(in: alert.window) }
      #expect(ends == dismissed)
    }

    @Test(arguments: GtkAlertKind.available)
    func `Escape with a disabled cancel button dismisses an alert`(backend: GtkAlertKind) async {
      let buttons = [
        ShownAlert.Button(title: "Stay"),
        ShownAlert.Button(title: "Cancel", role: CGTK_ALERT_ROLE_CANCEL, isEnabled: false),
      ]
      let ends = await reportedEnds(backend, buttons: buttons) { alert, _ in await pressEscape(in: alert.window) }
      #expect(ends == dismissed)
    }

    @Test(arguments: GtkAlertKind.available)
    func `the close button ends an alert with the cancel button`(backend: GtkAlertKind) async {
      #expect(await reportedEnds(backend) { alert, _ in await closeWindow(alert.window) } == clicked(0))
    }

    @Test(arguments: GtkAlertKind.available)
    func `closing an alert outside of a main loop source dismisses it`(backend: GtkAlertKind) async {
      #expect(
        await reportedEnds(backend, buttons: withoutCancel) { alert, _ in gtk_window_close(alert.window) } == dismissed)
    }

    @Test(arguments: GtkAlertKind.available) func `code can cancel an alert`(backend: GtkAlertKind) async {
      #expect(await reportedEnds(backend) { alert, _ in await performInEventHandler { alert.cancel() } } == cancelled)
    }

    @Test(arguments: GtkAlertKind.available)
    func `cancelling an alert twice outside of a main loop source ends it once`(backend: GtkAlertKind) async {
      let ends = await reportedEnds(backend) { alert, _ in
        alert.cancel()
        alert.cancel()
      }
      #expect(ends == cancelled)
    }

    @Test(arguments: GtkAlertKind.available)
    func `a close followed at once by a cancellation ends an alert once`(backend: GtkAlertKind) async {
      let ends = await reportedEnds(backend) { alert, _ in
        await performInEventHandler {
          gtk_window_close(alert.window)
          alert.cancel()
        }
      }
      // A close has the outcome of the cancel button.
      #expect(ends == clicked(0))
    }

    @Test(arguments: GtkAlertKind.available)
    func `a cancellation followed at once by a close ends an alert once`(backend: GtkAlertKind) async {
      let ends = await reportedEnds(backend) { alert, _ in
        await performInEventHandler {
          alert.cancel()
          if let window = alert.window { gtk_window_close(window) }
        }
      }
      #expect(ends == cancelled)
    }

    @Test(arguments: GtkAlertKind.available)
    func `an alert destroyed by other code is reported as lost`(backend: GtkAlertKind) async {
      let ends = await reportedEnds(backend) { alert, _ in
        await performInEventHandler { gtk_window_destroy(alert.window) }
        // The cancellation of a lost alert has no effect.
        await performInEventHandler { alert.cancel() }
      }
      #expect(ends == lost)
    }

    @Test(arguments: GtkAlertKind.available)
    func `an alert whose parent is destroyed is reported as lost`(backend: GtkAlertKind) async {
      let ends = await reportedEnds(backend) { alert, parent in
        await performInEventHandler { gtk_window_destroy(parent) }
        // The cancellation of a lost alert has no effect.
        await performInEventHandler { alert.cancel() }
      }
      #expect(ends == lost)
    }

    @Test(arguments: GtkAlertKind.available)
    func `an alert whose parent is closed is reported as lost`(backend: GtkAlertKind) async {
      let ends = await reportedEnds(backend) { _, parent in
        await performInEventHandler { gtk_window_close(parent) }
      }
      #expect(ends == lost)
    }

    @Test(arguments: GtkAlertKind.available)
    func `an alert whose parent is closed outside of a main loop source is reported as lost`(
      backend: GtkAlertKind
    ) async {
      #expect(await reportedEnds(backend) { _, parent in gtk_window_close(parent) } == lost)
    }

    @Test(arguments: GtkAlertKind.available)
    func `an alert whose destroyed parent is still referenced is reported as lost`(backend: GtkAlertKind) async {
      let ends = await reportedEnds(backend) { alert, parent in
        let parentReference = GObjectReference(parent)
        await performInEventHandler { gtk_window_destroy(parent) }
        await waitUntil("the alert to be lost") { !alert.ends.isEmpty }
        // The destroyed parent is not an open window, although it is referenced.
        #expect(openWindows().isEmpty)
        // Until here, the reference keeps the parent alive.
        _ = parentReference
      }
      #expect(ends == lost)
    }

    @Test(arguments: GtkAlertKind.available)
    func `an alert whose parent is hidden stays open`(backend: GtkAlertKind) async {
      let ends = await reportedEnds(backend) { alert, parent in
        await performInEventHandler { gtk_widget_set_visible(parent.widget, 0) }
        await mainLoopSettles()
        #expect(alert.ends.isEmpty)
        await click(alert.button(2))
      }
      #expect(ends == clicked(2))
    }

    @Test(arguments: GtkAlertKind.available)
    func `an alert cancelled before it is on screen ends`(backend: GtkAlertKind) async {
      let parent = await presentWindow()
      let alert = ShownAlert(on: parent, backend)
      alert.cancel()
      await waitUntil("the alert to end") { !alert.ends.isEmpty }
      #expect(alert.ends == cancelled)
      // Only the parent is open.
      #expect(openWindows().count == 1)
      await destroyWindow(parent)
    }

    @Test(arguments: GtkAlertKind.available)
    func `freeing an alert that is on screen removes its window`(backend: GtkAlertKind) async {
      let parent = await presentWindow()
      let deallocations = DeallocationWatch()
      var alert: ShownAlert? = ShownAlert(on: parent, backend)
      deallocations.watch(alert!.window, "the alert's window")
      alert = nil
      await waitUntil("only the parent to be open") { openWindows().count == 1 }
      await deallocations.expectAll()
      await destroyWindow(parent)
    }

    @Test(arguments: GtkAlertKind.available)
    func `an alert that cannot be dismissed ignores Escape and close, but not a button`(backend: GtkAlertKind) async {
      let ends = await reportedEnds(backend) { alert, _ in
        alert.setDismissible(false)
        await pressEscape(in: alert.window)
        await closeWindow(alert.window)
        await mainLoopSettles()
        #expect(alert.ends.isEmpty)
        await click(alert.button(2))
      }
      #expect(ends == clicked(2))
    }

    @Test(arguments: GtkAlertKind.available)
    func `two alerts of one parent end independently`(backend: GtkAlertKind) async {
      let parent = await presentWindow()
      let (first, second) = (ShownAlert(on: parent, backend), ShownAlert(on: parent, backend))
      await click(first.button(1))
      await waitUntil("the first to end") { !first.ends.isEmpty }
      #expect(first.ends == clicked(1))
      #expect(second.ends.isEmpty)
      await click(second.button(2))
      await waitUntil("the second to end") { !second.ends.isEmpty }
      #expect(second.ends == clicked(2))
      await destroyWindow(parent)
    }

    @Test(arguments: GtkAlertKind.available)
    func `an alert moved to another window outlives its first window`(backend: GtkAlertKind) async {
      let firstParent = await presentWindow()
      let secondParent = await presentWindow()
      let alert = ShownAlert(on: firstParent, backend)
      alert.move(to: secondParent)
      await destroyWindow(firstParent)
      #expect(alert.ends.isEmpty)
      // The alert ends with its second window.
      await destroyWindow(secondParent)
      await waitUntil("the alert to end") { !alert.ends.isEmpty }
      #expect(alert.ends == lost)
    }
  }
}
