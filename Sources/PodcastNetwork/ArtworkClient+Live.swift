import Foundation
package import Podcasts

extension ArtworkClient {
  /// Pictures from the web, through libsoup, and from files.
  ///
  /// Transfers run on the network's thread. A server can redirect to other addresses of the web only, and not from the web to a private
  /// network.
  ///
  /// - Parameters:
  ///   - limits: the limits of a picture.
  ///   - version: the program's version, for the user agent, `Podcaster/VERSION`.
  ///   - queue: the queue of the program's short transfers.
  ///   - cache: keeps thumbnails of pictures from the web, which are then the pictures that are handed out. Without it, nothing is kept, and pictures are
  ///     handed out as they are.
  package static func live(
    limits: TransferLimits = .artwork, version: String, queue: TransferQueue = TransferQueue(), cache: ArtworkCache? = nil
  ) -> ArtworkClient {
    let session = HTTPSession(userAgent: "Podcaster/\(version)", kind: .artwork, queue: queue)
    return ArtworkClient { address throws(ArtworkError) in
      do throws(FeedError) {
        return try await bytes(at: address, session: session, limits: limits, cache: cache)
      } catch {
        throw ArtworkError(error)
      }
    }
  }

  private static func bytes(
    at address: URL, session: HTTPSession, limits: TransferLimits, cache: ArtworkCache?
  ) async throws(FeedError) -> [UInt8] {
    switch address.scheme?.lowercased() {
    case "file": return try await FeedFile.read(address, by: ByteReading(gzipCount: 0, limit: limits.size))
    case "data": return try data(in: address, limit: limits.size)
    case "http", "https":
      guard let cache else { return try await HTTPTransfer.bytes(HTTPRequest(address), session: session, limits: limits) }
      return try await cachedBytes(at: address, session: session, limits: limits, cache: cache)
    default: throw .notAnAddress
    }
  }

  /// The picture in a `data:` address, which a chapter in the audio has.
  private static func data(in address: URL, limit: Int) throws(FeedError) -> [UInt8] {
    let text = address.absoluteString
    guard text.utf8.count <= limit, let start = text.firstRange(of: ";base64,"), let data = Data(base64Encoded: String(text[start.upperBound...]))
    else {
      throw .notAnAddress
    }
    return Array(data)
  }

  /// The cached picture if it is fresh, else a new one. If that cannot be fetched, an old one is better than none.
  private static func cachedBytes(
    at address: URL, session: HTTPSession, limits: TransferLimits, cache: ArtworkCache
  ) async throws(FeedError) -> [UInt8] {
    let cached = await cache.picture(of: address)
    if let cached, cached.isFresh { return cached.bytes }
    do throws(FeedError) {
      let bytes = try await HTTPTransfer.bytes(HTTPRequest(address), session: session, limits: limits)
      // Other files are handed out, and not kept. The view reports them.
      guard let thumbnail = await Thumbnail.make(of: bytes) else { return bytes }
      await cache.keep(thumbnail, of: address)
      return thumbnail
    } catch {
      guard error != .cancelled, let cached else { throw error }
      return cached.bytes
    }
  }
}

extension TransferLimits {
  /// The limits of a picture. The directories of podcasts want half a megabyte; real ones have up to some ten.
  package static let artwork = TransferLimits(size: 20_000_000, total: .seconds(60), idle: .seconds(20))
}

extension ArtworkError {
  /// The error of a picture for a transfer's error.
  fileprivate init(_ error: FeedError) {
    switch error {
    case .cancelled: self = .cancelled
    case .notAnAddress, .redirectsNowhere: self = .notAnAddress
    case .tooLarge(let limit): self = .tooLarge(limit: limit)
    default: self = .unavailable(reason: String(describing: error))
    }
  }
}
