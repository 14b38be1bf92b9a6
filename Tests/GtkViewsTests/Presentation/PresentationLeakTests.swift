import CGtk
import GtkBridge
import GtkTestSupport
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Line 25: ten thousand presentations through views leave nothing behind, so the last one has no more to traverse
  /// than the first one.
  ///
  /// Windows and popovers are counted by their deaths. Memory that they leave elsewhere, in GTK's caches and lists or
  /// in the graph of views, is part of the allocated memory.
  @MainActor @Suite struct PresentationLeakTests {
    /// The number of presentations in each form, and the dialog of GTK that shows them.
    private nonisolated static let shares: [(presented: Presented, cycles: Int)] = [
      (Presented(form: .alert, backend: .automatic), 1_500), (Presented(form: .alertState, backend: .message), 1_500),
      (Presented(form: .confirmation, backend: .automatic), 1_000),
      (Presented(form: .alertWithField, backend: .automatic), 1_000),
      (Presented(form: .sheetItem, backend: .automatic), 2_000), (Presented(form: .cover, backend: .automatic), 1_000),
      (Presented(form: .popover, backend: .automatic), 2_000),
    ]

    /// Presents and dismisses once, alternately by code and by the user.
    private func cycle(
      _ form: PresentationForm, _ model: PresentingModel, _ window: ViewWindow<PresentingScreen>,
      _ deallocations: DeallocationWatch,
      _ number: Int
    ) async {
      await performInSource { model.present(form) }
      await waitUntil("it to be presented") { !window.presented.isEmpty }
      guard let shown = window.presented.first else { return }
      deallocations.watch(shown, "\(form)")
      // A popover's surface lives a little longer.
      if let surface = gtk_native_get_surface(shown.opaque) { deallocations.watch(surface, "its surface") }
      if number.isMultiple(of: 2) { await performInSource { model.takeBack() } } else { await dismissAsUser(shown) }
      await waitUntil("it to be gone") { window.presented.isEmpty }
      model.events = []
    }

    @Test(.presentationLine(25)) func `the leak test makes ten thousand presentations in total`() {
      #expect(Self.shares.reduce(0) { $0 + $1.cycles } == 10_000)
    }

    @Test(.presentationLine(25), arguments: shares.map(\.presented))
    func `ten thousand presentations do not increase the memory`(
      _ presented: Presented
    ) async throws {
      let form = presented.form
      let cycles = try #require(Self.shares.first { $0.presented.form == form }?.cycles)
      await showingAlerts(by: presented.backend) {
        let model = PresentingModel()
        let window = await show { PresentingScreen(model: model, form: form) }
        let deallocations = DeallocationWatch()
        await expectNoGrowth(
          cycles: cycles, rest: { await deallocations.expectAll() },
          { await cycle(form, model, window, deallocations, $0) })
        window.close()
      }
    }
  }
}
