import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

@testable import GtkViews

/// Popovers, sheets, toolbars and pages from right to left.
///
/// A `DirectionArrow` is a text with an arrow in its layout direction. `square` is a widget with a name and a size of
/// 40 pixels. `edgeDistances` has an entry for each square on screen.
extension GtkViewsTests.RightToLeftTests {
  struct ScreenWithPopoverAndSheet: View {
    @Bindable var model: Model
    @State private var isSheetShown = false

    var body: some View {
      VStack {
        Button("screen") {}.popover(isPresented: $model.isShown, arrowEdge: .leading) { DirectionArrow() }
        Button("sheet") { isSheetShown = true }.sheet(isPresented: $isSheetShown) {
          HStack {
            square("a"); DirectionArrow(); Spacer()
          }.frame(width: 200)
        }
      }
      .environment(\.layoutDirection, .rightToLeft)
    }
  }

  @Test
  func `a popover at the leading edge is at the right, and has the layout direction of the view that presents it`()
    async throws
  {
    let model = Model()
    let window = await showLaidOut { ScreenWithPopoverAndSheet(model: model) }
    model.isShown = true
    let popover = { @MainActor in
      window.window.flatMap {
        widgets(ofType: gtk_popover_get_type(), in: $0).first { gtk_widget_get_mapped($0) != 0 }
      }
    }
    await waitUntil("the popover is on screen") { popover() != nil }
    let shownPopover = try #require(popover())
    #expect(gtk_popover_get_position(UnsafeMutablePointer(shownPopover.opaque)) == GTK_POS_RIGHT)
    #expect(texts(in: shownPopover) == ["←"])
    #expect(gtk_widget_get_direction(shownPopover) == GTK_TEXT_DIR_RTL)
    model.isShown = false
    await waitUntil("the popover is dismissed") { popover() == nil }
    window.close()
  }

  @Test func `a sheet has the layout direction of the view that presents it`() async throws {
    let window = await showLaidOut { ScreenWithPopoverAndSheet(model: Model()) }
    await window.click("sheet")
    await waitUntil("the sheet is on screen") { openWindows().count == 2 }
    let sheet = try #require(openWindows().first { $0 != window.window })
    await waitUntil("the sheet is laid out") { gtk_widget_get_width(sheet.widget) > 0 }
    await drawFrame(of: sheet)
    let content = try #require(gtk_window_get_child(sheet))
    #expect(texts(in: content) == ["←"])
    let square = try #require(widgets(in: content).first { String(cString: gtk_widget_get_name($0)) == "a" })
    let squareBounds = bounds(of: square, in: content)
    #expect(squareBounds.x > Double(gtk_widget_get_width(content)) / 2)
    #expect(gtk_widget_get_direction(sheet.widget) == GTK_TEXT_DIR_RTL)
    window.close()
  }

  struct ScreenWithToolbar: View {
    var body: some View {
      Text("views").toolbar {
        ToolbarItem(placement: .navigation) { square("a") }
        ToolbarItem(placement: .primaryAction) { square("b") }
      }
    }
  }

  @Test func `a right-to-left toolbar begins at the right`() async throws {
    setDesktopDirection(GTK_TEXT_DIR_RTL)
    defer { setDesktopDirection(GTK_TEXT_DIR_LTR) }
    let window = await showLaidOut { ScreenWithToolbar() }
    let bar = try #require(window.window.flatMap { gtk_window_get_titlebar($0) })
    // Returns -1 if the square is not in the bar.
    let leftEdge = { @MainActor (name: String) in
      widgets(in: bar).first { String(cString: gtk_widget_get_name($0)) == name }.map { bounds(of: $0, in: bar).x }
        ?? -1
    }
    #expect(leftEdge("a") > Double(gtk_widget_get_width(bar)) / 2)
    #expect(leftEdge("b") >= 0 && leftEdge("b") < Double(gtk_widget_get_width(bar)) / 2)
    window.close()
  }

  struct StackOfTwoPages: View {
    @Bindable var model: Model

    var body: some View {
      NavigationStack {
        VStack { square("a") }.navigationDestination(isPresented: $model.isShown) { VStack { square("b") } }
      }
    }
  }

  @Test(arguments: [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL])
  func `a page slides in from the trailing edge, and its back shortcut follows the direction`(
    direction: GtkTextDirection
  ) async throws {
    setDesktopDirection(direction)
    defer { setDesktopDirection(GTK_TEXT_DIR_LTR) }
    let isRightToLeft = direction == GTK_TEXT_DIR_RTL
    // Given a desktop that allows animations, and a page that is pushed
    allowAnimations(true)
    let model = Model()
    let window = await showLaidOut { StackOfTwoPages(model: model) }
    let stack = try #require(window.window.flatMap { widgets(ofType: gtk_stack_get_type(), in: $0).first })
    model.isShown = true
    await waitUntil("the page slides in") {
      gtk_stack_get_transition_running(stack.opaque) != 0 && slideType(of: stack) != GTK_STACK_TRANSITION_TYPE_NONE
    }
    // Then the page enters from the side at which a line of text ends
    #expect(
      slideType(of: stack)
        == (isRightToLeft ? GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT : GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT))
    await waitUntil("the page is at rest") {
      gtk_stack_get_transition_running(stack.opaque) == 0 && edgeDistances(in: window)["b"] != nil
    }

    // And the back button is at the side at which a line begins, and its shortcut is Alt with the arrow to that side
    let bar = try #require(window.window.flatMap { gtk_window_get_titlebar($0) })
    let backButton = try #require(
      widgets(ofType: gtk_button_get_type(), in: bar).first { hasAccessibleName("Back", $0) })
    let backBounds = bounds(of: backButton, in: bar)
    #expect((backBounds.x > Double(gtk_widget_get_width(bar)) / 2) == isRightToLeft)
    #expect(shortcutKeys(on: backButton) == [isRightToLeft ? "<Alt>Right" : "<Alt>Left"])
    await click(backButton)
    await waitUntil("the page is popped") { !model.isShown && edgeDistances(in: window)["b"] == nil }
    window.close()
  }

  /// Returns the direction in which the visible page slides: to the left while the page is at the right of its final
  /// position, to the right while the page is at the left of it, and none at the final position.
  private func slideType(of stack: UnsafeMutablePointer<GtkWidget>) -> GtkStackTransitionType {
    guard let page = gtk_stack_get_visible_child(stack.opaque) else { return GTK_STACK_TRANSITION_TYPE_NONE }
    let x = bounds(of: page, in: stack).x
    return x > 0
      ? GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT
      : x < 0 ? GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT : GTK_STACK_TRANSITION_TYPE_NONE
  }

  /// Returns the keys of a widget's shortcuts that work in its whole window. Reads only the first shortcut of each
  /// shortcut controller.
  private func shortcutKeys(on widget: UnsafeMutablePointer<GtkWidget>) -> [String] {
    let controllers = gtk_widget_observe_controllers(widget)!
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    var keys: [String] = []
    for position in 0..<g_list_model_get_n_items(controllers) {
      guard let controller = g_list_model_get_item(controllers, position) else { continue }
      defer { g_object_unref(controller) }
      guard controller.isA(gtk_shortcut_controller_get_type()),
        gtk_shortcut_controller_get_scope(controller.opaque) == GTK_SHORTCUT_SCOPE_GLOBAL
      else { continue }
      guard let item = g_list_model_get_item(controller.opaque, 0) else { continue }
      defer { g_object_unref(item) }
      if let name = gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(item.opaque)) {
        keys.append(String(cString: name))
        g_free(name)
      }
    }
    return keys
  }
}
