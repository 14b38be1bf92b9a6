import Foundation
import Podcasts

/// Merges the answers of directories. It has no connections.
struct DirectoryMerge: Sendable {
  private struct Entry {
    var result: DirectoryResult
    /// The best place in an answer, from 0 on.
    var place: Int
    /// The order of the directory that has it there.
    var directory: Int
  }

  private var answers: [Int: [DirectoryResult]] = [:]
  private var failures: [String: FeedError] = [:]
  private let names: [String]

  /// - Parameter names: the names of the directories, in their order.
  init(names: [String]) { self.names = names }

  /// Adds the answer of a directory.
  mutating func add(_ answer: Result<[DirectoryResult], FeedError>, from directory: Int) {
    switch answer {
    case .success(let results): answers[directory] = results
    case .failure(let error):
      answers[directory] = []
      failures[names[directory]] = error
    }
  }

  /// The results so far. A show's place is the best that a directory gives it.
  var search: DirectorySearch {
    var entries: [String: Entry] = [:]
    for (directory, results) in answers.sorted(by: { $0.key < $1.key }) {
      for (place, result) in results.enumerated() {
        let key = Self.key(of: result.feedURL)
        if let entry = entries[key] {
          entries[key] = Self.merged(entry, result, place, directory)
        } else {
          entries[key] = Entry(result: result, place: place, directory: directory)
        }
      }
    }
    let sorted = entries.values.sorted { ($0.place, $0.directory) < ($1.place, $1.directory) }
    return DirectorySearch(results: sorted.map(\.result), failures: failures, isRunning: answers.count < names.count)
  }

  /// The first directory's words count. Another one's fill the gaps.
  private static func merged(_ entry: Entry, _ other: DirectoryResult, _ place: Int, _ directory: Int) -> Entry {
    var entry = entry
    if entry.result.author.isEmpty { entry.result.author = other.author }
    if entry.result.summary.isEmpty { entry.result.summary = other.summary }
    entry.result.artworkURL = entry.result.artworkURL ?? other.artworkURL
    entry.result.episodeCount = entry.result.episodeCount ?? other.episodeCount
    entry.result.guid = entry.result.guid ?? other.guid
    if other.feedURL.scheme == "https", entry.result.feedURL.scheme == "http" { entry.result.feedURL = other.feedURL }
    if place < entry.place { (entry.place, entry.directory) = (place, directory) }
    return entry
  }

  /// The key of a feed's address. The scheme and a slash at the end do not count.
  static func key(of feed: URL) -> String {
    var key = feed.absoluteString.drop { $0 != ":" }
    while key.hasSuffix("/") { key.removeLast() }
    return String(key)
  }
}
