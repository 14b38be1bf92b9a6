package import Foundation

/// The content of a feed: a show and its episodes, repaired as far as that is possible.
///
/// It has the shape of the library's `Podcast`, which this module cannot see: `PodcastNetwork` copies one into the other.
package struct ParsedFeed: Hashable, Sendable {
  /// The show's name, as plain text. A feed without one is named by the host or the file it came from; it is empty only when the parser
  /// does not know where the feed came from.
  package var title: String
  /// The author, as plain text: from `itunes:author`, else from `managingEditor`, `author`, `dc:creator` or `itunes:owner`. Empty if the
  /// feed has none of them.
  package var author: String
  /// The description, as the feed gives it: plain text or HTML. Empty if there is none.
  package var summary: String
  /// The show's picture, from `itunes:image`, `media:thumbnail`, RSS's `image` or Atom's `logo`.
  package var artworkURL: URL?
  /// The show's page on the web, from RSS's `link`.
  package var websiteURL: URL?
  /// The language that the feed declares, such as `en` or `ko-KR`.
  package var language: String?
  /// The episodes in the feed's order, never empty. Items without media are left out.
  package var items: [Item]
  /// Further details.
  package var details: Details
  /// Whether the feed was cut off. The items before that place are here.
  package var isPartial: Bool
  /// The kinds of repairs that were made, each once, in the order of ``Repair``.
  package var repairs: [Repair]

  package init(
    title: String, author: String = "", summary: String = "", artworkURL: URL? = nil, websiteURL: URL? = nil,
    language: String? = nil, items: [Item] = [], details: Details = Details(), isPartial: Bool = false, repairs: [Repair] = []
  ) {
    self.title = title
    self.author = author
    self.summary = summary
    self.artworkURL = artworkURL
    self.websiteURL = websiteURL
    self.language = language
    self.items = items
    self.details = details
    self.isPartial = isPartial
    self.repairs = repairs
  }

  /// Something in a feed that was not as its format wants it, and was read nevertheless.
  package enum Repair: String, Hashable, Sendable, CaseIterable {
    /// Bytes before the document were left out.
    case surroundingBytes
    /// The encoding differs from the declared one.
    case encoding
    /// Bare ampersands, control characters, unknown references or unclosed tags.
    case markup
    /// A namespace prefix was not declared.
    case namespace
    /// A date could not be read.
    case date
    /// An item had no `guid`, or one that another item has.
    case guid
    /// A value was longer than the limit or nested too deeply, and was cut or left out.
    case longValue
    /// An item was left out, since its `guid` or its audio address is longer than the limit.
    case skippedItem
    /// The document was cut off before its end.
    case truncated
  }

  /// One episode, as a feed describes it.
  package struct Item: Hashable, Sendable {
    /// The identifier of the episode within its feed: its `guid`. If the `guid` is missing, empty, or the word `null`, it is the item's link,
    /// unless the link is the show's or another item's. Else it is the address of the audio. No two items of a feed have the same.
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
    /// Further details.
    package var details: ItemDetails

    package init(
      guid: String, title: String, summary: String = "", enclosure: Enclosure, publishedAt: Date? = nil,
      duration: Duration? = nil, artworkURL: URL? = nil, details: ItemDetails = ItemDetails()
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
