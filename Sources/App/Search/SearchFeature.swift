package import Podcasts
package import ReducerStore

/// Searches the episodes of all shows, and the saved transcripts, while the user types.
@Reducer
package struct SearchFeature {
  @ObservableState
  package struct State: Equatable {
    /// The text that the user typed.
    package var text = ""
    /// The list of found episodes, or `nil` if the text contains no words.
    package var results: EpisodeListFeature.State?
    /// The found lines of transcripts.
    package var matches: [TranscriptMatch] = []
    /// Whether all found lines are shown, and not only the first ones.
    package var showsAllMatches = false
    /// The words of the last completed search of the transcripts, in the form of ``words``.
    var searchedWords = ""

    package init() {}

    /// Whether the search of the transcripts for the current words has not ended, or waits for a pause in typing.
    package var isSearchingTranscripts: Bool { words != searchedWords }

    /// The words of the text, separated by single spaces.
    var words: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// The found lines that the page shows: at first three, and all lines after “Show More Lines”.
    package var shownMatches: [TranscriptMatch] { showsAllMatches ? matches : Array(matches.prefix(3)) }
  }

  package enum Action: Equatable {
    /// The user clicked “Show More Lines”, below the found lines of transcripts.
    case allMatchesButtonClicked
    /// The user closed the search. The parent then removes the search page.
    case closed
    /// A request to the parent, from the list of found episodes or from a found line.
    case delegate(EpisodeListFeature.Action.Delegate)
    /// The user clicked a found line of a transcript.
    case matchClicked(TranscriptMatch)
    /// The transcripts were searched for these words. If the search failed, there are no lines.
    case matchesReceived(String, [TranscriptMatch])
    /// An action of the list of found episodes.
    case results(EpisodeListFeature.Action)
    /// The user edited the text.
    case textChanged(String)
  }

  private enum CancelID {
    case transcripts
  }

  /// The maximum number of found lines of transcripts.
  private static let maxMatches = 50

  /// The pause in typing after which the transcripts are searched.
  package static let typingPause = Duration.milliseconds(200)

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.episodes) private var episodes
  @Dependency(\.log) private var log
  @Dependency(\.savedTranscripts) private var savedTranscripts

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .allMatchesButtonClicked:
        state.showsAllMatches = true
        return .none
      case .matchClicked(let match): return playOrOpen(match)
      case .matchesReceived(let words, let matches):
        guard words == state.words else { return .none }
        state.matches = matches
        state.searchedWords = words
        return .none
      case .results(.delegate(let request)): return .send(.delegate(request))
      case .textChanged(let text): return search(text, &state)
      case .closed, .delegate, .results: return .none
      }
    }
    .ifLet(\.results, action: \.results) { EpisodeListFeature() }
  }

  /// Searches the episodes at once, and the transcripts after a pause in typing.
  private func search(_ text: String, _ state: inout State) -> Effect<Action> {
    guard text != state.text else { return .none }
    state.text = text
    state.showsAllMatches = false
    let words = state.words
    guard !words.isEmpty else {
      state.results = nil
      state.matches = []
      state.searchedWords = ""
      return .cancel(id: CancelID.transcripts)
    }
    let transcripts = searchTranscripts(words)
    guard state.results == nil else { return .merge(.send(.results(.textChanged(words))), transcripts) }
    state.results = EpisodeListFeature.State(query: EpisodeQuery(.library, text: words))
    return .merge(.send(.results(.opened)), transcripts)
  }

  private func searchTranscripts(_ words: String) -> Effect<Action> {
    .run { [clock, log, savedTranscripts] send in
      // Wait for a pause in typing, because a search of all transcripts is slow.
      try await clock.sleep(for: Self.typingPause)
      do throws(LibraryError) {
        await send(.matchesReceived(words, try await savedTranscripts.search(words, Self.maxMatches)))
      } catch {
        // The search of the episodes reads the same library, and reports its error to the user.
        log("The transcripts could not be searched: \(error)")
        await send(.matchesReceived(words, []))
      }
    }
    .cancellable(id: CancelID.transcripts, cancelInFlight: true)
  }

  /// Plays an episode from the found line. If the line has no time, opens the page of the episode. Does nothing if the
  /// library does not contain the episode any more.
  private func playOrOpen(_ match: TranscriptMatch) -> Effect<Action> {
    .run { [episodes, log] send in
      do throws(LibraryError) {
        guard let episode = try await episodes.episodes([match.episode]).first else { return }
        let item = PlayerFeature.Item(episode: episode, showTitle: match.showTitle)
        if let start = match.line.start {
          await send(.delegate(.placeRequested(item, start)))
        } else {
          await send(.delegate(.detailsRequested(episode, showTitle: match.showTitle)))
        }
      } catch {
        log("The episode of a transcript could not be read: \(error)")
        await send(.delegate(.problem(Problem(error))))
      }
    }
  }
}
