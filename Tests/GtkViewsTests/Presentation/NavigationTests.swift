import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The table in docs/library/presentation.md, tested with pages of a navigation stack.
  ///
  /// The trait `presentationLine` has the numbers of the table's lines that a test proves.
  @MainActor @Suite struct NavigationTests {
    struct Item: Identifiable, Equatable {
      let id: Int
      var title: String
    }

    @Observable @MainActor final class Model {
      /// The value of the page above the root.
      var item: Item?
      /// The value of the page above the page of `item`.
      var innerItem: Item?
      var parentText = "parent"
      var isLocked = false
      /// Whether the root has the view that presents the page.
      var hasPresenter = true
      /// How often the stack has written `item`.
      @ObservationIgnored var writeCount = 0
    }

    struct Page: View {
      let item: Item
      @Bindable var model: Model
      @State private var count = 0
      @Environment(\.dismiss) private var dismiss

      var body: some View {
        VStack {
          Text(item.title)
          Text(model.parentText)
          Text("Count \(count)")
          Button("More") { count += 1 }
          Button("Done") { dismiss() }
        }
        .navigationTitle(item.title)
        .toolbar { Button("Share") {} }
        .navigationDestination(item: $model.innerItem) { inner in
          Text("Inner \(inner.title)").navigationTitle("Inner")
        }
        .interactiveDismissDisabled(model.isLocked)
      }
    }

    struct Screen: View {
      @Bindable var model: Model

      var body: some View {
        NavigationStack {
          VStack {
            Button("Root") {}
            if model.hasPresenter {
              Text("presenter").navigationDestination(
                item: Binding(
                  get: { model.item },
                  set: {
                    model.writeCount += 1; model.item = $0
                  })
              ) {
                Page(item: $0, model: model)
              }
            }
          }
          .navigationTitle("Root")
          .toolbar { Button("Add") {} }
        }
      }
    }

    /// Returns the GTK widget of the navigation stack.
    private func stack<Content>(in window: ViewWindow<Content>) throws -> UnsafeMutablePointer<GtkWidget> {
      try #require(window.window.flatMap { widgets(ofType: gtk_stack_get_type(), in: $0).first })
    }

    /// Waits until a page with this text is visible and no longer moves, and returns it.
    @discardableResult
    private func waitForPage<Content>(
      _ text: String, in window: ViewWindow<Content>
    ) async throws -> UnsafeMutablePointer<GtkWidget> {
      let stack = try stack(in: window)
      await waitUntil("“\(text)” is visible") {
        guard gtk_stack_get_transition_running(stack.opaque) == 0, let page = gtk_stack_get_visible_child(stack.opaque)
        else { return false }
        return texts(in: page).contains(text)
      }
      return try #require(gtk_stack_get_visible_child(stack.opaque))
    }

    /// Returns the number of pages, including the root.
    private func pageCount<Content>(in window: ViewWindow<Content>) throws -> Int {
      pages(of: try stack(in: window)).count
    }

    private func pages(of stack: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
      var pages: [UnsafeMutablePointer<GtkWidget>] = []
      var next = gtk_widget_get_first_child(stack)
      while let page = next {
        pages.append(page)
        next = gtk_widget_get_next_sibling(page)
      }
      return pages
    }

    private func title<Content>(of window: ViewWindow<Content>) -> String? {
      window.window.flatMap { gtk_window_get_title($0) }.map { String(cString: $0) }
    }

    /// Returns the back button, if it is in the title bar.
    private func backButton<Content>(of window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWidget>? {
      guard let bar = window.window.flatMap({ gtk_window_get_titlebar($0) }) else { return nil }
      return widgets(ofType: gtk_button_get_type(), in: bar).first { hasAccessibleName("Back", $0) }
    }

    @Test(.presentationLine(1, 2)) func `a value pushes one page, and nil pops it`() async throws {
      let model = Model()
      let window = await show(width: 800) { Screen(model: model) }
      model.item = Item(id: 1, title: "First")
      try await waitForPage("First", in: window)
      #expect(try pageCount(in: window) == 2)
      model.item = nil
      try await waitForPage("Root", in: window)
      #expect(try pageCount(in: window) == 1)
      #expect(model.writeCount == 0)
      window.close()
    }

    @Test func `the title, the toolbar and the back button belong to the visible page`() async throws {
      let model = Model()
      let window = await show(width: 800) { Screen(model: model) }
      let bar = try #require(window.window.flatMap { gtk_window_get_titlebar($0) })
      #expect(title(of: window) == "Root")
      #expect(button("Add", in: bar) != nil)
      #expect(backButton(of: window) == nil)
      model.item = Item(id: 1, title: "First")
      try await waitForPage("First", in: window)
      #expect(title(of: window) == "First")
      #expect(button("Share", in: bar) != nil)
      #expect(button("Add", in: bar) == nil)
      #expect(backButton(of: window) != nil)
      model.item = nil
      try await waitForPage("Root", in: window)
      #expect(title(of: window) == "Root")
      #expect(button("Add", in: bar) != nil)
      #expect(button("Share", in: bar) == nil)
      #expect(backButton(of: window) == nil)
      window.close()
    }

    @Test(.presentationLine(5)) func `the back button and dismiss() clear the state, and Escape does not`()
      async throws
    {
      let model = Model()
      let window = await show(width: 800) { Screen(model: model) }
      for (id, isBackButton) in [(1, true), (2, false)] {
        model.item = Item(id: id, title: "Page \(id)")
        let page = try await waitForPage("Page \(id)", in: window)
        await pressEscape(in: try #require(window.window))
        await mainLoopSettles()
        #expect(model.item?.id == id)
        await click(try #require(isBackButton ? backButton(of: window) : button("Done", in: page)))
        try await waitForPage("Root", in: window)
        #expect(model.item == nil)
        // Each page was popped with one write. The id of a page is the number of pages so far.
        #expect(model.writeCount == id)
      }
      window.close()
    }

    @Test(.presentationLine(5)) func `Alt with the left arrow goes back`() async throws {
      let model = Model()
      let window = await show(width: 800) { Screen(model: model) }
      model.item = Item(id: 1, title: "First")
      try await waitForPage("First", in: window)
      let back = try #require(backButton(of: window))
      let backShortcut = try #require(shortcut(on: back))
      let keys = gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(backShortcut)).map { String(cString: $0) }
      #expect(keys == "<Alt>Left")
      // Activate the shortcut's action, without a key event.
      await performInEventHandler {
        let action = gtk_shortcut_get_action(backShortcut)
        _ = gtk_shortcut_action_activate(action, GtkShortcutActionFlags(rawValue: 0), back, nil)
      }
      try await waitForPage("Root", in: window)
      #expect(model.item == nil)
      window.close()
    }

    /// Returns a widget's first shortcut that works in the whole window. The result is borrowed.
    private func shortcut(on widget: UnsafeMutablePointer<GtkWidget>) -> OpaquePointer? {
      let controllers = gtk_widget_observe_controllers(widget)
      defer { g_object_unref(controllers?.rawPointer) }
      for position in 0..<g_list_model_get_n_items(controllers) {
        guard let controller = g_list_model_get_item(controllers, position) else { continue }
        defer { g_object_unref(controller) }
        guard controller.isA(gtk_shortcut_controller_get_type()) else { continue }
        guard gtk_shortcut_controller_get_scope(controller.opaque) == GTK_SHORTCUT_SCOPE_GLOBAL else { continue }
        guard let shortcut = g_list_model_get_item(controller.opaque, 0) else { continue }
        g_object_unref(shortcut)
        return shortcut.opaque
      }
      return nil
    }

    @Test(.presentationLine(6)) func `new content for the same id updates the page in place`() async throws {
      let model = Model()
      let window = await show(width: 800) { Screen(model: model) }
      model.item = Item(id: 1, title: "Before")
      let page = try await waitForPage("Before", in: window)
      await click(try #require(button("More", in: page)))
      model.item?.title = "After"
      let updatedPage = try await waitForPage("After", in: window)
      #expect(updatedPage == page)
      #expect(texts(in: page).contains("Count 1"))
      await waitUntil("the title follows") { title(of: window) == "After" }
      model.item = nil
      try await waitForPage("Root", in: window)
      window.close()
    }

    @Test(.presentationLine(7)) func `a new id pops the page and pushes one with fresh state`() async throws {
      let model = Model()
      let window = await show(width: 800) { Screen(model: model) }
      model.item = Item(id: 1, title: "First")
      let firstPage = try await waitForPage("First", in: window)
      await click(try #require(button("More", in: firstPage)))
      await waitUntil("the page has new state") { texts(in: firstPage).contains("Count 1") }
      model.item = Item(id: 2, title: "Second")
      let secondPage = try await waitForPage("Second", in: window)
      #expect(texts(in: secondPage).contains("Count 0"))
      #expect(try pageCount(in: window) == 2)
      #expect(model.item?.id == 2)
      #expect(model.writeCount == 0)
      window.close()
    }

    @Test(.presentationLine(9)) func `of nil, a, nil, b within one turn, only b is pushed`() async throws {
      let model = Model()
      let window = await show(width: 800) { Screen(model: model) }
      // The values a and b of the name are the items 1 and 2.
      model.item = nil
      model.item = Item(id: 1, title: "First")
      model.item = nil
      model.item = Item(id: 2, title: "Second")
      try await waitForPage("Second", in: window)
      #expect(try pageCount(in: window) == 2)
      window.close()
    }

    @Test(.presentationLine(11)) func `removing the presenting view pops its page without writing the state`()
      async throws
    {
      let model = Model()
      let window = await show(width: 800) { Screen(model: model) }
      model.item = Item(id: 1, title: "First")
      try await waitForPage("First", in: window)
      model.hasPresenter = false
      try await waitForPage("Root", in: window)
      #expect(try pageCount(in: window) == 1)
      #expect(model.item?.id == 1)
      #expect(model.writeCount == 0)
      window.close()
    }

    @Test(.presentationLine(13))
    func `popping a page also pops the page above it and clears its state`() async throws {
      let model = Model()
      let window = await show(width: 800) { Screen(model: model) }
      model.item = Item(id: 1, title: "First")
      try await waitForPage("First", in: window)
      model.innerItem = Item(id: 1, title: "page")
      try await waitForPage("Inner page", in: window)
      #expect(try pageCount(in: window) == 3)
      #expect(title(of: window) == "Inner")
      model.item = nil
      try await waitForPage("Root", in: window)
      #expect(model.innerItem == nil)
      #expect(try pageCount(in: window) == 1)
      window.close()
    }

    @Test func `going back twice returns to the root page`() async throws {
      let model = Model()
      let window = await show(width: 800) { Screen(model: model) }
      model.item = Item(id: 1, title: "First")
      try await waitForPage("First", in: window)
      model.innerItem = Item(id: 1, title: "page")
      try await waitForPage("Inner page", in: window)
      await click(try #require(backButton(of: window)))
      try await waitForPage("First", in: window)
      #expect(model.innerItem == nil)
      #expect(model.item != nil)
      await click(try #require(backButton(of: window)))
      try await waitForPage("Root", in: window)
      #expect(model.item == nil)
      window.close()
    }

    @Test(.presentationLine(15)) func `a locked page disables the back button`() async throws {
      let model = Model()
      model.isLocked = true
      let window = await show(width: 800) { Screen(model: model) }
      model.item = Item(id: 1, title: "First")
      try await waitForPage("First", in: window)
      let back = try #require(backButton(of: window))
      #expect(gtk_widget_get_sensitive(back) == 0)
      // The signal of the disabled button does not pop the page either.
      await performInEventHandler { emit("clicked", on: back) }
      await mainLoopSettles()
      #expect(model.item != nil)
      model.isLocked = false
      await waitUntil("the back button is enabled") { gtk_widget_get_sensitive(back) != 0 }
      await click(back)
      try await waitForPage("Root", in: window)
      window.close()
    }

    @Test(.presentationLine(19)) func `popping a page restores the focus`() async throws {
      let model = Model()
      let window = await show(width: 800) { Screen(model: model) }
      let gtkWindow = try #require(window.window)
      let rootButton = try #require(button("Root", in: gtkWindow))
      #expect(gtk_widget_grab_focus(rootButton) != 0)
      model.item = Item(id: 1, title: "First")
      let page = try await waitForPage("First", in: window)
      // The focus moves into the page.
      #expect(gtk_window_get_focus(gtkWindow).map { gtk_widget_is_ancestor($0, page) != 0 } ?? false)
      model.item = nil
      try await waitForPage("Root", in: window)
      #expect(gtk_window_get_focus(gtkWindow) == rootButton)
      window.close()
    }

    @Test(.presentationLine(19))
    func `a popped page is freed, and a stack is freed with its window`() async throws {
      let pageWatch = DeallocationWatch()
      let windowWatch = DeallocationWatch()
      // The scope ends the test's own references to the model and the window.
      do {
        let model = Model()
        let window = await show(width: 800) { Screen(model: model) }
        model.item = Item(id: 1, title: "First")
        let page = try await waitForPage("First", in: window)
        for (number, widget) in widgets(in: page).enumerated() {
          pageWatch.watch(widget, "\(number): \(describe(widget))")
        }
        model.item = nil
        try await waitForPage("Root", in: window)
        // Waits until the popped page is freed.
        await pageWatch.expectAll()

        // And when the window closes, then a page and another page above it are freed with the window
        model.item = Item(id: 2, title: "Second")
        try await waitForPage("Second", in: window)
        model.innerItem = Item(id: 1, title: "page")
        try await waitForPage("Inner page", in: window)
        windowWatch.watch(model, "the model")
        windowWatch.watch(window, "the view window")
        for (number, widget) in widgets(in: try #require(window.window?.widget)).enumerated() {
          windowWatch.watch(widget, "\(number): \(describe(widget))")
        }
        await performInEventHandler { window.close() }
        #expect(model.item?.id == 2)
        #expect(model.writeCount == 0)
      }
      // Waits until the window, the pages and the model are freed.
      await windowWatch.expectAll()
    }

    @Test(.presentationLine(20)) func `a page follows its parent's state`() async throws {
      let model = Model()
      let window = await show(width: 800) { Screen(model: model) }
      model.item = Item(id: 1, title: "First")
      try await waitForPage("parent", in: window)
      model.parentText = "changed"
      try await waitForPage("changed", in: window)
      window.close()
    }

    @Test(.presentationLine(23)) func `an equal value is pushed again after going back`() async throws {
      let model = Model()
      let window = await show(width: 800) { Screen(model: model) }
      for _ in 1...3 {
        model.item = Item(id: 1, title: "First")
        try await waitForPage("First", in: window)
        await click(try #require(backButton(of: window)))
        try await waitForPage("Root", in: window)
        #expect(model.item == nil)
      }
      window.close()
    }

    struct StackWithBooleanAndString: View {
      @State private var isPresented = false
      @State private var name: String?

      var body: some View {
        NavigationStack {
          VStack {
            Button("Go") { isPresented = true }
            Button("Name") { name = "Lark" }
          }
          .navigationDestination(isPresented: $isPresented) { Text("gone on") }
          .navigationDestination(item: $name) { Text("to \($0)") }
        }
      }
    }

    @Test func `a Boolean and a String, which is its own id, also push pages`() async throws {
      let window = await show(width: 800) { StackWithBooleanAndString() }
      await window.click("Go")
      try await waitForPage("gone on", in: window)
      await click(try #require(backButton(of: window)))
      try await waitForPage("Go", in: window)
      await window.click("Name")
      try await waitForPage("to Lark", in: window)
      window.close()
    }

    struct DestinationWithoutStack: View {
      @Bindable var model: Model

      var body: some View {
        Text("root").navigationDestination(item: $model.item) { Text($0.title) }
      }
    }

    @Test func `a destination outside of a stack is reported, and its state is cleared`() async {
      let reports = Reports()
      defer { reports.stop() }
      let model = Model()
      let window = await show(width: 800) { DestinationWithoutStack(model: model) }
      model.item = Item(id: 1, title: "First")
      await waitUntil("the state is cleared") { model.item == nil }
      #expect(reports.all.first?.message.contains("NavigationStack") == true)
      #expect(window.texts == ["root"])
      window.close()
    }
  }
}
