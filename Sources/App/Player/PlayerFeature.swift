package import Foundation
package import Podcasts
package import ReducerStore

/// The episode in the player, the user's place in it, and the settings of its sound.
///
/// The library stores the user's place. During playback the stored place is at most five seconds behind the sound. The
/// stored place is exact after a pause, a jump and a change of episode, and at the program's end.
@Reducer
package struct PlayerFeature {
  /// An episode, and the title of its show, which views display next to the episode.
  package struct Item: Hashable, Sendable {
    package var episode: Episode
    package var showTitle: String

    package init(episode: Episode, showTitle: String) {
      self.episode = episode
      self.showTitle = showTitle
    }
  }

  /// The state of the sound. The user's last “Play” or “Pause” is included before the player confirms it.
  package enum Phase: Hashable, Sendable {
    /// No audio is loaded: nothing was played yet, playback reached the end, or playback failed.
    case stopped
    /// The player is loading audio and has not reported its state yet. Until then the feature ignores reported
    /// positions. When the audio is loaded, the sound starts (`thenPlaying`), or the player is paused.
    case loading(thenPlaying: Bool)
    case playing
    case paused
  }

  /// The episode whose video is shown in a window.
  package struct ShownVideo: Hashable, Identifiable, Sendable {
    package let id: Episode.ID
    /// The episode's title.
    package let title: String

    package init(id: Episode.ID, title: String) {
      self.id = id
      self.title = title
    }
  }

  @ObservableState
  package struct State: Equatable {
    /// The last played episode, or `nil` if there is none.
    package var item: Item?
    /// The user's place in the episode.
    package var position: Duration = .zero
    /// The filled part of the buffer, in percent, while the sound waits for the network. Otherwise `nil`.
    package var bufferingPercent: Int?
    /// The state of the sound.
    package var phase = Phase.stopped
    /// Where the player gets the audio from. `nil` until the player has found the source.
    package var source: PlaybackSource.Kind?
    /// The length that the player reported.
    package var knownDuration: Duration?
    /// The requested place that the sound has not reached yet. No other place is stored until the sound reaches this
    /// place, the user pauses, or the user requests another place.
    package var requestedPlace: Duration?
    /// Whether the intro of the episode is skipped while the episode loads. `false` after the user has selected a
    /// place, which can be inside the intro.
    package var skipsIntro = true
    /// The places and played marks of this session, and their pending writes.
    package var journal = PlaceJournal()
    /// The program's settings. This feature reads only ``Preferences/playedBeforeEnd``.
    package var preferences = Preferences()
    /// The position at which the sound of this episode ended too early. If the sound ends again within five seconds of
    /// that position, the episode is regarded as ended.
    package var earlyEnd: Duration?
    /// The general settings of playback, including the user's changes that are not written yet.
    package var settings = PlaybackPreferences()
    /// The settings of the show of the episode in the player.
    package var showSettings = ShowSettings()
    /// Whether the speed, the volume and the mute setting have to be written.
    package var soundSave = PendingSave()
    /// The newest settings of the shows whose settings are being written. If they differ from the written ones, they
    /// are written next.
    package var unsavedShowSettings: [Show.ID: ShowSettings] = [:]
    /// Why the sound stopped. The player bar shows this problem until the sound plays again.
    package var problem: PlaybackError?
    /// The number of attempts to reach the episode's server after a broken connection, or at the start of an episode of
    /// the queue. `nil` in all other cases.
    package var attempts: Int?
    /// The place at which the connection broke, or the last attempt failed.
    package var brokenPlace: Duration?
    /// The episode whose server requires credentials. The player loads it with the stored credentials of the server.
    package var privateEpisode: Episode.ID?
    /// When the user paused. After the start of the program: when the restored episode was last played.
    package var pausedAt: Date?
    /// When the sound of an episode ended, for each episode that another one has replaced in this session.
    package var soundEndedAt: [Episode.ID: Date] = [:]
    /// When the sound ends automatically. `nil` if the sleep timer is off.
    package var sleepTimer: SleepTimer?
    /// The chapters of the episode. Empty until they are read.
    package var chapters = EpisodeChapters()
    /// The page of the episode in the player. `nil` while the page is closed.
    @Presents package var nowPlaying: EpisodeFeature.State?
    /// Whether the episode in the player has a video that can be shown.
    package var hasVideo = false
    /// The Debian package with the decoder of the video, if the decoder is missing.
    package var videoDecoderPackage: String?
    /// The video whose window is open. `nil` if no window is open, so that no video is decoded.
    package var video: ShownVideo?
    /// Whether the sleep timer stopped playback at the end of the episode in the player. Then the queue does not play
    /// the next episode.
    package var isStoppedBySleepTimer = false

    /// Creates an empty player.
    package init() {}
  }

  package enum Action: Equatable {
    /// The program started. The feature receives the player's events from now on.
    case launched
    /// The user chose “Play” or “Pause” of an episode.
    case playToggled(Item, isPlaying: Bool)
    /// The queue plays this episode after the previous one ended or failed.
    case queueContinued(Item)
    /// The user chose “Play” (`true`) or “Pause” of the episode in the player.
    case playButtonToggled(Bool)
    /// The user selected a place in an episode: a chapter, a timestamp or a line of a transcript. The episode plays
    /// from this place.
    case placeRequested(Item, Duration)
    /// The user jumped to a place, by dragging the slider or with a command.
    case positionDragged(Duration)
    /// The user skipped by a distance. A negative distance goes back.
    case skipped(Duration)
    /// The user clicked the button that goes forward or back. The settings have the distance.
    case skipButtonClicked(isForward: Bool)
    /// The search for stored credentials of an episode's server ended.
    case credentialsFound(Item, isFound: Bool)
    /// The server of the episode sends only whole files. The download of the episode contains the place to play
    /// (`isReady`), or failed.
    case wholeFileReceived(Item, isReady: Bool)
    /// The stream or the download that plays was received completely, so that its file can be played instead.
    case sourceReceived(Item)
    /// The player emitted an event.
    case event(PlayerEvent)
    /// The user chose “Try Again” after a problem, or the wait before the next automatic attempt is over.
    case retried
    /// The user closed the message about a problem.
    case problemClosed
    /// The general settings were read, or have changed.
    case settingsReceived(PlaybackPreferences)
    /// The settings of a show were read, or have changed.
    case showSettingsReceived(Show.ID, ShowSettings)
    /// The user selected a speed.
    case rateSelected(Double)
    /// The user chose “Faster” or “Slower”.
    case rateStepped(isFaster: Bool)
    /// The user switched the show's own speed on (`true`) or off. If it is off, the show has the general speed.
    case rateForShowToggled(Bool)
    /// The user moved the volume slider.
    case volumeChanged(Double)
    /// The user muted the sound (`true`), or unmuted it.
    case muteToggled(Bool)
    /// The user has not moved the volume slider for half a second, so the settings of the sound are written.
    case soundSaveDue
    /// The speed, the volume and the mute setting were written, or writing them failed.
    case soundSaved(PlaybackPreferences)
    /// The settings of a show were written, or writing them failed.
    case showSettingsSaved(Show.ID, ShowSettings)
    /// The user set the sleep timer, or switched it off.
    case sleepTimerSelected(SleepTimer?)
    /// The user extended the sleep timer by five minutes.
    case sleepTimerExtended
    /// The sleep timer has this time left.
    case sleepTimerTicked(Duration)
    /// The current entry of ``State/journal`` was written to the library.
    case placeWritten
    /// The library changed the places of these episodes, because they were marked as played or unplayed.
    case placesChanged([Episode.ID])
    /// The journal's current entry could not be written.
    case placeWriteFailed(LibraryError)
    /// The user confirmed the removal of a show. If an episode of the show is in the player, the player stops. The
    /// journal gets no new entries about the show.
    case showRemovalConfirmed(Show.ID)
    /// The program is about to end. The sound stops, so that no new place is recorded. The effect ends when all
    /// entries of the journal are in the library, or after ``PendingWrites/limitAtQuit``.
    case quitRequested
    /// At the start of the program, the library returned the episode that was played last.
    case restored(Item)
    /// An action of the page of the episode in the player.
    case nowPlaying(PresentationAction<EpisodeFeature.Action>)
    /// The user clicked the episode in the player bar, or chose “Now Playing”. Its page opens.
    case titleClicked
    /// The user chose “Show Video”.
    case videoButtonClicked
    /// The user closed the window of the video (`nil`).
    case videoChanged(ShownVideo?)
    case delegate(Delegate)

    @CasePathable
    package enum Delegate: Equatable {
      /// An episode played to its end.
      case ended(Item)
      /// An episode could not be played. If `wasPlaying`, the error interrupted the sound.
      case failed(Item, PlaybackError, wasPlaying: Bool)
      /// The server of an episode could not be reached for about a minute. The player continues its attempts.
      case stillUnreachable(Item)
      /// A request of the page of the episode in the player.
      case page(EpisodeFeature.Action.Delegate)
      /// Report a problem to the user.
      case problem(Problem)
      /// All entries of the journal about a show are written, and the show may be removed.
      case placeWritesEnded(Show.ID)
    }
  }

  enum CancelID {
    case attempt
    case listening
    case settings
    case showSettings
    case sleeping
    case volume
    case waitForWholeFile
    case writing
  }

  @Dependency(\.playbackSource) var playbackSource
  @Dependency(\.continuousClock) var clock
  @Dependency(\.credentials) var credentials
  @Dependency(\.downloads) var downloads
  @Dependency(\.episodes) var episodes
  @Dependency(\.library) var library
  @Dependency(\.locale) var locale
  @Dependency(\.log) var log
  @Dependency(\.now) var now
  @Dependency(\.player) var player
  @Dependency(\.preferences) var preferences
  @Dependency(\.showSettings) var showSettings
  @Dependency(\.streams) var streams
  @Dependency(\.writes) var writes

  /// Creates the feature.
  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .launched: return .merge(listen(), readSettings(), findLastPlayed())
      case .playToggled(let item, let isPlaying): return playToggled(item, shouldPlay: isPlaying, in: &state)
      case .credentialsFound(let item, let isFound):
        return continueLoading(item, isReady: isFound, orFail: .notAllowed, in: &state)
      case .wholeFileReceived(let item, let isReady):
        return continueLoading(item, isReady: isReady, orFail: .wholeFileOnly, in: &state)
      case .sourceReceived(let item): return playReceived(item, in: &state)
      case .queueContinued(let item): return playNext(item, in: &state)
      case .playButtonToggled(let isPlaying):
        guard let item = state.item else { return .none }
        return playToggled(item, shouldPlay: isPlaying, in: &state)
      case .placeRequested(let item, let position): return placeRequested(item, position, in: &state)
      case .positionDragged(let position): return seek(to: position, in: &state)
      case .skipped(let distance):
        guard state.canSeek else { return .none }
        return seek(to: state.position + distance, in: &state)
      case .skipButtonClicked(let isForward): return .send(.skipped(state.settings.skipDistance(isForward: isForward)))
      case .event(let event): return received(event, in: &state)
      case .retried: return retried(&state)
      case .problemClosed:
        state.problem = nil
        state.attempts = nil
        return .cancel(id: CancelID.attempt)
      case .placeWritten:
        state.journal.recordSuccess()
        return .none
      case .placesChanged(let episodes):
        // Keep the place of the episode in the player: the position of its sound is newer than the library's place.
        state.journal.forget(episodes.filter { $0 != state.item?.episode.id })
        return .none
      case .placeWriteFailed(let error): return state.journal.recordFailure(error) ? report(error) : .none
      case .showRemovalConfirmed(let show): return showRemovalConfirmed(show, in: &state)
      case .quitRequested: return quit(&state)
      case .restored(let item):
        if state.item == nil { state.restore(item) }
        return .none
      case .nowPlaying(let action): return forwardPageRequest(action)
      case .titleClicked: return openPage(in: &state)
      case .videoButtonClicked, .videoChanged: return reduceVideo(action, in: &state)
      case .delegate: return .none
      case .settingsReceived, .showSettingsReceived, .rateSelected, .rateStepped, .rateForShowToggled, .volumeChanged,
        .muteToggled,
        .soundSaveDue, .soundSaved, .showSettingsSaved:
        return reduceSound(action, in: &state)
      case .sleepTimerSelected, .sleepTimerExtended, .sleepTimerTicked: return reduceSleepTimer(action, in: &state)
      }
    }
    .ifLet(\.$nowPlaying, action: \.nowPlaying) { EpisodeFeature() }
    // Each action may have added an entry to the journal, or may have ended a write.
    Reduce { state, _ in writeNext(in: &state) }
  }
}
