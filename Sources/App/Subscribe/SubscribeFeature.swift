package import Foundation
package import Podcasts
import Presentation
package import ReducerStore

/// The sheet that finds and adds podcasts: by search words, by the address of a feed, or by the address of a web page.
///
/// The sheet stays open until a podcast is added, or until the user opens a show of the library or closes the sheet.
/// When the sheet closes, running fetches are cancelled.
@Reducer
package struct SubscribeFeature {
  /// The content below the field.
  package enum Content: Hashable, Sendable {
    /// No content.
    case nothing
    /// The results of the podcast directories on the web.
    case results(DirectorySearch)
    /// The feeds that a web page links to.
    case discoveredFeeds([DiscoveredFeed], page: URL)

    /// Returns the web page on which a feed was discovered, or `nil` if the feed was found in another way.
    fileprivate func page(of feed: URL) -> URL? {
      if case .discoveredFeeds(let feeds, let page) = self, feeds.contains(where: { $0.url == feed }) {
        page
      } else {
        nil
      }
    }
  }

  /// A fetched podcast that is shown before it is added.
  package struct Preview: Hashable, Sendable {
    /// The address of the podcast's feed.
    package var feed: URL
    /// The fetched content of the feed.
    package var fetched: FetchedPodcast
    package var podcast: Podcast { fetched.podcast }

    package init(feed: URL, fetched: FetchedPodcast) {
      self.feed = feed
      self.fetched = fetched
    }
  }

  @ObservableState
  package struct State: Equatable {
    /// The text of the field: an address, a path of a feed file or of a folder with feed files, or search words.
    package var address = ""
    /// A message about feeds that could not be added. It is shown below the field until the user tries again or types.
    package var notice: Subscriber.Notice?
    /// The content below the field.
    package var content = Content.nothing
    /// Whether a feed is being fetched.
    package var isFetching = false
    /// The podcast that is shown before it is added.
    package var preview: Preview?
    /// The question about a feed that cannot be fetched without an answer.
    @Presents package var question: FeedQuestionFeature.State?
    /// The user's answers to questions about feeds, with which the feeds are fetched again.
    package var answers = FeedAnswers()
    /// The shows in the library to which found feeds belong, by the address of the feed. *Found feeds* are the results
    /// of a search, the feeds that a web page links to, and the feed of the preview.
    package var knownShows: [URL: Show.ID] = [:]
    /// The shows that were added although other feeds of the same folder failed. The sheet stays open so that the user
    /// can read the notice.
    package var added: [Show.ID] = []

    package init(address: String = "") {
      self.address = address
    }

    /// Creates a sheet that first presents a question about a feed.
    package init(_ question: FeedQuestionFeature.State) {
      address = question.feed.absoluteString
      self.question = question
    }

    /// Whether the button “Add” or “Search” is enabled.
    package var isAddButtonEnabled: Bool { !isFetching && !trimmedAddress.isEmpty }

    /// Whether the field contains search words, and not an address.
    package var isSearch: Bool { Self.isSearchText(trimmedAddress) }

    /// The text of the field without white space at its ends.
    fileprivate var trimmedAddress: String { address.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Whether a text consists of search words, and is not an address or a path. For example, `20/20` consists of
    /// search words, and `example.org/feed` is an address. A text without letters and digits has no search words.
    ///
    /// An address contains `://`, or the part before its first `/` is `localhost` or contains a dot or a colon. A path
    /// begins with `/`, `.` or `~`, or contains a `/` and ends with the extension of a feed file. A text with white
    /// space consists of search words, unless the text contains `://` or begins with `/`, `.` or `~`.
    private static func isSearchText(_ text: String) -> Bool {
      guard text.contains(where: { $0.isLetter || $0.isNumber }), !text.contains("://") else { return false }
      if text.hasPrefix("~") || text.hasPrefix(".") || text.hasPrefix("/") { return false }
      if text.contains(where: \.isWhitespace) { return true }
      if text.contains("/"), [".xml", ".rss", ".atom", ".opml", ".json"].contains(where: text.lowercased().hasSuffix) {
        return false
      }
      let host = text.prefix { $0 != "/" }
      return !host.contains(".") && !host.contains(":") && host.lowercased() != "localhost"
    }
  }

  package enum Action: BindableAction, Equatable {
    /// The user clicked “Add” or “Search”, or pressed Return in the field.
    case addButtonClicked
    /// The user went back from the preview.
    case backButtonClicked
    case binding(BindingAction<State>)
    /// The user clicked “Cancel”, or “Close” after some shows were added.
    case cancelButtonClicked
    case delegate(Delegate)
    /// The feed, or each feed of a folder, was fetched and added, or could not be added.
    case subscribeEnded(Subscriber.Result)
    /// The address is a web page that links to several feeds.
    case feedsDiscovered([DiscoveredFeed], page: URL)
    /// Found feeds belong to these shows in the library. The keys are the addresses of the feeds.
    case knownShowsReceived([URL: Show.ID])
    /// The user clicked “Open” next to a feed whose show is in the library.
    case openButtonClicked(Show.ID)
    /// The user clicked “Preview” next to the feed at this address.
    case previewButtonClicked(URL)
    /// The feed to preview was fetched, or the fetch failed. The first value is the address of the feed.
    case previewReceived(URL, Result<FetchedPodcast, FeedError>)
    case question(PresentationAction<FeedQuestionFeature.Action>)
    /// The directories returned results. More results may follow.
    case searchReceived(DirectorySearch)
    /// The user paused while typing. If the field contains search words, the directories are searched.
    case typingPaused
    /// The user clicked “Subscribe” for the feed at this address.
    case subscribeButtonClicked(URL)

    /// Requests to the parent, which closes the sheet.
    @CasePathable
    package enum Delegate: Equatable {
      /// These shows were added. There is at least one.
      case subscribed([Show.ID])
      /// The user requested the page of a show in the library.
      case showSelected(Show.ID)
    }
  }

  private enum CancelID { case knownShows, search, typing, transfer }

  /// The pause in typing after which the directories are searched.
  package static let typingPause = Duration.milliseconds(400)

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.directory) private var directory
  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.feeds) private var feeds
  @Dependency(\.library) private var library
  @Dependency(\.log) private var log
  @Dependency(\.subscriptions) private var subscriptions

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addButtonClicked: return addButtonClicked(&state)
      case .backButtonClicked:
        state.preview = nil
        return .none
      case .binding(let binding): return binding.keyPath == \State.address ? textEdited(&state) : .none
      case .cancelButtonClicked: return state.added.isEmpty ? .run { [dismiss] _ in await dismiss() } : finish(&state)
      case .subscribeEnded(let result):
        state.isFetching = false
        if let question = result.question(state.answers) {
          state.answers.isQuestionAboutPreview = false
          state.question = question
          return .none
        }
        state.added += result.shows
        state.notice = result.notice(isOneOfSeveral: false)
        return state.notice == nil ? finish(&state) : .none
      case .feedsDiscovered(let feeds, let page):
        state.isFetching = false
        state.content = .discoveredFeeds(feeds, page: page)
        return findKnownShows(feeds.map { ($0.url, nil) })
      case .knownShowsReceived(let known):
        state.knownShows.merge(known) { $1 }
        return .none
      case .openButtonClicked(let show): return .send(.delegate(.showSelected(show)))
      case .previewButtonClicked(let feed): return preview(feed, &state)
      case .previewReceived(let feed, let result): return previewReceived(feed, result, &state)
      case .question(.presented(.delegate(.answered(let kind)))): return answered(kind, &state)
      case .searchReceived(let search):
        state.content = .results(search)
        return findKnownShows(search.results.map { ($0.feedURL, $0.guid) })
      case .typingPaused: return state.isSearch ? search(state) : .none
      case .subscribeButtonClicked(let feed): return subscribe(to: feed, &state)
      case .delegate, .question: return .none
      }
    }
    .ifLet(\.$question, action: \.question) { FeedQuestionFeature() }
  }

  /// Returns a subscriber that uses the user's answers.
  private func subscriber(_ state: State) -> Subscriber {
    Subscriber(
      feeds: feeds, library: library, subscriptions: subscriptions, permittedFeeds: state.answers.permittedFeeds,
      log: log)
  }

  /// Fetches the feed of the question again, with the user's answer, to preview or to add it.
  private func answered(_ kind: FeedQuestionFeature.Kind, _ state: inout State) -> Effect<Action> {
    guard let feed = state.question?.feed else { return .none }
    state.question = nil
    state.answers.add(kind, for: feed)
    return state.answers.isQuestionAboutPreview ? preview(feed, &state) : subscribe(to: feed, &state)
  }

  /// Closes the preview and removes the notice. Starts a search after a pause in typing if the field contains search
  /// words. Otherwise stops a running search and removes the content below the field.
  private func textEdited(_ state: inout State) -> Effect<Action> {
    state.preview = nil
    state.notice = nil
    guard state.isSearch else {
      state.content = .nothing
      return .merge(.cancel(id: CancelID.typing), .cancel(id: CancelID.search))
    }
    return .run { [clock] send in
      try await clock.sleep(for: Self.typingPause)
      await send(.typingPaused)
    }
    .cancellable(id: CancelID.typing, cancelInFlight: true)
  }

  /// Searches the directories. An earlier search, and a pause in typing that would start another search, are cancelled.
  private func search(_ state: State) -> Effect<Action> {
    .merge(
      .cancel(id: CancelID.typing),
      .run { [directory, words = state.trimmedAddress] send in
        for await search in directory.search(words) where !Task.isCancelled { await send(.searchReceived(search)) }
      }
      .cancellable(id: CancelID.search, cancelInFlight: true))
  }

  /// Starts a search if the field contains search words. Otherwise adds the feeds at the address or path.
  private func addButtonClicked(_ state: inout State) -> Effect<Action> {
    guard state.isAddButtonEnabled else { return .none }
    state.notice = nil
    if state.isSearch { return search(state) }
    state.isFetching = true
    return .run { [address = state.trimmedAddress, subscriber = subscriber(state)] send in
      let outcome = await subscriber.subscribeFindingFeed(at: address)
      guard !Task.isCancelled else { return }
      switch outcome {
      case .done(let result): await send(.subscribeEnded(result))
      case .severalFeeds(let found, let page): await send(.feedsDiscovered(found, page: page))
      }
    }
    .cancellable(id: CancelID.transfer)
  }

  /// Adds a feed. If the feed's preview is open, the feed is not fetched again.
  private func subscribe(to feed: URL, _ state: inout State) -> Effect<Action> {
    guard !state.isFetching else { return .none }
    state.notice = nil
    state.isFetching = true
    let previewed = state.preview?.feed == feed ? state.preview?.fetched : nil
    return .run { [subscriber = subscriber(state), page = state.content.page(of: feed)] send in
      let result = await previewed.subscribe(with: subscriber, to: feed, linkedOn: page)
      if !Task.isCancelled { await send(.subscribeEnded(result)) }
    }
    .cancellable(id: CancelID.transfer)
  }

  /// Fetches a feed to show its preview.
  private func preview(_ feed: URL, _ state: inout State) -> Effect<Action> {
    guard !state.isFetching else { return .none }
    state.notice = nil
    state.isFetching = true
    return .run { [subscriber = subscriber(state), page = state.content.page(of: feed)] send in
      do throws(FeedError) {
        let podcast = try await subscriber.fetch(feed, linkedOn: page)
        if !Task.isCancelled { await send(.previewReceived(feed, .success(podcast))) }
      } catch {
        if error != .cancelled { await send(.previewReceived(feed, .failure(error))) }
      }
    }
    .cancellable(id: CancelID.transfer)
  }

  /// Shows the preview, or else the question or the problem of a failed fetch.
  private func previewReceived(
    _ feed: URL, _ result: Result<FetchedPodcast, FeedError>, _ state: inout State
  ) -> Effect<Action> {
    state.isFetching = false
    switch result {
    case .success(let fetched):
      state.preview = Preview(feed: feed, fetched: fetched)
      return findKnownShows([(feed, fetched.podcast.details.guid)])
    case .failure(let error):
      if let question = state.answers.question(error, feed: feed) {
        state.answers.isQuestionAboutPreview = true
        state.question = question
        return .none
      }
      let problem = Subscriber.Problem.feed(error, feed: feed, address: feed.shownAddress)
      state.notice = problem.notice
      return .run { [log] _ in log(problem.logText) }
    }
  }

  /// Finds the shows in the library to which these feeds belong.
  private func findKnownShows(_ feeds: [(feed: URL, guid: String?)]) -> Effect<Action> {
    .run { [log, subscriptions] send in
      let known = await subscriptions.shows(of: feeds, log)
      if !Task.isCancelled, !known.isEmpty { await send(.knownShowsReceived(known)) }
    }
    .cancellable(id: CancelID.knownShows, cancelInFlight: true)
  }

  /// Sends the added shows to the parent, which closes the sheet. Does nothing if no show was added.
  private func finish(_ state: inout State) -> Effect<Action> {
    guard !state.added.isEmpty else { return .none }
    let shows = state.added
    state.added = []
    return .send(.delegate(.subscribed(shows)))
  }
}
