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
  /// A `DeallocationWatch` verifies that each window is released. `expectNoGrowth` measures the memory, so it also
  /// detects leaks of other objects.
  @MainActor @Suite struct LeakTests {
    private static let cycleCount = 10_000

    private func expectNoLeak(_ cycle: @MainActor (DeallocationWatch, Int) async -> Void) async {
      let deallocations = DeallocationWatch()
      await GtkTestSupport.expectNoGrowth(
        cycles: Self.cycleCount, waitUntilFreed: { await deallocations.expectAll() },
        { await cycle(deallocations, $0) })
    }

    /// Presents a dialog and dismisses it: through its state in cycles with an even number, otherwise as the user.
    ///
    /// If no window opens, the count of dismissals at the end of the test is wrong.
    private func presentAndDismiss(
      _ presenter: DialogPresenter, of state: PresentedState,
      findWindow: @MainActor () -> UnsafeMutablePointer<GtkWindow>?,
      deallocations: DeallocationWatch, cycle: Int
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
        await presentAndDismiss(
          alert, of: state, findWindow: { dialogs().last }, deallocations: deallocations, cycle: cycle)
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
        await presentAndDismiss(
          sheet, of: state, findWindow: { sheet.window?.window }, deallocations: deallocations, cycle: cycle)
      }
      #expect(state.dismissals == Self.cycleCount)
      sheet.viewWasRemoved()
      await fixture.end()
    }
  }
}
