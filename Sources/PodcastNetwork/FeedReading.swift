import FeedParsing
import Foundation
import Podcasts

/// The content of a feed's body.
struct FeedBody: Sendable {
  /// `nil` if the body has the hash of the last body.
  var podcast: Podcast?
  /// SHA-256 of the decompressed body, in hexadecimal digits.
  var hash: String
  var repairs: [FeedRepair] = []
  /// Whether the document ends before its root element does.
  var isPartial = false
  /// Whether the transfer ended before the document did.
  var isCut = false
}

/// Reads one feed, piece by piece, off the main actor and off the network's thread.
actor FeedReading: BodyReading {
  /// How many bytes after the end of a feed are read, for the hash.
  private static let restLimit = 1_000_000
  /// How many bytes of a feed are held back until its hash is known. A larger feed is parsed while it arrives.
  private static let heldLimit = 4_000_000

  private let parser: FeedParser
  private let limit: Int
  private let knownHash: String
  private let decoder: BodyDecoder
  private let checksum = Checksum(.sha256)
  private var byteCount = 0
  /// How many bytes came after the end of the feed.
  private var restCount = 0
  /// The pieces that were not parsed yet. `nil` when parsing has begun.
  private var held: [Data]?

  /// Reads a feed.
  ///
  /// - Parameters:
  ///   - source: the origin of the feed.
  ///   - limit: the largest size after decompression, in bytes.
  ///   - knownHash: the hash of the last body, or an empty text. A body with this hash is not parsed.
  init(_ source: HTTPSource, limit: Int, knownHash: String = "") {
    parser = FeedParser(source: source.url, encoding: source.charset)
    self.limit = limit
    self.knownHash = knownHash
    // One more than declared: some servers do not declare the compression of a file.
    decoder = BodyDecoder(gzipCount: source.gzipCount + 1)
    held = knownHash.isEmpty ? nil : []
  }

  nonisolated var keepsPart: Bool { true }

  /// A server may send data without end after the feed.
  var isSatisfied: Bool { restCount > Self.restLimit }

  /// Throws as soon as the bytes so far cannot be a feed.
  func read(_ chunk: Data) throws(FeedError) {
    try decoder.decode(chunk) { piece throws(FeedError) in try self.take(piece) }
  }

  /// Returns the feed. A feed that was cut off has its complete episodes and an empty hash, so it is parsed again the
  /// next time.
  func finish(isCut: Bool) throws(FeedError) -> FeedBody {
    let isAtEnd = isCut ? false : try isDecoded()
    let hash = checksum.hexadecimal
    if isAtEnd, !knownHash.isEmpty, hash == knownHash { return FeedBody(podcast: nil, hash: hash) }
    try parseHeld()
    // A feed that was cut off after the end of its root element is complete.
    let isWhole = isAtEnd || (isCut && parser.isComplete)
    do throws(FeedParsingError) {
      var body = Self.body(try parser.finish(), hash: isWhole ? hash : "")
      body.isCut = !isWhole
      return body
    } catch {
      throw FeedError(error)
    }
  }

  /// Decompresses the rest. Returns whether the compressed data are complete.
  private func isDecoded() throws(FeedError) -> Bool {
    do throws(FeedError) {
      try decoder.finish { piece throws(FeedError) in try self.take(piece) }
      return true
    } catch {
      guard error == .truncated else { throw error }
      return false
    }
  }

  /// Returns the body of a parsed feed. Only here the parser's repairs and its mark of a partial feed are copied.
  private static func body(_ feed: ParsedFeed, hash: String) -> FeedBody {
    FeedBody(podcast: feed.podcast, hash: hash, repairs: feed.repairs, isPartial: feed.isPartial)
  }

  private func take(_ data: Data) throws(FeedError) {
    byteCount += data.count
    guard byteCount <= limit else { throw .tooLarge(limit: limit) }
    checksum.update(data)
    if parser.isComplete { restCount += data.count }
    guard held != nil else { return try parse(data) }
    held?.append(data)
    if byteCount > Self.heldLimit { try parseHeld() }
  }

  private func parseHeld() throws(FeedError) {
    let pieces = held ?? []
    held = nil
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
  /// Creates the error for an error of the parser.
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
