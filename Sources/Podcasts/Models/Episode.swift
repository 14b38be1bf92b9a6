package import Foundation

/// An episode in the listener's library: what its feed says of it, and what the listener did with it.
///
/// An episode is the same episode for as long as its show and its `guid` are the same. Its title, its audio's address and its date
/// may all change in the feed without losing the listener's place.
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
  /// The listener marked it as a favourite.
  package var isFavorite: Bool
  /// The listener's place: zero before the first second was heard, and again after the end.
  package var playPosition: Duration
  /// The listener heard it to its end.
  package var isPlayed: Bool
  /// The name of its show. Empty where the show is known from elsewhere.
  package var showTitle: String = ""
  /// The season, from `itunes:season`.
  package var season: Int?
  /// The number within the show or the season, from `itunes:episode`.
  package var number: Int?
  /// What kind of episode it is, from `itunes:episodeType`.
  package var kind: EpisodeKind = .full
  /// Whether it arrived after its show was added, and was not played, started or marked since.
  package var isNew: Bool = false
  /// When the listener last played it.
  package var lastPlayedAt: Date?
  /// The place in the queue, from 0, or `nil` if it is not in the queue.
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
