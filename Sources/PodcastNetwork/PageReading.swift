import Foundation
import Podcasts

/// Reads a web page as far as its links to feeds go, off the main actor.
actor PageReading: BodyReading {
  /// How many bytes of a page are read. The links are in its head, so the rest is not needed.
  static let limit = 1_000_000

  private let source: HTTPSource
  private let decoder: BodyDecoder
  private var bytes: [UInt8] = []

  init(_ source: HTTPSource) {
    self.source = source
    decoder = BodyDecoder(gzipCount: source.gzipCount)
  }

  func read(_ chunk: Data) throws(FeedError) {
    try decoder.decode(chunk) { piece throws(FeedError) in try self.take(piece) }
  }

  var isSatisfied: Bool { bytes.count >= Self.limit }

  func finish(isCut: Bool) throws(FeedError) -> [DiscoveredFeed] {
    if !isSatisfied, !isCut { try decoder.finish { piece throws(FeedError) in try self.take(piece) } }
    return FeedLinks.find(in: text, at: source.url)
  }

  private func take(_ piece: Data) throws(FeedError) {
    bytes += piece.prefix(Self.limit - bytes.count)
  }

  /// The page's text. Without a charset of the server's it is UTF-8 or, if it cannot be, Latin-1: the tags are the same in both.
  private var text: String {
    if source.charset == nil || source.charset?.lowercased() == "utf-8", let text = String(bytes: bytes, encoding: .utf8) { return text }
    if ["iso-8859-1", "latin1", "windows-1252"].contains(source.charset?.lowercased()) {
      return String(bytes: bytes, encoding: .windowsCP1252) ?? String(decoding: bytes, as: UTF8.self)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
