import Foundation

/// Distinguishes web pages from audio by the content type and the first bytes.
enum ContentSniffing {
  /// How many bytes at the start of a body are examined.
  static let examinedLength = 512

  /// Whether the body of an HTTP answer is a web page, or other text that is not audio. `type` is the declared content
  /// type in lower case and without parameters. `start` has the first bytes of the body.
  ///
  /// Some servers declare audio as text, or pages as audio, so the bytes have priority. If the bytes are neither known
  /// audio nor markup, the type decides.
  static func isWebPage(type: String?, start: Data) -> Bool {
    if isAudio(start) { return false }
    return isMarkup(start) || type.map(isTextType) == true
  }

  private static func isTextType(_ type: String) -> Bool {
    type.hasPrefix("text/") || ["application/xhtml+xml", "application/json", "application/xml"].contains(type)
  }

  private static func isMarkup(_ start: Data) -> Bool {
    let text = String(decoding: start, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(64)
      .lowercased()
    return ["<!doctype html", "<html", "<head", "<body", "<script", "<?xml", "<!--"].contains { text.hasPrefix($0) }
  }

  private static func isAudio(_ start: Data) -> Bool {
    let bytes = Array(start.prefix(12))
    // The signatures of MP3 with a tag, Ogg, WAV, FLAC and Matroska.
    for signature in ["ID3", "OggS", "RIFF", "fLaC", "\u{1A}E"] where bytes.starts(with: Array(signature.utf8)) {
      return true
    }
    // MP4: the first four bytes are a length.
    if bytes.count >= 8, Array(bytes[4..<8]) == Array("ftyp".utf8) { return true }
    // A frame of MPEG audio or of AAC: the first 11 bits are set.
    return bytes.count >= 2 && bytes[0] == 0xff && bytes[1] & 0xe0 == 0xe0
  }
}
