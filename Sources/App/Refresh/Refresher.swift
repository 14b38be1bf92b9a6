package import Foundation
package import Podcasts

/// Refreshes subscriptions: fetches their feeds and records the results in the library.
///
/// The window and the command line use this type. If one feed fails, the other feeds are still refreshed. If the
/// library cannot be written, the whole refresh ends. If the calling task is cancelled, the transfers stop, and the
/// results that were already recorded stay.
package struct Refresher: Sendable {
  /// The subscriptions to refresh.
  package enum Selection: Hashable, Sendable {
    /// The shows that are due by the schedule.
    case due
    /// All shows except those whose server reported that the feed is gone.
    case all
    /// These shows, even if their feeds are gone.
    case shows([Show.ID])
  }

  /// The progress of a refresh. The last progress is the result of the refresh.
  package struct Progress: Hashable, Sendable {
    /// A show that could not be refreshed.
    package struct Failure: Hashable, Sendable, Identifiable {
      package var id: Show.ID
      package var title: String
      package var error: FeedError

      package init(id: Show.ID, title: String, error: FeedError) {
        self.id = id
        self.title = title
        self.error = error
      }
    }

    /// The new episodes of one show, for a notification.
    package struct ShowNews: Hashable, Sendable, Identifiable {
      package var id: Show.ID
      package var title: String
      /// The new episodes, the newest first.
      package var episodes: [Episode.ID]

      package init(id: Show.ID, title: String, episodes: [Episode.ID]) {
        self.id = id
        self.title = title
        self.episodes = episodes
      }
    }

    /// The episodes of a show that were recognized although their identifiers changed.
    package struct Recognition: Hashable, Sendable, Identifiable {
      package var id: Show.ID
      package var title: String
      /// How many episodes were recognized.
      package var count: Int

      package init(id: Show.ID, title: String, count: Int) {
        self.id = id
        self.title = title
        self.count = count
      }
    }

    /// How many shows are finished: refreshed, failed or removed.
    package var done: Int
    /// How many shows the refresh includes.
    package var total: Int
    /// The shows that could not be refreshed, in the order in which they failed.
    package var failures: [Failure]
    /// How many episodes the refresh added to the library, including the old episodes of new shows.
    package var newEpisodeCount: Int
    /// The new episodes by show, for notifications. Shows without new episodes are left out.
    ///
    /// The first successful refresh of a show also adds its old episodes. From this refresh, only
    /// ``RecordedRefresh/arrivals`` are included: the added episodes that are not older than the oldest episode that
    /// the show already had.
    package var news: [ShowNews]
    /// The shows with recognized episodes.
    package var recognitions: [Recognition]

    package init(
      done: Int = 0, total: Int = 0, failures: [Failure] = [], newEpisodeCount: Int = 0, news: [ShowNews] = [],
      recognitions: [Recognition] = []
    ) {
      self.done = done
      self.total = total
      self.failures = failures
      self.newEpisodeCount = newEpisodeCount
      self.news = news
      self.recognitions = recognitions
    }
  }

  /// The result of the refresh of one show.
  fileprivate enum ShowResult: Sendable {
    /// The feed was fetched and recorded. `newEpisodeCount` also counts the old episodes that the first refresh adds.
    case refreshed(Progress.ShowNews, newEpisodeCount: Int, recognizedCount: Int)
    /// The feed could not be fetched or read. The failure was recorded.
    case failed(Progress.Failure)
    /// The library could not be written. The whole refresh ends.
    case libraryFailed(LibraryError)
    /// There is no result: the show was removed, or the refresh was cancelled.
    case dropped
  }

  private let subscriptions: SubscriptionsClient
  private let fetcher: FeedRefresh
  private let schedule: RefreshSchedule
  /// The maximum number of feeds that are refreshed at the same time.
  private let limit: Int
  private let now: @Sendable () -> Date

  /// Creates a refresher.
  ///
  /// - Parameters:
  ///   - feeds: Fetches the feeds. The client limits the number of simultaneous transfers from one host.
  ///   - subscriptions: Lists the subscriptions, and records the result of each refresh.
  ///   - schedule: Decides which shows are due, and when each show is due next.
  ///   - limit: The maximum number of feeds that are refreshed at the same time, at least one. The default is high, so
  ///     that other feeds do not have to wait while some hosts do not answer.
  ///   - now: Returns the current time.
  package init(
    feeds: FeedClient, subscriptions: SubscriptionsClient, schedule: RefreshSchedule, limit: Int = 32,
    now: @escaping @Sendable () -> Date
  ) {
    self.subscriptions = subscriptions
    fetcher = FeedRefresh(feeds: feeds, subscriptions: subscriptions)
    self.schedule = schedule
    self.limit = max(1, limit)
    self.now = now
  }

  /// Refreshes subscriptions, and returns when all are finished. Throws if the library cannot be read or written.
  ///
  /// - Parameters:
  ///   - selection: The subscriptions to refresh.
  ///   - progressed: Called with the progress: once before the first transfer, then after finished shows, and at last
  ///     with the result. The first transfer and the return of this function wait for the closure, but the other
  ///     transfers do not. While the closure runs, only the newest progress is kept for the next call.
  /// - Returns: The last progress. It is not complete if the task was cancelled.
  @discardableResult
  package func refresh(
    _ selection: Selection, progressed: @escaping @Sendable (Progress) async -> Void = { _ in }
  ) async throws(LibraryError) -> Progress {
    let selected = select(selection, from: try await subscriptions.all())
    await progressed(Progress(total: selected.count))
    let (progressStream, progressContinuation) = AsyncStream.makeStream(
      of: Progress.self, bufferingPolicy: .bufferingNewest(1))
    async let reporting: Void = {
      for await progress in progressStream { await progressed(progress) }
    }()
    let result = await refreshConcurrently(selected) { progressContinuation.yield($0) }
    progressContinuation.finish()
    await reporting
    return try result.get()
  }

  /// Refreshes these subscriptions, and returns the last progress, or the error with which the library failed.
  private func refreshConcurrently(
    _ selected: [Subscription], progressed: @escaping @Sendable (Progress) -> Void
  ) async -> Result<Progress, LibraryError> {
    await withTaskGroup(of: ShowResult.self) { group in
      var progress = Progress(total: selected.count)
      var waiting = selected[...]
      for subscription in waiting.prefix(limit) {
        waiting.removeFirst()
        group.addTask { await refreshOne(subscription) }
      }
      for await showResult in group {
        if case .libraryFailed(let error) = showResult {
          group.cancelAll()
          return .failure(error)
        }
        if Task.isCancelled { continue }
        if let subscription = waiting.popFirst() { group.addTask { await refreshOne(subscription) } }
        progress.add(showResult)
        progressed(progress)
      }
      return .success(progress)
    }
  }

  /// Returns the subscriptions of a selection.
  private func select(_ selection: Selection, from all: [Subscription]) -> [Subscription] {
    switch selection {
    case .due:
      let now = now()
      return all.filter { schedule.isDue($0, at: now) }
    case .all: return all.filter { $0.status != .gone }
    case .shows(let shows):
      let wanted = Set(shows)
      return all.filter { wanted.contains($0.id) }
    }
  }

  /// Fetches the feed of one subscription, and records the result.
  private func refreshOne(_ subscription: Subscription) async -> ShowResult {
    let fetched = await fetcher.fetch(subscription)
    if Task.isCancelled || fetched.result == .failure(.cancelled) { return .dropped }
    do throws(LibraryError) {
      let recorded = try await recordPages(fetched, of: subscription)
      // The first successful refresh of a show also adds its old episodes. A notification must not contain them.
      let news = subscription.lastSucceededAt == nil ? recorded.arrivals : recorded.newEpisodes
      guard case .failure(let error) = fetched.result else {
        // `mergedEpisodes` are the recognized episodes: the library merges each of them with the item that has the new
        // identifier.
        let showNews = Progress.ShowNews(id: subscription.id, title: subscription.title, episodes: news)
        return .refreshed(
          showNews, newEpisodeCount: recorded.newEpisodes.count, recognizedCount: recorded.mergedEpisodes.count)
      }
      return .failed(Progress.Failure(id: subscription.id, title: subscription.title, error: error))
    } catch .notFound {
      // The show was removed during the refresh.
      return .dropped
    } catch {
      return .libraryFailed(error)
    }
  }

  /// Records the result of a fetch. If all items of the feed's first page are new episodes, the next pages may contain
  /// new episodes too. So these pages are fetched and recorded until a page contains a known episode, unless the fetch
  /// has already read all pages.
  private func recordPages(
    _ fetched: FeedRefresh.Fetched, of subscription: Subscription
  ) async throws(LibraryError) -> RecordedRefresh {
    var recorded = try await record(fetched.result, movedTo: fetched.movedTo, of: subscription)
    guard !fetched.hasAllPages, case .success(let response) = fetched.result,
      case .podcast(let podcast, let hash) = response.content,
      !podcast.items.isEmpty, recorded.newEpisodes.count >= podcast.items.count
    else { return recorded }
    var pages = fetcher.pages(after: podcast, of: subscription, from: fetched.movedTo ?? subscription.feedURL)
    while let page = await pages.next() {
      var pageResponse = response
      var pagePodcast = podcast
      pagePodcast.items = page.items
      pageResponse.content = .podcast(pagePodcast, hash: hash)
      let added = try await record(.success(pageResponse), movedTo: nil, of: subscription)
      recorded.newEpisodes += added.newEpisodes
      recorded.mergedEpisodes += added.mergedEpisodes
      if added.newEpisodes.count < page.items.count { break }
    }
    return recorded
  }

  /// Records one response or error in the library, with the feed's new address, if any, and the date of the next
  /// refresh.
  private func record(
    _ result: Result<FeedResponse, FeedError>, movedTo: URL?, of subscription: Subscription
  ) async throws(LibraryError) -> RecordedRefresh {
    let now = now()
    let due = schedule.nextDue(for: subscription, after: result, at: now)
    return try await subscriptions.record(
      RefreshOutcome(show: subscription.id, endedAt: now, nextDueAt: due, result: result, movedTo: movedTo))
  }
}

extension Refresher.Progress {
  fileprivate mutating func add(_ result: Refresher.ShowResult) {
    done += 1
    switch result {
    case .refreshed(let showNews, let newCount, let recognizedCount):
      newEpisodeCount += newCount
      if !showNews.episodes.isEmpty { news.append(showNews) }
      if recognizedCount > 0 {
        recognitions.append(Recognition(id: showNews.id, title: showNews.title, count: recognizedCount))
      }
    case .failed(let failure): failures.append(failure)
    case .libraryFailed, .dropped: break
    }
  }
}
