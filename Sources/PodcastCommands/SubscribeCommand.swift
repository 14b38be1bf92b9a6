import AppFeatures
import ArgumentParser
import Podcasts

struct SubscribeCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribe", abstract: "Add podcasts to the library.",
    discussion:
      "If an address is the one of a web page that links to one feed, that feed is added. Several feeds are listed, and none is added."
  )

  /// The output with `--json`.
  struct Result: Codable {
    var subscribed: [ShowRecord]
    var failed: [FailureRecord]
    /// The given web pages that link to several feeds. None of these feeds was added.
    var pages: [PageRecord]
  }

  /// A web page with several feeds.
  struct PageRecord: Codable {
    /// The address of the page.
    var page: String
    var feeds: [LinkedFeedRecord]
  }

  /// A feed to which a web page links.
  struct LinkedFeedRecord: Codable {
    /// The address of the feed.
    var feed: String
    /// The title of the link.
    var title: String
  }

  @Argument(help: ArgumentHelp("Addresses of feeds or web pages, files, or folders of files.", valueName: "address"))
  var addresses: [String]
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    // The closure receives the log texts of the subscriptions. This command writes no log.
    let subscriber = Subscriber(feeds: context.feeds, library: context.library, subscriptions: context.subscriptions) {
      _ in
    }
    var addedIDs: [Show.ID] = []
    // The subject of a failure is the address that was not added, or “library”.
    var failures: [(subject: String, reason: CommandFailure)] = []
    var pages: [PageRecord] = []
    for address in addresses {
      switch await subscriber.subscribeFindingFeed(at: address) {
      case .done(let result):
        addedIDs += result.shows
        failures += result.problems.map { ($0.subject, $0.reason) }
      case .severalFeeds(let feeds, _):
        pages.append(
          PageRecord(
            page: address.withoutCredentials,
            feeds: feeds.map { LinkedFeedRecord(feed: $0.url.shownAddress, title: $0.title) }))
        failures.append((address.withoutCredentials, .severalFeeds))
      }
    }
    let shows = try await context.allShows().filter { addedIDs.contains($0.id) }
    write(shows, failures, pages, context)
    guard let firstFailure = failures.first else { return .success }
    return addedIDs.isEmpty ? firstFailure.reason.exit : .partial
  }

  private func write(
    _ shows: [Show], _ failures: [(subject: String, reason: CommandFailure)], _ pages: [PageRecord],
    _ context: CommandContext
  ) {
    if output.isJSON {
      let failed = failures.map { FailureRecord(subject: $0.subject, problem: $0.reason.message) }
      return context.writeJSON(Result(subscribed: shows.map { ShowRecord($0) }, failed: failed, pages: pages))
    }
    context.writeLines(shows.map { "\($0.id.rawValue)  \($0.title)" })
    for failure in failures {
      context.writeError("podcaster: \(failure.subject): \(failure.reason.message)")
      // The feeds of a web page are listed below its failure.
      guard failure.reason == .severalFeeds, let page = pages.first(where: { $0.page == failure.subject }) else {
        continue
      }
      for link in page.feeds {
        context.writeError(link.title.isEmpty ? "  \(link.feed)" : "  \(link.feed)  \(link.title)")
      }
    }
  }
}

extension Subscriber.Problem {
  /// The address of the feed that was not added, or “library” for a failure of the library.
  fileprivate var subject: String { if case .feed(_, _, let address) = self { address } else { "library" } }
  /// The failure that the command reports for the problem.
  fileprivate var reason: CommandFailure {
    switch self {
    case .feed(let error, _, _): .feed(error)
    case .library(let error): .library(error)
    }
  }
}
