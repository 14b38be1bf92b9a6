import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Testing

extension GtkBridgeTests {
  /// Applications, their windows and actions, and translated texts.
  @MainActor @Suite struct WindowTests {
    /// Creates an application that does not contact another process with the same id.
    private func makeApplication(_ options: Application.Options = []) -> Application {
      Application(id: "io.github.podcaster.Test", options: options.union(.isNotUnique))
    }

    @Test func `an application runs main actor tasks on its loop until it quits`() async {
      // Given a program that starts a task when it is activated
      let application = makeApplication()
      var events: [String] = []
      application.onStartup = { events.append("startup") }
      application.onActivate = {
        events.append("activate")
        // Without a window, the application would quit at once.
        let release = application.hold()
        Task {
          events.append("task")
          release()
          application.quit()
        }
      }
      application.onShutdown = { events.append("shutdown") }

      // When the program runs outside of a main-actor task, as in a program's `main`
      let status = await performInEventHandler { application.run(arguments: ["test"]) }

      // Then the task runs on the main loop of the program
      #expect(status == 0)
      #expect(events == ["startup", "activate", "task", "shutdown"])
    }

    @Test func `an application receives opened files as URIs`() async {
      let application = makeApplication(.opensFiles)
      var uris: [String] = []
      application.onOpen = { uris = $0 }
      _ = await performInEventHandler {
        application.run(arguments: ["test", "/tmp/a feed.xml", "https://example.org/feed"])
      }
      #expect(uris == ["file:///tmp/a%20feed.xml", "https://example.org/feed"])
    }

    @Test func `an activated action runs unless it is disabled`() async {
      let application = makeApplication()
      var count = 0
      var action: Action?
      application.onActivate = {
        action = application.addAction("count", accelerators: ["<Control>k"]) { count += 1 }
        action?.activate()
        action?.isEnabled = false
        action?.activate()
        #expect(action?.isEnabled == false)
      }
      _ = await performInEventHandler { application.run(arguments: ["test"]) }
      #expect(count == 1)
    }

    @Test func `a changed desktop setting does not reach a finalized scrolled window`() async {
      // Given some scrolled windows that were on screen and were destroyed
      let deallocations = DeallocationWatch()
      for _ in 0..<3 {
        let scrolled = cgtk_scrolled_window_new()!
        let window = await presentWindow(title: "Scrolled", child: scrolled)
        deallocations.watch(scrolled, "the scrolled window")
        await destroyWindow(window)
      }
      await deallocations.expectAll()
      // When the opposite value is written to a setting that the scrolled windows observed, then GTK prints no warning.
      // No assertion is necessary, because a warning ends the tests: they run with `G_DEBUG=fatal-warnings`.
      let settings = gtk_settings_get_default()!
      let property = "gtk-overlay-scrolling"
      var original = GValue()
      g_object_get_property(settings.gobject, property, &original)
      defer { g_value_unset(&original) }
      var changed = GValue()
      g_value_init(&changed, cgtk_type_boolean())
      defer { g_value_unset(&changed) }
      g_value_set_boolean(&changed, 1 - g_value_get_boolean(&original))
      g_object_set_property(settings.gobject, property, &changed)
      await mainLoopSettles()
      g_object_set_property(settings.gobject, property, &original)
    }

    @Test func `an application and its actions are released`() async {
      let deallocations = DeallocationWatch()
      do {
        let application = makeApplication()
        deallocations.watch(application, "the application")
        deallocations.watch(application.pointer, "GTK's application")
        var action: Action?
        application.onActivate = { [weak application] in action = application?.addAction("x") {} }
        _ = await performInEventHandler { application.run(arguments: ["test"]) }
        deallocations.watch(action!, "the action")
        action = nil
      }
      await deallocations.expectAll()
    }

    @Test func `a window stays open while shouldClose returns false, and calls onClose when it has closed`() async {
      let window = ApplicationWindow(title: "Hello", width: 300, height: 200)
      var closeCount = 0
      window.shouldClose = { false }
      window.onClose = { closeCount += 1 }
      window.setChild(gtk_label_new("Content"))
      window.present()
      await waitUntil("the window") { window.pointer.map { gtk_widget_get_mapped($0.widget) != 0 } ?? false }
      await performInEventHandler { window.close() }
      #expect(closeCount == 0)
      window.shouldClose = { true }
      await performInEventHandler { window.close() }
      #expect(closeCount == 1)
      #expect(window.pointer == nil)
      // These calls on a closed window have no effect.
      window.present()
      window.close()
      window.title = "x"
      #expect(window.title.isEmpty)
    }

    @Test func `a zero character in a window title is replaced`() {
      let window = ApplicationWindow(title: "Hel\0lo")
      #expect(window.title == "Hel\u{FFFD}lo")
      window.title = "\0"
      #expect(window.title == "\u{FFFD}")
      window.destroy()
    }

    @Test func `a window object is released with GTK's window`() async {
      let deallocations = DeallocationWatch()
      let pointer: UnsafeMutablePointer<GtkWindow>
      do {
        let window = ApplicationWindow(title: "Hello")
        deallocations.watch(window, "the window")
        deallocations.watch(window.pointer!, "GTK's window")
        pointer = window.pointer!
        window.present()
      }
      // Both objects live as long as the window is open, also without a reference in Swift.
      #expect(deallocations.survivors.count == 2)
      await destroyWindow(pointer)
      await deallocations.expectAll()
    }

    @Test func `texts without a catalogue are returned unchanged`() {
      #expect(Localization.translate("Cancel") == "Cancel")
      #expect(Localization.translate("") == "")
      #expect(Localization.translate("Open", context: "verb") == "Open")
    }

    @Test func `texts of a missing catalogue are returned unchanged, also long ones`() {
      // Given a catalogue that does not exist. Then gettext returns the pointer to its argument, and not a new string.
      // So the text has to be copied before Swift frees the argument. A thousand texts are translated, so that the
      // memory of a freed argument would be overwritten by a later text.
      Localization.use(domain: "no-such-domain", directory: "/nonexistent")
      for number in 1...1_000 {
        let key = String(repeating: "a text that Swift keeps on the heap, ", count: 20) + "\(number)"
        #expect(Localization.translate(key) == key)
        #expect(Localization.translate(key, context: "context") == key)
      }
      #expect(Localization.translate("OK") == "OK")
      // A C string ends at the first zero character, but the whole text is returned.
      #expect(Localization.translate("Close\0 it") == "Close\0 it")
    }
  }
}
