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

  /// Carries out a request of the page of a show.
  func carryOutShowRequest(_ request: ShowFeature.Action.Delegate, _ state: inout State) -> Effect<Action> {
    guard let show = state.show?.id else { return .none }
    switch request {
    case .healthRequested: return .send(.delegate(.healthRequested(show)))
    case .list(let request): return carryOut(request, &state)
    case .refreshRequested: return .send(.delegate(.refreshRequested(show)))
    case .removalConfirmed: return .send(.delegate(.removalConfirmed(show)))
    }
  }

  /// Counts the recognized episodes of each show. The page of a show contains a note with this count.
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
