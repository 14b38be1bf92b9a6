import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Sizes and positions of views in a window on screen.
  @MainActor @Suite struct LayoutTests {
    /// Returns an empty picture with a natural size, in pixels, and a name.
    static func picture(_ width: Int32 = 1400, _ height: Int32 = 1400, name: String = "large") -> GtkView {
      GtkView {
        let picture = gtk_picture_new_for_paintable(gdk_paintable_new_empty(width, height))!
        gtk_widget_set_name(picture, name)
        return picture
      }
    }

    /// Returns the widget with a name.
    func widget<Content>(named name: String, in window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWidget>? {
      guard let root = window.window?.widget else { return nil }
      return widgets(in: root).first { gtk_widget_get_name($0).map { String(cString: $0) } == name }
    }

    /// Returns the position and the size of a widget in the content of a window, in whole pixels.
    func bounds<Content>(
      _ widget: UnsafeMutablePointer<GtkWidget>, in window: ViewWindow<Content>
    ) -> (x: Int, y: Int, width: Int, height: Int) {
      var rectangle = graphene_rect_t()
      _ = gtk_widget_compute_bounds(widget, window.window.flatMap { gtk_window_get_child($0) }, &rectangle)
      return (
        Int(rectangle.origin.x.rounded()), Int(rectangle.origin.y.rounded()), Int(rectangle.size.width.rounded()),
        Int(rectangle.size.height.rounded())
      )
    }

    /// Presents a window of 600 by 400 pixels, and waits until it is laid out.
    func showLaidOut<Content: View>(@ViewBuilder _ content: () -> Content) async -> ViewWindow<Content> {
      let window = ViewWindow(gtk_window_new().window, content: content)
      if let window = window.window { gtk_window_set_default_size(window, 600, 400) }
      window.present()
      await waitUntil("the window is laid out") { window.window.map { gtk_widget_get_width($0.widget) >= 600 } ?? true }
      await mainLoopSettles()
      return window
    }

    /// Returns an empty box with a name that takes all the width it can get.
    fileprivate static func expandingBox(_ name: String) -> GtkView {
      GtkView {
        let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
        gtk_widget_set_hexpand(box, 1)
        gtk_widget_set_name(box, name)
        return box
      }
    }

    @Test func `an expanding view expands with an overlay, with a background and in a ZStack`() async throws {
      // Given views that take all the width, with a text in their overlay or background, or in the same ZStack
      let window = await showLaidOut {
        VStack(alignment: .leading, spacing: 0) {
          Self.expandingBox("with overlay").overlay { Text("x") }
          Self.expandingBox("with background").background { Text("x") }
          ZStack {
            Text("x")
            Self.expandingBox("in ZStack")
          }
          List([Int](), id: \.self) { Text(verbatim: "\($0)") }.overlay { Text("no rows") }.frame(height: 80)
          // An overlay is at most as wide as the view under it. This text is narrower than 100 pixels
          Text("narrow").overlay { Self.expandingBox("as overlay") }
        }
      }
      for name in ["with overlay", "with background", "in ZStack"] {
        #expect(bounds(try #require(widget(named: name, in: window)), in: window).width == 600, "\(name)")
      }
      let list = try #require(window.window.flatMap { widgets(ofType: gtk_list_view_get_type(), in: $0).first })
      #expect(bounds(list, in: window).width == 600)
      #expect(bounds(try #require(widget(named: "as overlay", in: window)), in: window).width < 100)
      window.close()
    }

    /// A text, or an expanding box if `expands`. Below is a picture in a frame, which also expands if `expands`.
    struct ExpandingOrNot: View {
      let expands: Bool

      var body: some View {
        VStack(spacing: 0) {
          ZStack {
            VStack {
              if expands { LayoutTests.expandingBox("box") } else { Text("small") }
            }
          }
          HStack { LayoutTests.picture(10, 10, name: "framed").frame(maxWidth: expands ? .infinity : nil) }
        }
      }
    }

    @Test func `a container expands only while one of its views does`() async throws {
      // Given containers without an expanding view
      let window = await showLaidOut { ExpandingOrNot(expands: false) }
      let frame = try #require(widget(named: "framed", in: window).flatMap { gtk_widget_get_parent($0) })
      #expect(bounds(frame, in: window).width < 600)

      // When an expanding view is inserted, and a frame gets an infinite maximum width, then the containers around them
      // expand too
      window.update { ExpandingOrNot(expands: true) }
      for name in ["box", "framed"] {
        await waitUntil("“\(name)” has all the width") {
          // For the box, its own width counts. For the picture, the width of the frame around it counts.
          widget(named: name, in: window).map { bounds(name == "box" ? $0 : frame, in: window).width == 600 } ?? false
        }
      }

      // When the views no longer expand, then the containers do not expand either
      window.update { ExpandingOrNot(expands: false) }
      // A frame that does not expand is in the middle of the window
      await waitUntil("the frame is in the middle again") { bounds(frame, in: window).x > 0 }
      window.close()
    }

    @Test func `a padded view stays within a window of its natural width`() async throws {
      // Given a window that is as wide as its content needs: 200 pixels and a padding of 24 pixels on each side
      let window = ViewWindow(gtk_window_new().window) {
        VStack(spacing: 0) { Self.picture(200, 100).frame(width: 200) }.padding(24).frame(maxWidth: .infinity)
      }
      window.present()
      await waitUntil("the window is laid out") {
        widget(named: "large", in: window).map { gtk_widget_get_width($0) > 0 } ?? false
      }
      await mainLoopSettles()

      // Then the stack has the width between the paddings, and begins after the left padding. The parent of the picture
      // is the frame, and the parent of the frame is the stack
      let stack = try #require(
        widget(named: "large", in: window).flatMap { gtk_widget_get_parent($0) }.flatMap { gtk_widget_get_parent($0) })
      #expect(bounds(stack, in: window).width == 200)
      #expect(bounds(stack, in: window).x == 24)
      window.close()
    }

    @Test func `invalid lengths are clamped to the nearest values that GTK accepts`() async throws {
      let window = await show(width: 300, height: 200) {
        VStack(spacing: -8) {
          Self.picture(40, 40, name: "first").frame(width: 40, height: 40)
          Self.picture(40, 40, name: "second").frame(width: 40, height: 40).frame(
            maxWidth: .greatestFiniteMagnitude, minHeight: .nan)
          HStack(spacing: .nan) { Spacer(minLength: -5) }
          Self.picture(4, 4, name: "third").aspectRatio(.nan, contentMode: .fit).cornerRadius(.infinity)
          Self.picture(4, 4, name: "fourth").aspectRatio(1e-300, contentMode: .fit).frame(width: 4, height: 4)
            .cornerRadius(.nan)
          Text("text").font(.system(size: .nan))
          Text("text").font(.system(size: -3))
          Image(systemName: "plus").resizable().frame(width: .infinity, height: .nan)
          LazyVGrid(columns: [GridItem(.adaptive(minimum: .nan), spacing: -.infinity)], spacing: .nan) { Text("cell") }
        }
        .padding(-.nan)
      }
      // The negative spacing of the stack is clamped to 0. For the other lengths, the test checks only that GTK prints
      // no warning, which would end the test run.
      let first = bounds(try #require(widget(named: "first", in: window)), in: window)
      let second = bounds(try #require(widget(named: "second", in: window)), in: window)
      #expect(second.y == first.y + first.height)
      window.close()
    }

    @Test func `a frame places a smaller view by its alignment`() async throws {
      // The view has 20 by 20 pixels, and the frame has 200 by 100. `x` and `y` are the view's position in the frame:
      // 90 is half of the free width of 180, and 40 is half of the free height of 80.
      for (alignment, x, y) in [(Alignment.topLeading, 0, 0), (.center, 90, 40), (.bottomTrailing, 180, 80)] {
        let window = await showLaidOut {
          VStack(alignment: .leading, spacing: 0) {
            GtkView {
              let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
              gtk_widget_set_name(box, "small")
              gtk_widget_set_size_request(box, 20, 20)
              return box
            }
            .frame(width: 200, height: 100, alignment: alignment)
            Spacer()
          }
          .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
        }
        let small = try #require(widget(named: "small", in: window))
        let smallBounds = bounds(small, in: window)
        #expect(smallBounds == (x, y, 20, 20), "\(alignment)")
        window.close()
      }
    }

    @Test func `an infinite maximum width takes all the width, and a finite one limits the width`() async throws {
      let window = await showLaidOut {
        VStack(spacing: 0) {
          Text("a").frame(maxWidth: .infinity).cssClass("wide")
          TextField("b", text: .constant("")).frame(maxWidth: 250).cssClass("bounded")
          Text(verbatim: String(repeating: "a long line ", count: 60)).frame(maxWidth: 300).cssClass("text")
        }
      }
      let root = try #require(window.window?.widget)
      let allWidgets = widgets(in: root)
      let width = { (cssClass: String) in
        allWidgets.first { gtk_widget_has_css_class($0, cssClass) != 0 }.map { gtk_widget_get_width($0) }
      }
      #expect(width("wide") == 600)
      #expect(width("bounded") == 250)
      #expect(width("text") == 300)
      window.close()
    }

    @Test func `the minimum height of a row for an unknown width is at least that for a large width`() async throws {
      // Given rows of views with different baselines
      for row in [
        AnyView(
          HStack {
            Image(systemName: "heart"); Text("symbol")
          }),
        AnyView(
          HStack {
            Text("large").font(.largeTitle); Text("small").font(.caption)
          }),
        AnyView(
          Button(action: {}) {
            Image(systemName: "heart"); Text("symbol")
          }.cssClass("gtkviews-plain")),
        AnyView(Toggle(isOn: .constant(true)) { Label("symbol", systemImage: "heart") }.toggleStyle(.checkbox)),
      ] {
        // When a row is on screen, then GTK prints no warning, which would end the test run. The minimum height of each
        // box for an unknown width (-1) is at least its minimum height for a very large width
        let window = await show { VStack { row } }
        for widget in widgets(ofType: gtk_box_get_type(), in: try #require(window.window)) {
          var (heightForUnknownWidth, heightForLargeWidth): (Int32, Int32) = (0, 0)
          gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, -1, &heightForUnknownWidth, nil, nil, nil)
          gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, 10_000, &heightForLargeWidth, nil, nil, nil)
          #expect(heightForUnknownWidth >= heightForLargeWidth)
        }
        window.close()
      }
    }

    @Observable @MainActor final class FrameModel {
      var isFramed = false
    }

    @Observable @MainActor final class LayerModel {
      var isInFront = false
    }

    /// A text with another text behind it or in front of it.
    struct BackgroundOrOverlay: View {
      let model: LayerModel

      var body: some View {
        let (content, layer) = (Text("content"), Text("layer"))
        model.isInFront ? AnyView(content.overlay(layer)) : AnyView(content.background(layer))
      }
    }

    @Test func `a layer changes from a background to an overlay and back`() async throws {
      let model = LayerModel()
      let window = await show { BackgroundOrOverlay(model: model) }
      // The texts have the order of the widgets, in which GTK draws them.
      #expect(window.texts == ["layer", "content"])
      for isInFront in [true, false] {
        model.isInFront = isInFront
        await waitUntil("the order changes") {
          window.texts == (isInFront ? ["content", "layer"] : ["layer", "content"])
        }
      }
      window.close()
    }

    /// A text with a padding of 30 pixels, or in a frame of 150 by 90 pixels.
    struct PaddedOrFramed: View {
      let model: FrameModel

      var body: some View {
        let text = Text("a")
        (model.isFramed ? AnyView(text.frame(width: 150, height: 90)) : AnyView(text.padding(30))).cssClass("box")
      }
    }

    @Test func `a view changes from padding to a frame and back`() async throws {
      let model = FrameModel()
      let window = await show(width: 400, height: 300) { PaddedOrFramed(model: model) }
      let root = try #require(window.window)
      /// Returns the width, the height and the left padding of the view around the text.
      func sizeAndPadding() throws -> [Int32] {
        let box = try #require(
          widgets(ofType: gtk_label_get_type(), in: root).first.flatMap { gtk_widget_get_parent($0) })
        return [gtk_widget_get_width(box), gtk_widget_get_height(box), gtk_widget_get_margin_start(box)]
      }
      await drawFrame(of: root)
      let padded = try sizeAndPadding()
      let leftPadding = padded[2]
      #expect(leftPadding == 30)
      // When the view changes to a frame and back, twice
      for _ in 0..<2 {
        model.isFramed = true
        await drawFrame(of: root)
        #expect(try sizeAndPadding() == [150, 90, 0])
        model.isFramed = false
        await drawFrame(of: root)
        #expect(try sizeAndPadding() == padded)
      }
      window.close()
    }

    /// Returns the number of lines on screen of the label with this text.
    private func lineCount<Content>(of text: String, in window: ViewWindow<Content>) -> Int32? {
      guard let root = window.window?.widget else { return nil }
      let label = widgets(in: root).first {
        cgtk_object_is_a($0, gtk_label_get_type()) && String(cString: gtk_label_get_text(OpaquePointer($0))) == text
      }
      return label.map { pango_layout_get_line_count(gtk_label_get_layout(OpaquePointer($0))) }
    }

    @Test func `a text in a row is not wrapped, whatever the height of the row`() async throws {
      // Given rows that have room for all texts, most of them with a view that is higher than a line
      for (number, row) in [
        AnyView(
          HStack {
            Text("A: fixed"); Spacer(); Button("Delete") {}
          }),
        AnyView(
          HStack {
            Text("A: fixed"); Spacer(); Button("Delete") {}; Self.picture(20, 90)
          }),
        AnyView(
          HStack {
            Text("A: fixed"); Button("Delete") {}; Text("two\nlines").padding(20)
          }),
        AnyView(
          HStack(alignment: .firstTextBaseline) {
            Text("A: fixed"); Spacer(); Button("Delete") {}; Text("two\nlines").font(.title)
          }),
      ].enumerated() {
        let window = await showLaidOut { VStack { row } }
        // Then neither the text nor the button's label is wrapped
        #expect(lineCount(of: "A: fixed", in: window) == 1, "row \(number)")
        #expect(lineCount(of: "Delete", in: window) == 1, "row \(number)")
        window.close()
      }
    }

    @Test func `a row aligns first baselines in both layout directions`() async throws {
      defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
      for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
        // Given a row of a large and a small text with aligned baselines
        gtk_widget_set_default_direction(direction)
        let window = await showLaidOut {
          VStack {
            HStack(alignment: .firstTextBaseline, spacing: 8) {
              Text("large").font(.largeTitle).cssClass("first")
              Text("small").cssClass("last")
              Spacer()
            }
          }
        }
        let root = try #require(window.window?.widget)
        var labels: [UnsafeMutablePointer<GtkWidget>] = []
        for name in ["first", "last"] {
          labels.append(try #require(widgets(in: root).first { gtk_widget_has_css_class($0, name) != 0 }))
        }
        let (first, last) = (bounds(labels[0], in: window), bounds(labels[1], in: window))
        // Then their baselines are at the same height, and the first text is at the start of the row
        let baselines = [
          first.y + Int(gtk_widget_get_allocated_baseline(labels[0])),
          last.y + Int(gtk_widget_get_allocated_baseline(labels[1])),
        ]
        #expect(baselines[0] == baselines[1])
        // The distances of both texts from the start of the row, which is 600 pixels wide
        let distances =
          direction == GTK_TEXT_DIR_LTR ? [first.x, last.x] : [600 - first.x - first.width, 600 - last.x - last.width]
        #expect(distances == [0, first.width + 8])
        window.close()
      }
    }

    @Observable @MainActor final class Model {
      var width: Double? = 100
    }

    struct PictureOfVariableWidth: View {
      let model: Model

      var body: some View {
        LayoutTests.picture(1400, 10).frame(width: model.width, height: 20)
      }
    }

    @Test func `a frame follows a changed width`() async throws {
      let model = Model()
      let window = await showLaidOut {
        HStack(spacing: 0) {
          PictureOfVariableWidth(model: model)
          Spacer()
        }
      }
      let frame = try #require(widget(named: "large", in: window).flatMap { gtk_widget_get_parent($0) })
      #expect(gtk_widget_get_width(frame) == 100)
      model.width = 222
      await waitUntil("the frame is resized") { gtk_widget_get_width(frame) == 222 }
      #expect(gtk_widget_get_width(frame) == 222)
      window.close()
    }

    @Test func `long texts in nested stacks cause no GTK warning`() async throws {
      let longText = String(repeating: "what it is about ", count: 20)
      let window = await showLaidOut {
        HStack(alignment: .top) {
          Text("beside")
          VStack(alignment: .leading) {
            Text("A show")
            Text(verbatim: longText)
          }
        }
        HStack(alignment: .top) {
          VStack(alignment: .leading) {
            Text("A show")
            Text(verbatim: longText)
          }
          .frame(maxWidth: .infinity, alignment: .leading)
          Text("beside")
        }
      }
      // A warning of GTK would have ended the test run.
      #expect(window.window != nil)
      window.close()
    }
  }
}
