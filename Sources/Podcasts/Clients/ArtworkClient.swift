package import Foundation

/// Fetches the pictures of shows, episodes and chapters, from the web, from files or from `data:` addresses.
///
/// The module `PodcastNetwork` makes the live client. A test passes a closure of its own.
package struct ArtworkClient: Sendable {
  /// Returns the bytes of a picture in its file format. A client with a cache returns thumbnails of pictures from the
  /// web, and does not fetch a picture again while its cached thumbnail is fresh. Other pictures are returned
  /// unchanged.
  ///
  /// `referrer` is the address of the feed that names the picture, or `nil` if no feed names it. If a feed on the web
  /// names a picture in a private network, ``ArtworkError/unavailable(reason:)`` is thrown, and no request is sent.
  ///
  /// If the calling task is cancelled, the transfer stops and ``ArtworkError/cancelled`` is thrown.
  package var fetch: @Sendable (_ address: URL, _ referrer: URL?) async throws(ArtworkError) -> [UInt8]

  package init(fetch: @escaping @Sendable (_ address: URL, _ referrer: URL?) async throws(ArtworkError) -> [UInt8]) {
    self.fetch = fetch
  }
}

/// Why a picture could not be fetched. Instead of a missing picture, views display a letter of the show's title.
package enum ArtworkError: Error, Hashable, Sendable {
  /// The address cannot be read, is of another kind than web, file and `data:`, or redirects outside the web.
  case notAnAddress
  /// The picture has more bytes than `limit`.
  case tooLarge(limit: Int)
  /// The picture is missing or incomplete, or its server cannot be reached. `reason` is for a log.
  case unavailable(reason: String)
  /// The calling task was cancelled.
  case cancelled
}
