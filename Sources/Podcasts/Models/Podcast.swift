package import Foundation

/// The content of a feed: a show and its episodes, before they are merged into the library.
///
/// The comments name the elements of RSS and Atom. A JSON Feed has members with the same meanings.
///
/// A `Podcast` has no identity, and no state of the user such as places. The library merges it into a ``Show`` and its
/// ``Episode``s, which have both.
package struct Podcast: Hashable, Sendable {
  /// The show's name, as plain text. For a feed without a title, the name of its host or its file. Empty if the
  /// feed has no title and the parser did not know the feed's address.
  package var title: String
  /// The author, as plain text: from `itunes:author`, else from `managingEditor`, `author`, `dc:creator` or
  /// `itunes:owner`. Empty if the feed has no author.
  package var author: String
  /// The description from the feed: plain text or HTML. Empty if the feed has no description.
  package var summary: String
  /// The show's picture, from `itunes:image`, else from `media:thumbnail`, RSS's `image`, or Atom's `logo` or `icon`.
  package var artworkURL: URL?
  /// The show's page on the web, from `link`.
  package var websiteURL: URL?
  /// The language that the feed declares, such as `en` or `ko-KR`.
  package var language: String?
  /// The episodes in the feed's order, usually the newest first. Items without audio or video are omitted.
  package var items: [Item]
  /// The other details of the show in the feed.
  package var details: PodcastDetails

  package init(
    title: String, author: String = "", summary: String = "", artworkURL: URL? = nil, websiteURL: URL? = nil,
    language: String? = nil, items: [Item] = [], details: PodcastDetails = PodcastDetails()
  ) {
    self.title = title
    self.author = author
    self.summary = summary
    self.artworkURL = artworkURL
    self.websiteURL = websiteURL
    self.language = language
    self.items = items
    self.details = details
  }

  /// One episode, as a feed describes it.
  package struct Item: Hashable, Sendable {
    /// The identifier of the episode within its feed: its `guid`. All items of a feed have different identifiers.
    ///
    /// If the `guid` is missing, empty, or a word such as `null`, the identifier is the item's link. If the item has no
    /// link, or has the same link as the show or another item, the identifier is the address of the audio. If several
    /// items with different audio have the same `guid`, the oldest of them by date keeps it. The identifiers of the
    /// others are the addresses of their audio.
    package var guid: String
    /// The episode's name, as plain text. An item without a title has the name of its audio file.
    package var title: String
    /// The show notes from the feed: plain text or HTML.
    package var summary: String
    /// The audio, or the video if there is no audio.
    package var enclosure: Enclosure
    /// The date of publication, or `nil` if the item has no date that can be read.
    package var publishedAt: Date?
    /// The length, from `itunes:duration`.
    package var duration: Duration?
    /// The episode's own picture, from `itunes:image`, else from `media:thumbnail` or `image`.
    package var artworkURL: URL?
    /// The other details of the episode in the feed.
    package var details: EpisodeDetails

    package init(
      guid: String, title: String, summary: String = "", enclosure: Enclosure, publishedAt: Date? = nil,
      duration: Duration? = nil, artworkURL: URL? = nil, details: EpisodeDetails = EpisodeDetails()
    ) {
      self.guid = guid
      self.title = title
      self.summary = summary
      self.enclosure = enclosure
      self.publishedAt = publishedAt
      self.duration = duration
      self.artworkURL = artworkURL
      self.details = details
    }
  }
}

/// A media file of an episode, such as from RSS's `enclosure`.
package struct Enclosure: Hashable, Sendable, Codable {
  /// The absolute address of the file, with the scheme `http` or `https`. In a feed that was read from a file, the
  /// scheme can also be `file`.
  package var url: URL
  /// The MIME type in the feed. Only a hint, because many feeds contain a wrong type.
  package var mimeType: String?
  /// The size in bytes in the feed. Only a hint, because many feeds contain a wrong size.
  package var byteCount: Int64?

  package init(url: URL, mimeType: String? = nil, byteCount: Int64? = nil) {
    self.url = url
    self.mimeType = mimeType
    self.byteCount = byteCount
  }
}
