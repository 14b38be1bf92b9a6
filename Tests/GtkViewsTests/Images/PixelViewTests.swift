import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import PixelViews
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Views of pixels that the program computes.
  @MainActor @Suite struct PixelViewTests {
    @Observable @MainActor final class Model {
      var pixels: PixelBuffer?
    }

    struct PixelArea: View {
      let model: Model
      var body: some View {
        PixelView(model.pixels).frame(minWidth: 40, maxWidth: .infinity, minHeight: 40, maxHeight: .infinity)
      }
    }

    /// Returns a buffer with two rows of two pixels, all in one colour. A pixel has four bytes: blue, green, red and
    /// opacity. After its two pixels, each row has four unused bytes.
    private func plainBuffer(blue: UInt8, green: UInt8, red: UInt8) -> PixelBuffer? {
      let row = [blue, green, red, 255, blue, green, red, 255, 1, 2, 3, 4]
      return (row + row).withUnsafeBytes { PixelBuffer(width: 2, height: 2, bytesPerRow: 12, bgra: $0) }
    }

    @Test func `a pixel view fills its space with its current pixels`() async throws {
      // Given a window with a pixel view in it
      let model = Model()
      let window = await show(width: 200, height: 200) { PixelArea(model: model) }
      let root = try #require(window.window)
      let picture = try #require(widgets(ofType: gtk_picture_get_type(), in: root).first)
      func centerPixel() -> Pixel {
        let center = (x: Int(gtk_widget_get_width(picture)) / 2, y: Int(gtk_widget_get_height(picture)) / 2)
        return GtkTestSupport.pixels(of: picture, at: [center])[0]
      }

      // When the model has red pixels, then the view has their colour and fills the window
      model.pixels = plainBuffer(blue: 10, green: 20, red: 200)
      await mainLoopSettles()
      await drawFrame(of: root)
      // The window has 200 by 200 pixels, including its title bar. The view has a minimum size of only 40 by 40.
      #expect(gtk_widget_get_width(picture) >= 150 && gtk_widget_get_height(picture) >= 100)
      #expect(centerPixel().isClose(to: Pixel(red: 200, green: 20, blue: 10)))

      // And with blue pixels, the view has the new colour
      model.pixels = plainBuffer(blue: 200, green: 20, red: 10)
      await mainLoopSettles()
      await drawFrame(of: root)
      #expect(centerPixel().isClose(to: Pixel(red: 10, green: 20, blue: 200)))

      // And without pixels, the view is empty
      model.pixels = nil
      await mainLoopSettles()
      #expect(gtk_picture_get_paintable(picture.opaque) == nil)
      window.close()
    }

    @Test func `a pixel buffer is nil if its size is impossible or does not fit the bytes`() {
      let bytes = [UInt8](repeating: 0, count: 24)
      func buffer(width: Int, height: Int, bytesPerRow: Int) -> PixelBuffer? {
        bytes.withUnsafeBytes { PixelBuffer(width: width, height: height, bytesPerRow: bytesPerRow, bgra: $0) }
      }
      #expect(buffer(width: 2, height: 2, bytesPerRow: 12) != nil)
      // Empty sizes, three rows of 12 bytes in 24 bytes, four pixels of 4 bytes in a row of 12 bytes, negative sizes,
      // and sizes that overflow
      for (width, height, bytesPerRow) in [
        (0, 2, 12), (2, 0, 12), (2, 3, 12), (4, 2, 12), (-1, 2, 12), (2, -2, 12), (2, 2, Int.max), (Int.max, 2, 12),
      ] {
        #expect(buffer(width: width, height: height, bytesPerRow: bytesPerRow) == nil)
      }
    }
  }
}
