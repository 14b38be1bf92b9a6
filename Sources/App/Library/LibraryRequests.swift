import Podcasts
import ReducerStore

extension LibraryFeature {
  /// Carries out a request of the page of an episode.
  func carryOutPageRequest(_ request: EpisodeFeature.Action.Delegate, _ state: inout State) -> Effect<Action> {
    switch request {
    case .detailsRequested: return .none
    case .favoriteToggled(let id, let isFavorite): return carryOut(.favoriteToggled(id, isFavorite), &state)
    case .placeRequested(let item, let place): return carryOut(.placeRequested(item, place), &state)
    case .playedToggled(let id, let isPlayed): return carryOut(.playedToggled(.episodes([id]), isPlayed), &state)
    case .playToggled(let item, let isPlaying): return carryOut(.playToggled(item, isPlaying: isPlaying), &state)
    case .problem(let problem): return carryOut(.problem(problem), &state)
    case .queueRequested(let request): return carryOut(.queueRequested(request), &state)
    }
  }

  /// Carries out a request of a list of episodes.
  func carryOut(_ request: EpisodeListFeature.Action.Delegate, _ state: inout State) -> Effect<Action> {
    switch request {
    case .detailsRequested(let episode, let showTitle):
      state.episode = EpisodeFeature.State(episode: episode, showTitle: showTitle, locale: locale)
      return .send(.episode(.presented(.opened)))
    case .favoriteToggled(let id, let isFavorite): return writes.setFavorite(id, isFavorite, &state)
    case .placeRequested(let item, let place): return .send(.delegate(.placeRequested(item, place)))
    case .playedToggled(let selection, let isPlayed): return writes.setPlayed(selection, isPlayed)
    case .playToggled(let item, let isPlaying): return .send(.delegate(.playToggled(item, isPlaying: isPlaying)))
    case .problem(let problem): return .send(.delegate(.problem(problem)))
    case .queueRequested(let request): return .send(.delegate(.queueRequested(request)))
    }
  }
}
