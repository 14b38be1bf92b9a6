import Foundation
import Podcasts

/// The functions of the live `FeedClient`, over one session.
struct FeedNetwork: Sendable {
  let session: HTTPSession
  let limits: TransferLimits

  /// The podcast of a feed.
  func fetch(_ feed: URL) async throws(FeedError) -> FetchedPodcast {
    try FetchedPodcast(await refresh(FeedRequest(url: feed)), from: feed)
  }

  /// The answer to the question whether a feed has changed.
  func refresh(_ request: FeedRequest) async throws(FeedError) -> FeedResponse {
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
    var question = HTTPRequest(request.url)
    question.validators = request.validators
    question.allowsPrivateNetwork = request.allowsPrivateNetwork
    question.referrer = request.referrer
    let answer = try await HTTPTransfer.fetch(question, session: session, limits: limits) { [limits] in
      FeedReading($0, limit: limits.size, knownHash: request.hash)
    }
    var response = answer.content.map { FeedResponse($0, status: answer.head.status) } ?? FeedResponse(content: .unchanged, status: 304)
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

  /// The feeds of a web page.
  func discover(_ page: URL) async throws(FeedError) -> [DiscoveredFeed] {
    guard ["http", "https"].contains(page.scheme?.lowercased()) else { throw .notAnAddress }
    let answer = try await HTTPTransfer.fetch(HTTPRequest(page), session: session, limits: limits) { PageReading($0) }
    return answer.content ?? []
  }

  /// Addresses without user and password, which are stored.
  func storingCredentials(of feeds: [URL]) async -> [URL] {
    var bare: [URL] = []
    for feed in feeds { bare.append(await storingCredentials(of: feed)) }
    return bare
  }

  private func storingCredentials(of feed: URL) async -> URL {
    guard !feed.isFileURL else { return feed }
    let (bare, credentials) = WebAddress.splittingCredentials(of: feed)
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
