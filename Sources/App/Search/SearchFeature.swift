import Podcasts
package import ReducerStore

/// Searches the episodes of all shows while the user types.
@Reducer
package struct SearchFeature {
  @ObservableState
  package struct State: Equatable {
    /// The text that the user typed.
    package var text = ""
    /// The found episodes, or `nil` if the text contains no words.
    package var results: EpisodeListFeature.State?

    package init() {}
  }

  package enum Action: Equatable {
    /// The user closed the search.
    case closed
    case delegate(EpisodeListFeature.Action.Delegate)
    case results(EpisodeListFeature.Action)
    /// The user edited the text.
    case textChanged(String)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .results(.delegate(let request)): return .send(.delegate(request))
      case .textChanged(let text): return search(text, &state)
      case .closed, .delegate, .results: return .none
      }
    }
    .ifLet(\.results, action: \.results) { EpisodeListFeature() }
  }

  private func search(_ text: String, _ state: inout State) -> Effect<Action> {
    guard text != state.text else { return .none }
    state.text = text
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else {
      state.results = nil
      return .none
    }
    guard state.results == nil else { return .send(.results(.textChanged(words))) }
    state.results = EpisodeListFeature.State(query: EpisodeQuery(.library, text: words))
    return .send(.results(.opened))
  }
}
