package import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// The whole program: the library, the player, and the addresses and files of the command line.
@Reducer
package struct AppFeature {
  @ObservableState
  package struct State: Equatable {
    /// The shows and the selected page.
    package var library = LibraryFeature.State()
    /// Refreshes, imports and the settings.
    package var maintenance = MaintenanceFeature.State()
    /// The downloads of all episodes.
    package var downloads = DownloadsFeature.State()
    /// The player and its episode.
    package var player = PlayerFeature.State()
    /// The episodes to play next.
    package var queue = QueueFeature.State()
    /// The notes, the chapters and the transcript of the episode in the player, or `nil` if the player has no episode.
    package var playing: EpisodeContentsFeature.State?
    /// The current alert. When it is dismissed, the next alert follows.
    @Presents package var alert: AlertState<Never>?
    /// The alerts to show after the current alert.
    package var waitingAlerts: [AlertState<Never>] = []
    /// The first episodes of the queue, for the desktop's media controls.
    package var mediaQueue: [MediaState.Track] = []
    /// The next episode, if the current episode is near its end. ``NextPreparation`` loads its audio in advance, unless
    /// the settings of its show prevent this. `nil` otherwise.
    package var upcomingEpisode: Episode.ID?
    /// The number of calls of `open` whose addresses are being fetched: of command lines, and of the sample show.
    package var openingCount = 0
    /// The problems of command lines with several addresses. When no more addresses are being fetched, one alert shows
    /// these problems.
    package var openingProblems: [Subscriber.Problem] = []

    /// Creates the program's state. No effect runs before ``Action/launched(_:)``.
    ///
    /// - Parameters:
    ///   - sampleShow: The file of the feed that the page of an empty library offers, or `nil` if none was found.
    ///   - startScrollPosition: The scroll position of the last session.
    package init(sampleShow: URL? = nil, startScrollPosition: LibraryScrollPosition? = nil) {
      library.sampleShow = sampleShow
      library.startScrollPosition = startScrollPosition
    }

    /// Whether opened addresses are being fetched.
    package var isOpening: Bool { openingCount > 0 }

    /// Whether the header bar shows the progress of adding podcasts. The page of an empty library shows the progress
    /// itself.
    package var isProgressShownInHeaderBar: Bool { isOpening && library.phase == .filled }
  }

  package enum Action: Equatable {
    case alert(PresentationAction<Never>)
    case downloads(DownloadsFeature.Action)
    case library(LibraryFeature.Action)
    /// The library was opened, but cannot be written. The error has the path of the library's file.
    case libraryIsReadOnly(LibraryError)
    /// The library's file was damaged, and a backup replaced it.
    case libraryRestored(from: LibraryBackup, damagedFile: URL)
    /// An opened address is a web page that links to several feeds. If `isOneOfSeveral`, other addresses were opened
    /// with it.
    case feedsDiscovered([DiscoveredFeed], webPage: URL, isOneOfSeveral: Bool)
    /// The program started, with these addresses from the command line.
    case launched([String])
    case maintenance(MaintenanceFeature.Action)
    /// The desktop's media controls, or a command in another process, sent a request.
    case media(MediaCommand)
    /// The titles of the queue's first episodes were read, for the media controls.
    case mediaQueueReceived([MediaState.Track])
    /// The feeds at an opened address were added, or could not be added. If `isOneOfSeveral`, other addresses were
    /// opened with it.
    case opened(Subscriber.Result, isOneOfSeveral: Bool)
    /// The fetches of all addresses of a command line ended, with or without an error.
    case openingEnded
    /// A second start of the program passed addresses.
    case openRequested([String])
    /// The user requested the next or the previous chapter.
    case chapterSkipped(ChapterDirection)
    case player(PlayerFeature.Action)
    case queue(QueueFeature.Action)
    case playing(EpisodeContentsFeature.Action)
    /// The program is about to end. Transfers and the sound stop. The effect ends when all pending writes are done, or
    /// after ``PendingWrites/limitAtQuit``.
    case quitRequested
  }

  /// The direction of a command that goes to another chapter.
  package enum ChapterDirection: Hashable, Sendable {
    case next
    case previous
  }

  private enum CancelID {
    case opening
  }

  /// The number of addresses that are fetched at the same time, so that one slow server does not delay the others.
  private static let parallelFetches = 4

  @Dependency(\.feeds) private var feeds
  @Dependency(\.library) private var library
  @Dependency(\.locale) private var locale
  @Dependency(\.log) private var log
  @Dependency(\.opml) private var opml
  @Dependency(\.subscriptions) private var subscriptions

  /// Creates the feature.
  package init() {}

  /// The program's features, and the reducers that use several of them: the episode that is loaded in advance, the
  /// media controls, and the desktop's notifications about new episodes and failures.
  package var body: some ReducerOf<Self> {
    CombineReducers {
      program
      NextPreparation()
      MediaControls()
      EpisodeNotices()
      FailureNotices()
    }
    .onChange(of: { MediaState($0) }) { _, media in MediaUpdate(media: media) }
  }

  /// The features of the program, and the requests between them.
  @ReducerBuilder<State, Action> private var program: some ReducerOf<Self> {
    Scope(state: \.library, action: \.library) { LibraryFeature() }
    Scope(state: \.player, action: \.player) { PlayerFeature() }
      .onChange(of: \.player.audibleEpisode) { _, episode in
        Reduce { state, _ in
          guard let episode else { return .none }
          return .merge(
            .send(.queue(.playbackStarted(episode))), .send(.playing(.soundBegan(from: state.player.source))))
        }
      }
      .onChange(of: \.player.item?.episode.id) { _, _ in
        Reduce { state, _ in .send(.queue(.currentChanged(state.player.item))) }
      }
    Scope(state: \.queue, action: \.queue) { QueueFeature() }
    Scope(state: \.downloads, action: \.downloads) { DownloadsFeature() }
    Scope(state: \.maintenance, action: \.maintenance) { MaintenanceFeature() }
    Reduce { state, action in
      switch action {
      case .alert(.dismiss):
        // `ifLet` then removes only the dismissed alert, because the next alert has another `id`.
        if !state.waitingAlerts.isEmpty { state.alert = state.waitingAlerts.removeFirst() }
        return .none
      case .launched(let addresses):
        let opening = addresses.isEmpty ? Effect<Action>.none : open(addresses, &state)
        return .merge(
          .send(.library(.launched)), .send(.player(.launched)), .send(.queue(.launched)),
          .send(.maintenance(.launched)),
          .send(.downloads(.launched)), opening)
      case .library(.delegate(let request)): return carryOut(request, &state)
      case .libraryIsReadOnly(let error):
        state.maintenance.refresh.problemReported(error)
        return report(Problem(error), &state)
      case .libraryRestored(let backup, let damagedFile):
        return report(.restored(from: backup, damagedFile: damagedFile, in: locale), &state)
      case .downloads(.delegate(.problem(let problem))): return report(problem, &state)
      case .maintenance(.refresh(.ended)), .maintenance(.refresh(.showEnded)), .maintenance(.refresh(.ticked)):
        // The rules of automatic downloads are part of the settings. Skip the rules until the settings are read.
        return state.downloads.preferences == nil
          ? .none : .send(.downloads(.rulesDue(playing: state.player.item?.episode.id)))
      case .maintenance(.delegate(.episodesRecognized(let recognitions))):
        return .send(.library(.episodesRecognized(recognitions)))
      case .maintenance(.healthRequested(let show)), .maintenance(.refresh(.delegate(.healthRequested(let show)))):
        return .send(.library(.healthShown(show)))
      case .maintenance(.delegate(.problem(let problem))): return report(problem, &state)
      case .maintenance(.refresh(.preferencesReceived(let preferences))):
        state.player.preferences = preferences
        state.queue.continuesWithShow = preferences.continuesWithShow
        return .none
      case .opened(let result, let isOneOfSeveral):
        // The user can solve some problems by answering a question, such as the one for a password. No question has
        // been answered yet, so the answers are empty.
        if let question = result.question(FeedAnswers()), state.library.isQuestionPossible {
          return .send(.library(.feedQuestioned(question)))
        }
        if isOneOfSeveral {
          state.openingProblems += result.problems
        } else if let alert = result.alert(isOneOfSeveral: false) {
          present(alert, &state)
        }
        return result.shows.isEmpty ? .none : .send(.library(.showsAdded(result.shows)))
      case .openingEnded:
        state.openingCount -= 1
        if !state.isOpening, let alert = Subscriber.Result(problems: state.openingProblems).alert(isOneOfSeveral: true)
        {
          present(alert, &state)
        }
        if !state.isOpening { state.openingProblems = [] }
        return .none
      case .feedsDiscovered(let feeds, let webPage, let isOneOfSeveral):
        return state.offer(feeds, of: webPage, isOneOfSeveral: isOneOfSeveral)
      case .openRequested(let addresses): return addresses.isEmpty ? .none : open(addresses, &state)
      case .player(.delegate(.ended(let item))):
        // If the sleep timer waited for the end of the episode, the queue must not play the next episode. The action
        // `playbackStarted` only removes the ended episode from the queue.
        return .send(
          .queue(state.player.isStoppedBySleepTimer ? .playbackStarted(item.episode.id) : .episodeEnded(item)))
      case .player(.delegate(.failed(let item, let error, let wasPlaying))):
        return .send(.queue(.episodeFailed(item, error, wasPlaying: wasPlaying)))
      case .player(.delegate(.stillUnreachable(let item))): return .send(.queue(.episodeStillUnreachable(item)))
      case .player(.delegate(.page(let request))): return .send(.library(.playerPageRequested(request)))
      case .player(.delegate(.placeWritesEnded(let show))): return .send(.library(.placeWritesEnded(show)))
      case .player(.delegate(.problem(let problem))): return report(problem, &state)
      case .queue(.delegate(let request)): return carryOut(request, &state)
      case .quitRequested: return .merge(.cancel(id: CancelID.opening), .send(.player(.quitRequested)))
      case .chapterSkipped(let direction): return skipChapter(direction, state)
      case .playing(.delegate(.placeRequested(let item, let place))):
        return .send(.player(.placeRequested(item, place)))
      case .alert, .downloads, .library, .maintenance, .media, .mediaQueueReceived, .player, .playing, .queue:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.playing, action: \.playing) { EpisodeContentsFeature() }
    Reduce { state, _ in followPlayer(&state) }
  }

  /// Makes ``State/playing`` match the player's episode and position. Copies the chapters of the episode to the player.
  private func followPlayer(_ state: inout State) -> Effect<Action> {
    if state.playing?.item.episode.id != state.player.item?.episode.id {
      state.playing = state.player.item.map {
        EpisodeContentsFeature.State(item: $0, isInPlayer: true, awaitsSound: state.player.isPlaying)
      }
      state.player.chapters = EpisodeChapters()
      return state.playing == nil ? .none : .send(.playing(.opened))
    }
    if var playing = state.playing {
      playing.playerMoved(to: state.player.position, duration: state.player.knownDuration)
      if state.player.chapters != playing.chapters { state.player.chapters = playing.chapters }
      // An unnecessary write would notify the views.
      if playing.differsInCurrentItems(from: state.playing) { state.playing = playing }
    }
    return .none
  }

  /// Goes to the start of the next or the previous chapter, if there is one.
  private func skipChapter(_ direction: ChapterDirection, _ state: State) -> Effect<Action> {
    guard state.player.canSeek, let chapters = state.playing?.playableChapters else { return .none }
    let place = state.player.position
    let target = direction == .next ? chapters.nextStart(after: place) : chapters.previousStart(before: place)
    return target.map { .send(.player(.positionDragged($0))) } ?? .none
  }

  private func carryOut(_ request: LibraryFeature.Action.Delegate, _ state: inout State) -> Effect<Action> {
    switch request {
    case .healthRequested(let show): .send(.maintenance(.healthRequested(show)))
    case .importRequested(let source): .send(.maintenance(.importSourceSelected(source)))
    case .refreshRequested(let show): .send(.maintenance(.refresh(.refreshShowRequested(show))))
    case .placesChanged(let episodes): .send(.player(.placesChanged(episodes)))
    case .placeRequested(let item, let place): .send(.player(.placeRequested(item, place)))
    case .playToggled(let item, let isPlaying): .send(.player(.playToggled(item, isPlaying: isPlaying)))
    case .problem(let problem): report(problem, &state)
    case .queueRequested(let request): .send(.queue(.requested(request)))
    case .removalConfirmed(let show): .send(.player(.showRemovalConfirmed(show)))
    case .sampleShowRequested(let feed): state.isOpening ? .none : open([feed.path], &state)
    }
  }

  private func carryOut(_ request: QueueFeature.Action.Delegate, _ state: inout State) -> Effect<Action> {
    switch request {
    case .list(let request): return .send(.library(.upNextRequested(request)))
    case .changeFailed:
      // The lists that display the queue are read again, because they display a change that was not written.
      let listReload: Effect<Action> =
        state.library.list?.query.scope == .queue ? .send(.library(.list(.opened))) : .none
      return state.queue.upNext.isLoading ? listReload : .merge(listReload, .send(.queue(.upNext(.opened))))
    case .playRequested(let item, let isUserRequest):
      return .send(.player(isUserRequest ? .playToggled(item, isPlaying: true) : .queueContinued(item)))
    case .problem(let problem): return report(problem, &state)
    }
  }

  /// Shows a problem in an alert, and writes it to the log.
  private func report(_ problem: Problem, _ state: inout State) -> Effect<Action> {
    present(.problem(problem.title, problem.message), &state)
    return .run { [log] _ in log(problem.logText) }
  }

  /// Presents an alert, or adds it to the waiting alerts if another alert is presented. Ignores an alert that is
  /// already presented or waiting.
  private func present(_ alert: AlertState<Never>, _ state: inout State) {
    if state.alert == nil {
      state.alert = alert
    } else if state.alert != alert, !state.waitingAlerts.contains(alert) {
      state.waitingAlerts.append(alert)
    }
  }

  /// Subscribes to the feeds at addresses or paths, and imports the files with the extension `.opml` among the paths.
  private func open(_ givenAddresses: [String], _ state: inout State) -> Effect<Action> {
    let addresses = givenAddresses.map(AddressOpener.pathOrAddress)
    let feedAddresses = addresses.filter { !AddressOpener.hasOPMLExtension($0) }
    let importing = Effect<Action>.merge(
      addresses.filter(AddressOpener.hasOPMLExtension).map { path in
        .send(.maintenance(.importRequested(URL(filePath: path, directoryHint: .notDirectory))))
      })
    return feedAddresses.isEmpty ? importing : .merge(importing, subscribe(to: feedAddresses, &state))
  }

  private func subscribe(to addresses: [String], _ state: inout State) -> Effect<Action> {
    state.openingCount += 1
    let subscriber = Subscriber(feeds: feeds, library: library, subscriptions: subscriptions, log: log)
    return .run { [opener = AddressOpener(subscriber: subscriber, opml: opml)] send in
      await withTaskGroup(of: AddressOpener.Outcome.self) { group in
        var waitingAddresses = addresses[...]
        for address in waitingAddresses.prefix(Self.parallelFetches) {
          waitingAddresses.removeFirst()
          group.addTask { await opener.open(address) }
        }
        for await outcome in group where !Task.isCancelled {
          if let address = waitingAddresses.popFirst() { group.addTask { await opener.open(address) } }
          switch outcome {
          case .subscribed(let result): await send(.opened(result, isOneOfSeveral: addresses.count > 1))
          case .severalFeeds(let feeds, let webPage):
            await send(.feedsDiscovered(feeds, webPage: webPage, isOneOfSeveral: addresses.count > 1))
          case .subscriptionList(let file): await send(.maintenance(.importRequested(file)))
          }
        }
      }
      if !Task.isCancelled { await send(.openingEnded) }
    }
    .cancellable(id: CancelID.opening)
  }
}

extension AlertState<Never> {
  /// An alert with the title and the message of a problem, and the button “OK”.
  package static func problem(_ title: TextState, _ message: TextState) -> AlertState {
    AlertState(title: title, message: message, buttons: [.cancel(TextState("OK"))])
  }
}

extension Problem {
  /// The problem that the library was damaged, and that a backup took its place.
  fileprivate static func restored(from backup: LibraryBackup, damagedFile: URL, in locale: Locale) -> Problem {
    let day = backup.madeAt.formatted(Date.FormatStyle(date: .long, time: .shortened, locale: locale))
    return Problem(
      title: TextState("Your Library Was Restored"),
      message: TextState(
        "Its file was damaged. The backup of \(day) took its place, and the damaged file was kept as “\(damagedFile.path)”."
      ),
      logText: "The library was damaged. \(backup.file.path) took its place.")
  }
}
