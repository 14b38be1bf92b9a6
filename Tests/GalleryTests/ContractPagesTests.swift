import CGtk
import GalleryViews
import GtkBridge
import GtkTestSupport
import GtkViews
import TestTraits
import Testing

extension GalleryTests {
  /// The pages about the presentation contract, operated as by a user. The contract is the table in
  /// docs/library/presentation.md. `presentationLine` has the numbers of the lines that a test covers.
  @MainActor @Suite struct ContractPagesTests {
    /// Returns the window on top of the page, once it is on screen and has a label with this text.
    private func modal(_ text: String, over fixture: PageFixture) async throws -> UnsafeMutablePointer<GtkWindow> {
      func find() -> UnsafeMutablePointer<GtkWindow>? {
        openWindows().first {
          $0 != fixture.window && gtk_widget_get_mapped($0.widget) != 0 && texts(in: $0).contains(text)
        }
      }
      await waitUntil("a window with the text “\(text)”") { find() != nil }
      return try #require(find())
    }

    private func waitUntilNoModal(over fixture: PageFixture) async {
      await waitUntil("no modal window") {
        openWindows().allSatisfy { $0 == fixture.window || gtk_widget_get_mapped($0.widget) == 0 }
      }
      await fixture.settle()
    }

    private func press(_ title: String, in window: UnsafeMutablePointer<GtkWindow>) async throws {
      await click(try #require(button(title, in: window)))
    }

    @Test(.presentationLine(1, 3), arguments: ["Alert", "Sheet", "Cover"])
    func `the button of a dialog acts once, and the page lists each event once`(kind: String) async throws {
      // Given the page about closing, on which the user has selected a kind of presentation
      let fixture = try await PageFixture(page: "contract-closing")
      try await selectKind(kind, on: fixture)

      // When the dialog is opened, and its button is clicked
      await fixture.press("Open, with a Button")
      let window = try await modal("Press “Do It”", over: fixture)
      try await press("Do It", in: window)
      await waitUntilNoModal(over: fixture)

      // Then the page lists each event once
      #expect(fixture.texts.count { $0 == "the button’s action" } == 1)
      #expect(fixture.texts.count { $0 == "the state is nil; it was “Press “Do It””" } == 1)
      // An alert has no `onDismiss`.
      #expect(fixture.texts.count { $0 == "onDismiss" } == (kind == "Alert" ? 0 : 1))
      await fixture.close()
    }

    /// Selects a kind of presentation on the page about closing.
    private func selectKind(_ kind: String, on fixture: PageFixture) async throws {
      let button = try #require(fixture.buttons(kind).first)
      await performInEventHandler {
        gtk_toggle_button_set_active(button.cast(to: GtkToggleButton.self, gtk_toggle_button_get_type()), 1)
      }
      await fixture.settle()
    }

    @Test(.presentationLine(1, 2)) func `a page is pushed, and its button pops it and clears the state`()
      async throws
    {
      let fixture = try await PageFixture(page: "contract-closing")
      try await selectKind("Page", on: fixture)
      await fixture.press("Open, with a Button")
      await waitUntil("the page is pushed") { fixture.texts.contains("“Press “Do It”” is on screen") }
      await fixture.press("Do It")
      await waitUntil("the page is popped") { fixture.texts.contains("the state is nil; it was “Press “Do It””") }
      await fixture.settle()
      await fixture.close()
    }

    @Test(.presentationLine(9)) func `only the last of several values set in one turn is presented`() async throws {
      let fixture = try await PageFixture(page: "contract-appearing")
      await fixture.press("Set nil, a, nil, b")
      let sheet = try await modal("b", over: fixture)
      #expect(!fixture.texts.contains("“a” is on screen"))
      try await press("Close", in: sheet)
      await waitUntilNoModal(over: fixture)
      await fixture.close()
    }

    @Test(.presentationLine(18)) func `a toggle of a mapped Boolean can be turned off, but not on`()
      async throws
    {
      // Given a switch whose Boolean is mapped from an optional value that is not nil
      let fixture = try await PageFixture(page: "contract-contents")
      let control = try #require(widgets(ofType: gtk_switch_get_type(), in: fixture.window).first)
      await fixture.press("Give It a Value")
      #expect(gtk_switch_get_active(control.opaque) == 1)

      // When the switch is turned off, then the value is nil
      await performInEventHandler { gtk_switch_set_active(control.opaque, 0) }
      await fixture.settle()
      #expect(fixture.texts.contains { $0.hasPrefix("The value: nil.") })

      // And when the switch is turned on, then it turns off again
      await performInEventHandler { gtk_switch_set_active(control.opaque, 1) }
      await fixture.settle()
      #expect(gtk_switch_get_active(control.opaque) == 0)
      await fixture.close()
    }

    @Test(.presentationLine(19)) func `a sheet's own model is released with the sheet`() async throws {
      let fixture = try await PageFixture(page: "contract-remains")
      await fixture.press("Open a Sheet with a Model")
      let sheet = try await modal("A model of the sheet’s own", over: fixture)
      #expect(fixture.texts.contains("Models alive: 1"))
      try await press("Close", in: sheet)
      await waitUntilNoModal(over: fixture)
      await waitUntil("the model is gone") { fixture.texts.contains("Models alive: 0") }
      await fixture.close()
    }

    @Test(.presentationLine(25)) func `a page can present and close two hundred sheets in sequence`() async throws {
      let fixture = try await PageFixture(page: "contract-remains")
      await fixture.press("Present and Close 200 Sheets")
      await waitUntil("all sheets have been presented") { fixture.texts.contains("200 of 200; models alive: 0") }
      await waitUntilNoModal(over: fixture)
      await fixture.close()
    }
  }
}
