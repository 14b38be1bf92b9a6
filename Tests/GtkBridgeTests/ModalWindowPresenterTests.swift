import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import TestTraits
import Testing

extension GtkBridgeTests {
  /// The lifecycle's cases, with sheets and covers.
  @MainActor @Suite struct ModalWindowPresenterTests {
    private func presenter(
      _ style: ModalWindow.Style = .sheet, over widget: UnsafeMutablePointer<GtkWidget>, _ screen: Screen,
      name: String = "sheet"
    ) -> ModalWindowPresenter {
      var label: OpaquePointer?
      return ModalWindowPresenter(
        style, over: widget, source: screen.source(name),
        content: .init(
          make: { window in
            window.title = "Item \(screen.item!.id)"
            let new = gtk_label_new(screen.item!.text)!
            label = new.opaque
            screen.events.append("\(name) made")
            return new
          },
          update: { _ in gtk_label_set_text(label, screen.item!.text) },
          discard: { _ in screen.events.append("\(name) discarded") }))
    }

    private func show(_ item: Item, _ screen: Screen, _ sheet: ModalWindowPresenter) async {
      let count = dialogs().count
      screen.item = item
      sheet.stateMayHaveChanged()
      await waitForDialogs(count + 1)
    }

    private func end(_ fixture: ParentWindowFixture, _ presenters: DialogPresenter...) async {
      presenters.forEach { $0.viewWasRemoved() }
      await waitForDialogs(0)
      await fixture.end()
    }

    @Test(.presentationLine(1, 2), arguments: [ModalWindow.Style.sheet, .fullScreenCover])
    func `a value is shown once, and nil closes it`(style: ModalWindow.Style) async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let sheet = presenter(style, over: fixture.button, screen)
      await show(Item(id: 1, text: "one"), screen, sheet)
      let window = dialogs()[0]
      #expect(gtk_window_get_modal(window) != 0)
      #expect(gtk_window_get_transient_for(window) == fixture.window)
      #expect(gtk_accessible_get_accessible_role(window.opaque) == GTK_ACCESSIBLE_ROLE_DIALOG)
      #expect(hasAccessibleName("Item 1", window))
      #expect(texts(in: window).contains("one"))
      await writeScreenshot(of: window, "modal-\(style)")
      screen.item = nil
      sheet.stateMayHaveChanged()
      await waitForDialogs(0)
      await mainLoopSettles()
      #expect(screen.events == ["sheet made", "sheet discarded", "sheet dismissed"])
      #expect(screen.clears == 0)
      #expect(sheet.window == nil)
      await end(fixture, sheet)
    }

    /// The visible windows without the parent window. A window next to another one is not transient.
    private func others(_ fixture: ParentWindowFixture) -> [UnsafeMutablePointer<GtkWindow>] {
      openWindows().filter { $0 != fixture.window && gtk_widget_get_mapped($0.widget) != 0 }
    }

    private func showBeside(
      _ fixture: ParentWindowFixture, _ screen: Screen, _ presenter: ModalWindowPresenter
    ) async throws -> UnsafeMutablePointer<GtkWindow> {
      screen.item = Item(id: 1)
      presenter.stateMayHaveChanged()
      await waitUntil("the window is on screen") { others(fixture).count == 1 }
      return try #require(others(fixture).first)
    }

    @Test
    func
      `a window beside the other one leaves it usable, and closes with Escape, with Control and W, and with its button`()
      async throws
    {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let beside = presenter(.window, over: fixture.button, screen)
      let keys: [@MainActor (UnsafeMutablePointer<GtkWindow>) async -> Void] = [
        pressEscape, closeWindow,
        { window in
          // Without Control the key is not for the window.
          #expect(await pressKey(UInt32(GDK_KEY_w), on: window.widget) == false)
          #expect(await pressKey(GDK_KEY_w, holding: GDK_CONTROL_MASK, on: window.widget))
        },
      ]
      for (count, close) in keys.enumerated() {
        let window = try await showBeside(fixture, screen, beside)
        #expect(gtk_window_get_modal(window) == 0)
        #expect(gtk_window_get_transient_for(window) == nil)
        #expect(hasAccessibleName("Item 1", window))
        await close(window)
        await waitUntil("the window is gone") { others(fixture).isEmpty }
        #expect(screen.item == nil)
        #expect((screen.clears, screen.dismissals) == (count + 1, count + 1))
      }
      await end(fixture, beside)
    }

    @Test func `a window beside the other one goes with it, and a sheet does not stand on it`() async throws {
      let fixture = await ParentWindowFixture()
      let (screen, other) = (Screen(), Screen())
      let beside = presenter(.window, over: fixture.button, screen)
      let sheet = presenter(over: fixture.button, other)
      _ = try await showBeside(fixture, screen, beside)
      await show(Item(id: 2), other, sheet)
      #expect(gtk_window_get_transient_for(dialogs()[0]) == fixture.window)
      await fixture.end()
      await waitUntil("both are gone") { others(fixture).isEmpty }
      #expect(screen.events.contains("sheet discarded"))
    }

    @Test(.presentationLine(5)) func `Escape and the close button clear the state, once`() async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let sheet = presenter(over: fixture.button, screen)
      for (count, close) in [pressEscape, closeWindow].enumerated() {
        await show(Item(id: 1), screen, sheet)
        await close(dialogs()[0])
        await waitForDialogs(0)
        #expect(screen.item == nil)
        #expect((screen.clears, screen.dismissals) == (count + 1, count + 1))
        #expect(gtk_window_get_focus(fixture.window) == fixture.button)
      }
      await end(fixture, sheet)
    }

    @Test(.presentationLine(5)) func `its content may dismiss it`() async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let sheet = presenter(over: fixture.button, screen)
      await show(Item(id: 1), screen, sheet)
      sheet.setInteractiveDismissDisabled(true)
      await performInSource { sheet.window!.dismiss() }
      await waitForDialogs(0)
      #expect((screen.clears, screen.dismissals) == (1, 1))
      await end(fixture, sheet)
    }

    @Test(.presentationLine(6, 7, 17))
    func `the same item updates the content in place, another one replaces the window`() async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let sheet = presenter(over: fixture.button, screen)
      await show(Item(id: 1, text: "old"), screen, sheet)
      let window = dialogs()[0]

      screen.item = Item(id: 1, text: "new")
      sheet.stateMayHaveChanged()
      await waitUntil("the new text") { texts(in: window).contains("new") }
      #expect(screen.events == ["sheet made"])

      screen.item = Item(id: 2, text: "other")
      sheet.stateMayHaveChanged()
      await waitUntil("the other window") { dialogs().count == 1 && texts(in: dialogs()[0]).contains("other") }
      #expect(screen.events == ["sheet made", "sheet discarded", "sheet dismissed", "sheet made"])
      #expect(screen.clears == 0)
      await end(fixture, sheet)
    }

    @Test(.presentationLine(15)) func `without leave to dismiss it, only code closes it`() async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let sheet = presenter(over: fixture.button, screen)
      await show(Item(id: 1), screen, sheet)
      sheet.setInteractiveDismissDisabled(true)
      await pressEscape(in: dialogs()[0])
      await closeWindow(dialogs()[0])
      await mainLoopSettles()
      #expect(dialogs().count == 1)
      #expect(screen.item != nil)
      screen.item = nil
      sheet.stateMayHaveChanged()
      await waitForDialogs(0)
      await end(fixture, sheet)
    }

    @Test(.presentationLine(14)) func `closed by the user and by code at once, it goes once`() async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let sheet = presenter(over: fixture.button, screen)
      await show(Item(id: 1), screen, sheet)
      let window = dialogs()[0]
      await performInSource {
        screen.item = nil
        sheet.stateMayHaveChanged()
        gtk_window_close(window)
      }
      await waitForDialogs(0)
      await mainLoopSettles()
      #expect(screen.dismissals == 1)
      await end(fixture, sheet)
    }

    @Test(.presentationLine(12))
    func `an alert of the parent stands on top of an open sheet, and stays when the sheet goes`() async {
      // Case 12
      let fixture = await ParentWindowFixture()
      let (sheetScreen, alertScreen) = (Screen(), Screen())
      let sheet = presenter(over: fixture.button, sheetScreen)
      let alert = AlertPresenter(over: fixture.button, source: alertScreen.source("alert")) {
        alertScreen.item.map { AlertContent(title: "Alert \($0.id)") }
      }
      await show(Item(id: 1), sheetScreen, sheet)
      let sheetWindow = dialogs()[0]
      alertScreen.item = Item(id: 2)
      alert.stateMayHaveChanged()
      await waitForDialogs(2)
      #expect(gtk_window_get_transient_for(dialogs()[1]) == sheetWindow)

      sheetScreen.item = nil
      sheet.stateMayHaveChanged()
      await waitForDialogs(1)
      #expect(gtk_window_get_transient_for(dialogs()[0]) == fixture.window)
      #expect(alertScreen.item != nil)
      await end(fixture, sheet, alert)
    }

    @Test(.presentationLine(13)) func `three nested in each other close innermost first, each once, each state nil`()
      async
    {
      // Case 13: sheets in sheets, and an alert in the innermost
      let fixture = await ParentWindowFixture()
      let screens = [Screen(), Screen(), Screen(), Screen()]
      var order: [String] = []
      for (number, screen) in screens.enumerated() { screen.onDismiss = { order.append("\(number)") } }
      let outer = presenter(over: fixture.button, screens[0])
      await show(Item(id: 1), screens[0], outer)
      let middle = presenter(over: outer.window!.window.widget, screens[1])
      await show(Item(id: 2), screens[1], middle)
      let inner = presenter(over: middle.window!.window.widget, screens[2])
      await show(Item(id: 3), screens[2], inner)
      let alert = AlertPresenter(over: inner.window!.window.widget, source: screens[3].source("alert")) {
        screens[3].item.map { AlertContent(title: "Alert \($0.id)") }
      }
      screens[3].item = Item(id: 4)
      alert.stateMayHaveChanged()
      await waitForDialogs(4)

      // When the root's item becomes nil
      screens[0].item = nil
      outer.stateMayHaveChanged()
      await waitForDialogs(0)
      await waitUntil("the last dismissal") { order.count == 4 }

      #expect(order == ["3", "2", "1", "0"])
      #expect(screens.allSatisfy { $0.item == nil })
      await end(fixture, outer)
    }

    @Test(.presentationLine(11)) func `when the root window is destroyed all go, and nothing is written`() async {
      let fixture = await ParentWindowFixture()
      let screens = [Screen(), Screen()]
      let outer = presenter(over: fixture.button, screens[0])
      await show(Item(id: 1), screens[0], outer)
      let inner = presenter(over: outer.window!.window.widget, screens[1])
      await show(Item(id: 2), screens[1], inner)
      await fixture.end()
      await waitUntil("all to go") { openWindows().isEmpty }
      #expect(screens.map(\.dismissals) == [1, 1])
      #expect(screens.map(\.clears) == [0, 0])
    }

    @Test func `a sheet whose window other code destroys clears its state`() async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let sheet = presenter(over: fixture.button, screen)
      await show(Item(id: 1), screen, sheet)
      await destroyWindow(dialogs()[0])
      #expect((screen.clears, screen.dismissals) == (1, 1))
      await end(fixture, sheet)
    }

    @Test(.presentationLine(8)) func `a new item while the old window goes is shown when it is gone`() async {
      // Case 8, from inside of onDismiss too
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let sheet = presenter(over: fixture.button, screen)
      await show(Item(id: 1), screen, sheet)
      screen.onDismiss = {
        screen.onDismiss = {}
        screen.item = Item(id: 5, text: "five")
        sheet.stateMayHaveChanged()
      }
      await pressEscape(in: dialogs()[0])
      await waitUntil("the fifth") { dialogs().count == 1 && texts(in: dialogs()[0]).contains("five") }
      await end(fixture, sheet)
    }

    @Test func `a cover has its parent's size, and follows it`() async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let cover = presenter(.fullScreenCover, over: fixture.button, screen)
      await show(Item(id: 1), screen, cover)
      let window = dialogs()[0]
      func size(_ window: UnsafeMutablePointer<GtkWindow>) -> [Int32] {
        [gtk_widget_get_width(window.widget), gtk_widget_get_height(window.widget)]
      }
      await waitUntil("the parent's size") { size(window) == size(fixture.window) }
      #expect(gtk_window_get_decorated(window) == 0)
      let before = size(fixture.window)
      gtk_window_set_default_size(fixture.window, 500, 350)
      await waitUntil("the parent's new size") {
        size(fixture.window) != before && size(window) == size(fixture.window)
      }
      await end(fixture, cover)
    }

    @Test(.presentationLine(19)) func `nothing of it stays alive`() async {
      let deaths = DeathWatch()
      do {
        let fixture = await ParentWindowFixture()
        let screen = Screen()
        let sheet = presenter(over: fixture.button, screen)
        deaths.watch(fixture.window, "the parent")
        deaths.watch(screen, "the state")
        deaths.watch(sheet, "the presenter")
        await show(Item(id: 1), screen, sheet)
        deaths.watch(dialogs()[0], "the window")
        deaths.watch(sheet.window!, "the window's object")
        for widget in widgets(in: dialogs()[0].widget) { deaths.watch(widget, describe(widget)) }
        await pressEscape(in: dialogs()[0])
        await waitForDialogs(0)
        sheet.viewWasRemoved()
        await fixture.end()
      }
      await deaths.expectAll()
    }

    @Test func `a presenter's dialog outlives a forgotten presenter, and dies with its window`() async {
      let deaths = DeathWatch()
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      var sheet: ModalWindowPresenter? = presenter(over: fixture.button, screen)
      deaths.watch(sheet!, "the presenter")
      await show(Item(id: 1), screen, sheet!)
      sheet = nil
      #expect(deaths.survivors == ["the presenter"])
      await fixture.end()
      #expect(screen.dismissals == 1)
      await deaths.expectAll()
    }
  }
}
