package import Podcasts
package import Presentation
package import ReducerStore

/// The listener's shows, and the one that is selected.
///
/// It stays as long as the program does. So it is the library that writes what a show's screen asks for: the write is done, and its failure
/// is told, even if another show was selected in the meantime.
@Reducer
package struct LibraryFeature {
  /// What is presented on top of the library.
  @Reducer
  package enum Destination {
    /// The sheet in which a podcast is added. Its transfer stops when it goes.
    case subscribe(SubscribeFeature)
  }

  /// What there is to see.
  package enum Phase: Hashable, Sendable {
    /// The library has not told its shows yet.
    case loading
    /// There is no show.
    case empty
    /// There are shows.
    case filled
    /// The library cannot be read. The listener was told why.
    case unavailable
  }

  @ObservableState
  package struct State: Equatable {
    /// What is presented on top of the library.
    @Presents package var destination: Destination.State?
    /// What there is to see.
    package var phase = Phase.loading
    /// The shows, sorted by title.
    package var shows: [Show] = []
    /// The selected show, if there is one.
    package var show: ShowFeature.State?
    /// A show that was just added, to be selected when the library tells of it.
    package var awaitedShow: Show.ID?

    package init() {}

    /// Whether podcasts can be added.
    package var isAddButtonEnabled: Bool { phase == .empty || phase == .filled }

    /// Which show is selected, for a list.
    package var selection: Show.ID? { show?.id }
  }

  package enum Action: Equatable {
    /// The listener chose “Add Podcast”.
    case addButtonClicked
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    /// A favourite was written, or could not be.
    case favoriteWritten(Episode.ID, Bool, of: Show.ID, LibraryError?)
    /// The program began: from now on the shows follow the library.
    case launched
    /// Nothing more will be written about a show that is to be removed, besides its removal.
    case placesSettled(Show.ID)
    /// A show could not be removed.
    case removalFailed(Show.ID, LibraryError)
    case show(ShowFeature.Action)
    /// Shows were added. The first of them is selected.
    case showsAdded([Show.ID])
    /// The listener chose a show of the list.
    case showSelected(Show.ID?)
    /// The library told its shows.
    case showsReceived(Result<[Show], LibraryError>)

    /// What the library asks of the whole program.
    @CasePathable
    package enum Delegate: Equatable {
      /// An episode is to play, or to pause.
      case playToggled(PlayerFeature.Item, isPlaying: Bool)
      /// The listener is to be told of something.
      case problem(Problem)
      /// A show is to be removed. Whoever writes about it answers with ``LibraryFeature/Action/placesSettled(_:)`` when that is done.
      case removalConfirmed(Show.ID)
    }
  }

  private enum CancelID {
    case shows
  }

  @Dependency(\.library) private var library
  @Dependency(\.writes) private var writes

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonClicked:
        if state.isAddButtonEnabled, state.destination == nil { state.destination = .subscribe(SubscribeFeature.State()) }
        return .none
      case .destination(.presented(.subscribe(.delegate(.subscribed(let added))))):
        state.destination = nil
        return showsAdded(added, &state)
      case .favoriteWritten(let episode, let isFavorite, let show, let error):
        if state.show?.id == show { state.show?.favoriteWritten(episode, isFavorite, failed: error != nil) }
        return error.map(tell) ?? .none
      case .launched: return listen()
      case .placesSettled(let show): return remove(show)
      case .removalFailed(let show, let error):
        if state.show?.id == show { state.show?.isRemoving = false }
        return tell(error)
      case .show(.delegate(let request)): return carryOut(request, state)
      case .showsAdded(let added): return showsAdded(added, &state)
      case .showSelected(let id): return select(id, &state)
      case .showsReceived(let result): return received(result, &state)
      case .delegate, .destination, .show: return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.show, action: \.show) { ShowFeature() }
  }

  private func listen() -> Effect<Action> {
    .run { [library] send in
      for await result in library.shows() where !Task.isCancelled { await send(.showsReceived(result)) }
    }
    .cancellable(id: CancelID.shows, cancelInFlight: true)
  }

  private func tell(_ error: LibraryError) -> Effect<Action> {
    .send(.delegate(.problem(Problem(error))))
  }

  private func received(_ result: Result<[Show], LibraryError>, _ state: inout State) -> Effect<Action> {
    switch result {
    case .success(let shows): return showsChanged(to: shows, &state)
    case .failure(let error):
      if state.phase == .loading { state.phase = .unavailable }
      return tell(error)
    }
  }

  private func showsChanged(to newShows: [Show], _ state: inout State) -> Effect<Action> {
    // Who has gone back to the list from a show stays there.
    let isInList = state.phase == .filled && state.show == nil
    let oldPosition = state.shows.firstIndex { $0.id == state.selection } ?? 0
    state.shows = newShows
    state.phase = newShows.isEmpty ? .empty : .filled
    if let newShow = newShows.first(where: { $0.id == state.selection }) {
      state.show?.showChanged(to: newShow)
    } else if !isInList, !isAwaitedShowThere(state) {
      // The neighbour of what was removed, so that the listener stays where they were in the list.
      return select(newShows.isEmpty ? nil : newShows[min(oldPosition, newShows.count - 1)].id, &state)
    }
    return selectAwaitedShow(&state)
  }

  private func showsAdded(_ added: [Show.ID], _ state: inout State) -> Effect<Action> {
    guard let first = added.first else { return .none }
    state.awaitedShow = first
    return selectAwaitedShow(&state)
  }

  private func isAwaitedShowThere(_ state: State) -> Bool {
    state.shows.contains { $0.id == state.awaitedShow }
  }

  private func selectAwaitedShow(_ state: inout State) -> Effect<Action> {
    guard isAwaitedShowThere(state) else { return .none }
    let show = state.awaitedShow
    state.awaitedShow = nil
    return select(show, &state)
  }

  private func select(_ id: Show.ID?, _ state: inout State) -> Effect<Action> {
    guard id != state.selection else { return .none }
    state.show = state.shows.first { $0.id == id }.map { ShowFeature.State(show: $0) }
    return state.show == nil ? .none : .send(.show(.opened))
  }

  private func carryOut(_ request: ShowFeature.Action.Delegate, _ state: State) -> Effect<Action> {
    guard let show = state.selection else { return .none }
    switch request {
    case .favoriteToggled(let episode, let isFavorite):
      return .run { [library, writes] send in
        let result = await writes.perform { () throws(LibraryError) in try await library.setFavorite(episode, isFavorite) }
        await send(.favoriteWritten(episode, isFavorite, of: show, result.error))
      }
    case .playToggled(let item, let isPlaying): return .send(.delegate(.playToggled(item, isPlaying: isPlaying)))
    case .problem(let problem): return .send(.delegate(.problem(problem)))
    case .removalConfirmed: return .send(.delegate(.removalConfirmed(show)))
    }
  }

  private func remove(_ show: Show.ID) -> Effect<Action> {
    .run { [library, writes] send in
      let result = await writes.perform { () throws(LibraryError) in try await library.removeShow(show) }
      if let error = result.error { await send(.removalFailed(show, error)) }
    }
  }
}

extension LibraryFeature.Destination.State: Equatable {}
extension LibraryFeature.Destination.Action: Equatable {}

extension Result {
  /// Why it is none.
  fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}

extension LibraryClient {
  /// A library that could not be opened: each use of it says why.
  package static func unavailable(_ error: LibraryError) -> LibraryClient {
    LibraryClient(
      shows: { .only(.failure(error)) },
      episodes: { _ in .only(.failure(error)) },
      subscribe: { _, _ throws(LibraryError) in throw error },
      removeShow: { _ throws(LibraryError) in throw error },
      setFavorite: { _, _ throws(LibraryError) in throw error },
      savePosition: { _, _ throws(LibraryError) in throw error },
      setPlayed: { _, _ throws(LibraryError) in throw error })
  }
}

extension AsyncStream where Element: Sendable {
  /// A stream of one element.
  fileprivate static func only(_ element: Element) -> AsyncStream {
    AsyncStream { continuation in
      continuation.yield(element)
      continuation.finish()
    }
  }
}

extension LibraryError: TellableError {
  /// What is wrong, in a few words.
  package var title: TextState {
    switch self {
    case .notWritable: TextState("Your Library Cannot Be Written")
    case .inUse: TextState("Your Library Is in Use")
    case .diskFull: TextState("The Disk Is Full")
    case .damaged: TextState("Your Library Is Damaged")
    case .newerVersion: TextState("Your Library Is From a Newer Version")
    case .notFound: TextState("This Is No Longer in Your Library")
    case .failed: TextState("Your Library Has a Problem")
    }
  }

  /// What the listener can do about it.
  package var message: TextState {
    switch self {
    case .notWritable(let path):
      TextState("You are not allowed to write “\(path)”, or its disk is read-only. Change its permissions, then start the program again.")
    case .inUse(let path):
      TextState("Another program is using “\(path)”. Close it, or wait until it is done, then try again.")
    case .diskFull(let path):
      TextState("There is no space left for “\(path)”. Delete files that you do not need, then try again.")
    case .damaged(let path):
      TextState("“\(path)” was left as it is. Put a copy of it back from a backup, or move it away to begin with an empty library.")
    case .newerVersion(let path):
      TextState("“\(path)” was left as it is. Install the newer version of the program to go on with it.")
    case .notFound:
      TextState("It was removed in the meantime. Add its show again to have it back.")
    case .failed:
      TextState("Try again. If that does not help, start the program in a terminal to see more.")
    }
  }
}
