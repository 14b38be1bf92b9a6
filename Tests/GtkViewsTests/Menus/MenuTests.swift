import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Menus of buttons and context menus of views.
  @MainActor @Suite struct MenuTests {
    @Observable @MainActor final class Model {
      var isNewestFirst = false
      var isLocked = false
      var name = "By Name"
      var hasMore = true
      @ObservationIgnored var done: [String] = []
    }

    struct Sorting: View {
      @Bindable var model: Model

      var body: some View {
        Menu("Sort") {
          Button(model.name) { model.done.append("name") }.keyboardShortcut("1")
          Toggle("Newest First", isOn: $model.isNewestFirst)
          Divider()
          Section("Danger") {
            Button("Delete_All", role: .destructive) { model.done.append("delete") }.disabled(model.isLocked)
          }
          if model.hasMore {
            Menu("More") { Button("At Random") { model.done.append("random") } }
          }
          Text("Nothing else")
        }
      }
    }

    private func menuButton<Content>(in window: ViewWindow<Content>) throws -> UnsafeMutablePointer<GtkWidget> {
      try #require(window.window.flatMap { widgets(ofType: gtk_menu_button_get_type(), in: $0).first })
    }

    private func openMenu<Content>(in window: ViewWindow<Content>) async throws -> ShownMenu {
      try #require(await ShownMenu(opening: menuButton(in: window)))
    }

    /// Closes the menus first, and then their window.
    private func close<Content>(_ window: ViewWindow<Content>) async {
      let buttons = window.window.map { widgets(ofType: gtk_menu_button_get_type(), in: $0) } ?? []
      await performInSource { for button in buttons { gtk_menu_button_popdown(button.opaque) } }
      await mainLoopSettles()
      window.close()
    }

    @Test func `a menu has an entry for each of its views`() async throws {
      let model = Model()
      let window = await show { Sorting(model: model) }
      let entries = try await openMenu(in: window)
      await mainLoopSettles()
      #expect(entries.titles == ["By Name", "Newest First", "Delete_All", "More", "Nothing else", "At Random"])
      #expect(texts(in: entries.popover).contains("Danger"))
      #expect(texts(in: entries.popover).contains("Ctrl+1"))
      #expect(entries.isSensitive("Nothing else") == false)
      await close(window)
    }

    @Test func `the menu button regains the focus after an entry is selected`() async throws {
      let model = Model()
      let window = await show { Sorting(model: model) }
      let root = try #require(window.window)
      let entries = try await openMenu(in: window)
      await entries.select("At Random")
      await performInSource { try? gtk_menu_button_popdown(menuButton(in: window).opaque) }
      await waitUntil("the focus is on the button") {
        gtk_root_get_focus(root.opaque).map { (try? gtk_widget_is_ancestor($0, menuButton(in: window))) == 1 } ?? false
      }
      await close(window)
    }

    @Test func `the accessible name of a menu entry is its title, also after the title changes`()
      async throws
    {
      // Given an open menu, with an entry in a submenu
      let model = Model()
      let window = await show { Sorting(model: model) }
      let entries = try await openMenu(in: window)
      await mainLoopSettles()

      // Then the name of each entry is its title, without the keys next to it
      for title in entries.titles { #expect(entries.isNamed(title), "“\(title)” has no name") }

      // When an entry's title changes, its name is the new title
      model.name = "By_Title"
      await waitUntil("the other entry") { entries.titles.first == "By_Title" }
      #expect(entries.isNamed("By_Title"))
      await close(window)
    }

    @Test func `selecting a menu entry runs its button's action`() async throws {
      let model = Model()
      let window = await show { Sorting(model: model) }
      let entries = try await openMenu(in: window)
      await entries.select("By Name")
      #expect(model.done == ["name"])
      await entries.select("At Random")
      #expect(model.done == ["name", "random"])
      await close(window)
    }

    @Test func `a toggle in a menu writes its binding and follows it`() async throws {
      let model = Model()
      let window = await show { Sorting(model: model) }
      let entries = try await openMenu(in: window)
      #expect(!entries.isTicked("Newest First"))
      await entries.select("Newest First")
      #expect(model.isNewestFirst)
      await mainLoopSettles()
      #expect(entries.isTicked("Newest First"))
      model.isNewestFirst = false
      await waitUntil("the tick goes") { !entries.isTicked("Newest First") }
      await close(window)
    }

    @Test func `an open menu follows the state that its views read`() async throws {
      let model = Model()
      let window = await show { Sorting(model: model) }
      let entries = try await openMenu(in: window)
      model.name = "By Title"
      model.isLocked = true
      model.hasMore = false
      // The page of the submenu is removed too, because no entry leads to it.
      await waitUntil("it follows") { entries.titles == ["By Title", "Newest First", "Delete_All", "Nothing else"] }
      #expect(entries.isSensitive("Delete_All") == false)
      await close(window)
    }

    @Test func `the keyboard shortcut of an entry works while the menu is closed`() async throws {
      let model = Model()
      let window = await show { Sorting(model: model) }
      let button = try menuButton(in: window)
      _ = await performInSource {
        gtk_widget_activate_action_variant(button, "menu.item0-\(GDK_KEY_1)-\(GDK_CONTROL_MASK.rawValue)", nil)
      }
      #expect(model.done == ["name"])
      #expect(shortcuts(of: button) == ["<Control>1"])
      await close(window)
    }

    struct Growing: View {
      let model: Model

      var body: some View {
        Menu("Sort") {
          if !model.hasMore { Button("New") {} }
          Button("By Name") {}.keyboardShortcut("1")
          Button("By Date") {}
        }
      }
    }

    @Test func `a keyboard shortcut stays with its entry when entries are inserted before it`() async throws {
      // Given a menu that was open, so that GTK knows its keys
      let model = Model()
      let window = await show { Growing(model: model) }
      _ = try await openMenu(in: window)
      let popover = try #require(gtk_menu_button_get_popover(try menuButton(in: window).opaque)).widget
      #expect(texts(in: popover).count { $0 == "Ctrl+1" } == 1)

      // When an entry is inserted before the one with the key
      model.hasMore = false
      await waitUntil("it follows") { texts(in: popover).contains("New") }

      // Then no other entry has the key
      #expect(texts(in: popover).count { $0 == "Ctrl+1" } == 1)
      await close(window)
    }

    private func shortcuts(of widget: UnsafeMutablePointer<GtkWidget>) -> [String] {
      let controllers = gtk_widget_observe_controllers(widget)
      defer { g_object_unref(controllers?.rawPointer) }
      return (0..<g_list_model_get_n_items(controllers)).flatMap { position -> [String] in
        guard let controller = g_list_model_get_item(controllers, position) else { return [] }
        defer { g_object_unref(controller) }
        guard controller.isA(gtk_shortcut_controller_get_type()) else { return [] }
        return (0..<g_list_model_get_n_items(controller.opaque)).compactMap { position in
          guard let shortcut = g_list_model_get_item(controller.opaque, position) else { return nil }
          defer { g_object_unref(shortcut) }
          let text = gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(shortcut.opaque))
          defer { g_free(text) }
          return text.map { String(cString: $0) }
        }
      }
    }

    @Test func `the accessible name of a menu button is its label or its accessibilityLabel`() async throws {
      let window = await show {
        HStack {
          Menu("Sort") { Button("A") {} }
          Menu {
            Button("A") {}
          } label: {
            Image(systemName: "plus")
          }
          .accessibilityLabel("Add")
        }
      }
      let buttons = widgets(ofType: gtk_menu_button_get_type(), in: try #require(window.window)).compactMap {
        gtk_widget_get_first_child($0)
      }
      #expect(buttons.count == 2)
      #expect(hasAccessibleName("Sort", buttons[0]))
      #expect(hasAccessibleName("Add", buttons[1]))
      await close(window)
    }

    struct Rows: View {
      let model: Model
      @State private var selection: Int?

      var body: some View {
        VStack {
          Button("Above") {}.contextMenu { Button("Up") { model.done.append("up") } }
          List(selection: $selection) {
            ForEach(0..<3) { number in
              Text("Row \(number)").contextMenu {
                Button("Open \(number)") { model.done.append("open \(number)") }
                if model.isLocked { Button("Unlock") {} }
              }
            }
          }
          .frame(minHeight: 200)
        }
      }
    }

    private func openMenus<Content>(in window: ViewWindow<Content>) -> [UnsafeMutablePointer<GtkWidget>] {
      window.window.map {
        widgets(ofType: gtk_popover_menu_get_type(), in: $0).filter { gtk_widget_get_mapped($0) != 0 }
      } ?? []
    }

    @Test func `the menu key opens a view's context menu, which closes after a selection`() async throws {
      let model = Model()
      let window = await show { Rows(model: model) }
      let above = try #require(window.window.flatMap { button("Above", in: $0) })
      await performInSource { _ = gtk_widget_grab_focus(above) }
      await pressKey(UInt32(GDK_KEY_Menu), on: above)
      await waitUntil("it is open") { openMenus(in: window).count == 1 }
      let menu = try #require(openMenus(in: window).first)
      await ShownMenu(menu).select("Up")
      #expect(model.done == ["up"])
      await waitUntil("it is gone") {
        openMenus(in: window).isEmpty && gtk_widget_get_last_child(above)?.isA(gtk_popover_get_type()) != true
      }
      #expect(window.window.flatMap { gtk_window_get_focus($0) } == above)
      await close(window)
    }

    @Test func `the menu key opens the focused row's context menu, which follows its state`() async throws {
      let model = Model()
      let window = await show { Rows(model: model) }
      let list = try #require(ShownList(in: window))
      await performInSource { _ = gtk_widget_grab_focus(list.rows[1]) }
      #expect(await pressKey(UInt32(GDK_KEY_Menu), on: list.view.widget))
      await waitUntil("it is open") { openMenus(in: window).count == 1 }
      let entries = ShownMenu(try #require(openMenus(in: window).first))
      #expect(entries.titles == ["Open 1"])
      model.isLocked = true
      await waitUntil("it follows") { entries.titles == ["Open 1", "Unlock"] }
      await entries.select("Open 1")
      #expect(model.done == ["open 1"])
      await waitUntil("it is gone") { openMenus(in: window).isEmpty }
      await close(window)
    }

    @Test func `a menu without entries does not open`() async throws {
      let window = await show { Button("A") {}.contextMenu { EmptyView() } }
      let a = try #require(window.window.flatMap { button("A", in: $0) })
      await pressKey(UInt32(GDK_KEY_Menu), on: a)
      await mainLoopSettles()
      #expect(openMenus(in: window).isEmpty)
      await close(window)
    }

    @Test func `the rows of a ForEach with a context menu can be selected individually`() async throws {
      @MainActor final class SelectionBox { var value: Int? }
      let selection = SelectionBox()
      let window = await show {
        List(selection: Binding(get: { selection.value }, set: { selection.value = $0 })) {
          ForEach([4, 5], id: \.self) { Text("Row \($0)") }.contextMenu { Button("A") {} }
          Text("Row 6").tag(6).contextMenu { Button("A") {} }
        }
      }
      let list = try #require(ShownList(in: window))
      #expect(list.count == 3)
      await list.select(1)
      #expect(selection.value == 5)
      await list.select(2)
      #expect(selection.value == 6)
      await close(window)
    }
  }
}
