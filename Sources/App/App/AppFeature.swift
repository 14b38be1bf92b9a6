package import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// The whole program: the library beside the player, and what the command line asks for.
@Reducer
package struct AppFeature {
  @ObservableState
  package struct State: Equatable {
    /// The shows.
    package var library = LibraryFeature.State()
    /// Refreshes, imports and the settings.
    package var maintenance = MaintenanceFeature.State()
    /// What is being played.
    package var player = PlayerFeature.State()
    /// What went wrong last. When it is dismissed, the next one follows.
    @Presents package var alert: AlertState<Never>?
    /// What the listener is told after the alert.
    package var waitingAlerts: [AlertState<Never>] = []
    /// How many command lines are being worked off.
    package var openingCount = 0

    fileprivate let sampleShow: URL?

    /// Makes the program's state. Nothing happens before ``Action/launched(_:)``.
    ///
    /// - Parameter sampleShow: The feed to show when the library is empty and no address was given, or `nil` if none was found.
    package init(sampleShow: URL? = nil) {
      self.sampleShow = sampleShow
    }

    /// Whether addresses of the command line are being fetched.
    package var isOpening: Bool { openingCount > 0 }

    /// Whether the window's bar shows that podcasts are being added. An empty library shows it itself, in its middle.
    package var isProgressShownInBar: Bool { isOpening && library.phase == .filled }
  }

  package enum Action: Equatable {
    case alert(PresentationAction<Never>)
    case library(LibraryFeature.Action)
    /// The library's file was damaged, and a backup took its place.
    case libraryRestored(from: LibraryBackup, damagedFile: URL)
    /// The program began, with what was given on the command line. Without any address, an empty library gets the sample show.
    case launched([String])
    case maintenance(MaintenanceFeature.Action)
    /// One of the addresses was fetched, or could not be.
    case opened(Subscriber.Result, amongSeveral: Bool)
    /// All addresses of a command line were fetched, or could not be.
    case openingEnded
    /// Addresses were given later, by a second start of the program.
    case openRequested([String])
    case player(PlayerFeature.Action)
    /// The program is about to end: transfers and the sound stop. The work that follows ends when what must be remembered is, or when the
    /// library has not answered for long enough.
    case quitRequested
    /// It is known whether the library needs the sample show.
    case sampleShowChecked(isNeeded: Bool)
  }

  private enum CancelID {
    case opening
  }

  /// How many addresses are fetched at the same time, so that one dead host does not hold up the others.
  private static let parallelFetches = 4

  @Dependency(\.feeds) private var feeds
  @Dependency(\.library) private var library
  @Dependency(\.locale) private var locale
  @Dependency(\.log) private var log
  @Dependency(\.subscriptions) private var subscriptions

  package init() {}

  package var body: some ReducerOf<Self> {
    Scope(state: \.library, action: \.library) { LibraryFeature() }
    Scope(state: \.player, action: \.player) { PlayerFeature() }
    Scope(state: \.maintenance, action: \.maintenance) { MaintenanceFeature() }
    Reduce { state, action in
      switch action {
      case .alert(.dismiss):
        if !state.waitingAlerts.isEmpty { state.alert = state.waitingAlerts.removeFirst() }
        return .none
      case .launched(let addresses):
        let opening = addresses.isEmpty ? checkSampleShow(&state) : open(addresses, &state)
        return .merge(.send(.library(.launched)), .send(.player(.launched)), .send(.maintenance(.launched)), opening)
      case .library(.delegate(let request)): return carryOut(request, &state)
      case .libraryRestored(let backup, let damagedFile): return tell(.restored(from: backup, damagedFile: damagedFile, in: locale), &state)
      case .maintenance(.delegate(.problem(let problem))): return tell(problem, &state)
      case .opened(let result, let isOneOfSeveral):
        result.alerts(amongSeveral: isOneOfSeveral).forEach { tell($0, &state) }
        return result.shows.isEmpty ? .none : .send(.library(.showsAdded(result.shows)))
      case .openingEnded:
        state.openingCount -= 1
        return .none
      case .openRequested(let addresses): return addresses.isEmpty ? .none : open(addresses, &state)
      case .player(.delegate(.placesSettled(let show))): return .send(.library(.placesSettled(show)))
      case .player(.delegate(.problem(let problem))): return tell(problem, &state)
      case .quitRequested: return .merge(.cancel(id: CancelID.opening), .send(.player(.quitRequested)))
      case .sampleShowChecked(let isNeeded):
        state.openingCount -= 1
        guard isNeeded, let sampleShow = state.sampleShow else { return .none }
        return open([sampleShow.path], &state)
      case .alert, .library, .maintenance, .player: return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func carryOut(_ request: LibraryFeature.Action.Delegate, _ state: inout State) -> Effect<Action> {
    switch request {
    case .importRequested: .send(.maintenance(.importRequested(nil)))
    case .refreshRequested(let show): .send(.maintenance(.refresh(.refreshShowRequested(show))))
    case .placesChanged(let episodes): .send(.player(.placesChanged(episodes)))
    case .playToggled(let item, let isPlaying): .send(.player(.playToggled(item, isPlaying: isPlaying)))
    case .problem(let problem): tell(problem, &state)
    case .removalConfirmed(let show): .send(.player(.showRemovalConfirmed(show)))
    }
  }

  private func tell(_ problem: Problem, _ state: inout State) -> Effect<Action> {
    tell(.problem(problem.title, problem.message), &state)
    return .run { [log] _ in log(problem.logText) }
  }

  /// Tells the listener one more thing, unless they are about to be told already.
  private func tell(_ alert: AlertState<Never>, _ state: inout State) {
    if state.alert == nil {
      state.alert = alert
    } else if state.alert != alert, !state.waitingAlerts.contains(alert) {
      state.waitingAlerts.append(alert)
    }
  }

  private func checkSampleShow(_ state: inout State) -> Effect<Action> {
    guard state.sampleShow != nil else { return .none }
    state.openingCount += 1
    return .run { [library] send in
      var isEmpty = false
      for await result in library.shows() {
        isEmpty = result == .success([])
        break
      }
      if !Task.isCancelled { await send(.sampleShowChecked(isNeeded: isEmpty)) }
    }
    .cancellable(id: CancelID.opening)
  }

  /// Adds what addresses stand for. The first list of podcasts among them is imported.
  private func open(_ givenAddresses: [String], _ state: inout State) -> Effect<Action> {
    let given = givenAddresses.map(Self.pathOrAddress)
    let addresses = given.filter { !Self.isList($0) }
    let importing: Effect<Action> = given.first(where: Self.isList).map { path in
      .send(.maintenance(.importRequested(URL(filePath: path, directoryHint: .notDirectory))))
    } ?? .none
    return addresses.isEmpty ? importing : .merge(importing, subscribe(to: addresses, &state))
  }

  private func subscribe(to addresses: [String], _ state: inout State) -> Effect<Action> {
    state.openingCount += 1
    let subscriber = Subscriber(feeds: feeds, library: library, subscriptions: subscriptions, log: log)
    return .run { send in
      await withTaskGroup(of: Subscriber.Result.self) { group in
        var waiting = addresses[...]
        for address in waiting.prefix(Self.parallelFetches) {
          waiting.removeFirst()
          group.addTask { await subscriber.subscribe(to: address) }
        }
        for await result in group where !Task.isCancelled {
          if let address = waiting.popFirst() { group.addTask { await subscriber.subscribe(to: address) } }
          await send(.opened(result, amongSeveral: addresses.count > 1))
        }
      }
      if !Task.isCancelled { await send(.openingEnded) }
    }
    .cancellable(id: CancelID.opening)
  }

  /// Whether an address is the path of a list of podcasts.
  private static func isList(_ path: String) -> Bool {
    path.lowercased().hasSuffix(".opml") && !path.contains("://")
  }

  /// The desktop hands over files as `file:` addresses. A person is shown their paths.
  private static func pathOrAddress(_ address: String) -> String {
    guard let url = URL(string: address), url.isFileURL else { return address }
    return url.path
  }
}

extension AppFeature {
  /// An address of the command line as another process understands it, whatever folder that one is in.
  ///
  /// A path stays as it is, since the desktop's own way of opening files makes it absolute. What is no file, and begins like a host, is an
  /// address of the web: `example.org/feed.xml`. A name alone that ends as a feed's file does is the name of a file that is missing.
  package static func portableAddress(_ address: String) -> String {
    guard !address.contains("://"), beginsLikeHost(address), !FileManager.default.fileExists(atPath: address) else { return address }
    return "https://\(address)"
  }

  /// Whether an address begins with a host's name, or with a number of IPv6 in brackets.
  private static func beginsLikeHost(_ address: String) -> Bool {
    if address.hasPrefix("[") { return address.prefixMatch(of: /\[[0-9A-Fa-f:.]+(%\w+)?\](:\d+)?(\/|$)/) != nil }
    let host = address.prefix { $0 != "/" && $0 != ":" }
    let isFileName = host == address && [".xml", ".rss", ".atom"].contains { address.hasSuffix($0) }
    return host.contains(".") && !isFileName && !host.hasPrefix(".") && !host.hasPrefix("~")
  }
}

extension AlertState<Never> {
  /// Tells what is wrong and what to do about it.
  package static func problem(_ title: TextState, _ message: TextState) -> AlertState {
    AlertState(title: title, message: message, buttons: [.cancel(TextState("OK"))])
  }
}

extension Problem {
  /// Tells that a backup took the place of a damaged library.
  fileprivate static func restored(from backup: LibraryBackup, damagedFile: URL, in locale: Locale) -> Problem {
    let day = backup.madeAt.formatted(Date.FormatStyle(date: .long, time: .shortened, locale: locale))
    return Problem(
      title: TextState("Your Library Was Restored"),
      message: TextState("Its file was damaged. The backup of \(day) took its place, and the damaged file was kept as “\(damagedFile.path)”."),
      logText: "The library was damaged. \(backup.file.path) took its place.")
  }
}
