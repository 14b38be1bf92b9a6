import CGtk
import GtkBridge
import GtkTestSupport
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Lines of the table in docs/library/presentation.md that hold for several forms of presentations. Each test runs
  /// with every ``PresentationForm`` for which its line holds.
  ///
  /// `opened(_:)` waits for a presentation with a text, and `waitForPresentations(_:)` waits until a number of
  /// presentations is on screen: by default none.
  @MainActor @Suite struct PresentationFormTests {
    /// Shows a screen that presents in the form of a ``PresentationCase``, and runs the body of a test with the state
    /// and the window of this screen.
    private func run(
      _ presentation: PresentationCase,
      _ body: @MainActor (PresentingModel, ViewWindow<PresentingScreen>) async throws -> Void
    ) async throws {
      try await showingAlerts(by: presentation.backend) {
        let model = PresentingModel()
        let window = await show { PresentingScreen(model: model, form: presentation.form) }
        try await body(model, window)
        window.close()
      }
    }

    /// Expects that the state is cleared, that `onDismiss` was called `times` times, and that the buttons have recorded
    /// exactly `events`. Alerts have no `onDismiss`, and the cancel buttons of the other forms record no event.
    private func expectDismissed(
      _ model: PresentingModel, _ presentation: PresentationCase, times: Int = 1, events: [String] = []
    ) {
      #expect(!model.requiresPresentation)
      #expect(model.dismissals == (presentation.form.isAlert ? 0 : times))
      #expect(model.events == events)
    }

    @Test(.presentationLine(1, 2), arguments: PresentationCase.all)
    func `a value is presented once, and nil dismisses it without an action`(
      _ presentation: PresentationCase
    ) async throws {
      try await run(presentation) { model, window in
        #expect(window.presented.isEmpty)
        model.present(presentation.form)
        try await window.opened("Title")
        await window.waitForPresentations(1)
        #expect(model.requiresPresentation)
        model.clear()
        await window.waitForPresentations()
        expectDismissed(model, presentation)
      }
    }

    @Test(.presentationLine(3), arguments: PresentationCase.alerts)
    func `a button runs its action once and clears the state`(_ presentation: PresentationCase) async throws {
      try await run(presentation) { model, window in
        model.present(presentation.form)
        try await press("Do", in: try await window.opened("Title"))
        await window.waitForPresentations()
        expectDismissed(model, presentation, events: ["do"])
      }
    }

    @Test(.presentationLine(5), arguments: PresentationCase.all)
    func `Escape runs the cancel button's action and clears the state`(_ presentation: PresentationCase) async throws {
      try await run(presentation) { model, window in
        model.present(presentation.form)
        await dismissAsUser(try await window.opened("Title"))
        await window.waitForPresentations()
        expectDismissed(model, presentation, events: presentation.form.isAlert ? ["cancel"] : [])
      }
    }

    @Test(.presentationLine(5), arguments: PresentationCase.all.filter { !$0.form.isPopover })
    func `the close button runs the cancel button's action and clears the state`(
      _ presentation: PresentationCase
    ) async throws {
      try await run(presentation) { model, window in
        model.present(presentation.form)
        await closeWindow(try await window.opened("Title").window)
        await window.waitForPresentations()
        expectDismissed(model, presentation, events: presentation.form.isAlert ? ["cancel"] : [])
      }
    }

    @Test(.presentationLine(5), arguments: PresentationCase.nonAlerts)
    func `dismiss() in presented content closes it and clears the state`(
      _ presentation: PresentationCase
    ) async throws {
      try await run(presentation) { model, window in
        model.present(presentation.form)
        // In the content of these forms, “Cancel” calls `dismiss()`.
        try await press("Cancel", in: try await window.opened("Title"))
        await window.waitForPresentations()
        expectDismissed(model, presentation)
      }
    }

    @Test(.presentationLine(9), arguments: PresentationCase.all)
    func `a value, nil and a value within one turn are presented once`(_ presentation: PresentationCase) async throws {
      try await run(presentation) { model, window in
        model.present(presentation.form)
        model.clear()
        model.present(presentation.form)
        try await window.opened("Title")
        await window.waitForPresentations(1)
        #expect(model.dismissals == 0)
        model.clear()
        await window.waitForPresentations()
        expectDismissed(model, presentation)
      }
    }

    @Test(.presentationLine(10), arguments: PresentationCase.all)
    func `a presentation waits until its window is on screen, and is shown once`(
      _ presentation: PresentationCase
    ) async throws {
      try await showingAlerts(by: presentation.backend) {
        // Given a screen whose state holds a value from the start
        let model = PresentingModel()
        model.present(presentation.form)
        let window = ViewWindow(gtk_window_new().window) { PresentingScreen(model: model, form: presentation.form) }
        await mainLoopSettles()
        // The only window is the screen's own window, which exists but is not on screen yet.
        #expect(openWindows().count == 1)
        #expect(window.presented.isEmpty)

        // When the window comes on screen
        window.present()
        try await window.opened("Title")

        // Then the value is presented once
        await window.waitForPresentations(1)
        model.clear()
        await window.waitForPresentations()
        expectDismissed(model, presentation)
        window.close()
      }
    }

    @Test(.presentationLine(11), arguments: PresentationCase.all)
    func `removing the presenting view dismisses its presentation without writing the state`(
      _ presentation: PresentationCase
    ) async throws {
      try await run(presentation) { model, window in
        model.present(presentation.form)
        try await window.opened("Title")
        model.hasPresentingView = false
        await window.waitForPresentations()
        #expect(model.requiresPresentation)
        #expect(model.dismissals == (presentation.form.isAlert ? 0 : 1))
        #expect(model.events.isEmpty)
      }
    }

    @Test(.presentationLine(11), arguments: PresentationCase.all)
    func `destroying the window dismisses its presentation without writing the state`(
      _ presentation: PresentationCase
    ) async throws {
      try await run(presentation) { model, window in
        model.present(presentation.form)
        try await window.opened("Title")
        window.close()
        await waitUntil("all windows are closed") { openWindows().isEmpty }
        await mainLoopSettles()
        #expect(model.requiresPresentation)
        #expect(model.dismissals == (presentation.form.isAlert ? 0 : 1))
        #expect(model.events.isEmpty)
      }
    }

    @Test(.presentationLine(14), arguments: PresentationCase.all)
    func `a presentation closed by the user and by code in one turn is dismissed once`(
      _ presentation: PresentationCase
    ) async throws {
      try await run(presentation) { model, window in
        // In the first round, the user closes the presentation before the code does. In the second round, the code does
        // so before the user.
        for isUserFirst in [true, false] {
          model.present(presentation.form)
          let widget = try await window.opened("Title")
          let close = {
            if widget.isA(gtk_popover_get_type()) {
              gtk_popover_popdown(UnsafeMutablePointer(widget.opaque))
            } else {
              gtk_window_close(widget.window)
            }
          }
          await performInEventHandler {
            if isUserFirst { close() }
            model.clear()
            if !isUserFirst { close() }
          }
          await window.waitForPresentations()
        }
        // Each round is one dismissal. It is not specified whether the cancel button's action runs in a round, so any
        // events are accepted, but only one for each round.
        expectDismissed(model, presentation, times: 2, events: model.events)
        #expect(model.events.count <= 2)
      }
    }

    @Test(.presentationLine(19), arguments: PresentationCase.all)
    func `a dismissed presentation is freed, and the focus is restored`(_ presentation: PresentationCase) async throws {
      let deallocations = DeallocationWatch()
      try await run(presentation) { model, window in
        deallocations.watch(model, "the state")
        let focusedButton = try #require(window.window.flatMap { button("Elsewhere", in: $0) })
        gtk_widget_grab_focus(focusedButton)
        for isByUser in [false, true] {
          model.present(presentation.form)
          let shown = try await window.opened("Title")
          for widget in ownWidgets(in: shown) {
            deallocations.watch(widget, "\(isByUser ? "by the user" : "by code"): \(describe(widget))")
          }
          if isByUser { await dismissAsUser(shown) } else { model.clear() }
          await window.waitForPresentations()
          #expect(gtk_window_get_focus(window.window) == focusedButton)
        }
        // The screen still has its state, and nothing of the presentations is left.
        #expect(deallocations.survivors == ["the state"])
      }
      await deallocations.expectAll()
    }

    @Test(.presentationLine(20), arguments: PresentationCase.all.filter(\.form.hasLiveText))
    func `presented content follows the state of the screen`(_ presentation: PresentationCase) async throws {
      try await run(presentation) { model, window in
        model.present(presentation.form)
        let widget = try await window.opened("About parent")
        // The presentation shows the new name in the same window or popover.
        model.name = "another"
        #expect(try await window.opened("About another") == widget)
        model.clear()
        await window.waitForPresentations()
        expectDismissed(model, presentation)
      }
    }

    @Test(.presentationLine(23), arguments: PresentationCase.all)
    func `an equal value is presented again after a dismissal`(_ presentation: PresentationCase) async throws {
      try await run(presentation) { model, window in
        for _ in 1...3 {
          model.present(presentation.form)
          await dismissAsUser(try await window.opened("Title"))
          await window.waitForPresentations()
        }
        let events = presentation.form.isAlert ? ["cancel", "cancel", "cancel"] : []
        expectDismissed(model, presentation, times: 3, events: events)
      }
    }
  }
}
