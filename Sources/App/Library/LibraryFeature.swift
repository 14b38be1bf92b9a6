import Foundation
import Observation
package import Podcasts
package import Presentation

/// The listener's shows, and the one that is selected.
@MainActor @Observable
package final class LibraryFeature {
  /// What is presented on top of the library.
  package enum Destination {
    /// The sheet in which a podcast is added.
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

  /// What is presented on top of the library. The sheet's transfer stops when it goes.
  package var destination: Destination? {
    didSet { if case .subscribe(let old) = oldValue, subscribe !== old { old.sheetClosed() } }
  }
  /// What there is to see.
  package private(set) var phase = Phase.loading
  /// The shows, sorted by title.
  package private(set) var shows: [Show] = []
  /// The selected show, if there is one.
  package private(set) var show: ShowFeature?

  @ObservationIgnored private let clients: AppClients
  @ObservationIgnored private let player: PlayerFeature
  @ObservationIgnored private let report: Report
  @ObservationIgnored private var listening: Task<Void, Never>?
  /// A show that was just added, to be selected when the library tells of it.
  @ObservationIgnored private var awaitedShow: Show.ID?

  /// Makes a library that has not been read yet.
  ///
  /// - Parameters:
  ///   - clients: The library and the feeds.
  ///   - player: Plays the episodes.
  ///   - report: Is told what the listener must know.
  package init(clients: AppClients, player: PlayerFeature, report: @escaping Report) {
    self.clients = clients
    self.player = player
    self.report = report
  }

  deinit {
    listening?.cancel()
  }

  /// The program began: from now on the shows follow the library.
  package func launched() {
    guard listening == nil else { return }
    listening = Task { [weak self, shows = clients.library.shows()] in
      for await result in shows {
        self?.received(result)
      }
    }
  }

  /// The listener chose “Add Podcast”.
  package func addButtonClicked() {
    guard isAddButtonEnabled else { return }
    let subscriber = Subscriber(clients: clients)
    destination = .subscribe(SubscribeFeature(subscriber: subscriber) { [weak self] in self?.subscribed($0) })
  }

  /// Shows were added. The first of them is selected.
  package func showsAdded(_ added: [Show.ID]) {
    guard let first = added.first else { return }
    awaitedShow = first
    selectAwaitedShow()
  }

  /// The listener chose a show of the list.
  package func showSelected(_ id: Show.ID?) {
    guard id != show?.id else { return }
    show = shows.first { $0.id == id }.map {
      ShowFeature(show: $0, clients: clients, player: player, report: report)
    }
  }

  private func subscribed(_ outcome: SubscribeFeature.Outcome) {
    destination = nil
    if case .subscribed(let added) = outcome { showsAdded(added) }
  }

  private func received(_ result: Result<[Show], LibraryError>) {
    switch result {
    case .success(let shows): showsChanged(to: shows)
    case .failure(let error):
      if phase == .loading { phase = .unavailable }
      report(error)
    }
  }

  private func showsChanged(to newShows: [Show]) {
    let oldPosition = shows.firstIndex { $0.id == show?.id } ?? 0
    if newShows != shows { shows = newShows }
    phase = newShows.isEmpty ? .empty : .filled
    if let show, let newShow = newShows.first(where: { $0.id == show.id }) {
      show.showChanged(to: newShow)
    } else {
      // The neighbour of what was removed, so that the listener stays where they were in the list.
      showSelected(newShows.isEmpty ? nil : newShows[min(oldPosition, newShows.count - 1)].id)
    }
    selectAwaitedShow()
  }

  private func selectAwaitedShow() {
    guard let awaitedShow, shows.contains(where: { $0.id == awaitedShow }) else { return }
    self.awaitedShow = nil
    showSelected(awaitedShow)
  }
}

extension LibraryFeature {
  /// Whether podcasts can be added.
  package var isAddButtonEnabled: Bool { phase == .empty || phase == .filled }

  /// Which show is selected, for a list to read and to write.
  package var selection: Show.ID? {
    get { show?.id }
    set { showSelected(newValue) }
  }

  /// The state of the sheet, for the view to present and to clear.
  package var subscribe: SubscribeFeature? {
    get { if case .subscribe(let subscribe) = destination { subscribe } else { nil } }
    set { destination = newValue.map(Destination.subscribe) }
  }
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
