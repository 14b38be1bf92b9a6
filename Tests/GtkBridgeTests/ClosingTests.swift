import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import TestTraits
import Testing

extension GtkBridgeTests {
  /// State changes while a dialog closes, dialogs that close together, and the release of closed dialogs.
  /// `presentationLine` names a line of the presentation contract in docs/library/presentation.md. `clears` counts the
  /// writes of `nil` by the presenter, and `dismissals` counts the calls of `onDismiss`.
  @MainActor @Suite struct ClosingTests {
    /// Creates the presenter of a sheet. The state records the creation of the sheet's content as an event.
    private func makeSheet(
      over widget: UnsafeMutablePointer<GtkWidget>, _ state: PresentedState
    ) -> ModalWindowPresenter {
      ModalWindowPresenter(
        .sheet, over: widget, source: state.source("sheet"),
        content: .init(make: { _ in
          state.events.append("made \(state.item!.id)")
          return gtk_button_new_with_label("Content")!
        }))
    }

    @Test(.presentationLine(8)) func `an item that is replaced before the former dialog has closed is never presented`()
      async
    {
      // Given a sheet
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let sheet = makeSheet(over: fixture.button, state)
      state.item = Item(id: 1)
      sheet.stateMayHaveChanged()
      await waitForDialogs(1)

      // When a second item closes the sheet, and a third item replaces the second one before it is presented. The
      // sheet's `onDismiss` sets the third item, without a call of `stateMayHaveChanged`
      state.onDismiss = {
        state.onDismiss = {}
        state.item = Item(id: 3)
      }
      state.item = Item(id: 2)
      sheet.stateMayHaveChanged()
      await waitUntil("the third item") { state.events.contains("made 3") }
      await mainLoopSettles()

      // Then the second item was neither presented nor dismissed
      #expect(state.events == ["made 1", "sheet dismissed", "made 3"])
      #expect((state.clears, state.dismissals) == (0, 1))

      // And the third item can be closed as usual
      await pressEscape(in: dialogs()[0])
      await waitForDialogs(0)
      #expect((state.clears, state.dismissals) == (1, 2))
      sheet.viewWasRemoved()
      await fixture.end()
    }

    @Test(.presentationLine(13), arguments: GtkAlertKind.available)
    func `an alert's button can close the sheet below the alert`(
      kind: GtkAlertKind
    ) async throws {
      let deallocations = DeallocationWatch()
      AlertPresenter.backend = kind == .messageDialog ? .messageDialog : .automatic
      let fixture = await ParentWindowFixture()
      let (sheetState, alertState) = (PresentedState(), PresentedState())
      let sheet = makeSheet(over: fixture.button, sheetState)
      sheetState.item = Item(id: 1)
      sheet.stateMayHaveChanged()
      await waitForDialogs(1)
      deallocations.watch(dialogs()[0], "the sheet")
      let content = try #require(button("Content", in: dialogs()[0]))
      let alert = AlertPresenter(over: content, source: alertState.source("alert")) {
        AlertContent(title: "Close?", buttons: [AlertButton("Close") { sheet.window?.dismiss() }])
      }
      alertState.item = Item(id: 2)
      alert.stateMayHaveChanged()
      await waitForDialogs(2)
      deallocations.watch(dialogs()[1], "the alert")
      await click(try #require(button("Close", in: dialogs()[1])))
      await waitForDialogs(0)
      #expect((sheetState.clears, sheetState.dismissals) == (1, 1))
      #expect((alertState.clears, alertState.dismissals) == (1, 1))
      await deallocations.expectAll()
      alert.viewWasRemoved()
      sheet.viewWasRemoved()
      AlertPresenter.backend = .automatic
      await fixture.end()
    }

    @Test(.presentationLine(19)) func `a popover can be presented in a window without a focusable widget`() async {
      let label = gtk_label_new("Anchor")!
      let window = await presentWindow(child: label)
      let state = PresentedState()
      let popover = PopoverPresenter(
        at: label, source: state.source(), content: .init(make: { _ in gtk_label_new("Content") }))
      let deallocations = DeallocationWatch()
      // The popover is presented and closed twice, because closing it must not prevent the next presentation.
      for _ in 1...2 {
        state.item = Item(id: 1)
        popover.stateMayHaveChanged()
        await waitUntil("the popover") {
          widgets(ofType: gtk_popover_get_type(), in: window).first.map { gtk_widget_get_mapped($0) != 0 } ?? false
        }
        deallocations.watch(widgets(ofType: gtk_popover_get_type(), in: window)[0], "the popover")
        state.item = nil
        popover.stateMayHaveChanged()
        await waitUntil("the end of the popover") { !popover.isPresented }
      }
      #expect(gtk_window_get_focus(window) == nil)
      await deallocations.expectAll()
      popover.viewWasRemoved()
      await destroyWindow(window)
    }
  }
}
