import Foundation
import Observation
package import Podcasts
package import Presentation

/// One episode: a row of its show's list, and its details.
///
/// Both are views of the same feature, so that a favourite marked in one is marked in the other.
@MainActor @Observable
package final class EpisodeFeature: Identifiable {
  package nonisolated let id: Episode.ID

  private var episode: Episode
  private let showTitle: String
  private let locale: Locale

  @ObservationIgnored private let library: LibraryClient
  @ObservationIgnored private let writes: PendingWrites
  @ObservationIgnored private let player: PlayerFeature
  @ObservationIgnored private let report: Report
  /// The notes as they are shown, and what they were made of, once they were asked for.
  @ObservationIgnored private var readNotes: (summary: String, text: String)?
  /// The favourite that is being written, while the library's own answer may still be the old one.
  @ObservationIgnored private var favoriteInWriting: Bool?

  /// Makes an episode's state.
  ///
  /// - Parameters:
  ///   - episode: As the library has it.
  ///   - showTitle: The name of its show.
  ///   - clients: The library and the locale for dates.
  ///   - player: Plays it.
  ///   - report: Is told what the listener must know.
  package init(episode: Episode, showTitle: String, clients: AppClients, player: PlayerFeature, report: @escaping Report) {
    self.id = episode.id
    self.episode = episode
    self.showTitle = showTitle
    self.locale = clients.locale
    self.library = clients.library
    self.writes = clients.writes
    self.player = player
    self.report = report
  }

  /// The library has something new about the episode.
  package func episodeChanged(to newEpisode: Episode) {
    var newEpisode = newEpisode
    if let favoriteInWriting { newEpisode.isFavorite = favoriteInWriting }
    if newEpisode != episode { episode = newEpisode }
  }

  /// Whether it is playing. Writing to it is the same as the play button.
  package var isPlaying: Bool {
    get { player.isPlaying(id) }
    set { player.playToggled(PlayerFeature.Item(episode: episode, showTitle: showTitle), isPlaying: newValue) }
  }

  /// Whether it is a favourite. Writing to it is the same as the favourite button.
  package var isFavorite: Bool {
    get { episode.isFavorite }
    set { favoriteToggled(newValue) }
  }

  /// The listener marked or unmarked it. If that cannot be written, it goes back to what it was, and the listener is told.
  package func favoriteToggled(_ isFavorite: Bool) {
    guard isFavorite != episode.isFavorite, favoriteInWriting == nil else { return }
    episode.isFavorite = isFavorite
    favoriteInWriting = isFavorite
    writes.start { [self] in await writeFavorite(isFavorite) }
  }

  private func writeFavorite(_ isFavorite: Bool) async {
    do throws(LibraryError) {
      try await library.setFavorite(id, isFavorite)
      favoriteInWriting = nil
    } catch {
      favoriteInWriting = nil
      episode.isFavorite = !isFavorite
      report(error)
    }
  }
}

extension EpisodeFeature {
  /// Its name.
  package var title: String { episode.title }

  /// When it was published, how long it is, and how much of it is left, in one line.
  package var subtitle: TextState {
    var parts = publicationTexts
    if episode.isPlayed {
      parts.append(TextState("Played"))
    } else if episode.playPosition > .zero, let duration = episode.duration, duration > episode.playPosition {
      parts.append(TextState("\(lengthText(of: duration - episode.playPosition)) left"))
    }
    return joined(parts)
  }

  /// When it was published and how long it is.
  package var publicationText: TextState { joined(publicationTexts) }

  /// What its feed says about it, as plain text; empty when it says nothing.
  package var notes: String {
    let summary = episode.summary
    if let readNotes, readNotes.summary == summary { return readNotes.text }
    let text = PlainText(markup: summary).text
    readNotes = (summary, text)
    return text
  }

  private var publicationTexts: [TextState] {
    var parts: [TextState] = []
    if let date = episode.publishedAt {
      parts.append(TextState(verbatim: date.formatted(Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale))))
    }
    if let duration = episode.duration { parts.append(TextState(verbatim: lengthText(of: duration))) }
    return parts
  }

  private func joined(_ parts: [TextState]) -> TextState {
    guard let first = parts.first else { return TextState(verbatim: "") }
    return parts.dropFirst().reduce(first) { $0 + TextState(verbatim: " · ") + $1 }
  }

  /// Hours and minutes; seconds for what is shorter than a minute.
  private func lengthText(of duration: Duration) -> String {
    let units: Set<Duration.UnitsFormatStyle.Unit> = duration < .seconds(60) ? [.seconds] : [.hours, .minutes]
    return duration.formatted(.units(allowed: units, width: .abbreviated).locale(locale))
  }
}
