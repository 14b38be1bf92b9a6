package import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// The transcript of an episode. When the user opens the transcript, the feature reads the saved transcript from the
/// library. The feature fetches the transcript if none is saved, if the addresses of the transcript in the feed have
/// changed since it was saved, or if the user requests the fetch.
@Reducer
package struct TranscriptFeature {
  /// The state of the transcript's text.
  package enum Phase: Hashable, Sendable {
    /// The user has not opened the transcript yet.
    case closed
    case loading
    case loaded
    /// The transcript cannot be read, for this reason.
    case failed(TextState)
  }

  @ObservableState
  package struct State: Equatable {
    /// The identifier of the episode.
    package let id: Episode.ID
    /// The addresses of the transcript in the feed, one for each format or language.
    package let links: [TranscriptLink]
    /// The address of the feed.
    package let feed: URL?
    package var phase = Phase.closed
    /// The text.
    package var transcript = Transcript()
    /// Whether a loaded transcript is being fetched again.
    package var isRefreshing = false
    /// Why a loaded transcript could not be fetched again. `nil` if there was no failure.
    package var refreshProblem: TextState?
    /// The index in ``transcript`` of the line that is spoken at the position of the player, or `nil` if there is none.
    /// ``playerMoved(to:)`` sets this index.
    package var currentIndex: Int?
    /// The text of the search.
    package var searchText = ""
    /// The lines to show: all lines, or the lines that the search found.
    package var lines: [Transcript.Line] = []

    package init(id: Episode.ID, links: [TranscriptLink], feed: URL? = nil) {
      self.id = id
      self.links = links
      self.feed = feed
    }

    /// Updates the current line to the position of the player.
    mutating func playerMoved(to place: Duration) {
      guard phase == .loaded else { return }
      let index = transcript.index(at: place)
      if index != currentIndex { currentIndex = index }
    }
  }

  package enum Action: Equatable {
    case delegate(Delegate)
    /// The user clicked the time of a line.
    case lineClicked(Transcript.Line)
    /// The user clicked “Show Transcript” or “Try Again”, or opened the transcript on the page of the player.
    case openButtonClicked
    /// The user clicked “Fetch the Transcript Again”.
    case refreshButtonClicked
    /// The transcript was read, or reading it failed.
    case received(Episode.ID, Result<Transcript, TranscriptError>)
    /// The user edited the text of the search.
    case searchTextChanged(String)

    @CasePathable
    package enum Delegate: Equatable {
      /// Play the episode from a place.
      case placeRequested(Duration)
    }
  }

  @Dependency(\.locale) private var locale
  @Dependency(\.log) private var log
  @Dependency(\.savedTranscripts) private var savedTranscripts
  @Dependency(\.transcripts) private var transcripts

  /// Creates the feature.
  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .lineClicked(let line): return line.start.map { .send(.delegate(.placeRequested($0))) } ?? .none
      case .openButtonClicked:
        guard state.phase != .loading, state.phase != .loaded else { return .none }
        state.phase = .loading
        return load(state)
      case .refreshButtonClicked:
        guard state.phase == .loaded, !state.isRefreshing else { return .none }
        state.isRefreshing = true
        state.refreshProblem = nil
        return load(state, isRefresh: true)
      case .received(let id, let result):
        guard id == state.id else { return .none }
        received(result, &state)
        return .none
      case .searchTextChanged(let text):
        guard text != state.searchText else { return .none }
        state.searchText = text
        updateLines(&state)
        return .none
      case .delegate: return .none
      }
    }
  }

  private func received(_ result: Result<Transcript, TranscriptError>, _ state: inout State) {
    let isRefresh = state.isRefreshing
    state.isRefreshing = false
    switch result {
    case .failure(let error) where isRefresh: state.refreshProblem = error.message
    case .success(let transcript):
      state.phase = .loaded
      state.transcript = transcript
      updateLines(&state)
    case .failure(let error): state.phase = .failed(error.message)
    }
  }

  /// Sets the lines to show: the lines that contain all words of the search, in any order, or all lines if the search
  /// has no words.
  private func updateLines(_ state: inout State) {
    let words = SearchText.normalized(state.searchText).split(whereSeparator: \.isWhitespace)
    state.lines =
      words.isEmpty
      ? state.transcript.lines
      : state.transcript.lines.filter { line in
        let text = SearchText.normalized(line.text)
        return words.allSatisfy { text.contains($0) }
      }
  }

  /// Reads the saved transcript. If none is saved, or the saved one is outdated, fetches the transcript and saves it.
  /// If the transfer fails, the outdated transcript is shown.
  ///
  /// - Parameter isRefresh: Whether to fetch the transcript even if one is saved.
  private func load(_ state: State, isRefresh: Bool = false) -> Effect<Action> {
    .run { [locale, log, savedTranscripts, transcripts, id = state.id, links = state.links, feed = state.feed] send in
      var saved: SavedTranscript?
      if !isRefresh { saved = await savedTranscripts.transcript(of: id, log: log) }
      if let saved, !saved.isOutdated { return await send(.received(id, .success(saved.transcript))) }
      do throws(TranscriptError) {
        let transcript = try await transcripts.transcript(links, locale.language.languageCode?.identifier, feed)
        await send(.received(id, .success(transcript)))
        await savedTranscripts.save(transcript, of: id, log: log)
      } catch {
        if error != .cancelled { await send(.received(id, saved.map { .success($0.transcript) } ?? .failure(error))) }
      }
    }
  }
}

extension SavedTranscriptsClient {
  /// Returns the saved transcript of an episode, or `nil` if there is none. If the library cannot be read, reports the
  /// error to the log and returns `nil`.
  func transcript(of id: Episode.ID, log: @Sendable (String) -> Void) async -> SavedTranscript? {
    do throws(LibraryError) {
      return try await transcript(id)
    } catch {
      log("The transcript could not be read from the library: \(error)")
      return nil
    }
  }

  /// Returns the episodes whose transcript is not saved or is outdated. If the library cannot be read, reports the
  /// error to the log and returns no episodes.
  func missing(of ids: [Episode.ID], log: @Sendable (String) -> Void) async -> [Episode.ID] {
    do throws(LibraryError) {
      return try await missing(ids)
    } catch {
      log("The transcripts could not be read from the library: \(error)")
      return []
    }
  }

  /// Saves a transcript in the library. A failure is only reported to the log, because the program can fetch the
  /// transcript again.
  func save(_ transcript: Transcript, of id: Episode.ID, log: @Sendable (String) -> Void) async {
    do throws(LibraryError) {
      try await save(transcript, id)
    } catch {
      log("The transcript was not saved: \(error)")
    }
  }
}

extension TranscriptError: UserFacingError {
  package var title: TextState { TextState("The Transcript Could Not Be Read") }

  package var message: TextState {
    switch self {
    case .empty: TextState("The transcript is empty.")
    case .tooLarge: TextState("The transcript is too large.")
    case .unavailable, .cancelled:
      TextState("The transcript could not be fetched. Check your connection, and try again.")
    }
  }
}
