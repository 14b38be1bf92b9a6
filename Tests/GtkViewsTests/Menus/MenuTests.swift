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
      /// Whether the entry “Delete_All” is disabled, and whether the context menus of rows have the entry “Unlock”.
      var isLocked = false
      /// The title of the first entry.
      var firstTitle = "By Name"
      /// Whether the menu has the entry “More”, which opens a submenu.
      var hasSubmenu = true
      /// Whether the entry “New” is inserted before the entry with the keyboard shortcut.
      var hasNewEntry = false
      /// The names of the actions that have run, in order.
      @ObservationIgnored var performed: [String] = []
    }

    struct SortMenu: View {
      @Bindable var model: Model

      var body: some View {
        Menu("Sort") {
          Button(model.firstTitle) { model.performed.append("name") }.keyboardShortcut("1")
          Toggle("Newest First", isOn: $model.isNewestFirst)
          Divider()
          Section("Danger") {
            // An underscore in a title does not mark a mnemonic.
            Button("Delete_All", role: .destructive) { model.performed.append("delete") }.disabled(model.isLocked)
          }
          if model.hasSubmenu {
            Menu("More") { Button("At Random") { model.performed.append("random") } }
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

    /// Closes the menus of the menu buttons in a window, and then the window.
    private func close<Content>(_ window: ViewWindow<Content>) async {
      let buttons = window.window.map { widgets(ofType: gtk_menu_button_get_type(), in: $0) } ?? []
      await performInEventHandler { for button in buttons { gtk_menu_button_popdown(button.opaque) } }
      await mainLoopSettles()
      window.close()
    }

    @Test func `a menu shows entries, section titles and keyboard shortcuts`() async throws {
      let model = Model()
      let window = await show { SortMenu(model: model) }
      let menu = try await openMenu(in: window)
      await mainLoopSettles()
      // `titles` has the entries of the menu, and then the entry of its submenu.
      #expect(menu.titles == ["By Name", "Newest First", "Delete_All", "More", "Nothing else", "At Random"])
      #expect(texts(in: menu.popover).contains("Danger"))
      #expect(texts(in: menu.popover).contains("Ctrl+1"))
      // A text in a menu cannot be selected.
      #expect(menu.isSensitive("Nothing else") == false)
      await close(window)
    }

    @Test func `the menu button regains the focus after an entry is selected`() async throws {
      let model = Model()
      let window = await show { SortMenu(model: model) }
      let root = try #require(window.window)
      let menu = try await openMenu(in: window)
      await menu.select("At Random")
      await performInEventHandler { try? gtk_menu_button_popdown(menuButton(in: window).opaque) }
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
      let window = await show { SortMenu(model: model) }
      let menu = try await openMenu(in: window)
      await mainLoopSettles()

      // Then the name of each entry is its title, without its keyboard shortcut
      for title in menu.titles { #expect(menu.hasTitleAsAccessibleName(title), "“\(title)” has no name") }

      // When an entry's title changes, its name is the new title
      model.firstTitle = "By_Title"
      await waitUntil("the new title is shown") { menu.titles.first == "By_Title" }
      #expect(menu.hasTitleAsAccessibleName("By_Title"))
      await close(window)
    }

    @Test func `selecting a menu entry runs its button's action`() async throws {
      let model = Model()
      let window = await show { SortMenu(model: model) }
      let menu = try await openMenu(in: window)
      await menu.select("By Name")
      #expect(model.performed == ["name"])
      await menu.select("At Random")
      #expect(model.performed == ["name", "random"])
      await close(window)
    }

    @Test func `a toggle in a menu writes its binding, and shows the value of the binding`() async throws {
      let model = Model()
      let window = await show { SortMenu(model: model) }
      let menu = try await openMenu(in: window)
      #expect(!menu.isTicked("Newest First"))
      await menu.select("Newest First")
      #expect(model.isNewestFirst)
      await mainLoopSettles()
      #expect(menu.isTicked("Newest First"))
      model.isNewestFirst = false
      await waitUntil("the check mark is removed") { !menu.isTicked("Newest First") }
      await close(window)
    }

    @Test func `an open menu follows the state that its views read`() async throws {
      let model = Model()
      let window = await show { SortMenu(model: model) }
      let menu = try await openMenu(in: window)
      model.firstTitle = "By Title"
      model.isLocked = true
      model.hasSubmenu = false
      // The entry “At Random” of the submenu is removed too, because no entry opens the submenu.
      await waitUntil("the menu follows") { menu.titles == ["By Title", "Newest First", "Delete_All", "Nothing else"] }
      #expect(menu.isSensitive("Delete_All") == false)
      await close(window)
    }

    @Test func `the keyboard shortcut of an entry works while the menu is closed`() async throws {
      let model = Model()
      let window = await show { SortMenu(model: model) }
      let button = try menuButton(in: window)
      // The name of the first entry's action contains the key and the modifiers of its shortcut.
      _ = await performInEventHandler {
        gtk_widget_activate_action_variant(button, "menu.item0-\(GDK_KEY_1)-\(GDK_CONTROL_MASK.rawValue)", nil)
      }
      #expect(model.performed == ["name"])
      #expect(shortcuts(of: button) == ["<Control>1"])
      await close(window)
    }

    struct MenuWithNewEntry: View {
      let model: Model

      var body: some View {
        Menu("Sort") {
          if model.hasNewEntry { Button("New") {} }
          Button("By Name") {}.keyboardShortcut("1")
          Button("By Date") {}
        }
      }
    }

    @Test func `a keyboard shortcut is still shown once after an entry is inserted before its entry`() async throws {
      // Given an open menu, so that GTK shows the shortcuts of its entries
      let model = Model()
      let window = await show { MenuWithNewEntry(model: model) }
      _ = try await openMenu(in: window)
      let popover = try #require(gtk_menu_button_get_popover(try menuButton(in: window).opaque)).widget
      #expect(texts(in: popover).count { $0 == "Ctrl+1" } == 1)

      // When an entry is inserted before the entry with the shortcut
      model.hasNewEntry = true
      await waitUntil("the new entry is shown") { texts(in: popover).contains("New") }

      // Then the shortcut is still shown once
      #expect(texts(in: popover).count { $0 == "Ctrl+1" } == 1)
      await close(window)
    }

    /// Returns the triggers of the shortcut controllers of a widget, in the notation of GTK.
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
      // The child of a menu button is a toggle button, which receives the focus and has the accessible name.
      let buttons = widgets(ofType: gtk_menu_button_get_type(), in: try #require(window.window)).compactMap {
        gtk_widget_get_first_child($0)
      }
      #expect(buttons.count == 2)
      #expect(hasAccessibleName("Sort", buttons[0]))
      #expect(hasAccessibleName("Add", buttons[1]))
      await close(window)
    }

    /// A button and list rows, all with context menus. The menus of the rows have the entry “Unlock” while the model is
    /// locked.
    struct ViewsWithContextMenus: View {
      let model: Model
      @State private var selection: Int?

      var body: some View {
        VStack {
          Button("Above") {}.contextMenu { Button("Up") { model.performed.append("up") } }
          List(selection: $selection) {
            ForEach(0..<3) { number in
              Text("Row \(number)").contextMenu {
                Button("Open \(number)") { model.performed.append("open \(number)") }
                if model.isLocked { Button("Unlock") {} }
              }
            }
          }
          .frame(minHeight: 200)
        }
      }
    }

    /// Returns the popovers of the menus that are open in a window.
    private func visibleMenus<Content>(in window: ViewWindow<Content>) -> [UnsafeMutablePointer<GtkWidget>] {
      window.window.map {
        widgets(ofType: gtk_popover_menu_get_type(), in: $0).filter { gtk_widget_get_mapped($0) != 0 }
      } ?? []
    }

    @Test func `the menu key opens a view's context menu, which closes after a selection`() async throws {
      let model = Model()
      let window = await show { ViewsWithContextMenus(model: model) }
      let above = try #require(window.window.flatMap { button("Above", in: $0) })
      await performInEventHandler { _ = gtk_widget_grab_focus(above) }
      await pressKey(UInt32(GDK_KEY_Menu), on: above)
      await waitUntil("the menu is open") { visibleMenus(in: window).count == 1 }
      let menu = try #require(visibleMenus(in: window).first)
      await ShownMenu(menu).select("Up")
      #expect(model.performed == ["up"])
      // The popover of a closed context menu is removed from its view, here the button.
      await waitUntil("the menu is closed") {
        visibleMenus(in: window).isEmpty && gtk_widget_get_last_child(above)?.isA(gtk_popover_get_type()) != true
      }
      #expect(window.window.flatMap { gtk_window_get_focus($0) } == above)
      await close(window)
    }

    @Test func `the menu key opens the focused row's context menu, which follows the state that it reads`()
      async throws
    {
      let model = Model()
      let window = await show { ViewsWithContextMenus(model: model) }
      let list = try #require(ShownList(in: window))
      await performInEventHandler { _ = gtk_widget_grab_focus(list.rows[1]) }
      #expect(await pressKey(UInt32(GDK_KEY_Menu), on: list.listView.widget))
      await waitUntil("the menu is open") { visibleMenus(in: window).count == 1 }
      let menu = ShownMenu(try #require(visibleMenus(in: window).first))
      #expect(menu.titles == ["Open 1"])
      model.isLocked = true
      await waitUntil("the menu follows") { menu.titles == ["Open 1", "Unlock"] }
      await menu.select("Open 1")
      #expect(model.performed == ["open 1"])
      await waitUntil("the menu is closed") { visibleMenus(in: window).isEmpty }
      await close(window)
    }

    @Test func `a context menu without entries does not open`() async throws {
      let window = await show { Button("A") {}.contextMenu { EmptyView() } }
      let anchor = try #require(window.window.flatMap { button("A", in: $0) })
      await pressKey(UInt32(GDK_KEY_Menu), on: anchor)
      await mainLoopSettles()
      #expect(visibleMenus(in: window).isEmpty)
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
      // The row at position 1 shows the element 5 of the `ForEach`.
      await list.select(1)
      #expect(selection.value == 5)
      await list.select(2)
      #expect(selection.value == 6)
      await close(window)
    }
  }
}
