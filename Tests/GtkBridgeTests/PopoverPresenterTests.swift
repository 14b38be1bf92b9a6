import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import TestTraits
import Testing

extension GtkBridgeTests {
  /// The lifecycle's cases, with popovers.
  @MainActor @Suite struct PopoverPresenterTests {
    private func presenter(
      _ fixture: ParentWindowFixture, _ screen: Screen, isFocusable: Bool = false
    ) -> PopoverPresenter {
      var label: OpaquePointer?
      return PopoverPresenter(
        at: fixture.button, source: screen.source("popover"),
        content: .init(
          make: { _ in
            let new = gtk_label_new(screen.item!.text)!
            label = new.opaque
            guard isFocusable else { return new }
            let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
            for child in [new, gtk_button_new_with_label("Button")!] {
              gtk_box_append(UnsafeMutablePointer(box.opaque), child)
            }
            return box
          },
          update: { gtk_label_set_text(label, screen.item!.text) }))
    }

    private func popover(of fixture: ParentWindowFixture) -> UnsafeMutablePointer<GtkWidget>? {
      widgets(ofType: gtk_popover_get_type(), in: fixture.window).first
    }

    private func show(
      _ item: Item, _ fixture: ParentWindowFixture, _ screen: Screen, _ presenter: PopoverPresenter
    ) async {
      screen.item = item
      presenter.stateMayHaveChanged()
      await waitUntil("the popover") { popover(of: fixture).map { gtk_widget_get_mapped($0) != 0 } ?? false }
    }

    @Test(.presentationLine(2, 20)) func `it is shown, updated, and closed by code`() async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let presenter = presenter(fixture, screen)
      await show(Item(id: 1, text: "one"), fixture, screen, presenter)
      screen.item?.text = "two"
      presenter.stateMayHaveChanged()
      await waitUntil("the new text") { popover(of: fixture).map { texts(in: $0) == ["two"] } ?? false }
      screen.item = nil
      presenter.stateMayHaveChanged()
      await waitUntil("its end") { popover(of: fixture) == nil }
      #expect((screen.clears, screen.dismissals) == (0, 1))
      #expect(gtk_window_get_focus(fixture.window) == fixture.button)
      presenter.viewWasRemoved()
      await fixture.end()
    }

    @Test(.presentationLine(5)) func `the user closes it, and the state is nil`() async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let presenter = presenter(fixture, screen)
      await show(Item(id: 1), fixture, screen, presenter)
      await performInSource {
        gtk_popover_popdown(popover(of: fixture)!.cast(to: GtkPopover.self, gtk_popover_get_type()))
      }
      await waitUntil("its end") { popover(of: fixture) == nil }
      #expect((screen.clears, screen.dismissals) == (1, 1))
      presenter.viewWasRemoved()
      await fixture.end()
    }

    @Test(.presentationLine(15)) func `without leave to dismiss it, it stays`() async {
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let presenter = presenter(fixture, screen)
      await show(Item(id: 1), fixture, screen, presenter)
      presenter.setInteractiveDismissDisabled(true)
      await performInSource {
        gtk_popover_popdown(popover(of: fixture)!.cast(to: GtkPopover.self, gtk_popover_get_type()))
      }
      await waitUntil("it to be back") { popover(of: fixture).map { gtk_widget_get_mapped($0) != 0 } ?? false }
      #expect(screen.item != nil)
      presenter.viewWasRemoved()
      await fixture.end()
    }

    @Test(.presentationLine(19), arguments: [true, false])
    func `closed by code or by the user, nothing of it stays alive`(isByCode: Bool) async {
      let deaths = DeathWatch()
      let fixture = await ParentWindowFixture()
      let screen = Screen()
      let presenter = presenter(fixture, screen, isFocusable: true)
      await show(Item(id: 1), fixture, screen, presenter)
      deaths.watch(popover(of: fixture)!, "the popover")
      if isByCode {
        screen.item = nil
        presenter.stateMayHaveChanged()
      } else {
        await performInSource {
          gtk_popover_popdown(popover(of: fixture)!.cast(to: GtkPopover.self, gtk_popover_get_type()))
        }
      }
      await waitUntil("its end") { popover(of: fixture) == nil }
      await deaths.expectAll()
      presenter.viewWasRemoved()
      await fixture.end()
    }

    @Test(.presentationLine(19)) func `it goes with its window, and nothing of it stays alive`() async {
      let deaths = DeathWatch()
      do {
        let fixture = await ParentWindowFixture()
        let screen = Screen()
        let presenter = presenter(fixture, screen)
        await show(Item(id: 1), fixture, screen, presenter)
        deaths.watch(presenter, "the presenter")
        deaths.watch(popover(of: fixture)!, "the popover")
        deaths.watch(fixture.button, "the button")
        await fixture.end()
        #expect((screen.clears, screen.dismissals) == (0, 1))
      }
      await deaths.expectAll()
    }
  }
}
