import CGtk
import GalleryViews
import GtkBridge
import GtkTestSupport
import GtkViews
import TestTraits
import Testing

extension GalleryTests {
  /// The pages about the presentation contract, operated like a user does. Other tests verify the contract on all
  /// levels: docs/library/presentation.md.
  @MainActor @Suite struct ContractPagesTests {
    /// Returns the window on top of the page, once it is on screen and has a label with this text.
    private func modal(_ text: String, over stage: PageStage) async throws -> UnsafeMutablePointer<GtkWindow> {
      func find() -> UnsafeMutablePointer<GtkWindow>? {
        openWindows().first {
          $0 != stage.window && gtk_widget_get_mapped($0.widget) != 0 && texts(in: $0).contains(text)
        }
      }
      await waitUntil("a window that says “\(text)”") { find() != nil }
      return try #require(find())
    }

    private func modalsGone(over stage: PageStage) async {
      await waitUntil("the windows on top to go") {
        openWindows().allSatisfy { $0 == stage.window || gtk_widget_get_mapped($0.widget) == 0 }
      }
      await stage.settle()
    }

    private func press(_ title: String, in window: UnsafeMutablePointer<GtkWindow>) async throws {
      await click(try #require(button(title, in: window)))
    }

    @Test(.presentationLine(1, 3), arguments: ["Alert", "Sheet", "Cover"])
    func `a value is presented, its button acts once, and the page tells of it`(kind: String) async throws {
      // Given the page about closing, with a kind of presentation selected
      let stage = try await PageStage(page: "contract-closing")
      try await choose(kind, on: stage)

      // When a line is tried, and its button pressed
      await stage.press("Open, with a Button")
      let window = try await modal("Press “Do It”", over: stage)
      try await press("Do It", in: window)
      await modalsGone(over: stage)

      // Then the page lists each event once
      #expect(stage.texts.count { $0 == "the button’s action" } == 1)
      #expect(stage.texts.count { $0 == "the state is nil; it was “Press “Do It””" } == 1)
      #expect(stage.texts.count { $0 == "onDismiss" } == (kind == "Alert" ? 0 : 1))
      await stage.close()
    }

    private func choose(_ kind: String, on stage: PageStage) async throws {
      let button = try #require(stage.buttons(kind).first)
      await performInSource {
        gtk_toggle_button_set_active(button.cast(to: GtkToggleButton.self, gtk_toggle_button_get_type()), 1)
      }
      await stage.settle()
    }

    @Test(.presentationLine(1, 2)) func `a page is pushed in the page, and going back takes the state away`()
      async throws
    {
      let stage = try await PageStage(page: "contract-closing")
      try await choose("Page", on: stage)
      await stage.press("Open, with a Button")
      await waitUntil("the page is pushed") { stage.texts.contains("“Press “Do It”” is on screen") }
      await stage.press("Do It")
      await waitUntil("it is popped") { stage.texts.contains("the state is nil; it was “Press “Do It””") }
      await stage.settle()
      await stage.close()
    }

    @Test(.presentationLine(9)) func `of nil, a, nil and b only b is shown`() async throws {
      let stage = try await PageStage(page: "contract-appearing")
      await stage.press("Set nil, a, nil, b")
      let sheet = try await modal("b", over: stage)
      #expect(!stage.texts.contains("“a” is on screen"))
      try await press("Close", in: sheet)
      await modalsGone(over: stage)
      await stage.close()
    }

    @Test(.presentationLine(18)) func `a toggle of a mapped Boolean cannot be turned on, and can be turned off`()
      async throws
    {
      // Given a switch of a mapped Boolean, with a value
      let stage = try await PageStage(page: "contract-contents")
      let control = try #require(widgets(ofType: gtk_switch_get_type(), in: stage.window).first)
      await stage.press("Give It a Value")
      #expect(gtk_switch_get_active(control.opaque) == 1)

      // When it is turned off, the value is gone
      await performInSource { gtk_switch_set_active(control.opaque, 0) }
      await stage.settle()
      #expect(stage.texts.contains { $0.hasPrefix("The value: nil.") })

      // And when it is turned on, it turns off again, and one report names the value
      await performInSource { gtk_switch_set_active(control.opaque, 1) }
      await stage.settle()
      #expect(gtk_switch_get_active(control.opaque) == 0)
      await stage.close()
    }

    @Test(.presentationLine(19)) func `a model of a sheet's own ends with the sheet`() async throws {
      let stage = try await PageStage(page: "contract-remains")
      await stage.press("Open a Sheet with a Model")
      let sheet = try await modal("A model of the sheet’s own", over: stage)
      #expect(stage.texts.contains("Models alive: 1"))
      try await press("Close", in: sheet)
      await modalsGone(over: stage)
      await waitUntil("the model is gone") { stage.texts.contains("Models alive: 0") }
      await stage.close()
    }

    @Test(.presentationLine(25)) func `two hundred sheets are presented and closed, one after the other`() async throws
    {
      let stage = try await PageStage(page: "contract-remains")
      await stage.press("Present and Close 200 Sheets")
      await waitUntil("all were there") { stage.texts.contains("200 of 200; models alive: 0") }
      await modalsGone(over: stage)
      await stage.close()
    }
  }
}
