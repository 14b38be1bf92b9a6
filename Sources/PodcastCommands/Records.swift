import AppFeatures
import Foundation
import Podcasts
import Presentation

// The records of `--json`. Their names are an interface for other programs: they are added to, and never renamed.

/// A show.
struct ShowRecord: Codable, Hashable {
  var id: Int64
  var title: String
  var author: String
  var feed: String
  var website: String?
  var episodes: Int
  var unplayed: Int
  var newest: Date?
  /// `current`, `never`, `gone` or `failed`.
  var status: String
  /// Why the last refresh failed.
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
  var id: Int64?
  var show: String?
  var title: String
  var published: Date?
  /// In seconds.
  var length: Double?
  var audio: String
  var isPlayed: Bool?
  var isFavorite: Bool?
  /// The listener's place in seconds.
  var place: Double?

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

  /// The date and the title in one line.
  var line: String { Self.line(title, published) }

  /// The number, the date and the title in one line.
  func numberedLine(_ width: Int) -> String {
    let number = id.map { String($0) } ?? ""
    return String(repeating: " ", count: max(0, width - number.count)) + "\(number)  \(line)"
  }

  /// How many digits the longest of the numbers has.
  static func numberWidth(_ numbers: [Int64]) -> Int { numbers.map { String($0).count }.max() ?? 0 }

  static func line(_ title: String, _ published: Date?) -> String {
    let date = published.map { $0.formatted(.iso8601.year().month().day()) } ?? "          "
    return "\(date)  \(title)"
  }
}

/// A failure with its subject.
struct FailureRecord: Codable, Hashable {
  /// The address or the name.
  var subject: String
  var problem: String
}
