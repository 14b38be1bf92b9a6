import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Layout, layers and modifiers that have the same names and parameters as in SwiftUI.
  @MainActor @Suite struct LayoutCompatibilityTests {
    @Observable @MainActor final class Model {
      var count = 0
      var text = ""
      var isShown = true
      @ObservationIgnored var events: [String] = []
    }

    /// Shows a view in a window of at least 600 by 400 pixels, and waits until it is laid out.
    private func showLaidOut<Content: View>(@ViewBuilder _ content: () -> Content) async -> ViewWindow<Content> {
      let window = ViewWindow(gtk_window_new().window, content: content)
      if let window = window.window { gtk_window_set_default_size(window, 600, 400) }
      window.present()
      await waitUntil("the window is laid out") { window.window.map { gtk_widget_get_width($0.widget) >= 600 } ?? true }
      await mainLoopSettles()
      return window
    }

    /// Returns the first widget with a style class.
    private func widget<Content>(
      withClass name: String, in window: ViewWindow<Content>
    ) throws -> UnsafeMutablePointer<GtkWidget> {
      let root = try #require(window.window?.widget)
      return try #require(widgets(in: root).first { gtk_widget_has_css_class($0, name) != 0 })
    }

    /// Returns the width and the height of the first widget with a style class.
    private func size<Content>(_ cssClass: String, in window: ViewWindow<Content>) throws -> [Int32] {
      let widget = try widget(withClass: cssClass, in: window)
      return [gtk_widget_get_width(widget), gtk_widget_get_height(widget)]
    }

    @Test func `a colour fills its space, a background has the size of its view, and an overlay is aligned`()
      async throws
    {
      let window = await showLaidOut {
        HStack(alignment: .lastTextBaseline, spacing: 0) {
          Color.red.cssClass("color")
          Text("front").frame(width: 80, height: 40).cssClass("front")
            .background { Color.blue.cssClass("back-layer") }
            .overlay(alignment: .topTrailing) { Color.green.frame(width: 10, height: 10).cssClass("front-layer") }
          // This view only has to compile.
          Text("tint").background(.tint).overlay(Color.clear)
        }
      }
      #expect(try size("front", in: window) == [80, 40])
      #expect(try size("back-layer", in: window) == [80, 40])
      #expect(try size("front-layer", in: window) == [10, 10])
      // The colour fills the rest of the window, which is at least 600 pixels wide. The other views take less than 200.
      #expect(try size("color", in: window)[0] > 400)
      let overlay = try widget(withClass: "front-layer", in: window)
      let front = try widget(withClass: "front", in: window)
      var bounds = graphene_rect_t()
      _ = gtk_widget_compute_bounds(overlay, front, &bounds)
      // The overlay of 10 by 10 is in the upper right corner of the view, which is 80 wide.
      #expect((bounds.origin.x, bounds.origin.y) == (70, 0))
      window.close()
    }

    @Test func `frame, fixedSize and aspectRatio determine the size of a view`() async throws {
      let longText = String(repeating: "a long text ", count: 12)
      let window = await showLaidOut {
        VStack(spacing: 0) {
          HStack(spacing: 0) {
            Text("ideal").frame(
              minWidth: 50, idealWidth: 150, maxWidth: 200, minHeight: 10, idealHeight: 30, maxHeight: 40
            ).cssClass("ideal")
            Spacer()
          }
          HStack(spacing: 0) {
            Text(verbatim: longText).cssClass("wrapped").frame(width: 100, height: 120)
            Text(verbatim: longText).cssClass("fixed").fixedSize().frame(width: 100, alignment: .leading)
            Spacer()
          }
          Color.red.cssClass("wide").aspectRatio(2, contentMode: .fit).frame(width: 100, height: 100)
          Color.red.cssClass("covering").aspectRatio(2, contentMode: .fill).frame(width: 60, height: 60)
        }
      }
      // The spacer takes the rest of the row, so the frame has its ideal size.
      #expect(try size("ideal", in: window) == [150, 30])
      #expect(try size("wrapped", in: window)[0] <= 100)
      // The text with a fixed size is in one line, which is wider than its frame of 100 pixels.
      #expect(try size("fixed", in: window)[0] > 300)
      // With a ratio of 2, the colour is 100 by 50 to fit into 100 by 100, and 120 by 60 to cover 60 by 60.
      #expect(try size("wide", in: window) == [100, 50])
      #expect(try size("covering", in: window) == [120, 60])
      window.close()
    }

    @Test func `a scroll view can hide its scroll bars`() async throws {
      let window = await showLaidOut { ScrollView([.horizontal, .vertical], showsIndicators: false) { Text("text") } }
      let scrolledWindow = try #require(
        window.window.flatMap { widgets(ofType: gtk_scrolled_window_get_type(), in: $0).first })
      var (horizontalPolicy, verticalPolicy) = (GTK_POLICY_NEVER, GTK_POLICY_NEVER)
      gtk_scrolled_window_get_policy(scrolledWindow.opaque, &horizontalPolicy, &verticalPolicy)
      // With this policy, the content can be scrolled although there is no scroll bar.
      #expect((horizontalPolicy, verticalPolicy) == (GTK_POLICY_EXTERNAL, GTK_POLICY_EXTERNAL))
      window.close()
    }

    /// Adds a title and a button to a view, and counts the clicks on the button.
    struct Card: ViewModifier {
      let title: String
      @State private var clickCount = 0
      @Environment(\.isEnabled) private var isEnabled

      func body(content: Content) -> some View {
        VStack {
          Text(verbatim: "\(title) \(clickCount) \(isEnabled)")
          content
          Button("More") { clickCount += 1 }
        }
      }
    }

    struct CardedText: View {
      let model: Model

      var body: some View { Text(verbatim: "content \(model.count)").modifier(Card(title: "title \(model.count)")) }
    }

    @Test func `a view modifier has state and reads the environment`() async {
      let model = Model()
      let window = await show { CardedText(model: model) }
      #expect(window.texts == ["title 0 0 true", "content 0", "More"])
      await window.click("More")
      await waitUntil("the click is counted") { window.texts.first == "title 0 1 true" }
      // The modifier keeps its state when the model changes the title and the content.
      model.count = 1
      await waitUntil("the title and the content follow") { window.texts == ["title 1 1 true", "content 1", "More"] }
      window.close()
    }

    struct TapTargets: View {
      let model: Model

      var body: some View {
        VStack {
          Text("once").onTapGesture { model.events.append("once") }
          Text("twice").onTapGesture(count: 2) { model.events.append("twice") }
          // This view and the next one, and `onAppear()` without an action, only have to compile.
          if model.isShown { Text("moving").transition(.move(edge: .leading).combined(with: .opacity)) }
          Text("changing").animation(.easeInOut, value: model.count)
        }
        .onAppear()
        .task(id: model.count, priority: .background) { model.events.append("task \(model.count)") }
        .onChange(of: model.count) { new in model.events.append("now \(new)") }
      }
    }

    @Test func `tap gestures, task and onChange run their actions`() async throws {
      let model = Model()
      let window = await show { TapTargets(model: model) }
      await waitUntil("the task began") { model.events == ["task 0"] }
      // Each click has its number in a series of clicks. Two clicks of a series are one double click, so the second and
      // the fourth click on “twice” run its action.
      for (text, clickNumber) in [
        ("once", 1), ("once", 2), ("once", 3), ("twice", 1), ("twice", 2), ("twice", 3), ("twice", 4),
      ] {
        let label = try #require(
          window.window.flatMap { widgets(ofType: gtk_label_get_type(), in: $0).first { texts(in: $0) == [text] } })
        let click = try #require(clickGesture(of: label))
        await performInEventHandler { Self.emitReleased(by: click, clickNumber: clickNumber) }
      }
      #expect(model.events == ["task 0", "once", "once", "once", "twice", "twice"])
      model.count = 1
      // `task` and `onChange` each add an event to the six earlier events.
      await waitUntil("task and onChange have run") { model.events.count == 8 }
      #expect(model.events.dropFirst(6).sorted() == ["now 1", "task 1"])
      window.close()
    }

    private func clickGesture(of widget: UnsafeMutablePointer<GtkWidget>) -> OpaquePointer? {
      let controllers = gtk_widget_observe_controllers(widget)!
      defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
      for position in 0..<g_list_model_get_n_items(controllers) {
        guard let controller = g_list_model_get_item(controllers, position) else { continue }
        defer { g_object_unref(controller) }
        if OpaquePointer(controller).isA(gtk_gesture_click_get_type()) { return OpaquePointer(controller) }
      }
      return nil
    }

    /// Emits the signal `released` of a gesture, as GTK does at the end of a click. The click is at the point (0, 0).
    private static func emitReleased(by gesture: OpaquePointer, clickNumber: Int) {
      // The values are the gesture, the number of the click, and the coordinates of the point.
      var values = [GValue](repeating: GValue(), count: 4)
      g_value_init(&values[0], gtk_gesture_click_get_type())
      g_value_set_object(&values[0], UnsafeMutableRawPointer(gesture))
      g_value_init(&values[1], cgtk_type_int())
      g_value_set_int(&values[1], Int32(clickNumber))
      for position in 2...3 { g_value_init(&values[position], cgtk_type_double()) }
      g_signal_emitv(values, g_signal_lookup("released", gtk_gesture_click_get_type()), 0, nil)
      g_value_unset(&values[0])
    }

    struct NotesField: View {
      @Bindable var model: Model

      var body: some View { TextField("Notes", text: $model.text, prompt: Text("Write"), axis: .vertical) }
    }

    @Test func `a vertical text field grows with its lines`() async throws {
      let model = Model()
      let window = await show { NotesField(model: model) }
      let textView = try #require(window.window.flatMap { widgets(ofType: gtk_text_view_get_type(), in: $0).first })
      #expect(window.texts == ["Write"])
      let minimumHeight = { () -> Int32 in
        var height: Int32 = 0
        gtk_widget_measure(textView, GTK_ORIENTATION_VERTICAL, -1, &height, nil, nil, nil)
        return height
      }
      let buffer = gtk_text_view_get_buffer(UnsafeMutablePointer(textView.opaque))
      await performInEventHandler { gtk_text_buffer_set_text(buffer, "a line", -1) }
      #expect(model.text == "a line")
      await waitUntil("the prompt is gone") { window.texts == [] }
      let heightOfOneLine = minimumHeight()
      model.text = "a line\nand\nothers"
      await waitUntil("the field grows") { minimumHeight() > heightOfOneLine }
      #expect(gtk_text_buffer_get_line_count(buffer) == 3)
      window.close()
    }
  }
}
