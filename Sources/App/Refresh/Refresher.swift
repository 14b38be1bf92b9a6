package import Foundation
package import Podcasts

/// Refreshes subscriptions: fetches their feeds and records what came of it in the library.
///
/// The window and the command line use it. A feed that fails never stops the others; a library that cannot be written stops all.
/// When the calling task is cancelled, the transfers stop, and earlier records stay.
package struct Refresher: Sendable {
  /// The subscriptions to refresh.
  package enum Selection: Hashable, Sendable {
    /// The shows that are due by the schedule.
    case due
    /// All but those whose feeds are gone for good.
    case all
    /// These shows, even if their feeds are gone.
    case shows([Show.ID])
  }

  /// How far a refresh is, and at its end what came of it.
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

    /// The episodes that arrived in a show whose feed was read before.
    package struct Arrival: Hashable, Sendable, Identifiable {
      package var id: Show.ID
      package var title: String
      /// The episodes, the newest first.
      package var episodes: [Episode.ID]

      package init(id: Show.ID, title: String, episodes: [Episode.ID]) {
        self.id = id
        self.title = title
        self.episodes = episodes
      }
    }

    /// How many shows are done, whatever came of it.
    package var done: Int
    /// How many shows there are to refresh.
    package var total: Int
    /// The shows that could not be refreshed, in the order in which they failed.
    package var failures: [Failure]
    /// How many episodes arrived.
    package var newEpisodeCount: Int
    /// The new episodes by show. The first refresh of a show is left out: all of its episodes arrive with it.
    package var arrivals: [Arrival]

    package init(done: Int = 0, total: Int = 0, failures: [Failure] = [], newEpisodeCount: Int = 0, arrivals: [Arrival] = []) {
      self.done = done
      self.total = total
      self.failures = failures
      self.newEpisodeCount = newEpisodeCount
      self.arrivals = arrivals
    }
  }

  fileprivate enum Outcome: Sendable {
    case refreshed(Progress.Arrival, newEpisodeCount: Int)
    case failed(Progress.Failure)
    case library(LibraryError)
    /// The show was removed, or the refresh was cancelled.
    case dropped
  }

  private let subscriptions: SubscriptionsClient
  private let fetcher: FeedRefresh
  private let schedule: RefreshSchedule
  private let limit: Int
  private let now: @Sendable () -> Date

  /// Creates a refresher.
  ///
  /// - Parameters:
  ///   - feeds: Fetches the feeds. It limits how many transfers go to one host.
  ///   - subscriptions: Lists the subscriptions, and records what came of each.
  ///   - schedule: Decides which are due, and when each is due next.
  ///   - limit: How many feeds are refreshed at the same time, at least one. More than a few hosts can be silent until their time is over.
  ///   - now: Tells the time.
  package init(
    feeds: FeedClient, subscriptions: SubscriptionsClient, schedule: RefreshSchedule, limit: Int = 32, now: @escaping @Sendable () -> Date
  ) {
    self.subscriptions = subscriptions
    fetcher = FeedRefresh(feeds: feeds, subscriptions: subscriptions)
    self.schedule = schedule
    self.limit = max(1, limit)
    self.now = now
  }

  /// Refreshes subscriptions, and returns when all are done.
  ///
  /// - Parameters:
  ///   - selection: Which ones.
  ///   - progressed: Called when it is known how many there are, and after each one.
  /// - Returns: The last progress. It is not complete if the task was cancelled.
  @discardableResult
  package func refresh(
    _ selection: Selection, progressed: @escaping @Sendable (Progress) async -> Void = { _ in }
  ) async throws(LibraryError) -> Progress {
    let selected = select(selection, from: try await subscriptions.all())
    let result = await withTaskGroup(of: Outcome.self) { group -> Result<Progress, LibraryError> in
      var progress = Progress(total: selected.count)
      await progressed(progress)
      var waiting = selected[...]
      for subscription in waiting.prefix(limit) {
        waiting.removeFirst()
        group.addTask { await refresh(subscription) }
      }
      for await outcome in group {
        if case .library(let error) = outcome {
          group.cancelAll()
          return .failure(error)
        }
        if Task.isCancelled { continue }
        if let subscription = waiting.popFirst() { group.addTask { await refresh(subscription) } }
        progress.add(outcome)
        await progressed(progress)
      }
      return .success(progress)
    }
    return try result.get()
  }

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

  private func refresh(_ subscription: Subscription) async -> Outcome {
    let fetched = await fetcher.fetch(subscription)
    if Task.isCancelled || fetched.result == .failure(.cancelled) { return .dropped }
    do throws(LibraryError) {
      let recorded = try await record(fetched, of: subscription)
      // The first refresh of a show also brings the further pages of its feed. Their episodes are no news.
      let news = subscription.lastSucceededAt == nil ? recorded.arrivals : recorded.newEpisodes
      guard case .failure(let error) = fetched.result else {
        let arrival = Progress.Arrival(id: subscription.id, title: subscription.title, episodes: news)
        return .refreshed(arrival, newEpisodeCount: recorded.newEpisodes.count)
      }
      return .failed(Progress.Failure(id: subscription.id, title: subscription.title, error: error))
    } catch .notFound {
      return .dropped
    } catch {
      return .library(error)
    }
  }

  /// Records a refresh. If all episodes of a show that was there before are new, the feed's further pages may have some too.
  private func record(_ fetched: FeedRefresh.Fetched, of subscription: Subscription) async throws(LibraryError) -> RecordedRefresh {
    var all = try await record(fetched.result, fetched.movedTo, of: subscription)
    guard !fetched.hasAllPages, case .success(let response) = fetched.result, case .podcast(let podcast, let hash) = response.content,
      !podcast.items.isEmpty, all.newEpisodes.count >= podcast.items.count
    else { return all }
    var pages = fetcher.pages(after: podcast, of: subscription, from: fetched.movedTo ?? subscription.feedURL)
    while let page = await pages.next() {
      var extended = response
      var whole = podcast
      whole.items = page.items
      extended.content = .podcast(whole, hash: hash)
      let added = try await record(.success(extended), nil, of: subscription).newEpisodes
      all.newEpisodes += added
      if added.count < page.items.count { break }
    }
    return all
  }

  private func record(
    _ result: Result<FeedResponse, FeedError>, _ movedTo: URL?, of subscription: Subscription
  ) async throws(LibraryError) -> RecordedRefresh {
    let now = now()
    let due = schedule.nextDue(for: subscription, after: result, at: now)
    return try await subscriptions.record(
      RefreshOutcome(show: subscription.id, endedAt: now, nextDueAt: due, result: result, movedTo: movedTo))
  }
}

extension Refresher.Progress {
  fileprivate mutating func add(_ outcome: Refresher.Outcome) {
    done += 1
    switch outcome {
    case .refreshed(let arrival, let count):
      newEpisodeCount += count
      if !arrival.episodes.isEmpty { arrivals.append(arrival) }
    case .failed(let failure): failures.append(failure)
    case .library, .dropped: break
    }
  }
}
