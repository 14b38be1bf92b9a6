// This file is, with ArtworkClient+Live.swift, the public interface of PodcastNetwork. All else is implementation.
import Foundation
package import Podcasts

extension FeedClient {
  /// Feeds from the network, through libsoup, and from files.
  ///
  /// The program's main actor must run on GLib's default main context: transfers are there. Names are resolved and bytes are parsed on
  /// other threads. The desktop's proxy and certificate settings hold. Nothing is kept between fetches but open connections, and those
  /// end with the client. A name and a password in an address are used when the server asks for them.
  ///
  /// Relative addresses in a feed are resolved against the address that the feed came from in the end, after redirects.
  ///
  /// - Parameters:
  ///   - limits: what a feed may cost.
  ///   - version: the program's version, for the user agent, `Podcaster/VERSION`.
  package static func live(limits: TransferLimits = TransferLimits(), version: String) -> FeedClient {
    let session = HTTPSession(userAgent: "Podcaster/\(version)")
    return FeedClient(
      resolve: { address throws(FeedError) in try await FeedAddress.resolve(address) },
      fetch: { feed throws(FeedError) in
        switch feed.scheme?.lowercased() {
        case "file": try await FeedFile.read(feed, by: FeedReading(source: feed, limit: limits.size))
        case "http", "https":
          try await HTTPTransfer.fetch(feed, session: session, limits: limits) { FeedReading(source: $0, limit: limits.size) }
        default: throw .notAnAddress
        }
      })
  }
}

/// What a feed or a picture may cost.
package struct TransferLimits: Hashable, Sendable {
  /// The largest one, in bytes after decompression. The largest real ones have some tens of millions.
  package var size: Int
  /// How long all of it may take.
  package var total: Duration
  /// How long a server may be silent.
  package var idle: Duration
  /// How many times a server may point elsewhere. The addresses of podcasts run through long chains of counting services.
  package var redirects: Int

  package init(
    size: Int = 50_000_000, total: Duration = .seconds(120), idle: Duration = .seconds(30), redirects: Int = 10
  ) {
    self.size = size
    self.total = total
    self.idle = idle
    self.redirects = redirects
  }
}
