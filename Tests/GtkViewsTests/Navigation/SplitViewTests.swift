import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The columns of split views in real windows. In a window 900 pixels wide, the columns are side by side. In a window
  /// 400 pixels wide, the split view is folded: it shows one column at a time. The list of the fixture has the rows
  /// Anna (0), Bela (1) and Cora (2).
  @MainActor @Suite struct SplitViewTests {
    typealias Model = SplitViewFixture.Model

    @Test func `a wide window shows the columns side by side`() async throws {
      // Given a wide window
      let model = Model()
      let fixture = await SplitViewFixture(width: 900, model)

      // Then both columns are visible, the first has a quarter of the width, and there is no back button
      #expect(fixture.visibleTexts == ["Count 0", "Anna", "Bela", "Cora", "About nobody", "Detail"])
      let list = try #require(fixture.list)
      #expect(fixture.horizontalPlace(of: list.listView.widget).width == fixture.contentWidth / 4)
      let entry = try #require(fixture.firstWidget(ofType: gtk_entry_get_type()))
      #expect(fixture.horizontalPlace(of: entry).x > fixture.contentWidth / 4)
      #expect(fixture.backButton == nil)

      // And the bar has the items of both columns, and the title of the last column
      #expect(fixture.barButtonTitles == ["Add", "Share"])
      #expect(fixture.title == "Detail of nobody")

      // When a row is selected, then the detail of this row is shown next to the list
      await list.select(1)
      await waitUntil("the detail is that of the row") { fixture.visibleTexts.contains("About Bela") }
      #expect(fixture.visibleTexts.contains("Anna"))
      fixture.end()
    }

    @Test func `in a narrow window, selecting a row shows the detail, and the back button clears the selection`()
      async throws
    {
      // Given a narrow window without a selection
      let model = Model()
      let fixture = await SplitViewFixture(width: 400, model)

      // Then the list is visible, with its title and toolbar
      #expect(fixture.visibleTexts == ["Count 0", "Anna", "Bela", "Cora"])
      #expect(fixture.barButtonTitles == ["Add"])
      #expect(fixture.title == "People")
      #expect(fixture.backButton == nil)

      // When a row is selected, then the detail is visible with its own title and toolbar, and there is a back button
      await fixture.list?.select(1)
      await waitUntil("the detail is visible") {
        fixture.visibleTexts == ["About Bela", "Detail"] && fixture.backButton != nil
      }
      #expect(fixture.barButtonTitles == ["Share"])
      #expect(fixture.title == "Detail of Bela")

      // When the back button is clicked, then nothing is selected
      await click(try #require(fixture.backButton))
      await waitUntil("the list is visible") {
        fixture.visibleTexts == ["Count 0", "Anna", "Bela", "Cora"] && fixture.backButton == nil
      }
      #expect(model.writtenSelections == ["Bela", nil])
      #expect(fixture.title == "People")

      // And the same row can be selected again
      await fixture.list?.select(1)
      await waitUntil("the detail is visible") { fixture.visibleTexts == ["About Bela", "Detail"] }
      fixture.end()
    }

    @Test func `activating the selected row shows its detail again after the program refused to clear the selection`()
      async throws
    {
      // Given a model that keeps its selection when the user goes back
      let model = Model()
      model.acceptsNoSelection = false
      let fixture = await SplitViewFixture(width: 400, model)

      // When a row is selected and the back button is clicked, then the list is visible, and the row remains selected
      await fixture.list?.select(1)
      await waitUntil("the detail is visible") { fixture.backButton != nil }
      await click(try #require(fixture.backButton))
      await waitUntil("the list is visible") { fixture.visibleTexts.contains("Anna") }
      #expect(model.selection == "Bela")

      // When the selected row is activated again, then the detail is visible
      let list = try #require(fixture.list)
      await performInEventHandler {
        _ = gtk_widget_activate_action_variant(list.listView.widget, "list.activate-item", g_variant_new_uint32(1))
      }
      await waitUntil("the detail is visible") { fixture.visibleTexts.contains("About Bela") }
      fixture.end()
    }

    @Test func `a selection that the program sets shows the detail in a narrow window`() async {
      let model = Model()
      model.selection = "Anna"
      let fixture = await SplitViewFixture(width: 400, model)
      #expect(fixture.visibleTexts == ["About Anna", "Detail"])
      #expect(fixture.backButton != nil)
      model.selection = nil
      await waitUntil("the list is visible") { fixture.visibleTexts.contains("Cora") }
      model.selection = "Cora"
      await waitUntil("the detail is visible") { fixture.visibleTexts == ["About Cora", "Detail"] }
      fixture.end()
    }

    @Test func `the columns fold and unfold as the window is resized, and keep their state`() async throws {
      // Given columns with state, in a wide window
      let model = Model()
      let fixture = await SplitViewFixture(width: 900, model)
      await click(try #require(button("Count 0", in: fixture.gtkWindow)))
      await fixture.list?.select(2)
      await waitUntil("the columns have new state") {
        fixture.visibleTexts.contains("Count 1") && fixture.visibleTexts.contains("About Cora")
      }
      let widgetsBefore = widgets(in: try #require(gtk_window_get_child(fixture.gtkWindow)))

      // When the window becomes narrow, then the detail stays visible, because a row is selected
      await fixture.resize(to: 400)
      await waitUntil("the columns fold") {
        fixture.visibleTexts == ["About Cora", "Detail"] && fixture.backButton != nil
      }
      #expect(fixture.barButtonTitles == ["Share"])

      // When the window becomes wide, then the columns have their widgets and state again
      await fixture.resize(to: 900)
      await waitUntil("the columns unfold") {
        fixture.visibleTexts.contains("Count 1") && fixture.visibleTexts.contains("About Cora")
          && fixture.backButton == nil
      }
      await waitUntil("the bar has the buttons of both columns") { fixture.barButtonTitles == ["Add", "Share"] }
      #expect(Set(widgetsBefore).isSubset(of: widgets(in: try #require(gtk_window_get_child(fixture.gtkWindow)))))

      // And folding and unfolding did not write a selection
      #expect(model.writtenSelections == ["Cora"])
      fixture.end()
    }

    @Test func `the columns fold before they become narrower than their minimum widths`() async {
      // Given columns with minimum widths of 320 and 400 pixels, which fit into 760 pixels, but not into 700. A split
      // view with smaller columns folds only below 560 pixels.
      let fixture = await SplitViewFixture(width: 900) {
        NavigationSplitView {
          Text("first").frame(minWidth: 300).navigationSplitViewColumnWidth(min: 320, ideal: 400, max: 500)
        } detail: {
          Text("last").frame(minWidth: 400)
        }
      }
      #expect(fixture.visibleTexts == ["first", "last"])

      // When the window is too narrow for the columns, then the split view is folded. When the columns fit again, then
      // the split view is unfolded.
      await fixture.resize(to: 700)
      await waitUntil("the columns fold") { fixture.visibleTexts == ["first"] }
      await fixture.resize(to: 760)
      await waitUntil("the columns unfold") { fixture.visibleTexts == ["first", "last"] }
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
      #expect(fixture.horizontalPlace(of: try #require(fixture.list).listView.widget).width == 333)
      fixture.end()
    }

    @Test func `in a right-to-left language, the first column is at the right`() async throws {
      gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
      defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
      let fixture = await SplitViewFixture(width: 900, Model())
      let listPlace = fixture.horizontalPlace(of: try #require(fixture.list).listView.widget)
      #expect(listPlace.width == fixture.contentWidth / 4)
      #expect(listPlace.x == fixture.contentWidth - fixture.contentWidth / 4)
      // The text field of the detail begins near the left edge.
      #expect(fixture.horizontalPlace(of: try #require(fixture.firstWidget(ofType: gtk_entry_get_type()))).x < 100)

      // And in the folded split view, the list has the whole width
      await fixture.resize(to: 400)
      await waitUntil("the columns fold") { !fixture.visibleTexts.contains("Detail") }
      #expect(fixture.horizontalPlace(of: try #require(fixture.list).listView.widget) == (0, fixture.contentWidth))
      fixture.end()
    }

    @Test func `Alt with the left arrow goes back`() async throws {
      let model = Model()
      model.selection = "Anna"
      let fixture = await SplitViewFixture(width: 400, model)
      await waitUntil("the back button is visible") { fixture.backButton != nil }
      let back = try #require(fixture.backButton)
      await activateShortcut("<Alt>Left", on: back)
      await waitUntil("the list is visible") { fixture.visibleTexts.contains("Anna") }
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
        await waitUntil("the detail is visible") { fixture.visibleTexts.contains("About Bela") }
        for (number, widget) in ownWidgets(in: fixture.gtkWindow.widget).enumerated() {
          deallocations.watch(widget, "\(number): \(describe(widget))")
        }
        await performInEventHandler { fixture.end() }
      }
      await deallocations.expectAll()
    }
  }
}

/// Activates the shortcut that a widget has for the given keys. The keys are in GTK's notation, such as `<Alt>Left`.
/// Only the first shortcut of each of the widget's controllers is considered.
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
    await performInEventHandler {
      _ = gtk_shortcut_action_activate(action, GtkShortcutActionFlags(rawValue: 0), widget, nil)
    }
    return
  }
  Issue.record("The widget has no shortcut \(keys).", sourceLocation: sourceLocation)
}
