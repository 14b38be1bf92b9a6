import Foundation
import Podcasts

/// Implements the functions of the live `FeedClient` with one HTTP session.
struct FeedNetwork: Sendable {
  let session: HTTPSession
  let limits: TransferLimits
  /// Apple's directory, in which the feeds of shows on Apple Podcasts are looked up.
  var apple = DirectoryServer.apple

  /// Fetches a feed, and returns its podcast.
  func fetch(_ feed: URL) async throws(FeedError) -> FetchedPodcast {
    try FetchedPodcast(await refresh(FeedRequest(url: feed)), from: feed)
  }

  /// Fetches a feed. Returns `.unchanged` if the feed still has the validators or the hash of the request.
  ///
  /// User names and passwords are removed from the addresses in the feed, and stored as the credentials of these
  /// addresses. Credentials that are already stored are not replaced.
  func refresh(_ request: FeedRequest) async throws(FeedError) -> FeedResponse {
    var response = try await fetchResponse(for: request)
    guard case .podcast(var podcast, let hash) = response.content else { return response }
    var removal = CredentialsRemoval()
    removal.remove(from: &podcast)
    response.content = .podcast(podcast, hash: hash)
    for (address, credentials) in removal.removed { await storeIfNew(credentials, of: address) }
    return response
  }

  private func storeIfNew(_ credentials: Credentials, of address: URL) async {
    do throws(CredentialsError) {
      if try await session.credentials.credentials(for: address) != nil { return }
    } catch {
      // The service that stores credentials is unavailable. `save` keeps them in memory until the program ends.
    }
    do throws(CredentialsError) {
      try await session.credentials.save(credentials, address)
    } catch {
      // The credentials are only kept in memory. After the next start of the program, the server refuses the request,
      // and the program asks the user for them.
    }
  }

  private func fetchResponse(for request: FeedRequest) async throws(FeedError) -> FeedResponse {
    switch request.url.scheme?.lowercased() {
    case "file":
      let body = try await LocalFile.read(
        request.url, by: FeedReading(HTTPSource(url: request.url), limit: limits.size, knownHash: request.hash))
      return FeedResponse(body, status: 0)
    case "http", "https": return try await fetchFromWeb(request)
    default: throw .notAnAddress
    }
  }

  private func fetchFromWeb(_ request: FeedRequest) async throws(FeedError) -> FeedResponse {
    // A page of Apple Podcasts is not fetched, because the caller can find the feed with `discover`.
    if ApplePodcasts.showNumber(at: request.url) != nil { throw .webPage }
    var httpRequest = HTTPRequest(request.url, referrer: request.referrer)
    httpRequest.validators = request.validators
    httpRequest.allowsPrivateNetwork = request.allowsPrivateNetwork
    let answer = try await HTTPTransfer.fetch(httpRequest, session: session, limits: limits) { [limits] in
      FeedReading($0, limit: limits.size, knownHash: request.hash)
    }
    var response =
      answer.content.map { FeedResponse($0, status: answer.head.status) }
      ?? FeedResponse(content: .unchanged, status: 304)
    // Omit the validators of a feed that was cut off. With them, the next answer would be 304, without the missing
    // part.
    response.validators = answer.content?.isCut == true ? FeedValidators() : answer.head.validators
    if answer.content == nil {
      // The answer 304 may omit validators that have not changed.
      response.validators.etag = response.validators.etag ?? request.validators.etag
      response.validators.lastModified = response.validators.lastModified ?? request.validators.lastModified
    }
    response.permanentURL = answer.permanentURL
    response.retryAfter = answer.head.retryAfter
    return response
  }

  /// Returns the feeds to which a web page links, or the feed of a show on Apple Podcasts.
  func discover(_ page: URL) async throws(FeedError) -> [DiscoveredFeed] {
    guard ["http", "https"].contains(page.scheme?.lowercased()) else { throw .notAnAddress }
    if let request = ApplePodcasts.showNumber(at: page).flatMap(apple.request(forShow:)) {
      let results = try apple.results(in: await HTTPTransfer.bytes(request, session: session, limits: .directory))
      return results.map { DiscoveredFeed(url: $0.feedURL, title: $0.title) }
    }
    let answer = try await HTTPTransfer.fetch(HTTPRequest(page), session: session, limits: limits) { PageReading($0) }
    return answer.content ?? []
  }

  /// Removes the user names and passwords from addresses of feeds, and stores them as credentials. Returns the
  /// addresses without user names and passwords.
  func storingCredentials(of feeds: [URL]) async -> [URL] {
    var bareFeeds: [URL] = []
    for feed in feeds { bareFeeds.append(await storingCredentials(of: feed)) }
    return bareFeeds
  }

  private func storingCredentials(of feed: URL) async -> URL {
    guard !feed.isFileURL else { return feed }
    let (bareFeed, credentials) = feed.splittingCredentials()
    guard let credentials else { return bareFeed }
    do throws(CredentialsError) {
      try await session.credentials.save(credentials, bareFeed)
    } catch {
      // The credentials are only kept in memory. After the next start of the program, the server refuses the request,
      // and the program asks the user for them again.
    }
    return bareFeed
  }
}

extension FeedResponse {
  fileprivate init(_ body: FeedBody, status: Int) {
    let content = body.podcast.map { Content.podcast($0, hash: body.hash) } ?? .unchanged
    self.init(content: content, status: status, repairs: body.repairs, isPartial: body.isPartial || body.isCut)
  }
}
