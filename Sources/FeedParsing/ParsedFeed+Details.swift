package import Foundation

extension ParsedFeed {
  /// Details of a show. All of them are optional in feeds.
  package struct Details: Hashable, Sendable {
    /// The identifier of the show across hosts, from `podcast:guid`.
    package var guid: String?
    /// The address that the feed has moved to, from `itunes:new-feed-url`.
    package var newFeedURL: URL?
    /// The address of the next page of the feed, from `atom:link rel="next"`.
    package var nextPageURL: URL?
    /// The feed's own address, from `atom:link rel="self"`.
    package var selfURL: URL?
    /// The categories, from `itunes:category`. A subcategory follows its category.
    package var categories: [String] = []
    /// Whether the show is marked as explicit.
    package var isExplicit: Bool?
    /// Whether the episodes are in the order of a story, from `itunes:type`.
    package var isSerial = false
    /// Whether the show is to be left out of directories, from `itunes:block`.
    package var isBlocked = false
    /// The medium, from `podcast:medium`, such as `music`, in lower case.
    package var medium: String?
    /// Whether other hosts may not import the feed, from `podcast:locked`.
    package var isLocked: Bool?
    /// Pages to support the show, from `podcast:funding` and `atom:link rel="payment"`.
    package var funding: [Link] = []
    /// The people in the show, from `podcast:person`.
    package var people: [Person] = []
    /// The place that the show is about, from `podcast:location`.
    package var location: String?
    /// The copyright notice.
    package var copyright: String?

    package init() {}
  }

  /// Details of an episode. All of them are optional in feeds.
  package struct ItemDetails: Hashable, Sendable {
    /// The season, from `itunes:season` or `podcast:season`.
    package var season: Int?
    /// The number within the show or the season, from `itunes:episode` or `podcast:episode`.
    package var number: Int?
    /// The kind of episode, from `itunes:episodeType`: `full`, `trailer` or `bonus`. `nil` if the feed gives none of them.
    package var kind: String?
    /// Whether it is marked as explicit.
    package var isExplicit: Bool?
    /// The episode's page on the web.
    package var websiteURL: URL?
    /// The author; empty if it is the show's.
    package var author = ""
    /// The people in the episode, from `podcast:person`.
    package var people: [Person] = []
    /// The file with the chapters, from `podcast:chapters`.
    package var chaptersURL: URL?
    /// The chapters in the feed itself, from Podlove's simple chapters, in order of time.
    package var chapters: [Chapter] = []
    /// The transcripts, from `podcast:transcript`.
    package var transcripts: [Transcript] = []
    /// Parts that the makers recommend, from `podcast:soundbite`.
    package var soundbites: [Soundbite] = []
    /// The same episode in other formats, from `podcast:alternateEnclosure` and `media:group`.
    package var alternateEnclosures: [Enclosure] = []
    /// Pages to support the episode.
    package var funding: [Link] = []
    /// The place that the episode is about, from `podcast:location`.
    package var location: String?

    package init() {}
  }

  /// A link with its text.
  package struct Link: Hashable, Sendable {
    package var url: URL
    /// Plain text; empty if the feed gives none.
    package var title: String

    package init(url: URL, title: String = "") {
      self.url = url
      self.title = title
    }
  }

  /// A person in a show or an episode.
  package struct Person: Hashable, Sendable {
    package var name: String
    /// The role as the feed writes it, such as `host` or `guest`.
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

  /// A chapter of an episode.
  package struct Chapter: Hashable, Sendable {
    /// The start, from the beginning of the audio.
    package var start: Duration
    /// Plain text; empty if the feed gives none.
    package var title: String
    package var websiteURL: URL?
    package var pictureURL: URL?
  }

  /// The file of a transcript.
  package struct Transcript: Hashable, Sendable {
    package var url: URL
    /// The MIME type that the feed gives, such as `text/vtt`.
    package var mimeType: String?
    package var language: String?
  }

  /// A part of an episode that its makers recommend.
  package struct Soundbite: Hashable, Sendable {
    package var start: Duration
    package var duration: Duration
    /// Plain text; empty if the feed gives none.
    package var title: String

    package init(start: Duration, duration: Duration, title: String = "") {
      self.start = start
      self.duration = duration
      self.title = title
    }
  }
}
