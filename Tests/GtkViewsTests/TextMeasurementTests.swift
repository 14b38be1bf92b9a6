import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The measurement and the lines of the label behind a `Text`. Some tests compare the label with a `GtkLabel` that
  /// wraps the same text.
  @MainActor @Suite struct TextMeasurementTests {
    private nonisolated static let paragraph =
      "An evening in the reading room, with a long conversation about libraries and their visitors."

    @Observable @MainActor final class ColumnModel {
      var width = 900.0
    }

    struct Column: View {
      let model: ColumnModel

      var body: some View {
        VStack {
          Text(verbatim: TextMeasurementTests.paragraph)
          Text(verbatim: "below")
        }
        .frame(width: model.width)
      }
    }

    /// The lengths of a widget in one orientation, in pixels.
    private struct Size: Equatable {
      var minimum: Int32 = 0
      var natural: Int32 = 0
    }

    /// Measures a widget in one orientation. `otherSize` is the size of the widget in the other orientation, or -1 if
    /// that size is not known.
    private func measure(
      _ widget: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation, otherSize: Int32 = -1
    ) -> Size {
      var size = Size()
      gtk_widget_measure(widget, orientation, otherSize, &size.minimum, &size.natural, nil, nil)
      return size
    }

    /// Returns a `GtkLabel` that wraps.
    private func makeGtkLabel(_ text: String) -> GObjectReference {
      let label = GObjectReference(gtk_label_new(text)!)
      gtk_label_set_wrap(label.opaque, 1)
      gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
      return label
    }

    /// Returns the label behind a `Text`.
    private func makeTextLabel(_ text: String) -> GObjectReference {
      let label = GObjectReference(cgtk_text_new(text)!)
      cgtk_text_set_wraps(label.widget, 1)
      return label
    }

    @Test(arguments: ["One line", paragraph, "Two\nlines", "방송국에서 들려주는 이야기", "", "שלום עולם"])
    func `a text has the natural size and the heights of a wrapping GtkLabel`(_ words: String) {
      let (textLabel, gtkLabel) = (makeTextLabel(words), makeGtkLabel(words))
      let natural = measure(gtkLabel.widget, GTK_ORIENTATION_HORIZONTAL).natural
      #expect(measure(textLabel.widget, GTK_ORIENTATION_HORIZONTAL).natural == natural)
      #expect(measure(textLabel.widget, GTK_ORIENTATION_VERTICAL) == measure(gtkLabel.widget, GTK_ORIENTATION_VERTICAL))
      // The minimum width is the width of the widest letter. At this width, the label of a `Text` only estimates its
      // height, so the compared widths begin above it. The largest widths have room for the text without wrapping.
      let minimum = measure(textLabel.widget, GTK_ORIENTATION_HORIZONTAL).minimum
      for width in stride(from: max(minimum * 3, 60), through: natural + 40, by: 7) {
        #expect(
          measure(textLabel.widget, GTK_ORIENTATION_VERTICAL, otherSize: width)
            == measure(gtkLabel.widget, GTK_ORIENTATION_VERTICAL, otherSize: width))
      }
    }

    @Test func `a text can be as narrow as its widest letter`() {
      let label = makeTextLabel(Self.paragraph)
      let letters = Self.paragraph.map { makeTextLabel(String($0)) }
      let widest = letters.map { measure($0.widget, GTK_ORIENTATION_HORIZONTAL).natural }.max() ?? 0
      #expect(abs(measure(label.widget, GTK_ORIENTATION_HORIZONTAL).minimum - widest) <= 1)
      // In this width, the text has about one line for each letter. Narrow letters may share a line, so the expected
      // number of lines is only a third of the number of letters.
      let lineHeight = measure(label.widget, GTK_ORIENTATION_VERTICAL).natural
      let height = measure(label.widget, GTK_ORIENTATION_VERTICAL, otherSize: widest).minimum
      #expect(height > lineHeight * Int32(Self.paragraph.count) / 3)
    }

    @Test func `a text is measured again when its words or its font change`() {
      let label = makeTextLabel("short")
      let shortWidth = measure(label.widget, GTK_ORIENTATION_HORIZONTAL).natural
      gtk_label_set_text(label.opaque, "a longer text")
      let longWidth = measure(label.widget, GTK_ORIENTATION_HORIZONTAL).natural
      #expect(longWidth > shortWidth)
      // The width approximately doubles with the size of the font.
      let attributes = pango_attr_list_new()
      pango_attr_list_insert(attributes, pango_attr_scale_new(2))
      gtk_label_set_attributes(label.opaque, attributes)
      pango_attr_list_unref(attributes)
      #expect(measure(label.widget, GTK_ORIENTATION_HORIZONTAL).natural > longWidth * 3 / 2)
    }

    @Test func `a text wraps when it does not fit, and unwraps in a wider window`() async throws {
      let window = await show(width: 200, height: 300) { Text(verbatim: Self.paragraph) }
      let root = try #require(window.window)
      let label = try #require(widgets(ofType: gtk_label_get_type(), in: root).first)
      let lineCount = { pango_layout_get_line_count(gtk_label_get_layout(label.opaque)) }
      await drawFrame(of: root)
      #expect(lineCount() > 2)
      // A measurement alone does not change the lines that are drawn.
      let drawnLineCount = lineCount()
      _ = measure(label, GTK_ORIENTATION_VERTICAL, otherSize: 400)
      gtk_widget_queue_draw(label)
      await drawFrame(of: root)
      #expect(lineCount() == drawnLineCount)
      gtk_window_set_default_size(root, 1000, 300)
      await waitUntil("the text has one line") { lineCount() == 1 }
      window.close()
    }

    @Test func `a text that fits has a constant size, and wraps as soon as it gets less space`() async throws {
      // Given a paragraph that fits on one line
      let model = ColumnModel()
      let window = await show(width: 1000, height: 300) { Column(model: model) }
      let root = try #require(window.window)
      let labels = widgets(ofType: gtk_label_get_type(), in: root)
      let (label, below) = (try #require(labels.first), try #require(labels.last))
      let lineCount = { pango_layout_get_line_count(gtk_label_get_layout(label.opaque)) }
      await drawFrame(of: root)
      #expect(lineCount() == 1)
      // Without the call, GTK would return the cached request mode.
      gtk_widget_queue_resize(label)
      #expect(gtk_widget_get_request_mode(label) == GTK_SIZE_REQUEST_CONSTANT_SIZE)
      let lineHeight = measure(label, GTK_ORIENTATION_VERTICAL).natural

      // When the column becomes narrower. `distance` is from the top of the paragraph to the top of the view below it
      var drawnFrames: [(lineCount: Int32, height: Int32, distance: Double)] = []
      let clock = try #require(gtk_widget_get_frame_clock(root.widget))
      let paintConnection = connect(clock, .plain("paint"), order: .before) {
        var (x, y) = (0.0, 0.0)
        gtk_widget_translate_coordinates(below, label, 0, 0, &x, &y)
        drawnFrames.append((lineCount(), gtk_widget_get_height(label), y))
      }
      defer { paintConnection.disconnect() }
      model.width = 200
      await waitUntil("the paragraph has several lines") { lineCount() > 2 }
      await drawFrame(of: root)

      // Then each frame has the height of its lines, and the view below does not overlap the paragraph
      #expect(drawnFrames.contains { $0.lineCount > 2 })
      for frame in drawnFrames {
        // In a text of several lines, the height of a line is up to a pixel less than that of a single line.
        let minimumHeight = (lineHeight - 1) * frame.lineCount
        #expect(frame.height >= minimumHeight)
        #expect(frame.distance >= Double(minimumHeight))
      }
      window.close()
    }

    @Test(arguments: [2, 3]) func `a text with a line limit has the heights of a wrapping GtkLabel`(_ limit: Int32) {
      let (textLabel, gtkLabel) = (makeTextLabel(Self.paragraph), makeGtkLabel(Self.paragraph))
      for label in [textLabel, gtkLabel] {
        gtk_label_set_lines(label.opaque, limit)
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      }
      let lineHeight = measure(textLabel.widget, GTK_ORIENTATION_VERTICAL).natural
      // The widths begin above the minimum width, at which the label of a `Text` only estimates its height.
      for width in stride(from: Int32(60), through: 700, by: 40) {
        #expect(
          measure(textLabel.widget, GTK_ORIENTATION_VERTICAL, otherSize: width)
            == measure(gtkLabel.widget, GTK_ORIENTATION_VERTICAL, otherSize: width))
      }
      // At the minimum width, the text has no more lines than the limit.
      let narrowest = measure(textLabel.widget, GTK_ORIENTATION_HORIZONTAL).minimum
      #expect(measure(textLabel.widget, GTK_ORIENTATION_VERTICAL, otherSize: narrowest).minimum <= lineHeight * limit)
    }

    @Test func `a text with a limit of two lines is ellipsized only where it does not fit`()
      async throws
    {
      let window = await show(width: 200, height: 300) { Text(verbatim: Self.paragraph).lineLimit(2) }
      let root = try #require(window.window)
      let label = try #require(widgets(ofType: gtk_label_get_type(), in: root).first)
      let layout = { gtk_label_get_layout(label.opaque)! }
      await drawFrame(of: root)
      #expect(pango_layout_get_line_count(layout()) == 2)
      #expect(pango_layout_is_ellipsized(layout()) != 0)
      // Without a given width, the measured height is that of one line.
      #expect(gtk_widget_get_height(label) <= 2 * measure(label, GTK_ORIENTATION_VERTICAL).natural)
      gtk_window_set_default_size(root, 1000, 300)
      await waitUntil("the text has one line") { pango_layout_get_line_count(layout()) == 1 }
      await drawFrame(of: root)
      #expect(pango_layout_is_ellipsized(layout()) == 0)
      window.close()
    }

    /// The maximum length is 16,384 bytes (`Text.maxByteCount`).
    @Test func `a text beyond the maximum length ends with an ellipsis`() async throws {
      let window = await show(width: 400, height: 300) {
        ScrollView { Text(verbatim: String(repeating: "word ", count: 300_000)) }
      }
      let text = try #require(window.texts.first)
      #expect(text.utf8.count <= 16_384 + "…".utf8.count)
      #expect(text.hasSuffix("…"))
      window.close()
    }

    @Test func `a text with a line limit of 1 shows only its first line, with an ellipsis`() async throws {
      let model = LimitedTextModel()
      let window = await show(width: 400, height: 300) { LimitedText(model: model) }
      let root = try #require(window.window)
      let label = try #require(widgets(ofType: gtk_label_get_type(), in: root).first)
      #expect(window.texts == ["Two…"])
      #expect(pango_layout_get_line_count(gtk_label_get_layout(label.opaque)) == 1)

      // A text that replaces another one is shortened as well: to at most 2048 bytes (`Text.maxLineByteCount`) and an
      // ellipsis. A last character that does not fit is left out. It has at most 3 bytes.
      for longText in [String(repeating: "word ", count: 300_000), String(repeating: "한", count: 3000)] {
        model.text = longText
        await waitUntil("the long text") { window.texts != ["Two…"] }
        let text = try #require(window.texts.first)
        #expect((2045...2048 + "…".utf8.count).contains(text.utf8.count))
        #expect(text.hasSuffix("…"))
        model.text = "Two\nlines"
        await waitUntil("the two lines") { window.texts == ["Two…"] }
      }
      model.text = "A line"
      await waitUntil("the line") { window.texts == ["A line"] }
      model.text = "Two\nlines"

      // Without the limit, the whole text is back
      model.lineLimit = nil
      await waitUntil("both lines") { window.texts == ["Two\nlines"] }
      model.lineLimit = 1
      await waitUntil("one line") { window.texts == ["Two…"] }
      window.close()
    }
  }
}

@MainActor @Observable
private final class LimitedTextModel {
  var text = "Two\nlines"
  var lineLimit: Int? = 1
}

private struct LimitedText: View {
  let model: LimitedTextModel

  var body: some View { Text(verbatim: model.text).lineLimit(model.lineLimit) }
}
