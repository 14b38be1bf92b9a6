import CGtk
import CGtkDialogs
import GtkBridge
import GtkTestSupport
import Presentation
import TestTraits
import Testing

extension GtkBridgeTests {
  /// Line 25 of the presentation contract (docs/library/presentation.md): ten thousand presentations leak no memory.
  ///
  /// A `DeallocationWatch` verifies that each window is released. The measured memory shows leaks of other objects.
  @MainActor @Suite struct LeakTests {
    private static let cycleCount = 10_000

    private func expectNoLeak(_ cycle: @MainActor (DeallocationWatch, Int) async -> Void) async {
      let deallocations = DeallocationWatch()
      await GtkTestSupport.expectNoGrowth(
        cycles: Self.cycleCount, waitUntilFreed: { await deallocations.expectAll() },
        { await cycle(deallocations, $0) })
    }

    /// Presents a dialog and dismisses it: by code in cycles with an even number, otherwise as the user.
    private func present(
      _ presenter: DialogPresenter, _ state: PresentedState,
      _ findWindow: @MainActor () -> UnsafeMutablePointer<GtkWindow>?,
      _ deallocations: DeallocationWatch, _ cycle: Int
    ) async {
      state.item = Item(id: 1)
      await performInEventHandler { presenter.updateNow() }
      guard let window = findWindow() else { return }
      deallocations.watch(window, "a window")
      await performInEventHandler {
        if cycle.isMultiple(of: 2) {
          state.item = nil
          presenter.updateNow()
        } else {
          gtk_window_close(window)
        }
      }
      if presenter.isPresented { await waitUntil("the end of the dialog") { !presenter.isPresented } }
      #expect(state.item == nil)
      // The recorded events would count as a leak.
      state.events = []
    }

    @Test(.presentationLine(25), arguments: GtkAlertKind.available)
    func `presenting thousands of alerts leaks no memory`(
      kind: GtkAlertKind
    ) async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      AlertPresenter.backend = kind == .messageDialog ? .messageDialog : .automatic
      let alert = AlertPresenter(over: fixture.button, source: state.source()) {
        AlertContent(
          title: "Title", message: "Message", buttons: [AlertButton("Cancel", role: .cancel) {}, AlertButton("Do") {}])
      }
      await expectNoLeak { deallocations, cycle in
        await present(alert, state, { dialogs().last }, deallocations, cycle)
      }
      #expect(state.dismissals == Self.cycleCount)
      alert.viewWasRemoved()
      await fixture.end()
    }

    @Test(.presentationLine(25)) func `presenting thousands of sheets leaks no memory`() async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let sheet = ModalWindowPresenter(
        .sheet, over: fixture.button, source: state.source(),
        content: .init(make: { window in
          window.title = "Title"
          return gtk_label_new("Content")
        }))
      await expectNoLeak { deallocations, cycle in
        await present(sheet, state, { sheet.window?.window }, deallocations, cycle)
      }
      #expect(state.dismissals == Self.cycleCount)
      sheet.viewWasRemoved()
      await fixture.end()
    }
  }
}
