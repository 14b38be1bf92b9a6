package import Podcasts
package import Presentation
package import ReducerStore

/// The health page of a show: the result of the last refresh, the repaired defects of the feed, and the recognized
/// episodes.
///
/// If an episode gets another identifier in the feed, a refresh recognizes the episode by its other properties, and
/// merges the new item with the known episode (``EpisodeMerge``). The user can undo a merge.
///
/// A ``Subscription`` contains the values of the show that a refresh uses and changes.
@Reducer
package struct HealthFeature {
  @ObservableState
  package struct State: Equatable, Identifiable {
    /// The id of the show.
    package let id: Show.ID
    /// The name of the show.
    package var title: String
    /// The report about the last refresh. `nil` until the library has answered.
    package var report: HealthReport?
    /// The merges of recognized episodes.
    package var merges: [EpisodeMerge] = []
    /// The merges that are being undone.
    package var mergesInUndo: Set<EpisodeMerge.ID> = []
    /// Whether the show is being refreshed.
    package var isRefreshing = false
    /// Whether the user has copied a report to the clipboard.
    package var isCopied = false
    /// An alert with the last failure of the library.
    @Presents package var alert: AlertState<Never>?

    /// Creates the page of a show.
    package init(show: Show.ID, title: String = "") {
      id = show
      self.title = title
    }
  }

  package enum Action: Equatable {
    case alert(PresentationAction<Never>)
    /// The user clicked “Copy Report”.
    case copyButtonClicked
    case delegate(Delegate)
    /// The merges of the show were loaded.
    case mergesReceived([EpisodeMerge])
    /// The page was opened. From now on, the feature receives the show's subscription and its changes.
    case opened
    /// The user clicked “Refresh Now”.
    case refreshButtonClicked
    /// A refresh of the show started (`true`) or ended (`false`).
    case refreshingChanged(Bool)
    /// The subscription was loaded, or has changed. `nil` if the show was removed.
    case subscriptionReceived(Result<Subscription?, LibraryError>)
    /// The user clicked “Undo” of a merge.
    case undoButtonClicked(EpisodeMerge.ID)
    /// A merge was undone, or its undoing failed with an error.
    case undone(EpisodeMerge.ID, LibraryError?)

    /// Requests to the parent.
    @CasePathable
    package enum Delegate: Equatable {
      /// Refresh the show.
      case refreshRequested(Show.ID)
    }
  }

  @Dependency(\.copyText) private var copyText
  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.locale) private var locale
  @Dependency(\.log) private var log
  @Dependency(\.subscriptions) private var subscriptions

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert, .delegate: return .none
      case .copyButtonClicked:
        guard let report = state.report else { return .none }
        state.isCopied = true
        return .run { [copyText, text = report.text(title: state.title)] _ in copyText(text) }
      case .mergesReceived(let merges):
        state.merges = merges
        state.mergesInUndo.formIntersection(merges.map(\.id))
        return .none
      case .opened: return listen(state.id)
      case .refreshButtonClicked: return state.isRefreshing ? .none : .send(.delegate(.refreshRequested(state.id)))
      case .refreshingChanged(let isRefreshing):
        state.isRefreshing = isRefreshing
        return .none
      case .subscriptionReceived(let result): return subscriptionReceived(result, &state)
      case .undoButtonClicked(let merge):
        guard state.merges.contains(where: { $0.id == merge }), state.mergesInUndo.insert(merge).inserted else {
          return .none
        }
        return undo(merge)
      case .undone(let merge, let error):
        state.mergesInUndo.remove(merge)
        if let error { return showFailure(error, &state) }
        state.merges.removeAll { $0.id == merge }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func listen(_ show: Show.ID) -> Effect<Action> {
    .run { [subscriptions] send in
      for await result in subscriptions.subscription(show) where !Task.isCancelled {
        await send(.subscriptionReceived(result))
      }
    }
  }

  private func subscriptionReceived(
    _ result: Result<Subscription?, LibraryError>, _ state: inout State
  ) -> Effect<Action> {
    switch result {
    case .failure(let error): return showFailure(error, &state)
    case .success(nil): return .run { [dismiss] _ in await dismiss() }
    case .success(let subscription?):
      state.title = subscription.title
      state.report = HealthReport(subscription, locale: locale)
      return loadMerges(state.id)
    }
  }

  private func loadMerges(_ show: Show.ID) -> Effect<Action> {
    .run { [subscriptions, log] send in
      do throws(LibraryError) {
        await send(.mergesReceived(try await subscriptions.merges(show)))
      } catch {
        log("The merges of show \(show.rawValue): \(error)")
      }
    }
  }

  private func undo(_ merge: EpisodeMerge.ID) -> Effect<Action> {
    .run { [subscriptions] send in
      do throws(LibraryError) {
        try await subscriptions.undoMerge(merge)
        await send(.undone(merge, nil))
      } catch {
        await send(.undone(merge, error))
      }
    }
  }

  /// Shows an error in an alert, and writes it to the log.
  private func showFailure(_ error: LibraryError, _ state: inout State) -> Effect<Action> {
    state.alert = .problem(error.title, error.message)
    return .run { [log] _ in log(String(describing: error)) }
  }
}
