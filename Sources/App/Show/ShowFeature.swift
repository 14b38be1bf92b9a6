package import Foundation
import Observation
package import Podcasts
package import Presentation

/// One show: what it is about, and its episodes.
@MainActor @Observable
package final class ShowFeature: Identifiable {
  /// What is presented on top of the show.
  package enum Destination {
    /// An episode's details, in a modal window.
    case details(EpisodeFeature)
    /// The question whether the show is to be removed.
    case removal(ConfirmationDialogState<Removal>)
  }

  /// What the listener can choose when asked about a removal, besides giving up.
  package enum Removal: Hashable, Sendable {
    case confirmed
  }

  package nonisolated let id: Show.ID
  /// What is presented on top of the show.
  package var destination: Destination?
  /// The episodes, the newest first. Each follows the library by itself: this list changes only when an episode comes, goes or moves.
  package private(set) var episodes: [EpisodeFeature] = []
  /// Whether the library has not told the episodes yet.
  package private(set) var isLoading = true
  /// Whether the show is being removed.
  package private(set) var isRemoving = false

  private var show: Show
  /// What it is about, as plain text; empty when the feed does not say.
  package private(set) var summary: String

  @ObservationIgnored private let clients: AppClients
  @ObservationIgnored private let player: PlayerFeature
  @ObservationIgnored private let report: Report
  @ObservationIgnored private var listening: Task<Void, Never>?

  /// Makes a show's state, and begins to follow its episodes.
  ///
  /// - Parameters:
  ///   - show: As the library has it.
  ///   - clients: The library.
  ///   - player: Plays the episodes.
  ///   - report: Is told what the listener must know.
  package init(show: Show, clients: AppClients, player: PlayerFeature, report: @escaping Report) {
    self.id = show.id
    self.show = show
    self.summary = Self.summary(of: show)
    self.clients = clients
    self.player = player
    self.report = report
    listening = Task { [weak self, episodes = clients.library.episodes(show.id)] in
      for await result in episodes {
        self?.received(result)
      }
    }
  }

  deinit {
    listening?.cancel()
  }

  /// The library has something new about the show.
  package func showChanged(to newShow: Show) {
    guard newShow != show else { return }
    if newShow.summary != show.summary { summary = Self.summary(of: newShow) }
    show = newShow
  }

  /// A show's header is no place for a book.
  private static func summary(of show: Show) -> String { PlainText(markup: show.summary, limit: 4000).text }

  /// The listener chose “Details” of an episode.
  package func detailsButtonClicked(_ episode: EpisodeFeature) {
    destination = .details(episode)
  }

  /// The listener closed the details.
  package func detailsClosed() {
    details = nil
  }

  /// The listener chose “Remove Show”: they are asked first.
  package func removeButtonClicked() {
    let title = show.title
    destination = .removal(
      ConfirmationDialogState(titleVisibility: .visible) {
        TextState("Remove “\(title)”?")
      } actions: {
        ButtonState(role: .destructive, action: .confirmed) { TextState("Remove") }
        ButtonState(role: .cancel) { TextState("Cancel") }
      } message: {
        TextState("Its episodes, your favorites and your places in them will be removed.")
      })
  }

  /// The listener answered the question. Without an action they gave up, and all stays as it is.
  package func removalAnswered(_ answer: Removal?) {
    guard case .confirmed = answer, !isRemoving else { return }
    isRemoving = true
    clients.writes.start { [self] in await remove() }
  }

  private func remove() async {
    await player.showRemovalConfirmed(id)
    do throws(LibraryError) {
      try await clients.library.removeShow(id)
    } catch {
      isRemoving = false
      report(error)
    }
  }

  private func received(_ result: Result<[Episode], LibraryError>) {
    isLoading = false
    switch result {
    case .success(let episodes): episodesChanged(to: episodes)
    case .failure(let error): report(error)
    }
  }

  private func episodesChanged(to newEpisodes: [Episode]) {
    let known = Dictionary(episodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let features = newEpisodes.map { episode in
      guard let feature = known[episode.id] else { return makeFeature(of: episode) }
      feature.episodeChanged(to: episode)
      return feature
    }
    if features.map(\.id) != episodes.map(\.id) { episodes = features }
  }

  private func makeFeature(of episode: Episode) -> EpisodeFeature {
    EpisodeFeature(episode: episode, showTitle: show.title, clients: clients, player: player, report: report)
  }
}

extension ShowFeature {
  /// Its name.
  package var title: String { show.title }
  /// Who makes it; empty when the feed does not say.
  package var author: String { show.author }
  /// Its picture.
  package var artwork: Artwork { Artwork(of: show) }

  /// The episode whose details are open, for the view to present and to clear.
  package var details: EpisodeFeature? {
    get { if case .details(let episode) = destination { episode } else { nil } }
    set {
      if let newValue { destination = .details(newValue) } else if case .details = destination { destination = nil }
    }
  }

  /// The question about a removal, for the view to present and to clear.
  package var removal: ConfirmationDialogState<Removal>? {
    get { if case .removal(let dialog) = destination { dialog } else { nil } }
    set {
      if let newValue { destination = .removal(newValue) } else if case .removal = destination { destination = nil }
    }
  }
}

/// A show's picture: until it is there, the first letter of its name on a colour of its own.
package struct Artwork: Hashable, Sendable {
  /// The picture's file, if it is on this machine.
  package var file: URL?
  /// The first letter of the name.
  package var initial: String
  /// Which of the colours: from 0 up to ``colorCount``. The same name has the same one each time.
  package var color: Int

  /// How many colours there are.
  package static let colorCount = 6

  package init(of show: Show) {
    file = show.artworkURL.flatMap { $0.isFileURL ? $0 : nil }
    initial = show.title.first(where: { $0.isLetter || $0.isNumber }).map { $0.uppercased() } ?? "♪"
    color = Int(show.title.unicodeScalars.reduce(UInt32(7)) { $0 &* 31 &+ $1.value } % UInt32(Self.colorCount))
  }
}
