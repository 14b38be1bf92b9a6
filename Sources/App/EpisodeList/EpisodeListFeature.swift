import Foundation
package import Podcasts
package import ReducerStore

/// A list of episodes. It holds the ids of all of them, and loads the rows that are on screen.
@Reducer
package struct EpisodeListFeature {
  @ObservableState
  package struct State: Equatable {
    /// Which episodes it shows.
    package var query: EpisodeQuery
    /// The ids of all episodes, in order.
    package var ids: [Episode.ID] = []
    /// The rows that are loaded, the oldest load first.
    package var rows: IdentifiedArrayOf<EpisodeFeature.State> = []
    /// Whether the library has not answered yet.
    package var isLoading = true
    /// The favourites that are being written. The library may still answer with the old ones.
    package var favoritesInWriting: [Episode.ID: Bool] = [:]
    /// What is to be loaded.
    package var loads = EpisodeLoads()
    /// The name of the show, if the list is of one show.
    package let showTitle: String?

    /// Makes a list. It is empty before ``Action/opened``.
    ///
    /// - Parameters:
    ///   - query: Which episodes it shows.
    ///   - showTitle: The name of the show, if the list is of one show. The rows of other lists name their shows.
    package init(query: EpisodeQuery, showTitle: String? = nil) {
      self.query = query
      self.showTitle = showTitle
    }

    /// The episodes with their positions, for a loop of a view.
    package var places: EpisodePlaces { EpisodePlaces(ids: ids) }
    /// Whether the filter and the text leave nothing of what is there.
    package var isFiltered: Bool { query.filter != .all || !query.text.isEmpty }
  }

  package enum Action: Equatable {
    /// The library told that episodes changed.
    case changed(EpisodeChanges)
    case delegate(Delegate)
    /// The listener chose which episodes to see.
    case filterChosen(EpisodeQuery.Filter)
    /// The library told which episodes there are.
    case idsReceived(Result<[Episode.ID], LibraryError>)
    /// The library told episodes.
    case loaded(Result<[Episode], LibraryError>)
    /// The listener marked all episodes of the list.
    case markAllButtonClicked(isPlayed: Bool)
    /// The list is shown: from now on it follows the library.
    case opened
    /// The listener chose an order.
    case orderChosen(EpisodeQuery.Order)
    /// A row came on screen.
    case rowAppeared(EpisodePlaces.Element)
    /// A row left the screen.
    case rowDisappeared(Episode.ID)
    case rows(IdentifiedActionOf<EpisodeFeature>)
    /// The listener typed what to search.
    case textChanged(String)

    /// What the list asks of its parents.
    @CasePathable
    package enum Delegate: Equatable {
      /// An episode's page is to be shown.
      case detailsRequested(Episode, showTitle: String)
      /// A favourite is to be written. The list shows it already, and is told what came of it.
      case favoriteToggled(Episode.ID, Bool)
      /// Episodes are to be marked as played, or as unplayed.
      case playedToggled(EpisodeSelection, Bool)
      /// An episode is to play, or to pause.
      case playToggled(PlayerFeature.Item, isPlaying: Bool)
      /// The listener is to be told of something.
      case problem(Problem)
    }
  }

  private enum CancelID {
    case changes
    case ids
  }

  @Dependency(\.episodes) private var episodes
  @Dependency(\.locale) private var locale

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .changed(let changes): return reload(after: changes, &state)
      case .filterChosen(let filter): return change(\.filter, to: filter, &state)
      case .idsReceived(let result): return received(result, &state)
      case .loaded(let result): return loaded(result, &state)
      case .markAllButtonClicked(let isPlayed): return .send(.delegate(.playedToggled(.query(state.query), isPlayed)))
      case .opened: return .merge(listenToIDs(state.query), listenToChanges())
      case .orderChosen(let order): return change(\.order, to: order, &state)
      case .rowAppeared(let place):
        state.loads.appeared(place, in: state.ids, loaded: state.rows)
        return loadNext(&state)
      case .rowDisappeared(let id):
        state.loads.onScreen.remove(id)
        return .none
      case .rows(.element(_, .delegate(let request))): return carryOut(request, &state)
      case .textChanged(let text): return change(\.text, to: text, &state)
      case .delegate, .rows: return .none
      }
    }
    .forEach(\.rows, action: \.rows) { EpisodeFeature() }
  }

  private func listenToIDs(_ query: EpisodeQuery) -> Effect<Action> {
    .run { [episodes] send in
      for await result in episodes.ids(query) where !Task.isCancelled { await send(.idsReceived(result)) }
    }
    .cancellable(id: CancelID.ids, cancelInFlight: true)
  }

  private func listenToChanges() -> Effect<Action> {
    .run { [episodes] send in
      for await changes in episodes.changes() where !Task.isCancelled { await send(.changed(changes)) }
    }
    .cancellable(id: CancelID.changes, cancelInFlight: true)
  }

  /// What is shown stays until the first rows of the new answer are there.
  private func change<Value: Equatable>(
    _ part: WritableKeyPath<EpisodeQuery, Value>, to value: Value, _ state: inout State
  ) -> Effect<Action> {
    guard state.query[keyPath: part] != value else { return .none }
    state.query[keyPath: part] = value
    return listenToIDs(state.query)
  }

  private func received(_ result: Result<[Episode.ID], LibraryError>, _ state: inout State) -> Effect<Action> {
    switch result {
    case .success(let ids):
      state.loads.arrived(ids, loaded: state.rows)
      showArrived(&state)
      return loadNext(&state)
    case .failure(let error):
      state.isLoading = false
      return .send(.delegate(.problem(Problem(error))))
    }
  }

  private func showArrived(_ state: inout State) {
    guard let ids = state.loads.takeArrived() else { return }
    if state.ids != ids { state.ids = ids }
    state.isLoading = false
  }

  private func reload(after changes: EpisodeChanges, _ state: inout State) -> Effect<Action> {
    let ids =
      switch changes {
      case .all: state.rows.ids
      case .episodes(let changed): state.rows.ids.filter(changed.contains)
      }
    state.loads.reload(ids)
    return loadNext(&state)
  }

  private func loadNext(_ state: inout State) -> Effect<Action> {
    guard let ids = state.loads.next(loaded: state.rows) else { return .none }
    return .run { [episodes] send in
      do throws(LibraryError) {
        await send(.loaded(.success(try await episodes.episodes(ids))))
      } catch {
        await send(.loaded(.failure(error)))
      }
    }
  }

  private func loaded(_ result: Result<[Episode], LibraryError>, _ state: inout State) -> Effect<Action> {
    state.loads.ended()
    var failure = Effect<Action>.none
    switch result {
    case .success(let episodes): episodes.forEach { show($0, &state) }
    case .failure(let error): failure = .send(.delegate(.problem(Problem(error))))
    }
    showArrived(&state)
    for id in state.loads.surplus(of: state.rows) { state.rows.remove(id: id) }
    return .merge(failure, loadNext(&state))
  }

  private func show(_ newEpisode: Episode, _ state: inout State) {
    var episode = newEpisode
    if let isFavorite = state.favoritesInWriting[episode.id] { episode.isFavorite = isFavorite }
    if let row = state.rows[id: episode.id] {
      if row.episode != episode { state.rows[id: episode.id]?.episode = episode }
    } else {
      let showTitle = state.showTitle ?? episode.showTitle
      state.rows.append(
        EpisodeFeature.State(episode: episode, showTitle: showTitle, isShowNamed: state.showTitle == nil, locale: locale))
    }
  }

  private func carryOut(_ request: EpisodeFeature.Action.Delegate, _ state: inout State) -> Effect<Action> {
    switch request {
    case .detailsRequested(let episode, let showTitle): return .send(.delegate(.detailsRequested(episode, showTitle: showTitle)))
    case .favoriteToggled(let id, let isFavorite):
      guard state.favoritesInWriting[id] == nil else { return .none }
      state.favoriteChosen(id, isFavorite)
      return .send(.delegate(.favoriteToggled(id, isFavorite)))
    case .playedToggled(let id, let isPlayed): return .send(.delegate(.playedToggled(.episodes([id]), isPlayed)))
    case .playToggled(let item, let isPlaying): return .send(.delegate(.playToggled(item, isPlaying: isPlaying)))
    case .problem(let problem): return .send(.delegate(.problem(problem)))
    }
  }
}

extension EpisodeListFeature.State {
  /// A favourite is being written.
  package mutating func favoriteChosen(_ id: Episode.ID, _ isFavorite: Bool) {
    favoritesInWriting[id] = isFavorite
    if rows[id: id].map({ $0.isFavorite != isFavorite }) == true { rows[id: id]?.episode.isFavorite = isFavorite }
  }

  /// A favourite was written. If it could not be, the row shows it as it really is.
  package mutating func favoriteWritten(_ id: Episode.ID, _ isFavorite: Bool, failed: Bool) {
    guard favoritesInWriting[id] == isFavorite else { return }
    favoritesInWriting[id] = nil
    if failed, rows[id: id] != nil { rows[id: id]?.episode.isFavorite = !isFavorite }
  }
}
