package import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// One episode: a row of its show's list, or its details.
///
/// The feature changes nothing of the episode by itself: it tells its parent what the listener chose, and the parent gives it the episode
/// as it is then.
@Reducer
package struct EpisodeFeature {
  @ObservableState
  package struct State: Identifiable, Equatable {
    /// As the library has it, or will have it when what is being written is.
    package var episode: Episode {
      get { current }
      set {
        current = newValue
        summary = newValue.summary
      }
    }
    /// The name of its show.
    package let showTitle: String

    private var current: Episode
    /// The episode's, apart from it: a view of the notes, which take time to read, is not woken when the place or the favourite changes.
    private var summary: String
    private let locale: Locale

    /// Makes an episode's state.
    ///
    /// - Parameters:
    ///   - episode: As the library has it.
    ///   - showTitle: The name of its show.
    ///   - locale: How its date and its length are written.
    package init(episode: Episode, showTitle: String, locale: Locale) {
      current = episode
      summary = episode.summary
      self.showTitle = showTitle
      self.locale = locale
    }

    /// What its feed says about it, as plain text; empty when it says nothing. It is made anew on each read.
    package var notes: String { PlainText(markup: summary).text }

    /// When it was published, and how long it is or, once it was begun, how much of it is left: in one line, also of a narrow window.
    package var subtitle: TextState { episode.subtitle(in: locale) }

    /// When it was published and how long it is.
    package var publicationText: TextState { episode.publicationText(in: locale) }
  }

  package enum Action: Equatable {
    /// The listener marked or unmarked it.
    case favoriteToggled(Bool)
    /// The listener chose “Play” or “Pause”.
    case playToggled(Bool)
    /// The listener chose “Close”.
    case closeButtonClicked
    case delegate(Delegate)

    @CasePathable
    package enum Delegate: Equatable {
      /// It is to be a favourite, or not to be one any more.
      case favoriteToggled(Episode.ID, Bool)
      /// It is to be played, or to be paused.
      case playToggled(PlayerFeature.Item, isPlaying: Bool)
    }
  }

  @Dependency(\.dismiss) private var dismiss

  /// Makes the feature.
  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .favoriteToggled(let isFavorite):
        guard isFavorite != state.isFavorite else { return .none }
        return .send(.delegate(.favoriteToggled(state.id, isFavorite)))
      case .playToggled(let isPlaying):
        let item = PlayerFeature.Item(episode: state.episode, showTitle: state.showTitle)
        return .send(.delegate(.playToggled(item, isPlaying: isPlaying)))
      case .closeButtonClicked: return .run { [dismiss] _ in await dismiss() }
      case .delegate: return .none
      }
    }
  }
}

extension EpisodeFeature.State {
  package var id: Episode.ID { episode.id }

  /// Its name.
  package var title: String { episode.title }

  /// Whether it is a favourite.
  package var isFavorite: Bool { episode.isFavorite }
}

extension Episode {
  fileprivate func subtitle(in locale: Locale) -> TextState {
    if isPlayed { return joined(publicationTexts(in: locale) + [TextState("Played")]) }
    guard playPosition > .zero, let duration, duration > playPosition else { return publicationText(in: locale) }
    return joined(dateTexts(in: locale) + [TextState("\(lengthText(of: duration - playPosition, in: locale)) left")])
  }

  fileprivate func publicationText(in locale: Locale) -> TextState { joined(publicationTexts(in: locale)) }

  private func publicationTexts(in locale: Locale) -> [TextState] {
    dateTexts(in: locale) + [duration].compactMap(\.self).map { TextState(verbatim: lengthText(of: $0, in: locale)) }
  }

  private func dateTexts(in locale: Locale) -> [TextState] {
    [publishedAt].compactMap(\.self).map {
      TextState(verbatim: $0.formatted(Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale)))
    }
  }

  private func joined(_ parts: [TextState]) -> TextState {
    guard let first = parts.first else { return TextState(verbatim: "") }
    return parts.dropFirst().reduce(first) { $0 + TextState(verbatim: " · ") + $1 }
  }

  /// Hours and minutes; seconds for what is shorter than a minute.
  private func lengthText(of duration: Duration, in locale: Locale) -> String {
    let units: Set<Duration.UnitsFormatStyle.Unit> = duration < .seconds(60) ? [.seconds] : [.hours, .minutes]
    return duration.formatted(.units(allowed: units, width: .abbreviated).locale(locale))
  }
}
