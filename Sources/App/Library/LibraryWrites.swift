import Podcasts
import ReducerStore

/// Performs the writes that the library's pages request: favourite marks, played marks, and removals of shows.
struct LibraryWrites {
  typealias State = LibraryFeature.State
  typealias Action = LibraryFeature.Action

  @Dependency(\.episodes) private var episodes
  @Dependency(\.library) private var library
  @Dependency(\.writes) private var pendingWrites

  /// Updates the state for the results of the writes, and starts removals of shows and the undo of played marks.
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .favoriteWritten(let id, isFavorite: let isFavorite, let error):
      state.favoriteWritten(id, isFavorite, failed: error != nil)
      return error.map(report) ?? .none
    case .playedNoticeChanged(let notice):
      state.playedNotice = notice
      return .none
    // The user confirmed the removal earlier. The last writes of the show's places had to end first.
    case .placeWritesEnded(let show): return remove(show)
    case .playedWritten(let result, let isPlayed): return playedWritten(result, isPlayed, &state)
    case .removalFailed(let show, let error):
      if state.show?.id == show { state.show?.isRemoving = false }
      return report(error)
    case .undoButtonClicked: return undo(&state)
    case .undone(let change, let error):
      return error.map(report) ?? .send(.delegate(.placesChanged(change.former.map(\.id))))
    default: return .none
    }
  }

  /// Sets a favourite mark in all lists and in the open episode, and then writes the mark to the library.
  func setFavorite(_ id: Episode.ID, _ isFavorite: Bool, _ state: inout State) -> Effect<Action> {
    state.changeLists { $0.setFavorite(id, to: isFavorite) }
    if state.episode?.id == id { state.episode?.episode.isFavorite = isFavorite }
    return .run { [library, pendingWrites] send in
      let result = await pendingWrites.perform { () throws(LibraryError) in
        try await library.setFavorite(id, isFavorite)
      }
      await send(.favoriteWritten(id, isFavorite: isFavorite, result.error))
    }
  }

  /// Marks episodes as played or unplayed in the library.
  func setPlayed(_ selection: EpisodeSelection, _ isPlayed: Bool) -> Effect<Action> {
    .run { [episodes, pendingWrites] send in
      // `perform` returns no value of its closure, so the closure stores the change here.
      var change = PlayedChange(former: [])
      let result = await pendingWrites.perform { () throws(LibraryError) in
        change = try await episodes.setPlayed(selection, isPlayed)
      }
      await send(.playedWritten(result.map { change }, isPlayed: isPlayed))
    }
  }

  private func playedWritten(
    _ result: Result<PlayedChange, LibraryError>, _ isPlayed: Bool, _ state: inout State
  ) -> Effect<Action> {
    switch result {
    case .success(let change):
      // Without marked episodes, there is nothing to undo.
      guard !change.former.isEmpty else { return .none }
      state.playedNoticeCount += 1
      state.playedNotice = PlayedNotice(id: state.playedNoticeCount, isPlayed: isPlayed, change: change)
      return .send(.delegate(.placesChanged(change.former.map(\.id))))
    case .failure(let error): return report(error)
    }
  }

  private func undo(_ state: inout State) -> Effect<Action> {
    guard let change = state.playedNotice?.change else { return .none }
    state.playedNotice = nil
    return .run { [episodes, pendingWrites] send in
      let result = await pendingWrites.perform { () throws(LibraryError) in try await episodes.restore(change) }
      await send(.undone(change, result.error))
    }
  }

  private func remove(_ show: Show.ID) -> Effect<Action> {
    .run { [library, pendingWrites] send in
      let result = await pendingWrites.perform { () throws(LibraryError) in try await library.removeShow(show) }
      if let error = result.error { await send(.removalFailed(show, error)) }
    }
  }

  private func report(_ error: LibraryError) -> Effect<Action> {
    .send(.delegate(.problem(Problem(error))))
  }
}

extension LibraryFeature.State {
  /// Applies a change to each list of episodes in the state.
  fileprivate mutating func changeLists(_ change: (inout EpisodeListFeature.State) -> Void) {
    if home != nil {
      change(&home!.continueListening)
      change(&home!.newEpisodes)
    }
    if list != nil { change(&list!) }
    if search?.results != nil { change(&search!.results!) }
    if show != nil { change(&show!.list) }
  }

  /// Updates the lists and the open episode after the write of a favourite mark. If the write failed, sets the former
  /// mark again.
  fileprivate mutating func favoriteWritten(_ id: Episode.ID, _ isFavorite: Bool, failed: Bool) {
    changeLists { $0.favoriteWritten(id, isFavorite: isFavorite, failed: failed) }
    if failed, episode?.id == id { episode?.episode.isFavorite = !isFavorite }
  }
}

extension Result {
  /// The error, or `nil` if the result is a success.
  fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
