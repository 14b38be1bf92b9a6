package import Foundation
package import Podcasts
package import Presentation
package import ReducerStore

/// The sheet in which a listener types the address of a podcast to add it.
///
/// It stays open until what was asked for is added, or until the listener gives up, which stops the transfer.
@Reducer
package struct SubscribeFeature {
  @ObservableState
  package struct State: Equatable {
    /// What the listener has typed.
    package var address = ""
    /// Why a feed could not be added. When one alert is dismissed, the next one follows.
    @Presents package var alert: AlertState<Never>?
    /// Whether a transfer is going on.
    package var isFetching = false
    /// What the listener is told after the alert.
    package var waitingAlerts: [AlertState<Never>] = []
    /// The shows that were added, to be told when the listener has read what could not be.
    package var added: [Show.ID] = []

    package init(address: String = "") {
      self.address = address
    }

    /// Whether there is something to add, and nothing is being added already.
    package var isAddButtonEnabled: Bool { !isFetching && !trimmedAddress.isEmpty }

    fileprivate var trimmedAddress: String { address.trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  package enum Action: BindableAction, Equatable {
    /// The listener chose “Add”, or pressed Return in the field.
    case addButtonClicked
    case alert(PresentationAction<Never>)
    case binding(BindingAction<State>)
    /// The listener chose “Cancel”.
    case cancelButtonClicked
    case delegate(Delegate)
    /// All that the address stands for was fetched, or could not be.
    case fetched(Subscriber.Result)

    /// What the sheet tells whoever presents it.
    @CasePathable
    package enum Delegate: Equatable {
      /// These shows were added, at least one, and there is nothing more to do in the sheet.
      case subscribed([Show.ID])
    }
  }

  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.feeds) private var feeds
  @Dependency(\.library) private var library
  @Dependency(\.log) private var log

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addButtonClicked: return addButtonClicked(&state)
      case .alert(.dismiss): return goOn(&state)
      case .cancelButtonClicked: return .run { [dismiss] _ in await dismiss() }
      case .fetched(let result):
        state.isFetching = false
        state.added = result.shows
        state.waitingAlerts = result.alerts(amongSeveral: false)
        return goOn(&state)
      case .alert, .binding, .delegate: return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func addButtonClicked(_ state: inout State) -> Effect<Action> {
    guard state.isAddButtonEnabled else { return .none }
    state.isFetching = true
    let subscriber = Subscriber(feeds: feeds, library: library, log: log)
    return .run { [address = state.trimmedAddress] send in
      let result = await subscriber.subscribe(to: address)
      if !Task.isCancelled { await send(.fetched(result)) }
    }
  }

  /// Tells what there is to tell, one after the other, and then what was added.
  private func goOn(_ state: inout State) -> Effect<Action> {
    if !state.waitingAlerts.isEmpty {
      state.alert = state.waitingAlerts.removeFirst()
      return .none
    }
    guard !state.added.isEmpty else { return .none }
    let shows = state.added
    state.added = []
    return .send(.delegate(.subscribed(shows)))
  }
}

/// Fetches all the feeds that an address stands for, and adds their shows to the library.
package struct Subscriber: Sendable {
  private let feeds: FeedClient
  private let library: LibraryClient
  private let log: @Sendable (String) -> Void

  package init(feeds: FeedClient, library: LibraryClient, log: @escaping @Sendable (String) -> Void) {
    self.feeds = feeds
    self.library = library
    self.log = log
  }

  /// What came of it. A folder of feeds can have both.
  package struct Result: Hashable, Sendable {
    /// The shows that were added, in the order of their feeds.
    package var shows: [Show.ID] = []
    /// Why others were not.
    package var problems: [Problem] = []

    package init(shows: [Show.ID] = [], problems: [Problem] = []) {
      self.shows = shows
      self.problems = problems
    }
  }

  /// Why a show was not added.
  package enum Problem: Hashable, Sendable {
    /// Its feed could not be read, or what was typed stands for none. `address` is what was typed, or the one feed of a folder.
    case feed(FeedError, feed: URL?, address: String)
    /// The library could not be written.
    case library(LibraryError)
  }

  /// Adds what an address stands for. One bad feed does not stop the others; a library that cannot be written does.
  ///
  /// When the calling task is cancelled, it stops, and what was added before stays. That it was cancelled is no problem to tell.
  package func subscribe(to address: String) async -> Result {
    var result = Result()
    do throws(FeedError) {
      let addresses = try await feeds.resolve(address)
      for feed in addresses where !Task.isCancelled {
        let shown = addresses.count == 1 ? address : feed.isFileURL ? feed.path : feed.absoluteString
        await add(feed, shownAs: shown, to: &result)
        if case .library = result.problems.last { break }
      }
    } catch .cancelled {
      return result
    } catch {
      result.problems.append(.feed(error, feed: nil, address: address))
    }
    result.problems.forEach { log($0.logText) }
    return result
  }

  private func add(_ feed: URL, shownAs address: String, to result: inout Result) async {
    let podcast: Podcast
    do throws(FeedError) {
      podcast = try await feeds.fetch(feed)
    } catch .cancelled {
      return
    } catch {
      return result.problems.append(.feed(error, feed: feed, address: address))
    }
    guard !Task.isCancelled else { return }
    do throws(LibraryError) {
      result.shows.append(try await library.subscribe(podcast, feed))
    } catch {
      result.problems.append(.library(error))
    }
  }
}

extension Subscriber.Result {
  /// What the listener must be told, one after the other.
  ///
  /// - Parameter isOneOfSeveral: Whether other addresses were asked for at the same time. Then, or if the address stood for several feeds,
  ///   each alert says which one it is about.
  package func alerts(amongSeveral isOneOfSeveral: Bool) -> [AlertState<Never>] {
    let areSeveral = isOneOfSeveral || problems.count + shows.count > 1
    return problems.map { areSeveral ? $0.alertWithAddress : $0.alert }
  }
}

extension Subscriber.Problem {
  /// Says what is wrong, and what to do.
  package var alert: AlertState<Never> { .problem(title, message) }

  /// The same, and for which address, if the message does not say so already: for when several were asked for at once.
  package var alertWithAddress: AlertState<Never> {
    guard case .feed(_, _, let address) = self, !message.description.contains(address) else { return alert }
    return .problem(title, TextState(verbatim: address + "\n\n") + message)
  }

  private var title: TextState {
    switch self {
    case .feed(.notAFeed, let feed?, _) where feed.isFileURL: TextState("This File Is Not a Podcast Feed")
    case .feed(let error, _, _): error.title
    case .library(let error): error.title
    }
  }

  private var message: TextState {
    switch self {
    case .feed(.notAFeed, let feed?, _) where feed.isFileURL:
      TextState("Choose a file in the RSS format, or look for the address of the feed on the podcast's website.")
    case .feed(let error, _, _): error.message
    case .library(let error): error.message
    }
  }

  fileprivate var logText: String {
    switch self {
    case .feed(let error, _, let address): "\(address): \(error)"
    case .library(let error): String(describing: error)
    }
  }
}

extension FeedError: TellableError {
  /// What is wrong, in a few words.
  package var title: TextState {
    switch self {
    case .notAnAddress: TextState("This Is Not an Address")
    case .notFound: TextState("The Feed Was Not Found")
    case .emptyFolder: TextState("There Is No Feed in This Folder")
    case .permissionDenied: TextState("This File May Not Be Read")
    case .unreachable: TextState("The Feed Cannot Be Reached")
    case .untrusted: TextState("This Server Cannot Be Trusted")
    case .unauthorized, .serverError(status: 401), .serverError(status: 403): TextState("This Feed Is Not Public")
    case .gone: TextState("This Podcast Has Ended")
    case .busy: TextState("The Server Is Busy")
    case .redirectsToPrivateNetwork: TextState("This Address Leads Into Your Own Network")
    case .serverError(status: ..<400): TextState("The Server Gave an Unexpected Answer")
    case .serverError: TextState("The Server Has a Problem")
    case .timedOut: TextState("The Feed Took Too Long")
    case .tooLarge: TextState("This Feed Is Too Large")
    case .tooManyRedirects: TextState("This Address Goes in Circles")
    case .redirectsNowhere: TextState("This Address Leads Nowhere")
    case .webPage: TextState("This Is a Web Page, Not a Podcast Feed")
    case .notAFeed: TextState("This Is Not a Podcast Feed")
    case .truncated: TextState("The Feed Is Not Complete")
    case .hostile: TextState("This Feed Is Not Safe")
    case .noEpisodes: TextState("There Is Nothing to Play in This Feed")
    case .cancelled: TextState("The Podcast Was Not Added")
    }
  }

  /// What the listener can do about it.
  package var message: TextState {
    switch self {
    case .notAnAddress:
      TextState("Type the address of a podcast's feed, such as https://example.org/feed.xml, or the path of a file.")
    case .notFound(let url):
      TextState("There is nothing at “\(url.shown)”. Check the address for mistakes, or look for the new one on the podcast's website.")
    case .unauthorized: Self.message(forStatus: 401)
    case .gone(let url):
      TextState("Its feed at “\(url.shown)” was taken away for good. Look for another one on the podcast's website.")
    case .busy(let host, _):
      TextState("“\(host)” asks to come back later. It is tried again by itself.")
    case .redirectsToPrivateNetwork(let host):
      TextState("It points to “\(host)”, which is in your own network. Add that address itself if you trust it.")
    case .emptyFolder(let url):
      TextState("“\(url.shown)” has no podcast feed in it. Choose another folder, or a feed file.")
    case .permissionDenied(let url):
      TextState("You are not allowed to read “\(url.shown)”. Change its permissions, then try again.")
    case .unreachable(let host, _):
      TextState("“\(host)” did not answer. Check the address and your internet connection, then try again.")
    case .untrusted(let host):
      TextState("The certificate of “\(host)” is not valid. Check your computer's date and that you are on a network that you trust.")
    case .serverError(let status): Self.message(forStatus: status)
    case .timedOut(let host):
      TextState("“\(host)” answered too slowly. Try again later, or over a faster connection.")
    case .tooLarge(let limit):
      TextState("Feeds of more than \(limit / 1_000_000) MB are not read. Check that the address is the feed's, and not an episode's.")
    case .tooManyRedirects:
      TextState("The server sends from one address to the next without an end. Look for another address on the podcast's website.")
    case .redirectsNowhere:
      TextState("The server points to a place that is not on the web. Look for another address on the podcast's website.")
    case .webPage:
      TextState("Look on the page for a link to RSS, and add its address. If it asks you to sign in to a network, do that first.")
    case .notAFeed:
      TextState("What is at this address is in another format. Look for the address of the feed on the podcast's website.")
    case .truncated:
      TextState("It was cut off before its end, so nothing of it was used. Try again.")
    case .hostile:
      TextState("It is built in a way that can harm programs, so it was not read. Ask the podcast's makers to repair it.")
    case .noEpisodes(let title):
      TextState("“\(title)” has no episode with audio. Check that it is the feed of a podcast.")
    case .cancelled:
      TextState("Adding it was stopped. Add it again to go on.")
    }
  }

  private static func message(forStatus status: Int) -> TextState {
    switch status {
    case 401, 403: TextState("Its server asks for a password or a membership. Look for a public address on the podcast's website.")
    case ..<400: TextState("It answered with code \(status) in place of a feed. Check the address, or look for another one on the podcast's website.")
    default: TextState("Its answer was error \(status). Try again later.")
    }
  }
}

extension URL {
  /// As a person writes it: a file by its path.
  fileprivate var shown: String { isFileURL ? path : absoluteString }
}
