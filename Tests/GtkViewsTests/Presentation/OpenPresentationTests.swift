import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Behaviour while a presentation is open: lines 12, 13, 15 and 24 of the table in docs/library/presentation.md. The
  /// last test covers `dismiss` without a presentation.
  ///
  /// A `PresentationCase` is a form of presentation, such as an alert or a sheet, together with the backend: the GTK
  /// dialog that shows an alert. `opened(_:)` waits for a presentation with a text, and `waitForPresentations(_:)`
  /// waits until a number of presentations is on screen: by default none.
  @MainActor @Suite struct OpenPresentationTests {
    @Test(.presentationLine(24), arguments: PresentationCase.all)
    func `a task that starts during a presentation runs within a millisecond`(
      _ presentation: PresentationCase
    ) async throws {
      try await showingAlerts(by: presentation.backend) {
        let model = PresentingModel()
        let window = await show { PresentingScreen(model: model, form: presentation.form) }
        model.present(presentation.form)
        try await window.opened("Title")
        await mainLoopSettles()
        // The best of several tries counts, because the machine may be busy. A main loop that polls would exceed the
        // limit in each try.
        var shortestDelay = Duration.seconds(1)
        for _ in 1...20 {
          let start = ContinuousClock.now
          await Task { @MainActor in shortestDelay = min(shortestDelay, ContinuousClock.now - start) }.value
        }
        #expect(shortestDelay < .milliseconds(1))
        model.clear()
        await window.waitForPresentations()
        window.close()
      }
    }

    /// The modifier by which a `Screen` presents.
    enum Modifier: CaseIterable { case alert, alertWithField, confirmation, sheet, cover, popover }

    @Observable @MainActor final class Model {
      var isShown = false
      /// Whether Escape, the close button and a click outside of a popover have no effect. Initially `true`.
      var isLocked = true
      /// The text of the field in the alert `alertWithField`.
      var typed = ""
      /// How often `onDismiss` was called. Alerts and confirmation dialogs have no `onDismiss`.
      @ObservationIgnored var dismissals = 0
      /// The clicks on the buttons “Do” and “No”, and the calls of `onDismiss` in ``NestedPresentations``, in order.
      @ObservationIgnored var events: [String] = []
    }

    /// Presents with a modifier. The content can be locked.
    struct Screen: View {
      @Bindable var model: Model
      let modifier: Modifier

      var body: some View { presentingView }

      private var anchor: Button<Text> { Button("screen") {} }
      private var doButton: some View { Button("Do") { model.events.append("do") } }
      private var lockableContent: some View { Text("Content").interactiveDismissDisabled(model.isLocked) }
      private func countDismissal() { model.dismissals += 1 }

      private var presentingView: AnyView {
        switch modifier {
        case .alert:
          AnyView(
            anchor.alert("Title", isPresented: $model.isShown) {
              doButton
            } message: {
              lockableContent
            })
        case .alertWithField:
          AnyView(
            anchor.alert("Title", isPresented: $model.isShown) {
              TextField("Name", text: $model.typed)
              doButton
            } message: {
              lockableContent
            })
        case .confirmation:
          AnyView(
            anchor.confirmationDialog("Title", isPresented: $model.isShown) {
              doButton
            } message: {
              lockableContent
            })
        case .sheet: AnyView(anchor.sheet(isPresented: $model.isShown, onDismiss: countDismissal) { lockableContent })
        case .cover:
          AnyView(anchor.fullScreenCover(isPresented: $model.isShown, onDismiss: countDismissal) { lockableContent })
        case .popover:
          AnyView(anchor.popover(isPresented: $model.isShown, onDismiss: countDismissal) { lockableContent })
        }
      }
    }

    /// Tries to dismiss a presentation with Escape or a click outside, and a window also with its close button.
    private func tryToClose(_ widget: UnsafeMutablePointer<GtkWidget>, in window: ViewWindow<Screen>) async {
      await dismissAsUser(widget)
      await mainLoopSettles()
      guard window.presented == [widget], !widget.isA(gtk_popover_get_type()) else { return }
      await closeWindow(widget.window)
      await mainLoopSettles()
    }

    @Test(.presentationLine(15), arguments: Modifier.allCases, AlertBackend.available)
    func `only code can dismiss a locked presentation, and the user can when it is unlocked`(
      _ modifier: Modifier, _ backend: AlertBackend
    ) async throws {
      try await showingAlerts(by: backend) {
        let model = Model()
        let window = await show { Screen(model: model, modifier: modifier) }

        // When the user tries to close a locked presentation, it stays
        model.isShown = true
        let widget = try await window.opened("Content")
        await mainLoopSettles()
        await tryToClose(widget, in: window)
        #expect(model.isShown && window.presented == [widget])
        #expect(model.dismissals == 0 && model.events.isEmpty)

        // When it is unlocked, the user can close it
        model.isLocked = false
        await mainLoopSettles()
        await dismissAsUser(widget)
        await window.waitForPresentations()
        #expect(!model.isShown)

        // And when it is locked again, code can close it
        model.isLocked = true
        model.isShown = true
        try await window.opened("Content")
        model.isShown = false
        await window.waitForPresentations()
        #expect(model.events.isEmpty)
        window.close()
      }
    }

    @Test(.presentationLine(15), arguments: AlertBackend.available)
    func `a button dismisses a locked alert`(_ backend: AlertBackend) async throws {
      try await showingAlerts(by: backend) {
        let model = Model()
        let window = await show { Screen(model: model, modifier: .alert) }
        model.isShown = true
        let alert = try await window.opened("Content")
        await mainLoopSettles()
        try await press("Do", in: alert)
        await window.waitForPresentations()
        #expect(model.events == ["do"] && !model.isShown)
        window.close()
      }
    }

    /// A cover, which presents a popover and an alert.
    struct NestedPresentations: View {
      @Bindable var model: Model

      var body: some View {
        Button("screen") {}.fullScreenCover(isPresented: $model.isShown, onDismiss: { model.events.append("cover") }) {
          CoverContent(model: model)
        }
      }

      struct CoverContent: View {
        let model: Model
        @State private var isPopoverShown = false
        @State private var isAsking = false
        @Environment(\.dismiss) private var dismiss

        var body: some View {
          VStack {
            Text("Cover")
            Button("Open") { isPopoverShown = true }
              .popover(isPresented: $isPopoverShown, onDismiss: { model.events.append("popover") }) {
                Button("Ask") { isAsking = true }
              }
            Button("Done") { dismiss() }
          }
          .alert("Sure?", isPresented: $isAsking) {
            Button("Yes") { dismiss() }
            Button("No", role: .cancel) { model.events.append("no") }
          }
        }
      }
    }

    @Test(.presentationLine(12, 13), arguments: AlertBackend.available)
    func `an alert over a popover in a cover is on top, and dismiss closes all of them`(
      _ backend: AlertBackend
    ) async throws {
      try await showingAlerts(by: backend) {
        // Given a cover with an open popover, whose button opens an alert
        let model = Model()
        let window = await show { NestedPresentations(model: model) }
        model.isShown = true
        let cover = try await window.opened("Cover")
        try await press("Open", in: cover)
        @MainActor func popover() -> UnsafeMutablePointer<GtkWidget>? {
          widgets(ofType: gtk_popover_get_type(), in: cover).first
        }
        await waitUntil("the popover is on screen") { popover().map { gtk_widget_get_mapped($0) != 0 } ?? false }
        try await press("Ask", in: try #require(popover()))
        let alert = try await window.opened("Sure?")

        // Then the alert is on top of the cover's window
        #expect(gtk_window_get_transient_for(alert.window) == cover.window)

        // When the alert's button dismisses the cover, then all presentations close, the popover before the cover
        try await press("Yes", in: alert)
        await window.waitForPresentations()
        #expect(!model.isShown)
        #expect(model.events == ["popover", "cover"])
        window.close()
      }
    }

    @Test func `dismiss in a view that is not presented is reported`() async throws {
      let reports = Reports()
      defer { reports.stop() }
      // The action outside of any presentation
      DismissAction()()
      #expect(reports.all.count == 1)
    }
  }
}
