import AppFeatures
import Foundation
import Podcasts
import Presentation

// The JSON objects of the output with `--json`. Other programs read them, so properties may be added, but never renamed
// or removed.

/// A show.
struct ShowRecord: Codable, Hashable {
  /// The number of the show in the library.
  var id: Int64
  var title: String
  var author: String
  /// The address of the feed.
  var feed: String
  var website: String?
  /// The number of episodes in the library.
  var episodes: Int
  /// The number of episodes that are neither played nor started.
  var unplayed: Int
  /// When the newest episode was published.
  var newest: Date?
  /// The result of the last refresh: `current` if it succeeded, `failed`, `gone` if the server has removed the feed for
  /// good, or `never` if there was no refresh.
  var status: String
  /// Why the last refresh failed. `nil` unless the status is `failed`.
  var problem: String?

  init(_ show: Show) {
    id = show.id.rawValue
    title = show.title
    author = show.author
    feed = show.feedURL.shownAddress
    website = show.websiteURL?.absoluteString
    episodes = show.episodeCount
    unplayed = show.unplayedCount
    newest = show.newestEpisodeAt
    switch show.feedStatus {
    case .current: status = "current"
    case .neverFetched: status = "never"
    case .gone: status = "gone"
    case .failed(let error):
      status = "failed"
      problem = error.title.description
    }
  }
}

/// An episode.
struct EpisodeRecord: Codable, Hashable {
  /// The number of the episode in the library.
  var id: Int64
  /// The title of the show. `nil` if the show is known from the context.
  var show: String?
  var title: String
  var published: Date?
  /// The length in seconds.
  var length: Double?
  /// The address of the audio.
  var audio: String
  var isPlayed: Bool
  var isFavorite: Bool
  /// The position at which playback continues, in seconds.
  var place: Double

  init(_ episode: Episode) {
    id = episode.id.rawValue
    show = episode.showTitle.isEmpty ? nil : episode.showTitle
    title = episode.title
    published = episode.publishedAt
    length = episode.duration?.inSeconds
    audio = episode.enclosure.url.absoluteString
    isPlayed = episode.isPlayed
    isFavorite = episode.isFavorite
    place = episode.playPosition.inSeconds
  }

  /// The date and the title, in one line.
  var line: String { Self.line(title, published) }

  /// Returns the number (`id`), the date and the title in one line. The number is right-aligned.
  ///
  /// - Parameter numberWidth: The width of the number's column, in characters.
  func numberedLine(numberWidth: Int) -> String {
    let number = String(id)
    return String(repeating: " ", count: max(0, numberWidth - number.count)) + "\(number)  \(line)"
  }

  /// Returns the width of a column of numbers: the number of characters of the longest number.
  static func numberWidth(_ numbers: [Int64]) -> Int { numbers.map { String($0).count }.max() ?? 0 }

  /// Returns a date and a title in one line. Without a date, the line has ten spaces, the width of a date.
  static func line(_ title: String, _ published: Date?) -> String {
    let date = published.map { $0.formatted(.iso8601.year().month().day()) } ?? "          "
    return "\(date)  \(title)"
  }
}

/// A problem with a podcast, an episode, a file or the library, named by ``subject``.
struct FailureRecord: Codable, Hashable {
  /// The address, the title or the path of the podcast, the episode or the file. For other problems, a word such as
  /// `library` or `backups`.
  var subject: String
  /// A sentence about the problem.
  var problem: String
}
