import CGtk
import Glibc
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

@testable import GtkViews

/// Sizes of pictures and symbols.
extension GtkViewsTests.LayoutTests {
  @Test func `a large picture is limited to its frame`() async throws {
    let window = await showLaidOut {
      HStack(spacing: 0) {
        // This picture has 1400 by 1400 pixels and the name “large”.
        Self.picture().frame(width: 120, height: 100)
        Spacer()
      }
    }
    let picture = try #require(widget(named: "large", in: window))
    let frame = try #require(gtk_widget_get_parent(picture))
    #expect(gtk_widget_get_width(frame) == 120)
    // The picture, which is 1400 pixels high, must not make the frame higher than the window, which is 400 pixels high.
    #expect(gtk_widget_get_height(frame) <= 400)
    #expect(gtk_widget_get_width(picture) <= 120)
    #expect(gtk_widget_get_height(picture) <= 100)
    window.close()
  }

  @Test func `a resizable symbol fits its frame`() async throws {
    let window = await showLaidOut { Image(systemName: "heart").resizable().frame(width: 48, height: 64) }
    let image = try #require(window.window.flatMap { widgets(ofType: gtk_image_get_type(), in: $0).first })
    // A symbol is square, so it has the smaller length of the frame.
    #expect(gtk_image_get_pixel_size(image.opaque) == 48)
    window.close()
  }

  /// Writes a black picture to a file, and returns its path.
  private func writePicture(width: Int32, height: Int32) -> String {
    // Each pixel has three bytes: red, green and blue.
    let byteCount = Int(width * height) * 3
    let bytes = g_bytes_new_take(g_malloc0(gsize(byteCount)), gsize(byteCount))
    defer { g_bytes_unref(bytes) }
    let texture = gdk_memory_texture_new(width, height, GDK_MEMORY_R8G8B8, bytes, gsize(width) * 3)!
    defer { g_object_unref(texture.rawPointer) }
    let path = String(cString: g_get_tmp_dir()) + "/gtkviews-picture-\(g_get_monotonic_time()).png"
    _ = gdk_texture_save_to_png(texture, path)
    return path
  }

  /// A picture in a row, next to a text that takes the remaining width.
  struct Artwork: View {
    let path: String
    /// Whether the frame and the corner radius are modifiers of a group around the image. Otherwise the frame is a
    /// modifier of the image itself.
    let isGrouped: Bool

    var body: some View {
      HStack(alignment: .top, spacing: 12) {
        if isGrouped {
          Group { Image(path: path).resizable() }.frame(width: 72, height: 72).cornerRadius(9)
        } else {
          Image(path: path).resizable().frame(width: 72, height: 72)
        }
        VStack(alignment: .leading) {
          Text("A show")
          Text(verbatim: String(repeating: "what it is about ", count: 20))
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      }
    }
  }

  @Test(arguments: [(1400, 1400), (1400, 700), (700, 1400), (30, 30)], [false, true])
  func `a resizable image has exactly its frame's size`(pictureSize: (Int, Int), isGrouped: Bool) async throws {
    let (pictureWidth, pictureHeight) = pictureSize
    let path = writePicture(width: Int32(pictureWidth), height: Int32(pictureHeight))
    defer { remove(path) }
    let window = await showLaidOut { Artwork(path: path, isGrouped: isGrouped) }
    let picture = try #require(window.window.flatMap { widgets(ofType: gtk_picture_get_type(), in: $0).first })
    let frame = try #require(gtk_widget_get_parent(picture))
    let frameBounds = bounds(frame, in: window)
    #expect(frameBounds.width == 72 && frameBounds.height == 72, "the frame is \(frameBounds)")
    // The widget of the picture fills the frame. GTK draws the picture inside this widget with its own proportions.
    #expect(gtk_widget_get_width(picture) == 72)
    #expect(gtk_widget_get_height(picture) == 72)
    window.close()
  }
}
