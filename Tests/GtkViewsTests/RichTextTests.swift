import CGtk
import Glibc
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Texts with Markdown and links.
  @MainActor @Suite struct RichTextTests {
    @Observable @MainActor final class Model {
      var name = "*Ada*"
      var address = "https://example.org/1"
      var count = 0
      var opened: [String] = []

      var opening: OpenURLAction {
        OpenURLAction { address in
          self.opened.append(address)
          return .handled
        }
      }
    }

    private func label<Content>(in window: ViewWindow<Content>, _ number: Int = 0) throws -> UnsafeMutablePointer<GtkWidget> {
      let labels = widgets(ofType: gtk_label_get_type(), in: try #require(window.window))
      return try #require(labels.indices.contains(number) ? labels[number] : nil)
    }

    private func attributes(_ label: UnsafeMutablePointer<GtkWidget>) -> [String] {
      textAttributes(of: label).split(separator: "\n").map(String.init)
    }

    /// Returns the markup that GTK was given, with its links.
    private func markup(_ label: UnsafeMutablePointer<GtkWidget>) -> String { String(cString: gtk_label_get_label(label.opaque)) }

    /// Moves the focus as Tab does. Returns whether a widget has taken it.
    private func tab<Content>(in window: ViewWindow<Content>) async throws -> Bool {
      let widget = try #require(window.window).widget
      return await performInSource { gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) != 0 }
    }

    /// Shows a window whose first widget does not have the focus yet.
    private func showUnfocused<Content: View>(width: Int32 = -1, @ViewBuilder _ content: () -> Content) async -> ViewWindow<Content> {
      let window = await show(width: width, content)
      if let window = window.window { gtk_window_set_focus(window, nil) }
      return window
    }

    /// Presses Return on the link that has the focus.
    private func pressReturn(on label: UnsafeMutablePointer<GtkWidget>) async {
      await performInSource { emit("activate-current-link", on: label) }
      await mainLoopSettles()
    }

    struct Greeting: View {
      let model: Model

      var body: some View {
        VStack {
          Text("é **bold *both*** `code` ~~gone~~ \(model.name)")
          Text(verbatim: "*verbatim*")
          Text(model.name)
          Text(LocalizedStringKey(model.name))
        }
      }
    }

    @Test func `what is marked in a text looks so, and what is interpolated does not`() async throws {
      let model = Model()
      let window = await show { Greeting(model: model) }
      #expect(window.texts == ["é bold both code gone *Ada*", "*verbatim*", "*Ada*", "Ada"])
      let first = attributes(try label(in: window))
      #expect(first.contains("3 8 weight bold") && first.contains("8 12 weight bold") && first.contains("8 12 style italic"))
      #expect(first.contains { $0.hasPrefix("13 17 family") } && first.contains { $0.hasPrefix("18 22 strikethrough") })
      for number in 1...2 { #expect(attributes(try label(in: window, number)).isEmpty) }
      #expect(attributes(try label(in: window, 3)).contains("0 3 style italic"))

      // When a text changes, with another length, its attributes follow
      model.name = "**B** `"
      await waitUntil("it follows") { window.texts.last == "B `" }
      #expect(window.texts == ["é bold both code gone **B** `", "*verbatim*", "**B** `", "B `"])
      #expect(attributes(try label(in: window, 3)) == ["0 1 weight bold"])
      // And when the text has no markup, it has no attributes
      model.name = "plain"
      await waitUntil("it follows") { window.texts.last == "plain" }
      #expect(attributes(try label(in: window, 3)).isEmpty)
      window.close()
    }

    @Test func `a text's own look and that of its parts go together`() async throws {
      let window = await show {
        VStack {
          Text("*a* **b**").font(.title).underline()
          Text("x") + Text("é*a*").bold() + Text("**b**").foregroundColor(.red)
          VStack { Text("a **b**") }.fontWeight(.light)
        }
      }
      let joined = attributes(try label(in: window, 1))
      #expect(window.texts == ["a b", "xéab", "a b"])
      #expect(joined.contains("1 3 weight bold") && joined.contains("3 4 weight bold") && joined.contains("3 4 style italic"))
      #expect(joined.contains("4 5 weight bold") && joined.contains { $0.hasPrefix("4 5 foreground") })
      let titled = attributes(try label(in: window))
      #expect(titled.contains("0 1 underline single") && titled.contains("0 1 style italic") && titled.contains("2 3 weight bold"))
      let light = attributes(try label(in: window, 2))
      #expect(light.contains("0 2 weight light") && light.contains("2 3 weight bold"))
      window.close()
    }

    struct Linked: View {
      let model: Model

      var body: some View {
        VStack {
          Text("Read [this **page** here](\(model.address)), or [that](https://example.org/?a=b&c=\"<d>\"). \(model.count)")
            .bold()
          Button("Other") { model.count += 1 }
        }
        .environment(\.openURL, model.opening)
      }
    }

    @Test func `links are reached by Tab, and opened by the environment's action`() async throws {
      // Given a text with two links, one of which has differently styled parts
      let model = Model()
      let window = await showUnfocused { Linked(model: model) }
      let label = try label(in: window)
      #expect(window.texts.first == "Read this page here, or that. 0")
      #expect(markup(label).split(separator: "<a href=").count == 3)
      #expect(attributes(label).contains("0 5 weight bold"))

      // When Tab moves to a link, and Return is pressed, twice
      #expect(try await tab(in: window))
      #expect(gtk_widget_is_focus(label) != 0)
      await pressReturn(on: label)
      #expect(model.opened == ["https://example.org/1"])
      #expect(try await tab(in: window))
      await pressReturn(on: label)

      // Then each was opened
      #expect(model.opened == ["https://example.org/1", "https://example.org/?a=b&c=\"<d>\""])
      #expect(try await tab(in: window))
      #expect(gtk_widget_is_focus(label) == 0)
      window.close()
    }

    @Test func `a link follows its address, with the focus on it, until it is none`() async throws {
      let model = Model()
      let window = await showUnfocused { Linked(model: model) }
      let label = try label(in: window)
      #expect(try await tab(in: window))
      model.address = "https://example.org/2"
      await mainLoopSettles()
      #expect(gtk_widget_is_focus(label) != 0)
      await pressReturn(on: label)
      #expect(model.opened == ["https://example.org/2"])
      model.count = 1
      await waitUntil("it follows") { window.texts.first == "Read this page here, or that. 1" }
      await pressReturn(on: label)
      #expect(model.opened == ["https://example.org/2", "https://example.org/2"])
      // The second link also keeps the focus when the first one changes. Without an address it is plain text.
      #expect(try await tab(in: window))
      model.address = "https://example.org/3"
      await mainLoopSettles()
      await pressReturn(on: label)
      #expect(model.opened.last == "https://example.org/?a=b&c=\"<d>\"")
      model.address = ""
      await mainLoopSettles()
      #expect(markup(label).split(separator: "<a href=").count == 2)
      #expect(window.texts.first == "Read this page here, or that. 1")
      window.close()
    }

    @Test func `the menu of a link closes when the text is another one`() async throws {
      // Given GTK's menu for the link with the focus
      let model = Model()
      let window = await showUnfocused { Linked(model: model) }
      let label = try label(in: window)
      #expect(try await tab(in: window))
      await performInSource { _ = gtk_widget_activate_action_variant(label, "menu.popup", nil) }
      let found = widgets(ofType: gtk_popover_get_type(), in: label).first
      let menu = try #require(found)
      await waitUntil("the menu is open") { gtk_widget_get_mapped(menu) != 0 }

      // When the link of the menu no longer exists
      model.address = "https://example.org/2"

      // Then the menu is closed, and its items cannot be selected
      await waitUntil("the menu is closed") { gtk_widget_get_mapped(menu) == 0 }
      window.close()
    }

    /// Moves the pointer or presses its button, as the user does.
    private func xdotool(_ command: String) {
      guard let process = popen("xdotool \(command)", "r") else {
        Issue.record("xdotool does not start")
        return
      }
      #expect(pclose(process) == 0)
    }

    /// Returns the place of a label's byte on the screen. Windows are at the top left of the screen.
    private func place(ofByte byte: Int32, in label: UnsafeMutablePointer<GtkWidget>, of window: UnsafeMutablePointer<GtkWindow>) -> (Int, Int) {
      var rectangle = PangoRectangle()
      pango_layout_index_to_pos(gtk_label_get_layout(label.opaque), byte, &rectangle)
      var (x, y): (Int32, Int32) = (0, 0)
      gtk_label_get_layout_offsets(label.opaque, &x, &y)
      let bounds = GtkTestSupport.bounds(of: label, in: window)
      var (left, top) = (0.0, 0.0)
      gtk_native_get_surface_transform(window.widget.opaque, &left, &top)
      let scale = Int32(PANGO_SCALE)
      return (
        Int(bounds.x + left) + Int(x + (rectangle.x + rectangle.width / 2) / scale),
        Int(bounds.y + top) + Int(y + (rectangle.y + rectangle.height / 2) / scale)
      )
    }

    @MainActor private final class Presses {
      var count = 0
      var releases = 0

      init(on window: UnsafeMutablePointer<GtkWindow>) {
        let controller = gtk_event_controller_legacy_new()!
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        connect(controller, .event) { [unowned self] in
          guard let event = gtk_event_controller_get_current_event(controller) else { return false }
          if gdk_event_get_event_type(event) == GDK_BUTTON_PRESS { count += 1 }
          if gdk_event_get_event_type(event) == GDK_BUTTON_RELEASE { releases += 1 }
          return false
        }
        gtk_widget_add_controller(window.widget, controller)
      }
    }

    @Test func `a link is pressed with the pointer, and may be another one before that is let go`() async throws {
      // Given a pressed pointer button on a link
      let model = Model()
      let window = await showUnfocused { Linked(model: model) }
      let root = try #require(window.window)
      let label = try label(in: window)
      await drawFrame(of: root)
      let presses = Presses(on: root)
      let hand = { gtk_widget_get_cursor(label).flatMap { gdk_cursor_get_name($0) }.map { String(cString: $0) } == "pointer" }
      let (x, y) = place(ofByte: 6, in: label, of: root)
      defer { xdotool("mousemove 1279 1023") }
      xdotool("mousemove \(x) \(y)")
      await waitUntil("the pointer is on the link") { hand() }
      xdotool("mousedown 1")
      await waitUntil("it is pressed") { presses.count == 1 }

      // When the link changes, and the button is released
      model.address = "https://example.org/2"
      await waitUntil("it is another one") { self.markup(label).contains("example.org/2") }
      xdotool("mouseup 1")
      await waitUntil("it is let go") { presses.releases == 1 }
      await mainLoopSettles()

      // Then no removed link is opened, and the new one can be opened
      #expect(!model.opened.contains("https://example.org/1"))
      // GTK finds the link below a resting pointer by itself, and does not change the cursor. So the pointer leaves the link first.
      xdotool("mousemove 1279 1023")
      xdotool("mousemove \(x + 2) \(y)")
      await waitUntil("the pointer is on the link") { hand() }
      xdotool("click 1")
      await waitUntil("it is opened") { model.opened.last == "https://example.org/2" }
      withExtendedLifetime(presses) { window.close() }
    }

    struct Coming: View {
      let model: Model

      var body: some View {
        VStack {
          if model.count < 3 { Text(LocalizedStringKey(model.name)) }
          Button("Other") {}
        }
        .environment(
          \.openURL,
          OpenURLAction { address in
            model.opened.append(address)
            model.count = 3
            return .handled
          })
      }
    }

    @Test func `links come to a text and go, and a text may go because its link was pressed`() async throws {
      let model = Model()
      let window = await showUnfocused { Coming(model: model) }
      let deaths = DeathWatch()
      do {
        let label = try label(in: window)
        deaths.watch(label, "the label")
        #expect(gtk_widget_get_focusable(label) == 0)
        model.name = "a [link](x)"
        await waitUntil("it has come") { window.texts.first == "a link" }
        #expect(gtk_widget_get_focusable(label) != 0)
        #expect(try await tab(in: window))
        #expect(gtk_widget_is_focus(label) != 0)
        // The link is removed while it has the focus, and inserted again.
        model.name = "none"
        await waitUntil("it is gone") { window.texts.first == "none" }
        #expect(gtk_widget_get_focusable(label) == 0)
        #expect(try await tab(in: window))
        model.name = "[again](not an address)[twice](%%%:::)"
        await mainLoopSettles()
        model.name = "[twice](%%%:::)"
        await waitUntil("it is back") { window.texts.first == "twice" }
        #expect(gtk_widget_grab_focus(label) != 0)
        await pressReturn(on: label)
      }
      #expect(model.opened == ["%%%:::"])
      await waitUntil("the text is gone") { window.texts == ["Other"] }
      await deaths.expectAll()
      window.close()
    }

    @Test func `a text with links may be joined, selected, cut short and tinted`() async throws {
      let model = Model()
      let window = await showUnfocused(width: 200) {
        VStack {
          (Text("é ") + Text("[one](1)").bold() + Text(" & <") + Text("[two](2)").foregroundColor(.red)).textSelection(.enabled)
          Text("[a long link](1) and a long text behind that link").lineLimit(1)
          Text("[tinted](3)").tint(.green).foregroundStyle(.purple)
        }
        .environment(\.openURL, model.opening)
      }
      #expect(window.texts.first == "é one & <two")
      let joined = try label(in: window)
      #expect(gtk_label_get_selectable(joined.opaque) != 0)
      #expect(attributes(joined).contains("3 6 weight bold"))
      // Links have the theme's color, whatever color the text has.
      #expect(!attributes(joined).contains { $0.contains("foreground") })
      #expect(attributes(try label(in: window, 2)).contains { $0.hasPrefix("0 6 foreground") })
      #expect(gtk_widget_grab_focus(joined) != 0)
      #expect(gtk_label_get_selection_bounds(joined.opaque, nil, nil) == 0)
      for _ in 0..<2 {
        #expect(try await tab(in: window))
        await pressReturn(on: joined)
      }
      #expect(model.opened.contains("1") && model.opened.contains("2"))
      let root = try #require(window.window)
      await drawFrame(of: root)
      await writeScreenshot(of: root, "rich-texts")
      window.close()
    }

    @Test func `on a control a link is text, and the control is called by it`() async throws {
      let model = Model()
      let window = await show {
        VStack {
          Button("**Buy** [one](x)") { model.count += 1 }
          Toggle("*On* [two](y)", isOn: .constant(true))
        }
      }
      #expect(window.texts == ["Buy one", "On two"])
      let root = try #require(window.window)
      let found = GtkTestSupport.button("Buy one", in: root)
      let button = try #require(found)
      #expect(hasAccessibleName("Buy one", button))
      #expect(gtk_widget_get_focusable(try label(in: window)) == 0)
      #expect(attributes(try label(in: window)).contains("0 3 weight bold"))
      await window.click("Buy one")
      #expect(model.count == 1)
      window.close()
    }

    @Test func `what shows plain text leaves the markers out`() async throws {
      struct Named: View {
        @State private var text = ""

        var body: some View {
          VStack {
            TextField("*Name*", text: $text, prompt: Text("**Prompt**"))
            Image(systemName: "heart").accessibilityLabel("A `heart`").help("[Help](x)")
          }
          .navigationTitle("The *title*")
        }
      }
      let window = await show { Named() }
      let root = try #require(window.window)
      await waitUntil("the window has a title") { gtk_window_get_title(root).map { String(cString: $0) } == "The title" }
      let entry = try #require(widgets(ofType: gtk_entry_get_type(), in: root).first)
      #expect(hasAccessibleName("Name", entry))
      #expect(gtk_entry_get_placeholder_text(UnsafeMutablePointer(entry.opaque)).map { String(cString: $0) } == "Prompt")
      let image = try #require(widgets(ofType: gtk_image_get_type(), in: root).first)
      #expect(hasAccessibleName("A heart", image))
      #expect(gtk_widget_get_tooltip_text(image).map { String(cString: $0) } == "Help")
      window.close()
    }

    struct Broken: View {
      let model: Model
      @State private var typed = "t\0u"

      var body: some View {
        VStack {
          Text(model.name)
          Text("**\(model.name)**[é](a\(model.name))") + Text(verbatim: "\0").bold()
          TextField("f\0", text: $typed)
          TextField("f\0", text: $typed, axis: .vertical)
        }
        .navigationTitle(model.name)
      }
    }

    @Test func `a zero character is shown as U+FFFD, and reported once with the view's name`() async throws {
      // Given views that show texts with zero characters
      let reports = Reports()
      defer { reports.stop() }
      let model = Model()
      model.name = "a\0b"
      let window = await show { Broken(model: model) }
      let root = try #require(window.window)
      #expect(Array(window.texts.prefix(2)) == ["a\u{FFFD}b", "a\u{FFFD}bé\u{FFFD}"])
      let joined = try label(in: window, 1)
      #expect(attributes(joined).contains("0 5 weight bold") && attributes(joined).contains("7 10 weight bold"))
      #expect(markup(joined).contains("href=\"aa\u{FFFD}b\""))
      let entry = try #require(widgets(ofType: gtk_entry_get_type(), in: root).first)
      let area = try #require(widgets(ofType: gtk_text_view_get_type(), in: root).first)
      #expect(String(cString: gtk_editable_get_text(entry.opaque)) == "t\u{FFFD}u")
      #expect(gtk_text_buffer_get_char_count(gtk_text_view_get_buffer(UnsafeMutablePointer(area.opaque))) == 3)
      await waitUntil("the window has a title") { gtk_window_get_title(root).map { String(cString: $0) } == "a\u{FFFD}b" }

      // When the texts are replaced
      model.name = "\0"
      await waitUntil("they follow") { window.texts.first == "\u{FFFD}" }
      await waitUntil("the title follows") { gtk_window_get_title(root).map { String(cString: $0) } == "\u{FFFD}" }
      model.name = "whole"
      await waitUntil("they follow") { window.texts.first == "whole" }

      // Then each kind was reported once
      let all = reports.all.map(\.message)
      #expect(all.count == 4, "\(all)")
      for what in ["A Text", "The text of a TextField", "The title of a TextField", "The title"] {
        #expect(all.contains { $0.hasPrefix("\(what) in Broken has a zero character") }, "\(what): \(all)")
      }
      window.close()
    }

    @Test func `bytes that are no UTF-8 are U+FFFD in a text, on the way to GTK and back`() async throws {
      // A Swift text cannot contain them. Each is replaced when the text is created, whichever code creates it.
      let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0xED, 0xA0, 0x80, 0xC3]
      let window = await show { Text(String(decoding: bytes, as: UTF8.self)) }
      #expect(window.texts == ["a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"])
      // GTK returns text as a C string, which is decoded in the same way.
      let given = (bytes + [0]).withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
      #expect(given == window.texts.first)
      window.close()
    }
  }
}
