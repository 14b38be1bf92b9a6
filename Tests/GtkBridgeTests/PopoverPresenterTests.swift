import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import TestTraits
import Testing

extension GtkBridgeTests {
  /// The presentation contract (docs/library/presentation.md), with popovers. `presentationLine` names the lines of the
  /// contract that a test proves. `PresentedState` counts how often the presenter sets the item to `nil` (`clears`) and
  /// reports that the popover has closed (`dismissals`).
  @MainActor @Suite struct PopoverPresenterTests {
    /// Returns a presenter of a popover with a label. If `hasButton`, the popover also has a button, which can have the
    /// focus.
    private func makePresenter(
      _ fixture: ParentWindowFixture, _ state: PresentedState, hasButton: Bool = false
    ) -> PopoverPresenter {
      var label: OpaquePointer?
      return PopoverPresenter(
        at: fixture.button, source: state.source("popover"),
        content: .init(
          make: { _ in
            let newLabel = gtk_label_new(state.item!.text)!
            label = newLabel.opaque
            guard hasButton else { return newLabel }
            let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
            for child in [newLabel, gtk_button_new_with_label("Button")!] {
              gtk_box_append(UnsafeMutablePointer(box.opaque), child)
            }
            return box
          },
          update: { gtk_label_set_text(label, state.item!.text) }))
    }

    private func popover(of fixture: ParentWindowFixture) -> UnsafeMutablePointer<GtkWidget>? {
      widgets(ofType: gtk_popover_get_type(), in: fixture.window).first
    }

    /// Closes the popover in an event handler, as GTK does when the user presses Escape.
    private func closeAsUser(_ fixture: ParentWindowFixture) async {
      await performInEventHandler {
        gtk_popover_popdown(popover(of: fixture)!.cast(to: GtkPopover.self, gtk_popover_get_type()))
      }
    }

    /// Writes an item to the state of a presenter, and waits until the popover is on screen.
    private func show(
      _ item: Item, _ fixture: ParentWindowFixture, _ state: PresentedState, _ presenter: PopoverPresenter
    ) async {
      state.item = item
      presenter.stateMayHaveChanged()
      await waitUntil("the popover") { popover(of: fixture).map { gtk_widget_get_mapped($0) != 0 } ?? false }
    }

    @Test(.presentationLine(2, 20)) func `a popover is presented, updated and closed by its state`() async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let presenter = makePresenter(fixture, state)
      await show(Item(id: 1, text: "one"), fixture, state, presenter)
      state.item?.text = "two"
      presenter.stateMayHaveChanged()
      await waitUntil("the new text") { popover(of: fixture).map { texts(in: $0) == ["two"] } ?? false }
      state.item = nil
      presenter.stateMayHaveChanged()
      await waitUntil("the popover is closed") { popover(of: fixture) == nil }
      #expect((state.clears, state.dismissals) == (0, 1))
      #expect(gtk_window_get_focus(fixture.window) == fixture.button)
      presenter.viewWasRemoved()
      await fixture.end()
    }

    @Test(.presentationLine(5)) func `a popover that the user closes clears the state`() async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let presenter = makePresenter(fixture, state)
      await show(Item(id: 1), fixture, state, presenter)
      await closeAsUser(fixture)
      await waitUntil("the popover is closed") { popover(of: fixture) == nil }
      #expect((state.clears, state.dismissals) == (1, 1))
      presenter.viewWasRemoved()
      await fixture.end()
    }

    @Test(.presentationLine(15)) func `with interactive dismissal disabled, a closed popover is shown again`() async {
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let presenter = makePresenter(fixture, state)
      await show(Item(id: 1), fixture, state, presenter)
      presenter.setInteractiveDismissDisabled(true)
      await closeAsUser(fixture)
      await waitUntil("the popover to be back") { popover(of: fixture).map { gtk_widget_get_mapped($0) != 0 } ?? false }
      #expect(state.item != nil)
      presenter.viewWasRemoved()
      await fixture.end()
    }

    @Test(.presentationLine(19), arguments: [true, false])
    func `a popover closed by code or by the user is released`(isByCode: Bool) async {
      let deallocations = DeallocationWatch()
      let fixture = await ParentWindowFixture()
      let state = PresentedState()
      let presenter = makePresenter(fixture, state, hasButton: true)
      await show(Item(id: 1), fixture, state, presenter)
      deallocations.watch(popover(of: fixture)!, "the popover")
      if isByCode {
        state.item = nil
        presenter.stateMayHaveChanged()
      } else {
        await closeAsUser(fixture)
      }
      await waitUntil("the popover is closed") { popover(of: fixture) == nil }
      await deallocations.expectAll()
      presenter.viewWasRemoved()
      await fixture.end()
    }

    @Test(.presentationLine(19)) func `a popover closes with its window and is released`() async {
      let deallocations = DeallocationWatch()
      do {
        let fixture = await ParentWindowFixture()
        let state = PresentedState()
        let presenter = makePresenter(fixture, state)
        await show(Item(id: 1), fixture, state, presenter)
        deallocations.watch(presenter, "the presenter")
        deallocations.watch(popover(of: fixture)!, "the popover")
        deallocations.watch(fixture.button, "the button")
        await fixture.end()
        #expect((state.clears, state.dismissals) == (0, 1))
      }
      await deallocations.expectAll()
    }
  }
}
