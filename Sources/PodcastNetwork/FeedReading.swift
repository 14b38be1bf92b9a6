import FeedParsing
import Foundation
import Podcasts

/// Takes what a transfer brings, piece by piece, off the main actor.
protocol BodyReading: Actor {
  /// What the pieces make together.
  associatedtype Content: Sendable

  /// Takes the next piece. Throws as soon as no more is wanted.
  func read(_ chunk: Data) throws(FeedError)

  /// What they make, once there are no more.
  func finish() throws(FeedError) -> Content
}

/// Reads one feed, piece by piece, off the main actor.
///
/// It is an actor because the parser belongs to one task at a time, and the transfer that feeds it belongs to the main actor.
actor FeedReading: BodyReading {
  private let parser: FeedParser
  private let limit: Int
  private var byteCount = 0
  /// Set once the first bytes were seen: some servers give a compressed file and do not say so.
  private var gunzip: Gunzip?
  private var isFirst = true

  /// Reads a feed that comes from `source` and may have `limit` bytes once it is decompressed.
  init(source: URL, limit: Int) {
    parser = FeedParser(source: source)
    self.limit = limit
  }

  /// Throws as soon as the bytes so far cannot be a feed.
  func read(_ chunk: Data) throws(FeedError) {
    if isFirst, !chunk.isEmpty {
      isFirst = false
      gunzip = Gunzip(ifCompressed: chunk)
    }
    guard let gunzip else { return try parse(chunk) }
    do throws(Gunzip.Failure) {
      try gunzip.decompress(chunk) { piece throws(FeedError) in try self.parse(piece) }
    } catch {
      switch error {
      case .damaged(let reason): throw .notAFeed(reason: reason)
      case .refused(let error): throw error
      }
    }
  }

  /// The podcast.
  func finish() throws(FeedError) -> Podcast {
    if let gunzip, !gunzip.isAtEnd { throw .truncated }
    do throws(FeedParsingError) {
      return Podcast(try parser.finish())
    } catch {
      throw FeedError(error)
    }
  }

  private func parse(_ data: Data) throws(FeedError) {
    byteCount += data.count
    guard byteCount <= limit else { throw .tooLarge(limit: limit) }
    do throws(FeedParsingError) {
      try parser.parse(data)
    } catch {
      throw FeedError(error)
    }
  }
}

extension FeedError {
  /// What the parser says of the content.
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
