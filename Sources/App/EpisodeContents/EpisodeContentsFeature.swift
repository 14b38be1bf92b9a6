package import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// The contents of an episode: notes, chapters and transcript. The page of an episode and the page of the player show
/// these contents.
@Reducer
package struct EpisodeContentsFeature {
  @ObservableState
  package struct State: Equatable {
    /// The episode, with the name of its show.
    package let item: PlayerFeature.Item
    /// Whether the episode is in the player. Otherwise chapters are read only from local audio, and not from audio on
    /// the web.
    package let isInPlayer: Bool
    /// Whether the player is loading the audio. The chapters in the audio are then read after the sound has started,
    /// from the bytes that the player has received.
    package var awaitsSound: Bool
    /// Whether the sound has started since the episode was put into the player.
    package var hasSound = false
    /// Where the player gets the audio from. `nil` before the sound starts, and if the player did not report it.
    var source: PlaybackSource.Kind?
    /// The show notes. `nil` until they are read. Empty if the feed has none, or if they could not be read.
    package var notes: NotesText?
    /// Why the notes could not be read. `nil` if there was no failure.
    package var notesProblem: TextState?
    /// The other details of the episode in its feed.
    package var details = EpisodeDetails()
    /// The address of the feed, or `nil` until the notes are read. Requests for the pictures, chapters and transcripts
    /// of the episode name this address as the referrer.
    package var feed: URL?
    /// The chapters. Empty until they are read.
    package var chapters = EpisodeChapters()
    /// The length of the audio that the player reported, or `nil`.
    package var knownDuration: Duration?
    /// The index of the chapter at the position of the player, or `nil` if there is none.
    /// ``playerMoved(to:duration:)`` sets this index.
    package var currentChapterIndex: Int?
    /// The transcript, if the feed names one.
    package var transcript: TranscriptFeature.State?

    /// The chapters that start within the length of the audio, or all chapters if the length is not known.
    package var playableChapters: EpisodeChapters { chapters.limited(to: knownDuration ?? item.episode.duration) }

    /// Creates the contents of an episode. Nothing is read before ``Action/opened``.
    package init(item: PlayerFeature.Item, isInPlayer: Bool = false, awaitsSound: Bool = false) {
      self.item = item
      self.isInPlayer = isInPlayer
      self.awaitsSound = awaitsSound
    }

    /// Updates the current chapter and the current line of the transcript to the position of the player. If the
    /// position is beyond the length, there is no current chapter.
    ///
    /// - Parameters:
    ///   - place: The position of the player.
    ///   - duration: The length that the player reported, or `nil`.
    package mutating func playerMoved(to place: Duration, duration: Duration?) {
      let isWithinAudio = duration.map { place <= $0 } ?? true
      let index = isWithinAudio ? chapters.index(at: place) : nil
      if index != currentChapterIndex { currentChapterIndex = index }
      if duration != knownDuration { knownDuration = duration }
      transcript?.playerMoved(to: place)
    }

    /// Whether the current chapter, the current transcript line or the known length differ from another state.
    func differsInCurrentItems(from other: State?) -> Bool {
      currentChapterIndex != other?.currentChapterIndex || knownDuration != other?.knownDuration
        || transcript?.currentIndex != other?.transcript?.currentIndex
    }
  }

  package enum Action: Equatable {
    /// The chapters of an episode were read.
    case chaptersReceived(Episode.ID, EpisodeChapters)
    case delegate(Delegate)
    /// The library returned the notes, or an error. The last value is the parsed text, which is empty after an error.
    case notesReceived(Episode.ID, Result<EpisodeNotes, LibraryError>, NotesText)
    /// A view appeared that shows the contents. The feature reads them now.
    case opened
    /// The sound of the episode started. The chapters are read again, because the server may have sent different audio
    /// than for the first reading.
    case soundBegan(from: PlaybackSource.Kind?)
    /// The user clicked a timestamp of the notes, or a chapter.
    case timeClicked(Duration)
    case transcript(TranscriptFeature.Action)

    @CasePathable
    package enum Delegate: Equatable {
      /// Play the episode from a place.
      case placeRequested(PlayerFeature.Item, Duration)
    }
  }

  /// The id of the effect that reads chapters.
  private struct ChaptersID: Hashable {
    let episode: Episode.ID
    let isInPlayer: Bool
  }

  @Dependency(\.audioSource) private var audioSource
  @Dependency(\.chapters) private var chapters
  @Dependency(\.episodes) private var episodes
  @Dependency(\.notes) private var notes

  /// Creates the feature.
  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .chaptersReceived(let id, let chapters):
        if id == state.item.episode.id { state.chapters = chapters }
        return .none
      case .notesReceived(let id, let result, let text):
        return id == state.item.episode.id ? notesReceived(result, text, &state) : .none
      case .opened: return readNotes(of: state.item.episode.id)
      case .soundBegan(let source): return soundBegan(source, &state)
      case .timeClicked(let place), .transcript(.delegate(.placeRequested(let place))):
        return .send(.delegate(.placeRequested(state.item, place)))
      case .delegate, .transcript: return .none
      }
    }
    .ifLet(\.transcript, action: \.transcript) { TranscriptFeature() }
  }

  private func notesReceived(
    _ result: Result<EpisodeNotes, LibraryError>, _ text: NotesText, _ state: inout State
  ) -> Effect<Action> {
    state.notes = text
    switch result {
    case .failure(let error):
      state.notesProblem = error.message
      return .none
    case .success(let notes):
      state.details = notes.details
      state.feed = notes.feed
      if !notes.details.transcripts.isEmpty {
        state.transcript = TranscriptFeature.State(id: notes.id, links: notes.details.transcripts, feed: notes.feed)
      }
      return readChapters(state)
    }
  }

  private func soundBegan(_ source: PlaybackSource.Kind?, _ state: inout State) -> Effect<Action> {
    guard state.isInPlayer, !state.hasSound else { return .none }
    state.hasSound = true
    state.source = source
    state.awaitsSound = false
    // If the notes are still being read, the chapters are read after them. If reading the notes failed, the chapters
    // are not read.
    return state.notes == nil || state.notesProblem != nil ? .none : readChapters(state)
  }

  /// Reads the chapters from the addresses in the feed and from the audio, if the feature may read the audio.
  private func readChapters(_ state: State) -> Effect<Action> {
    let (id, details, feed) = (state.item.episode.id, state.details, state.feed)
    let readsWebAudio = state.isInPlayer && !state.awaitsSound
    return .run { [audioSource, chapters, episode = state.item.episode, source = state.source] send in
      // The player may play a stream whose bytes it has kept. Then a download of the episode is not read, because the
      // download may contain other advertisements.
      let audio = source == .keptStream ? episode.enclosure.url : await audioSource(episode)
      let sources = ChapterSources(
        details, audio: readsWebAudio || audio.isFileURL ? audio : nil,
        playbackKind: audio.isFileURL ? nil : source, referrer: feed)
      guard !sources.isEmpty else { return }
      let found = await chapters.chapters(sources)
      if !Task.isCancelled { await send(.chaptersReceived(id, found)) }
    }
    .cancellable(id: ChaptersID(episode: id, isInPlayer: state.isInPlayer), cancelInFlight: true)
  }

  private func readNotes(of id: Episode.ID) -> Effect<Action> {
    .run { [episodes, notes] send in
      do throws(LibraryError) {
        let found = try await episodes.notes(id)
        await send(.notesReceived(id, .success(found), await Self.text(of: found.markup, notes)))
      } catch {
        await send(.notesReceived(id, .failure(error), NotesText(ShowNotes())))
      }
    }
  }

  /// Parses the markup of notes off the main thread, because the markup may be long.
  @concurrent
  private static func text(of markup: String, _ notes: NotesClient) async -> NotesText {
    NotesText(notes.parse(markup))
  }
}
