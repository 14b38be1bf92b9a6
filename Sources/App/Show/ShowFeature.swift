import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// One show: what it is about, and its episodes.
@Reducer
package struct ShowFeature {
  /// What is presented on top of the show.
  @Reducer
  package enum Destination {
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
    /// The episodes.
    package var list: EpisodeListFeature.State
    /// How often a new episode comes, or `nil` if that is not known.
    package var frequency: ShowFrequency?
    /// Whether the show is being removed.
    package var isRemoving = false
    /// Whether the whole summary is shown.
    package var isSummaryExpanded = false
    /// As the library has it.
    package var show: Show
    /// What it is about, as plain text; empty when the feed does not say.
    package var summary: String

    /// Makes a show's state. Its episodes are not known before ``Action/opened``.
    package init(show: Show) {
      self.show = show
      summary = Self.summary(of: show)
      list = EpisodeListFeature.State(query: EpisodeQuery(.show(show.id)), showTitle: show.title)
    }

    package var id: Show.ID { show.id }
    /// Its name.
    package var title: String { show.title }
    /// Who makes it; empty when the feed does not say.
    package var author: String { show.author }
    /// Its picture.
    package var artwork: Artwork { Artwork(of: show) }
    /// Its author, how often it comes, and how many episodes it has.
    package var caption: TextState {
      let count = show.episodeCount
      return .joined(
        [show.author].filter { !$0.isEmpty }.map { TextState(verbatim: $0) } + [frequency?.text].compactMap(\.self)
          + [count == 1 ? TextState("1 episode") : TextState("\(count) episodes")])
    }
    /// Why the last refresh failed, or `nil` if it did not.
    package var feedError: FeedError? {
      switch show.feedStatus {
      case .failed(let error): error
      case .gone: .gone(show.feedURL)
      case .neverFetched, .current: nil
      }
    }

    /// A show's header is no place for a book.
    private static func summary(of show: Show) -> String { PlainText(markup: show.summary, limit: 4000).text }
  }

  package enum Action: Equatable {
    /// The listener chose “Copy Feed Address”.
    case copyAddressButtonClicked
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    /// The newest episode was found.
    case latestFound(Result<Episode?, LibraryError>)
    case list(EpisodeListFeature.Action)
    /// The listener chose “More” or “Less” of the summary.
    case moreButtonClicked
    /// The show was selected: from now on its episodes follow the library.
    case opened
    /// The listener chose “Play Latest”.
    case playLatestButtonClicked
    /// The listener chose “Refresh”.
    case refreshButtonClicked
    /// The listener chose “Remove Show”: they are asked first.
    case removeButtonClicked

    /// What the show asks of the library, which stays when another show is selected.
    @CasePathable
    package enum Delegate: Equatable {
      /// What the list of its episodes asks.
      case list(EpisodeListFeature.Action.Delegate)
      /// Its feed is to be fetched now.
      case refreshRequested
      /// The listener agreed to remove the show.
      case removalConfirmed
    }
  }

  @Dependency(\.copyText) private var copyText
  @Dependency(\.episodes) private var episodes

  package init() {}

  package var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) { EpisodeListFeature() }
    Reduce { state, action in
      switch action {
      case .copyAddressButtonClicked: return .run { [copyText, address = state.show.feedURL] _ in copyText(address.absoluteString) }
      case .destination(.presented(.removal(.confirmed))): return removalConfirmed(&state)
      case .latestFound(let result): return latestFound(result, state)
      case .list(.delegate(let request)): return .send(.delegate(.list(request)))
      case .list(.loaded):
        state.updateFrequency()
        return .none
      case .moreButtonClicked:
        state.isSummaryExpanded.toggle()
        return .none
      case .opened: return .send(.list(.opened))
      case .playLatestButtonClicked: return findLatest(of: state.id)
      case .refreshButtonClicked: return .send(.delegate(.refreshRequested))
      case .removeButtonClicked:
        state.destination = .removal(Self.question(about: state.title))
        return .none
      case .delegate, .destination, .list: return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  private func findLatest(of show: Show.ID) -> Effect<Action> {
    .run { [episodes] send in
      do throws(LibraryError) {
        var newest: Result<[Episode.ID], LibraryError> = .success([])
        for await result in episodes.ids(EpisodeQuery(.show(show))) {
          newest = result
          break
        }
        guard let id = try newest.get().first else { return }
        await send(.latestFound(.success(try await episodes.episodes([id]).first)))
      } catch {
        await send(.latestFound(.failure(error)))
      }
    }
  }

  private func latestFound(_ result: Result<Episode?, LibraryError>, _ state: State) -> Effect<Action> {
    switch result {
    case .success(let episode?):
      return .send(.delegate(.list(.playToggled(PlayerFeature.Item(episode: episode, showTitle: state.title), isPlaying: true))))
    case .success(nil): return .none
    case .failure(let error): return .send(.delegate(.list(.problem(Problem(error)))))
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

  fileprivate mutating func updateFrequency() {
    guard list.query == EpisodeQuery(.show(id)) else { return }
    frequency = ShowFrequency(newestFirst: list.ids.prefix(12).compactMap { list.rows[id: $0]?.episode.publishedAt })
  }
}
