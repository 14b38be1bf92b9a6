import CGtk
import GtkBridge
import GtkTestSupport
import Testing

@testable import GtkViews

/// A new folder in which one test writes picture files.
@MainActor
struct SamplePictures {
  private let folder: String

  init() throws {
    let path = try #require(g_dir_make_tmp("gtkviews-pictures-XXXXXX", nil))
    defer { g_free(path) }
    folder = String(cString: path)
  }

  /// Returns the address of a file in the folder. The file need not exist.
  func address(_ name: String) -> String { Files.address(ofPath: "\(folder)/\(name)") }

  /// Writes a PNG file of one colour.
  ///
  /// - Parameters:
  ///   - color: Red, green, blue and opacity, eight bits each.
  ///   - writtenShare: The part of the file that is written, from 0 to 1. A smaller share than 1 truncates the file.
  /// - Returns: The address of the file.
  func writePNG(
    _ name: String, width: Int32 = 40, height: Int32 = 20, color: UInt32 = 0xff00_00ff, writtenShare: Double = 1
  ) throws -> String {
    let picture = try #require(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height))
    defer { g_object_unref(picture.rawPointer) }
    gdk_pixbuf_fill(picture, color)
    try #require(gdk_pixbuf_savev(picture, "\(folder)/\(name)", "png", nil, nil, nil) != 0)
    if writtenShare < 1 {
      let whole = try bytes(name)
      try write(Array(whole.prefix(Int(Double(whole.count) * writtenShare))), name)
    }
    return address(name)
  }

  /// Writes a file with the given bytes, which need not be a picture.
  ///
  /// - Returns: The address of the file.
  @discardableResult func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      try #require(g_file_set_contents("\(folder)/\(name)", start, bytes.count, nil) != 0)
    }
    return address(name)
  }

  /// Returns the contents of a file.
  func bytes(_ name: String) throws -> [UInt8] {
    var contents: UnsafeMutablePointer<CChar>?
    var length: gsize = 0
    try #require(g_file_get_contents("\(folder)/\(name)", &contents, &length, nil) != 0)
    defer { g_free(contents) }
    return Array(UnsafeRawBufferPointer(start: contents, count: Int(length)))
  }

  /// Returns a PNG file with the same pixels, but with `side` as the width and the height in its header.
  ///
  /// The file begins with a signature of 8 bytes. The header follows: a length (bytes 8 to 11), `IHDR` (12 to 15), the
  /// width (16 to 19), the height (20 to 23), 5 other bytes (24 to 28) and the CRC of `IHDR` and its fields (29 to 32).
  func replacingSize(of png: [UInt8], withSide side: UInt32) -> [UInt8] {
    let size = [UInt8(side >> 24), UInt8(side >> 16 & 255), UInt8(side >> 8 & 255), UInt8(side & 255)]
    var bytes = png
    bytes.replaceSubrange(16..<24, with: size + size)
    // CRC-32, with the polynomial in reversed bit order.
    var crc: UInt32 = ~0
    for byte in bytes[12..<29] {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
    }
    crc = ~crc
    bytes.replaceSubrange(
      29..<33, with: [UInt8(crc >> 24), UInt8(crc >> 16 & 255), UInt8(crc >> 8 & 255), UInt8(crc & 255)])
    return bytes
  }

  /// Removes the folder and all files in it.
  func remove() {
    guard let listing = g_dir_open(folder, 0, nil) else { return }
    while let name = g_dir_read_name(listing) { delete("\(folder)/\(String(cString: name))") }
    g_dir_close(listing)
    delete(folder)
  }

  private func delete(_ path: String) {
    guard let file = g_file_new_for_path(path) else { return }
    g_file_delete(file, nil, nil)
    g_object_unref(file.rawPointer)
  }
}

/// The requests of an ``ImageLoader``. Each request waits until the test completes the request, or until its task is
/// cancelled.
@MainActor
final class PictureRequests {
  /// The requested addresses, in order.
  private(set) var addresses: [String] = []
  /// The addresses of the cancelled requests, in order.
  private(set) var cancelledAddresses: [String] = []
  /// The waiting requests, by address. Only one request of an address can wait at a time.
  private var continuations: [String: CheckedContinuation<[UInt8], any Error>] = [:]

  /// The error of ``fail(_:)``.
  struct LoadFailure: Error {}

  /// The loader that makes the requests.
  var loader: ImageLoader {
    ImageLoader { address in
      self.addresses.append(address)
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { self.continuations[address] = $0 }
      } onCancel: {
        Task { @MainActor in self.cancel(address) }
      }
    }
  }

  /// Completes the request for an address with the bytes of a picture.
  func answer(_ address: String, _ bytes: [UInt8]) {
    continuations.removeValue(forKey: address)?.resume(returning: bytes)
  }

  /// Completes the request for an address with an error.
  func fail(_ address: String) { continuations.removeValue(forKey: address)?.resume(throwing: LoadFailure()) }

  private func cancel(_ address: String) {
    cancelledAddresses.append(address)
    continuations.removeValue(forKey: address)?.resume(throwing: CancellationError())
  }
}
