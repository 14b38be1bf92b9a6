package import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// One episode: a row of a list, or a page of its own.
///
/// The feature changes nothing of the episode by itself. It tells its parent what the listener chose, and the parent gives it the changed episode.
/// A page follows the library after ``Action/opened``.
@Reducer
package struct EpisodeFeature {
  @ObservableState
  package struct State: Identifiable, Equatable {
    /// As the library has it, or will have it when the present write is done. Its `summary` is empty.
    package var episode: Episode
    /// The name of its show.
    package let showTitle: String
    /// The heading of the day above the row, if it is the first of its day in a list that is grouped.
    package var dayText: TextState?
    /// What its feed says about it, as plain text. `nil` until it is read; empty if the feed says nothing.
    package var notesText: String?
    /// What else its feed says about it.
    package var details = EpisodeDetails()
    private let locale: Locale
    private let isShowNamed: Bool

    /// Makes an episode's state.
    ///
    /// - Parameters:
    ///   - episode: As the library has it.
    ///   - showTitle: The name of its show.
    ///   - isShowNamed: Whether its second line names the show.
    ///   - locale: How its date and its length are written.
    package init(episode: Episode, showTitle: String, isShowNamed: Bool = false, locale: Locale) {
      self.episode = episode
      self.showTitle = showTitle
      self.isShowNamed = isShowNamed
      self.locale = locale
    }

    /// The second line of its row.
    package var subtitle: TextState { episode.subtitle(of: isShowNamed ? showTitle : nil, in: locale) }
    /// How much of it is left, or `nil` if it was not started.
    package var remainingText: TextState? { episode.remainingText(in: locale) }
    /// When it was published and how long it is.
    package var publicationText: TextState { episode.publicationText(in: locale) }
    /// What a screen reader says of its row.
    package func accessibleName(isPlaying: Bool) -> TextState { episode.accessibleName(of: showTitle, isPlaying: isPlaying, in: locale) }
  }

  package enum Action: Equatable {
    /// The library told that episodes changed.
    case changed(EpisodeChanges)
    /// The listener chose “Copy Link”.
    case copyLinkButtonClicked
    case delegate(Delegate)
    /// The listener chose “Show Details”.
    case detailsButtonClicked
    /// The listener marked or unmarked it.
    case favoriteToggled(Bool)
    /// The library told its notes.
    case notesReceived(Result<EpisodeNotes, LibraryError>, text: String)
    /// Its page was opened: the notes are read, and it follows the library.
    case opened
    /// The listener chose “Mark as Played” or “Mark as Unplayed”.
    case playedToggled(Bool)
    /// The listener chose “Play” or “Pause”.
    case playToggled(Bool)
    /// The library told it again.
    case reloaded(Episode)

    @CasePathable
    package enum Delegate: Equatable {
      /// Its page is to be shown.
      case detailsRequested(Episode, showTitle: String)
      /// It is to be a favourite, or not to be one any more.
      case favoriteToggled(Episode.ID, Bool)
      /// It is to be marked as played, or as unplayed.
      case playedToggled(Episode.ID, Bool)
      /// It is to be played, or to be paused.
      case playToggled(PlayerFeature.Item, isPlaying: Bool)
      /// The listener is to be told of something.
      case problem(Problem)
    }
  }

  private enum CancelID {
    case changes
  }

  @Dependency(\.copyText) private var copyText
  @Dependency(\.episodes) private var episodes

  /// Makes the feature.
  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .changed(let changes): return reload(state.id, after: changes)
      case .copyLinkButtonClicked: return copyLink(of: state.episode)
      case .detailsButtonClicked: return .send(.delegate(.detailsRequested(state.episode, showTitle: state.showTitle)))
      case .favoriteToggled(let isFavorite):
        guard isFavorite != state.isFavorite else { return .none }
        return .send(.delegate(.favoriteToggled(state.id, isFavorite)))
      case .notesReceived(let result, let text): return notesReceived(result, text, &state)
      case .opened: return .merge(readNotes(of: state.id), listen())
      case .playedToggled(let isPlayed): return .send(.delegate(.playedToggled(state.id, isPlayed)))
      case .playToggled(let isPlaying):
        let item = PlayerFeature.Item(episode: state.episode, showTitle: state.showTitle)
        return .send(.delegate(.playToggled(item, isPlaying: isPlaying)))
      case .reloaded(let episode):
        state.episode = episode
        return .none
      case .delegate: return .none
      }
    }
  }

  private func listen() -> Effect<Action> {
    .run { [episodes] send in
      for await changes in episodes.changes() where !Task.isCancelled { await send(.changed(changes)) }
    }
    .cancellable(id: CancelID.changes, cancelInFlight: true)
  }

  private func reload(_ id: Episode.ID, after changes: EpisodeChanges) -> Effect<Action> {
    if case .episodes(let changed) = changes, !changed.contains(id) { return .none }
    return .run { [episodes] send in
      // The list that is below the page tells why it cannot be read.
      guard let episode = try? await episodes.episodes([id]).first else { return }
      await send(.reloaded(episode))
    }
  }

  private func readNotes(of id: Episode.ID) -> Effect<Action> {
    .run { [episodes] send in
      do throws(LibraryError) {
        let notes = try await episodes.notes(id)
        await send(.notesReceived(.success(notes), text: await Self.plainText(of: notes)))
      } catch {
        await send(.notesReceived(.failure(error), text: ""))
      }
    }
  }

  private func notesReceived(_ result: Result<EpisodeNotes, LibraryError>, _ text: String, _ state: inout State) -> Effect<Action> {
    state.notesText = text
    switch result {
    case .success(let notes):
      state.details = notes.details
      return .none
    case .failure(let error): return .send(.delegate(.problem(Problem(error))))
    }
  }

  private func copyLink(of episode: Episode) -> Effect<Action> {
    .run { [copyText, episodes] _ in
      // Without a page of its own, an episode's audio is what can be shared.
      let page = try? await episodes.notes(episode.id).details.websiteURL
      copyText((page ?? episode.enclosure.url).absoluteString)
    }
  }

  /// Notes may be long: they are read beside the main thread.
  @concurrent
  private static func plainText(of notes: EpisodeNotes) async -> String { PlainText(markup: notes.markup).text }
}

extension EpisodeFeature.State {
  package var id: Episode.ID { episode.id }
  /// Its name.
  package var title: String { episode.title }
  /// Whether it is a favourite.
  package var isFavorite: Bool { episode.isFavorite }
}
