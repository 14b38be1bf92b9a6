import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

extension GtkBridgeTests {
  /// The window below a dialog and the window above it, when they are replaced.
  @MainActor @Suite struct PresenterHostTests {
    private func sheet(over widget: UnsafeMutablePointer<GtkWidget>, _ screen: Screen) -> ModalWindowPresenter {
      ModalWindowPresenter(
        .sheet, over: widget, source: screen.source(), content: .init(make: { _ in gtk_label_new("content") }))
    }

    private func show(_ item: Item, _ screen: Screen, _ presenter: DialogPresenter) async {
      let count = dialogs().count
      screen.item = item
      presenter.stateMayHaveChanged()
      await waitForDialogs(count + 1)
    }

    private func end(_ fixture: ParentWindowFixture, _ presenters: DialogPresenter...) async {
      presenters.forEach { $0.viewWasRemoved() }
      await waitForDialogs(0)
      await fixture.end()
    }

    @Test func `without a title of its own it has the name of what it stands on`() async {
      let fixture = await ParentWindowFixture(title: "Podcasts")
      let screens = [Screen(), Screen()]
      let outer = sheet(over: fixture.button, screens[0])
      await show(Item(id: 1), screens[0], outer)
      #expect(hasAccessibleName("Podcasts", dialogs()[0]))

      // A sheet above it has the same name
      let inner = sheet(over: outer.window!.window.widget, screens[1])
      await show(Item(id: 2), screens[1], inner)
      #expect(hasAccessibleName("Podcasts", dialogs()[1]))

      // A title of its own replaces this name, until the title is removed
      inner.window?.title = "Inner"
      #expect(hasAccessibleName("Inner", dialogs()[1]))
      inner.window?.title = ""
      #expect(hasAccessibleName("Podcasts", dialogs()[1]))
      screens[0].item = nil
      outer.stateMayHaveChanged()
      await waitForDialogs(0)
      await end(fixture, outer, inner)
    }

    @Test func `what it stands on is destroyed by others while its parent is off the screen`() async {
      // Given a sheet above a modal window that no presenter owns
      let fixture = await ParentWindowFixture()
      let foreign = gtk_window_new()!.window
      gtk_window_set_transient_for(foreign, fixture.window)
      gtk_window_set_modal(foreign, 1)
      gtk_window_present(foreign)
      await waitForDialogs(1)
      let screen = Screen()
      let upper = sheet(over: fixture.button, screen)
      await show(Item(id: 1), screen, upper)
      #expect(gtk_window_get_transient_for(upper.window!.window) == foreign)

      // When the modal window is destroyed while the presenting window is not on screen
      gtk_widget_set_visible(fixture.window.widget, 0)
      await destroyWindow(foreign)
      #expect(upper.isPresented)

      // Then the state closes the sheet as usual
      screen.item = nil
      upper.stateMayHaveChanged()
      await waitUntil("the sheet to go") { upper.window == nil }
      #expect(!upper.isPresented)
      #expect(screen.dismissals == 1)
      await end(fixture, upper)
    }

    /// Returns an alert that has a field if its item requests one.
    private func alert(on fixture: ParentWindowFixture, _ screen: Screen) -> AlertPresenter {
      AlertPresenter(
        over: fixture.button, source: screen.source(),
        makeAccessory: { screen.item?.text == "with a field" ? gtk_entry_new() : nil },
        content: {
          screen.item.map { item in
            AlertContent(
              title: "Item \(item.id)", buttons: [AlertButton("Save") { screen.events.append("saved \(item.text)") }])
          }
        })
    }

    private func dialogWithField() -> UnsafeMutablePointer<GtkWindow>? {
      dialogs().first { !widgets(ofType: gtk_entry_get_type(), in: $0).isEmpty }
    }

    @Test(arguments: AlertBackend.available)
    func `an alert that is given a widget while it is on screen becomes a window that holds it`(
      backend: AlertBackend
    ) async throws {
      // Given an alert of GTK's, and another on top of it
      AlertPresenter.backend = backend
      defer { AlertPresenter.backend = .automatic }
      let fixture = await ParentWindowFixture()
      let (screen, upperScreen) = (Screen(), Screen())
      let (lower, upper) = (alert(on: fixture, screen), alert(on: fixture, upperScreen))
      await show(Item(id: 1, text: "one"), screen, lower)
      await show(Item(id: 2), upperScreen, upper)

      // When it is updated with a widget
      screen.item?.text = "with a field"
      lower.stateMayHaveChanged()
      await waitUntil("the field") { dialogWithField() != nil }
      await waitForDialogs(2)

      // Then no end was reported, the other alert stands above the new one, and its buttons work
      let withField = try #require(dialogWithField())
      let other = try #require(dialogs().first { $0 != withField })
      #expect(gtk_window_get_transient_for(other) == withField)
      #expect((screen.dismissals, screen.clears) == (0, 0))
      upperScreen.item = nil
      upper.stateMayHaveChanged()
      await waitForDialogs(1)
      await click(try #require(button("Save", in: withField)))
      await waitForDialogs(0)
      #expect(screen.events == ["saved with a field", " dismissed"])
      #expect(screen.item == nil)
      await end(fixture, lower, upper)
    }
  }
}
