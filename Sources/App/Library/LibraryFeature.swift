package import Foundation
package import Podcasts
package import ReducerStore

/// The user's shows, and the selected page next to the list of shows.
///
/// The feature exists as long as the program runs, and performs the writes that its pages request. So a write
/// completes, and its failure is reported, even if the user selects another page before the write ends.
@Reducer
package struct LibraryFeature {
  /// The sheet that is presented above the library.
  @Reducer
  package enum Destination {
    /// The sheet for adding a podcast. Closing the sheet cancels the fetch of the feed.
    case subscribe(SubscribeFeature)
  }

  /// The state of the list of shows.
  package enum Phase: Hashable, Sendable {
    /// The library has not returned its shows yet.
    case loading
    /// There is no show.
    case empty
    /// There are shows.
    case filled
    /// The library cannot be read. The reason is reported to the user as a problem.
    case unavailable
  }

  @ObservableState
  package struct State: Equatable {
    /// The sheet that is presented above the library.
    @Presents package var destination: Destination.State?
    /// The page of an episode, on top of the selected page. `nil` if no such page is open.
    @Presents package var episode: EpisodeFeature.State?
    /// The state of the list of shows.
    package var phase = Phase.loading
    /// The shows, sorted by title.
    package var shows: [Show] = []
    /// The pictures of the shows.
    package var artworks: [Show.ID: Artwork] = [:]
    /// The home page, if it is selected.
    package var home: HomeFeature.State?
    /// The queue, the favourites, the downloads or the history, if one of these pages is selected.
    package var list: EpisodeListFeature.State?
    /// The feed of the sample show that the page of an empty library offers, or `nil` if there is none.
    package var sampleShow: URL?
    /// The search, if it is selected.
    package var search: SearchFeature.State?
    /// The selected show, if there is one.
    package var show: ShowFeature.State?
    /// A show that was just added. The feature selects the show as soon as ``shows`` contains it.
    package var awaitedShow: Show.ID?
    /// How many known episodes of each show were recognized by refreshes in this session although their guids changed.
    /// When the user opens the health page of a show, which lists these episodes, the count of the show is removed.
    package var recognizedCounts: [Show.ID: Int] = [:]
    /// The message about the last change of played marks, while it is on screen.
    package var playedNotice: PlayedNotice?
    /// How many times episodes were marked as played or unplayed in this session. The count is the id of the last
    /// ``playedNotice``.
    package var playedNoticeCount = 0
    /// The page to select when the list of shows is filled: when the program starts, or after the list was empty.
    package var startPage = LibraryPage.home
    /// The scroll position of the last session, on one page. `nil` after the feature has selected this page.
    package var startScrollPosition: LibraryScrollPosition?
    /// The page that was selected before the search. This page is selected again when the search is closed.
    package var pageBeforeSearch: LibraryPage?

    package init() {}

    /// Whether the user can add podcasts now.
    package var isAddButtonEnabled: Bool { phase == .empty || phase == .filled }
    /// Whether a question about a feed can be presented now. The shows may still be loading.
    package var isQuestionPossible: Bool { phase != .unavailable && destination == nil }
    /// The selected page. `nil` if no page is selected, for example while a narrow window shows the list of pages.
    package var selection: LibraryPage? {
      if let show { return .show(show.id) }
      if home != nil { return .home }
      if search != nil { return .search }
      return list.flatMap { LibraryPage($0.query.scope) }
    }
  }

  package enum Action: Equatable {
    /// The user chose “Add Podcast”.
    case addButtonClicked
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    case episode(PresentationAction<EpisodeFeature.Action>)
    /// A refresh recognized known episodes although their guids changed.
    case episodesRecognized([Refresher.Progress.Recognition])
    /// The write that adds an episode to the favourites or removes it from them ended, with or without an error.
    case favoriteWritten(Episode.ID, isFavorite: Bool, LibraryError?)
    /// An address that was given on the command line is a web page that links to several feeds.
    case feedsDiscovered([DiscoveredFeed], page: URL)
    /// A feed whose address was given on the command line cannot be fetched before the user answers a question.
    case feedQuestioned(FeedQuestionFeature.State)
    /// The health page of a show is on screen.
    case healthShown(Show.ID)
    case home(HomeFeature.Action)
    /// The user chose “Import OPML…” or “Import From Another Player…” in an empty library.
    case importButtonClicked(ImportFeature.SourceKind)
    /// The program started. From now on, the feature receives the shows of the library after each change.
    case launched
    case list(EpisodeListFeature.Action)
    /// The list “Up Next” in the player sent a request. This list is not on a page of the library.
    case upNextRequested(EpisodeListFeature.Action.Delegate)
    /// The toast wrote ``State/playedNotice``: `nil`, because the toast disappeared.
    case playedNoticeChanged(PlayedNotice?)
    /// The page of the episode that is in the player sent a request.
    case playerPageRequested(EpisodeFeature.Action.Delegate)
    /// The page of the last session was read.
    case pageRestored(LibraryPage)
    /// The user selected a page, or went back to the list of pages (`nil`).
    case pageSelected(LibraryPage?)
    /// All pending writes of places of a show are done, so the show can be removed now.
    case placeWritesEnded(Show.ID)
    /// Episodes were marked as played or unplayed, or marking them failed.
    case playedWritten(Result<PlayedChange, LibraryError>, isPlayed: Bool)
    /// A show could not be removed.
    case removalFailed(Show.ID, LibraryError)
    case search(SearchFeature.Action)
    /// The user chose “Search”.
    case searchButtonClicked
    case show(ShowFeature.Action)
    /// The user chose “Listen to a Sample Show” in an empty library.
    case sampleShowButtonClicked
    /// Shows were added. The first of them is selected.
    case showsAdded([Show.ID])
    /// The library returned its shows, or an error.
    case showsReceived(Result<[Show], LibraryError>)
    /// The user chose “Undo” after episodes were marked.
    case undoButtonClicked
    /// A change of played marks was undone, or undoing it failed.
    case undone(PlayedChange, LibraryError?)

    /// Requests to the parent.
    @CasePathable
    package enum Delegate: Equatable {
      /// Show the health page of a show.
      case healthRequested(Show.ID)
      /// Import shows.
      case importRequested(ImportFeature.SourceKind)
      /// Episodes were marked as played or unplayed. The places that the player has kept for them are outdated.
      case placesChanged([Episode.ID])
      /// Play an episode from a place.
      case placeRequested(PlayerFeature.Item, Duration)
      /// Play or pause an episode.
      case playToggled(PlayerFeature.Item, isPlaying: Bool)
      /// Report a problem to the user.
      case problem(Problem)
      /// Change the queue.
      case queueRequested(QueueRequest)
      /// Fetch the feed of a show now.
      case refreshRequested(Show.ID)
      /// The user confirmed the removal of a show. The parent sends ``LibraryFeature/Action/placeWritesEnded(_:)`` when
      /// the pending writes of the show's places are done. Then the feature removes the show.
      case removalConfirmed(Show.ID)
      /// Subscribe to the sample show. The URL is the file of its feed.
      case sampleShowRequested(URL)
    }
  }

  private enum CancelID {
    case shows
  }

  @Dependency(\.library) private var library
  @Dependency(\.locale) var locale
  /// Performs the writes that the pages request.
  let writes = LibraryWrites()

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonClicked:
        if state.isAddButtonEnabled, state.destination == nil {
          state.destination = .subscribe(SubscribeFeature.State())
        }
        return .none
      case .destination(.presented(.subscribe(.delegate(.subscribed(let added))))):
        state.destination = nil
        return showsAdded(added, &state)
      case .destination(.presented(.subscribe(.delegate(.showSelected(let show))))):
        state.destination = nil
        return showsAdded([show], &state)
      case .episodesRecognized(let recognitions): return episodesRecognized(recognitions, &state)
      case .feedQuestioned(let question):
        state.destination = .subscribe(SubscribeFeature.State(question))
        return .none
      case .feedsDiscovered(let feeds, let webPage):
        state.destination = .subscribe(SubscribeFeature.State(address: webPage.absoluteString))
        return .send(.destination(.presented(.subscribe(.feedsDiscovered(feeds, page: webPage)))))
      case .healthShown(let show): return healthShown(show, &state)
      case .importButtonClicked(let kind): return .send(.delegate(.importRequested(kind)))
      case .launched: return listenToShows()
      case .pageRestored(let page): return restore(page, &state)
      case .playerPageRequested(let request): return carryOutEpisodeRequest(request, &state)
      case .pageSelected(let page): return select(page, &state)
      case .search(.closed): return select(state.pageBeforeSearch ?? .home, &state)
      case .sampleShowButtonClicked: return state.sampleShow.map { .send(.delegate(.sampleShowRequested($0))) } ?? .none
      case .searchButtonClicked: return state.phase == .filled ? select(.search, &state) : .none
      case .showsAdded(let added): return showsAdded(added, &state)
      case .showsReceived(let result): return showsReceived(result, &state)
      default: return reducePages(&state, action)
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$episode, action: \.episode) { EpisodeFeature() }
    .ifLet(\.home, action: \.home) { HomeFeature() }
    .ifLet(\.list, action: \.list) { EpisodeListFeature() }
    .ifLet(\.search, action: \.search) { SearchFeature() }
    .ifLet(\.show, action: \.show) { ShowFeature() }
  }

  /// Carries out the requests of the pages, and updates the state for the results of their writes.
  private func reducePages(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .episode(.presented(.delegate(let request))): carryOutEpisodeRequest(request, &state)
    case .home(.delegate(let request)), .list(.delegate(let request)), .search(.delegate(let request)):
      carryOutListRequest(request, &state)
    case .upNextRequested(let request): carryOutListRequest(request, &state)
    case .show(.delegate(let request)): carryOutShowRequest(request, &state)
    default: writes.reduce(into: &state, action: action)
    }
  }

  private func listenToShows() -> Effect<Action> {
    .run { [library] send in
      for await result in library.shows() where !Task.isCancelled { await send(.showsReceived(result)) }
    }
    .cancellable(id: CancelID.shows, cancelInFlight: true)
  }

  private func showsReceived(_ result: Result<[Show], LibraryError>, _ state: inout State) -> Effect<Action> {
    switch result {
    case .success(let shows): return showsChanged(to: shows, &state)
    case .failure(let error):
      if state.phase == .loading { state.phase = .unavailable }
      return .send(.delegate(.problem(Problem(error))))
    }
  }

  private func showsChanged(to newShows: [Show], _ state: inout State) -> Effect<Action> {
    let wasFilled = state.phase == .filled
    let oldPosition = state.shows.firstIndex { $0.id == state.show?.id } ?? 0
    state.shows = newShows
    let artworks = Dictionary(uniqueKeysWithValues: newShows.map { ($0.id, Artwork(of: $0)) })
    if artworks != state.artworks { state.artworks = artworks }
    state.phase = newShows.isEmpty ? .empty : .filled
    if newShows.isEmpty { return select(nil, &state) }
    if let show = state.show {
      if let newShow = newShows.first(where: { $0.id == show.id }) {
        state.show?.showChanged(to: newShow)
      } else if !containsAwaitedShow(state) {
        // Select the neighbour of the removed show, so that the user stays at the same position in the list.
        return select(newShows[min(oldPosition, newShows.count - 1)].page, &state)
      }
    } else if !wasFilled, !containsAwaitedShow(state) {
      // Select a page only if the list was not filled before. Later, the user may have gone back to the list of pages.
      return select(pageOrHome(state.startPage, in: state), &state)
    }
    return selectAwaitedShow(&state)
  }

  private func showsAdded(_ added: [Show.ID], _ state: inout State) -> Effect<Action> {
    guard let first = added.first else { return .none }
    state.awaitedShow = first
    return selectAwaitedShow(&state)
  }

  private func containsAwaitedShow(_ state: State) -> Bool {
    state.shows.contains { $0.id == state.awaitedShow }
  }

  /// Selects the show that was just added, if the list of shows contains it.
  private func selectAwaitedShow(_ state: inout State) -> Effect<Action> {
    guard let show = state.awaitedShow, containsAwaitedShow(state) else { return .none }
    state.awaitedShow = nil
    return select(.show(show), &state)
  }

  /// Selects the page of the last session if the home page is selected. If no page is selected yet, the page of the
  /// last session is selected when the shows arrive. If that page is the search, the home page is selected instead.
  private func restore(_ page: LibraryPage, _ state: inout State) -> Effect<Action> {
    state.startPage = page == .search ? .home : page
    return state.selection == .home ? select(pageOrHome(state.startPage, in: state), &state) : .none
  }

  /// Returns the page, or the home page if the page belongs to a removed show.
  private func pageOrHome(_ page: LibraryPage, in state: State) -> LibraryPage {
    guard case .show(let id) = page, !state.shows.contains(where: { $0.id == id }) else { return page }
    return .home
  }

  /// Selects a page: creates its state, and removes the state of all other pages. If the page is `nil` or belongs to a
  /// removed show, no page is selected.
  private func select(_ page: LibraryPage?, _ state: inout State) -> Effect<Action> {
    guard page != state.selection else { return .none }
    defer { state.restoreScrollPosition(on: page) }
    let pageBefore = state.selection
    if case .show(let id) = page, !state.shows.contains(where: { $0.id == id }) { return select(nil, &state) }
    (state.home, state.list, state.search, state.show, state.episode) = (nil, nil, nil, nil, nil)
    switch page {
    case nil: return .none
    case .home:
      state.home = HomeFeature.State()
      return .send(.home(.opened))
    case .queue, .favorites, .downloads, .history:
      state.list = page?.scope.map { EpisodeListFeature.State(query: EpisodeQuery($0)) }
      return .send(.list(.opened))
    case .search:
      state.pageBeforeSearch = pageBefore
      state.search = SearchFeature.State()
      return .none
    case .show(let id):
      state.show = state.shows.first { $0.id == id }.map {
        ShowFeature.State(show: $0, recognizedCount: state.recognizedCounts[id] ?? 0)
      }
      return .send(.show(.opened))
    }
  }
}

extension LibraryFeature.Destination.State: Equatable {}
extension LibraryFeature.Destination.Action: Equatable {}
