import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// Refreshes the subscriptions: at the start of the program, by a timer, and on request of the user.
///
/// The library stores the failure of a feed with its show. A refresh of several shows on request ends with one toast
/// for all failures, if there are any.
@Reducer
package struct RefreshFeature {
  /// The toast about the failures of a refresh.
  package struct Notice: Hashable, Sendable, Identifiable {
    /// The number of the toast in this session.
    package var id: Int
    /// The text for the user.
    package var text: TextState
  }

  @ObservableState
  package struct State: Equatable {
    /// The progress of the refresh of several shows, or `nil` if none is running.
    package var progress: Refresher.Progress?
    /// The shows that are being refreshed alone, because the user requested this on their pages.
    package var singleShows: Set<Show.ID> = []
    /// The failures of the last refresh of several shows on request.
    package var failures: [Refresher.Progress.Failure] = []
    /// Whether the list of ``failures`` is on screen.
    package var isFailureListShown = false
    /// The toast on screen.
    package var notice: Notice?
    /// The shows to refresh when the running refresh has ended.
    package var waitingShows: [Show.ID] = []
    /// Whether all shows are to be refreshed when the running refresh has ended.
    package var isAllWaiting = false
    /// The settings, or `nil` before they were read.
    package var preferences: Preferences?

    /// When the first settings were read, shortly after the start of the program. The first automatic refresh waits
    /// until ``Preferences/refreshInterval`` has passed since this date. `nil` before the settings are read, or if they
    /// enable a refresh at the start, so that no refresh waits.
    fileprivate var startedAt: Date?
    /// The last problem that ``problemReported(_:)`` recorded, or with which a refresh of several shows failed. If an
    /// automatic refresh fails with the same problem, the problem is not reported again. `nil` after a successful
    /// refresh of several shows.
    fileprivate var reportedProblem: LibraryError?
    /// Whether the user requested the running refresh of several shows, or added these shows. Otherwise this refresh is
    /// automatic.
    fileprivate var isRequested = false
    /// Whether the running refresh includes all shows.
    fileprivate var includesAll = false
    /// The number of toasts in this session. It is the id of the last toast.
    fileprivate var noticeCount = 0

    package init() {}

    /// Whether several shows are being refreshed.
    package var isRefreshingSeveral: Bool { progress != nil }
    /// Whether the window shows the progress. The progress of a refresh that includes no shows is not visible.
    package var isProgressShown: Bool { (progress?.total ?? 0) > 0 }
    /// How many shows are finished.
    package var doneCount: Int { progress?.done ?? 0 }
    /// How many shows the refresh includes.
    package var totalCount: Int { progress?.total ?? 0 }
    /// The finished part, from 0 to 1.
    package var fractionDone: Double { progress.map { Double($0.done) / Double(max($0.total, 1)) } ?? 0 }

    /// Records that a problem was reported to the user, so that automatic refreshes do not report it again.
    package mutating func problemReported(_ error: LibraryError) { reportedProblem = error }

    /// Whether this show is being refreshed alone. Refreshes of several shows do not count.
    package func isRefreshing(_ show: Show.ID) -> Bool { singleShows.contains(show) }
  }

  package enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    /// The user cancelled the refresh of several shows.
    case cancelButtonClicked
    case delegate(Delegate)
    /// A refresh of several shows ended.
    case ended(Result<Refresher.Progress, LibraryError>)
    /// The user clicked “Show” in the toast.
    case failuresButtonClicked
    /// The user clicked “Details” of a show in the list of failures.
    case failureSelected(Show.ID)
    /// The program started. From now on, the feature receives the settings, now and after each change.
    case launched
    /// The settings were read, or have changed.
    case preferencesReceived(Preferences)
    /// A refresh of several shows started, or more of its shows are finished.
    case progressed(Refresher.Progress)
    /// The user selected “Refresh All”.
    case refreshAllButtonClicked
    /// The user requested the refresh of one show.
    case refreshShowRequested(Show.ID)
    /// The user cancelled the refresh of one show.
    case showCancelButtonClicked(Show.ID)
    /// The refresh of one show ended.
    case showEnded(Show.ID, Result<Refresher.Progress, LibraryError>)
    /// These shows were added to the library. The feature refreshes them.
    case showsAdded([Show.ID])
    /// A minute has passed, or the settings enable a refresh at the start. The feature refreshes the shows that are
    /// due.
    case ticked

    /// Notifications and requests to the parent.
    @CasePathable
    package enum Delegate: Equatable {
      /// New episodes arrived.
      case episodesArrived([Refresher.Progress.ShowNews])
      /// Episodes were recognized although their identifiers changed.
      case episodesRecognized([Refresher.Progress.Recognition])
      /// Show the health page of a show.
      case healthRequested(Show.ID)
      /// Report a problem to the user.
      case problem(Problem)
    }
  }

  private enum CancelID: Hashable {
    case severalShows
    case show(Show.ID)
    case timer
    case preferences
  }

  /// The interval at which the feature looks for shows whose next refresh is due.
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
      case .launched: return receivePreferences()
      case .preferencesReceived(let preferences): return preferencesReceived(preferences, &state)
      case .progressed(let progress):
        // Progress that arrives after the user has cancelled the refresh is ignored.
        if state.isRefreshingSeveral { state.progress = progress }
        return .none
      case .refreshAllButtonClicked:
        // An automatic refresh includes only the shows that are due, and a refresh of added shows only these. So all
        // shows are refreshed afterwards.
        if state.isRefreshingSeveral, !state.includesAll { state.isAllWaiting = true }
        return state.isRefreshingSeveral ? .none : refreshSeveral(.all, isRequested: true, &state)
      case .refreshShowRequested(let show): return refreshSingle(show, &state)
      case .showCancelButtonClicked(let show):
        state.singleShows.remove(show)
        return .cancel(id: CancelID.show(show))
      case .showEnded(let show, let result):
        state.singleShows.remove(show)
        switch result {
        case .success(let progress): return sendEpisodes(progress)
        case .failure(let error): return .send(.delegate(.problem(Problem(error))))
        }
      case .showsAdded(let shows): return showsAdded(shows, &state)
      case .ticked: return ticked(&state)
      }
    }
  }

  private func receivePreferences() -> Effect<Action> {
    .run { [preferences] send in
      for await value in preferences.values() where !Task.isCancelled { await send(.preferencesReceived(value)) }
    }
    .cancellable(id: CancelID.preferences, cancelInFlight: true)
  }

  /// Stores the settings. The first settings also start the timer. If the setting “Refresh at Start” is on, the first
  /// ``Action/ticked`` is sent immediately.
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

  /// Refreshes the shows that are due. Does nothing if a refresh of several shows is running, if the settings disable
  /// automatic refreshes, or if the first automatic refresh still waits: see ``State/startedAt``.
  private func ticked(_ state: inout State) -> Effect<Action> {
    guard !state.isRefreshingSeveral, state.preferences?.refreshInterval != .never else { return .none }
    if let start = state.startedAt,
      let interval = state.preferences.flatMap({ RefreshSchedule($0.refreshInterval).interval }),
      now() < start + interval.inSeconds
    {
      return .none
    }
    return refreshSeveral(.due, isRequested: false, &state)
  }

  private func refresher(_ state: State) -> Refresher {
    let schedule = RefreshSchedule(state.preferences?.refreshInterval ?? .hour)
    return Refresher(feeds: feeds, subscriptions: subscriptions, schedule: schedule, now: now)
  }

  private func refreshSeveral(
    _ selection: Refresher.Selection, isRequested: Bool, _ state: inout State
  ) -> Effect<Action> {
    state.progress = Refresher.Progress()
    state.isRequested = isRequested
    state.includesAll = selection == .all
    return .run { [refresher = refresher(state)] send in
      do throws(LibraryError) {
        let progress = try await refresher.refresh(selection) { await send(.progressed($0)) }
        if !Task.isCancelled { await send(.ended(.success(progress))) }
      } catch {
        if !Task.isCancelled { await send(.ended(.failure(error))) }
      }
    }
    .cancellable(id: CancelID.severalShows)
  }

  private func refreshSingle(_ show: Show.ID, _ state: inout State) -> Effect<Action> {
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
    guard state.isRefreshingSeveral else { return refreshSeveral(.shows(shows), isRequested: true, &state) }
    state.waitingShows += shows
    return .none
  }

  private func cancel(_ state: inout State) -> Effect<Action> {
    state.progress = nil
    state.waitingShows = []
    state.isAllWaiting = false
    return .cancel(id: CancelID.severalShows)
  }

  private func ended(_ result: Result<Refresher.Progress, LibraryError>, _ state: inout State) -> Effect<Action> {
    state.progress = nil
    switch result {
    case .failure(let error):
      state.waitingShows = []
      state.isAllWaiting = false
      let wasReported = !state.isRequested && state.reportedProblem == error
      state.reportedProblem = error
      return wasReported ? .none : .send(.delegate(.problem(Problem(error))))
    case .success(let progress):
      // A refresh without shows writes nothing. So its success does not mean that the library can be written again.
      if progress.total > 0 { state.reportedProblem = nil }
      if state.isRequested { showFailures(progress, &state) }
      return .merge(sendEpisodes(progress), refreshWaiting(&state))
    }
  }

  /// Sends the new and the recognized episodes of a refresh to the parent.
  private func sendEpisodes(_ progress: Refresher.Progress) -> Effect<Action> {
    let arrivals: Effect<Action> = progress.news.isEmpty ? .none : .send(.delegate(.episodesArrived(progress.news)))
    return progress.recognitions.isEmpty
      ? arrivals : .merge(arrivals, .send(.delegate(.episodesRecognized(progress.recognitions))))
  }

  /// Starts the refresh that was requested while another one was running, if there is one.
  private func refreshWaiting(_ state: inout State) -> Effect<Action> {
    if state.isAllWaiting {
      state.isAllWaiting = false
      state.waitingShows = []
      return refreshSeveral(.all, isRequested: true, &state)
    }
    let shows = state.waitingShows
    state.waitingShows = []
    return shows.isEmpty ? .none : refreshSeveral(.shows(shows), isRequested: true, &state)
  }

  /// Stores the failures of a refresh, and shows a toast about the failures if there are any.
  private func showFailures(_ progress: Refresher.Progress, _ state: inout State) {
    state.failures = progress.failures
    guard let first = progress.failures.first else { return }
    state.noticeCount += 1
    let count = progress.failures.count
    state.notice = Notice(
      id: state.noticeCount,
      text: count == 1
        ? TextState("“\(first.title)” could not be refreshed") : TextState("\(count) podcasts could not be refreshed"))
  }
}
