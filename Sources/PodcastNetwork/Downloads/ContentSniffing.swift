import Foundation

/// Distinguishes web pages from audio by the content type and the first bytes.
enum ContentSniffing {
  /// How many of the first bytes are examined.
  static let length = 512

  /// Whether the answer is a web page, and not audio with a wrong type.
  ///
  /// Some servers declare audio as text, or pages as audio, so the bytes decide. If they are neither, the type decides.
  static func isPage(type: String?, start: Data) -> Bool {
    if isAudio(start) { return false }
    return isMarkup(start) || type.map(isText) == true
  }

  private static func isText(_ type: String) -> Bool {
    type.hasPrefix("text/") || ["application/xhtml+xml", "application/json", "application/xml"].contains(type)
  }

  private static func isMarkup(_ start: Data) -> Bool {
    let text = String(decoding: start, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(64)
      .lowercased()
    return ["<!doctype html", "<html", "<head", "<body", "<script", "<?xml", "<!--"].contains { text.hasPrefix($0) }
  }

  private static func isAudio(_ start: Data) -> Bool {
    let bytes = Array(start.prefix(12))
    for mark in ["ID3", "OggS", "RIFF", "fLaC", "\u{1A}E"] where bytes.starts(with: Array(mark.utf8)) { return true }
    if bytes.count >= 8, Array(bytes[4..<8]) == Array("ftyp".utf8) { return true }
    // The start of a frame of MPEG audio or of AAC.
    return bytes.count >= 2 && bytes[0] == 0xff && bytes[1] & 0xe0 == 0xe0
  }
}
