package import Foundation
package import Podcasts

/// The user's answers to the questions of feeds.
package struct FeedAnswers: Hashable, Sendable {
  /// The feeds that may lead to a private network.
  package var permitted: Set<URL> = []
  /// The feeds for which a name and a password were given.
  package var signedIn: Set<URL> = []
  /// Whether the present question came from a preview.
  package var isPreview = false

  package init() {}

  /// Adds an answer.
  package mutating func add(_ kind: FeedQuestionFeature.Kind, for feed: URL) {
    switch kind {
    case .signIn: signedIn.insert(feed)
    case .privateNetwork: permitted.insert(feed)
    }
  }

  /// The question of a feed that could not be fetched, or `nil` if no answer would help.
  func question(_ error: FeedError, feed: URL) -> FeedQuestionFeature.State? {
    FeedQuestionFeature.State(error, feed: feed, isSignedIn: signedIn.contains(feed))
  }
}

extension Subscriber.Result {
  /// The question of the only feed, or `nil` if it needs no answer.
  func question(_ answers: FeedAnswers) -> FeedQuestionFeature.State? {
    guard shows.isEmpty, problems.count == 1, case .feed(let error, let feed?, _) = problems[0] else { return nil }
    return answers.question(error, feed: feed)
  }
}

extension FetchedPodcast? {
  /// Adds the podcast, and fetches it first if there is none.
  func added(_ subscriber: Subscriber, _ feed: URL) async -> Subscriber.Result {
    guard let self else { return await subscriber.subscribe(to: feed.absoluteString) }
    do throws(LibraryError) {
      return Subscriber.Result(shows: [try await subscriber.subscribe(to: self, from: feed)])
    } catch {
      return Subscriber.Result(problems: [.library(error)])
    }
  }
}

extension Subscriber.Result {
  /// The web page that was at the only address, if there was one in place of a feed.
  var webPage: URL? {
    guard shows.isEmpty, problems.count == 1, case .feed(.webPage, let page?, _) = problems[0], !page.isFileURL else { return nil }
    return page
  }
}

extension SubscriptionsClient {
  /// The shows that have these feeds now, had them before, or have these identifiers. Feeds without a show are left out.
  func shows(of feeds: [(feed: URL, guid: String?)], _ log: @Sendable (String) -> Void) async -> [URL: Show.ID] {
    var known: [URL: Show.ID] = [:]
    do throws(LibraryError) {
      for (feed, guid) in feeds where !Task.isCancelled { known[feed] = try await find(feed, guid) }
    } catch {
      // The feeds are offered as new ones. Adding a show that is there changes nothing of the listener's.
      log("The shows of found feeds: \(error)")
    }
    return known
  }
}

extension SubscribeFeature.Preview {
  /// The summary, as plain text.
  package var summary: String { PlainText(markup: podcast.summary, limit: 1000).text }

  /// The newest episodes, as the feed has them.
  package var newestItems: [Podcast.Item] { Array(podcast.items.prefix(5)) }
}
