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

/// The running program, with its window and its store.
@MainActor
final class Session {
  private let application: Application
  private let environment: ProcessEnvironment
  private let player: PlayerClient
  private let artwork = ArtworkClient.live(
    version: ParsedCommandLine.version, queue: LiveClients.transfers, cache: ArtworkCache())
  private let window: ApplicationWindow
  /// The state of the program's start: the progress until the library is open, and the store afterwards.
  private let start = ProgramStart()
  private var phase = Phase.starting
  /// The addresses that were requested before the library was open, to open them afterwards.
  private var waitingAddresses: [String] = []
  /// The window frame of the last session.
  @AppStorage("window") private var frame = WindowFrame()
  /// The scroll position of the last session.
  @AppStorage("place") private var scrollPosition: LibraryScrollPosition?
  /// The sources that observe the signals of the process.
  private var signalSources: [any DispatchSourceSignal] = []
  private let desktop: DesktopPresence
  /// The actions to perform after the library is open.
  private var waitingActions: [DesktopAction]
  /// The addresses that were requested while the program was ending. The program starts again and opens them. `nil` if
  /// no start was requested.
  private(set) var addressesForRestart: [String]?
  /// The actions that were requested while the program was ending. The program starts again and performs them.
  private(set) var actionsForRestart: [DesktopAction] = []

  /// Ends the program after a time without a window and without sound. `nil` while the window is open or an episode
  /// plays.
  private var endTimer: Task<Void, Never>?

  /// How long the opening of the library may take before the window is displayed without the library.
  private static let openingDelay = Duration.milliseconds(300)

  /// The phases of the program, in their order.
  private enum Phase {
    /// The library is not being opened yet.
    case starting
    /// The library is being opened. Opening takes longer if the library is updated from an older version.
    case opening
    /// The library is open, and the store exists.
    case running
    /// The program is ending.
    case quitting
  }

  /// Creates the window without displaying it.
  init(application: Application, environment: ProcessEnvironment) {
    self.application = application
    self.environment = environment
    waitingActions = environment.startActions
    desktop = DesktopPresence(application: application)
    player = .live(sink: environment.audioSink, positionsEveryMilliseconds: 1000)
    // `frame` is not readable before all properties are initialized.
    let storedFrame = AppStorage(wrappedValue: WindowFrame(), "window").wrappedValue
    window = ApplicationWindow(
      application: application, title: "Podcaster", width: storedFrame.width, height: storedFrame.height)
    window.isMaximized = storedFrame.isMaximized
    if let pointer = window.pointer {
      ViewWindow(pointer) { [artwork, start, player, weak self] in
        StartView(start: start, artwork: artwork, video: player.video) { self?.quitRequested() }.environment(
          \.programVersion, ParsedCommandLine.version)
      }
    }
    window.shouldClose = { [weak self] in self?.windowShouldClose() ?? true }
    addActions()
    application.addAction("quit", accelerators: ["<Control>q"]) { [weak self] in self?.quitRequested() }
    signalSources = [SIGTERM, SIGINT, SIGHUP].map(quitOnSignal)
  }

  /// Creates the store, with the clients of the opened library and of the desktop.
  private func makeStore(_ clients: LiveClients) -> StoreOf<AppFeature> {
    let log: @Sendable (String) -> Void = { [logger = Logger(label: "podcaster")] in logger.error("\($0)") }
    return Store(
      initialState: AppFeature.State(sampleShow: environment.sampleShow, startScrollPosition: scrollPosition)
    ) {
      AppFeature()
    } withDependencies: { [artwork, environment, desktop, player, weak self] in
      clients.set(in: &$0)
      $0.missingSoundPlugin = { await MissingSoundPlugin.search() }
      $0.audioOutputs = { await AudioOutput.all() }
      $0.copyText = { Clipboard.copy($0) }
      $0.player = player
      $0.locale = environment.locale
      $0.log = log
      $0.notifications = NotificationsClient(
        post: { [weak self] in self?.post($0) }, postFailure: { [weak self] in self?.post($0) })
      $0.mediaControls = desktop.mediaControls(
        pictures: PictureFiles(artwork: artwork), raise: { [weak self] in self?.present() },
        quit: { [weak self] in self?.quitRequested() }, log: log,
        changed: { [weak self] in self?.mediaChanged($0) })
      $0.writes = PendingWrites()
    }
  }

  /// Opens addresses when the program is started, and when it is started again while it runs.
  func open(_ addresses: [String]) {
    switch phase {
    case .starting:
      phase = .opening
      waitingAddresses = addresses
      Task { await openLibrary() }
    case .opening: waitingAddresses += addresses
    case .running:
      start.store?.send(.openRequested(addresses))
      present()
    case .quitting: addressesForRestart = (addressesForRestart ?? []) + addresses
    }
  }

  /// Opens the library on a separate thread, and then creates the store. If opening takes longer than ``openingDelay``,
  /// the window displays that the library is being opened or updated.
  private func openLibrary() async {
    let delayedPresentation = Task { [window] in
      try await Task.sleep(for: Self.openingDelay)
      window.present()
    }
    // The closure is called if an older library is updated.
    let clients = await LiveClients.open(environment) { [start] in Task { @MainActor in start.isUpdating = true } }
    delayedPresentation.cancel()
    guard phase == .opening else { return }
    phase = .running
    let store = makeStore(clients)
    start.store = store
    store.send(.launched(waitingAddresses))
    if case .restored(let backup, let damagedFile) = clients.opening {
      store.send(.libraryRestored(from: backup, damagedFile: damagedFile))
    }
    if clients.opening == .readOnly { store.send(.libraryIsReadOnly(.notWritable(path: environment.library.path))) }
    waitingActions.compactMap(\.storeAction).forEach { store.send($0) }
    waitingActions = []
    window.present()
  }

  /// Handles a request to close the window. If an episode is playing and the settings allow it, hides the window, and
  /// playback continues. Otherwise ends the program.
  ///
  /// - Returns: `false`, because the window is not destroyed here.
  private func windowShouldClose() -> Bool {
    let keepsPlaying = start.store?.maintenance.refresh.preferences?.keepsPlayingWhenClosed ?? true
    if phase == .running, start.store?.player.isPlaying == true, keepsPlaying { window.hide() } else { quitRequested() }
    return false
  }

  /// Ends the program after the user's place in the episode is written. If a start is requested before the end, the
  /// program starts again (``addressesForRestart``). If an older library is being updated, the update is reverted,
  /// and repeated at the next start.
  private func quitRequested() {
    guard phase != .quitting else { return }
    phase = .quitting
    saveWindowState()
    // Without the hold, the program would end with its window, before its name on the session bus is released.
    _ = application.hold()
    Task {
      await start.store?.send(.quitRequested).finish()
      window.destroy()
      application.releaseName { [application] in application.quit() }
    }
  }

  /// Stores the window frame and the scroll position for the next start.
  private func saveWindowState() {
    let (size, isMaximized) = (window.size, window.isMaximized)
    frame = WindowFrame(width: size.width, height: size.height, isMaximized: isMaximized)
    if let store = start.store { scrollPosition = store.library.scrollPosition }
  }

  /// Returns a source that ends the program when the process receives a signal.
  private func quitOnSignal(_ number: Int32) -> any DispatchSourceSignal {
    // Ignore the default action, which would end the process at once.
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { [weak self] in
      // The handler runs on the main queue, but is not isolated to the main actor. The task is.
      Task { @MainActor in self?.quitRequested() }
    }
    source.resume()
    return source
  }
}

extension Session {
  /// Adds the actions that notifications, the launcher's menu and other processes can request.
  private func addActions() {
    for name in DesktopAction.names {
      application.addAction(name) { [weak self] in DesktopAction(name).map { self?.perform($0) } }
    }
    for name in DesktopAction.numberedNames {
      application.addNumberAction(name) { [weak self] number in
        DesktopAction(name, number: number).map { self?.perform($0) }
      }
    }
  }

  /// Performs an action, or stores it until the library is open. An action that has started the program always opens
  /// the window.
  private func perform(_ action: DesktopAction) {
    switch phase {
    case .starting:
      waitingActions.append(action)
      // Opens the library. The action is performed afterwards.
      open([])
    case .opening: waitingActions.append(action)
    case .running:
      if let storeAction = action.storeAction { start.store?.send(storeAction) }
      if action.showsWindow { present() }
    case .quitting:
      actionsForRestart.append(action)
      // Requests a restart, without addresses.
      open([])
    }
  }

  /// Shows the window, stops the timer that ends a program without a window, and removes the notification about a
  /// failure. Does nothing until the library is open, and while the program is ending.
  private func present() {
    guard phase == .running else { return }
    window.present()
    endTimer?.cancel()
    endTimer = nil
    desktop.withdrawFailureNotification()
  }

  /// Shows a notification, unless the window is active.
  private func post(_ notification: EpisodeNotification) {
    if !window.isActive { desktop.post(notification) }
  }

  /// Shows a notification, unless the window is open.
  private func post(_ notification: FailureNotification) {
    if !window.isVisible { desktop.post(notification) }
  }

  /// Decides whether the program continues while its window is closed (``ClosedWindow``). Does nothing while the window
  /// is visible.
  private func mediaChanged(_ state: MediaState) {
    guard phase == .running, !window.isVisible else { return }
    switch ClosedWindow(state, hasProblem: start.store?.player.problem != nil) {
    case .plays:
      endTimer?.cancel()
      endTimer = nil
    case .waits:
      guard endTimer == nil else { return }
      endTimer = Task { [weak self, timeLimit = environment.closedWindowTimeLimit] in
        do { try await Task.sleep(for: timeLimit) } catch { return }
        self?.quitRequested()
      }
    case .ends: quitRequested()
    }
  }
}
