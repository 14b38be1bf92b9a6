import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// A list of episodes. Its state has the ids of all episodes of the list. The content of a row is loaded only when the
/// row is visible or near the visible rows.
@Reducer
package struct EpisodeListFeature {
  @ObservableState
  package struct State: Equatable {
    /// Which episodes the list shows.
    package var query: EpisodeQuery
    /// The ids of all episodes, in order.
    package var ids: [Episode.ID] = []
    /// The loaded rows, in the order in which they were loaded.
    package var rows: IdentifiedArrayOf<EpisodeFeature.State> = []
    /// Whether the list still waits for its first rows.
    package var isLoading = true
    /// The new favorite marks that are being written. The library may return the old marks until the writes end.
    package var favoritesInWriting: [Episode.ID: Bool] = [:]
    /// The realized rows, and the waiting and running loads of rows.
    package var loads = EpisodeLoads()
    /// The first visible row, to save the scroll position. `nil` at the top of the list.
    package var firstVisibleRow: Episode.ID?
    /// The first visible row when the last session ended. The list scrolls to this row when the first ids are shown.
    /// `nil` after that.
    package var restoredRow: Episode.ID?
    /// The row to scroll to.
    package var scrollTarget: Episode.ID?
    /// The name of the show in a list of one show, or `nil` in another list.
    package let showTitle: String?

    /// Creates an empty list. After ``Action/opened``, the feature loads the ids and the first rows.
    ///
    /// - Parameters:
    ///   - query: Which episodes the list shows.
    ///   - showTitle: The name of the show in a list of one show. The rows of other lists name their shows.
    package init(query: EpisodeQuery, showTitle: String? = nil) {
      self.query = query
      self.showTitle = showTitle
    }

    /// The ids with their positions in the list, for a `ForEach`.
    package var indexedEpisodes: IndexedEpisodes { IndexedEpisodes(ids: ids) }
    /// Whether a filter or a search text is set.
    package var isFiltered: Bool { query.filter != .all || !query.text.isEmpty }
  }

  package enum Action: Equatable {
    /// The library reported changed episodes.
    case changed(EpisodeChanges)
    case delegate(Delegate)
    /// The user selected a filter.
    case filterSelected(EpisodeQuery.Filter)
    /// The library returned the ids of the list, or an error.
    case idsReceived(Result<[Episode.ID], LibraryError>)
    /// The library returned the episodes of a load, or an error.
    case loaded(Result<[Episode], LibraryError>)
    /// The user marked all episodes of the list as played or unplayed.
    case markAllButtonClicked(isPlayed: Bool)
    /// The user moved rows of the queue. `to` is the position of the row before which they are inserted, or the number
    /// of rows for the end of the list.
    case moved(RowOffsets, to: Int)
    /// The list appeared. From now on, the feature receives the ids and the changes of the library.
    case opened
    /// The user selected an order.
    case orderSelected(EpisodeQuery.Order)
    /// GTK realized a row. The row may be offscreen.
    case rowAppeared(IndexedEpisodes.Element)
    /// A row is no longer realized.
    case rowDisappeared(Episode.ID)
    case rows(IdentifiedActionOf<EpisodeFeature>)
    /// The user removed rows of the queue.
    case rowsRemoved(RowOffsets)
    /// The user edited the search text.
    case textChanged(String)
    /// Other rows are visible than before. The ids are those of all rows that are visible now in the scrolled view, in
    /// order. The scrolled view may contain other lists too.
    case visibleRowsChanged([Episode.ID])

    /// Requests to the parent.
    @CasePathable
    package enum Delegate: Equatable {
      /// Show the page of an episode.
      case detailsRequested(Episode, showTitle: String)
      /// Add the favorite mark of an episode (`true`) or remove it (`false`). The list already shows the
      /// change. When the write of the mark ends, the parent calls `favoriteWritten(_:isFavorite:failed:)`.
      case favoriteToggled(Episode.ID, Bool)
      /// Play an episode from a place.
      case placeRequested(PlayerFeature.Item, Duration)
      /// Mark episodes as played (`true`) or as unplayed (`false`).
      case playedToggled(EpisodeSelection, Bool)
      /// Play an episode if `isPlaying`, or else pause it.
      case playToggled(PlayerFeature.Item, isPlaying: Bool)
      /// Report a problem to the user.
      case problem(Problem)
      /// Change the queue. The list already shows the change.
      case queueRequested(QueueRequest)
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
      case .filterSelected(let filter): return change(\.filter, to: filter, &state)
      case .idsReceived(let result): return idsReceived(result, &state)
      case .loaded(let result): return loaded(result, &state)
      case .markAllButtonClicked(let isPlayed): return .send(.delegate(.playedToggled(.query(state.query), isPlayed)))
      case .moved(let offsets, let destination): return move(offsets, to: destination, &state)
      case .opened: return .merge(listenToIDs(state.query), listenToChanges())
      case .orderSelected(let order): return change(\.order, to: order, &state)
      case .rowAppeared(let element):
        state.loads.appeared(element, loaded: state.rows)
        return loadNext(&state)
      case .rowDisappeared(let id):
        state.loads.realizedPositions[id] = nil
        return .none
      case .rows(.element(_, .delegate(let request))): return carryOut(request, &state)
      case .rowsRemoved(let offsets):
        let removed = offsets.filter(state.ids.indices.contains).map { state.ids[$0] }
        state.ids.removeAll(where: removed.contains)
        return removed.isEmpty ? .none : .send(.delegate(.queueRequested(.remove(removed))))
      case .textChanged(let text): return change(\.text, to: text, &state)
      case .visibleRowsChanged(let ids):
        // The visible rows of other lists in the same scrolled view are among the ids.
        let firstRow = ids.first { state.loads.realizedPositions[$0] != nil }
        state.firstVisibleRow = firstRow == state.ids.first ? nil : firstRow
        state.loads.becameVisible(ids, in: state.ids, loaded: state.rows)
        return loadNext(&state)
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

  /// Changes a part of the query. The old rows stay visible until the first rows of the new query are loaded.
  private func change<Value: Equatable>(
    _ part: WritableKeyPath<EpisodeQuery, Value>, to value: Value, _ state: inout State
  ) -> Effect<Action> {
    guard state.query[keyPath: part] != value else { return .none }
    state.query[keyPath: part] = value
    return listenToIDs(state.query)
  }

  private func idsReceived(_ result: Result<[Episode.ID], LibraryError>, _ state: inout State) -> Effect<Action> {
    switch result {
    case .success(let ids):
      state.loads.setNewIDs(ids, loaded: state.rows)
      showNewIDs(&state)
      return loadNext(&state)
    case .failure(let error):
      state.isLoading = false
      return .send(.delegate(.problem(Problem(error))))
    }
  }

  /// Replaces the ids with the new ids if the first rows of the new ids are loaded. The first time, requests scrolling
  /// to the restored row.
  private func showNewIDs(_ state: inout State) {
    guard let ids = state.loads.takeNewIDs() else { return }
    if state.ids != ids { state.ids = ids }
    if let row = state.restoredRow {
      state.restoredRow = nil
      if ids.contains(row) { state.scrollTarget = row }
    }
    state.isLoading = false
  }

  /// Loads the rows of changed episodes again.
  private func reload(after changes: EpisodeChanges, _ state: inout State) -> Effect<Action> {
    // The running load may have read its rows before the change, so its rows are loaded again too.
    let affected = state.rows.ids + state.loads.loading.filter { state.rows[id: $0] == nil }
    switch changes {
    case .all: state.loads.reload(affected)
    case .episodes(let changed): state.loads.reload(affected.filter(changed.contains))
    }
    return loadNext(&state)
  }

  /// Starts the next load, unless a load is running.
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
    var problemReport = Effect<Action>.none
    switch result {
    case .success(let episodes): episodes.forEach { updateRow(of: $0, &state) }
    case .failure(let error): problemReport = .send(.delegate(.problem(Problem(error))))
    }
    showNewIDs(&state)
    for id in state.loads.surplus(of: state.rows) { state.rows.remove(id: id) }
    return .merge(problemReport, loadNext(&state))
  }

  /// Adds the row of a loaded episode, or updates it.
  private func updateRow(of newEpisode: Episode, _ state: inout State) {
    var episode = newEpisode
    // Until the write of a favorite mark ends, the loaded episode may have the old mark.
    if let isFavorite = state.favoritesInWriting[episode.id] { episode.isFavorite = isFavorite }
    if let row = state.rows[id: episode.id] {
      if row.episode != episode { state.rows[id: episode.id]?.episode = episode }
    } else {
      let showTitle = state.showTitle ?? episode.showTitle
      state.rows.append(
        EpisodeFeature.State(
          episode: episode, showTitle: showTitle, isShowNamed: state.showTitle == nil, locale: locale))
    }
  }

  private func carryOut(_ request: EpisodeFeature.Action.Delegate, _ state: inout State) -> Effect<Action> {
    switch request {
    case .detailsRequested(let episode, let showTitle):
      return .send(.delegate(.detailsRequested(episode, showTitle: showTitle)))
    case .favoriteToggled(let id, let isFavorite):
      guard state.favoritesInWriting[id] == nil else { return .none }
      state.setFavorite(id, to: isFavorite)
      return .send(.delegate(.favoriteToggled(id, isFavorite)))
    case .placeRequested(let item, let place): return .send(.delegate(.placeRequested(item, place)))
    case .playedToggled(let id, let isPlayed): return .send(.delegate(.playedToggled(.episodes([id]), isPlayed)))
    case .playToggled(let item, let isPlaying): return .send(.delegate(.playToggled(item, isPlaying: isPlaying)))
    case .queueRequested(let request): return .send(.delegate(.queueRequested(request)))
    }
  }

  /// Moves rows in the state, and requests the move from the parent. If the state did not change at once, the rows
  /// would jump back until the library returns the new order.
  private func move(_ offsets: RowOffsets, to destination: Int, _ state: inout State) -> Effect<Action> {
    let moved = offsets.filter(state.ids.indices.contains).map { state.ids[$0] }
    guard !moved.isEmpty, (0...state.ids.count).contains(destination) else { return .none }
    let idAfterMoved = state.ids[destination...].first { !moved.contains($0) }
    let formerIDs = state.ids
    state.ids.move(fromOffsets: offsets, toOffset: destination)
    return state.ids == formerIDs ? .none : .send(.delegate(.queueRequested(.move(moved, before: idAfterMoved))))
  }
}

extension EpisodeListFeature.State {
  /// Sets the favorite mark of a row before the library has written the mark.
  package mutating func setFavorite(_ id: Episode.ID, to isFavorite: Bool) {
    favoritesInWriting[id] = isFavorite
    if rows[id: id].map({ $0.isFavorite != isFavorite }) == true { rows[id: id]?.episode.isFavorite = isFavorite }
  }

  /// Records the end of the write of a favorite mark. If the write failed, the row shows the former mark again.
  package mutating func favoriteWritten(_ id: Episode.ID, isFavorite: Bool, failed: Bool) {
    guard favoritesInWriting[id] == isFavorite else { return }
    favoritesInWriting[id] = nil
    if failed, rows[id: id] != nil { rows[id: id]?.episode.isFavorite = !isFavorite }
  }
}
