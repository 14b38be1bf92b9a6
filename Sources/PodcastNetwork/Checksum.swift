import CSoup
import Foundation

/// Computes the hash of bytes that are added in pieces, with GLib's `GChecksum`.
final class Checksum {
  /// The `GChecksum`, which `deinit` frees.
  private let pointer: OpaquePointer

  /// The hash algorithms that this module uses.
  enum Kind: Sendable {
    case sha1
    case sha256
  }

  init(_ kind: Kind) { pointer = g_checksum_new(kind == .sha1 ? G_CHECKSUM_SHA1 : G_CHECKSUM_SHA256) }

  deinit { g_checksum_free(pointer) }

  /// Adds bytes. No bytes may be added after ``hexadecimalHash`` was read.
  func update(_ data: Data) {
    data.withUnsafeBytes { g_checksum_update(pointer, $0.bindMemory(to: UInt8.self).baseAddress, gssize($0.count)) }
  }

  /// The hash, in lower-case hexadecimal digits.
  var hexadecimalHash: String { String(cString: g_checksum_get_string(pointer)) }

  /// Returns the hash of a text's UTF-8 bytes, in lower-case hexadecimal digits.
  static func hexadecimalHash(of text: String, _ kind: Kind) -> String {
    let checksum = Checksum(kind)
    checksum.update(Data(text.utf8))
    return checksum.hexadecimalHash
  }
}
