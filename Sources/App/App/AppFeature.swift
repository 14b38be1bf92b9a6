package import Foundation
import Observation
package import Podcasts
package import Presentation

/// What the features need of the world outside of the program.
package struct AppClients: Sendable {
  package var library: LibraryClient
  package var feeds: FeedClient
  package var player: PlayerClient
  /// How dates and lengths are written.
  package var locale: Locale
  /// Writes down, for whoever looks for the cause of a problem, what the listener is not told of it. It is no text for the listener.
  package var log: @Sendable (_ message: String) -> Void
  /// What is being written into the library.
  package let writes = PendingWrites()

  package init(
    library: LibraryClient, feeds: FeedClient, player: PlayerClient, locale: Locale, log: @escaping @Sendable (_ message: String) -> Void
  ) {
    self.library = library
    self.feeds = feeds
    self.player = player
    self.locale = locale
    self.log = log
  }
}

/// Tells the listener of a problem.
package typealias Report = @MainActor (any TellableError) -> Void

/// The whole program: the library beside the player, and what the command line asks for.
@MainActor @Observable
package final class AppFeature {
  /// The shows.
  package let library: LibraryFeature
  /// What is being played.
  package let player: PlayerFeature

  private var openingCount = 0

  @ObservationIgnored private let clients: AppClients
  @ObservationIgnored private let sampleShow: URL?
  @ObservationIgnored private let problems: ProblemQueue
  @ObservationIgnored private var tasks: [Task<Void, Never>] = []

  /// How many addresses are fetched at the same time, so that one dead host does not hold up the others.
  private static let parallelFetches = 4

  /// Makes the program's state. Nothing happens before ``launched(with:)``.
  ///
  /// - Parameters:
  ///   - clients: The world outside.
  ///   - sampleShow: The feed to show when the library is empty and no address was given, or `nil` if none was found.
  package init(clients: AppClients, sampleShow: URL?) {
    let problems = ProblemQueue()
    let report: Report = { [weak problems, log = clients.log] error in
      log(String(describing: error))
      problems?.append(.problem(error.title, error.message))
    }
    self.clients = clients
    self.sampleShow = sampleShow
    self.problems = problems
    self.player = PlayerFeature(clients: clients, report: report)
    self.library = LibraryFeature(clients: clients, player: player, report: report)
  }

  deinit {
    tasks.forEach { $0.cancel() }
  }

  /// What went wrong last, for the view to present and to clear. When it is cleared, the next one follows.
  package var alert: AlertState<Never>? {
    get { problems.first }
    set { if newValue == nil { problems.removeFirst() } }
  }

  /// Whether addresses of the command line are being fetched.
  package var isOpening: Bool { openingCount > 0 }

  /// Whether the window's bar shows that podcasts are being added. An empty library shows it itself, in its middle.
  package var isProgressShownInBar: Bool { isOpening && library.phase == .filled }

  /// The program began.
  ///
  /// - Parameter addresses: What was given on the command line. Without any, an empty library gets the sample show.
  package func launched(with addresses: [String]) {
    library.launched()
    player.launched()
    if addresses.isEmpty {
      openSampleShowIfEmpty()
    } else {
      open(addresses)
    }
  }

  /// Addresses were given later, by a second start of the program.
  package func openRequested(_ addresses: [String]) {
    if !addresses.isEmpty { open(addresses) }
  }

  /// The program is about to end. Transfers and the sound stop. When this returns, what must be remembered is, or the library cannot be
  /// written.
  ///
  /// - Parameter limit: How long to wait for a library that does not answer.
  package func quitRequested(within limit: Duration = PendingWrites.limitAtQuit) async {
    tasks.forEach { $0.cancel() }
    await player.quitRequested(within: limit)
  }

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

  private func openSampleShowIfEmpty() {
    guard let sampleShow else { return }
    openingCount += 1
    start { [weak self, shows = clients.library.shows()] in
      for await result in shows {
        if case .success([]) = result { self?.open([sampleShow.path]) }
        break
      }
      self?.openingCount -= 1
    }
  }

  private func open(_ givenAddresses: [String]) {
    openingCount += 1
    let addresses = givenAddresses.map(Self.pathOrAddress)
    let subscriber = Subscriber(clients: clients)
    start { [weak self] in
      await withTaskGroup(of: Subscriber.Result.self) { group in
        var waiting = addresses[...]
        for address in waiting.prefix(Self.parallelFetches) {
          waiting.removeFirst()
          group.addTask { await subscriber.subscribe(to: address) }
        }
        for await result in group {
          if let address = waiting.popFirst() { group.addTask { await subscriber.subscribe(to: address) } }
          self?.opened(result, addressCount: addresses.count)
        }
      }
      self?.openingCount -= 1
    }
  }

  /// The desktop hands over files as `file:` addresses. A person is shown their paths.
  private static func pathOrAddress(_ address: String) -> String {
    guard let url = URL(string: address), url.isFileURL else { return address }
    return url.path
  }

  private func opened(_ result: Subscriber.Result, addressCount: Int) {
    library.showsAdded(result.shows)
    result.alerts(amongSeveral: addressCount > 1).forEach(problems.append)
  }

  private func start(_ operation: @escaping @MainActor () async -> Void) {
    tasks.append(Task { await operation() })
  }
}

/// What the listener must be told, one after the other.
@MainActor @Observable
private final class ProblemQueue {
  private var waiting: [AlertState<Never>] = []

  /// What they are told now.
  var first: AlertState<Never>? { waiting.first }

  /// Tells one more thing, unless it is about to be told already.
  func append(_ problem: AlertState<Never>) {
    if !waiting.contains(problem) { waiting.append(problem) }
  }

  /// They have read it.
  func removeFirst() {
    if !waiting.isEmpty { waiting.removeFirst() }
  }
}

extension AlertState<Never> {
  /// Tells what is wrong and what to do about it.
  package static func problem(_ title: TextState, _ message: TextState) -> AlertState {
    AlertState(title: title, message: message, buttons: [.cancel(TextState("OK"))])
  }
}
