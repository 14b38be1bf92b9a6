import CGtk
import CGtkDialogs
import GtkBridge

import GtkTestSupport
import Presentation
import TestTraits
import Testing

extension GtkBridgeTests {
  /// Line 25 of the presentation contract: ten thousand presentations leak no memory.
  ///
  /// A watch counts the windows that are released. Memory in GTK's caches and lists is part of the allocated memory.
  @MainActor @Suite struct LeakTests {
    private static let cycles = 10_000

    private func expectNoGrowth(_ cycle: @MainActor (DeallocationWatch, Int) async -> Void) async {
      let deallocations = DeallocationWatch()
      await GtkTestSupport.expectNoGrowth(
        cycles: Self.cycles, rest: { await deallocations.expectAll() }, { await cycle(deallocations, $0) })
    }

    /// Presents and dismisses once, alternately by code and by the user.
    private func present(
      _ presenter: DialogPresenter, _ state: PresentedState,
      _ window: @MainActor () -> UnsafeMutablePointer<GtkWindow>?,
      _ deallocations: DeallocationWatch, _ number: Int
    ) async {
      state.item = Item(id: 1)
      await performInSource { presenter.updateNow() }
      guard let window = window() else { return }
      deallocations.watch(window, "a window")
      await performInSource {
        if number.isMultiple(of: 2) {
          state.item = nil
          presenter.updateNow()
        } else {
          gtk_window_close(window)
        }
      }
      if presenter.isPresented { await waitUntil("the end of the dialog") { !presenter.isPresented } }
      #expect(state.item == nil)
      state.events = []
    }

    @Test(.presentationLine(25), arguments: ShownBackend.available)
    func `presenting thousands of alerts leaks no memory`(
      backend: ShownBackend
    ) async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      AlertPresenter.backend = backend == .messageDialog ? .message : .automatic
      let alert = AlertPresenter(over: fixture.button, source: state.source()) {
        AlertContent(
          title: "Title", message: "Message", buttons: [AlertButton("Cancel", role: .cancel) {}, AlertButton("Do") {}])
      }
      await expectNoGrowth { deallocations, number in
        await present(alert, state, { dialogs().last }, deallocations, number)
      }
      #expect(state.dismissals == Self.cycles)
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
      await expectNoGrowth { deallocations, number in
        await present(sheet, state, { sheet.window?.window }, deallocations, number)
      }
      #expect(state.dismissals == Self.cycles)
      sheet.viewWasRemoved()
      await fixture.end()
    }
  }
}
