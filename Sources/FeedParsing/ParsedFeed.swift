package import Foundation

/// What a feed says of a show and its episodes, repaired as far as that is possible.
///
/// It has the shape of the library's `Podcast`, which this module cannot see: `PodcastNetwork` copies one into the other.
package struct ParsedFeed: Hashable, Sendable {
  /// The show's name, as plain text. A feed without one is named by the host or the file it came from; it is empty only when the parser
  /// was not told where the feed came from.
  package var title: String
  /// Who makes it, from `itunes:author`, as plain text. Empty when the feed does not say.
  package var author: String
  /// What it is about, as the feed gives it: plain text or HTML. Empty when the feed does not say.
  package var summary: String
  /// The show's picture, from `itunes:image` or RSS's `image`.
  package var artworkURL: URL?
  /// The show's page on the web, from RSS's `link`.
  package var websiteURL: URL?
  /// The language that the feed declares, such as `en` or `ko-KR`.
  package var language: String?
  /// The episodes in the feed's order, never empty. Items without media are left out.
  package var items: [Item]

  package init(
    title: String, author: String = "", summary: String = "", artworkURL: URL? = nil, websiteURL: URL? = nil,
    language: String? = nil, items: [Item] = []
  ) {
    self.title = title
    self.author = author
    self.summary = summary
    self.artworkURL = artworkURL
    self.websiteURL = websiteURL
    self.language = language
    self.items = items
  }

  /// One episode, as a feed describes it.
  package struct Item: Hashable, Sendable {
    /// What identifies the episode within its feed: its `guid`, or the address of its audio where the `guid` is missing, empty, the
    /// word `null`, or taken by another episode. No two items of a feed have the same.
    package var guid: String
    /// The episode's name, as plain text. An item without one is named by the file name of its audio.
    package var title: String
    /// The show notes, as the feed gives them: plain text or HTML.
    package var summary: String
    /// The audio, or the video where there is no audio.
    package var enclosure: Enclosure
    /// When it was published, if the feed gives a date that can be read.
    package var publishedAt: Date?
    /// How long it is, from `itunes:duration`.
    package var duration: Duration?
    /// The episode's own picture, from `itunes:image`.
    package var artworkURL: URL?

    package init(
      guid: String, title: String, summary: String = "", enclosure: Enclosure, publishedAt: Date? = nil,
      duration: Duration? = nil, artworkURL: URL? = nil
    ) {
      self.guid = guid
      self.title = title
      self.summary = summary
      self.enclosure = enclosure
      self.publishedAt = publishedAt
      self.duration = duration
      self.artworkURL = artworkURL
    }
  }

  /// A media file that an item points to.
  package struct Enclosure: Hashable, Sendable {
    /// Where the media is: absolute, and `http` or `https`; `file` only in a feed that is a file itself.
    package var url: URL
    /// The MIME type that the feed gives. It is often wrong, so nothing may depend on it.
    package var mimeType: String?
    /// The size in bytes that the feed gives. It is often wrong, so nothing may depend on it.
    package var byteCount: Int64?

    package init(url: URL, mimeType: String? = nil, byteCount: Int64? = nil) {
      self.url = url
      self.mimeType = mimeType
      self.byteCount = byteCount
    }
  }
}
