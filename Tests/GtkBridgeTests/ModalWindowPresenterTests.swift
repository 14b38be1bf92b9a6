import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import TestTraits
import Testing

extension GtkBridgeTests {
  /// The presentation contract (docs/library/presentation.md), with sheets, covers and separate windows.
  /// `presentationLine` names the lines of the contract that a test covers. `clears` counts the writes of `nil` by the
  /// presenter, and `dismissals` counts the calls of `onDismiss`.
  @MainActor @Suite struct ModalWindowPresenterTests {
    /// Returns the presenter of a state's item. The events that the presenter adds to the state begin with `name`.
    private func makePresenter(
      _ style: ModalWindow.Style = .sheet, over widget: UnsafeMutablePointer<GtkWidget>, _ state: PresentedState,
      name: String = "sheet"
    ) -> ModalWindowPresenter {
      var label: OpaquePointer?
      return ModalWindowPresenter(
        style, over: widget, source: state.source(name),
        content: .init(
          make: { window in
            window.title = "Item \(state.item!.id)"
            let newLabel = gtk_label_new(state.item!.text)!
            label = newLabel.opaque
            state.events.append("\(name) made")
            return newLabel
          },
          update: { _ in gtk_label_set_text(label, state.item!.text) },
          discard: { _ in state.events.append("\(name) discarded") }))
    }

    /// Sets the item of a state, and waits until one more dialog is on screen.
    private func show(_ item: Item, _ state: PresentedState, _ sheet: ModalWindowPresenter) async {
      let previousCount = dialogs().count
      state.item = item
      sheet.stateMayHaveChanged()
      await waitForDialogs(previousCount + 1)
    }

    /// Ends the presentations, waits until all dialogs are closed, and destroys the parent window.
    private func end(_ fixture: ParentWindowFixture, _ presenters: DialogPresenter...) async {
      presenters.forEach { $0.viewWasRemoved() }
      await waitForDialogs(0)
      await fixture.end()
    }

    @Test(.presentationLine(1, 2), arguments: [ModalWindow.Style.sheet, .fullScreenCover])
    func `a value is presented in a modal window, and nil closes the window`(style: ModalWindow.Style) async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let sheet = makePresenter(style, over: fixture.button, state)
      await show(Item(id: 1, text: "one"), state, sheet)
      let window = dialogs()[0]
      #expect(gtk_window_get_modal(window) != 0)
      #expect(gtk_window_get_transient_for(window) == fixture.window)
      #expect(gtk_accessible_get_accessible_role(window.opaque) == GTK_ACCESSIBLE_ROLE_DIALOG)
      #expect(hasAccessibleName("Item 1", window))
      #expect(texts(in: window).contains("one"))
      await writeScreenshot(of: window, "modal-\(style)")
      state.item = nil
      sheet.stateMayHaveChanged()
      await waitForDialogs(0)
      await mainLoopSettles()
      #expect(state.events == ["sheet made", "sheet discarded", "sheet dismissed"])
      #expect(state.clears == 0)
      #expect(sheet.window == nil)
      await end(fixture, sheet)
    }

    /// Returns the visible windows except the parent window, including separate windows (`ModalWindow.Style.window`).
    /// `dialogs()` does not return separate windows, because they are not transient.
    private func mappedWindows(besides fixture: ParentWindowFixture) -> [UnsafeMutablePointer<GtkWindow>] {
      openWindows().filter { $0 != fixture.window && gtk_widget_get_mapped($0.widget) != 0 }
    }

    /// Presents item 1 in a separate window, and returns the window.
    private func showSeparateWindow(
      _ fixture: ParentWindowFixture, _ state: PresentedState, _ presenter: ModalWindowPresenter
    ) async throws -> UnsafeMutablePointer<GtkWindow> {
      state.item = Item(id: 1)
      presenter.stateMayHaveChanged()
      await waitUntil("the window is on screen") { mappedWindows(besides: fixture).count == 1 }
      return try #require(mappedWindows(besides: fixture).first)
    }

    @Test func `a separate window is not modal, and closes by Escape, Control-W or its close button`() async throws {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let separate = makePresenter(.window, over: fixture.button, state)
      let waysToClose: [@MainActor (UnsafeMutablePointer<GtkWindow>) async -> Void] = [
        pressEscape, closeWindow,
        { window in
          // Without Control, the key does not close the window.
          #expect(await pressKey(UInt32(GDK_KEY_w), on: window.widget) == false)
          #expect(await pressKey(GDK_KEY_w, holding: GDK_CONTROL_MASK, on: window.widget))
        },
      ]
      for (earlierDismissals, close) in waysToClose.enumerated() {
        let window = try await showSeparateWindow(fixture, state, separate)
        #expect(gtk_window_get_modal(window) == 0)
        #expect(gtk_window_get_transient_for(window) == nil)
        #expect(hasAccessibleName("Item 1", window))
        await close(window)
        await waitUntil("the window is gone") { mappedWindows(besides: fixture).isEmpty }
        #expect(state.item == nil)
        #expect((state.clears, state.dismissals) == (earlierDismissals + 1, earlierDismissals + 1))
      }
      await end(fixture, separate)
    }

    @Test
    func `a separate window closes with its parent, and a sheet stands on the parent, not on the separate window`()
      async throws
    {
      let fixture = await ParentWindowFixture()
      let (state, sheetState) = (PresentedState(), PresentedState())
      let separate = makePresenter(.window, over: fixture.button, state, name: "window")
      let sheet = makePresenter(over: fixture.button, sheetState)
      _ = try await showSeparateWindow(fixture, state, separate)
      await show(Item(id: 2), sheetState, sheet)
      #expect(gtk_window_get_transient_for(dialogs()[0]) == fixture.window)
      await fixture.end()
      await waitUntil("both are gone") { mappedWindows(besides: fixture).isEmpty }
      #expect(state.events.contains("window discarded"))
    }

    @Test(.presentationLine(5)) func `Escape and the close button clear the state once`() async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let sheet = makePresenter(over: fixture.button, state)
      for (earlierDismissals, close) in [pressEscape, closeWindow].enumerated() {
        await show(Item(id: 1), state, sheet)
        await close(dialogs()[0])
        await waitForDialogs(0)
        #expect(state.item == nil)
        #expect((state.clears, state.dismissals) == (earlierDismissals + 1, earlierDismissals + 1))
        #expect(gtk_window_get_focus(fixture.window) == fixture.button)
      }
      await end(fixture, sheet)
    }

    @Test(.presentationLine(5)) func `a sheet's content can dismiss the sheet`() async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let sheet = makePresenter(over: fixture.button, state)
      await show(Item(id: 1), state, sheet)
      // The content can dismiss the sheet even if the user cannot.
      sheet.setInteractiveDismissDisabled(true)
      await performInEventHandler { sheet.window!.dismiss() }
      await waitForDialogs(0)
      #expect((state.clears, state.dismissals) == (1, 1))
      await end(fixture, sheet)
    }

    @Test(.presentationLine(6, 7, 17))
    func `a change of the same item updates the content in place, and another item replaces the window`() async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let sheet = makePresenter(over: fixture.button, state)
      await show(Item(id: 1, text: "old"), state, sheet)
      let window = dialogs()[0]

      state.item = Item(id: 1, text: "new")
      sheet.stateMayHaveChanged()
      await waitUntil("the new text") { texts(in: window).contains("new") }
      #expect(state.events == ["sheet made"])

      state.item = Item(id: 2, text: "other")
      sheet.stateMayHaveChanged()
      await waitUntil("the other window") { dialogs().count == 1 && texts(in: dialogs()[0]).contains("other") }
      #expect(state.events == ["sheet made", "sheet discarded", "sheet dismissed", "sheet made"])
      #expect(state.clears == 0)
      await end(fixture, sheet)
    }

    @Test(.presentationLine(15)) func `with interactive dismissal disabled, only code closes a sheet`() async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let sheet = makePresenter(over: fixture.button, state)
      await show(Item(id: 1), state, sheet)
      sheet.setInteractiveDismissDisabled(true)
      await pressEscape(in: dialogs()[0])
      await closeWindow(dialogs()[0])
      await mainLoopSettles()
      #expect(dialogs().count == 1)
      #expect(state.item != nil)
      state.item = nil
      sheet.stateMayHaveChanged()
      await waitForDialogs(0)
      await end(fixture, sheet)
    }

    @Test(.presentationLine(14)) func `simultaneous closing by the user and by code dismisses a sheet once`() async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let sheet = makePresenter(over: fixture.button, state)
      await show(Item(id: 1), state, sheet)
      let window = dialogs()[0]
      await performInEventHandler {
        state.item = nil
        sheet.stateMayHaveChanged()
        gtk_window_close(window)
      }
      await waitForDialogs(0)
      await mainLoopSettles()
      #expect(state.dismissals == 1)
      await end(fixture, sheet)
    }

    @Test(.presentationLine(12))
    func `an alert of the parent is presented above an open sheet and stays when the sheet closes`() async {
      let fixture = await ParentWindowFixture()
      let (sheetState, alertState) = (PresentedState(), PresentedState())
      let sheet = makePresenter(over: fixture.button, sheetState)
      let alert = AlertPresenter(over: fixture.button, source: alertState.source("alert")) {
        alertState.item.map { AlertContent(title: "Alert \($0.id)") }
      }
      await show(Item(id: 1), sheetState, sheet)
      let sheetWindow = dialogs()[0]
      alertState.item = Item(id: 2)
      alert.stateMayHaveChanged()
      await waitForDialogs(2)
      #expect(gtk_window_get_transient_for(dialogs()[1]) == sheetWindow)

      sheetState.item = nil
      sheet.stateMayHaveChanged()
      await waitForDialogs(1)
      #expect(gtk_window_get_transient_for(dialogs()[0]) == fixture.window)
      #expect(alertState.item != nil)
      await end(fixture, sheet, alert)
    }

    @Test(.presentationLine(13)) func `nested dialogs close innermost first, each once, and each state is nil`()
      async
    {
      // Given three nested sheets, and an alert in the innermost sheet. The states are in this order.
      let fixture = await ParentWindowFixture()
      let states = [PresentedState(), PresentedState(), PresentedState(), PresentedState()]
      var dismissedIndices: [Int] = []
      for (index, state) in states.enumerated() { state.onDismiss = { dismissedIndices.append(index) } }
      let outer = makePresenter(over: fixture.button, states[0])
      await show(Item(id: 1), states[0], outer)
      let middle = makePresenter(over: outer.window!.window.widget, states[1])
      await show(Item(id: 2), states[1], middle)
      let inner = makePresenter(over: middle.window!.window.widget, states[2])
      await show(Item(id: 3), states[2], inner)
      let alert = AlertPresenter(over: inner.window!.window.widget, source: states[3].source("alert")) {
        states[3].item.map { AlertContent(title: "Alert \($0.id)") }
      }
      states[3].item = Item(id: 4)
      alert.stateMayHaveChanged()
      await waitForDialogs(4)

      // When the item of the outermost sheet becomes nil
      states[0].item = nil
      outer.stateMayHaveChanged()
      await waitForDialogs(0)
      await waitUntil("the last dismissal") { dismissedIndices.count == 4 }

      #expect(dismissedIndices == [3, 2, 1, 0])
      #expect(states.allSatisfy { $0.item == nil })
      await end(fixture, outer)
    }

    @Test(.presentationLine(11)) func `destroying the root window closes nested sheets without writing the state`()
      async
    {
      let fixture = await ParentWindowFixture()
      let states = [PresentedState(), PresentedState()]
      let outer = makePresenter(over: fixture.button, states[0])
      await show(Item(id: 1), states[0], outer)
      let inner = makePresenter(over: outer.window!.window.widget, states[1])
      await show(Item(id: 2), states[1], inner)
      await fixture.end()
      await waitUntil("all to go") { openWindows().isEmpty }
      #expect(states.map(\.dismissals) == [1, 1])
      #expect(states.map(\.clears) == [0, 0])
    }

    @Test func `a sheet whose window is destroyed by other code clears its state`() async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let sheet = makePresenter(over: fixture.button, state)
      await show(Item(id: 1), state, sheet)
      await destroyWindow(dialogs()[0])
      #expect((state.clears, state.dismissals) == (1, 1))
      await end(fixture, sheet)
    }

    @Test(.presentationLine(8)) func `an item set by onDismiss is presented after the old window has closed`() async {
      // Given a sheet whose onDismiss sets another item
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let sheet = makePresenter(over: fixture.button, state)
      await show(Item(id: 1), state, sheet)
      state.onDismiss = {
        state.onDismiss = {}
        state.item = Item(id: 5, text: "five")
        sheet.stateMayHaveChanged()
      }
      await pressEscape(in: dialogs()[0])
      await waitUntil("the item set by onDismiss") { dialogs().count == 1 && texts(in: dialogs()[0]).contains("five") }
      await end(fixture, sheet)
    }

    @Test func `a cover has its parent's size, also after the parent's size has changed`() async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let cover = makePresenter(.fullScreenCover, over: fixture.button, state)
      await show(Item(id: 1), state, cover)
      let window = dialogs()[0]
      func size(_ window: UnsafeMutablePointer<GtkWindow>) -> [Int32] {
        [gtk_widget_get_width(window.widget), gtk_widget_get_height(window.widget)]
      }
      await waitUntil("the parent's size") { size(window) == size(fixture.window) }
      #expect(gtk_window_get_decorated(window) == 0)
      let initialSize = size(fixture.window)
      gtk_window_set_default_size(fixture.window, 500, 350)
      await waitUntil("the parent's new size") {
        size(fixture.window) != initialSize && size(window) == size(fixture.window)
      }
      await end(fixture, cover)
    }

    @Test(.presentationLine(19)) func `a closed sheet, its presenter and its widgets are released`() async {
      let deallocations = DeallocationWatch()
      do {
        let fixture = await ParentWindowFixture()
        let state = PresentedState()
        let sheet = makePresenter(over: fixture.button, state)
        deallocations.watch(fixture.window, "the parent")
        deallocations.watch(state, "the state")
        deallocations.watch(sheet, "the presenter")
        await show(Item(id: 1), state, sheet)
        deallocations.watch(dialogs()[0], "the window")
        deallocations.watch(sheet.window!, "the window's object")
        for widget in widgets(in: dialogs()[0].widget) { deallocations.watch(widget, describe(widget)) }
        await pressEscape(in: dialogs()[0])
        await waitForDialogs(0)
        sheet.viewWasRemoved()
        await fixture.end()
      }
      await deallocations.expectAll()
    }

    @Test func `an open sheet retains its presenter until the parent window is destroyed`() async {
      let deallocations = DeallocationWatch()
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      var sheet: ModalWindowPresenter? = makePresenter(over: fixture.button, state)
      deallocations.watch(sheet!, "the presenter")
      await show(Item(id: 1), state, sheet!)
      sheet = nil
      #expect(deallocations.survivors == ["the presenter"])
      await fixture.end()
      #expect(state.dismissals == 1)
      await deallocations.expectAll()
    }
  }
}
