package import Foundation
package import Podcasts
package import Presentation

/// Fetches all the feeds that an address stands for, and adds their shows to the library.
package struct Subscriber: Sendable {
  private let feeds: FeedClient
  private let library: LibraryClient
  private let subscriptions: SubscriptionsClient
  private let permitted: Set<URL>
  private let log: @Sendable (String) -> Void

  /// Creates a subscriber.
  ///
  /// - Parameter permitted: The feeds that may lead from the web to a private network.
  package init(
    feeds: FeedClient, library: LibraryClient, subscriptions: SubscriptionsClient, permitted: Set<URL> = [],
    log: @escaping @Sendable (String) -> Void
  ) {
    self.feeds = feeds
    self.library = library
    self.subscriptions = subscriptions
    self.permitted = permitted
    self.log = log
  }

  /// The result. A folder of feeds can have both.
  package struct Result: Hashable, Sendable {
    /// The shows that were added, in the order of their feeds.
    package var shows: [Show.ID] = []
    /// Why others were not.
    package var problems: [Problem] = []

    package init(shows: [Show.ID] = [], problems: [Problem] = []) {
      self.shows = shows
      self.problems = problems
    }
  }

  /// Why a show was not added.
  package enum Problem: Hashable, Sendable {
    /// Its feed could not be read, or the typed text is no address. `address` is the typed text, or the one feed of a folder.
    case feed(FeedError, feed: URL?, address: String)
    /// The library could not be written.
    case library(LibraryError)
  }

  /// The result of an address that may be a web page's.
  package enum Outcome: Hashable, Sendable {
    /// The shows of the address, or the show of the only feed that its web page links to.
    case done(Result)
    /// The feeds that a web page links to, if there are several. Nothing was added.
    case choices([DiscoveredFeed])
  }

  /// Adds what an address stands for. If it is the address of a web page that links to one feed, that feed is added.
  ///
  /// A page that links to no feed, or that cannot be read, is a problem: ``FeedError/webPage``.
  package func subscribeFindingFeed(at address: String) async -> Outcome {
    let result = await subscribe(to: address)
    guard let page = result.webPage, !Task.isCancelled else { return .done(result) }
    let found = await discover(on: page)
    if found.count > 1 { return .choices(found) }
    guard let feed = found.first, !Task.isCancelled else { return .done(result) }
    return .done(await subscribe(to: feed.url.absoluteString))
  }

  /// The feeds that a web page links to. A page that cannot be read has none.
  private func discover(on page: URL) async -> [DiscoveredFeed] {
    do throws(FeedError) {
      return try await feeds.discover(page)
    } catch {
      return []
    }
  }

  /// Adds what an address stands for. One bad feed does not stop the others; a library that cannot be written does.
  ///
  /// When the calling task is cancelled, it stops, and earlier shows stay. Cancellation is not a problem.
  package func subscribe(to address: String) async -> Result {
    var result = Result()
    do throws(FeedError) {
      let addresses = try await feeds.resolve(address)
      for feed in addresses where !Task.isCancelled {
        let shown = addresses.count == 1 ? address : feed.isFileURL ? feed.path : feed.absoluteString
        await add(feed, shownAs: shown, to: &result)
        if case .library = result.problems.last { break }
      }
    } catch .cancelled {
      return result
    } catch {
      result.problems.append(.feed(error, feed: nil, address: address))
    }
    result.problems.forEach { log($0.logText) }
    return result
  }

  private func add(_ feed: URL, shownAs address: String, to result: inout Result) async {
    let podcast: FetchedPodcast
    do throws(FeedError) {
      podcast = try await fetch(feed)
    } catch .cancelled {
      return
    } catch {
      return result.problems.append(.feed(error, feed: feed, address: address))
    }
    guard !Task.isCancelled else { return }
    do throws(LibraryError) {
      result.shows.append(try await subscribe(to: podcast, from: feed))
    } catch {
      result.problems.append(.library(error))
    }
  }

  /// Adds a podcast that was fetched already. A show that had this address before, or has the same `podcast:guid`, is the same show.
  package func subscribe(to podcast: FetchedPodcast, from feed: URL) async throws(LibraryError) -> Show.ID {
    let show = try await library.subscribe(podcast, await presentAddress(of: podcast.podcast, from: feed))
    if permitted.contains(feed) { try await subscriptions.allowPrivateNetwork(show) }
    return show
  }

  /// Fetches a podcast before it is added.
  package func fetch(_ feed: URL) async throws(FeedError) -> FetchedPodcast {
    guard permitted.contains(feed) else { return try await feeds.fetch(feed) }
    return try FetchedPodcast(await feeds.refresh(FeedRequest(url: feed, allowsPrivateNetwork: true)), from: feed)
  }

  /// The address under which the library has the show. If the library cannot be read, adding the show throws the reason.
  private func presentAddress(of podcast: Podcast, from feed: URL) async -> URL {
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
  /// How many problems a message names.
  private static let namedProblems = 5

  /// The message about the problems, or `nil` if there are none. Several problems are one list.
  ///
  /// - Parameter isOneOfSeveral: Whether other addresses were given at the same time. Then, or if the address stood for several feeds,
  ///   the message names the address of its problem.
  package func notice(amongSeveral isOneOfSeveral: Bool) -> Subscriber.Notice? {
    guard let first = problems.first else { return nil }
    guard problems.count > 1 else { return isOneOfSeveral || !shows.isEmpty ? first.noticeWithAddress : first.notice }
    var list = problems.prefix(Self.namedProblems).map(\.line).reduce(TextState(verbatim: "")) { $0 + $1 + TextState(verbatim: "\n") }
    let hiddenCount = problems.count - Self.namedProblems
    if hiddenCount > 0 { list = list + TextState("And \(hiddenCount) more.") }
    return Subscriber.Notice(title: TextState("\(problems.count) podcasts could not be added"), message: list)
  }

  /// The alert with the message, for addresses that were not typed in the sheet.
  package func alert(amongSeveral isOneOfSeveral: Bool) -> AlertState<Never>? {
    notice(amongSeveral: isOneOfSeveral).map { .problem($0.title, $0.message) }
  }
}

extension Subscriber.Problem {
  /// The message with the problem and the advice.
  package var notice: Subscriber.Notice { Subscriber.Notice(title: title, message: message) }

  /// The same message with the address, unless it has the address already.
  package var noticeWithAddress: Subscriber.Notice {
    guard case .feed(_, _, let address) = self, !message.description.contains(address) else { return notice }
    return Subscriber.Notice(title: title, message: TextState(verbatim: address + "\n\n") + message)
  }

  /// The address and the problem, in one line.
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

  var logText: String {
    switch self {
    case .feed(let error, _, let address): "\(address): \(error)"
    case .library(let error): String(describing: error)
    }
  }
}
