package import Foundation

/// Fetches podcasts from the network or from files.
///
/// `PodcastNetwork` makes the live client. A test passes closures of its own.
package struct FeedClient: Sendable {
  /// The feeds that an address stands for: itself, or, for a folder, each feed file in it, sorted by name.
  ///
  /// The address is what a person typed or gave on the command line: a path, `~/…`, a `file:` or `http(s):` address, `feed:` or
  /// `podcast:` in front of one, or a host and path without a scheme. Throws ``FeedError/notAnAddress`` or
  /// ``FeedError/notFound(_:)`` when nothing is there.
  package var resolve: @Sendable (_ address: String) async throws(FeedError) -> [URL]

  /// The podcast that a feed describes.
  ///
  /// Nothing is kept: fetching twice fetches twice. When the calling task is cancelled the transfer stops and
  /// ``FeedError/cancelled`` is thrown.
  package var fetch: @Sendable (_ feed: URL) async throws(FeedError) -> Podcast

  package init(
    resolve: @escaping @Sendable (_ address: String) async throws(FeedError) -> [URL],
    fetch: @escaping @Sendable (_ feed: URL) async throws(FeedError) -> Podcast
  ) {
    self.resolve = resolve
    self.fetch = fetch
  }
}

/// Why a feed could not be read. Each case says something different to the listener, and asks for something different from them.
package enum FeedError: Error, Hashable, Sendable {
  /// What was typed is no path and no address.
  case notAnAddress
  /// There is no such file, folder or page (HTTP 404), or it is gone (HTTP 410).
  case notFound(URL)
  /// A folder without any feed in it.
  case emptyFolder(URL)
  /// The file may not be read.
  case permissionDenied(URL)
  /// The host's name was not found, it did not answer, or the connection broke. `reason` is the system's own sentence, for a log.
  case unreachable(host: String, reason: String)
  /// The certificate of the server cannot be trusted.
  case untrusted(host: String)
  /// The server answered, but not with a feed: any other HTTP status of 400 and above, or one that answers nothing that was asked, such as 304.
  case serverError(status: Int)
  /// It took longer than the limit.
  case timedOut(host: String)
  /// It is larger than the limit, in bytes.
  case tooLarge(limit: Int)
  /// It points from address to address without an end.
  case tooManyRedirects
  /// It points to no address of the web: to a file, to another kind of server, or to nothing.
  case redirectsNowhere
  /// It is a web page: a login page, an error page or a captive portal, perhaps. Not a feed.
  case webPage
  /// It is neither a feed nor a page. `reason` says what the parser found and at which line.
  case notAFeed(reason: String)
  /// It was cut off before its end. Nothing of it was used.
  case truncated
  /// It is a feed, but it was made to harm: entities that expand without an end, or nesting without a bound.
  case hostile(reason: String)
  /// It is a feed, with no episode that can be played.
  case noEpisodes(title: String)
  /// The calling task was cancelled.
  case cancelled
}
