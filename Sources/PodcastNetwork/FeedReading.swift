import FeedParsing
import Foundation
import Podcasts

/// The content of a feed's body, the data that the server sends for a feed.
struct FeedBody: Sendable {
  /// `nil` if the body was not parsed, because it has the hash of the body that was fetched before.
  var podcast: Podcast?
  /// SHA-256 of the decompressed body, in hexadecimal digits. Empty if ``isCut`` is `true`.
  var hash: String
  var repairs: [FeedRepair] = []
  /// Whether the document ends before the end of its root element.
  var isPartial = false
  /// Whether bytes of the document are missing. `false` if the transfer was cut off after the end of the root element.
  var isCut = false
}

/// Reads one feed, piece by piece, off the main actor and off the network's thread.
actor FeedReading: BodyReading {
  /// How many bytes are read after the root element of a feed. They are a part of the hash.
  private static let trailingLimit = 1_000_000
  /// How many bytes of a feed are held back until its hash is known, so that an unchanged feed is not parsed. A larger
  /// feed is parsed while it arrives.
  private static let heldLimit = 4_000_000

  private let parser: FeedParser
  /// The largest size after decompression, in bytes.
  private let limit: Int
  /// The hash of the body that was fetched before, or an empty text.
  private let knownHash: String
  private let decoder: BodyDecoder
  private let checksum = Checksum(.sha256)
  /// How many bytes were decompressed so far.
  private var byteCount = 0
  /// How many bytes came after the piece with the end of the root element was parsed.
  private var trailingCount = 0
  /// The pieces that are held back until the hash is known. `nil` if pieces are parsed at once: if there is no known
  /// hash, and after parsing has begun.
  private var heldPieces: [Data]?

  /// Reads a feed.
  ///
  /// - Parameters:
  ///   - source: The origin of the feed.
  ///   - limit: The largest size after decompression, in bytes.
  ///   - knownHash: The hash of the body that was fetched before, or an empty text. A body with this hash is not
  ///     parsed.
  init(_ source: HTTPSource, limit: Int, knownHash: String = "") {
    parser = FeedParser(source: source.url, encoding: source.charset)
    self.limit = limit
    self.knownHash = knownHash
    // Decompress one time more than declared, because some servers do not declare the compression of a file.
    decoder = BodyDecoder(gzipCount: source.gzipCount + 1)
    heldPieces = knownHash.isEmpty ? nil : []
  }

  /// If the transfer is interrupted, the episodes that were received before are used.
  nonisolated var keepsPart: Bool { true }

  /// Whether enough bytes after the root element were read. A server may send data after this element without end.
  var isSatisfied: Bool { trailingCount > Self.trailingLimit }

  /// Throws as soon as the parsed bytes cannot be the beginning of a feed.
  func read(_ chunk: Data) throws(FeedError) {
    try decoder.decode(chunk) { piece throws(FeedError) in try self.receive(piece) }
  }

  /// Returns the feed. A feed that was cut off before the end of its root element has only its complete episodes. Its
  /// hash is empty, so the next fetch parses the feed again.
  func finish(isCut: Bool) throws(FeedError) -> FeedBody {
    let hasAllBytes = isCut ? false : try finishDecoding()
    let hash = checksum.hexadecimalHash
    if hasAllBytes, !knownHash.isEmpty, hash == knownHash { return FeedBody(podcast: nil, hash: hash) }
    try parseHeldPieces()
    // If the transfer was cut off after the end of the root element, the feed is complete.
    let isWhole = hasAllBytes || (isCut && parser.isComplete)
    do throws(FeedParsingError) {
      var body = Self.body(try parser.finish(), hash: isWhole ? hash : "")
      body.isCut = !isWhole
      return body
    } catch {
      throw FeedError(error)
    }
  }

  /// Decompresses the rest. Returns whether the compressed data are complete.
  private func finishDecoding() throws(FeedError) -> Bool {
    do throws(FeedError) {
      try decoder.finish { piece throws(FeedError) in try self.receive(piece) }
      return true
    } catch {
      guard error == .truncated else { throw error }
      return false
    }
  }

  /// Converts the parser's feed, and adds the hash of the body.
  private static func body(_ feed: ParsedFeed, hash: String) -> FeedBody {
    FeedBody(podcast: feed.podcast, hash: hash, repairs: feed.repairs, isPartial: feed.isPartial)
  }

  /// Counts decompressed bytes, and holds them back or parses them.
  private func receive(_ data: Data) throws(FeedError) {
    byteCount += data.count
    guard byteCount <= limit else { throw .tooLarge(limit: limit) }
    checksum.update(data)
    if parser.isComplete { trailingCount += data.count }
    guard heldPieces != nil else { return try parse(data) }
    heldPieces?.append(data)
    if byteCount > Self.heldLimit { try parseHeldPieces() }
  }

  private func parseHeldPieces() throws(FeedError) {
    let pieces = heldPieces ?? []
    heldPieces = nil
    for piece in pieces { try parse(piece) }
  }

  private func parse(_ data: Data) throws(FeedError) {
    do throws(FeedParsingError) {
      try parser.parse(data)
    } catch {
      throw FeedError(error)
    }
  }
}

extension FeedError {
  /// Converts an error of the parser.
  init(_ error: FeedParsingError) {
    switch error {
    case .webPage: self = .webPage
    case .notAFeed(let reason): self = .notAFeed(reason: reason)
    case .truncated: self = .truncated
    case .hostile(let reason): self = .hostile(reason: reason)
    case .noEpisodes(let title): self = .noEpisodes(title: title)
    }
  }
}
