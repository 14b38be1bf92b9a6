import CGtk
import Glibc
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

@testable import GtkViews

/// Links that are focused, pressed and changed.
extension GtkViewsTests.RichTextTests {
  /// Moves the focus as Tab does. Returns whether a widget has the focus afterwards.
  private func moveFocusByTab<Content>(in window: ViewWindow<Content>) async throws -> Bool {
    let widget = try #require(window.window).widget
    return await performInEventHandler { gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) != 0 }
  }

  /// Shows a window, and removes the focus that GTK has given to the first widget.
  private func showUnfocused<Content: View>(
    width: Int32 = -1, @ViewBuilder _ content: () -> Content
  ) async -> ViewWindow<Content> {
    let window = await show(width: width, content)
    if let window = window.window { gtk_window_set_focus(window, nil) }
    return window
  }

  /// Presses Return on the link that has the focus.
  private func pressReturn(on label: UnsafeMutablePointer<GtkWidget>) async {
    await performInEventHandler { emit("activate-current-link", on: label) }
    await mainLoopSettles()
  }

  /// A text whose first link has the model's address, at first `https://example.org/1`.
  struct TextWithTwoLinks: View {
    let model: Model

    var body: some View {
      VStack {
        Text(
          "Read [this **page** here](\(model.address)), or [that](https://example.org/?a=b&c=\"<d>\"). \(model.count)"
        )
        .bold()
        Button("Other") { model.count += 1 }
      }
      .environment(\.openURL, model.recordAddress)
    }
  }

  @Test func `Tab focuses links, and Return opens them by the environment's action`() async throws {
    // Given a text with two links, one of which has differently styled parts
    let model = Model()
    let window = await showUnfocused { TextWithTwoLinks(model: model) }
    let label = try label(in: window)
    #expect(window.texts.first == "Read this page here, or that. 0")
    // Two links divide the markup into three parts.
    #expect(markup(label).split(separator: "<a href=").count == 3)
    // Each attribute begins with a range of bytes. “Read ” has 5 bytes.
    #expect(attributes(label).contains("0 5 weight bold"))

    // When Tab moves to a link, and Return is pressed, twice
    #expect(try await moveFocusByTab(in: window))
    #expect(gtk_widget_is_focus(label) != 0)
    await pressReturn(on: label)
    #expect(model.openedAddresses == ["https://example.org/1"])
    #expect(try await moveFocusByTab(in: window))
    await pressReturn(on: label)

    // Then each link was opened, and the next Tab leaves the text
    #expect(model.openedAddresses == ["https://example.org/1", "https://example.org/?a=b&c=\"<d>\""])
    #expect(try await moveFocusByTab(in: window))
    #expect(gtk_widget_is_focus(label) == 0)
    window.close()
  }

  @Test func `a focused link opens its current address, and a link that loses its address becomes plain text`()
    async throws
  {
    let model = Model()
    let window = await showUnfocused { TextWithTwoLinks(model: model) }
    let label = try label(in: window)
    #expect(try await moveFocusByTab(in: window))
    model.address = "https://example.org/2"
    await mainLoopSettles()
    #expect(gtk_widget_is_focus(label) != 0)
    await pressReturn(on: label)
    #expect(model.openedAddresses == ["https://example.org/2"])
    // The link keeps the focus when the text after it changes.
    model.count = 1
    await waitUntil("the text follows") { window.texts.first == "Read this page here, or that. 1" }
    await pressReturn(on: label)
    #expect(model.openedAddresses == ["https://example.org/2", "https://example.org/2"])
    // The second link keeps the focus when the first link changes.
    #expect(try await moveFocusByTab(in: window))
    model.address = "https://example.org/3"
    await mainLoopSettles()
    await pressReturn(on: label)
    #expect(model.openedAddresses.last == "https://example.org/?a=b&c=\"<d>\"")
    model.address = ""
    await mainLoopSettles()
    // Without an address, the first link is plain text. The other link divides the markup into two parts.
    #expect(markup(label).split(separator: "<a href=").count == 2)
    #expect(window.texts.first == "Read this page here, or that. 1")
    window.close()
  }

  @Test func `the menu of a link closes when the address of the link changes`() async throws {
    // Given GTK's menu for the link with the focus
    let model = Model()
    let window = await showUnfocused { TextWithTwoLinks(model: model) }
    let label = try label(in: window)
    #expect(try await moveFocusByTab(in: window))
    await performInEventHandler { _ = gtk_widget_activate_action_variant(label, "menu.popup", nil) }
    let foundMenu = widgets(ofType: gtk_popover_get_type(), in: label).first
    let menu = try #require(foundMenu)
    await waitUntil("the menu is open") { gtk_widget_get_mapped(menu) != 0 }

    // When the link gets another address
    model.address = "https://example.org/2"

    // Then the menu is closed, because its items are for the old address
    await waitUntil("the menu is closed") { gtk_widget_get_mapped(menu) == 0 }
    window.close()
  }

  /// Moves the pointer or presses its button with the program `xdotool`, which creates real events.
  private func xdotool(_ command: String) {
    guard let process = popen("xdotool \(command)", "r") else {
      Issue.record("xdotool does not start")
      return
    }
    #expect(pclose(process) == 0)
  }

  /// Returns the centre of the character at a byte of a label's text, in pixels of the screen. The window is at the top
  /// left of the screen.
  private func screenPosition(
    ofByte byte: Int32, in label: UnsafeMutablePointer<GtkWidget>, of window: UnsafeMutablePointer<GtkWindow>
  ) -> (x: Int, y: Int) {
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

  /// Moves the pointer to the bottom right corner of the screen, which is 1280 by 1024. No window is there.
  private func movePointerAway() { xdotool("mousemove 1279 1023") }

  /// Counts the presses and releases of the pointer's button over a window.
  @MainActor private final class PointerButtonCounter {
    var presses = 0
    var releases = 0

    init(on window: UnsafeMutablePointer<GtkWindow>) {
      let controller = gtk_event_controller_legacy_new()!
      gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
      connect(controller, .event) { [unowned self] in
        guard let event = gtk_event_controller_get_current_event(controller) else { return false }
        if gdk_event_get_event_type(event) == GDK_BUTTON_PRESS { presses += 1 }
        if gdk_event_get_event_type(event) == GDK_BUTTON_RELEASE { releases += 1 }
        return false
      }
      gtk_widget_add_controller(window.widget, controller)
    }
  }

  @Test func `a link that changes while it is pressed does not open its old address`() async throws {
    // Given a pressed pointer button on a link
    let model = Model()
    let window = await showUnfocused { TextWithTwoLinks(model: model) }
    let root = try #require(window.window)
    let label = try label(in: window)
    await drawFrame(of: root)
    let counter = PointerButtonCounter(on: root)
    let isPointerOnLink = {
      gtk_widget_get_cursor(label).flatMap { gdk_cursor_get_name($0) }.map { String(cString: $0) } == "pointer"
    }
    // The link begins at byte 5, so byte 6 is within it.
    let (x, y) = screenPosition(ofByte: 6, in: label, of: root)
    defer { movePointerAway() }
    xdotool("mousemove \(x) \(y)")
    await waitUntil("the pointer is on the link") { isPointerOnLink() }
    xdotool("mousedown 1")
    await waitUntil("the button is pressed") { counter.presses == 1 }

    // When the link changes, and the button is released
    model.address = "https://example.org/2"
    await waitUntil("the link has its new address") { self.markup(label).contains("example.org/2") }
    xdotool("mouseup 1")
    await waitUntil("the button is released") { counter.releases == 1 }
    await mainLoopSettles()

    // Then the old address is not opened, and a click opens the new address
    #expect(!model.openedAddresses.contains("https://example.org/1"))
    // GTK does not set the cursor for a new link below a resting pointer. So the pointer leaves the link first.
    movePointerAway()
    xdotool("mousemove \(x + 2) \(y)")
    await waitUntil("the pointer is on the link") { isPointerOnLink() }
    xdotool("click 1")
    await waitUntil("the new address is opened") { model.openedAddresses.last == "https://example.org/2" }
    withExtendedLifetime(counter) { window.close() }
  }

  /// A text with the model's name. The name contains no link at first. Opening a link removes the text.
  struct TextRemovedByItsLink: View {
    let model: Model

    var body: some View {
      VStack {
        if model.count == 0 { Text(LocalizedStringKey(model.name)) }
        Button("Other") {}
      }
      .environment(
        \.openURL,
        OpenURLAction { address in
          model.openedAddresses.append(address)
          model.count = 1
          return .handled
        })
    }
  }

  @Test func `a text gains and loses links, and its label is freed when a link of the text removes the text`()
    async throws
  {
    let model = Model()
    let window = await showUnfocused { TextRemovedByItsLink(model: model) }
    let deallocations = DeallocationWatch()
    do {
      let label = try label(in: window)
      deallocations.watch(label, "the label")
      #expect(gtk_widget_get_focusable(label) == 0)
      model.name = "a [link](x)"
      await waitUntil("the link is inserted") { window.texts.first == "a link" }
      #expect(gtk_widget_get_focusable(label) != 0)
      #expect(try await moveFocusByTab(in: window))
      #expect(gtk_widget_is_focus(label) != 0)
      // The link is removed while it has the focus, and inserted again.
      model.name = "none"
      await waitUntil("the link is removed") { window.texts.first == "none" }
      #expect(gtk_widget_get_focusable(label) == 0)
      // Tab still finds a widget to focus.
      #expect(try await moveFocusByTab(in: window))
      // Neither “not an address” nor “%%%:::” is a valid address.
      model.name = "[again](not an address)[twice](%%%:::)"
      await mainLoopSettles()
      model.name = "[twice](%%%:::)"
      await waitUntil("a link is inserted again") { window.texts.first == "twice" }
      #expect(gtk_widget_grab_focus(label) != 0)
      await pressReturn(on: label)
    }
    // The action receives the address as it was written, although the address is not valid.
    #expect(model.openedAddresses == ["%%%:::"])
    await waitUntil("the text is removed") { window.texts == ["Other"] }
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
      .environment(\.openURL, model.recordAddress)
    }
    #expect(window.texts.first == "é one & <two")
    let concatenatedLabel = try label(in: window)
    #expect(gtk_label_get_selectable(concatenatedLabel.opaque) != 0)
    // “é ” has 3 bytes, and “one” has the next three.
    #expect(attributes(concatenatedLabel).contains("3 6 weight bold"))
    // Links have the theme's colour or the tint. The text's foreground colour does not apply to them.
    #expect(!attributes(concatenatedLabel).contains { $0.contains("foreground") })
    let tintedLabel = try label(in: window, 2)
    #expect(attributes(tintedLabel).contains { $0.hasPrefix("0 6 foreground") })
    #expect(gtk_widget_grab_focus(concatenatedLabel) != 0)
    // The focus does not select the text.
    #expect(gtk_label_get_selection_bounds(concatenatedLabel.opaque, nil, nil) == 0)
    // Tab and Return open each of the two links.
    for _ in 0..<2 {
      #expect(try await moveFocusByTab(in: window))
      await pressReturn(on: concatenatedLabel)
    }
    #expect(model.openedAddresses.contains("1") && model.openedAddresses.contains("2"))
    let root = try #require(window.window)
    // The screenshot shows the truncated text.
    await drawFrame(of: root)
    await writeScreenshot(of: root, "rich-texts")
    window.close()
  }
}
