package import Foundation

/// Fetches transcripts.
///
/// `PodcastNetwork` makes the live client.
package struct TranscriptClient: Sendable {
  /// Returns the transcript at the first of several links that does not fail. If all links fail, the error of the last
  /// one is thrown.
  ///
  /// `language` is the language of the show. Links in other languages are tried last. Links without a language count as
  /// links in `language`. Among links that are equal in this respect, links with better formats are tried first. If
  /// `language` is `nil`, only the format determines the order.
  ///
  /// `referrer` is the address of the feed that contains the links. If the feed is on the web, a link to a private
  /// network fails without a request.
  ///
  /// If the calling task is cancelled, the transfer stops and ``TranscriptError/cancelled`` is thrown.
  package var transcript:
    @Sendable (_ links: [TranscriptLink], _ language: String?, _ referrer: URL?) async throws(TranscriptError) ->
      Transcript

  package init(
    transcript:
      @escaping @Sendable (_ links: [TranscriptLink], _ language: String?, _ referrer: URL?)
      async throws(TranscriptError) -> Transcript
  ) {
    self.transcript = transcript
  }

  /// A client that always throws, for tests and previews.
  package static let unavailable = TranscriptClient { _, _, _ throws(TranscriptError) in
    throw .unavailable(reason: "There is none.")
  }
}

/// Why a transcript could not be read.
package enum TranscriptError: Error, Hashable, Sendable {
  /// The file has no text.
  case empty
  /// The file has more bytes than `limit`.
  case tooLarge(limit: Int)
  /// The transcript cannot be fetched, or none of the links is usable. `reason` is for a log.
  case unavailable(reason: String)
  /// The calling task was cancelled.
  case cancelled
}
