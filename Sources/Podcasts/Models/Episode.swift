package import Foundation

/// An episode in the user's library: its content from the feed, and the user's state.
///
/// An episode is the same episode for as long as its show and its `guid` are the same. Its title, its audio's address
/// and its date may all change in the feed without losing the user's place.
package struct Episode: Identifiable, Hashable, Sendable {
  /// Identifies an episode for as long as its show is in the library.
  package struct ID: RawRepresentable, Hashable, Sendable, Codable {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
  }

  package var id: ID
  package var showID: Show.ID
  package var guid: String
  package var title: String
  package var summary: String
  package var enclosure: Enclosure
  package var publishedAt: Date?
  package var duration: Duration?
  package var artworkURL: URL?
  /// Whether the user marked it as a favourite.
  package var isFavorite: Bool
  /// The user's place. It is zero before the first second is played, and again after the end.
  package var playPosition: Duration
  /// Whether the user played it to its end.
  package var isPlayed: Bool
  /// The name of its show. Empty if the show is known from the context.
  package var showTitle: String = ""
  /// The season, from `itunes:season`.
  package var season: Int?
  /// The number within the show or the season, from `itunes:episode`.
  package var number: Int?
  /// The kind of episode, from `itunes:episodeType`.
  package var kind: EpisodeKind = .full
  /// Whether it was added after its show, and has not been played, started or marked since then.
  package var isNew: Bool = false
  /// When the user last played it.
  package var lastPlayedAt: Date?
  /// The position in the queue, from 0, or `nil` if it is not in the queue.
  package var queuePosition: Int?

  package init(
    id: ID, showID: Show.ID, guid: String, title: String, summary: String = "", enclosure: Enclosure,
    publishedAt: Date? = nil, duration: Duration? = nil, artworkURL: URL? = nil, isFavorite: Bool = false,
    playPosition: Duration = .zero, isPlayed: Bool = false
  ) {
    self.id = id
    self.showID = showID
    self.guid = guid
    self.title = title
    self.summary = summary
    self.enclosure = enclosure
    self.publishedAt = publishedAt
    self.duration = duration
    self.artworkURL = artworkURL
    self.isFavorite = isFavorite
    self.playPosition = playPosition
    self.isPlayed = isPlayed
  }
}
