import Foundation

/// Limits on single values, in bytes of UTF-8. The schema enforces them. A longer value is shortened before it is
/// stored.
enum Cap {
  static let title = 4096
  static let address = 8192
  static let word = 128
  static let notes = 1_048_576

  /// Returns a text of at most `limit` bytes, without a part of a character and without NUL, at which SQLite's text
  /// functions end.
  static func text(_ text: String, _ limit: Int) -> String {
    if text.utf8.contains(0) { return self.text(text.replacing("\u{0}", with: ""), limit) }
    guard text.utf8.count > limit else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end > text.startIndex, String.Index(end, within: text) == nil { end = text.utf8.index(before: end) }
    return String(text[..<end])
  }

  /// Returns an identifier within the limit. A longer one ends in a hash of the complete identifier, so that two long
  /// ones stay different.
  static func guid(_ guid: String) -> String {
    guard guid.utf8.count > address else { return guid }
    return text(guid, address - 17) + "#" + String(StableHash(guid).rawValue, radix: 16)
  }

  /// Returns an address, or `nil` if it is too long: a part of an address is useless.
  static func link(_ address: String?) -> String? {
    address.flatMap { $0.utf8.count > Self.address ? nil : $0 }
  }

  static func link(_ url: URL?) -> String? { link(url?.absoluteString) }
}

/// A hash that is the same in each run of the program: 64-bit FNV-1a.
struct StableHash {
  private(set) var rawValue: UInt64 = 0xcbf2_9ce4_8422_2325

  init() {}

  init(_ text: String) { combine(text) }

  /// Adds a text and a separator.
  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(0xFF)
  }

  private mutating func combine(_ byte: UInt8) {
    rawValue = (rawValue ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
