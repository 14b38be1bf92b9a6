import CGtk
import GtkBridge
import GtkTestSupport
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Line 25 of the table in docs/library/presentation.md: ten thousand presentations leave no objects and no memory
  /// behind.
  ///
  /// A `DeallocationWatch` finds windows and popovers that are not freed. The amount of allocated memory shows
  /// everything else, such as entries in GTK's lists or nodes of views.
  @MainActor @Suite struct PresentationLeakTests {
    /// The number of cycles for each form. Each cycle makes one presentation, so there are 10 000 in total.
    private nonisolated static let cyclesByForm: [(presentation: PresentationCase, cycles: Int)] = [
      (PresentationCase(form: .alert, backend: .automatic), 1_500),
      (PresentationCase(form: .alertState, backend: .messageDialog), 1_500),
      (PresentationCase(form: .confirmation, backend: .automatic), 1_000),
      (PresentationCase(form: .alertWithField, backend: .automatic), 1_000),
      (PresentationCase(form: .sheetItem, backend: .automatic), 2_000),
      (PresentationCase(form: .cover, backend: .automatic), 1_000),
      (PresentationCase(form: .popover, backend: .automatic), 2_000),
    ]

    /// Presents a form by code, and dismisses it: by code if the number of the cycle is even, otherwise as a user does.
    private func cycle(
      _ form: PresentationForm, _ model: PresentingModel, _ window: ViewWindow<PresentingScreen>,
      _ deallocations: DeallocationWatch,
      _ cycleNumber: Int
    ) async {
      await performInEventHandler { model.present(form) }
      await waitUntil("the presentation is on screen") { !window.presented.isEmpty }
      guard let shown = window.presented.first else { return }
      deallocations.watch(shown, "\(form)")
      // A surface can live longer than its popover.
      if let surface = gtk_native_get_surface(shown.opaque) { deallocations.watch(surface, "its surface") }
      if cycleNumber.isMultiple(of: 2) {
        await performInEventHandler { model.clear() }
      } else {
        await dismissAsUser(shown)
      }
      await waitUntil("the presentation is dismissed") { window.presented.isEmpty }
      // The recorded events would count as growth.
      model.events = []
    }

    @Test(.presentationLine(25)) func `the leak test makes ten thousand presentations in total`() {
      #expect(Self.cyclesByForm.reduce(0) { $0 + $1.cycles } == 10_000)
    }

    @Test(.presentationLine(25), arguments: cyclesByForm.map(\.presentation))
    func `a thousand or more presentations of a form do not increase the memory`(
      _ presentation: PresentationCase
    ) async throws {
      let form = presentation.form
      let cycles = try #require(Self.cyclesByForm.first { $0.presentation.form == form }?.cycles)
      await showingAlerts(by: presentation.backend) {
        let model = PresentingModel()
        let window = await show { PresentingScreen(model: model, form: form) }
        let deallocations = DeallocationWatch()
        await expectNoGrowth(
          cycles: cycles, waitUntilFreed: { await deallocations.expectAll() },
          { await cycle(form, model, window, deallocations, $0) })
        window.close()
      }
    }
  }
}
