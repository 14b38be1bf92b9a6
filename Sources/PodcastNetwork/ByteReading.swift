import Foundation
import Podcasts

/// Collects the decompressed bytes of a transfer's body, off the main actor.
actor ByteReading: BodyReading {
  /// The largest number of bytes after decompression.
  private let limit: Int
  private let decoder: BodyDecoder
  /// The decompressed bytes so far.
  private var bytes: [UInt8] = []

  /// Creates a reader that throws ``FeedError/tooLarge(limit:)`` if the decompressed body has more than `limit` bytes.
  /// `gzipCount` is the maximum number of gzip layers in the body.
  init(gzipCount: Int, limit: Int) {
    self.limit = limit
    decoder = BodyDecoder(gzipCount: gzipCount)
  }

  func read(_ chunk: Data) throws(FeedError) {
    try decoder.decode(chunk) { piece throws(FeedError) in try self.append(piece) }
  }

  func finish(isCut: Bool) throws(FeedError) -> [UInt8] {
    guard !isCut else { throw .truncated }
    try decoder.finish { piece throws(FeedError) in try self.append(piece) }
    return bytes
  }

  private func append(_ piece: Data) throws(FeedError) {
    guard bytes.count + piece.count <= limit else { throw .tooLarge(limit: limit) }
    bytes += piece
  }
}

extension HTTPTransfer {
  /// Fetches a document, and returns its decompressed bytes. Returns no bytes if the server answers that the document
  /// is unchanged.
  static func bytes(
    _ request: HTTPRequest, session: HTTPSession, limits: TransferLimits
  ) async throws(FeedError) -> [UInt8] {
    let answer = try await fetch(request, session: session, limits: limits) {
      ByteReading(gzipCount: $0.gzipCount, limit: limits.size)
    }
    return answer.content ?? []
  }
}
