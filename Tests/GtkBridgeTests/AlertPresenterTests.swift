import CGtk
import CGtkDialogs
import GtkBridge
import GtkTestSupport
import Presentation
import TestTraits
import Testing

/// The implementation that shows an alert: GTK's dialogs, and our own window for alerts with widgets in them.
enum AlertKind: String, Sendable, CustomTestStringConvertible {
  case alertDialog, messageDialog, custom

  var testDescription: String { rawValue }

  static var available: [AlertKind] {
    cgtk_alert_has_alert_dialog() ? [.alertDialog, .messageDialog, .custom] : [.messageDialog, .custom]
  }
}

extension GtkBridgeTests {
  /// The lifecycle's cases, with the alerts that this GTK has.
  @MainActor @Suite struct AlertPresenterTests {
    private func presenter(
      _ kind: AlertKind, over widget: UnsafeMutablePointer<GtkWidget>, _ screen: Screen, name: String = "alert",
      buttons: @escaping @MainActor (Screen) -> [AlertButton] = { screen in
        [
          AlertButton("Stay", role: .cancel) { screen.events.append("stay") },
          AlertButton("Remove", role: .destructive) { screen.events.append("remove") },
        ]
      }
    ) -> AlertPresenter {
      AlertPresenter.backend = kind == .messageDialog ? .message : .automatic
      return AlertPresenter(
        over: widget, source: screen.source(name),
        makeAccessory: { kind == .custom ? gtk_entry_new() : nil },
        content: {
          screen.item.map { AlertContent(title: "Item \($0.id)", message: $0.text, buttons: buttons(screen)) }
        })
    }

    private func run(
      _ kind: AlertKind, _ body: @MainActor (ParentWindowFixture, Screen, AlertPresenter) async -> Void
    ) async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let alert = presenter(kind, over: fixture.button, screen)
      await body(fixture, screen, alert)
      await mainLoopSettles()
      alert.viewWasRemoved()
      await waitForDialogs(0)
      await fixture.end()
    }

    @Test(arguments: AlertKind.available) func `a message of any length is shown up to its limit`(kind: AlertKind) async
    {
      await run(kind) { _, screen, alert in
        screen.item = Item(id: 1, text: String(repeating: "word ", count: 300_000))
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        let message = texts(in: dialogs()[0])[1]
        #expect((16_000...16_384 + "…".utf8.count).contains(message.utf8.count))
        #expect(message.hasSuffix("…"))
      }
    }

    @Test(.presentationLine(1, 2), arguments: AlertKind.available) func `a value is shown once, and nil closes it`(
      kind: AlertKind
    ) async {
      await run(kind) { _, screen, alert in
        // Case 1: a value, with three notifications
        screen.item = Item(id: 1, text: "one")
        for _ in 1...3 { alert.stateMayHaveChanged() }
        await waitForDialogs(1)
        #expect(texts(in: dialogs()[0]).prefix(2) == ["Item 1", "one"])
        alert.stateMayHaveChanged()
        await mainLoopSettles()
        #expect(dialogs().count == 1)

        // Case 2: nil by code
        screen.item = nil
        alert.stateMayHaveChanged()
        await waitForDialogs(0)
        await mainLoopSettles()
        #expect(screen.events == ["alert dismissed"])
        #expect(screen.clears == 0)
      }
    }

    @Test(.presentationLine(3), arguments: AlertKind.available)
    func `a button runs its action once and clears the state`(kind: AlertKind) async {
      await run(kind) { _, screen, alert in
        screen.item = Item(id: 1, text: "A message of one line.")
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        await writeScreenshot(of: dialogs()[0], "alert-presented-\(kind)")
        let labels = widgets(ofType: gtk_label_get_type(), in: dialogs()[0])
        #expect(labels.allSatisfy { gtk_label_get_selection_bounds($0.opaque, nil, nil) == 0 })
        await click(button("Remove", in: dialogs()[0])!)
        await waitUntil("the dismissal") { screen.dismissals > 0 }
        #expect(screen.events == ["remove", "alert dismissed"])
        #expect(screen.item == nil)
        #expect(screen.clears == 1)
      }
    }

    @Test(.presentationLine(4), arguments: AlertKind.available) func `an action may set another value, which is shown`(
      kind: AlertKind
    ) async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let alert = presenter(kind, over: fixture.button, screen) { screen in
        [AlertButton("Next") { screen.item = Item(id: 2) }]
      }
      screen.item = Item(id: 1)
      alert.stateMayHaveChanged()
      await waitForDialogs(1)
      await click(button("Next", in: dialogs()[0])!)
      await waitUntil("the second alert") { dialogs().count == 1 && texts(in: dialogs()[0]).first == "Item 2" }
      #expect(screen.item == Item(id: 2))
      #expect(screen.clears == 0)
      #expect(screen.dismissals == 1)
      alert.viewWasRemoved()
      await waitForDialogs(0)
      await fixture.end()
    }

    @Test(.presentationLine(5), arguments: AlertKind.available)
    func `Escape and the close button do what the cancel button does`(
      kind: AlertKind
    ) async {
      await run(kind) { _, screen, alert in
        for close in [pressEscape, closeWindow] {
          screen.item = Item(id: 1)
          alert.stateMayHaveChanged()
          await waitForDialogs(1)
          await close(dialogs()[0])
          await waitForDialogs(0)
          await mainLoopSettles()
          #expect(screen.item == nil)
        }
        #expect(screen.events == ["stay", "alert dismissed", "stay", "alert dismissed"])
      }
    }

    @Test(.presentationLine(6, 17), arguments: AlertKind.available)
    func `the same item with other content updates the alert in place`(
      kind: AlertKind
    ) async {
      await run(kind) { _, screen, alert in
        screen.item = Item(id: 1, text: "old")
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        let window = dialogs()[0]
        screen.item = Item(id: 1, text: "new")
        alert.stateMayHaveChanged()
        await waitUntil("the new text") { texts(in: window).contains("new") }
        #expect(dialogs() == [window])
        #expect(screen.dismissals == 0)
      }
    }

    @Test(.presentationLine(7), arguments: AlertKind.available)
    func `another item replaces the alert, without clearing the state`(
      kind: AlertKind
    ) async {
      await run(kind) { _, screen, alert in
        screen.item = Item(id: 1)
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        screen.item = Item(id: 2)
        alert.updateNow()
        // Case 8: if the first was still closing, the newest is shown
        screen.item = Item(id: 3)
        alert.stateMayHaveChanged()
        await waitUntil("the third") { dialogs().count == 1 && texts(in: dialogs()[0]).first == "Item 3" }
        #expect(screen.clears == 0)
      }
    }

    @Test(.presentationLine(9), arguments: AlertKind.available) func `of changes in one turn only the last is shown`(
      kind: AlertKind
    ) async {
      await run(kind) { _, screen, alert in
        for item in [nil, Item(id: 1), nil, Item(id: 2)] {
          screen.item = item
          alert.stateMayHaveChanged()
        }
        await waitForDialogs(1)
        #expect(texts(in: dialogs()[0]).first == "Item 2")
        #expect(screen.dismissals == 0)
      }
    }

    @Test(.presentationLine(10), arguments: AlertKind.available) func `before its window is on screen it waits`(
      kind: AlertKind
    ) async {
      // Given a window that is not on screen
      let window = gtk_window_new()!.window
      let screen = Screen()
      let alert = presenter(kind, over: window.widget, screen)
      screen.item = Item(id: 1)
      alert.stateMayHaveChanged()
      await mainLoopSettles()
      #expect(openWindows().count == 1)

      // When it comes on screen, then the alert follows
      gtk_window_present(window)
      await waitForDialogs(1)
      await destroyWindow(window)
      await waitUntil("the dismissal") { screen.dismissals == 1 }
    }

    @Test(.presentationLine(11), arguments: AlertKind.available)
    func `when its parent is destroyed it goes, and writes nothing`(
      kind: AlertKind
    ) async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let alert = presenter(kind, over: fixture.button, screen)
      screen.item = Item(id: 1)
      alert.stateMayHaveChanged()
      await waitForDialogs(1)
      await fixture.end()
      await waitUntil("the dismissal") { screen.dismissals == 1 }
      #expect(screen.clears == 0)
      #expect(screen.item == Item(id: 1))
      #expect(openWindows().isEmpty)
    }

    @Test(.presentationLine(11), arguments: AlertKind.available) func `when its view goes it goes, and writes nothing`(
      kind: AlertKind
    ) async {
      await run(kind) { _, screen, alert in
        screen.item = Item(id: 1)
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        alert.viewWasRemoved()
        await waitUntil("the dismissal") { screen.dismissals == 1 }
        #expect(screen.clears == 0)
        #expect(dialogs().isEmpty)
      }
    }

    @Test(.presentationLine(21), arguments: AlertKind.available)
    func `two alerts of one view stand on each other, and each clears its own state`(
      kind: AlertKind
    ) async {
      let fixture = await ParentWindowFixture()
      let (firstScreen, secondScreen) = (Screen(), Screen())
      let first = presenter(kind, over: fixture.button, firstScreen, name: "first")
      let second = presenter(kind, over: fixture.button, secondScreen, name: "second")
      firstScreen.item = Item(id: 1)
      secondScreen.item = Item(id: 2)
      first.stateMayHaveChanged()
      second.stateMayHaveChanged()
      await waitForDialogs(2)
      #expect(gtk_window_get_transient_for(dialogs()[1]) == dialogs()[0])

      // When code dismisses the lower one, the upper one stays
      firstScreen.item = nil
      first.stateMayHaveChanged()
      await waitForDialogs(1)
      #expect(texts(in: dialogs()[0]).first == "Item 2")
      #expect(gtk_window_get_transient_for(dialogs()[0]) == fixture.window)
      #expect(secondScreen.item == Item(id: 2))
      await pressEscape(in: dialogs()[0])
      await waitUntil("the second to go") { secondScreen.item == nil && dialogs().isEmpty }
      #expect((firstScreen.dismissals, secondScreen.dismissals) == (1, 1))
      first.viewWasRemoved()
      second.viewWasRemoved()
      await fixture.end()
    }

    @Test(.presentationLine(16, 23), arguments: AlertKind.available) func `without buttons it has one that says OK`(
      kind: AlertKind
    ) async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let alert = presenter(kind, over: fixture.button, screen) { _ in [] }
      screen.item = Item(id: 1)
      alert.stateMayHaveChanged()
      await waitForDialogs(1)
      #expect(button("OK", in: dialogs()[0]) != nil)
      await pressEscape(in: dialogs()[0])
      await waitUntil("the dismissal") { screen.dismissals == 1 && screen.item == nil }
      // Case 23: an equal value is presented again
      screen.item = Item(id: 1)
      alert.stateMayHaveChanged()
      await waitForDialogs(1)
      alert.viewWasRemoved()
      await waitForDialogs(0)
      await fixture.end()
    }

    @Test(.presentationLine(19), arguments: AlertKind.available) func `the focus returns to the widget that had it`(
      kind: AlertKind
    ) async {
      await run(kind) { fixture, screen, alert in
        screen.item = Item(id: 1)
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        await pressEscape(in: dialogs()[0])
        await waitForDialogs(0)
        #expect(gtk_window_get_focus(fixture.window) == fixture.button)
      }
    }

    @Test(.presentationLine(15), arguments: AlertKind.available)
    func `without leave to dismiss it, Escape and the close button do nothing`(
      kind: AlertKind
    ) async {
      await run(kind) { _, screen, alert in
        screen.item = Item(id: 1)
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        alert.setInteractiveDismissDisabled(true)
        await pressEscape(in: dialogs()[0])
        await closeWindow(dialogs()[0])
        await mainLoopSettles()
        #expect(dialogs().count == 1)
        screen.item = nil
        alert.stateMayHaveChanged()
        await waitForDialogs(0)
      }
    }

    @Test(.presentationLine(24), arguments: AlertKind.available)
    func `a task that starts while it is open runs within a millisecond`(
      kind: AlertKind
    ) async {
      await run(kind) { _, screen, alert in
        screen.item = Item(id: 1)
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        await mainLoopSettles()
        // The best of several runs, since the machine may be busy. Polling would exceed the limit in each run.
        var best = Duration.seconds(1)
        for _ in 1...20 {
          let start = ContinuousClock.now
          await Task { @MainActor in best = min(best, ContinuousClock.now - start) }.value
        }
        #expect(best < .milliseconds(1))
      }
    }

    @Test(.presentationLine(19), arguments: AlertKind.available) func `nothing of it stays alive`(kind: AlertKind) async
    {
      let deaths = DeathWatch()
      do {
        let fixture = await ParentWindowFixture()
        let screen = Screen()
        let alert = presenter(kind, over: fixture.button, screen)
        deaths.watch(fixture.window, "the parent")
        deaths.watch(fixture.button, "the button")
        deaths.watch(screen, "the state")
        deaths.watch(alert, "the presenter")
        screen.item = Item(id: 1)
        alert.stateMayHaveChanged()
        await waitForDialogs(1)
        deaths.watch(dialogs()[0], "the alert")
        await pressEscape(in: dialogs()[0])
        await waitForDialogs(0)
        alert.viewWasRemoved()
        await fixture.end()
      }
      await deaths.expectAll()
    }
  }
}
