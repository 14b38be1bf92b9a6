import AppFeatures
import ArgumentParser
import Podcasts

struct SubscribeCommand: PodcastCommand {
  static let configuration = CommandConfiguration(commandName: "subscribe", abstract: "Add podcasts to the library.")

  struct Result: Codable {
    var subscribed: [ShowRecord]
    var failed: [FailureRecord]
  }

  @Argument(help: ArgumentHelp("Addresses of feeds, files, or folders of files.", valueName: "address"))
  var addresses: [String]
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let subscriber = Subscriber(feeds: context.feeds, library: context.library, subscriptions: context.subscriptions) { _ in }
    var ids: [Show.ID] = []
    var problems: [Subscriber.Problem] = []
    for address in addresses {
      let result = await subscriber.subscribe(to: address)
      ids += result.shows
      problems += result.problems
    }
    let shows = try await context.allShows().filter { ids.contains($0.id) }
    write(shows, problems, context)
    guard let first = problems.first else { return .success }
    return ids.isEmpty ? first.failure.exit : .partial
  }

  private func write(_ shows: [Show], _ problems: [Subscriber.Problem], _ context: CommandContext) {
    if output.isJSON {
      let failed = problems.map { FailureRecord(subject: $0.subject, problem: $0.failure.message) }
      context.writeJSON(Result(subscribed: shows.map { ShowRecord($0) }, failed: failed))
    } else {
      context.writeLines(shows.map { "\($0.id.rawValue)  \($0.title)" })
      for problem in problems { context.complain("podcaster: \(problem.subject): \(problem.failure.message)") }
    }
  }
}

extension Subscriber.Problem {
  fileprivate var subject: String { if case .feed(_, _, let address) = self { address } else { "library" } }
  fileprivate var failure: CommandFailure {
    switch self {
    case .feed(let error, _, _): .feed(error)
    case .library(let error): .library(error)
    }
  }
}
