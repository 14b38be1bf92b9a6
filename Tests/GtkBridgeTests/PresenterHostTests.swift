import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

extension GtkBridgeTests {
  /// Dialogs whose host has a title, is replaced or is destroyed. The host is the window below a dialog.
  @MainActor @Suite struct PresenterHostTests {
    /// Returns the presenter of a sheet for a state. The host is the window of `widget`.
    private func makeSheet(
      over widget: UnsafeMutablePointer<GtkWidget>, _ state: PresentedState
    ) -> ModalWindowPresenter {
      ModalWindowPresenter(
        .sheet, over: widget, source: state.source(), content: .init(make: { _ in gtk_label_new("content") }))
    }

    /// Writes an item to the state of a presenter, and waits for one more dialog.
    private func show(_ item: Item, _ state: PresentedState, _ presenter: DialogPresenter) async {
      let count = dialogs().count
      state.item = item
      presenter.stateMayHaveChanged()
      await waitForDialogs(count + 1)
    }

    /// Removes the views of the presenters, waits until no dialog is left, and closes the window below.
    private func end(_ fixture: ParentWindowFixture, _ presenters: DialogPresenter...) async {
      presenters.forEach { $0.viewWasRemoved() }
      await waitForDialogs(0)
      await fixture.end()
    }

    @Test func `a sheet without a title has the accessible name of its host window`() async {
      let fixture = await ParentWindowFixture(title: "Podcasts")
      let (outerState, innerState) = (PresentedState(), PresentedState())
      let outer = makeSheet(over: fixture.button, outerState)
      await show(Item(id: 1), outerState, outer)
      #expect(hasAccessibleName("Podcasts", dialogs()[0]))

      // A sheet above the first sheet has the same name
      let inner = makeSheet(over: outer.window!.window.widget, innerState)
      await show(Item(id: 2), innerState, inner)
      #expect(hasAccessibleName("Podcasts", dialogs()[1]))

      // A title of its own replaces this name, until the title is removed
      inner.window?.title = "Inner"
      #expect(hasAccessibleName("Inner", dialogs()[1]))
      inner.window?.title = ""
      #expect(hasAccessibleName("Podcasts", dialogs()[1]))

      // The inner sheet closes together with the outer sheet
      outerState.item = nil
      outer.stateMayHaveChanged()
      await waitForDialogs(0)
      await end(fixture, outer, inner)
    }

    @Test func `a sheet survives the destruction of its host while the presenting window is hidden`() async {
      // Given a sheet above a modal window that no presenter owns
      let fixture = await ParentWindowFixture()
      let otherModal = gtk_window_new()!.window
      gtk_window_set_transient_for(otherModal, fixture.window)
      gtk_window_set_modal(otherModal, 1)
      gtk_window_present(otherModal)
      await waitForDialogs(1)
      let state = PresentedState()
      let sheet = makeSheet(over: fixture.button, state)
      await show(Item(id: 1), state, sheet)
      #expect(gtk_window_get_transient_for(sheet.window!.window) == otherModal)

      // When the modal window is destroyed while the presenting window, which has the button, is not on screen
      gtk_widget_set_visible(fixture.window.widget, 0)
      await destroyWindow(otherModal)
      #expect(sheet.isPresented)

      // Then the state closes the sheet as usual
      state.item = nil
      sheet.stateMayHaveChanged()
      await waitUntil("the sheet to go") { sheet.window == nil }
      #expect(!sheet.isPresented)
      #expect(state.dismissals == 1)
      await end(fixture, sheet)
    }

    /// Returns the presenter of an alert, which has a text field if the item's text is “with a field”.
    private func makeAlert(on fixture: ParentWindowFixture, _ state: PresentedState) -> AlertPresenter {
      AlertPresenter(
        over: fixture.button, source: state.source(),
        makeAccessory: { state.item?.text == "with a field" ? gtk_entry_new() : nil },
        content: {
          state.item.map { item in
            AlertContent(
              title: "Item \(item.id)", buttons: [AlertButton("Save") { state.events.append("saved \(item.text)") }])
          }
        })
    }

    /// Returns the first dialog that has a text field.
    private func dialogWithField() -> UnsafeMutablePointer<GtkWindow>? {
      dialogs().first { !widgets(ofType: gtk_entry_get_type(), in: $0).isEmpty }
    }

    @Test(arguments: AlertBackend.available)
    func `an open alert that gets a text field is replaced by a window with the field`(
      backend: AlertBackend
    ) async throws {
      // Given an alert of GTK, and another alert above it
      AlertPresenter.backend = backend
      defer { AlertPresenter.backend = .automatic }
      let fixture = await ParentWindowFixture()
      let (state, upperState) = (PresentedState(), PresentedState())
      let (lower, upper) = (makeAlert(on: fixture, state), makeAlert(on: fixture, upperState))
      await show(Item(id: 1, text: "one"), state, lower)
      await show(Item(id: 2), upperState, upper)

      // When the lower alert is updated with a text field, which GTK's own alerts cannot have
      state.item?.text = "with a field"
      lower.stateMayHaveChanged()
      await waitUntil("the field") { dialogWithField() != nil }
      await waitForDialogs(2)

      // Then no dismissal was reported, the upper alert is above the new window, and the new window's buttons work
      let lowerDialog = try #require(dialogWithField())
      let upperDialog = try #require(dialogs().first { $0 != lowerDialog })
      #expect(gtk_window_get_transient_for(upperDialog) == lowerDialog)
      #expect((state.dismissals, state.clears) == (0, 0))
      upperState.item = nil
      upper.stateMayHaveChanged()
      await waitForDialogs(1)
      await click(try #require(button("Save", in: lowerDialog)))
      await waitForDialogs(0)
      // The source of the state has no name, so the second event begins with a space.
      #expect(state.events == ["saved with a field", " dismissed"])
      #expect(state.item == nil)
      await end(fixture, lower, upper)
    }
  }
}
