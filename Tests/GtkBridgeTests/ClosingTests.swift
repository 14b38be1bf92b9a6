import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import TestTraits
import Testing

extension GtkBridgeTests {
  /// Events at the moment in which something closes, and the places where that has failed before.
  @MainActor @Suite struct ClosingTests {
    private func sheet(over widget: UnsafeMutablePointer<GtkWidget>, _ screen: Screen) -> ModalWindowPresenter {
      ModalWindowPresenter(
        .sheet, over: widget, source: screen.source("sheet"),
        content: .init(make: { _ in
          screen.events.append("made \(screen.item!.id)")
          return gtk_button_new_with_label("Content")!
        }))
    }

    @Test(.presentationLine(8)) func `an item that is overtaken by another before its turn has come is never shown`()
      async
    {
      // Given a sheet, and another item that waits for it to close
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let sheet = sheet(over: fixture.button, screen)
      screen.item = Item(id: 1)
      sheet.stateMayHaveChanged()
      await waitForDialogs(1)

      // When a third takes its place, without a notification
      screen.onDismiss = {
        screen.onDismiss = {}
        screen.item = Item(id: 3)
      }
      screen.item = Item(id: 2)
      sheet.stateMayHaveChanged()
      await waitUntil("the third") { screen.events.contains("made 3") }
      await mainLoopSettles()

      // Then the second was neither made nor dismissed
      #expect(screen.events == ["made 1", "sheet dismissed", "made 3"])
      #expect((screen.clears, screen.dismissals) == (0, 1))

      // And the third closes like any other
      await pressEscape(in: dialogs()[0])
      await waitForDialogs(0)
      #expect((screen.clears, screen.dismissals) == (1, 2))
      sheet.viewWasRemoved()
      await fixture.end()
    }

    @Test(.presentationLine(13), arguments: ShownBackend.available)
    func `an alert's button may close the sheet that the alert stands on`(
      backend: ShownBackend
    ) async throws {
      let deaths = DeathWatch()
      AlertPresenter.backend = backend == .messageDialog ? .message : .automatic
      let fixture = await ParentWindowFixture()
      let (sheetScreen, alertScreen) = (Screen(), Screen())
      let sheet = sheet(over: fixture.button, sheetScreen)
      sheetScreen.item = Item(id: 1)
      sheet.stateMayHaveChanged()
      await waitForDialogs(1)
      deaths.watch(dialogs()[0], "the sheet")
      let content = try #require(button("Content", in: dialogs()[0]))
      let alert = AlertPresenter(over: content, source: alertScreen.source("alert")) {
        AlertContent(title: "Close?", buttons: [AlertButton("Close") { sheet.window?.dismiss() }])
      }
      alertScreen.item = Item(id: 2)
      alert.stateMayHaveChanged()
      await waitForDialogs(2)
      deaths.watch(dialogs()[1], "the alert")
      await click(try #require(button("Close", in: dialogs()[1])))
      await waitForDialogs(0)
      #expect((sheetScreen.clears, sheetScreen.dismissals) == (1, 1))
      #expect((alertScreen.clears, alertScreen.dismissals) == (1, 1))
      await deaths.expectAll()
      alert.viewWasRemoved()
      sheet.viewWasRemoved()
      AlertPresenter.backend = .automatic
      await fixture.end()
    }

    @Test(.presentationLine(19)) func `a popover opens over a window in which nothing can have the focus`() async {
      let label = gtk_label_new("Anchor")!
      let window = await presentWindow(child: label)
      let screen = Screen()
      let popover = PopoverPresenter(
        at: label, source: screen.source(), content: .init(make: { _ in gtk_label_new("Content") }))
      let deaths = DeathWatch()
      for _ in 1...2 {
        screen.item = Item(id: 1)
        popover.stateMayHaveChanged()
        await waitUntil("the popover") {
          widgets(ofType: gtk_popover_get_type(), in: window).first.map { gtk_widget_get_mapped($0) != 0 } ?? false
        }
        deaths.watch(widgets(ofType: gtk_popover_get_type(), in: window)[0], "the popover")
        screen.item = nil
        popover.stateMayHaveChanged()
        await waitUntil("its end") { !popover.isPresented }
      }
      #expect(gtk_window_get_focus(window) == nil)
      await deaths.expectAll()
      popover.viewWasRemoved()
      await destroyWindow(window)
    }
  }
}
