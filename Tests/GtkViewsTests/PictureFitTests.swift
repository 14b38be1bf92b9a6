import CGtk
import Glibc
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Pictures, symbols and other views that fit into their frame or cover it. Most tests read drawn pixels.
  @MainActor @Suite struct PictureFitTests {
    private static let red = Pixel(red: 255, green: 0, blue: 0)
    private static let green = Pixel(red: 0, green: 255, blue: 0)
    private static let blue = Pixel(red: 0, green: 0, blue: 255)
    private static let gray = Pixel(red: 128, green: 128, blue: 128)

    /// Returns the path of a new picture of 240 by 80 pixels. The left third is red, the middle third is green, and the
    /// right third is blue.
    private func makePictureFile() -> String {
      let (width, height) = (240, 80)
      // Each pixel has the channels red, green and blue. In each third of the picture, one channel is set.
      let row = (0..<width).flatMap { x in (0..<3).map { channel in UInt8(x / (width / 3) == channel ? 255 : 0) } }
      let bytes = (0..<height).flatMap { _ in row }
      let data = g_bytes_new(bytes, gsize(bytes.count))
      defer { g_bytes_unref(data) }
      let texture = gdk_memory_texture_new(Int32(width), Int32(height), GDK_MEMORY_R8G8B8, data, gsize(width * 3))!
      defer { g_object_unref(texture.rawPointer) }
      let path = String(cString: g_get_tmp_dir()) + "/gtkviews-thirds-\(g_get_monotonic_time()).png"
      _ = gdk_texture_save_to_png(texture, path)
      return path
    }

    /// Shows the content in the centre of a grey window of 300 by 300 pixels, and returns the colours of four points:
    /// the centre, the point 25 pixels above the centre, and the points 45 pixels to the left and to the right of the
    /// centre.
    ///
    /// In a frame of 60 by 60 in the centre, the first two points are in the frame, and the others are outside.
    private func colors<Content: View>(@ViewBuilder of content: () -> Content) async throws -> [Pixel] {
      let fixture = await SteppedWindow {
        content()
          .frame(maxWidth: .infinity, maxHeight: .infinity)
          .background(Color(red: 128 / 255, green: 128 / 255, blue: 128 / 255))
      }
      defer { fixture.close() }
      let window = try #require(fixture.window.window?.widget)
      return pixels(of: window, at: [(150, 150), (150, 125), (105, 150), (195, 150)])
    }

    @Test func `a fitting image leaves space in its frame, and a filling image overflows its frame`() async throws {
      // Given a picture three times as wide as high
      let path = makePictureFile()
      defer { remove(path) }

      // Then a picture that fits into a frame of 60 by 60 is 20 high
      #expect(
        try await colors { Image(path: path).resizable().scaledToFit().frame(width: 60, height: 60) } == [
          Self.green, Self.gray, Self.gray, Self.gray,
        ])
      // And a picture that fills the frame is 180 wide, with each of these modifiers. Its green third is in the frame,
      // and the other two thirds are outside.
      let filledColors = [Self.green, Self.green, Self.red, Self.blue]
      #expect(
        try await colors { Image(path: path).resizable().scaledToFill().frame(width: 60, height: 60) } == filledColors)
      #expect(try await colors { Image(path: path).scaledToFill().frame(width: 60, height: 60) } == filledColors)
      #expect(
        try await colors { Image(path: path).resizable().aspectRatio(contentMode: .fill).frame(width: 60, height: 60) }
          == filledColors)
      #expect(
        try await colors {
          Image(path: path).resizable().aspectRatio(nil, contentMode: .fill).frame(width: 60, height: 60)
        } == filledColors)
      #expect(
        try await colors {
          Image(path: path).resizable().aspectRatio(3, contentMode: .fill).frame(width: 60, height: 60)
        } == filledColors)
      #expect(
        try await colors { Group { Image(path: path).resizable().scaledToFill() }.frame(width: 60, height: 60) }
          == filledColors)
      #expect(
        try await colors {
          Image(path: path).resizable().scaledToFill().frame(minWidth: 60, maxWidth: 60, minHeight: 60, maxHeight: 60)
        } == filledColors)
    }

    @Test func `clipped cuts a filling view off at its frame`() async throws {
      let path = makePictureFile()
      defer { remove(path) }
      let clippedColors = [Self.green, Self.green, Self.gray, Self.gray]
      #expect(
        try await colors { Image(path: path).resizable().scaledToFill().frame(width: 60, height: 60).clipped() }
          == clippedColors)
      #expect(
        try await colors {
          Image(path: path).resizable().aspectRatio(3, contentMode: .fill).frame(width: 60, height: 60).clipped()
        } == clippedColors)
      // A colour with this aspect ratio behaves like the picture: `clipped` cuts it off at its frame, and without
      // `clipped`, it overflows its frame.
      let greenView = Color(red: 0, green: 1, blue: 0)
      #expect(
        try await colors { greenView.aspectRatio(3, contentMode: .fill).frame(width: 60, height: 60).clipped() }
          == clippedColors)
      #expect(
        try await colors { greenView.aspectRatio(3, contentMode: .fill).frame(width: 60, height: 60) } == [
          Self.green, Self.green, Self.green, Self.green,
        ])
    }

    @Test func `a fitting symbol is as large as its frame's shorter side, and a filling symbol as the longer side`()
      async throws
    {
      for (isFilling, symbolSize) in [(false, 24), (true, 48)] {
        let fixture = await SteppedWindow {
          VStack {
            Image(systemName: "heart").resizable().aspectRatio(contentMode: isFilling ? .fill : .fit)
              .frame(width: 48, height: 24)
              .cssClass("symbol-frame")
          }
        }
        let window = try #require(fixture.window.window)
        let symbol = try #require(widgets(ofType: gtk_image_get_type(), in: window).first)
        let frame = try #require(widgets(in: window.widget).first { gtk_widget_has_css_class($0, "symbol-frame") != 0 })
        let (symbolBounds, frameBounds) = (fixture.bounds(of: symbol), fixture.bounds(of: frame))
        // Then the symbol is a square in the middle of the frame, and the frame keeps its size
        #expect(gtk_image_get_pixel_size(symbol.opaque) == Int32(symbolSize))
        #expect([frameBounds.width, frameBounds.height] == [48, 24])
        #expect(isClose(symbolBounds.x + symbolBounds.width / 2, frameBounds.x + frameBounds.width / 2, by: 1))
        #expect(isClose(symbolBounds.y + symbolBounds.height / 2, frameBounds.y + frameBounds.height / 2, by: 1))
        fixture.close()
      }
    }
  }
}
