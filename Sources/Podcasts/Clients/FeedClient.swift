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

  /// Fetches a feed again, and tells what changed since the last time. Cancellation is as that of ``fetch``.
  package var refresh: @Sendable (_ request: FeedRequest) async throws(FeedError) -> FeedResponse

  /// The feeds that a web page links to, in the page's order. Empty if it links to none. The address is one of the web.
  package var discover: @Sendable (_ page: URL) async throws(FeedError) -> [DiscoveredFeed]

  /// Makes a client.
  package init(
    resolve: @escaping @Sendable (_ address: String) async throws(FeedError) -> [URL],
    fetch: @escaping @Sendable (_ feed: URL) async throws(FeedError) -> Podcast,
    refresh: @escaping @Sendable (_ request: FeedRequest) async throws(FeedError) -> FeedResponse,
    discover: @escaping @Sendable (_ page: URL) async throws(FeedError) -> [DiscoveredFeed]
  ) {
    self.resolve = resolve
    self.fetch = fetch
    self.refresh = refresh
    self.discover = discover
  }

  /// Makes a client whose refresh fetches the whole feed, and that finds no feeds on web pages.
  package init(
    resolve: @escaping @Sendable (_ address: String) async throws(FeedError) -> [URL],
    fetch: @escaping @Sendable (_ feed: URL) async throws(FeedError) -> Podcast
  ) {
    self.init(
      resolve: resolve, fetch: fetch,
      refresh: { request throws(FeedError) -> FeedResponse in FeedResponse(content: .podcast(try await fetch(request.url), hash: "")) },
      discover: { _ throws(FeedError) -> [DiscoveredFeed] in [] })
  }
}

/// Why a feed could not be read. Each case says something different to the listener, and asks for something different from them.
package enum FeedError: Error, Hashable, Sendable, Codable {
  /// What was typed is no path and no address.
  case notAnAddress
  /// There is no such file, folder or page (HTTP 404).
  case notFound(URL)
  /// A folder without any feed in it.
  case emptyFolder(URL)
  /// The file may not be read.
  case permissionDenied(URL)
  /// The host's name was not found, it did not answer, or the connection broke. `reason` is the system's own sentence, for a log.
  case unreachable(host: String, reason: String)
  /// The certificate of the server cannot be trusted.
  case untrusted(host: String)
  /// The feed needs a name and a password, and none were given, or the given ones are wrong (HTTP 401).
  case unauthorized(host: String)
  /// The feed was taken away for good (HTTP 410). It is not fetched again by itself.
  case gone(URL)
  /// The server asks to come back later (HTTP 429, or 503 with `Retry-After`).
  case busy(host: String, retryAfter: Duration?)
  /// The feed points from the web to an address of a private network. The listener is asked before it is followed.
  case redirectsToPrivateNetwork(host: String)
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
