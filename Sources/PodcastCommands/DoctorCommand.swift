import AppFeatures
import ArgumentParser
import Foundation
import Podcasts
import Presentation

struct DoctorCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the library, its backups and its feeds, and list what is wrong.")

  /// The output with `--json`: the numbers of shows and backups, and the problems.
  struct Result: Codable {
    var shows: Int
    var backups: Int
    var problems: [FailureRecord]
  }

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let subscriptions: [Subscription]
    let backups: [LibraryBackup]
    let damagedFiles: [URL]
    do throws(LibraryError) {
      subscriptions = try await context.subscriptions.all()
      backups = try await context.backups.all()
      damagedFiles = try await context.backups.check()
    } catch {
      throw .library(error)
    }
    var problems = subscriptions.flatMap(\.problems)
    problems += damagedFiles.map { FailureRecord(subject: $0.path, problem: "The file is damaged.") }
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
  /// The problems of the feed: its last refresh failed, the server has removed it, or the parser repaired its defects.
  fileprivate var problems: [FailureRecord] {
    let statusProblems: [String]
    switch status {
    case .failed(let error):
      statusProblems = [error.title.description + (failureCount > 1 ? " (\(failureCount) times in a row)" : "")]
    case .gone: statusProblems = [FeedError.gone(feedURL).title.description]
    case .current, .neverFetched: statusProblems = []
    }
    return (statusProblems + repairs.map(\.reportText)).map { FailureRecord(subject: title, problem: $0) }
  }
}
