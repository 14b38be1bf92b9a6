import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The colours, frames and paddings that a real window draws during an animation.
  ///
  /// A `SteppedWindow` has 300 by 300 pixels, and the test advances the time of its animations. `square` is a box of 40
  /// by 40 pixels with a name. `frames.isTicking` is whether an animation or a timer still waits for a frame.
  @MainActor @Suite struct AnimatedValueTests {
    @Observable @MainActor final class Model {
      var isOn = false
    }

    private static let red = Color(red: 1, green: 0, blue: 0)
    private static let green = Color(red: 0, green: 1, blue: 0)

    struct ColouredAreas: View {
      let model: Model

      var body: some View {
        VStack(spacing: 0) {
          square("square").background(model.isOn ? green : red)
          model.isOn ? green : red
        }
      }
    }

    @Test func `an animated background is drawn in the colours between its old and new colour`() async throws {
      // Given a red square, and a red area below it
      let model = Model()
      let fixture = await SteppedWindow { ColouredAreas(model: model) }
      let window = try #require(fixture.window.window?.widget)
      let squareBounds = fixture.bounds("square")
      // A point in the square and a point in the area.
      let points = [(x: Int(squareBounds.x) + 20, y: Int(squareBounds.y) + 20), (x: 150, y: 250)]
      #expect(
        pixels(of: window, at: points) == [Pixel(red: 255, green: 0, blue: 0), Pixel(red: 255, green: 0, blue: 0)])

      // When the square and the area become green in one second, with the curve `easeInOut`
      await fixture.perform { withAnimation(.easeInOut(duration: 1)) { model.isOn = true } }
      #expect(
        pixels(of: window, at: points) == [Pixel(red: 255, green: 0, blue: 0), Pixel(red: 255, green: 0, blue: 0)])

      // Then they are drawn in the colours between, which follow this curve at 1/4, 1/2 and 3/4 of its time
      for greenShare in [0.1292, 0.5, 0.8708] {
        await fixture.advance(by: 0.25)
        let wanted = Pixel(
          red: Int((255 * (1 - greenShare)).rounded()), green: Int((255 * greenShare).rounded()), blue: 0)
        for pixel in pixels(of: window, at: points) { #expect(pixel.isClose(to: wanted), "\(pixel) is not \(wanted)") }
      }
      await fixture.advance(by: 0.25)
      #expect(
        pixels(of: window, at: points) == [Pixel(red: 0, green: 255, blue: 0), Pixel(red: 0, green: 255, blue: 0)])
      #expect(!fixture.frames.isTicking)

      // And without an animation they change at once
      await fixture.perform { model.isOn = false }
      #expect(
        pixels(of: window, at: points) == [Pixel(red: 255, green: 0, blue: 0), Pixel(red: 255, green: 0, blue: 0)])
      fixture.close()
    }

    struct ColouredText: View {
      let model: Model

      var body: some View {
        Text(verbatim: model.isOn ? "on" : "off").foregroundStyle(model.isOn ? green : red)
      }
    }

    /// Returns the foreground colour in a label's Pango attributes, with components up to 65,535, or `nil` if the
    /// colour comes only from the style sheet.
    private func color(of label: UnsafeMutablePointer<GtkWidget>) -> (red: Int, green: Int)? {
      guard let list = gtk_label_get_attributes(label.opaque), let iterator = pango_attr_list_get_iterator(list) else {
        return nil
      }
      defer { pango_attr_iterator_destroy(iterator) }
      guard let attribute = pango_attr_iterator_get(iterator, PANGO_ATTR_FOREGROUND) else { return nil }
      return attribute.withMemoryRebound(to: PangoAttrColor.self, capacity: 1) {
        (Int($0.pointee.color.red), Int($0.pointee.color.green))
      }
    }

    @Test func `the colour of a text is animated, and its words change at once`() async throws {
      let model = Model()
      let fixture = await SteppedWindow { ColouredText(model: model) }
      let window = try #require(fixture.window.window)
      let label = try #require(widgets(ofType: gtk_label_get_type(), in: window).first)
      #expect(color(of: label) == nil)

      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isOn = true } }
      #expect(fixture.window.texts == ["on"])
      await fixture.advance(by: 0.5)
      // Half of 65,535, apart from rounding.
      #expect(color(of: label).map { abs($0.red - 32_768) < 2 && abs($0.green - 32_768) < 2 } == true)

      // At rest the colour comes from the style sheet again
      await fixture.advance(by: 0.5)
      #expect(color(of: label) == nil)
      var rgba = GdkRGBA()
      cgtk_widget_get_color(label, &rgba)
      #expect(rgba.green == 1 && rgba.red == 0)
      fixture.close()
    }

    struct ColouredSymbol: View {
      let model: Model

      var body: some View {
        Image(systemName: model.isOn ? "heart.fill" : "heart").foregroundStyle(model.isOn ? green : red)
      }
    }

    @Test func `the colour of a symbol is animated, and the symbol changes at once`() async throws {
      let model = Model()
      let fixture = await SteppedWindow { ColouredSymbol(model: model) }
      let window = try #require(fixture.window.window)
      let image = try #require(widgets(ofType: gtk_image_get_type(), in: window).first)
      let size = (gtk_widget_get_width(image), gtk_widget_get_height(image))
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isOn = true } }
      await fixture.advance(by: 0.5)

      // Then the image has a paintable with the colour halfway, and keeps its size, and the colour is drawn
      var color = GdkRGBA()
      let paintable =
        gtk_image_get_storage_type(image.opaque) == GTK_IMAGE_PAINTABLE ? gtk_image_get_paintable(image.opaque) : nil
      #expect(cgtk_tinted_icon_get_color(paintable, &color) != 0)
      #expect(isClose(Double(color.red), 0.5) && isClose(Double(color.green), 0.5))
      #expect(gtk_widget_get_width(image) == size.0 && gtk_widget_get_height(image) == size.1)
      let imageBounds = fixture.bounds(of: image)
      let middle = (x: Int(imageBounds.x + imageBounds.width / 2), y: Int(imageBounds.y + imageBounds.height / 2))
      let drawn = pixels(of: window, at: [middle])[0]
      #expect(drawn.isClose(to: Pixel(red: 128, green: 128, blue: 0)), "\(drawn)")

      // And at rest the image has the icon of the new symbol, without a paintable
      await fixture.advance(by: 0.5)
      #expect(gtk_image_get_icon_name(image.opaque).map { String(cString: $0) } == "gtkviews-heart-fill-symbolic")
      fixture.close()
    }

    struct FramedAndPadded: View {
      let model: Model

      var body: some View {
        VStack(spacing: 0) {
          square("framed").frame(width: model.isOn ? 200 : 100, height: model.isOn ? nil : 50)
            .background(Self.marker)
          square("padded").padding(.leading, model.isOn ? 40 : 20).padding(.trailing, 0)
        }
      }

      /// A box that fills the frame, to measure the frame.
      private static var marker: GtkView {
        GtkView {
          let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
          gtk_widget_set_name(box, "marker")
          gtk_widget_set_hexpand(box, 1)
          gtk_widget_set_vexpand(box, 1)
          return box
        }
      }
    }

    @Test func `frame and padding lengths are animated, and the removal of a length is not`() async {
      let model = Model()
      let fixture = await SteppedWindow { FramedAndPadded(model: model) }
      #expect(fixture.bounds("marker").width == 100)
      #expect(fixture.bounds("marker").height == 50)
      let startX = fixture.bounds("padded").x

      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isOn = true } }
      await fixture.advance(by: 0.5)
      await waitUntil("the frame is laid out") { fixture.bounds("marker").width == 150 }
      // Without a length, the height of the frame is at once that of the square.
      #expect(fixture.bounds("marker").height == 40)
      // The padding has grown by 10. The square is centred together with its padding, so it moves by half of that.
      #expect(isClose(fixture.bounds("padded").x, startX + 5, by: 1))
      await fixture.advance(by: 0.5)
      await waitUntil("the frame is laid out") { fixture.bounds("marker").width == 200 }
      #expect(isClose(fixture.bounds("padded").x, startX + 10, by: 1))
      #expect(!fixture.frames.isTicking)
      fixture.close()
    }
  }
}
