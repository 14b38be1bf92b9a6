import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// Refreshes the subscriptions: at the start, by a timer, and on request.
///
/// The failure of a feed is recorded with its show. A refresh on request ends with one notice for all failures.
@Reducer
package struct RefreshFeature {
  /// The toast at the end of a refresh.
  package struct Notice: Hashable, Sendable, Identifiable {
    /// Tells one notice from the next.
    package var id: Int
    /// The text.
    package var text: TextState
  }

  @ObservableState
  package struct State: Equatable {
    /// How far the refresh is that is shown in the window, or `nil` when there is none.
    package var progress: Refresher.Progress?
    /// The shows that are refreshed one by one, on request.
    package var singleShows: Set<Show.ID> = []
    /// The failures of the last refresh on request.
    package var failures: [Refresher.Progress.Failure] = []
    /// Whether the list of ``failures`` is on screen.
    package var isFailureListShown = false
    /// The toast on screen.
    package var notice: Notice?
    /// The shows to refresh when the refresh that is going on has ended.
    package var waitingShows: [Show.ID] = []
    /// Whether all shows are to be refreshed when the refresh that is going on has ended.
    package var isAllWaiting = false
    /// The settings, or `nil` before they were read.
    package var preferences: Preferences?

    /// When the program started, if nothing is refreshed at the start. The first refresh by itself is an interval later.
    fileprivate var startedAt: Date?
    /// The problem of the last refresh by itself. The feature reports it once and not every minute.
    fileprivate var toldProblem: LibraryError?
    fileprivate var isAskedFor = false
    fileprivate var noticeCount = 0

    package init() {}

    /// Whether several shows are being refreshed.
    package var isRefreshing: Bool { progress != nil }
    /// Whether the window shows the progress: there is something to refresh.
    package var isProgressShown: Bool { (progress?.total ?? 0) > 0 }
    /// How many shows are done.
    package var doneCount: Int { progress?.done ?? 0 }
    /// How many shows are refreshed.
    package var totalCount: Int { progress?.total ?? 0 }
    /// The part that is done, from 0 to 1.
    package var fractionDone: Double { progress.map { Double($0.done) / Double(max($0.total, 1)) } ?? 0 }

    /// Notes that the window has reported a problem, so that the refreshes by themselves do not report it again.
    package mutating func problemTold(_ error: LibraryError) { toldProblem = error }

    /// Whether a show is being refreshed on request.
    package func isRefreshing(_ show: Show.ID) -> Bool { singleShows.contains(show) }
  }

  package enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    /// The listener cancelled the refresh.
    case cancelButtonClicked
    case delegate(Delegate)
    /// A refresh of several shows ended.
    case ended(Result<Refresher.Progress, LibraryError>)
    /// The listener chose “Show” in the notice.
    case failuresButtonClicked
    /// The listener chose a show in the list of failures.
    case failureSelected(Show.ID)
    /// The program began.
    case launched
    /// The settings were read, or have changed.
    case preferencesReceived(Preferences)
    /// One show more is done.
    case progressed(Refresher.Progress)
    /// The listener chose “Refresh All”.
    case refreshAllButtonClicked
    /// One show is to be refreshed, on request.
    case refreshShowRequested(Show.ID)
    /// The listener cancelled the refresh of one show.
    case showCancelButtonClicked(Show.ID)
    /// The refresh of one show ended.
    case showEnded(Show.ID, Result<Refresher.Progress, LibraryError>)
    /// These shows were added, and are to be refreshed with progress.
    case showsAdded([Show.ID])
    /// It is time to see which shows are due.
    case ticked

    /// The requests to the program.
    @CasePathable
    package enum Delegate: Equatable {
      /// New episodes arrived.
      case episodesArrived([Refresher.Progress.Arrival])
      /// The listener wants to see a show's health page.
      case healthRequested(Show.ID)
      /// A problem is to be shown.
      case problem(Problem)
    }
  }

  private enum CancelID: Hashable {
    case run
    case show(Show.ID)
    case timer
    case preferences
  }

  /// How often the feature looks which shows are due.
  package static let tick = Duration.seconds(60)

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.feeds) private var feeds
  @Dependency(\.now) private var now
  @Dependency(\.preferences) private var preferences
  @Dependency(\.subscriptions) private var subscriptions

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .delegate: return .none
      case .cancelButtonClicked: return cancel(&state)
      case .ended(let result): return ended(result, &state)
      case .failuresButtonClicked:
        state.notice = nil
        state.isFailureListShown = true
        return .none
      case .failureSelected(let show):
        state.isFailureListShown = false
        return .send(.delegate(.healthRequested(show)))
      case .launched: return listen()
      case .preferencesReceived(let preferences): return preferencesReceived(preferences, &state)
      case .progressed(let progress):
        if state.isRefreshing { state.progress = progress }
        return .none
      case .refreshAllButtonClicked:
        if state.isRefreshing, !state.isAskedFor { state.isAllWaiting = true }
        return state.isRefreshing ? .none : run(.all, isAskedFor: true, &state)
      case .refreshShowRequested(let show): return runSingle(show, &state)
      case .showCancelButtonClicked(let show):
        state.singleShows.remove(show)
        return .cancel(id: CancelID.show(show))
      case .showEnded(let show, let result):
        state.singleShows.remove(show)
        switch result {
        case .success(let progress): return tellArrivals(progress)
        case .failure(let error): return .send(.delegate(.problem(Problem(error))))
        }
      case .showsAdded(let shows): return showsAdded(shows, &state)
      case .ticked: return ticked(&state)
      }
    }
  }

  private func listen() -> Effect<Action> {
    .run { [preferences] send in
      for await value in preferences.values() where !Task.isCancelled { await send(.preferencesReceived(value)) }
    }
    .cancellable(id: CancelID.preferences, cancelInFlight: true)
  }

  /// The first settings begin the timer, and decide whether feeds are refreshed at the start.
  private func preferencesReceived(_ preferences: Preferences, _ state: inout State) -> Effect<Action> {
    let isFirst = state.preferences == nil
    state.preferences = preferences
    guard isFirst else { return .none }
    let timer = Effect<Action>.run { [clock] send in
      while !Task.isCancelled {
        try await clock.sleep(for: Self.tick)
        await send(.ticked)
      }
    }
    .cancellable(id: CancelID.timer)
    guard !preferences.refreshesAtStart else { return .merge(.send(.ticked), timer) }
    state.startedAt = now()
    return timer
  }

  private func ticked(_ state: inout State) -> Effect<Action> {
    guard !state.isRefreshing, state.preferences?.refreshInterval != .never else { return .none }
    if let start = state.startedAt, let interval = state.preferences.flatMap({ RefreshSchedule($0.refreshInterval).interval }),
      now() < start + interval.inSeconds
    {
      return .none
    }
    return run(.due, isAskedFor: false, &state)
  }

  private func refresher(_ state: State) -> Refresher {
    let schedule = RefreshSchedule(state.preferences?.refreshInterval ?? .hour)
    return Refresher(feeds: feeds, subscriptions: subscriptions, schedule: schedule, now: now)
  }

  private func run(_ selection: Refresher.Selection, isAskedFor: Bool, _ state: inout State) -> Effect<Action> {
    state.progress = Refresher.Progress()
    state.isAskedFor = isAskedFor
    return .run { [refresher = refresher(state)] send in
      do throws(LibraryError) {
        let progress = try await refresher.refresh(selection) { await send(.progressed($0)) }
        if !Task.isCancelled { await send(.ended(.success(progress))) }
      } catch {
        if !Task.isCancelled { await send(.ended(.failure(error))) }
      }
    }
    .cancellable(id: CancelID.run)
  }

  private func runSingle(_ show: Show.ID, _ state: inout State) -> Effect<Action> {
    guard state.singleShows.insert(show).inserted else { return .none }
    return .run { [refresher = refresher(state)] send in
      do throws(LibraryError) {
        let progress = try await refresher.refresh(.shows([show]))
        if !Task.isCancelled { await send(.showEnded(show, .success(progress))) }
      } catch {
        if !Task.isCancelled { await send(.showEnded(show, .failure(error))) }
      }
    }
    .cancellable(id: CancelID.show(show))
  }

  private func showsAdded(_ shows: [Show.ID], _ state: inout State) -> Effect<Action> {
    guard !shows.isEmpty else { return .none }
    guard state.isRefreshing else { return run(.shows(shows), isAskedFor: true, &state) }
    state.waitingShows += shows
    return .none
  }

  private func cancel(_ state: inout State) -> Effect<Action> {
    state.progress = nil
    state.waitingShows = []
    state.isAllWaiting = false
    return .cancel(id: CancelID.run)
  }

  private func ended(_ result: Result<Refresher.Progress, LibraryError>, _ state: inout State) -> Effect<Action> {
    state.progress = nil
    switch result {
    case .failure(let error):
      state.waitingShows = []
      state.isAllWaiting = false
      let isTold = !state.isAskedFor && state.toldProblem == error
      state.toldProblem = error
      return isTold ? .none : .send(.delegate(.problem(Problem(error))))
    case .success(let progress):
      // A refresh that had nothing to write does not show that the library can be written again.
      if progress.total > 0 { state.toldProblem = nil }
      if state.isAskedFor { tell(progress, &state) }
      return .merge(tellArrivals(progress), runWaiting(&state))
    }
  }

  private func tellArrivals(_ progress: Refresher.Progress) -> Effect<Action> {
    progress.arrivals.isEmpty ? .none : .send(.delegate(.episodesArrived(progress.arrivals)))
  }

  private func runWaiting(_ state: inout State) -> Effect<Action> {
    if state.isAllWaiting {
      state.isAllWaiting = false
      state.waitingShows = []
      return run(.all, isAskedFor: true, &state)
    }
    let shows = state.waitingShows
    state.waitingShows = []
    return shows.isEmpty ? .none : run(.shows(shows), isAskedFor: true, &state)
  }

  private func tell(_ progress: Refresher.Progress, _ state: inout State) {
    state.failures = progress.failures
    guard let first = progress.failures.first else { return }
    state.noticeCount += 1
    let count = progress.failures.count
    state.notice = Notice(
      id: state.noticeCount,
      text: count == 1 ? TextState("“\(first.title)” could not be refreshed") : TextState("\(count) podcasts could not be refreshed"))
  }
}
