package import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// One show: what it is about, and its episodes.
@Reducer
package struct ShowFeature {
  /// What is presented on top of the show.
  @Reducer
  package enum Destination {
    /// An episode's details, in a modal window.
    case details(EpisodeFeature)
    /// The question whether the show is to be removed.
    case removal(ConfirmationDialogState<Removal>)
  }

  /// What the listener can choose when asked about a removal, besides giving up.
  @CasePathable
  package enum Removal: Hashable, Sendable {
    case confirmed
  }

  @ObservableState
  package struct State: Equatable, Identifiable {
    /// What is presented on top of the show.
    @Presents package var destination: Destination.State?
    /// The episodes, the newest first.
    package var episodes: IdentifiedArrayOf<EpisodeFeature.State> = []
    /// Whether the library has not told the episodes yet.
    package var isLoading = true
    /// Whether the show is being removed.
    package var isRemoving = false
    /// As the library has it.
    package var show: Show
    /// What it is about, as plain text; empty when the feed does not say.
    package var summary: String
    /// What the listener searches in the episodes' names; empty when they do not search.
    package var searchText = ""
    /// The episodes that were found, or `nil` when all are shown: nothing is searched, or the first answer is still to come.
    package var matches: [Episode.ID]?
    /// The favourites that are being written, while the library's own answer may still be the old one.
    package var favoritesInWriting: [Episode.ID: Bool] = [:]

    /// Makes a show's state. Its episodes are not known before ``Action/opened``.
    package init(show: Show) {
      self.show = show
      self.summary = Self.summary(of: show)
    }

    /// What there is to see below the show's own header.
    package enum Content: Equatable {
      /// The library has not told the episodes yet.
      case loading
      /// These episodes, of which there may be none, in order.
      case episodes([Episode.ID])
      /// No episode has what the listener searches.
      case noMatches
    }

    /// What there is to see below the show's own header.
    package var content: Content {
      if isLoading { return .loading }
      guard let matches else { return .episodes(episodes.ids) }
      return matches.isEmpty ? .noMatches : .episodes(matches)
    }

    package var id: Show.ID { show.id }
    /// Its name.
    package var title: String { show.title }
    /// Who makes it; empty when the feed does not say.
    package var author: String { show.author }
    /// Its picture.
    package var artwork: Artwork { Artwork(of: show) }

    /// A show's header is no place for a book.
    private static func summary(of show: Show) -> String { PlainText(markup: show.summary, limit: 4000).text }
  }

  package enum Action: Equatable {
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    /// The listener chose “Details” of an episode.
    case detailsButtonClicked(Episode.ID)
    case episodes(IdentifiedActionOf<EpisodeFeature>)
    /// The library told the show's episodes.
    case episodesReceived(Result<[Episode], LibraryError>)
    /// Episodes were found whose names have what was searched.
    case matchesFound([Episode.ID], text: String)
    /// The show was selected: from now on its episodes follow the library.
    case opened
    /// The listener chose “Remove Show”: they are asked first.
    case removeButtonClicked
    /// The listener typed in the search field, or closed it.
    case searchTextChanged(String)

    /// What the show asks of the library, which stays when another show is selected.
    @CasePathable
    package enum Delegate: Equatable {
      /// A favourite is to be written. The show shows it already, and is told what came of it.
      case favoriteToggled(Episode.ID, Bool)
      /// An episode is to play, or to pause.
      case playToggled(PlayerFeature.Item, isPlaying: Bool)
      /// The listener is to be told of something.
      case problem(Problem)
      /// The listener agreed to remove the show.
      case removalConfirmed
    }
  }

  private enum CancelID {
    case episodes
    case search
  }

  @Dependency(\.library) private var library
  @Dependency(\.locale) private var locale

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.details(.delegate(let request)))): return carryOut(request, &state)
      case .destination(.presented(.removal(.confirmed))): return removalConfirmed(&state)
      case .detailsButtonClicked(let id):
        if let row = state.episodes[id: id] { state.destination = .details(makeEpisode(row.episode, of: state)) }
        return .none
      case .episodes(.element(_, .delegate(let request))): return carryOut(request, &state)
      case .episodesReceived(let result): return received(result, &state)
      case .matchesFound(let matches, let text):
        if text == state.searchText { state.matches = matches }
        return .none
      case .opened: return listen(to: state.id)
      case .removeButtonClicked:
        state.destination = .removal(Self.question(about: state.title))
        return .none
      case .searchTextChanged(let text):
        guard text != state.searchText else { return .none }
        state.searchText = text
        return search(&state)
      case .delegate, .destination, .episodes: return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.episodes, action: \.episodes) { EpisodeFeature() }
  }

  private func listen(to show: Show.ID) -> Effect<Action> {
    .run { [library] send in
      for await result in library.episodes(show) where !Task.isCancelled { await send(.episodesReceived(result)) }
    }
    .cancellable(id: CancelID.episodes, cancelInFlight: true)
  }

  private func received(_ result: Result<[Episode], LibraryError>, _ state: inout State) -> Effect<Action> {
    state.isLoading = false
    switch result {
    case .success(let episodes):
      episodesChanged(to: episodes, &state)
      return state.searchText.isEmpty ? .none : search(&state)
    case .failure(let error): return .send(.delegate(.problem(Problem(error))))
    }
  }

  /// Takes over what the library says. The list itself changes only when an episode comes, goes or moves.
  private func episodesChanged(to newEpisodes: [Episode], _ state: inout State) {
    for var episode in newEpisodes {
      if let isFavorite = state.favoritesInWriting[episode.id] { episode.isFavorite = isFavorite }
      state.change(episode.id) { $0 = episode }
    }
    guard newEpisodes.map(\.id) != state.episodes.ids else { return }
    state.episodes = IdentifiedArray(uniqueElements: newEpisodes.map { state.episodes[id: $0.id] ?? makeEpisode($0, of: state) })
    if let matches = state.matches { state.matches = matches.filter { state.episodes[id: $0] != nil } }
  }

  /// Looks for what is searched, beside the main thread: there may be a hundred thousand names. What is shown stays until it is found.
  private func search(_ state: inout State) -> Effect<Action> {
    let search = TitleSearch(state.searchText, locale: locale)
    guard !search.isEmpty else {
      state.matches = nil
      return .cancel(id: CancelID.search)
    }
    return .run { [episodes = state.episodes, text = state.searchText] send in
      let matches = await search.matches(in: episodes)
      if !Task.isCancelled { await send(.matchesFound(matches, text: text)) }
    }
    .cancellable(id: CancelID.search, cancelInFlight: true)
  }

  private func makeEpisode(_ episode: Episode, of state: State) -> EpisodeFeature.State {
    EpisodeFeature.State(episode: episode, showTitle: state.title, locale: locale)
  }

  private func carryOut(_ request: EpisodeFeature.Action.Delegate, _ state: inout State) -> Effect<Action> {
    switch request {
    case .favoriteToggled(let episode, let isFavorite):
      guard state.favoritesInWriting[episode] == nil, state.episodes[id: episode]?.episode.isFavorite != isFavorite else { return .none }
      state.favoritesInWriting[episode] = isFavorite
      state.change(episode) { $0.isFavorite = isFavorite }
      return .send(.delegate(.favoriteToggled(episode, isFavorite)))
    case .playToggled(let item, let isPlaying): return .send(.delegate(.playToggled(item, isPlaying: isPlaying)))
    }
  }

  private func removalConfirmed(_ state: inout State) -> Effect<Action> {
    guard !state.isRemoving else { return .none }
    state.isRemoving = true
    return .send(.delegate(.removalConfirmed))
  }

  private static func question(about title: String) -> ConfirmationDialogState<Removal> {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState("Remove “\(title)”?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmed) { TextState("Remove") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("Its episodes, your favorites and your places in them will be removed.")
    }
  }
}

extension ShowFeature.Destination.State: Equatable {}
extension ShowFeature.Destination.Action: Equatable {}

extension ShowFeature.State {
  /// The library has something new about the show.
  package mutating func showChanged(to newShow: Show) {
    guard newShow != show else { return }
    if newShow.summary != show.summary { summary = Self.summary(of: newShow) }
    show = newShow
  }

  /// A favourite was written. If it could not be, it is shown as it really is.
  package mutating func favoriteWritten(_ episode: Episode.ID, _ isFavorite: Bool, failed: Bool) {
    guard favoritesInWriting[episode] == isFavorite else { return }
    favoritesInWriting[episode] = nil
    if failed { change(episode) { $0.isFavorite = !isFavorite } }
  }

  /// Changes an episode in the list and, if they are open, in its details.
  fileprivate mutating func change(_ id: Episode.ID, _ body: (inout Episode) -> Void) {
    if var episode = episodes[id: id]?.episode {
      body(&episode)
      if episode != episodes[id: id]?.episode { episodes[id: id]?.episode = episode }
    }
    if case .details(var details) = destination, details.id == id {
      body(&details.episode)
      destination = .details(details)
    }
  }
}

/// A show's picture, and what stands for it until it is there: the first letter of the show's name on a colour of its own.
package struct Artwork: Hashable, Sendable {
  /// Where the picture is, on the web or in a file; `nil` if there is none.
  package var address: URL?
  /// The first letter of the name.
  package var initial: String
  /// Which of the colours: from 0 up to ``colorCount``. The same name has the same one each time.
  package var color: Int

  /// How many colours there are.
  package static let colorCount = 6

  package init(of show: Show) {
    address = show.artworkURL
    initial = show.title.first(where: { $0.isLetter || $0.isNumber }).map { $0.uppercased() } ?? "♪"
    color = Int(show.title.unicodeScalars.reduce(UInt32(7)) { $0 &* 31 &+ $1.value } % UInt32(Self.colorCount))
  }
}
