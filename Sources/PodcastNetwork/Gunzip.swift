import CSoup
import Foundation
import Podcasts

/// Decompresses gzip data that arrives in pieces. The data consists of one or several members, which are compressed
/// separately.
final class Gunzip {
  /// Why decompression failed.
  enum Failure: Error {
    /// The data is not gzip, or is damaged.
    case damaged(reason: String)
    /// The closure that receives the decompressed bytes threw this error.
    case refused(FeedError)
  }

  /// GIO's decompressor. Owned.
  private let decompressor: OpaquePointer
  /// The compressed bytes that the decompressor has not consumed yet.
  private var rest = Data()
  /// Whether a member has ended, and no further member has begun.
  private(set) var isAtEnd = false

  /// Creates a decompressor. Returns `nil` if `data`, the first piece, does not begin with the signature of gzip. The
  /// piece is not decompressed yet.
  init?(ifCompressed data: Data) {
    guard data.starts(with: [0x1f, 0x8b]) else { return nil }
    decompressor = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(decompressor)) }

  /// Decompresses the next piece, and passes the decompressed bytes to `take`, at most 65,536 in each call.
  func decompress(_ data: Data, into take: (Data) throws(FeedError) -> Void) throws(Failure) {
    rest += data
    while beginMemberIfNeeded(), !rest.isEmpty {
      let (output, used) = try decompressSome()
      rest = rest.dropFirst(used)
      do throws(FeedError) {
        if !output.isEmpty { try take(output) }
      } catch {
        throw .refused(error)
      }
      if output.isEmpty, used == 0 { return }
    }
  }

  /// Begins the next member if one has ended, and discards bytes that do not begin a member. Returns whether
  /// decompression can continue.
  private func beginMemberIfNeeded() -> Bool {
    guard isAtEnd else { return true }
    // The second byte of the signature may arrive with the next piece.
    if rest.count == 1, rest.first == 0x1f { return false }
    guard rest.starts(with: [0x1f, 0x8b]) else {
      rest = Data()
      return false
    }
    g_converter_reset(decompressor)
    isAtEnd = false
    return true
  }

  /// Returns at most 65,536 decompressed bytes, and the number of compressed bytes that were consumed. Returns no bytes
  /// and 0 if more compressed bytes are needed.
  private func decompressSome() throws(Failure) -> (output: Data, used: Int) {
    var output = Data(count: 65_536)
    var used: gsize = 0
    var written: gsize = 0
    var error: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&error) }
    let result = rest.withUnsafeBytes { input in
      output.withUnsafeMutableBytes { buffer in
        g_converter_convert(
          decompressor, input.baseAddress, gsize(input.count), buffer.baseAddress, gsize(buffer.count),
          GConverterFlags(0), &used, &written, &error)
      }
    }
    if result == G_CONVERTER_ERROR {
      // The missing bytes arrive with the next piece.
      if let error, error.pointee.domain == g_io_error_quark(), error.pointee.code == G_IO_ERROR_PARTIAL_INPUT.rawValue
      {
        return (Data(), 0)
      }
      throw .damaged(reason: error.map { String(cString: $0.pointee.message) } ?? "")
    }
    isAtEnd = result == G_CONVERTER_FINISHED
    return (output.prefix(Int(written)), Int(used))
  }
}
