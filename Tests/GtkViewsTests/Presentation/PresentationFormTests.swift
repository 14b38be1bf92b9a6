import CGtk
import GtkBridge
import GtkTestSupport
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The lines of the table in docs/library/presentation.md that hold for every presentation, in each of its forms.
  @MainActor @Suite struct PresentationFormTests {
    private func run(
      _ presented: Presented, _ body: @MainActor (PresentingModel, ViewWindow<PresentingScreen>) async throws -> Void
    ) async throws {
      try await showingAlerts(by: presented.backend) {
        let model = PresentingModel()
        let window = await show { PresentingScreen(model: model, form: presented.form) }
        try await body(model, window)
        window.close()
      }
    }

    /// Expects that the presentation has gone: its state is not set, and `onDismiss` was called this many times, where
    /// there is one.
    private func expectGone(_ model: PresentingModel, _ presented: Presented, times: Int = 1, events: [String] = []) {
      #expect(!model.isSet)
      #expect(model.dismissals == (presented.form.isAlert ? 0 : times))
      #expect(model.events == events)
    }

    @Test(.presentationLine(1, 2), arguments: Presented.all)
    func `a value is presented once, and nil dismisses it without an action`(_ presented: Presented) async throws {
      try await run(presented) { model, window in
        #expect(window.presented.isEmpty)
        model.present(presented.form)
        try await window.opened("Title")
        await window.left(1)
        #expect(model.isSet)
        model.takeBack()
        await window.left()
        expectGone(model, presented)
      }
    }

    @Test(.presentationLine(3), arguments: Presented.alerts)
    func `a button runs its action once and clears the state`(_ presented: Presented) async throws {
      try await run(presented) { model, window in
        model.present(presented.form)
        try await press("Do", in: try await window.opened("Title"))
        await window.left()
        expectGone(model, presented, events: ["do"])
      }
    }

    @Test(.presentationLine(5), arguments: Presented.all)
    func `Escape runs the cancel button's action and clears the state`(_ presented: Presented) async throws {
      try await run(presented) { model, window in
        model.present(presented.form)
        await dismissAsUser(try await window.opened("Title"))
        await window.left()
        expectGone(model, presented, events: presented.form.isAlert ? ["cancel"] : [])
      }
    }

    @Test(.presentationLine(5), arguments: Presented.all.filter { !$0.form.isPopover })
    func `the close button runs the cancel button's action and clears the state`(_ presented: Presented) async throws {
      try await run(presented) { model, window in
        model.present(presented.form)
        await closeWindow(try await window.opened("Title").window)
        await window.left()
        expectGone(model, presented, events: presented.form.isAlert ? ["cancel"] : [])
      }
    }

    @Test(.presentationLine(5), arguments: Presented.windows)
    func `dismiss() in presented content closes it and clears the state`(_ presented: Presented) async throws {
      try await run(presented) { model, window in
        model.present(presented.form)
        try await press("Cancel", in: try await window.opened("Title"))
        await window.left()
        expectGone(model, presented)
      }
    }

    @Test(.presentationLine(9), arguments: Presented.all)
    func `a value, nil and a value within one turn are presented once`(_ presented: Presented) async throws {
      try await run(presented) { model, window in
        model.present(presented.form)
        model.takeBack()
        model.present(presented.form)
        try await window.opened("Title")
        await window.left(1)
        #expect(model.dismissals == 0)
        model.takeBack()
        await window.left()
        expectGone(model, presented)
      }
    }

    @Test(.presentationLine(10), arguments: Presented.all)
    func `a presentation waits until its window is on screen, and is shown once`(_ presented: Presented) async throws {
      try await showingAlerts(by: presented.backend) {
        // Given a screen whose state holds a value from the start
        let model = PresentingModel()
        model.present(presented.form)
        let window = ViewWindow(gtk_window_new().window) { PresentingScreen(model: model, form: presented.form) }
        await mainLoopSettles()
        #expect(openWindows().count == 1)
        #expect(window.presented.isEmpty)

        // When the window comes on screen
        window.present()
        try await window.opened("Title")

        // Then the value is presented, once
        await window.left(1)
        model.takeBack()
        await window.left()
        expectGone(model, presented)
        window.close()
      }
    }

    @Test(.presentationLine(11), arguments: Presented.all)
    func `removing the presenting view dismisses its presentation without writing the state`(
      _ presented: Presented
    ) async throws {
      try await run(presented) { model, window in
        model.present(presented.form)
        try await window.opened("Title")
        model.isThere = false
        await window.left()
        #expect(model.isSet)
        #expect(model.dismissals == (presented.form.isAlert ? 0 : 1))
        #expect(model.events.isEmpty)
      }
    }

    @Test(.presentationLine(11), arguments: Presented.all)
    func `destroying the window dismisses its presentation without writing the state`(
      _ presented: Presented
    ) async throws {
      try await run(presented) { model, window in
        model.present(presented.form)
        try await window.opened("Title")
        window.close()
        await waitUntil("all windows to be gone") { openWindows().isEmpty }
        await mainLoopSettles()
        #expect(model.isSet)
        #expect(model.dismissals == (presented.form.isAlert ? 0 : 1))
        #expect(model.events.isEmpty)
      }
    }

    @Test(.presentationLine(14), arguments: Presented.all)
    func `a presentation closed by the user and by code in one turn is dismissed once`(
      _ presented: Presented
    ) async throws {
      try await run(presented) { model, window in
        for isUserFirst in [true, false] {
          model.present(presented.form)
          let widget = try await window.opened("Title")
          let close = {
            if widget.isA(gtk_popover_get_type()) {
              gtk_popover_popdown(UnsafeMutablePointer(widget.opaque))
            } else {
              gtk_window_close(widget.window)
            }
          }
          await performInSource {
            if isUserFirst { close() }
            model.takeBack()
            if !isUserFirst { close() }
          }
          await window.left()
        }
        expectGone(model, presented, times: 2, events: model.events)
        #expect(model.events.count <= 2)
      }
    }

    @Test(.presentationLine(19), arguments: Presented.all)
    func `a dismissed presentation is freed, and the focus is restored`(_ presented: Presented) async throws {
      let deallocations = DeallocationWatch()
      try await run(presented) { model, window in
        deallocations.watch(model, "the state")
        let elsewhere = try #require(window.window.flatMap { button("Elsewhere", in: $0) })
        gtk_widget_grab_focus(elsewhere)
        for way in 1...2 {
          model.present(presented.form)
          let widget = try await window.opened("Title")
          for widget in ownWidgets(in: widget) { deallocations.watch(widget, "\(way): \(describe(widget))") }
          if way == 2 { await dismissAsUser(widget) } else { model.takeBack() }
          await window.left()
          #expect(gtk_window_get_focus(window.window) == elsewhere)
        }
        #expect(deallocations.survivors == ["the state"])
      }
      await deallocations.expectAll()
    }

    @Test(.presentationLine(20), arguments: Presented.all.filter(\.form.isLive))
    func `presented content follows the state of the screen`(_ presented: Presented) async throws {
      try await run(presented) { model, window in
        model.present(presented.form)
        let widget = try await window.opened("About parent")
        model.name = "another"
        #expect(try await window.opened("About another") == widget)
        model.takeBack()
        await window.left()
        expectGone(model, presented)
      }
    }

    @Test(.presentationLine(23), arguments: Presented.all)
    func `an equal value is presented again after a dismissal`(_ presented: Presented) async throws {
      try await run(presented) { model, window in
        for _ in 1...3 {
          model.present(presented.form)
          await dismissAsUser(try await window.opened("Title"))
          await window.left()
        }
        expectGone(model, presented, times: 3, events: presented.form.isAlert ? ["cancel", "cancel", "cancel"] : [])
      }
    }
  }
}
