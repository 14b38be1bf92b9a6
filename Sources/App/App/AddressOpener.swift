import Foundation
import Podcasts
import ReducerStore

/// Opens an address of the command line, or a dropped file or link. The address is a feed, a web page that links to
/// feeds, or a list of subscriptions (an OPML file).
struct AddressOpener: Sendable {
  /// The result of opening an address.
  enum Outcome: Sendable {
    /// The address was fetched as a feed. If it is a web page that links to one feed, that feed was fetched. The result
    /// has the added shows, and problems such as a web page without feeds.
    case subscribed(Subscriber.Result)
    /// The address is a web page that links to several feeds. Nothing was added.
    case severalFeeds([DiscoveredFeed], page: URL)
    /// The file is a list of subscriptions. The caller imports it.
    case subscriptionList(URL)
  }

  /// Fetches the feeds and adds their shows to the library.
  let subscriber: Subscriber
  let opml: OPMLClient

  /// Subscribes to the feeds at an address. If the address is a web page that links to only one feed, subscribes to
  /// this feed. If the address is an `.xml` file with a list of subscriptions, returns the file instead.
  func open(_ address: String) async -> Outcome {
    if let file = await subscriptionList(at: address) { return .subscriptionList(file) }
    switch await subscriber.subscribeFindingFeed(at: address) {
    case .done(let result): return .subscribed(result)
    case .severalFeeds(let feeds, let page): return .severalFeeds(feeds, page: page)
    }
  }

  /// Returns the file at a path if it is an `.xml` file with a list of subscriptions. Otherwise `nil`.
  private func subscriptionList(at path: String) async -> URL? {
    guard path.lowercased().hasSuffix(".xml"), path.hasPrefix("/") else { return nil }
    let file = URL(filePath: path, directoryHint: .notDirectory)
    do throws(OPMLError) {
      _ = try await opml.read(file)
      return file
    } catch {
      // If the file is not a feed either, subscribing to it reports the error.
      return nil
    }
  }

  /// Whether an address is the path of a file with the extension `.opml`. The caller imports such a file directly,
  /// without ``open(_:)``.
  static func hasOPMLExtension(_ path: String) -> Bool {
    path.lowercased().hasSuffix(".opml") && !path.contains("://")
  }

  /// Returns the path of a `file:` address, and other addresses unchanged. The desktop passes files as `file:`
  /// addresses, but messages show paths to the user.
  static func pathOrAddress(_ address: String) -> String {
    guard let url = URL(string: address), url.isFileURL else { return address }
    return url.path
  }
}

extension AppFeature.State {
  /// Asks which feeds of a web page to add, in the sheet for adding a podcast. If this sheet cannot be presented now,
  /// because another dialog is open or the library is not available, reports the page as a problem instead.
  ///
  /// - Parameter isOneOfSeveral: Whether the page was opened together with other addresses. Then one alert reports the
  ///   problems of all of them.
  func offer(_ feeds: [DiscoveredFeed], of page: URL, isOneOfSeveral: Bool) -> Effect<AppFeature.Action> {
    if library.isQuestionPossible { return .send(.library(.feedsDiscovered(feeds, page: page))) }
    let problem = Subscriber.Problem.feed(.webPage, feed: page, address: page.shownAddress)
    return .send(.opened(Subscriber.Result(problems: [problem]), isOneOfSeveral: isOneOfSeveral))
  }
}
