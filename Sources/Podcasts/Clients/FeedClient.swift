package import Foundation

/// Fetches podcasts from the network or from files.
///
/// The module `PodcastNetwork` makes the live client. A test passes closures of its own.
package struct FeedClient: Sendable {
  /// Returns the feeds to which an entered text leads. The feeds of a folder are the feed files in the folder, sorted
  /// by name. Any other address is returned as the only feed.
  ///
  /// The user enters the text in the window or on the command line. The text is a path, a `file:` address or an
  /// address of the web. A path may begin with `~`. An address of the web may lack its scheme, or begin with `feed:` or
  /// `podcast:`. Throws ``FeedError/notAnAddress``, ``FeedError/notFound(_:)`` for a missing file,
  /// ``FeedError/emptyFolder(_:)`` for a folder without a feed, or ``FeedError/permissionDenied(_:)``.
  package var resolve: @Sendable (_ enteredText: String) async throws(FeedError) -> [URL]

  /// Returns the podcast that a feed describes, with the validators and the hash for the next request.
  ///
  /// The result is not cached, so a second call fetches the feed again. If the calling task is cancelled, the transfer
  /// stops and ``FeedError/cancelled`` is thrown.
  package var fetch: @Sendable (_ feed: URL) async throws(FeedError) -> FetchedPodcast

  /// Fetches a feed again. Returns the feed's content, or `.unchanged` if the feed still has the validators or the hash
  /// of the request. Cancellation works as in ``fetch``.
  package var refresh: @Sendable (_ request: FeedRequest) async throws(FeedError) -> FeedResponse

  /// Returns the feeds to which a web page links, in the order of the page. Returns an empty array if the page links to
  /// none. For a page of Apple Podcasts, returns the feed of the show. Throws ``FeedError/notAnAddress`` if `page` is
  /// not an address of the web.
  package var discover: @Sendable (_ page: URL) async throws(FeedError) -> [DiscoveredFeed]

  /// Creates a client.
  package init(
    resolve: @escaping @Sendable (_ enteredText: String) async throws(FeedError) -> [URL],
    fetch: @escaping @Sendable (_ feed: URL) async throws(FeedError) -> FetchedPodcast,
    refresh: @escaping @Sendable (_ request: FeedRequest) async throws(FeedError) -> FeedResponse,
    discover: @escaping @Sendable (_ page: URL) async throws(FeedError) -> [DiscoveredFeed]
  ) {
    self.resolve = resolve
    self.fetch = fetch
    self.refresh = refresh
    self.discover = discover
  }

  /// Creates a client for tests and previews. `refresh` always fetches the complete feed, and `discover` finds no
  /// feeds.
  package init(
    resolve: @escaping @Sendable (_ enteredText: String) async throws(FeedError) -> [URL],
    fetch: @escaping @Sendable (_ feed: URL) async throws(FeedError) -> FetchedPodcast
  ) {
    self.init(
      resolve: resolve, fetch: fetch,
      refresh: { request throws(FeedError) -> FeedResponse in
        FeedResponse(content: .podcast(try await fetch(request.url).podcast, hash: ""))
      },
      discover: { _ throws(FeedError) -> [DiscoveredFeed] in [] })
  }
}

/// Why a feed could not be read. The program displays a message of its own for each case.
package enum FeedError: Error, Hashable, Sendable, Codable {
  /// The text is neither a path nor an address.
  case notAnAddress
  /// There is no such file, folder or page (HTTP 404).
  case notFound(URL)
  /// The folder contains no feed.
  case emptyFolder(URL)
  /// The program has no permission to read the file.
  case permissionDenied(URL)
  /// The host was not found or refused the connection, or the connection broke. `reason` is the system's message, for a
  /// log.
  case unreachable(host: String, reason: String)
  /// The certificate of the server cannot be trusted.
  case untrusted(host: String)
  /// The feed needs a user name and a password, which are missing or wrong (HTTP 401). `address` is the refused
  /// address, after redirects and without credentials. It is `nil` in an error that an earlier version of the program
  /// has stored.
  case unauthorized(host: String, address: URL? = nil)
  /// The feed was removed permanently (HTTP 410). The program does not fetch it again automatically.
  case gone(URL)
  /// The server requests a later retry (HTTP 429, or 503 with `Retry-After`).
  case busy(host: String, retryAfter: Duration?)
  /// A feed on the web redirects to, or contains, an address in a private network. The user must confirm before that
  /// address is requested.
  case redirectsToPrivateNetwork(host: String)
  /// The answer contains no feed, and no other case applies. Its HTTP status is 400 or above, or does not match the
  /// request, such as 304 for a request without validators.
  case serverError(status: Int)
  /// The host did not answer in time, or the fetch took longer than its time limit.
  case timedOut(host: String)
  /// The feed has more bytes than `limit`.
  case tooLarge(limit: Int)
  /// The address redirects in a loop, or more often than the limit.
  case tooManyRedirects
  /// The address redirects outside the web: to a file, to another kind of server, or to nothing.
  case redirectsNowhere
  /// The content is a web page and not a feed. It may be a login page, an error page or a captive portal.
  case webPage
  /// The content is neither a feed nor a page. `reason` contains the parser's error and its line.
  case notAFeed(reason: String)
  /// The feed was cut off before its end, and the received part was not used.
  case truncated
  /// The feed exceeds a limit that protects the program: for example, its entities expand endlessly, or it has too many
  /// items. `reason` says which limit.
  case hostile(reason: String)
  /// The feed has no playable episode.
  case noEpisodes(title: String)
  /// The calling task was cancelled.
  case cancelled
}
