import Foundation
package import Podcasts

extension ArtworkClient {
  /// Pictures from the web, through libsoup, and from files.
  ///
  /// Transfers run on the same thread as those of feeds. A server can redirect to other addresses of the web only.
  ///
  /// - Parameters:
  ///   - limits: what a picture may cost.
  ///   - version: the program's version, for the user agent, `Podcaster/VERSION`.
  package static func live(limits: TransferLimits = .artwork, version: String) -> ArtworkClient {
    let session = HTTPSession(userAgent: "Podcaster/\(version)")
    return ArtworkClient { address throws(ArtworkError) in
      do throws(FeedError) {
        return try await bytes(at: address, session: session, limits: limits)
      } catch {
        throw ArtworkError(error)
      }
    }
  }

  private static func bytes(at address: URL, session: HTTPSession, limits: TransferLimits) async throws(FeedError) -> [UInt8] {
    switch address.scheme?.lowercased() {
    case "file": try await FeedFile.read(address, by: ByteReading(gzipCount: 0, limit: limits.size))
    case "http", "https": try await HTTPTransfer.bytes(HTTPRequest(address), session: session, limits: limits)
    default: throw .notAnAddress
    }
  }
}

extension TransferLimits {
  /// What a picture may cost. The directories of podcasts want half a megabyte; real ones have up to some ten.
  package static let artwork = TransferLimits(size: 20_000_000, total: .seconds(60), idle: .seconds(20))
}

extension ArtworkError {
  /// What a transfer's failure means for a picture.
  fileprivate init(_ error: FeedError) {
    switch error {
    case .cancelled: self = .cancelled
    case .notAnAddress, .redirectsNowhere: self = .notAnAddress
    case .tooLarge(let limit): self = .tooLarge(limit: limit)
    default: self = .unavailable(reason: String(describing: error))
    }
  }
}
