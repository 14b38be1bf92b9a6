// This file is, with FeedClient+Live.swift, the public interface of PodcastNetwork. All else is implementation.
import Foundation
package import Podcasts

extension ArtworkClient {
  /// Pictures from the web, through libsoup, and from files.
  ///
  /// As with ``Podcasts/FeedClient/live(limits:version:)``, the program's main actor must run on GLib's default main context, and a server can
  /// lead to other addresses of the web only. Bytes are gathered on other threads.
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
    case "file": try await FeedFile.read(address, by: ByteReading(limit: limits.size))
    case "http", "https":
      try await HTTPTransfer.fetch(address, session: session, limits: limits) { _ in ByteReading(limit: limits.size) }
    default: throw .notAnAddress
    }
  }
}

extension TransferLimits {
  /// What a picture may cost. The directories of podcasts want half a megabyte; real ones have up to some ten.
  package static let artwork = TransferLimits(size: 20_000_000, total: .seconds(60), idle: .seconds(20))
}

/// Gathers what is read, whatever it is, off the main actor.
private actor ByteReading: BodyReading {
  private let limit: Int
  private var bytes: [UInt8] = []

  /// Gathers no more than `limit` bytes.
  init(limit: Int) {
    self.limit = limit
  }

  func read(_ chunk: Data) throws(FeedError) {
    guard bytes.count + chunk.count <= limit else { throw .tooLarge(limit: limit) }
    bytes += chunk
  }

  func finish() -> [UInt8] { bytes }
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
