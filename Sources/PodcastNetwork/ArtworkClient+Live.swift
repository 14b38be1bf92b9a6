import Foundation
package import Podcasts

extension ArtworkClient {
  /// Returns a client that fetches pictures from the web, through libsoup, and reads pictures in files and in `data:`
  /// addresses.
  ///
  /// Transfers run on the network's thread. A redirect to an address other than HTTP or HTTPS is refused. A feed or a
  /// redirect from a host outside of private networks may not lead into a private network either.
  ///
  /// - Parameters:
  ///   - limits: the limits of the transfer of a picture.
  ///   - version: the program's version, for the user agent, `Podcaster/VERSION`.
  ///   - queue: the queue of the program's short transfers.
  ///   - cache: stores thumbnails of pictures from the web. The client returns these thumbnails. Without a cache,
  ///     the client returns the fetched pictures unchanged.
  package static func live(
    limits: TransferLimits = .artwork, version: String, queue: TransferQueue = TransferQueue(),
    cache: ArtworkCache? = nil
  ) -> ArtworkClient {
    let session = HTTPSession(userAgent: "Podcaster/\(version)", kind: .artwork, queue: queue)
    return ArtworkClient { address, referrer throws(ArtworkError) in
      do throws(FeedError) {
        return try await bytes(at: address, referrer, session: session, limits: limits, cache: cache)
      } catch {
        throw ArtworkError(error)
      }
    }
  }

  /// Returns the bytes of a picture. `referrer` is the address of the feed that names the picture, or `nil`.
  private static func bytes(
    at address: URL, _ referrer: URL?, session: HTTPSession, limits: TransferLimits, cache: ArtworkCache?
  ) async throws(FeedError) -> [UInt8] {
    switch address.scheme?.lowercased() {
    case "file": return try await LocalFile.read(address, by: ByteReading(gzipCount: 0, limit: limits.size))
    case "data": return try data(in: address, limit: limits.size)
    case "http", "https":
      let request = HTTPRequest(address, referrer: referrer)
      guard let cache else { return try await HTTPTransfer.bytes(request, session: session, limits: limits) }
      return try await cachedBytes(request, session: session, limits: limits, cache: cache)
    default: throw .notAnAddress
    }
  }

  /// Decodes the picture in a `data:` address, whose text has at most `limit` bytes. The live `ChaptersClient` creates
  /// such addresses for the pictures that are in the audio itself.
  private static func data(in address: URL, limit: Int) throws(FeedError) -> [UInt8] {
    let text = address.absoluteString
    guard text.utf8.count <= limit, let start = text.firstRange(of: ";base64,"),
      let data = Data(base64Encoded: String(text[start.upperBound...]))
    else {
      throw .notAnAddress
    }
    return Array(data)
  }

  /// Returns the cached thumbnail if it is fresh, and fetches the picture otherwise. If the fetch fails, returns the
  /// thumbnail that is not fresh, or throws if there is none. A cancelled fetch always throws `.cancelled`.
  private static func cachedBytes(
    _ request: HTTPRequest, session: HTTPSession, limits: TransferLimits, cache: ArtworkCache
  ) async throws(FeedError) -> [UInt8] {
    let cached = await cache.picture(of: request.url)
    if let cached, cached.isFresh { return cached.bytes }
    do throws(FeedError) {
      let bytes = try await HTTPTransfer.bytes(request, session: session, limits: limits)
      // If the bytes are not a picture, they are returned without being cached. The view reports the error.
      guard let thumbnail = await Thumbnail.make(of: bytes) else { return bytes }
      await cache.store(thumbnail, of: request.url)
      return thumbnail
    } catch {
      guard error != .cancelled, let cached else { throw error }
      return cached.bytes
    }
  }
}

extension TransferLimits {
  /// The limits of the transfer of a picture. Podcast directories allow at most half a megabyte, but pictures in feeds
  /// have up to 10 MB.
  package static let artwork = TransferLimits(size: 20_000_000, total: .seconds(60), idle: .seconds(20))
}

extension ArtworkError {
  /// Creates the error of a picture from the error of its transfer.
  fileprivate init(_ error: FeedError) {
    switch error {
    case .cancelled: self = .cancelled
    case .notAnAddress, .redirectsNowhere: self = .notAnAddress
    case .tooLarge(let limit): self = .tooLarge(limit: limit)
    default: self = .unavailable(reason: String(describing: error))
    }
  }
}
