import Foundation

/// The largest lengths of single values in the library, in bytes of UTF-8. The schema enforces these lengths. A longer
/// text is shortened before it is stored. A longer address is not stored.
enum Cap {
  static let title = 4096
  static let address = 8192
  /// For short values, such as a language or a MIME type.
  static let word = 128
  static let notes = 1_048_576

  /// Returns the beginning of a text, in at most `limit` bytes. The last character is complete. NUL characters are
  /// removed, because SQLite's text functions stop at a NUL.
  static func text(_ text: String, _ limit: Int) -> String {
    if text.utf8.contains(0) { return self.text(text.replacing("\u{0}", with: ""), limit) }
    guard text.utf8.count > limit else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end > text.startIndex, String.Index(end, within: text) == nil { end = text.utf8.index(before: end) }
    return String(text[..<end])
  }

  /// Returns an episode's identifier, in at most ``address`` bytes. The end of a longer identifier is replaced with a
  /// hash of the complete identifier, so that long identifiers with the same beginning stay different.
  static func guid(_ guid: String) -> String {
    guard guid.utf8.count > address else { return guid }
    // The hash and its separator have at most 17 bytes: "#" and 16 hexadecimal digits.
    return text(guid, address - 17) + "#" + String(StableHash(guid).rawValue, radix: 16)
  }

  /// Returns an address, or `nil` if the address is `nil` or too long. A long address is not shortened, because a part
  /// of an address is useless.
  static func link(_ address: String?) -> String? {
    address.flatMap { $0.utf8.count > Self.address ? nil : $0 }
  }

  /// Returns the text of an address, or `nil` if the address is `nil` or too long.
  static func link(_ url: URL?) -> String? { link(url?.absoluteString) }
}

/// A hash that is the same in each run of the program: 64-bit FNV-1a.
struct StableHash {
  private(set) var rawValue: UInt64 = 0xcbf2_9ce4_8422_2325

  init() {}

  init(_ text: String) { combine(text) }

  /// Adds a text, and a separator that does not occur in UTF-8.
  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(0xFF)
  }

  private mutating func combine(_ byte: UInt8) {
    rawValue = (rawValue ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
