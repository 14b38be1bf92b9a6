package import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// One episode, as a row of a list or as a page.
///
/// The feature does not write to the library. It sends requests to its parent, and the parent updates the episode. A
/// page also receives the changes of the library after ``Action/opened`` or ``Action/playerPageOpened``.
@Reducer
package struct EpisodeFeature {
  @ObservableState
  package struct State: Identifiable, Equatable {
    /// The episode as the library stores it, but with an empty `summary`. While the library writes a changed favourite
    /// mark, the episode already has the new mark.
    package var episode: Episode
    /// The name of the episode's show.
    package let showTitle: String
    /// The heading of the day above the row, if the row is the first of its day in a grouped list.
    package var dayHeading: TextState?
    /// The notes, the chapters and the transcript of a page in the library. `nil` for a row and for a page in the
    /// player.
    package var contents: EpisodeContentsFeature.State?
    private let locale: Locale
    /// Whether the second line of the row contains the name of the show.
    private let isShowNamed: Bool

    /// Creates the state of an episode.
    ///
    /// - Parameters:
    ///   - episode: The episode as the library stores it.
    ///   - showTitle: The name of the episode's show.
    ///   - isShowNamed: Whether the second line of the row contains the name of the show.
    ///   - locale: The locale of the texts about the episode, such as its date.
    package init(episode: Episode, showTitle: String, isShowNamed: Bool = false, locale: Locale) {
      self.episode = episode
      self.showTitle = showTitle
      self.isShowNamed = isShowNamed
      self.locale = locale
    }

    /// The second line of the row.
    package var subtitle: TextState { episode.subtitle(showTitle: isShowNamed ? showTitle : nil, in: locale) }
    /// The time left, or `nil` if the episode has no progress.
    package var remainingText: TextState? { episode.remainingText(in: locale) }
    /// The date and the length of the episode.
    package var publicationText: TextState { episode.publicationText(in: locale) }
    /// The accessible name of the row, for screen readers.
    package func accessibleName(isPlaying: Bool) -> TextState {
      episode.accessibleName(showTitle: showTitle, isPlaying: isPlaying, in: locale)
    }
  }

  package enum Action: Equatable {
    /// The library reported changed episodes.
    case changed(EpisodeChanges)
    case contents(EpisodeContentsFeature.Action)
    /// The user clicked “Copy Link”.
    case copyLinkButtonClicked
    case delegate(Delegate)
    /// The user clicked “Show Details”.
    case detailsButtonClicked
    /// The user marked the episode as a favourite (`true`), or removed the mark (`false`).
    case favoriteToggled(Bool)
    /// The page was opened in the library. The feature reads the contents of the page, and updates the episode when the
    /// library changes.
    case opened
    /// The user clicked “Mark as Played” (`true`) or “Mark as Unplayed” (`false`).
    case playedToggled(Bool)
    /// The page was opened in the player. The feature updates the episode when the library changes. It does not read
    /// the contents, because ``AppFeature`` reads them for the player.
    case playerPageOpened
    /// The user clicked “Play” (`true`) or “Pause” (`false`).
    case playToggled(Bool)
    /// The user changed the queue: “Play Next”, “Play Last” or “Remove from Queue”.
    case queueButtonClicked(QueueAction)
    /// The library returned the episode after a change.
    case reloaded(Episode)

    /// The user's changes of the queue for one episode.
    package enum QueueAction: Hashable, Sendable {
      case playNext
      case playLast
      case remove
    }

    /// Requests to the parent.
    @CasePathable
    package enum Delegate: Equatable {
      /// Show the page of the episode.
      case detailsRequested(Episode, showTitle: String)
      /// Play the episode from a place.
      case placeRequested(PlayerFeature.Item, Duration)
      /// Mark the episode as a favourite (`true`), or remove the mark (`false`).
      case favoriteToggled(Episode.ID, Bool)
      /// Mark the episode as played (`true`) or unplayed (`false`).
      case playedToggled(Episode.ID, Bool)
      /// Play or pause the episode.
      case playToggled(PlayerFeature.Item, isPlaying: Bool)
      /// Change the queue.
      case queueRequested(QueueRequest)
    }
  }

  private enum CancelID {
    case changes
  }

  @Dependency(\.copyText) private var copyText
  @Dependency(\.episodes) private var episodes

  /// Creates the feature.
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
      case .contents(.delegate(.placeRequested(let item, let place))):
        return .send(.delegate(.placeRequested(item, place)))
      case .opened:
        state.contents = EpisodeContentsFeature.State(item: state.item)
        return .merge(.send(.contents(.opened)), listen())
      case .playedToggled(let isPlayed): return .send(.delegate(.playedToggled(state.id, isPlayed)))
      case .playToggled(let isPlaying):
        return .send(.delegate(.playToggled(state.item, isPlaying: isPlaying)))
      case .playerPageOpened: return .merge(reload(state.id, after: .episodes([state.id])), listen())
      case .queueButtonClicked(let action): return .send(.delegate(.queueRequested(action.request(for: state.id))))
      case .reloaded(let episode):
        state.episode = episode
        return .none
      case .contents, .delegate: return .none
      }
    }
    .ifLet(\.contents, action: \.contents) { EpisodeContentsFeature() }
  }

  /// Sends ``Action/changed`` for each change of the library.
  private func listen() -> Effect<Action> {
    .run { [episodes] send in
      for await changes in episodes.changes() where !Task.isCancelled { await send(.changed(changes)) }
    }
    .cancellable(id: CancelID.changes, cancelInFlight: true)
  }

  /// Reads the episode again if the changes include it.
  private func reload(_ id: Episode.ID, after changes: EpisodeChanges) -> Effect<Action> {
    if case .episodes(let changed) = changes, !changed.contains(id) { return .none }
    return .run { [episodes] send in
      // After an error, the page keeps its episode. The lists of episodes report errors of the library.
      guard let episode = try? await episodes.episodes([id]).first else { return }
      await send(.reloaded(episode))
    }
  }

  private func copyLink(of episode: Episode) -> Effect<Action> {
    .run { [copyText, episodes] _ in
      // If the episode has no web page, or its notes cannot be read, copy the address of its audio.
      let page = try? await episodes.notes(episode.id).details.websiteURL
      copyText((page ?? episode.enclosure.url).absoluteString)
    }
  }
}

extension EpisodeFeature.State {
  package var id: Episode.ID { episode.id }
  /// The episode and the name of its show, for the player.
  package var item: PlayerFeature.Item { PlayerFeature.Item(episode: episode, showTitle: showTitle) }
  /// The title of the episode.
  package var title: String { episode.title }
  /// Whether the episode is a favourite.
  package var isFavorite: Bool { episode.isFavorite }
  /// Whether the episode is in the queue.
  package var isQueued: Bool { episode.queuePosition != nil }
}

extension EpisodeFeature.Action.QueueAction {
  fileprivate func request(for episode: Episode.ID) -> QueueRequest {
    switch self {
    case .playNext: .playNext([episode])
    case .playLast: .playLast([episode])
    case .remove: .remove([episode])
    }
  }
}
