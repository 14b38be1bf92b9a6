import CGtk
import Glibc
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

@testable import GtkViews

/// Links that are focused, pressed and changed.
extension GtkViewsTests.RichTextTests {
  /// Moves the focus as Tab does. Returns whether a widget has taken it.
  private func tab<Content>(in window: ViewWindow<Content>) async throws -> Bool {
    let widget = try #require(window.window).widget
    return await performInSource { gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) != 0 }
  }

  /// Shows a window whose first widget does not have the focus yet.
  private func showUnfocused<Content: View>(
    width: Int32 = -1, @ViewBuilder _ content: () -> Content
  ) async -> ViewWindow<Content> {
    let window = await show(width: width, content)
    if let window = window.window { gtk_window_set_focus(window, nil) }
    return window
  }

  /// Presses Return on the link that has the focus.
  private func pressReturn(on label: UnsafeMutablePointer<GtkWidget>) async {
    await performInSource { emit("activate-current-link", on: label) }
    await mainLoopSettles()
  }

  struct Linked: View {
    let model: Model

    var body: some View {
      VStack {
        Text(
          "Read [this **page** here](\(model.address)), or [that](https://example.org/?a=b&c=\"<d>\"). \(model.count)"
        )
        .bold()
        Button("Other") { model.count += 1 }
      }
      .environment(\.openURL, model.opening)
    }
  }

  @Test func `Tab focuses links, and Return opens them by the environment's action`() async throws {
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

  @Test func `a focused link follows its address and becomes plain text without an address`() async throws {
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

  @Test func `the menu of a link closes when the address of the link changes`() async throws {
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
  private func place(
    ofByte byte: Int32, in label: UnsafeMutablePointer<GtkWidget>, of window: UnsafeMutablePointer<GtkWindow>
  ) -> (Int, Int) {
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

  @Test func `a link that changes while it is pressed does not open its old address`() async throws {
    // Given a pressed pointer button on a link
    let model = Model()
    let window = await showUnfocused { Linked(model: model) }
    let root = try #require(window.window)
    let label = try label(in: window)
    await drawFrame(of: root)
    let presses = Presses(on: root)
    let hand = {
      gtk_widget_get_cursor(label).flatMap { gdk_cursor_get_name($0) }.map { String(cString: $0) } == "pointer"
    }
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
    // GTK finds the link below a resting pointer by itself, and does not change the cursor. So the pointer leaves the
    // link first.
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

  @Test func `a text gains and loses links, and is freed when its own link removes it`() async throws {
    let model = Model()
    let window = await showUnfocused { Coming(model: model) }
    let deallocations = DeallocationWatch()
    do {
      let label = try label(in: window)
      deallocations.watch(label, "the label")
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
    await deallocations.expectAll()
    window.close()
  }

  @Test func `a text with links can be concatenated, selected, truncated and tinted`() async throws {
    let model = Model()
    let window = await showUnfocused(width: 200) {
      VStack {
        (Text("é ") + Text("[one](1)").bold() + Text(" & <") + Text("[two](2)").foregroundColor(.red)).textSelection(
          .enabled)
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
}
