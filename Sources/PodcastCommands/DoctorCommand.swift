import AppFeatures
import ArgumentParser
import Foundation
import Podcasts
import Presentation

struct DoctorCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the library, its backups and its feeds, and list what is wrong.")

  /// The output with `--json`.
  struct Result: Codable {
    var shows: Int
    var backups: Int
    var problems: [FailureRecord]
  }

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let subscriptions: [Subscription]
    let backups: [LibraryBackup]
    let damaged: [URL]
    do throws(LibraryError) {
      subscriptions = try await context.subscriptions.all()
      backups = try await context.backups.all()
      damaged = try await context.backups.check()
    } catch {
      throw .library(error)
    }
    var problems = subscriptions.flatMap(\.problems)
    problems += damaged.map { FailureRecord(subject: $0.path, problem: "The file is damaged.") }
    if backups.isEmpty, !subscriptions.isEmpty {
      problems.append(FailureRecord(subject: "backups", problem: "There is no backup of the library yet."))
    }
    if output.isJSON {
      context.writeJSON(Result(shows: subscriptions.count, backups: backups.count, problems: problems))
    } else {
      context.writeLines(
        ["Podcasts: \(subscriptions.count), backups: \(backups.count)"]
          + problems.map { "\($0.subject): \($0.problem)" })
      if problems.isEmpty { context.writeLines(["No problems were found."]) }
    }
    return problems.isEmpty ? .success : .partial
  }
}

extension Subscription {
  /// The problems of the feed.
  fileprivate var problems: [FailureRecord] {
    let texts: [String]
    switch status {
    case .failed(let error):
      texts = [error.title.description + (failureCount > 1 ? " (\(failureCount) times in a row)" : "")]
    case .gone: texts = [FeedError.gone(feedURL).title.description]
    case .current, .neverFetched: texts = []
    }
    return (texts + repairs.map(\.sentence)).map { FailureRecord(subject: title, problem: $0) }
  }
}
