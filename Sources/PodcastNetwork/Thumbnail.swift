import CGdkPixbuf
import CSoup
import Foundation

/// Scales pictures down, with gdk-pixbuf.
enum Thumbnail {
  /// The largest width and height of a thumbnail, in pixels. The window shows pictures with sides of at most 256
  /// logical pixels, which are 512 pixels at a scale factor of 2.
  static let maxSide = 512
  /// The largest number of pixels of a picture that is decoded.
  static let pixelLimit = 100_000_000

  /// Scales an encoded picture down to at most ``maxSide`` by ``maxSide`` pixels. The result is PNG if the picture has
  /// an alpha channel, and JPEG otherwise. A picture that needs no scaling and has at most 100 000 bytes is returned
  /// unchanged. Returns `nil` if the picture cannot be decoded or has too many pixels.
  @concurrent
  static func make(of bytes: [UInt8]) async -> [UInt8]? {
    let loader = gdk_pixbuf_loader_new()!
    defer { g_object_unref(loader) }
    let size = DecodingSize()
    connect(size, to: loader)
    let isAccepted = write(bytes, to: loader, while: { !size.isTooLarge })
    // A loader must be closed, also after an error.
    let isClosed = gdk_pixbuf_loader_close(loader, nil) != 0
    guard isAccepted, isClosed, let picture = gdk_pixbuf_loader_get_pixbuf(loader) else { return nil }
    if !size.isScaled, bytes.count <= 100_000 { return bytes }
    return encoded(picture)
  }

  /// Passes the bytes to the loader in pieces, until the loader fails or `shouldContinue` returns `false`. Returns
  /// whether neither has happened.
  private static func write(
    _ bytes: [UInt8], to loader: UnsafeMutablePointer<GdkPixbufLoader>, while shouldContinue: () -> Bool
  ) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      stride(from: 0, to: bytes.count, by: 65_536).allSatisfy { start in
        let piece = bytes[start..<min(start + 65_536, bytes.count)]
        let isWritten =
          gdk_pixbuf_loader_write(loader, UnsafeBufferPointer(rebasing: piece).baseAddress, gsize(piece.count), nil)
          != 0
        return isWritten && shouldContinue()
      }
    }
  }

  /// Encodes a picture, which is borrowed.
  private static func encoded(_ picture: OpaquePointer) -> [UInt8]? {
    var start: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    defer { g_free(start) }
    let isTransparent = gdk_pixbuf_get_has_alpha(picture) != 0
    guard gdk_pixbuf_save_to_bufferv(picture, &start, &count, isTransparent ? "png" : "jpeg", nil, nil, nil) != 0,
      let start
    else { return nil }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
  }

  /// Computes the size at which a picture is decoded, when the loader has read the picture's own size.
  private final class DecodingSize {
    /// Whether the picture has too many pixels, or no valid size.
    private(set) var isTooLarge = false
    /// Whether the picture is decoded at a smaller size than its own.
    private(set) var isScaled = false

    /// Returns the size to decode to, or `nil` for the picture's own size.
    func prepare(width: Int, height: Int) -> (width: Int, height: Int)? {
      let (pixels, isOverflow) = width.multipliedReportingOverflow(by: height)
      isTooLarge = isOverflow || pixels > Thumbnail.pixelLimit || width <= 0 || height <= 0
      let longerSide = max(width, height)
      // gdk-pixbuf does not decode a picture if the requested size is 0.
      if isTooLarge { return (0, 0) }
      guard longerSide > Thumbnail.maxSide else { return nil }
      isScaled = true
      return (max(1, width * Thumbnail.maxSide / longerSide), max(1, height * Thumbnail.maxSide / longerSide))
    }
  }

  private static let sizePrepared:
    @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>, gint, gint, UnsafeMutableRawPointer) -> Void = {
      loader, width, height, pointer in
      // Safe because GLib keeps the `DecodingSize` until the signal's destroy notify.
      let decodingSize = Unmanaged<DecodingSize>.fromOpaque(pointer).takeUnretainedValue()
      if let size = decodingSize.prepare(width: Int(width), height: Int(height)) {
        gdk_pixbuf_loader_set_size(loader, gint(size.width), gint(size.height))
      }
    }

  private static func connect(_ size: DecodingSize, to loader: UnsafeMutablePointer<GdkPixbufLoader>) {
    g_signal_connect_data(
      loader, "size-prepared",
      // Safe because the function has the type that the signal's documentation names.
      unsafeBitCast(sizePrepared, to: GCallback.self),
      // Safe because GLib calls the destroy notify once, when the loader is freed.
      Unmanaged.passRetained(size).toOpaque(), { size, _ in Unmanaged<DecodingSize>.fromOpaque(size!).release() },
      GConnectFlags(0))
  }
}
