import Podcasts
import ReducerStore

extension LibraryFeature {
  /// Carries out a request of the page of an episode.
  func carryOutEpisodeRequest(_ request: EpisodeFeature.Action.Delegate, _ state: inout State) -> Effect<Action> {
    switch request {
    // The page of an episode shows the details itself.
    case .detailsRequested: return .none
    case .favoriteToggled(let id, let isFavorite): return carryOutListRequest(.favoriteToggled(id, isFavorite), &state)
    case .placeRequested(let item, let place): return carryOutListRequest(.placeRequested(item, place), &state)
    case .playedToggled(let id, let isPlayed):
      return carryOutListRequest(.playedToggled(.episodes([id]), isPlayed), &state)
    case .playToggled(let item, let isPlaying):
      return carryOutListRequest(.playToggled(item, isPlaying: isPlaying), &state)
    case .queueRequested(let request): return carryOutListRequest(.queueRequested(request), &state)
    }
  }

  /// Carries out a request of the page of a show.
  func carryOutShowRequest(_ request: ShowFeature.Action.Delegate, _ state: inout State) -> Effect<Action> {
    guard let show = state.show?.id else { return .none }
    switch request {
    case .healthRequested: return .send(.delegate(.healthRequested(show)))
    case .list(let request): return carryOutListRequest(request, &state)
    case .refreshRequested: return .send(.delegate(.refreshRequested(show)))
    case .removalConfirmed: return .send(.delegate(.removalConfirmed(show)))
    }
  }

  /// Adds the results of a refresh to the shows' counts of recognized episodes. A refresh recognizes an episode if the
  /// feed contains the episode with a new identifier. The page of a show contains a note with the count of the show.
  func episodesRecognized(_ recognitions: [Refresher.Progress.Recognition], _ state: inout State) -> Effect<Action> {
    for recognition in recognitions { state.recognizedCounts[recognition.id, default: 0] += recognition.count }
    let count = state.show.flatMap { [counts = state.recognizedCounts] show in counts[show.id] } ?? 0
    state.show?.recognizedCount = count
    return .none
  }

  /// Resets the count of a show's recognized episodes, because the health page lists these episodes.
  func healthShown(_ show: Show.ID, _ state: inout State) -> Effect<Action> {
    state.recognizedCounts[show] = nil
    if state.show?.id == show { state.show?.recognizedCount = 0 }
    return .none
  }

  /// Carries out a request of a list of episodes.
  func carryOutListRequest(_ request: EpisodeListFeature.Action.Delegate, _ state: inout State) -> Effect<Action> {
    switch request {
    case .detailsRequested(let episode, let showTitle):
      state.episode = EpisodeFeature.State(episode: episode, showTitle: showTitle, locale: locale)
      return .send(.episode(.presented(.opened)))
    case .favoriteToggled(let id, let isFavorite): return writes.setFavorite(id, isFavorite, &state)
    case .placeRequested(let item, let place): return .send(.delegate(.placeRequested(item, place)))
    // Unlike the favourite mark, this mark is displayed only after the library has written it.
    case .playedToggled(let selection, let isPlayed): return writes.setPlayed(selection, isPlayed)
    case .playToggled(let item, let isPlaying): return .send(.delegate(.playToggled(item, isPlaying: isPlaying)))
    case .problem(let problem): return .send(.delegate(.problem(problem)))
    case .queueRequested(let request): return .send(.delegate(.queueRequested(request)))
    }
  }
}
