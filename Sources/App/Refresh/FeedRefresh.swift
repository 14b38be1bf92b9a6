import Foundation
import Podcasts

/// Fetches the feed of one subscription. Follows moves of the feed to another address. For a new show, also reads the
/// further pages of the feed.
struct FeedRefresh: Sendable {
  /// The maximum number of moves that are followed in one refresh. A feed names its new address in the element
  /// `itunes:new-feed-url`. Redirects do not count.
  private static let moveLimit = 5

  /// The result of a fetch, to be recorded.
  struct Fetched: Sendable {
    /// The last successful response, or the error if the request for the subscription's address failed.
    var result: Result<FeedResponse, FeedError>
    /// The new address of the feed, which replaces the subscription's address. `nil` if the feed has not moved.
    var movedTo: URL?
    /// Whether the further pages of the feed were read too, and not only the first page. ``FeedPages`` says which pages
    /// these are.
    var hasAllPages = false
  }

  let feeds: FeedClient
  let subscriptions: SubscriptionsClient

  /// Fetches the feed. If the feed was never fetched before, also fetches its further pages.
  func fetch(_ subscription: Subscription) async -> Fetched {
    let request = FeedRequest(
      url: subscription.feedURL, validators: subscription.validators, hash: subscription.hash,
      allowsPrivateNetwork: subscription.allowsPrivateNetwork)
    var fetched = Fetched(result: await response(to: request))
    guard case .success(let response) = fetched.result else { return fetched }
    fetched.movedTo = await confirmedMove(of: subscription, response)
    await followMove(of: subscription, &fetched)
    if subscription.lastSucceededAt == nil, subscription.hash.isEmpty { await addPages(of: subscription, to: &fetched) }
    return fetched
  }

  /// Returns the pages of a feed after its first page, which is `podcast` and has the address `url`.
  func pages(after podcast: Podcast, of subscription: Subscription, from url: URL) -> FeedPages {
    FeedPages(feeds: feeds, first: podcast, url: url, allowsPrivateNetwork: subscription.allowsPrivateNetwork)
  }

  private func response(to request: FeedRequest) async -> Result<FeedResponse, FeedError> {
    do throws(FeedError) {
      return .success(try await feeds.refresh(request))
    } catch {
      return .failure(error)
    }
  }

  /// Returns a request for the new address of a feed, without validators, so that the server sends the complete feed.
  ///
  /// - Parameters:
  ///   - target: The new address.
  ///   - address: The address whose feed names the new address.
  private func request(for target: URL, of subscription: Subscription, from address: URL) -> FeedRequest {
    FeedRequest(url: target, allowsPrivateNetwork: subscription.allowsPrivateNetwork, referrer: address)
  }

  /// Returns the target of a permanent redirect if the refresh before this one was redirected to the same target, and
  /// if the subscription may move to the target. Otherwise returns `nil`. A single redirect may be a mistake of the
  /// server.
  private func confirmedMove(of subscription: Subscription, _ response: FeedResponse) async -> URL? {
    guard let target = response.permanentURL, target == subscription.permanentURL,
      await mayMove(subscription, to: target)
    else { return nil }
    return target
  }

  /// Replaces the result by the feed at the address of `itunes:new-feed-url`, if the subscription may move to that
  /// address and if there is a feed at it. Repeats this for the new feed, up to ``moveLimit`` times in total.
  private func followMove(of subscription: Subscription, _ fetched: inout Fetched) async {
    var visited: Set<URL> = [subscription.feedURL]
    var address = subscription.feedURL
    for _ in 0..<Self.moveLimit {
      guard case .success(let response) = fetched.result, case .podcast(let podcast, _) = response.content,
        let target = podcast.details.newFeedURL, visited.insert(target).inserted,
        await mayMove(subscription, to: target),
        case .success(let moved) = await self.response(to: request(for: target, of: subscription, from: address)),
        case .podcast = moved.content
      else { return }
      fetched.result = .success(moved)
      fetched.movedTo = target
      address = target
    }
  }

  /// Whether an address may replace the subscription's address. `false` if the subscription's feed is a file, if
  /// ``FeedMove`` does not allow the move, if the address belongs to another show, or if the library cannot be read.
  private func mayMove(_ subscription: Subscription, to target: URL) async -> Bool {
    guard !subscription.feedURL.isFileURL, FeedMove.isAllowed(from: subscription.feedURL, to: target) else {
      return false
    }
    do throws(LibraryError) {
      // The show is found only by its address, and not by its `podcast:guid`.
      let owner = try await subscriptions.find(target, nil)
      return owner == nil || owner == subscription.id
    } catch {
      return false
    }
  }

  /// Adds the items of the further pages of the feed to the result.
  private func addPages(of subscription: Subscription, to fetched: inout Fetched) async {
    guard case .success(var response) = fetched.result, case .podcast(var podcast, let hash) = response.content else {
      return
    }
    var pages = pages(after: podcast, of: subscription, from: fetched.movedTo ?? subscription.feedURL)
    while let page = await pages.next() { podcast.items += page.items }
    response.content = .podcast(podcast, hash: hash)
    fetched.result = .success(response)
    fetched.hasAllPages = true
  }
}

/// The pages of a feed after the first page, fetched one at a time. The sequence ends after the last page, after
/// ``limit`` pages, and before a page that was already read, cannot be fetched, or is not allowed by ``FeedMove``.
struct FeedPages: Sendable {
  /// The maximum number of pages, including the first.
  static let limit = 20

  private let feeds: FeedClient
  private let allowsPrivateNetwork: Bool
  /// The address of the current page.
  private var address: URL
  /// The address of the next page, or `nil` if the current page is the last one.
  private var nextAddress: URL?
  /// The addresses of all pages so far, including the first.
  private var visited: Set<URL>

  fileprivate init(feeds: FeedClient, first: Podcast, url: URL, allowsPrivateNetwork: Bool) {
    self.feeds = feeds
    self.allowsPrivateNetwork = allowsPrivateNetwork
    address = url
    nextAddress = first.details.nextPageURL
    visited = [url]
  }

  /// Fetches and returns the next page, or `nil` at the end of the sequence.
  mutating func next() async -> Podcast? {
    guard let url = nextAddress, visited.count < Self.limit, visited.insert(url).inserted,
      FeedMove.isAllowed(from: address, to: url)
    else {
      return nil
    }
    do throws(FeedError) {
      let response = try await feeds.refresh(
        FeedRequest(url: url, allowsPrivateNetwork: allowsPrivateNetwork, referrer: address))
      guard case .podcast(let page, _) = response.content, !Task.isCancelled else { return nil }
      address = url
      nextAddress = page.details.nextPageURL
      return page
    } catch {
      return nil
    }
  }
}
