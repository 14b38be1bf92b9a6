import AppFeatures
import AppTestSupport
import CGtk
import GtkBridge
import GtkTestSupport
import GtkViews
import Podcasts
import ReducerStore
import Testing

extension AppViewsTests {
  /// The window “Keyboard Shortcuts” with its list of keys, compared with the keys that work.
  @MainActor @Suite struct KeyListTests {
    /// Returns the keys of the shortcuts that work wherever the focus is in a window, in GTK's notation.
    private func keys(in window: AppWindow) -> Set<String> {
      var keys: Set<String> = []
      for widget in widgets(in: window.window.widget) where gtk_widget_get_mapped(widget) != 0 {
        let controllers = gtk_widget_observe_controllers(widget)
        defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
        for controller in objects(in: controllers) where controller.isA(gtk_shortcut_controller_get_type()) {
          // Shortcuts with another scope work only if the focus is in their widget, such as a text field.
          guard gtk_shortcut_controller_get_scope(OpaquePointer(controller)) == GTK_SHORTCUT_SCOPE_GLOBAL else {
            continue
          }
          for shortcut in objects(in: OpaquePointer(controller)) {
            guard let text = gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(OpaquePointer(shortcut))) else {
              continue
            }
            defer { g_free(text) }
            // GTK writes alternative keys as `A|B`.
            keys.formUnion(String(cString: text).split(separator: "|").map(String.init))
          }
        }
        if widget.isA(gtk_menu_button_get_type()), gtk_menu_button_get_primary(widget.opaque) != 0 {
          // GTK opens the primary menu with F10.
          keys.insert("F10")
        }
      }
      return keys
    }

    /// Returns the objects of a list model, which keeps a reference to each of them.
    private func objects(in list: OpaquePointer?) -> [UnsafeMutablePointer<GObject>] {
      (0..<g_list_model_get_n_items(list)).compactMap { position in
        guard let object = g_list_model_get_item(list, position) else { return nil }
        g_object_unref(object)
        return object.assumingMemoryBound(to: GObject.self)
      }
    }

    /// Opens the window of keyboard shortcuts, and returns the keys that it lists.
    private func listedKeys(of window: AppWindow) async throws -> Set<String> {
      await (try window.openMenu("Main Menu")).select("Keyboard Shortcuts")
      let shortcutsWindow = await window.waitForModal("Keyboard Shortcuts")
      let keys = widgets(in: shortcutsWindow.widget).filter { $0.typeName == "GtkShortcutsShortcut" }.map(accelerator)
      gtk_window_close(shortcutsWindow)
      await window.waitUntilModalsClose()
      return Set(keys)
    }

    /// Returns the key of an entry in the window of keyboard shortcuts.
    private func accelerator(of shortcut: UnsafeMutablePointer<GtkWidget>) -> String {
      var text: UnsafeMutablePointer<CChar>?
      withUnsafeMutablePointer(to: &text) { text in
        var value = GValue()
        // 16 << 2 is GLib's constant G_TYPE_STRING.
        g_value_init(&value, GType(16 << 2))
        g_object_get_property(shortcut.gobject, "accelerator", &value)
        text.pointee = g_value_dup_string(&value)
        g_value_unset(&value)
      }
      defer { g_free(text) }
      return text.map { String(cString: $0) } ?? ""
    }

    /// The keys that move and remove rows of the queue, in GTK's notation. The keys of the numeric keypad do the same,
    /// and are left out, because the window does not list them.
    private var rowKeys: Set<String> {
      Set(
        RowKey.all.keys.compactMap { key in
          guard let name = gtk_accelerator_name(guint(key.key), GdkModifierType(rawValue: key.modifiers)) else {
            return nil
          }
          defer { g_free(name) }
          let text = String(cString: name)
          return text.contains("KP_") ? nil : text
        })
    }

    @Test func `each working key is listed in the keyboard shortcuts window`() async throws {
      // Given a window with a queue
      let library = FakeLibrary.withThreeShows()
      try await library.queueClient.playLast([Episode.ID(rawValue: 11), Episode.ID(rawValue: 12)])
      let window = await AppWindow(library)

      // When the pages are shown one after the other
      var missing: Set<String> = []
      for page in [LibraryPage.show(Show.ID(rawValue: 1)), .home, .queue, .downloads] {
        window.store.send(.library(.pageSelected(page)))
        await mainLoopSettles()
        let keys = keys(in: window)
        // The set contains the keys of menus: this one is the key of “Show Queue” in the main menu.
        #expect(keys.contains("<Control>u"))
        missing.formUnion(keys.union(rowKeys).subtracting(try await listedKeys(of: window)))
      }
      // And when the page of an episode is shown, whose header has a Back button with a key
      window.store.send(.library(.pageSelected(.show(Show.ID(rawValue: 1)))))
      await waitUntil("the episodes") { !window.menuButtons(named: "More").isEmpty }
      await (try window.openMenu("More", at: 0)).select("Show Details")
      await until { window.store.library.episode != nil }
      await mainLoopSettles()
      let episodePageKeys = keys(in: window)
      missing.formUnion(episodePageKeys.subtracting(try await listedKeys(of: window)))

      // Then no key is missing in the list
      #expect(missing == [])
      await window.close()
    }
  }
}
