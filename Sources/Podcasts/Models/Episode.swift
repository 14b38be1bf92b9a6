package import Foundation

/// An episode in the listener's library: what its feed says of it, and what the listener did with it.
///
/// An episode is the same episode for as long as its show and its `guid` are the same. Its title, its audio's address and its date
/// may all change in the feed without losing the listener's place.
package struct Episode: Identifiable, Hashable, Sendable {
  /// Identifies an episode for as long as its show is in the library.
  package struct ID: RawRepresentable, Hashable, Sendable {
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
