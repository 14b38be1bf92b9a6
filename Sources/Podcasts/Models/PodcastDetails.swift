package import Foundation

/// The details of a show that have no property of their own in ``Podcast``. All of them are optional in feeds. If the
/// feed does not contain a detail, its property is `nil`, empty or `false`.
///
/// Most details are from elements of the podcast namespace (`podcast:`), of Apple (`itunes:`) or of Atom (`atom:`). The
/// library stores the details as JSON.
package struct PodcastDetails: Hashable, Sendable, Codable {
  /// The show's identifier, from `podcast:guid`. It stays the same if the feed moves to another address.
  package var guid: String?
  /// The address that the feed has moved to, from `itunes:new-feed-url`.
  package var newFeedURL: URL?
  /// The address of the next page of the feed, from `atom:link rel="next"` (RFC 5005).
  package var nextPageURL: URL?
  /// The feed's own address, from `atom:link rel="self"`.
  package var selfURL: URL?
  /// The names of the categories, from `itunes:category`. A subcategory follows its category in this list.
  package var categories: [String] = []
  /// Whether the show has explicit content, from `itunes:explicit`. `nil` if the feed does not state it.
  package var isExplicit: Bool?
  /// Whether the episodes should be played in order, the oldest first: `itunes:type` is `serial`.
  package var isSerial: Bool = false
  /// Whether the show should be absent from directories of podcasts, from `itunes:block`.
  package var isBlocked: Bool?
  /// The kind of content, from `podcast:medium`, such as `music`, in lower case. `nil` means a podcast.
  package var medium: String?
  /// Whether other hosting services are forbidden to import the feed, from `podcast:locked`.
  package var isLocked: Bool?
  /// Pages on which the show can be supported, from `podcast:funding` and `atom:link rel="payment"`.
  package var funding: [FeedLink] = []
  /// The participants, from `podcast:person`.
  package var people: [FeedPerson] = []
  /// The location that the show is about, from `podcast:location`.
  package var location: String?
  /// The copyright notice, from RSS's `copyright` or Atom's `rights`, as plain text.
  package var copyright: String?

  package init() {}
}

/// The details of an episode that have no property of their own in ``Podcast/Item``. All of them are optional in feeds.
package struct EpisodeDetails: Hashable, Sendable, Codable {
  /// The season, from `itunes:season` or `podcast:season`.
  package var season: Int?
  /// The number of the episode within the show or the season, from `itunes:episode` or `podcast:episode`.
  package var number: Int?
  /// The kind of episode. A full episode if the feed has no kind.
  package var kind: EpisodeKind = .full
  /// Whether the episode has explicit content, from `itunes:explicit`. `nil` if the feed does not state it.
  package var isExplicit: Bool?
  /// The episode's page on the web.
  package var websiteURL: URL?
  /// The author, if it differs from the show's author. Otherwise empty.
  package var author: String = ""
  /// The participants, from `podcast:person`.
  package var people: [FeedPerson] = []
  /// The file with the chapters, from `podcast:chapters`.
  package var chaptersURL: URL?
  /// The chapters that the feed itself lists, from Podlove's simple chapters (`psc:chapters`), in order of time.
  package var chapters: [FeedChapter] = []
  /// The transcripts, from `podcast:transcript`.
  package var transcripts: [TranscriptLink] = []
  /// Parts that the episode's authors recommend, from `podcast:soundbite`.
  package var soundbites: [Soundbite] = []
  /// The same episode in other formats, from `podcast:alternateEnclosure` and `media:group`.
  package var alternateEnclosures: [Enclosure] = []
  /// Pages on which the episode can be supported, from `podcast:funding` and `atom:link rel="payment"`.
  package var funding: [FeedLink] = []
  /// The location that the episode is about, from `podcast:location`.
  package var location: String?

  package init() {}
}

/// The kind of episode, from `itunes:episodeType`.
package enum EpisodeKind: String, Hashable, Sendable, Codable, CaseIterable {
  case full
  case trailer
  case bonus
}

/// A link in a feed to a web page, with the text of the link.
package struct FeedLink: Hashable, Sendable, Codable {
  package var url: URL
  /// The text of the link, as plain text. Empty if the feed has none.
  package var title: String

  package init(url: URL, title: String = "") {
    self.url = url
    self.title = title
  }
}

/// A participant of a show or an episode.
package struct FeedPerson: Hashable, Sendable, Codable {
  package var name: String
  /// The role in the feed, in lower case, such as `host` or `guest`. A person without a role is a `host`.
  package var role: String
  package var pictureURL: URL?
  package var websiteURL: URL?

  package init(name: String, role: String = "host", pictureURL: URL? = nil, websiteURL: URL? = nil) {
    self.name = name
    self.role = role
    self.pictureURL = pictureURL
    self.websiteURL = websiteURL
  }
}

/// A chapter of an episode as the feed lists it. A ``Chapter`` can also come from another source.
package struct FeedChapter: Hashable, Sendable, Codable {
  /// The position in the audio at which the chapter starts.
  package var start: Duration
  /// The title, as plain text. Empty if the feed has none.
  package var title: String
  package var websiteURL: URL?
  package var pictureURL: URL?

  package init(start: Duration, title: String, websiteURL: URL? = nil, pictureURL: URL? = nil) {
    self.start = start
    self.title = title
    self.websiteURL = websiteURL
    self.pictureURL = pictureURL
  }
}

/// The address of a transcript.
package struct TranscriptLink: Hashable, Sendable, Codable {
  package var url: URL
  /// The MIME type in the feed, in lower case, such as `text/vtt`.
  package var mimeType: String?
  /// The language in the feed, such as `en`.
  package var language: String?

  package init(url: URL, mimeType: String? = nil, language: String? = nil) {
    self.url = url
    self.mimeType = mimeType
    self.language = language
  }
}

/// A part of an episode that its authors recommend.
package struct Soundbite: Hashable, Sendable, Codable {
  /// The position in the audio at which the part starts.
  package var start: Duration
  /// The length of the part.
  package var duration: Duration
  /// The title, as plain text. Empty if the feed has none.
  package var title: String

  package init(start: Duration, duration: Duration, title: String = "") {
    self.start = start
    self.duration = duration
    self.title = title
  }
}
