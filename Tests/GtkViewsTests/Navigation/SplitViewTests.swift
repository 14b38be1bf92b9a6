import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Columns side by side, and folded into one, in real windows.
  @MainActor @Suite struct SplitViewTests {
    typealias Model = SplitViewFixture.Model

    @Test func `a wide window shows the columns side by side`() async throws {
      // Given a wide window
      let model = Model()
      let fixture = await SplitViewFixture(width: 900, model)

      // Then both columns are visible, the first has the width of a sidebar, and there is no back button
      #expect(fixture.visibleTexts == ["Count 0", "Anna", "Bela", "Cora", "About nobody", "Detail"])
      let list = try #require(fixture.list)
      #expect(fixture.place(list.view.widget).width == fixture.width / 4)
      #expect(fixture.place(try #require(fixture.widget(gtk_entry_get_type()))).x > fixture.width / 4)
      #expect(fixture.backButton == nil)

      // And the bar has the items of both columns, with the title of the last one
      #expect(fixture.bar == ["Add", "Share"])
      #expect(fixture.title == "Detail of nobody")

      // When a row is selected, the detail follows
      await list.select(1)
      await waitUntil("it follows") { fixture.visibleTexts.contains("About Bela") }
      #expect(fixture.visibleTexts.contains("Anna"))
      fixture.end()
    }

    @Test func `in a narrow window, a selection shows the detail, and the back button clears it`()
      async throws
    {
      // Given a narrow window without a selection
      let model = Model()
      let fixture = await SplitViewFixture(width: 400, model)

      // Then the list is visible, with its title and toolbar
      #expect(fixture.visibleTexts == ["Count 0", "Anna", "Bela", "Cora"])
      #expect(fixture.bar == ["Add"])
      #expect(fixture.title == "People")
      #expect(fixture.backButton == nil)

      // When a row is selected, then the detail is visible with its own title and toolbar, and there is a back button
      await fixture.list?.select(1)
      await waitUntil("the detail") { fixture.visibleTexts == ["About Bela", "Detail"] && fixture.backButton != nil }
      #expect(fixture.bar == ["Share"])
      #expect(fixture.title == "Detail of Bela")

      // When the back button is clicked, then nothing is selected
      await click(try #require(fixture.backButton))
      await waitUntil("the list") {
        fixture.visibleTexts == ["Count 0", "Anna", "Bela", "Cora"] && fixture.backButton == nil
      }
      #expect(model.writes == ["Bela", nil])
      #expect(fixture.title == "People")

      // And the same row can be selected again
      await fixture.list?.select(1)
      await waitUntil("the detail") { fixture.visibleTexts == ["About Bela", "Detail"] }
      fixture.end()
    }

    @Test func `selecting the same row works again after the program refused to clear the selection`() async throws {
      // Given a program that does not clear its selection
      let model = Model()
      model.mayClear = false
      let fixture = await SplitViewFixture(width: 400, model)
      await fixture.list?.select(1)
      await waitUntil("the detail") { fixture.backButton != nil }
      await click(try #require(fixture.backButton))
      await waitUntil("the list") { fixture.visibleTexts.contains("Anna") }
      #expect(model.selection == "Bela")

      // When the selected row is activated again, then the detail is visible
      let list = try #require(fixture.list)
      await performInSource {
        _ = gtk_widget_activate_action_variant(list.view.widget, "list.activate-item", g_variant_new_uint32(1))
      }
      await waitUntil("the detail") { fixture.visibleTexts.contains("About Bela") }
      fixture.end()
    }

    @Test func `an initial or programmatic selection shows the detail in a narrow window`() async {
      let model = Model()
      model.selection = "Anna"
      let fixture = await SplitViewFixture(width: 400, model)
      #expect(fixture.visibleTexts == ["About Anna", "Detail"])
      #expect(fixture.backButton != nil)
      model.selection = nil
      await waitUntil("the list") { fixture.visibleTexts.contains("Cora") }
      model.selection = "Cora"
      await waitUntil("the detail") { fixture.visibleTexts == ["About Cora", "Detail"] }
      fixture.end()
    }

    @Test func `the columns fold and unfold as the window is resized, and keep their state`() async throws {
      // Given columns with state, in a wide window
      let model = Model()
      let fixture = await SplitViewFixture(width: 900, model)
      await click(try #require(button("Count 0", in: fixture.gtk)))
      await fixture.list?.select(2)
      await waitUntil("it counts") {
        fixture.visibleTexts.contains("Count 1") && fixture.visibleTexts.contains("About Cora")
      }
      let all = widgets(in: try #require(gtk_window_get_child(fixture.gtk)))

      // When the window becomes narrow, then the detail stays visible, because a row is selected
      await fixture.resize(to: 400)
      await waitUntil("it folds") { fixture.visibleTexts == ["About Cora", "Detail"] && fixture.backButton != nil }
      #expect(fixture.bar == ["Share"])

      // When it becomes wide, then everything is as it was
      await fixture.resize(to: 900)
      await waitUntil("it unfolds") {
        fixture.visibleTexts.contains("Count 1") && fixture.visibleTexts.contains("About Cora")
          && fixture.backButton == nil
      }
      await waitUntil("the bar has all") { fixture.bar == ["Add", "Share"] }
      #expect(Set(all).isSubset(of: widgets(in: try #require(gtk_window_get_child(fixture.gtk)))))
      #expect(model.writes == ["Cora"])
      fixture.end()
    }

    @Test func `the columns fold before they become narrower than their minimum widths`() async {
      // Given columns that need more than the width at which any split view folds
      let fixture = await SplitViewFixture(width: 900) {
        NavigationSplitView {
          Text("first").frame(minWidth: 300).navigationSplitViewColumnWidth(min: 320, ideal: 400, max: 500)
        } detail: {
          Text("last").frame(minWidth: 400)
        }
      }
      #expect(fixture.visibleTexts == ["first", "last"])
      await fixture.resize(to: 700)
      await waitUntil("it folds") { fixture.visibleTexts == ["first"] }
      await fixture.resize(to: 760)
      await waitUntil("it unfolds") { fixture.visibleTexts == ["first", "last"] }
      fixture.end()
    }

    @Test func `navigationSplitViewColumnWidth sets the width of a column`() async throws {
      let fixture = await SplitViewFixture(width: 1000) {
        NavigationSplitView {
          List(0..<3) { Text("Row \($0)") }.navigationSplitViewColumnWidth(333)
        } detail: {
          Text("last")
        }
      }
      #expect(fixture.place(try #require(fixture.list).view.widget).width == 333)
      fixture.end()
    }

    @Test func `in a right-to-left language, the first column is at the right`() async throws {
      gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
      defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
      let fixture = await SplitViewFixture(width: 900, Model())
      let list = fixture.place(try #require(fixture.list).view.widget)
      #expect(list.width == fixture.width / 4)
      #expect(list.x == fixture.width - fixture.width / 4)
      #expect(fixture.place(try #require(fixture.widget(gtk_entry_get_type()))).x < 100)

      // And when it is folded, the list has all the room
      await fixture.resize(to: 400)
      await waitUntil("it folds") { !fixture.visibleTexts.contains("Detail") }
      #expect(fixture.place(try #require(fixture.list).view.widget) == (0, fixture.width))
      fixture.end()
    }

    @Test func `Alt with the left arrow goes back`() async throws {
      let model = Model()
      model.selection = "Anna"
      let fixture = await SplitViewFixture(width: 400, model)
      await waitUntil("there is a button") { fixture.backButton != nil }
      let back = try #require(fixture.backButton)
      await activateShortcut("<Alt>Left", on: back)
      await waitUntil("the list") { fixture.visibleTexts.contains("Anna") }
      #expect(model.selection == nil)
      fixture.end()
    }

    @Test func `a split view is freed with its window`() async throws {
      let deallocations = DeallocationWatch()
      do {
        let model = Model()
        deallocations.watch(model, "the model")
        let fixture = await SplitViewFixture(width: 400, model)
        await fixture.list?.select(1)
        await waitUntil("the detail") { fixture.visibleTexts.contains("About Bela") }
        for (number, widget) in ownWidgets(in: fixture.gtk.widget).enumerated() {
          deallocations.watch(widget, "\(number): \(describe(widget))")
        }
        await performInSource { fixture.end() }
      }
      await deallocations.expectAll()
    }
  }
}

/// Activates a widget's shortcut with these keys. The shortcut works in the whole window of the widget.
@MainActor
func activateShortcut(
  _ keys: String, on widget: UnsafeMutablePointer<GtkWidget>, sourceLocation: SourceLocation = #_sourceLocation
) async {
  let controllers = gtk_widget_observe_controllers(widget)
  defer { g_object_unref(controllers?.rawPointer) }
  for position in 0..<g_list_model_get_n_items(controllers) {
    guard let controller = g_list_model_get_item(controllers, position) else { continue }
    defer { g_object_unref(controller) }
    guard controller.isA(gtk_shortcut_controller_get_type()), let shortcut = g_list_model_get_item(controller.opaque, 0)
    else { continue }
    defer { g_object_unref(shortcut) }
    guard gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(shortcut.opaque)).map({ String(cString: $0) }) == keys
    else { continue }
    let action = gtk_shortcut_get_action(shortcut.opaque)
    await performInSource { _ = gtk_shortcut_action_activate(action, GtkShortcutActionFlags(rawValue: 0), widget, nil) }
    return
  }
  Issue.record("It has no key \(keys).", sourceLocation: sourceLocation)
}
