import Foundation
import Podcasts

/// Merges the results of several podcast directories, which are services that search for shows. This type makes no
/// requests, so it can be tested without a network.
struct DirectoryMerge: Sendable {
  /// A show in the merged results.
  private struct Entry {
    var result: DirectoryResult
    /// The best, which is the lowest, rank of the show in the results of any directory. The first result of a directory
    /// has rank 0.
    var rank: Int
    /// The index of the directory in whose results the show has this rank.
    var directory: Int
  }

  /// The results of the directories that have answered, by the index of the directory. A directory that has failed has
  /// an empty array.
  private var answers: [Int: [DirectoryResult]] = [:]
  /// The errors, by the name of the directory.
  private var failures: [String: FeedError] = [:]
  private let names: [String]

  /// - Parameter names: The names of the directories, the one with the highest priority first.
  init(names: [String]) { self.names = names }

  /// Adds the results or the error of a directory. `directory` is its index in the `names` of ``init(names:)``.
  mutating func add(_ answer: Result<[DirectoryResult], FeedError>, from directory: Int) {
    switch answer {
    case .success(let results): answers[directory] = results
    case .failure(let error):
      answers[directory] = []
      failures[names[directory]] = error
    }
  }

  /// The merged results so far, sorted by rank. Shows of equal rank are sorted by the priority of their directories. A
  /// show that several directories have found has its best rank.
  var currentSearch: DirectorySearch {
    var entries: [String: Entry] = [:]
    for (directory, results) in answers.sorted(by: { $0.key < $1.key }) {
      for (rank, result) in results.enumerated() {
        let key = Self.key(of: result.feedURL)
        if let entry = entries[key] {
          entries[key] = Self.merged(entry, with: result, rank: rank, directory: directory)
        } else {
          entries[key] = Entry(result: result, rank: rank, directory: directory)
        }
      }
    }
    let sorted = entries.values.sorted { ($0.rank, $0.directory) < ($1.rank, $1.directory) }
    return DirectorySearch(results: sorted.map(\.result), failures: failures, isRunning: answers.count < names.count)
  }

  /// Completes an entry with the result of a directory that has a lower priority. The result adds missing values, and
  /// replaces an HTTP address of the feed by an HTTPS address. The entry gets the better rank of the two.
  private static func merged(
    _ entry: Entry, with addition: DirectoryResult, rank: Int, directory: Int
  ) -> Entry {
    var entry = entry
    if entry.result.author.isEmpty { entry.result.author = addition.author }
    if entry.result.summary.isEmpty { entry.result.summary = addition.summary }
    entry.result.artworkURL = entry.result.artworkURL ?? addition.artworkURL
    entry.result.episodeCount = entry.result.episodeCount ?? addition.episodeCount
    entry.result.guid = entry.result.guid ?? addition.guid
    if addition.feedURL.scheme == "https", entry.result.feedURL.scheme == "http" {
      entry.result.feedURL = addition.feedURL
    }
    if rank < entry.rank { (entry.rank, entry.directory) = (rank, directory) }
    return entry
  }

  /// Returns the key by which the same feed is recognized in several directories: its address without the scheme and
  /// without slashes at the end.
  static func key(of feed: URL) -> String {
    var key = feed.absoluteString.drop { $0 != ":" }
    while key.hasSuffix("/") { key.removeLast() }
    return String(key)
  }
}
