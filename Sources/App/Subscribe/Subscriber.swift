package import Foundation
package import Podcasts
package import Presentation

/// Fetches the feeds of an address, and adds their shows to the library. The address may be a web address, a file, or a
/// folder with several feeds.
package struct Subscriber: Sendable {
  private let feeds: FeedClient
  private let library: LibraryClient
  private let subscriptions: SubscriptionsClient
  /// The feeds for which the user has permitted requests to a private network. Such a feed redirects to a private
  /// network, or is in a private network while a public page links to it.
  private let permittedFeeds: Set<URL>
  private let log: @Sendable (String) -> Void

  /// Creates a subscriber.
  ///
  /// - Parameter permittedFeeds: The feeds for which the user has permitted requests to a private network.
  package init(
    feeds: FeedClient, library: LibraryClient, subscriptions: SubscriptionsClient, permittedFeeds: Set<URL> = [],
    log: @escaping @Sendable (String) -> Void
  ) {
    self.feeds = feeds
    self.library = library
    self.subscriptions = subscriptions
    self.permittedFeeds = permittedFeeds
    self.log = log
  }

  /// The shows that were added, and the reasons why other shows were not added. A folder of feeds can have both.
  package struct Result: Hashable, Sendable {
    /// The shows that were added, in the order of their feeds.
    package var shows: [Show.ID] = []
    /// The reasons why other shows were not added.
    package var problems: [Problem] = []

    package init(shows: [Show.ID] = [], problems: [Problem] = []) {
      self.shows = shows
      self.problems = problems
    }
  }

  /// Why a show was not added.
  package enum Problem: Hashable, Sendable {
    /// The feed could not be read, or no feed was found for the typed text. In the second case, `feed` is `nil`.
    /// `address` is the typed text without user and password. For one of several feeds in a folder, and for a feed that
    /// a web page links to, `address` is the feed's own address.
    case feed(FeedError, feed: URL?, address: String)
    /// The library could not be read or written.
    case library(LibraryError)
  }

  /// The result for an address that may be a web page.
  package enum Outcome: Hashable, Sendable {
    /// The result for the feeds of the address, or for the only feed that the web page links to.
    case done(Result)
    /// The web page links to several feeds. Nothing was added.
    case severalFeeds([DiscoveredFeed], page: URL)
  }

  /// Adds the feeds of an address. If the address is a web page that links to one feed, adds that feed.
  ///
  /// If the page links to no feed, or cannot be read, the result has the problem ``FeedError/webPage``.
  package func subscribeFindingFeed(at address: String) async -> Outcome {
    let result = await subscribe(to: address)
    guard let page = result.webPage, !Task.isCancelled else { return .done(result) }
    let found = await discover(on: page)
    if found.count > 1 { return .severalFeeds(found, page: page) }
    guard let feed = found.first, !Task.isCancelled else { return .done(result) }
    return .done(await subscribe(to: feed.url, linkedOn: page))
  }

  /// Adds a feed that a web page links to. If the page is outside of private networks, a feed in a private network is
  /// fetched only with the user's permission.
  package func subscribe(to feed: URL, linkedOn page: URL) async -> Result {
    var result = Result()
    await fetchAndAdd(feed, linkedOn: page, shownAs: feed.shownAddress, to: &result)
    result.problems.forEach { log($0.logText) }
    return result
  }

  /// Returns the feeds that a web page links to. Returns an empty array if the page cannot be read.
  private func discover(on page: URL) async -> [DiscoveredFeed] {
    do throws(FeedError) {
      return try await feeds.discover(page)
    } catch {
      return []
    }
  }

  /// Adds the feeds of an address. If one feed fails, the others are still added. If the library cannot be read or
  /// written, no more feeds are added.
  ///
  /// If the calling task is cancelled, no more feeds are added, and the shows that were already added stay.
  /// Cancellation is not reported as a problem.
  package func subscribe(to address: String) async -> Result {
    var result = Result()
    do throws(FeedError) {
      let addresses = try await feeds.resolve(address)
      for feed in addresses where !Task.isCancelled {
        let shown = addresses.count == 1 ? address.withoutCredentials : feed.shownAddress
        await fetchAndAdd(feed, shownAs: shown, to: &result)
        if case .library = result.problems.last { break }
      }
    } catch .cancelled {
      return result
    } catch {
      result.problems.append(.feed(error, feed: nil, address: address.withoutCredentials))
    }
    result.problems.forEach { log($0.logText) }
    return result
  }

  /// Fetches and adds one feed. Adds the show or the problem to the result.
  ///
  /// - Parameters:
  ///   - page: The web page that links to the feed, or `nil` if no page does.
  ///   - address: The address of the feed, as messages show it.
  private func fetchAndAdd(
    _ feed: URL, linkedOn page: URL? = nil, shownAs address: String, to result: inout Result
  ) async {
    let podcast: FetchedPodcast
    do throws(FeedError) {
      podcast = try await fetch(feed, linkedOn: page)
    } catch .cancelled {
      return
    } catch {
      return result.problems.append(.feed(error, feed: feed, address: address))
    }
    guard !Task.isCancelled else { return }
    do throws(LibraryError) {
      result.shows.append(try await add(podcast, from: feed))
    } catch {
      result.problems.append(.library(error))
    }
  }

  /// Adds a podcast that was already fetched, and returns its show. If the library already has the show, returns that
  /// show. The library has the show if a show has or had the address of the feed, or has the same `podcast:guid`. If
  /// the user has permitted requests to a private network for the feed, the permission is saved with the show.
  package func add(_ podcast: FetchedPodcast, from feed: URL) async throws(LibraryError) -> Show.ID {
    let show = try await library.subscribe(podcast, await storedAddress(of: podcast.podcast, from: feed))
    if permittedFeeds.contains(feed) { try await subscriptions.allowPrivateNetwork(show) }
    return show
  }

  /// Fetches a podcast without adding it.
  ///
  /// - Parameter page: The web page that links to the feed, or `nil` if the user entered the address of the feed.
  package func fetch(_ feed: URL, linkedOn page: URL? = nil) async throws(FeedError) -> FetchedPodcast {
    let isPermitted = permittedFeeds.contains(feed)
    guard isPermitted || page != nil else { return try await feeds.fetch(feed) }
    // Only `refresh` takes the permission and the page. Without validators, `refresh` fetches the complete feed.
    return try FetchedPodcast(
      await feeds.refresh(FeedRequest(url: feed, allowsPrivateNetwork: isPermitted, referrer: page)), from: feed)
  }

  /// Returns the current feed address of the podcast's show in the library, or `feed` if there is no such show. So a
  /// show that is added again by a former address keeps its current one. An error of the library is only logged here,
  /// because adding the show will fail with the same error and report it.
  private func storedAddress(of podcast: Podcast, from feed: URL) async -> URL {
    do throws(LibraryError) {
      guard let show = try await subscriptions.find(feed, podcast.details.guid) else { return feed }
      for await result in subscriptions.subscription(show) { return try result.get()?.feedURL ?? feed }
    } catch {
      log("The former addresses of \(feed.shownAddress): \(error)")
    }
    return feed
  }
}

extension Subscriber {
  /// A message about problems and their remedies.
  package struct Notice: Hashable, Sendable {
    package var title: TextState
    package var message: TextState
  }
}

extension Subscriber.Result {
  /// The maximum number of problems that a message lists.
  private static let listedProblemLimit = 5

  /// Returns the message about the problems, or `nil` if there are none. The message about several problems is a list.
  ///
  /// - Parameter isOneOfSeveral: Whether the user opened several addresses at the same time. The message about a
  ///   single problem of a feed contains the feed's address if this is `true`, or if other feeds of the same folder
  ///   were added.
  package func notice(isOneOfSeveral: Bool) -> Subscriber.Notice? {
    guard let first = problems.first else { return nil }
    guard problems.count > 1 else { return isOneOfSeveral || !shows.isEmpty ? first.noticeWithAddress : first.notice }
    var list = problems.prefix(Self.listedProblemLimit).map(\.line).reduce(TextState(verbatim: "")) {
      $0 + $1 + TextState(verbatim: "\n")
    }
    let hiddenCount = problems.count - Self.listedProblemLimit
    if hiddenCount > 0 { list = list + TextState("And \(hiddenCount) more.") }
    return Subscriber.Notice(title: TextState("\(problems.count) podcasts could not be added"), message: list)
  }

  /// Returns an alert with the message of ``notice(isOneOfSeveral:)``, or `nil` if there are no problems. The alert is
  /// for addresses that were not entered in the sheet “Add Podcast”.
  package func alert(isOneOfSeveral: Bool) -> AlertState<Never>? {
    notice(isOneOfSeveral: isOneOfSeveral).map { .problem($0.title, $0.message) }
  }
}

extension Subscriber.Problem {
  /// The message with the problem and its remedy.
  package var notice: Subscriber.Notice { Subscriber.Notice(title: title, message: message) }

  /// The message with the address of the feed before the remedy. If the remedy contains the address already, or if the
  /// library has the problem, the message is ``notice``.
  package var noticeWithAddress: Subscriber.Notice {
    guard case .feed(_, _, let address) = self, !message.description.contains(address) else { return notice }
    return Subscriber.Notice(title: title, message: TextState(verbatim: address + "\n\n") + message)
  }

  /// The problem in one line, with the address if a feed has the problem.
  fileprivate var line: TextState {
    guard case .feed(_, _, let address) = self else { return title }
    return TextState(verbatim: address + ": ") + title
  }

  private var title: TextState {
    switch self {
    case .feed(.notAFeed, let feed?, _) where feed.isFileURL: TextState("This File Is Not a Podcast Feed")
    case .feed(let error, _, _): error.title
    case .library(let error): error.title
    }
  }

  private var message: TextState {
    switch self {
    case .feed(.notAFeed, let feed?, _) where feed.isFileURL:
      TextState("Choose a file in the RSS format, or look for the address of the feed on the podcast's website.")
    case .feed(let error, _, _): error.message
    case .library(let error): error.message
    }
  }

  /// The text for the log, with details about the cause. The user does not see this text.
  var logText: String {
    switch self {
    case .feed(let error, _, let address): "\(address): \(error)"
    case .library(let error): String(describing: error)
    }
  }
}
