package import Foundation

/// An episode in the user's library: its content from the feed, and the user's state.
///
/// The show and the `guid` identify an episode when its feed is fetched again. The user's state is kept even if the
/// title, the address of the audio or the date change in the feed.
package struct Episode: Identifiable, Hashable, Sendable {
  /// Identifies an episode for as long as its show is in the library.
  package struct ID: RawRepresentable, Hashable, Sendable, Codable {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
  }

  package var id: ID
  package var showID: Show.ID
  /// The identifier of the episode in its feed.
  package var guid: String
  package var title: String
  /// The show notes from the feed: plain text or HTML. Empty in the episodes of ``EpisodesClient/episodes``.
  package var summary: String
  package var enclosure: Enclosure
  package var publishedAt: Date?
  package var duration: Duration?
  package var artworkURL: URL?
  /// Whether the user marked the episode as a favorite.
  package var isFavorite: Bool
  /// The user's place. Zero before the episode is started, and after the episode was played to its end.
  package var playPosition: Duration
  /// Whether the user played the episode to its end, or marked it as played.
  package var isPlayed: Bool
  /// The title of the show. Empty if the show is known from the context.
  package var showTitle: String = ""
  /// The season, from `itunes:season`.
  package var season: Int?
  /// The number within the show or the season, from `itunes:episode`.
  package var number: Int?
  /// The kind of episode, from `itunes:episodeType`.
  package var kind: EpisodeKind = .full
  /// Whether the library marked the episode as new, and the user has neither started it nor marked it as played or
  /// unplayed since then.
  package var isNew: Bool = false
  /// When the user last played the episode, or `nil` if never.
  package var lastPlayedAt: Date?
  /// The position in the queue, from 0, or `nil` if the episode is not in the queue.
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
