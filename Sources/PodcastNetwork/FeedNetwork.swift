import Foundation
import Podcasts

/// The functions of the live `FeedClient`, over one session.
struct FeedNetwork: Sendable {
  let session: HTTPSession
  let limits: TransferLimits
  /// The directory that knows the feeds of Apple Podcasts.
  var apple = DirectoryServer.apple

  /// Fetches a feed, and returns its podcast.
  func fetch(_ feed: URL) async throws(FeedError) -> FetchedPodcast {
    try FetchedPodcast(await refresh(FeedRequest(url: feed)), from: feed)
  }

  /// Fetches a feed, unless it has not changed since the request's validators or hash. Its addresses have no users and
  /// passwords. They are stored, unless there are some for the same server.
  func refresh(_ request: FeedRequest) async throws(FeedError) -> FeedResponse {
    var response = try await read(request)
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
      // No service stores them, so the program keeps them in memory.
    }
    do throws(CredentialsError) {
      try await session.credentials.save(credentials, address)
    } catch {
      // They are in memory. After the next start the server refuses the request, and the user enters them.
    }
  }

  private func read(_ request: FeedRequest) async throws(FeedError) -> FeedResponse {
    switch request.url.scheme?.lowercased() {
    case "file":
      let body = try await FeedFile.read(
        request.url, by: FeedReading(HTTPSource(url: request.url), limit: limits.size, knownHash: request.hash))
      return FeedResponse(body, status: 0)
    case "http", "https": return try await refreshFromWeb(request)
    default: throw .notAnAddress
    }
  }

  private func refreshFromWeb(_ request: FeedRequest) async throws(FeedError) -> FeedResponse {
    // `discover` finds the feed without fetching the page.
    if ApplePodcasts.show(at: request.url) != nil { throw .webPage }
    var httpRequest = HTTPRequest(request.url, referrer: request.referrer)
    httpRequest.validators = request.validators
    httpRequest.allowsPrivateNetwork = request.allowsPrivateNetwork
    let answer = try await HTTPTransfer.fetch(httpRequest, session: session, limits: limits) { [limits] in
      FeedReading($0, limit: limits.size, knownHash: request.hash)
    }
    var response =
      answer.content.map { FeedResponse($0, status: answer.head.status) }
      ?? FeedResponse(content: .unchanged, status: 304)
    // A body that was cut off has no validators: with them, the next answer would be 304.
    response.validators = answer.content?.isCut == true ? FeedValidators() : answer.head.validators
    if answer.content == nil {
      // A server need not repeat the validators of the request.
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
    if let request = ApplePodcasts.show(at: page).flatMap(apple.request(forShow:)) {
      let shows = try apple.results(in: await HTTPTransfer.bytes(request, session: session, limits: .directory))
      return shows.map { DiscoveredFeed(url: $0.feedURL, title: $0.title) }
    }
    let answer = try await HTTPTransfer.fetch(HTTPRequest(page), session: session, limits: limits) { PageReading($0) }
    return answer.content ?? []
  }

  /// Stores the users and passwords in addresses, and returns the addresses without them.
  func storingCredentials(of feeds: [URL]) async -> [URL] {
    var bare: [URL] = []
    for feed in feeds { bare.append(await storingCredentials(of: feed)) }
    return bare
  }

  private func storingCredentials(of feed: URL) async -> URL {
    guard !feed.isFileURL else { return feed }
    let (bare, credentials) = feed.splittingCredentials()
    guard let credentials else { return bare }
    do throws(CredentialsError) {
      try await session.credentials.save(credentials, bare)
    } catch {
      // They are kept in memory. After the next start the server refuses the feed, and the user enters them again.
    }
    return bare
  }
}

extension FeedResponse {
  fileprivate init(_ body: FeedBody, status: Int) {
    let content = body.podcast.map { Content.podcast($0, hash: body.hash) } ?? .unchanged
    self.init(content: content, status: status, repairs: body.repairs, isPartial: body.isPartial || body.isCut)
  }
}
