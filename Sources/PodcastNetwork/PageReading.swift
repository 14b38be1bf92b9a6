import Foundation
import Podcasts

/// Reads the beginning of a web page, off the main actor, and finds the feeds to which the page links.
actor PageReading: BodyReading {
  /// How many decompressed bytes of a page are read. A page has the links to its feeds at the beginning, in `<head>`.
  static let limit = 1_000_000

  /// The page's address, charset and compression.
  private let source: HTTPSource
  private let decoder: BodyDecoder
  private var bytes: [UInt8] = []

  init(_ source: HTTPSource) {
    self.source = source
    decoder = BodyDecoder(gzipCount: source.gzipCount)
  }

  func read(_ chunk: Data) throws(FeedError) {
    try decoder.decode(chunk) { piece throws(FeedError) in try self.append(piece) }
  }

  var isSatisfied: Bool { bytes.count >= Self.limit }

  func finish(isCut: Bool) throws(FeedError) -> [DiscoveredFeed] {
    if !isSatisfied, !isCut { try decoder.finish { piece throws(FeedError) in try self.append(piece) } }
    return FeedLinks.find(in: text, at: source.url)
  }

  private func append(_ piece: Data) throws(FeedError) {
    bytes += piece.prefix(Self.limit - bytes.count)
  }

  /// The page's text. Latin-1 is decoded as Windows-1252, as in browsers, and any other charset as UTF-8. Invalid bytes
  /// are replaced. In almost all charsets the tags are correct nevertheless, because they consist of ASCII characters.
  private var text: String {
    if ["iso-8859-1", "latin1", "windows-1252"].contains(source.charset?.lowercased()) {
      return String(bytes: bytes, encoding: .windowsCP1252) ?? String(decoding: bytes, as: UTF8.self)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
