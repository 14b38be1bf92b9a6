import CGtk
import CGtkDialogs
import GtkBridge
import GtkTestSupport
import Presentation
import TestTraits
import Testing

/// The implementation that shows an alert: one of GTK's dialogs, or the library's own window for an alert that contains
/// widgets.
enum AlertKind: String, Sendable, CustomTestStringConvertible {
  /// `GtkAlertDialog`, which older versions of GTK do not have.
  case alertDialog
  /// `GtkMessageDialog`.
  case messageDialog
  /// The library's own window.
  case custom

  var testDescription: String { rawValue }

  /// The implementations that the installed GTK supports.
  static var available: [AlertKind] {
    cgtk_alert_has_alert_dialog() ? [.alertDialog, .messageDialog, .custom] : [.messageDialog, .custom]
  }
}

extension GtkBridgeTests {
  /// The presentation contract of docs/library/presentation.md, with each available implementation of alerts.
  /// `presentationLine` names the lines of the contract that a test covers. In a `PresentedState`, `clears` counts the
  /// writes of `nil` by the presenter, and `dismissals` counts the dismissals that the presenter reports.
  @MainActor @Suite struct AlertPresenterTests {
    /// Creates a presenter whose alerts use this implementation. The default buttons are “Stay” and “Remove”.
    private func makePresenter(
      _ kind: AlertKind, over widget: UnsafeMutablePointer<GtkWidget>, _ state: PresentedState, name: String = "alert",
      buttons: @escaping @MainActor (PresentedState) -> [AlertButton] = { state in
        [
          AlertButton("Stay", role: .cancel) { state.events.append("stay") },
          AlertButton("Remove", role: .destructive) { state.events.append("remove") },
        ]
      }
    ) -> AlertPresenter {
      // The automatic backend shows a `GtkAlertDialog` if GTK has it.
      AlertPresenter.backend = kind == .messageDialog ? .messageDialog : .automatic
      return AlertPresenter(
        over: widget, source: state.source(name),
        // An alert that contains a widget is shown in the library's own window.
        makeAccessory: { kind == .custom ? gtk_entry_new() : nil },
        content: {
          state.item.map { AlertContent(title: "Item \($0.id)", message: $0.text, buttons: buttons(state)) }
        })
    }

    /// Runs a closure with a presenter in a window, and then removes both.
    private func withPresenter(
      _ kind: AlertKind, _ body: @MainActor (ParentWindowFixture, PresentedState, AlertPresenter) async -> Void
    ) async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let alert = makePresenter(kind, over: fixture.button, state)
      await body(fixture, state, alert)
      await mainLoopSettles()
      alert.viewWasRemoved()
      await waitForDialogs(0)
      await fixture.end()
    }

    @Test(arguments: AlertKind.available) func `a very long message is truncated to the limit`(kind: AlertKind) async {
      await withPresenter(kind) { _, state, alert in
        state.item = Item(id: 1, text: String(repeating: "word ", count: 300_000))
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        // The second text is the message. The limit is 16,384 bytes, to which “…” is added. The lower bound allows a
        // cut a little before the limit.
        let message = texts(in: dialogs()[0])[1]
        #expect((16_000...16_384 + "…".utf8.count).contains(message.utf8.count))
        #expect(message.hasSuffix("…"))
      }
    }

    @Test(.presentationLine(1, 2), arguments: AlertKind.available)
    func `a value is presented once, and nil closes the alert`(
      kind: AlertKind
    ) async {
      await withPresenter(kind) { _, state, alert in
        // Line 1 of the contract: a value is presented once, although the presenter is notified four times
        state.item = Item(id: 1, text: "one")
        for _ in 1...3 { alert.stateMayHaveChanged() }
        await waitForDialogs(1)
        #expect(texts(in: dialogs()[0]).prefix(2) == ["Item 1", "one"])
        alert.stateMayHaveChanged()
        await mainLoopSettles()
        #expect(dialogs().count == 1)

        // Line 2 of the contract: code sets nil, which closes the alert without the action of a button
        state.item = nil
        alert.stateMayHaveChanged()
        await waitForDialogs(0)
        await mainLoopSettles()
        #expect(state.events == ["alert dismissed"])
        #expect(state.clears == 0)
      }
    }

    @Test(.presentationLine(3), arguments: AlertKind.available)
    func `a button runs its action once and clears the state`(kind: AlertKind) async {
      await withPresenter(kind) { _, state, alert in
        state.item = Item(id: 1, text: "A message of one line.")
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        await writeScreenshot(of: dialogs()[0], "alert-presented-\(kind)")
        // No text of the alert is selected when the alert opens.
        let labels = widgets(ofType: gtk_label_get_type(), in: dialogs()[0])
        #expect(labels.allSatisfy { gtk_label_get_selection_bounds($0.opaque, nil, nil) == 0 })
        await click(button("Remove", in: dialogs()[0])!)
        await waitUntil("the dismissal") { state.dismissals > 0 }
        #expect(state.events == ["remove", "alert dismissed"])
        #expect(state.item == nil)
        #expect(state.clears == 1)
      }
    }

    @Test(.presentationLine(4), arguments: AlertKind.available)
    func `another value set by a button's action is presented`(
      kind: AlertKind
    ) async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let alert = makePresenter(kind, over: fixture.button, state) { state in
        [AlertButton("Next") { state.item = Item(id: 2) }]
      }
      state.item = Item(id: 1)
      alert.stateMayHaveChanged()
      await waitForDialogs(1)
      await click(button("Next", in: dialogs()[0])!)
      await waitUntil("the second alert") { dialogs().count == 1 && texts(in: dialogs()[0]).first == "Item 2" }
      #expect(state.item == Item(id: 2))
      #expect(state.clears == 0)
      #expect(state.dismissals == 1)
      alert.viewWasRemoved()
      await waitForDialogs(0)
      await fixture.end()
    }

    @Test(.presentationLine(5), arguments: AlertKind.available)
    func `Escape and the close button run the cancel button's action`(
      kind: AlertKind
    ) async {
      await withPresenter(kind) { _, state, alert in
        for close in [pressEscape, closeWindow] {
          state.item = Item(id: 1)
          alert.stateMayHaveChanged()
          await waitForDialogs(1)
          await close(dialogs()[0])
          await waitForDialogs(0)
          await mainLoopSettles()
          #expect(state.item == nil)
        }
        #expect(state.events == ["stay", "alert dismissed", "stay", "alert dismissed"])
      }
    }

    @Test(.presentationLine(6, 17), arguments: AlertKind.available)
    func `the same item with other content updates the alert in place`(
      kind: AlertKind
    ) async {
      await withPresenter(kind) { _, state, alert in
        state.item = Item(id: 1, text: "old")
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        let window = dialogs()[0]
        state.item = Item(id: 1, text: "new")
        alert.stateMayHaveChanged()
        await waitUntil("the new text") { texts(in: window).contains("new") }
        #expect(dialogs() == [window])
        #expect(state.dismissals == 0)
      }
    }

    @Test(.presentationLine(7), arguments: AlertKind.available)
    func `another item replaces the alert without clearing the state`(
      kind: AlertKind
    ) async {
      await withPresenter(kind) { _, state, alert in
        state.item = Item(id: 1)
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        state.item = Item(id: 2)
        alert.updateNow()
        // While the first alert is closing, a third item replaces the second one.
        state.item = Item(id: 3)
        alert.stateMayHaveChanged()
        await waitUntil("the third") { dialogs().count == 1 && texts(in: dialogs()[0]).first == "Item 3" }
        #expect(state.clears == 0)
      }
    }

    @Test(.presentationLine(9), arguments: AlertKind.available)
    func `only the last of several changes in one turn is presented`(
      kind: AlertKind
    ) async {
      await withPresenter(kind) { _, state, alert in
        for item in [nil, Item(id: 1), nil, Item(id: 2)] {
          state.item = item
          alert.stateMayHaveChanged()
        }
        await waitForDialogs(1)
        #expect(texts(in: dialogs()[0]).first == "Item 2")
        #expect(state.dismissals == 0)
      }
    }

    @Test(.presentationLine(10), arguments: AlertKind.available)
    func `an alert waits until its window is on screen`(
      kind: AlertKind
    ) async {
      // Given a window that is not on screen
      let window = gtk_window_new()!.window
      let state = PresentedState()
      let alert = makePresenter(kind, over: window.widget, state)
      state.item = Item(id: 1)
      alert.stateMayHaveChanged()
      await mainLoopSettles()
      #expect(openWindows().count == 1)

      // When the window comes on screen, then the alert is presented
      gtk_window_present(window)
      await waitForDialogs(1)
      await destroyWindow(window)
      await waitUntil("the dismissal") { state.dismissals == 1 }
    }

    @Test(.presentationLine(11), arguments: AlertKind.available)
    func `destroying the parent closes the alert without writing the state`(
      kind: AlertKind
    ) async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let alert = makePresenter(kind, over: fixture.button, state)
      state.item = Item(id: 1)
      alert.stateMayHaveChanged()
      await waitForDialogs(1)
      await fixture.end()
      await waitUntil("the dismissal") { state.dismissals == 1 }
      #expect(state.clears == 0)
      #expect(state.item == Item(id: 1))
      #expect(openWindows().isEmpty)
    }

    @Test(.presentationLine(11), arguments: AlertKind.available)
    func `removing the view closes the alert without writing the state`(
      kind: AlertKind
    ) async {
      await withPresenter(kind) { _, state, alert in
        state.item = Item(id: 1)
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        alert.viewWasRemoved()
        await waitUntil("the dismissal") { state.dismissals == 1 }
        #expect(state.clears == 0)
        #expect(dialogs().isEmpty)
      }
    }

    @Test(.presentationLine(21), arguments: AlertKind.available)
    func `two alerts of one view are stacked, and each follows its own state`(
      kind: AlertKind
    ) async {
      let fixture = await ParentWindowFixture()
      let (firstState, secondState) = (PresentedState(), PresentedState())
      let firstAlert = makePresenter(kind, over: fixture.button, firstState, name: "first")
      let secondAlert = makePresenter(kind, over: fixture.button, secondState, name: "second")
      firstState.item = Item(id: 1)
      secondState.item = Item(id: 2)
      firstAlert.stateMayHaveChanged()
      secondAlert.stateMayHaveChanged()
      await waitForDialogs(2)
      #expect(gtk_window_get_transient_for(dialogs()[1]) == dialogs()[0])

      // When code dismisses the lower alert, the upper alert stays
      firstState.item = nil
      firstAlert.stateMayHaveChanged()
      await waitForDialogs(1)
      #expect(texts(in: dialogs()[0]).first == "Item 2")
      #expect(gtk_window_get_transient_for(dialogs()[0]) == fixture.window)
      #expect(secondState.item == Item(id: 2))
      await pressEscape(in: dialogs()[0])
      await waitUntil("the second to go") { secondState.item == nil && dialogs().isEmpty }
      #expect((firstState.dismissals, secondState.dismissals) == (1, 1))
      firstAlert.viewWasRemoved()
      secondAlert.viewWasRemoved()
      await fixture.end()
    }

    @Test(.presentationLine(16, 23), arguments: AlertKind.available)
    func `an alert without buttons has an OK button, and an equal value is presented again`(
      kind: AlertKind
    ) async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let alert = makePresenter(kind, over: fixture.button, state) { _ in [] }
      state.item = Item(id: 1)
      alert.stateMayHaveChanged()
      await waitForDialogs(1)
      #expect(button("OK", in: dialogs()[0]) != nil)
      await pressEscape(in: dialogs()[0])
      await waitUntil("the dismissal") { state.dismissals == 1 && state.item == nil }
      // Line 23 of the contract: an equal value is presented again
      state.item = Item(id: 1)
      alert.stateMayHaveChanged()
      await waitForDialogs(1)
      alert.viewWasRemoved()
      await waitForDialogs(0)
      await fixture.end()
    }

    @Test(.presentationLine(19), arguments: AlertKind.available)
    func `the focus returns to the widget that had it before the alert`(
      kind: AlertKind
    ) async {
      await withPresenter(kind) { fixture, state, alert in
        state.item = Item(id: 1)
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        await pressEscape(in: dialogs()[0])
        await waitForDialogs(0)
        #expect(gtk_window_get_focus(fixture.window) == fixture.button)
      }
    }

    @Test(.presentationLine(15), arguments: AlertKind.available)
    func `with interactive dismissal disabled, Escape and the close button do nothing`(
      kind: AlertKind
    ) async {
      await withPresenter(kind) { _, state, alert in
        state.item = Item(id: 1)
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        alert.setInteractiveDismissDisabled(true)
        await pressEscape(in: dialogs()[0])
        await closeWindow(dialogs()[0])
        await mainLoopSettles()
        #expect(dialogs().count == 1)
        state.item = nil
        alert.stateMayHaveChanged()
        await waitForDialogs(0)
      }
    }

    @Test(.presentationLine(24), arguments: AlertKind.available)
    func `a task that starts while an alert is open runs within a millisecond`(
      kind: AlertKind
    ) async {
      await withPresenter(kind) { _, state, alert in
        state.item = Item(id: 1)
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        await mainLoopSettles()
        // The shortest delay of several runs is measured, because the machine may be busy. If the main loop polled for
        // tasks, each run would exceed the limit.
        var shortestDelay = Duration.seconds(1)
        for _ in 1...20 {
          let start = ContinuousClock.now
          await Task { @MainActor in shortestDelay = min(shortestDelay, ContinuousClock.now - start) }.value
        }
        #expect(shortestDelay < .milliseconds(1))
      }
    }

    @Test(.presentationLine(19), arguments: AlertKind.available)
    func `a closed alert, its presenter and its parent are released`(kind: AlertKind) async {
      let deallocations = DeallocationWatch()
      do {
        let fixture = await ParentWindowFixture()
        let state = PresentedState()
        let alert = makePresenter(kind, over: fixture.button, state)
        deallocations.watch(fixture.window, "the parent")
        deallocations.watch(fixture.button, "the button")
        deallocations.watch(state, "the state")
        deallocations.watch(alert, "the presenter")
        state.item = Item(id: 1)
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        deallocations.watch(dialogs()[0], "the alert")
        await pressEscape(in: dialogs()[0])
        await waitForDialogs(0)
        alert.viewWasRemoved()
        await fixture.end()
      }
      await deallocations.expectAll()
    }
  }
}
