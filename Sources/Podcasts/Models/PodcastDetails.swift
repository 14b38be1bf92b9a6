package import Foundation

/// The further details of a show in a feed, apart from its name, author and summary. All of them are optional in feeds.
///
/// The names follow the podcast namespace and Apple's tags. The library stores the details as JSON.
package struct PodcastDetails: Hashable, Sendable, Codable {
  /// The show's identifier across hosts, from `podcast:guid`.
  package var guid: String?
  /// The address that the feed has moved to, from `itunes:new-feed-url`.
  package var newFeedURL: URL?
  /// The address of the next page of the feed, from `atom:link rel="next"` (RFC 5005).
  package var nextPageURL: URL?
  /// The feed's own address, from `atom:link rel="self"`.
  package var selfURL: URL?
  /// The categories, from `itunes:category`. A subcategory follows its category.
  package var categories: [String] = []
  /// Whether the show is marked as explicit. `nil` if the feed has no mark.
  package var isExplicit: Bool?
  /// Whether the episodes should be played in order, the oldest first, from `itunes:type`.
  package var isSerial: Bool = false
  /// Whether directories should not list the show, from `itunes:block`.
  package var isBlocked: Bool?
  /// The kind of content, from `podcast:medium`, such as `music`, in lower case. `nil` means a podcast.
  package var medium: String?
  /// Whether other hosts must not import the feed, from `podcast:locked`.
  package var isLocked: Bool?
  /// Pages on which the show can be supported, from `podcast:funding` and `atom:link rel="payment"`.
  package var funding: [FeedLink] = []
  /// The participants, from `podcast:person`.
  package var people: [FeedPerson] = []
  /// The location that the show is about, from `podcast:location`.
  package var location: String?
  /// The copyright notice.
  package var copyright: String?

  package init() {}
}

/// The further details of an episode in a feed, apart from its title, audio and notes.
package struct EpisodeDetails: Hashable, Sendable, Codable {
  /// The season, from `itunes:season` or `podcast:season`.
  package var season: Int?
  /// The number within the show or the season, from `itunes:episode` or `podcast:episode`.
  package var number: Int?
  /// The kind of episode, from `itunes:episodeType`.
  package var kind: EpisodeKind = .full
  /// Whether the episode is marked as explicit. `nil` if the feed has no mark.
  package var isExplicit: Bool?
  /// The episode's page on the web.
  package var websiteURL: URL?
  /// The author, if it differs from the show's author.
  package var author: String = ""
  /// The participants, from `podcast:person`.
  package var people: [FeedPerson] = []
  /// The file with the chapters, from `podcast:chapters`.
  package var chaptersURL: URL?
  /// The chapters that the feed itself lists, from Podlove's simple chapters, in order of time.
  package var chapters: [FeedChapter] = []
  /// The transcripts, from `podcast:transcript`.
  package var transcripts: [TranscriptLink] = []
  /// Parts that the authors recommend, from `podcast:soundbite`.
  package var soundbites: [Soundbite] = []
  /// The same episode in other formats, from `podcast:alternateEnclosure` and `media:group`.
  package var alternateEnclosures: [Enclosure] = []
  /// Pages on which the episode can be supported.
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

/// A link with its text.
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
  /// The role in the feed, such as `host` or `guest`. A person without a role is a `host`.
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

/// A chapter of an episode as the feed lists it. See ``Chapter`` for the merged chapters of all sources.
package struct FeedChapter: Hashable, Sendable, Codable {
  /// The start, from the beginning of the audio.
  package var start: Duration
  /// Plain text. Empty if the feed has none.
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
  /// The MIME type in the feed, such as `text/vtt`.
  package var mimeType: String?
  package var language: String?

  package init(url: URL, mimeType: String? = nil, language: String? = nil) {
    self.url = url
    self.mimeType = mimeType
    self.language = language
  }
}

/// A part of an episode that its authors recommend.
package struct Soundbite: Hashable, Sendable, Codable {
  package var start: Duration
  package var duration: Duration
  /// Plain text. Empty if the feed has none.
  package var title: String

  package init(start: Duration, duration: Duration, title: String = "") {
    self.start = start
    self.duration = duration
    self.title = title
  }
}
