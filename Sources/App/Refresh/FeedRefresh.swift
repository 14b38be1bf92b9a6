import Foundation
import Podcasts

/// Fetches the feed of one subscription: where it is now, with its further pages.
struct FeedRefresh: Sendable {
  /// How many addresses are followed from `itunes:new-feed-url` to `itunes:new-feed-url`.
  private static let moveLimit = 5

  /// The result of a fetch, to be recorded.
  struct Fetched: Sendable {
    var result: Result<FeedResponse, FeedError>
    /// The address to use from now on.
    var movedTo: URL?
    /// Whether the further pages of the feed are in the result.
    var hasAllPages = false
  }

  let feeds: FeedClient
  let subscriptions: SubscriptionsClient

  /// Fetches the feed. A show that never succeeded before gets all pages of its feed at once.
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

  /// The further pages of a feed.
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

  private func request(for target: URL, of subscription: Subscription, from address: URL) -> FeedRequest {
    FeedRequest(url: target, allowsPrivateNetwork: subscription.allowsPrivateNetwork, referrer: address)
  }

  /// A permanent redirect counts when two refreshes in a row were sent to the same address.
  private func confirmedMove(of subscription: Subscription, _ response: FeedResponse) async -> URL? {
    guard let target = response.permanentURL, target == subscription.permanentURL, await mayMove(subscription, to: target) else { return nil }
    return target
  }

  /// Uses the feed's `itunes:new-feed-url`, if there is a feed at that address.
  private func followMove(of subscription: Subscription, _ fetched: inout Fetched) async {
    var visited: Set<URL> = [subscription.feedURL]
    var address = subscription.feedURL
    for _ in 0..<Self.moveLimit {
      guard case .success(let response) = fetched.result, case .podcast(let podcast, _) = response.content,
        let target = podcast.details.newFeedURL, visited.insert(target).inserted, await mayMove(subscription, to: target),
        case .success(let moved) = await self.response(to: request(for: target, of: subscription, from: address)), case .podcast = moved.content
      else { return }
      fetched.result = .success(moved)
      fetched.movedTo = target
      address = target
    }
  }

  /// Whether an address may be used in place of the subscription's own. It is not, if another show has it already.
  private func mayMove(_ subscription: Subscription, to target: URL) async -> Bool {
    guard !subscription.feedURL.isFileURL, FeedMove.isAllowed(from: subscription.feedURL, to: target) else { return false }
    do throws(LibraryError) {
      let owner = try await subscriptions.find(target, nil)
      return owner == nil || owner == subscription.id
    } catch {
      return false
    }
  }

  private func addPages(of subscription: Subscription, to fetched: inout Fetched) async {
    guard case .success(var response) = fetched.result, case .podcast(var podcast, let hash) = response.content else { return }
    var pages = pages(after: podcast, of: subscription, from: fetched.movedTo ?? subscription.feedURL)
    while let page = await pages.next() { podcast.items += page.items }
    response.content = .podcast(podcast, hash: hash)
    fetched.result = .success(response)
    fetched.hasAllPages = true
  }
}

/// The pages of a feed after the first, one at a time. A loop of pages, a page that fails and the limit end it.
struct FeedPages: Sendable {
  /// How many pages are read at most, with the first.
  static let limit = 20

  private let feeds: FeedClient
  private let allowsPrivateNetwork: Bool
  private var address: URL
  private var nextAddress: URL?
  private var visited: Set<URL>

  fileprivate init(feeds: FeedClient, first: Podcast, url: URL, allowsPrivateNetwork: Bool) {
    self.feeds = feeds
    self.allowsPrivateNetwork = allowsPrivateNetwork
    address = url
    nextAddress = first.details.nextPageURL
    visited = [url]
  }

  /// Returns the next page, or `nil` after the last.
  mutating func next() async -> Podcast? {
    guard let url = nextAddress, visited.count < Self.limit, visited.insert(url).inserted, FeedMove.isAllowed(from: address, to: url) else {
      return nil
    }
    do throws(FeedError) {
      let response = try await feeds.refresh(FeedRequest(url: url, allowsPrivateNetwork: allowsPrivateNetwork, referrer: address))
      guard case .podcast(let page, _) = response.content, !Task.isCancelled else { return nil }
      address = url
      nextAddress = page.details.nextPageURL
      return page
    } catch {
      return nil
    }
  }
}
