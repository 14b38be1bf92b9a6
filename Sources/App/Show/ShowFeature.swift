import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// One show: its description and its episodes.
@Reducer
package struct ShowFeature {
  /// The dialog that is presented above the show.
  @Reducer
  package enum Destination {
    /// The confirmation of a removal.
    case removal(ConfirmationDialogState<RemovalAnswer>)
    /// A question about the feed: a password, or the permission for a private network.
    case question(FeedQuestionFeature)
    /// The settings of the show.
    case settings(ShowSettingsFeature)
  }

  /// The answers of the removal dialog, except Cancel.
  @CasePathable
  package enum RemovalAnswer: Hashable, Sendable {
    case confirmed
  }

  @ObservableState
  package struct State: Equatable, Identifiable {
    /// The dialog that is presented above the show.
    @Presents package var destination: Destination.State?
    /// The episodes.
    package var list: EpisodeListFeature.State
    /// How often a new episode appears, or `nil` if the frequency is not known.
    package var frequency: ShowFrequency?
    /// Whether the show is being removed.
    package var isRemoving = false
    /// Whether the search field is open.
    package var isSearching = false
    /// Whether the whole summary is shown.
    package var isSummaryExpanded = false
    /// How many episodes were recognized although the feed changed their identifiers, since the program started or the
    /// user last opened the health page, which lists these episodes.
    package var recognizedCount: Int
    /// The show as the library stores it.
    package var show: Show
    /// The description of the show, as plain text. Empty if the feed has none.
    package var summary: String
    /// Whether the user entered a name and a password for the feed after this state was created.
    package var isSignedIn = false

    /// Creates the state of a show. The episodes are loaded after ``Action/opened``.
    package init(show: Show, recognizedCount: Int = 0) {
      self.show = show
      self.recognizedCount = recognizedCount
      summary = Self.summary(of: show)
      list = EpisodeListFeature.State(query: EpisodeQuery(.show(show.id)), showTitle: show.title)
    }

    package var id: Show.ID { show.id }
    /// The name of the show.
    package var title: String { show.title }
    /// The author. Empty if the feed has none.
    package var author: String { show.author }
    /// The picture of the show.
    package var artwork: Artwork { Artwork(of: show) }
    /// The question about the feed that the last refresh raised. `nil` if no answer is needed.
    package var question: FeedQuestionFeature.State? {
      feedError.flatMap { FeedQuestionFeature.State($0, feed: show.feedURL, isSignedIn: isSignedIn) }
    }
    /// The author and the frequency, as far as they are known, and the number of episodes.
    package var caption: TextState {
      let count = show.episodeCount
      return .joined(
        [show.author].filter { !$0.isEmpty }.map { TextState(verbatim: $0) } + [frequency?.text].compactMap(\.self)
          + [count == 1 ? TextState("1 episode") : TextState("\(count) episodes")])
    }
    /// The note about recognized episodes, or `nil` if there are none.
    package var recognitionNote: TextState? {
      switch recognizedCount {
      case 0: nil
      case 1: TextState("1 episode was recognized again")
      default: TextState("\(recognizedCount) episodes were recognized again")
      }
    }
    /// Why the last refresh failed. `nil` if it succeeded, or if the feed was never fetched.
    package var feedError: FeedError? {
      switch show.feedStatus {
      case .failed(let error): error
      case .gone: .gone(show.feedURL)
      case .neverFetched, .current: nil
      }
    }

    /// Returns the description as plain text, with at most 4000 Unicode scalars, because the header has no room for a
    /// longer text.
    private static func summary(of show: Show) -> String { PlainText(markup: show.summary, limit: 4000).text }
  }

  package enum Action: Equatable {
    /// The user chose “Copy Feed Address”.
    case copyAddressButtonClicked
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    /// The user chose “Feed Health”.
    case healthButtonClicked
    /// The newest episode was read, or reading it failed. `nil` if the episode was removed before it was read. The
    /// action is not sent for a show without episodes.
    case latestFound(Result<Episode?, LibraryError>)
    case list(EpisodeListFeature.Action)
    /// The user chose “More” or “Less” of the summary.
    case moreButtonClicked
    /// The show was selected. From now on, the list of episodes receives the changes of the library.
    case opened
    /// The user chose “Play Latest”.
    case playLatestButtonClicked
    /// The user chose “Sign In…” or “Follow…”. The dialog with ``State/question`` is presented.
    case questionButtonClicked
    /// The permission for a private network was written (`nil`), or the library could not be written.
    case privateNetworkAllowed(LibraryError?)
    /// The user chose “Refresh”.
    case refreshButtonClicked
    /// The user chose “Remove Show”. The removal dialog follows.
    case removeButtonClicked
    /// The user chose “Search in This Show”.
    case searchButtonClicked
    /// The search field was opened (`true`) or closed (`false`).
    case searchFieldToggled(Bool)
    /// The user chose “Settings for This Show”.
    case settingsButtonClicked

    /// Requests to ``LibraryFeature``, which performs them even if the user selects another show.
    @CasePathable
    package enum Delegate: Equatable {
      /// Show the health page.
      case healthRequested
      /// A request of the list of episodes.
      case list(EpisodeListFeature.Action.Delegate)
      /// Fetch the feed now.
      case refreshRequested
      /// The user confirmed the removal of the show.
      case removalConfirmed
    }
  }

  @Dependency(\.copyText) private var copyText
  @Dependency(\.episodes) private var episodes
  @Dependency(\.locale) private var locale
  @Dependency(\.subscriptions) private var subscriptions

  package init() {}

  package var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) { EpisodeListFeature() }
    Reduce { state, action in
      switch action {
      case .copyAddressButtonClicked:
        return .run { [copyText, address = state.show.feedURL] _ in copyText(address.absoluteString) }
      case .destination(.presented(.removal(.confirmed))): return removalConfirmed(&state)
      case .destination(.presented(.question(.delegate(.answered(let kind))))): return answered(kind, &state)
      case .healthButtonClicked: return .send(.delegate(.healthRequested))
      case .latestFound(let result): return latestFound(result, state)
      case .list(.delegate(let request)): return .send(.delegate(.list(request)))
      case .list(.loaded):
        state.updateFrequency()
        return .none
      case .moreButtonClicked:
        state.isSummaryExpanded.toggle()
        return .none
      case .opened: return .send(.list(.opened))
      case .playLatestButtonClicked: return findLatest(of: state.id)
      case .privateNetworkAllowed(nil): return .send(.delegate(.refreshRequested))
      case .privateNetworkAllowed(let error?): return .send(.delegate(.list(.problem(Problem(error)))))
      case .questionButtonClicked:
        if let question = state.question { state.destination = .question(question) }
        return .none
      case .refreshButtonClicked: return .send(.delegate(.refreshRequested))
      case .removeButtonClicked:
        state.destination = .removal(Self.removalDialog(for: state.title))
        return .none
      case .searchButtonClicked:
        state.isSearching = true
        return .none
      case .searchFieldToggled(let isOpen):
        state.isSearching = isOpen
        return .none
      case .settingsButtonClicked:
        state.destination = .settings(ShowSettingsFeature.State(show: state.id, title: state.title, locale: locale))
        return .none
      case .delegate, .destination, .list: return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  /// Reads the newest episode of the show.
  private func findLatest(of show: Show.ID) -> Effect<Action> {
    .run { [episodes] send in
      do throws(LibraryError) {
        var newestFirstIDs: Result<[Episode.ID], LibraryError> = .success([])
        // The stream also emits the ids after each later change. Only the current ids are needed.
        for await ids in episodes.ids(EpisodeQuery(.show(show))) {
          newestFirstIDs = ids
          break
        }
        guard let id = try newestFirstIDs.get().first else { return }
        await send(.latestFound(.success(try await episodes.episodes([id]).first)))
      } catch {
        await send(.latestFound(.failure(error)))
      }
    }
  }

  private func latestFound(_ result: Result<Episode?, LibraryError>, _ state: State) -> Effect<Action> {
    switch result {
    case .success(let episode?):
      return .send(
        .delegate(.list(.playToggled(PlayerFeature.Item(episode: episode, showTitle: state.title), isPlaying: true))))
    case .success(nil): return .none
    case .failure(let error): return .send(.delegate(.list(.problem(Problem(error)))))
    }
  }

  /// Requests a refresh of the feed after the user answered the question about it. If the user permitted a private
  /// network, the permission is stored first. Otherwise the user entered a name and a password.
  private func answered(_ kind: FeedQuestionFeature.Kind, _ state: inout State) -> Effect<Action> {
    state.destination = nil
    guard kind == .privateNetwork else {
      state.isSignedIn = true
      return .send(.delegate(.refreshRequested))
    }
    return .run { [subscriptions, show = state.id] send in
      do throws(LibraryError) {
        try await subscriptions.allowPrivateNetwork(show)
        await send(.privateNetworkAllowed(nil))
      } catch {
        await send(.privateNetworkAllowed(error))
      }
    }
  }

  private func removalConfirmed(_ state: inout State) -> Effect<Action> {
    guard !state.isRemoving else { return .none }
    state.isRemoving = true
    return .send(.delegate(.removalConfirmed))
  }

  private static func removalDialog(for title: String) -> ConfirmationDialogState<RemovalAnswer> {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState("Remove “\(title)”?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmed) { TextState("Remove") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("Its episodes will be removed. If you add it again, your places and favorites come back.")
    }
  }
}

extension ShowFeature.Destination.State: Equatable {}
extension ShowFeature.Destination.Action: Equatable {}

extension ShowFeature.State {
  /// Updates the show after it changed in the library.
  package mutating func showChanged(to newShow: Show) {
    guard newShow != show else { return }
    if newShow.summary != show.summary { summary = Self.summary(of: newShow) }
    show = newShow
  }

  /// Updates the frequency from the dates of the 12 newest episodes. Does nothing if the list has a filter, a search or
  /// another order, because its first rows are then not the newest episodes of the show.
  fileprivate mutating func updateFrequency() {
    guard list.query == EpisodeQuery(.show(id)) else { return }
    frequency = ShowFrequency(newestFirst: list.ids.prefix(12).compactMap { list.rows[id: $0]?.episode.publishedAt })
  }
}
