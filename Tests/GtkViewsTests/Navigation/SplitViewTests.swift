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
    typealias Model = SplitStage.Model

    @Test func `in a wide window the columns stand side by side`() async throws {
      // Given a wide window
      let model = Model()
      let stage = await SplitStage(width: 900, model)

      // Then both columns are visible, the first has the width of a sidebar, and there is no back button
      #expect(stage.seen == ["Count 0", "Anna", "Bela", "Cora", "About nobody", "Detail"])
      let list = try #require(stage.list)
      #expect(stage.place(list.view.widget).width == stage.width / 4)
      #expect(stage.place(try #require(stage.widget(gtk_entry_get_type()))).x > stage.width / 4)
      #expect(stage.backButton == nil)

      // And the bar has the items of both columns, with the title of the last one
      #expect(stage.bar == ["Add", "Share"])
      #expect(stage.title == "Detail of nobody")

      // When a row is selected, the detail follows
      await list.select(1)
      await waitUntil("it follows") { stage.seen.contains("About Bela") }
      #expect(stage.seen.contains("Anna"))
      stage.end()
    }

    @Test func `in a narrow window a choice goes on to the detail, and the button goes back and clears it`()
      async throws
    {
      // Given a narrow window without a selection
      let model = Model()
      let stage = await SplitStage(width: 400, model)

      // Then the list is visible, with its title and toolbar
      #expect(stage.seen == ["Count 0", "Anna", "Bela", "Cora"])
      #expect(stage.bar == ["Add"])
      #expect(stage.title == "People")
      #expect(stage.backButton == nil)

      // When a row is selected, then the detail is visible with its own title and toolbar, and there is a back button
      await stage.list?.select(1)
      await waitUntil("the detail") { stage.seen == ["About Bela", "Detail"] && stage.backButton != nil }
      #expect(stage.bar == ["Share"])
      #expect(stage.title == "Detail of Bela")

      // When the back button is clicked, then nothing is selected
      await click(try #require(stage.backButton))
      await waitUntil("the list") { stage.seen == ["Count 0", "Anna", "Bela", "Cora"] && stage.backButton == nil }
      #expect(model.writes == ["Bela", nil])
      #expect(stage.title == "People")

      // And the same row can be selected again
      await stage.list?.select(1)
      await waitUntil("the detail") { stage.seen == ["About Bela", "Detail"] }
      stage.end()
    }

    @Test func `a choice that the program keeps can be made again`() async throws {
      // Given a program that does not clear its selection
      let model = Model()
      model.mayClear = false
      let stage = await SplitStage(width: 400, model)
      await stage.list?.select(1)
      await waitUntil("the detail") { stage.backButton != nil }
      await click(try #require(stage.backButton))
      await waitUntil("the list") { stage.seen.contains("Anna") }
      #expect(model.chosen == "Bela")

      // When the selected row is activated again, then the detail is visible
      let list = try #require(stage.list)
      await performInSource {
        _ = gtk_widget_activate_action_variant(list.view.widget, "list.activate-item", g_variant_new_uint32(1))
      }
      await waitUntil("the detail") { stage.seen.contains("About Bela") }
      stage.end()
    }

    @Test func `what is chosen from the beginning is seen, and a program's choice goes on`() async {
      let model = Model()
      model.chosen = "Anna"
      let stage = await SplitStage(width: 400, model)
      #expect(stage.seen == ["About Anna", "Detail"])
      #expect(stage.backButton != nil)
      model.chosen = nil
      await waitUntil("the list") { stage.seen.contains("Cora") }
      model.chosen = "Cora"
      await waitUntil("the detail") { stage.seen == ["About Cora", "Detail"] }
      stage.end()
    }

    @Test func `the columns fold and unfold as the window is resized, and keep their state`() async throws {
      // Given columns with state, in a wide window
      let model = Model()
      let stage = await SplitStage(width: 900, model)
      await click(try #require(button("Count 0", in: stage.gtk)))
      await stage.list?.select(2)
      await waitUntil("it counts") { stage.seen.contains("Count 1") && stage.seen.contains("About Cora") }
      let all = widgets(in: try #require(gtk_window_get_child(stage.gtk)))

      // When the window becomes narrow, then the detail stays visible, because a row is selected
      await stage.resize(to: 400)
      await waitUntil("it folds") { stage.seen == ["About Cora", "Detail"] && stage.backButton != nil }
      #expect(stage.bar == ["Share"])

      // When it becomes wide, then everything is as it was
      await stage.resize(to: 900)
      await waitUntil("it unfolds") {
        stage.seen.contains("Count 1") && stage.seen.contains("About Cora") && stage.backButton == nil
      }
      await waitUntil("the bar has all") { stage.bar == ["Add", "Share"] }
      #expect(Set(all).isSubset(of: widgets(in: try #require(gtk_window_get_child(stage.gtk)))))
      #expect(model.writes == ["Cora"])
      stage.end()
    }

    @Test func `the columns fold before they would be too narrow`() async {
      // Given columns that need more than the width at which any split view folds
      let stage = await SplitStage(width: 900) {
        NavigationSplitView {
          Text("first").frame(minWidth: 300).navigationSplitViewColumnWidth(min: 320, ideal: 400, max: 500)
        } detail: {
          Text("last").frame(minWidth: 400)
        }
      }
      #expect(stage.seen == ["first", "last"])
      await stage.resize(to: 700)
      await waitUntil("it folds") { stage.seen == ["first"] }
      await stage.resize(to: 760)
      await waitUntil("it unfolds") { stage.seen == ["first", "last"] }
      stage.end()
    }

    @Test func `a column is as wide as is said`() async throws {
      let stage = await SplitStage(width: 1000) {
        NavigationSplitView {
          List(0..<3) { Text("Row \($0)") }.navigationSplitViewColumnWidth(333)
        } detail: {
          Text("last")
        }
      }
      #expect(stage.place(try #require(stage.list).view.widget).width == 333)
      stage.end()
    }

    @Test func `in a language from right to left the first column is at the right`() async throws {
      gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
      defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
      let stage = await SplitStage(width: 900, Model())
      let list = stage.place(try #require(stage.list).view.widget)
      #expect(list.width == stage.width / 4)
      #expect(list.x == stage.width - stage.width / 4)
      #expect(stage.place(try #require(stage.widget(gtk_entry_get_type()))).x < 100)

      // And when it is folded, the list has all the room
      await stage.resize(to: 400)
      await waitUntil("it folds") { !stage.seen.contains("Detail") }
      #expect(stage.place(try #require(stage.list).view.widget) == (0, stage.width))
      stage.end()
    }

    @Test func `Alt with the arrow to the left goes back`() async throws {
      let model = Model()
      model.chosen = "Anna"
      let stage = await SplitStage(width: 400, model)
      await waitUntil("there is a button") { stage.backButton != nil }
      let back = try #require(stage.backButton)
      await activateShortcut("<Alt>Left", on: back)
      await waitUntil("the list") { stage.seen.contains("Anna") }
      #expect(model.chosen == nil)
      stage.end()
    }

    @Test func `no column of a split view stays alive`() async throws {
      let deaths = DeathWatch()
      do {
        let model = Model()
        deaths.watch(model, "the model")
        let stage = await SplitStage(width: 400, model)
        await stage.list?.select(1)
        await waitUntil("the detail") { stage.seen.contains("About Bela") }
        for (number, widget) in ownWidgets(in: stage.gtk.widget).enumerated() {
          deaths.watch(widget, "\(number): \(describe(widget))")
        }
        await performInSource { stage.end() }
      }
      await deaths.expectAll()
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
