import CGtk
import CGtkDialogs
import GtkBridge

import GtkTestSupport
import Presentation
import TestTraits
import Testing

extension GtkBridgeTests {
  /// Case 25: ten thousand presentations leave no memory behind.
  ///
  /// Windows are counted by their deaths. Memory that they leave elsewhere, in GTK's caches and lists, is part of the
  /// allocated memory.
  @MainActor @Suite struct LeakTests {
    private static let cycles = 10_000

    private func expectNoGrowth(_ cycle: @MainActor (DeathWatch, Int) async -> Void) async {
      let deaths = DeathWatch()
      await GtkTestSupport.expectNoGrowth(
        cycles: Self.cycles, rest: { await deaths.expectAll() }, { await cycle(deaths, $0) })
    }

    /// Presents and dismisses once, alternately by code and by the user.
    private func present(
      _ presenter: DialogPresenter, _ screen: Screen, _ window: @MainActor () -> UnsafeMutablePointer<GtkWindow>?,
      _ deaths: DeathWatch, _ number: Int
    ) async {
      screen.item = Item(id: 1)
      await performInSource { presenter.updateNow() }
      guard let window = window() else { return }
      deaths.watch(window, "a window")
      await performInSource {
        if number.isMultiple(of: 2) {
          screen.item = nil
          presenter.updateNow()
        } else {
          gtk_window_close(window)
        }
      }
      if presenter.isPresented { await waitUntil("the end of the dialog") { !presenter.isPresented } }
      #expect(screen.item == nil)
      screen.events = []
    }

    @Test(.presentationLine(25), arguments: ShownBackend.available) func `ten thousand alerts`(
      backend: ShownBackend
    ) async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      AlertPresenter.backend = backend == .messageDialog ? .message : .automatic
      let alert = AlertPresenter(over: fixture.button, source: screen.source()) {
        AlertContent(
          title: "Title", message: "Message", buttons: [AlertButton("Cancel", role: .cancel) {}, AlertButton("Do") {}])
      }
      await expectNoGrowth { deaths, number in
        await present(alert, screen, { dialogs().last }, deaths, number)
      }
      #expect(screen.dismissals == Self.cycles)
      alert.viewWasRemoved()
      await fixture.end()
    }

    @Test(.presentationLine(25)) func `ten thousand sheets`() async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let sheet = ModalWindowPresenter(
        .sheet, over: fixture.button, source: screen.source(),
        content: .init(make: { window in
          window.title = "Title"
          return gtk_label_new("Content")
        }))
      await expectNoGrowth { deaths, number in
        await present(sheet, screen, { sheet.window?.window }, deaths, number)
      }
      #expect(screen.dismissals == Self.cycles)
      sheet.viewWasRemoved()
      await fixture.end()
    }
  }
}
