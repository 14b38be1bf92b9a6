import AppFeatures
import Foundation
import PodcastNetwork
import PodcastStore
import Podcasts

/// Measures refreshes of many feeds. Scripts/dev/bench-engine provides the feeds. Some of their servers do not answer.
enum RefreshCases {
  /// Refreshes the feeds of a file, which has one address on each line, in a new library in the temporary folder.
  /// Prints the duration in milliseconds, the number of failures, the number of new episodes, and the longest time in
  /// milliseconds for which the main actor was busy (`gap`).
  @MainActor static func refresh(_ file: URL) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-engine-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let library = try Library.open(at: folder.appending(path: "library.sqlite"))
    try await addFeeds(of: file, to: library)
    let refresher = Refresher(
      feeds: .live(version: "0"), subscriptions: library.subscriptions,
      schedule: RefreshSchedule(interval: .seconds(3600)), now: { Date() })
    let clock = ContinuousClock()
    let start = clock.now
    let delayMeasurement = Task { await longestMainActorDelay() }
    let progress = try await refresher.refresh(.all)
    delayMeasurement.cancel()
    EngineCost.print("milliseconds", (clock.now - start) / .milliseconds(1))
    EngineCost.print("failures", Double(progress.failures.count))
    EngineCost.print("episodes", Double(progress.newEpisodeCount))
    EngineCost.print("gap", await delayMeasurement.value / .milliseconds(1))
  }

  /// Adds the feeds of a file to a new library at a path, without a refresh.
  static func subscribe(_ file: URL, in libraryFile: URL) async throws {
    try await addFeeds(of: file, to: Library.open(at: libraryFile))
  }

  private static func addFeeds(of file: URL, to library: Library) async throws {
    let addresses = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap {
      URL(string: String($0))
    }
    _ = try await library.subscriptions.addFeeds(addresses.map { Outline(title: "", feedURL: $0) })
  }

  /// Wakes the main actor every five milliseconds until the task is cancelled, and returns the longest delay
  /// of a wakeup.
  @MainActor private static func longestMainActorDelay() async -> Duration {
    let clock = ContinuousClock()
    var longest = Duration.zero
    while !Task.isCancelled {
      let due = clock.now + .milliseconds(5)
      try? await clock.sleep(until: due, tolerance: .zero)
      if !Task.isCancelled { longest = max(longest, clock.now - due) }
    }
    return longest
  }
}
