import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The items that views put into the bar at the top of their window. Most windows are 800 pixels wide, so that the
  /// bar has room for all items.
  @MainActor @Suite struct ToolbarTests {
    @Observable @MainActor final class Model {
      var title = "First"
      var count = 0
      var isEditing = false
      var isShown = true
      /// Whether the sheet, the cover or the search field is open.
      var isPresented = false
    }

    /// A view whose text “editor” has a title and toolbar items. `isShown` inserts this text, and `isEditing` inserts
    /// the item “Save”.
    struct Editor: View {
      let model: Model

      var body: some View {
        VStack {
          Text("always")
          if model.isShown {
            Text("editor")
              .navigationTitle(model.title)
              .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") {} }
                if model.isEditing {
                  ToolbarItem(placement: .confirmationAction) { Button("Save \(model.count)") { model.count += 1 } }
                }
                Button("More") {}
              }
          }
        }
      }
    }

    private func titlebar<Content>(of window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWidget>? {
      window.window.flatMap { gtk_window_get_titlebar($0) }
    }

    private func title(of window: UnsafeMutablePointer<GtkWindow>?) -> String? {
      window.flatMap { gtk_window_get_title($0) }.map { String(cString: $0) }
    }

    /// Returns the horizontal centre of a button in the bar, from 0 at the start of the bar to 1 at its end.
    private func relativeCenter(of title: String, in bar: UnsafeMutablePointer<GtkWidget>) throws -> Double {
      let item = try #require(button(title, in: bar))
      var bounds = graphene_rect_t()
      _ = gtk_widget_compute_bounds(item, bar, &bounds)
      return (Double(bounds.origin.x) + Double(bounds.size.width) / 2) / Double(gtk_widget_get_width(bar))
    }

    @Test func `toolbar items are at the start or end of the title bar by placement, and not among the views`()
      async throws
    {
      // Given a window whose views have a toolbar
      let model = Model()
      model.isEditing = true
      let window = await show(width: 800) { Editor(model: model) }

      // Then its title bar is GTK's header bar, with the window's buttons and the items
      let bar = try #require(titlebar(of: window))
      #expect(bar.isA(gtk_header_bar_get_type()))
      #expect(gtk_header_bar_get_show_title_buttons(bar.opaque) != 0)
      await waitUntil("the bar is laid out") { gtk_widget_get_width(bar) > 0 }
      #expect(try relativeCenter(of: "Cancel", in: bar) < 0.5)
      #expect(try relativeCenter(of: "Save 0", in: bar) > 0.5)
      #expect(try relativeCenter(of: "Save 0", in: bar) < relativeCenter(of: "More", in: bar))
      #expect(window.texts == ["always", "editor"])
      // The labels have a constant size: a label that wraps into a second line would make the bar higher.
      #expect(
        widgets(ofType: gtk_label_get_type(), in: bar).allSatisfy {
          gtk_widget_get_request_mode($0) == GTK_SIZE_REQUEST_CONSTANT_SIZE
        })
      window.close()
    }

    @Test func `toolbar items and the title follow state`() async throws {
      let model = Model()
      let window = await show(width: 800) { Editor(model: model) }
      let bar = try #require(titlebar(of: window))
      let moreButton = try #require(button("More", in: bar))
      #expect(title(of: window.window) == "First")
      #expect(button("Save 0", in: bar) == nil)

      // When an item is inserted, and its content and the title change
      model.isEditing = true
      model.title = "Second"
      await waitUntil("the item is there") { button("Save 0", in: bar) != nil }
      await click(try #require(button("Save 0", in: bar)))
      await waitUntil("the item follows") { button("Save 1", in: bar) != nil }

      // Then the item “More” is still the same widget, and the window has the new title
      #expect(button("More", in: bar) == moreButton)
      #expect(title(of: window.window) == "Second")
      model.isEditing = false
      await waitUntil("the item is gone") { button("Save 1", in: bar) == nil }
      window.close()
    }

    @Test func `toolbar items and the title are removed with the view that declares them`() async throws {
      let model = Model()
      let gtkWindow = gtk_window_new()!.window
      gtk_window_set_title(gtkWindow, "The program")
      gtk_window_set_default_size(gtkWindow, 800, -1)
      let window = ViewWindow(gtkWindow) { Editor(model: model) }
      window.present()
      let bar = try #require(titlebar(of: window))
      #expect(button("Cancel", in: bar) != nil)
      model.isShown = false
      await waitUntil("the items are gone") { button("Cancel", in: bar) == nil && button("More", in: bar) == nil }
      #expect(title(of: gtkWindow) == "The program")
      model.isShown = true
      await waitUntil("the items are there again") { button("Cancel", in: bar) != nil }
      #expect(title(of: gtkWindow) == "First")
      window.close()
    }

    /// Views that put items into the same bar. `isShown` inserts the view “one” and the search field before the view
    /// “two”. The item “Three” of the stack follows the items of the views in the stack.
    struct OrderedItems: View {
      let model: Model

      var body: some View {
        VStack {
          if model.isShown { Text("one").toolbar { ToolbarItem(placement: .navigation) { Button("One") {} } } }
          if model.isShown { Text("field").searchable(text: .constant(""), isPresented: Bindable(model).isPresented) }
          Text("two").toolbar {
            ToolbarItem(placement: .navigation) { Button("Two") {} }
            Button("End") {}
          }
        }
        .toolbar { ToolbarItem(placement: .navigation) { Button("Three") {} } }
      }
    }

    @Test func `toolbar items are in view order, also when a view is inserted later`() async throws {
      // Given a window without the view “one” and the search field
      let model = Model()
      model.isShown = false
      let window = await show(width: 800) { OrderedItems(model: model) }
      let bar = try #require(titlebar(of: window))
      await waitUntil("the bar is laid out") { gtk_widget_get_width(bar) > 0 }

      // When both are inserted, removed and inserted again
      for _ in 0..<2 {
        model.isShown = true
        await waitUntil("the item is there") { button("One", in: bar) != nil }
        await drawFrame(of: window.window!)

        // Then the item of the view “one” is before the items of the later views
        #expect(try relativeCenter(of: "One", in: bar) < relativeCenter(of: "Two", in: bar))
        #expect(try relativeCenter(of: "Two", in: bar) < relativeCenter(of: "Three", in: bar))
        // The button of the search field is before “End”, because the search field is before the view with “End”. The
        // button is the first toggle button in the bar whose parent is a box.
        let searchButton = try #require(
          widgets(ofType: gtk_toggle_button_get_type(), in: bar).first {
            gtk_widget_get_parent($0)?.typeName == "GtkBox"
          })
        #expect(bounds(of: searchButton, in: bar).x < bounds(of: try #require(button("End", in: bar)), in: bar).x)
        model.isShown = false
        await waitUntil("the item is gone") { button("One", in: bar) == nil }
      }
      window.close()
    }

    @Test func `a principal item replaces the title`() async throws {
      let window = await show(width: 800) {
        Text("views").toolbar { ToolbarItem(placement: .principal) { Text("principal") } }
      }
      let bar = try #require(titlebar(of: window))
      let titleWidget = try #require(gtk_header_bar_get_title_widget(bar.opaque))
      #expect(texts(in: titleWidget) == ["principal"])
      window.close()
    }

    @Test func `a window without a toolbar has the desktop's own title bar`() async {
      let window = await show(width: 800) { Text("plain").navigationTitle("Plain") }
      #expect(titlebar(of: window) == nil)
      #expect(title(of: window.window) == "Plain")
      window.close()
    }

    @Test func `an existing header bar of the window receives the items`() async throws {
      let gtkWindow = gtk_window_new()!.window
      let ownBar = gtk_header_bar_new()!
      gtk_window_set_titlebar(gtkWindow, ownBar)
      let window = ViewWindow(gtkWindow) { Text("views").toolbar { Button("Add") {} } }
      window.present()
      #expect(titlebar(of: window) == ownBar)
      #expect(button("Add", in: ownBar) != nil)
      window.close()
    }

    struct LateToolbar: View {
      let model: Model

      var body: some View {
        VStack {
          Text("views")
          if model.isEditing { Text("late").toolbar { Button("Add") {} } }
        }
      }
    }

    @Test func `items inserted into a visible window without a header bar are above the views`() async throws {
      let model = Model()
      let window = await show(width: 800) { LateToolbar(model: model) }
      model.isEditing = true
      await waitUntil("the items are there") { window.texts == ["Add", "views", "late"] }
      let overlay = try #require(window.window.flatMap { gtk_window_get_child($0) })
      let content = try #require(gtk_overlay_get_child(overlay.opaque))
      let bar = try #require(gtk_widget_get_first_child(content))
      #expect(bar.isA(gtk_header_bar_get_type()))
      // The desktop's title bar, which is above this bar, has the window's buttons.
      #expect(gtk_header_bar_get_show_title_buttons(bar.opaque) == 0)
      model.isEditing = false
      await waitUntil("the items and the bar are gone") { window.texts == ["views"] }
      #expect(gtk_widget_get_first_child(content) != bar)
      window.close()
    }

    struct Presenting: View {
      @Bindable var model: Model
      let isCover: Bool

      var body: some View {
        if isCover {
          Text("root").fullScreenCover(isPresented: $model.isPresented) { Editor(model: model) }
        } else {
          Text("root").sheet(isPresented: $model.isPresented) { Editor(model: model) }
        }
      }
    }

    @Test(arguments: [false, true]) func `the items of a sheet or a cover are in its own window`(
      isCover: Bool
    ) async throws {
      let model = Model()
      let window = await show(width: 800) { Presenting(model: model, isCover: isCover) }
      model.isPresented = true
      await waitUntil("the sheet or cover is on screen") {
        openWindows().contains { $0 != window.window && button("Cancel", in: $0) != nil }
      }
      let presented = try #require(openWindows().first { $0 != window.window })
      #expect(title(of: presented) == "First")
      #expect(titlebar(of: window) == nil)
      // A cover has no title bar.
      if !isCover {
        let bar = try #require(gtk_window_get_titlebar(presented))
        #expect(button("Cancel", in: bar) != nil)
        #expect(gtk_header_bar_get_show_title_buttons(bar.opaque) != 0)
      }
      model.isPresented = false
      await waitUntil("the sheet or cover is gone") { openWindows().count == 1 }
      window.close()
    }

    struct Items: ToolbarContent {
      @State private var count = 0

      var body: some ToolbarContent {
        ToolbarItem(placement: .navigation) { Button("Back \(count)") { count += 1 } }
        ToolbarItemGroup(placement: .primaryAction) {
          Button("One") {}
          Button("Two") {}
        }
      }
    }

    @Test func `a ToolbarContent type has its own state`() async throws {
      let window = await show(width: 800) { Text("views").toolbar { Items() } }
      await window.click("Back 0")
      await waitUntil("the item follows") { window.window.flatMap { button("Back 1", in: $0) } != nil }
      #expect(window.window.flatMap { button("Two", in: $0) } != nil)
      window.close()
    }

    @Test func `a toolbar is freed with its window`() async throws {
      let deallocations = DeallocationWatch()
      do {
        let model = Model()
        model.isEditing = true
        deallocations.watch(model, "the model")
        let window = await show(width: 800) { Editor(model: model) }
        for (number, widget) in widgets(in: try #require(window.window?.widget)).enumerated() {
          deallocations.watch(widget, "\(number): \(describe(widget))")
        }
        await performInEventHandler { window.close() }
      }
      await deallocations.expectAll()
    }
  }
}
