internal import CGtk
package import GtkViews

/// The pixels of a picture that the program has computed or decoded.
package struct PixelBuffer: Equatable, @unchecked Sendable {
  // `@unchecked Sendable` is safe, because the bytes never change, and GLib counts references atomically.
  private final class Bytes {
    /// The `GBytes` with a copy of the pixels. Owned.
    let pointer: OpaquePointer

    init(copying bytes: UnsafeRawBufferPointer) { pointer = g_bytes_new(bytes.baseAddress, gsize(bytes.count)) }

    deinit { g_bytes_unref(pointer) }
  }

  private let bytes: Bytes
  /// The number of pixels in a row.
  package let width: Int
  /// The number of rows.
  package let height: Int
  /// The number of bytes from one row to the next.
  private let bytesPerRow: Int

  /// Copies the pixels of a picture. Returns `nil` in each of these cases: There are too few bytes. There are no
  /// pixels. A row or a column has more than 32,768 pixels. `bytesPerRow` is more than 1 MiB, or too small for the
  /// pixels of a row.
  ///
  /// - Parameters:
  ///   - width: The number of pixels in a row.
  ///   - height: The number of rows.
  ///   - bytesPerRow: The number of bytes from one row to the next.
  ///   - bgra: The pixels from the top left, with four bytes each: blue, green, red and alpha. The colours are
  ///     premultiplied with alpha.
  package init?(width: Int, height: Int, bytesPerRow: Int, bgra: UnsafeRawBufferPointer) {
    // Within these limits, sizes fit into GDK's types, and their products do not overflow.
    let pixelLimit = 1 << 15
    let bytesPerRowLimit = 1 << 20
    guard (1...pixelLimit).contains(width), (1...pixelLimit).contains(height),
      (4 * width...bytesPerRowLimit).contains(bytesPerRow)
    else { return nil }
    // GTK requires `bytesPerRow` bytes for the last row too.
    guard bgra.count >= bytesPerRow * height else { return nil }
    self.bytes = Bytes(copying: UnsafeRawBufferPointer(rebasing: bgra.prefix(bytesPerRow * height)))
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
  }

  /// Whether both values refer to the same copy of the pixels. The pixels themselves are not compared.
  package static func == (one: PixelBuffer, other: PixelBuffer) -> Bool { one.bytes === other.bytes }

  /// Creates a texture of the pixels. Owned by the caller.
  @MainActor fileprivate func makeTexture() -> OpaquePointer? {
    gdk_memory_texture_new(
      Int32(width), Int32(height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes.pointer, gsize(bytesPerRow))
  }
}

/// A view of pixels that change often, such as the pictures of a video.
///
/// The picture is scaled to the available space, and keeps its proportions.
///
/// ```swift
/// PixelView(picture).task {
///   for await next in camera.pictures { picture = next }
/// }
/// ```
package nonisolated struct PixelView: View {
  private let pixels: PixelBuffer?

  /// Creates a view of pixels. The view of `nil` is empty.
  package init(_ pixels: PixelBuffer?) { self.pixels = pixels }

  /// A widget that shows the pixels.
  @MainActor package var body: some View {
    GtkView {
      let widget = gtk_picture_new()!
      gtk_widget_set_hexpand(widget, 1)
      gtk_widget_set_vexpand(widget, 1)
      return widget
    } update: { widget in
      let texture = pixels?.makeTexture()
      defer { if let texture { g_object_unref(UnsafeMutableRawPointer(texture)) } }
      gtk_picture_set_paintable(OpaquePointer(widget), texture)
    }
  }
}
