import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The main menu of a window, and the window that lists the keyboard shortcuts of the menu and of the controls.
  @MainActor @Suite struct CommandsTests {
    @Observable @MainActor final class Model {
      var isPlaying = false
      var hasExtraMenu = false
      @ObservationIgnored var performedActions: [String] = []
    }

    struct PlayerCommands: Commands {
      let model: Model

      var body: some Commands {
        CommandMenu("Playback") {
          Button(model.isPlaying ? "Pause" : "Play") { model.isPlaying.toggle() }.keyboardShortcut("p")
          // The characters `<` and `>` have to be escaped in the XML from which the shortcuts window is built.
          Button("Back <15>") { model.performedActions.append("back") }.keyboardShortcut(.leftArrow, modifiers: [])
            .keyboardShortcut(
              .leftArrow, modifiers: [.command, .shift]
            )
            .disabled(!model.isPlaying)
        }
      }
    }

    struct Program: View {
      let model: Model

      var body: some View {
        VStack {
          Text(model.isPlaying ? "playing" : "paused")
          Button("Favorite") { model.performedActions.append("favorite") }.keyboardShortcut("d")
          Button("Go On") {}.keyboardShortcut(.defaultAction)
        }
        .commands {
          CommandGroup(after: .appInfo) { Button("About") { model.performedActions.append("about") } }
          PlayerCommands(model: model)
          ListedShortcut(title: "Back", .leftArrow, modifiers: .option)
          CommandGroup(after: .newItem) {
            Button("Add Podcast…") { model.performedActions.append("add") }.keyboardShortcut("n")
          }
          if model.hasExtraMenu {
            // The menu needs an entry. The binding of the entry does not matter.
            CommandMenu("More") { Toggle("Loud", isOn: Bindable(model).isPlaying) }
          }
        }
      }
    }

    private func menuButton<Content>(in window: ViewWindow<Content>) throws -> UnsafeMutablePointer<GtkWidget> {
      try #require(
        window.window.flatMap { gtk_window_get_titlebar($0) }.flatMap {
          widgets(ofType: gtk_menu_button_get_type(), in: $0).first
        })
    }

    /// The window of keyboard shortcuts, if it is on screen.
    private var shortcutsWindow: UnsafeMutablePointer<GtkWidget>? {
      let windows = gtk_window_get_toplevels()
      return (0..<g_list_model_get_n_items(windows)).lazy.compactMap { position -> UnsafeMutablePointer<GtkWidget>? in
        guard let window = g_list_model_get_item(windows, position) else { return nil }
        g_object_unref(window)
        return window.widget
      }
      .first { $0.typeName == "GtkShortcutsWindow" && gtk_widget_get_mapped($0) != 0 }
    }

    @Test func `a button in the title bar opens the main menu, with commands in the order of their placements`()
      async throws
    {
      // Given a window whose commands are declared in another order
      let model = Model()
      let window = await show(width: 800) { Program(model: model) }
      let button = try menuButton(in: window)

      // Then a button in the title bar has an accessible name and opens the menu. It is the window's primary menu
      // button, which F10 activates.
      #expect(gtk_menu_button_get_primary(button.opaque) != 0)
      #expect(hasAccessibleName("Main Menu", gtk_widget_get_first_child(button)))
      let menu = try #require(await ShownMenu(opening: button))
      // The entries of the submenu `Playback` follow the entries of the menu.
      #expect(menu.titles == ["Add Podcast…", "Playback", "Keyboard Shortcuts", "About", "Play", "Back <15>"])
      #expect(menu.isSensitive("Back <15>") == false)

      // And selecting an entry runs its action
      await menu.select("About")
      #expect(model.performedActions == ["about"])
      window.close()
    }

    @Test func `the main menu follows the state that its commands read`() async throws {
      let model = Model()
      let window = await show(width: 800) { Program(model: model) }
      let button = try menuButton(in: window)
      model.isPlaying = true
      model.hasExtraMenu = true
      await mainLoopSettles()
      let menu = try #require(await ShownMenu(opening: button))
      #expect(menu.titles.prefix(5) == ["Add Podcast…", "Playback", "More", "Keyboard Shortcuts", "About"])
      // GTK determines the order of the submenus, so the order of their entries is not compared.
      #expect(Set(menu.titles.dropFirst(5)) == ["Pause", "Back <15>", "Loud"])
      #expect(menu.isSensitive("Back <15>") == true)

      // And a menu that was opened and closed before follows too
      await menu.close()
      model.isPlaying = false
      await mainLoopSettles()
      let reopenedMenu = try #require(await ShownMenu(opening: button))
      #expect(Set(reopenedMenu.titles.dropFirst(5)) == ["Play", "Back <15>", "Loud"])
      window.close()
    }

    @Test func `the shortcuts window lists the shortcuts of commands and of the window's controls`() async throws {
      // Given a window that has commands, and controls with shortcuts
      let model = Model()
      let window = await show(width: 800) { Program(model: model) }

      // When the shortcuts window is opened from the menu
      let menu = try #require(await ShownMenu(opening: menuButton(in: window)))
      await menu.select("Keyboard Shortcuts")
      await waitUntil("the shortcuts window is shown") { shortcutsWindow != nil }

      // Then the shortcuts window lists the shortcuts, grouped by menu. The default button, which Return activates, is
      // not listed.
      let shownWindow = try #require(shortcutsWindow)
      #expect(gtk_window_get_title(shownWindow.window).map { String(cString: $0) } == "Keyboard Shortcuts")
      #expect(gtk_accessible_get_accessible_role(shownWindow.opaque) == GTK_ACCESSIBLE_ROLE_DIALOG)
      let titles = texts(in: shownWindow)
      for title in [
        "General", "Favorite", "Add Podcast…", "Keyboard Shortcuts", "Back", "Playback", "Play", "Back <15>",
      ] {
        #expect(titles.contains(title), "\(title) is not in \(titles)")
      }
      #expect(!titles.contains("Go On"))
      let accelerators = widgets(in: shownWindow).filter { $0.typeName == "GtkShortcutsShortcut" }.map(accelerator)
      // GTK creates each shortcut a second time, for the search in the window. Only the first half is compared.
      #expect(
        accelerators.prefix(accelerators.count / 2) == [
          "<Control>d", "<Alt>Left", "<Control>n", "<Control>question", "<Control>p", "<Shift><Control>Left", "Left",
        ])

      // And the shortcuts window is freed when it closes
      let deallocations = DeallocationWatch()
      deallocations.watch(shownWindow, "the shortcuts window")
      gtk_window_close(shownWindow.window)
      await waitUntil("the shortcuts window is gone") { shortcutsWindow == nil }
      window.close()
      await deallocations.expectAll()
    }

    private func accelerator(of shortcut: UnsafeMutablePointer<GtkWidget>) -> String {
      var value = GValue()
      g_value_init(&value, cgtk_type_string())
      g_object_get_property(shortcut.gobject, "accelerator", &value)
      defer { g_value_unset(&value) }
      return g_value_get_string(&value).map { String(cString: $0) } ?? ""
    }

    struct ProgramWithHandbook: View {
      var body: some View {
        Text("a").commands { CommandGroup(replacing: .help) { Button("Handbook") {} } }
      }
    }

    @Test func `a program's own help command replaces the default one`() async throws {
      let window = await show(width: 800) { ProgramWithHandbook() }
      let button = try menuButton(in: window)
      let menu = try #require(await ShownMenu(opening: button))
      // The default help command is “Keyboard Shortcuts”.
      #expect(menu.titles == ["Handbook"])

      // And the menu is freed with its window
      let deallocations = DeallocationWatch()
      deallocations.watch(try #require(window.window), "the window")
      deallocations.watch(menu.popover, "the menu")
      window.close()
      await deallocations.expectAll()
    }
  }
}
