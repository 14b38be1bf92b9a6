import AppFeatures
import AppViews
import Foundation
import GtkBridge
import GtkViews
import Logging
import PodcastCommands
import PodcastNetwork
import PodcastPlayback
import PodcastStore
import Podcasts
import ReducerStore

/// The running program: its one window and its store.
@MainActor
final class Session {
  private let application: Application
  private let store: StoreOf<AppFeature>
  private let window: ApplicationWindow
  /// How the library was opened. `nil` if it could not be opened.
  private let opening: Library.Opening?
  private var phase = Phase.starting
  private var signals: [any DispatchSourceSignal] = []

  private enum Phase {
    case starting
    case running
    case quitting
  }

  /// Creates the window, which is not on screen yet.
  init(application: Application, surroundings: Surroundings) {
    self.application = application
    let clients = LiveClients(surroundings)
    opening = clients.opening
    store = Store(initialState: AppFeature.State(sampleShow: surroundings.sampleShow)) {
      AppFeature()
    } withDependencies: {
      $0.library = clients.library
      $0.episodes = clients.episodes
      $0.showSettings = clients.showSettings
      $0.downloads = clients.downloads
      $0.audioSource = { [downloads = clients.downloads] in await downloads.audioSource(of: $0) }
      $0.queue = clients.queue
      $0.feeds = clients.feeds
      $0.subscriptions = clients.subscriptions
      $0.directory = clients.directory
      $0.opml = clients.opml
      $0.backups = clients.backups
      $0.otherPlayers = clients.otherPlayers
      $0.preferences = clients.preferences
      $0.copyText = { Clipboard.copy($0) }
      $0.player = .live(sink: surroundings.audioSink)
      $0.locale = surroundings.locale
      $0.log = { [logger = Logger(label: "podcaster")] in logger.error("\($0)") }
      $0.writes = PendingWrites()
    }
    window = ApplicationWindow(application: application, title: "Podcaster", width: 1000, height: 700)
    let artwork = ArtworkClient.live(version: CommandLineChoice.version, cache: ArtworkCache())
    if let pointer = window.pointer {
      ViewWindow(pointer) { [store, weak self] in AppView(store: store, artwork: artwork) { self?.quitRequested() } }
    }
    window.shouldClose = { [weak self] in self?.windowShouldClose() ?? true }
    application.addAction("quit", accelerators: ["<Control>q"]) { [weak self] in self?.quitRequested() }
    signals = [SIGTERM, SIGINT, SIGHUP].map(quitOn)
  }

  /// Opens addresses when the program is started, or started again while it runs.
  func open(_ addresses: [String]) {
    switch phase {
    case .starting:
      phase = .running
      store.send(.launched(addresses))
      if case .restored(let backup, let damagedFile) = opening { store.send(.libraryRestored(from: backup, damagedFile: damagedFile)) }
    case .running: store.send(.openRequested(addresses))
    case .quitting: return
    }
    window.present()
  }

  private func windowShouldClose() -> Bool {
    quitRequested()
    return false
  }

  /// Ends the program after the user's place is written.
  private func quitRequested() {
    guard phase != .quitting else { return }
    phase = .quitting
    Task {
      await store.send(.quitRequested).finish()
      window.destroy()
      application.quit()
    }
  }

  private func quitOn(_ number: Int32) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { [weak self] in
      // The handler runs on the main queue; the main actor runs there too, in the same loop.
      Task { @MainActor in self?.quitRequested() }
    }
    source.resume()
    return source
  }
}
