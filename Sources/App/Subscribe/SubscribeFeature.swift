package import Foundation
package import Podcasts
import Presentation
package import ReducerStore

/// The sheet that finds and adds podcasts: by words, by the address of a feed, or by the address of a web page.
///
/// It stays open until the podcast is added, or until the listener cancels, which stops the transfers.
@Reducer
package struct SubscribeFeature {
  /// The content below the field.
  package enum Content: Hashable, Sendable {
    case nothing
    /// The results of the directories.
    case results(DirectorySearch)
    /// The feeds that a web page links to.
    case choices([DiscoveredFeed])
  }

  /// A podcast before it is added.
  package struct Preview: Hashable, Sendable {
    package var feed: URL
    package var fetched: FetchedPodcast
    package var podcast: Podcast { fetched.podcast }

    package init(feed: URL, fetched: FetchedPodcast) {
      self.feed = feed
      self.fetched = fetched
    }
  }

  @ObservableState
  package struct State: Equatable {
    /// The text of the field.
    package var address = ""
    /// Why a feed could not be added. It is shown below the field, until the user tries again or types.
    package var notice: Subscriber.Notice?
    /// The content below the field.
    package var content = Content.nothing
    /// Whether a transfer is going on.
    package var isFetching = false
    /// The podcast that is shown before it is added.
    package var preview: Preview?
    /// The question of a feed that cannot be fetched without an answer.
    @Presents package var question: FeedQuestionFeature.State?
    /// The user's answers, and whether the present question came from a preview.
    package var answers = FeedAnswers()
    /// The shows of found feeds that are in the library already, by the address of the feed.
    package var known: [URL: Show.ID] = [:]
    /// The shows that were added while other feeds of the same address could not be. The user closes the sheet after reading the notice.
    package var added: [Show.ID] = []

    package init(address: String = "") {
      self.address = address
    }

    /// Creates a sheet that presents the question of a feed first.
    package init(_ question: FeedQuestionFeature.State) {
      address = question.feed.absoluteString
      self.question = question
    }

    /// Whether there is something to add, and nothing is being added already.
    package var isAddButtonEnabled: Bool { !isFetching && !trimmedAddress.isEmpty }

    /// Whether the listener typed words to search, and no address.
    package var isSearch: Bool { Self.areWords(trimmedAddress) }

    fileprivate var trimmedAddress: String { address.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Words have letters or digits and, other than addresses and paths, no sign of one: `20/20` is a name, and `example.org/feed` an address.
    private static func areWords(_ text: String) -> Bool {
      guard text.contains(where: { $0.isLetter || $0.isNumber }), !text.contains("://") else { return false }
      if text.hasPrefix("~") || text.hasPrefix(".") || text.hasPrefix("/") { return false }
      if text.contains(where: \.isWhitespace) { return true }
      if text.contains("/"), [".xml", ".rss", ".atom", ".opml", ".json"].contains(where: text.lowercased().hasSuffix) { return false }
      let host = text.prefix { $0 != "/" }
      return !host.contains(".") && !host.contains(":") && host.lowercased() != "localhost"
    }
  }

  package enum Action: BindableAction, Equatable {
    /// The listener chose “Add” or “Search”, or pressed Return in the field.
    case addButtonClicked
    /// The listener went back from the preview.
    case backButtonClicked
    case binding(BindingAction<State>)
    /// The listener chose “Cancel”, or “Close” after some shows were added.
    case cancelButtonClicked
    case delegate(Delegate)
    /// All that the address stands for was fetched, or could not be.
    case fetched(Subscriber.Result)
    /// A web page was at the address, with these feeds.
    case feedsDiscovered([DiscoveredFeed])
    /// The library has shows of these feeds.
    case knownReceived([URL: Show.ID])
    /// The listener chose “Open” of a feed whose show is in the library.
    case openButtonClicked(Show.ID)
    /// The listener chose “Preview” of a feed.
    case previewButtonClicked(URL)
    /// The feed to preview was fetched, or could not be.
    case previewReceived(URL, Result<FetchedPodcast, FeedError>)
    case question(PresentationAction<FeedQuestionFeature.Action>)
    /// The directories found something.
    case searchReceived(DirectorySearch)
    /// The listener has paused while typing words.
    case searchDue
    /// The listener chose “Subscribe” of a feed.
    case subscribeButtonClicked(URL)

    /// The messages to the presenting feature.
    @CasePathable
    package enum Delegate: Equatable {
      /// These shows were added, at least one, and there is nothing more to do in the sheet.
      case subscribed([Show.ID])
      /// The listener wants to see a show of the library, and there is nothing more to do in the sheet.
      case showSelected(Show.ID)
    }
  }

  private enum CancelID { case known, search, typing, transfer }

  /// How long the listener pauses before the directories are searched.
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
      case .binding(let binding): return binding.keyPath == \State.address ? typed(&state) : .none
      case .cancelButtonClicked: return state.added.isEmpty ? .run { [dismiss] _ in await dismiss() } : goOn(&state)
      case .fetched(let result):
        state.isFetching = false
        if let question = result.question(state.answers) {
          state.answers.isPreview = false
          state.question = question
          return .none
        }
        state.added += result.shows
        state.notice = result.notice(amongSeveral: false)
        return state.notice == nil ? goOn(&state) : .none
      case .feedsDiscovered(let feeds):
        state.isFetching = false
        state.content = .choices(feeds)
        return findKnown(feeds.map { ($0.url, nil) })
      case .knownReceived(let known):
        state.known.merge(known) { $1 }
        return .none
      case .openButtonClicked(let show): return .send(.delegate(.showSelected(show)))
      case .previewButtonClicked(let feed): return preview(feed, &state)
      case .previewReceived(let feed, let result): return previewReceived(feed, result, &state)
      case .question(.presented(.delegate(.answered(let kind)))): return answered(kind, &state)
      case .searchReceived(let search):
        state.content = .results(search)
        return findKnown(search.results.map { ($0.feedURL, $0.guid) })
      case .searchDue: return state.isSearch ? search(state) : .none
      case .subscribeButtonClicked(let feed): return subscribe(to: feed, &state)
      case .delegate, .question: return .none
      }
    }
    .ifLet(\.$question, action: \.question) { FeedQuestionFeature() }
  }

  private func subscriber(_ state: State) -> Subscriber {
    Subscriber(feeds: feeds, library: library, subscriptions: subscriptions, permitted: state.answers.permitted, log: log)
  }

  /// Goes on with the feed that the user answered for.
  private func answered(_ kind: FeedQuestionFeature.Kind, _ state: inout State) -> Effect<Action> {
    guard let feed = state.question?.feed else { return .none }
    state.question = nil
    state.answers.add(kind, for: feed)
    return state.answers.isPreview ? preview(feed, &state) : subscribe(to: feed, &state)
  }

  /// Words are searched after a pause. Earlier results are removed when the words are.
  private func typed(_ state: inout State) -> Effect<Action> {
    state.preview = nil
    state.notice = nil
    guard state.isSearch else {
      guard state.content != .nothing else { return .none }
      state.content = .nothing
      return .merge(.cancel(id: CancelID.typing), .cancel(id: CancelID.search))
    }
    return .run { [clock] send in
      try await clock.sleep(for: Self.typingPause)
      await send(.searchDue)
    }
    .cancellable(id: CancelID.typing, cancelInFlight: true)
  }

  private func search(_ state: State) -> Effect<Action> {
    .merge(
      .cancel(id: CancelID.typing),
      .run { [directory, words = state.trimmedAddress] send in
        for await search in directory.search(words) where !Task.isCancelled { await send(.searchReceived(search)) }
      }
      .cancellable(id: CancelID.search, cancelInFlight: true))
  }

  private func addButtonClicked(_ state: inout State) -> Effect<Action> {
    guard state.isAddButtonEnabled else { return .none }
    state.notice = nil
    if state.isSearch { return search(state) }
    state.isFetching = true
    return .run { [address = state.trimmedAddress, subscriber = subscriber(state)] send in
      let outcome = await subscriber.subscribeFindingFeed(at: address)
      guard !Task.isCancelled else { return }
      switch outcome {
      case .done(let result): await send(.fetched(result))
      case .choices(let found): await send(.feedsDiscovered(found))
      }
    }
    .cancellable(id: CancelID.transfer)
  }

  private func subscribe(to feed: URL, _ state: inout State) -> Effect<Action> {
    guard !state.isFetching else { return .none }
    state.notice = nil
    state.isFetching = true
    let previewed = state.preview?.feed == feed ? state.preview?.fetched : nil
    return .run { [subscriber = subscriber(state)] send in
      let result = await previewed.added(subscriber, feed)
      if !Task.isCancelled { await send(.fetched(result)) }
    }
    .cancellable(id: CancelID.transfer)
  }

  private func preview(_ feed: URL, _ state: inout State) -> Effect<Action> {
    guard !state.isFetching else { return .none }
    state.notice = nil
    state.isFetching = true
    return .run { [subscriber = subscriber(state)] send in
      do throws(FeedError) {
        let podcast = try await subscriber.fetch(feed)
        if !Task.isCancelled { await send(.previewReceived(feed, .success(podcast))) }
      } catch {
        if error != .cancelled { await send(.previewReceived(feed, .failure(error))) }
      }
    }
    .cancellable(id: CancelID.transfer)
  }

  private func previewReceived(_ feed: URL, _ result: Result<FetchedPodcast, FeedError>, _ state: inout State) -> Effect<Action> {
    state.isFetching = false
    switch result {
    case .success(let fetched):
      state.preview = Preview(feed: feed, fetched: fetched)
      return findKnown([(feed, fetched.podcast.details.guid)])
    case .failure(let error):
      if let question = state.answers.question(error, feed: feed) {
        state.answers.isPreview = true
        state.question = question
        return .none
      }
      let problem = Subscriber.Problem.feed(error, feed: feed, address: feed.absoluteString)
      state.notice = problem.notice
      return .run { [log] _ in log(problem.logText) }
    }
  }

  private func findKnown(_ feeds: [(feed: URL, guid: String?)]) -> Effect<Action> {
    .run { [log, subscriptions] send in
      let known = await subscriptions.shows(of: feeds, log)
      if !Task.isCancelled, !known.isEmpty { await send(.knownReceived(known)) }
    }
    .cancellable(id: CancelID.known, cancelInFlight: true)
  }

  /// Sends the added shows, which closes the sheet.
  private func goOn(_ state: inout State) -> Effect<Action> {
    guard !state.added.isEmpty else { return .none }
    let shows = state.added
    state.added = []
    return .send(.delegate(.subscribed(shows)))
  }
}
