package import Foundation

/// Fetches the pictures of shows, from the web or from files.
///
/// `PodcastNetwork` makes the live client. A test passes a closure of its own.
package struct ArtworkClient: Sendable {
  /// A picture's bytes, in the format of its file, or those of a thumbnail of it. A client with a cache does not fetch a picture twice.
  ///
  /// When the calling task is cancelled the transfer stops and ``ArtworkError/cancelled`` is
  /// thrown.
  package var fetch: @Sendable (_ address: URL) async throws(ArtworkError) -> [UInt8]

  package init(fetch: @escaping @Sendable (_ address: URL) async throws(ArtworkError) -> [UInt8]) {
    self.fetch = fetch
  }
}

/// Why a picture could not be fetched. A listener is shown the show's letter in its place.
package enum ArtworkError: Error, Hashable, Sendable {
  /// Its address is neither one of the web nor a file's, or leads to one that is not of the web.
  case notAnAddress
  /// It is larger than the limit, in bytes.
  case tooLarge(limit: Int)
  /// It is not there, or it did not come whole. `reason` is for a log.
  case unavailable(reason: String)
  /// The calling task was cancelled.
  case cancelled
}
