import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import PixelViews
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Pixels that a program has made.
  @MainActor @Suite struct PixelViewTests {
    @Observable @MainActor final class Model {
      var pixels: PixelBuffer?
    }

    struct Content: View {
      let model: Model
      var body: some View {
        PixelView(model.pixels).frame(minWidth: 40, maxWidth: .infinity, minHeight: 40, maxHeight: .infinity)
      }
    }

    /// Two rows of two pixels in one color, with four unused bytes at the end of each row.
    private func pixels(blue: UInt8, green: UInt8, red: UInt8) -> PixelBuffer? {
      let row = [blue, green, red, 255, blue, green, red, 255, 1, 2, 3, 4]
      return (row + row).withUnsafeBytes { PixelBuffer(width: 2, height: 2, bytesPerRow: 12, bgra: $0) }
    }

    @Test func `a pixel view fills its space with its current pixels`() async throws {
      let model = Model()
      let shown = await show(width: 200, height: 200) { Content(model: model) }
      let picture = try #require(shown.window.flatMap { widgets(ofType: gtk_picture_get_type(), in: $0).first })
      let root = try #require(shown.window)
      model.pixels = pixels(blue: 10, green: 20, red: 200)
      await mainLoopSettles()
      await drawFrame(of: root)
      let (width, height) = (Int(gtk_widget_get_width(picture)), Int(gtk_widget_get_height(picture)))
      #expect(width >= 150 && height >= 100)
      #expect(
        GtkTestSupport.pixels(of: picture, at: [(width / 2, height / 2)])[0].isClose(
          to: Pixel(red: 200, green: 20, blue: 10)))

      model.pixels = pixels(blue: 200, green: 20, red: 10)
      await mainLoopSettles()
      await drawFrame(of: root)
      #expect(
        GtkTestSupport.pixels(of: picture, at: [(width / 2, height / 2)])[0].isClose(
          to: Pixel(red: 10, green: 20, blue: 200)))
      model.pixels = nil
      await mainLoopSettles()
      #expect(gtk_picture_get_paintable(picture.opaque) == nil)
      shown.close()
    }

    @Test func `a pixel buffer of an impossible size is nil`() {
      let bytes = [UInt8](repeating: 0, count: 24)
      func make(_ width: Int, _ height: Int, _ row: Int) -> PixelBuffer? {
        bytes.withUnsafeBytes { PixelBuffer(width: width, height: height, bytesPerRow: row, bgra: $0) }
      }
      #expect(make(2, 2, 12) != nil)
      for (width, height, row) in [
        (0, 2, 12), (2, 0, 12), (2, 3, 12), (4, 2, 12), (-1, 2, 12), (2, -2, 12), (2, 2, Int.max), (Int.max, 2, 12),
      ] {
        #expect(make(width, height, row) == nil)
      }
    }
  }
}
