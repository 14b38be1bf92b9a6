package import Foundation
package import Podcasts

/// The user's answers to questions about feeds that cannot be fetched without an answer: see ``FeedQuestionFeature``.
package struct FeedAnswers: Hashable, Sendable {
  /// The feeds for which the user permitted redirects to a private network.
  package var permittedFeeds: Set<URL> = []
  /// The feeds for which the user entered a name and a password.
  package var signedInFeeds: Set<URL> = []
  /// Whether the last question was about a feed to preview. Otherwise the last question was about a feed to add.
  package var isQuestionAboutPreview = false

  package init() {}

  /// Records that the user answered a question of this kind about a feed.
  package mutating func add(_ kind: FeedQuestionFeature.Kind, for feed: URL) {
    switch kind {
    case .signIn: signedInFeeds.insert(feed)
    case .privateNetwork: permittedFeeds.insert(feed)
    }
  }

  /// Returns the question about a feed that could not be fetched, or `nil` if no answer would solve the problem.
  func question(_ error: FeedError, feed: URL) -> FeedQuestionFeature.State? {
    FeedQuestionFeature.State(error, feed: feed, isSignedIn: signedInFeeds.contains(feed))
  }
}

extension Subscriber.Result {
  /// Returns the question about the feed that could not be added. `nil` if no answer would solve the problem, or if the
  /// user's address has several feeds.
  func question(_ answers: FeedAnswers) -> FeedQuestionFeature.State? {
    guard shows.isEmpty, problems.count == 1, case .feed(let error, let feed?, _) = problems[0] else { return nil }
    return answers.question(error, feed: feed)
  }
}

extension FetchedPodcast? {
  /// Adds the podcast to the library. If the podcast is `nil`, fetches the feed first.
  ///
  /// - Parameters:
  ///   - subscriber: Fetches and adds the podcast.
  ///   - feed: The address of the podcast's feed.
  ///   - page: The web page that links to the feed, or `nil` if no page does.
  /// - Returns: The added show, or the problem.
  func subscribe(with subscriber: Subscriber, to feed: URL, linkedOn page: URL?) async -> Subscriber.Result {
    guard let self else {
      if let page { return await subscriber.subscribe(to: feed, linkedOn: page) }
      return await subscriber.subscribe(to: feed.absoluteString)
    }
    do throws(LibraryError) {
      return Subscriber.Result(shows: [try await subscriber.add(self, from: feed)])
    } catch {
      return Subscriber.Result(problems: [.library(error)])
    }
  }
}

extension Subscriber.Result {
  /// The web page that was at the user's address instead of a feed. `nil` if there was no web page, if the page is a
  /// local file, or if the address has several feeds.
  var webPage: URL? {
    guard shows.isEmpty, problems.count == 1, case .feed(.webPage, let page?, _) = problems[0], !page.isFileURL else {
      return nil
    }
    return page
  }
}

extension SubscriptionsClient {
  /// Returns the shows in the library to which feeds belong, by the addresses of the feeds. A feed belongs to a show if
  /// the show has or had the feed's address, or else if both have the same `podcast:guid`. Feeds without a show are
  /// left out.
  func shows(of feeds: [(feed: URL, guid: String?)], _ log: @Sendable (String) -> Void) async -> [URL: Show.ID] {
    var shows: [URL: Show.ID] = [:]
    do throws(LibraryError) {
      for (feed, guid) in feeds where !Task.isCancelled { shows[feed] = try await find(feed, guid) }
    } catch {
      // After an error, the remaining feeds count as feeds without a show. The user can add them again, which does not
      // change the data of a show that is already in the library.
      log("The shows of found feeds: \(error)")
    }
    return shows
  }
}

extension SubscribeFeature.Preview {
  /// The beginning of the summary, as plain text: at most 1000 Unicode scalars, and an ellipsis if the text was cut.
  package var summary: String { PlainText(markup: podcast.summary, limit: 1000).text }

  /// The first five episodes of the feed, which are usually the newest.
  package var firstItems: [Podcast.Item] { Array(podcast.items.prefix(5)) }
}
