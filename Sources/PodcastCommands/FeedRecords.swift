import AppFeatures
import Foundation
import Podcasts
import Presentation

// The records of `podcaster feed --json`. Other programs read the records, so properties may be added, but never
// renamed. docs/player/command-line.md lists the properties. The values of `website`, `artwork` and `picture` are
// addresses.

/// A podcast as its feed describes it.
struct FeedRecord: Codable, Hashable {
  /// The address of the feed, without a user name and a password.
  var feed: String
  var title: String
  var author: String
  /// The description as plain text, cut to 4000 Unicode scalars.
  var summary: String
  var website: String?
  var language: String?
  var artwork: String?
  /// The identifier of the show (`podcast:guid`).
  var guid: String?
  var categories: [String]
  var copyright: String?
  var location: String?
  /// The kind of content (`podcast:medium`), such as `music`. `nil` if the feed names none, which means a podcast.
  var medium: String?
  var isExplicit: Bool?
  /// Whether the episodes should be played in order, the oldest first.
  var isSerial: Bool
  /// Whether directories should not list the show.
  var isBlocked: Bool?
  /// Whether other hosts must not import the feed.
  var isLocked: Bool?
  /// The pages on which the show can be supported.
  var funding: [LinkRecord]
  var people: [PersonRecord]
  /// The address of the feed according to the feed itself (`atom:link rel="self"`).
  var ownAddress: String?
  /// The new address of the feed (`itunes:new-feed-url`).
  var newAddress: String?
  /// The address of the feed's next page.
  var nextPage: String?
  /// Whether the feed is cut off, so that its end is missing.
  var isPartial: Bool
  var repairs: [RepairRecord]
  var episodes: [FeedEpisodeRecord]

  init(_ podcast: Podcast, from url: URL, _ response: FeedResponse) {
    let details = podcast.details
    feed = url.shownAddress
    title = podcast.title
    author = podcast.author
    summary = PlainText(markup: podcast.summary, limit: 4000).text
    website = podcast.websiteURL?.absoluteString
    language = podcast.language
    artwork = podcast.artworkURL?.absoluteString
    guid = details.guid
    categories = details.categories
    copyright = details.copyright
    location = details.location
    medium = details.medium
    isExplicit = details.isExplicit
    isSerial = details.isSerial
    isBlocked = details.isBlocked
    isLocked = details.isLocked
    funding = details.funding.map { LinkRecord($0) }
    people = details.people.map { PersonRecord($0) }
    ownAddress = details.selfURL?.shownAddress
    newAddress = details.newFeedURL?.shownAddress
    nextPage = details.nextPageURL?.shownAddress
    isPartial = response.isPartial
    repairs = response.repairs.map { RepairRecord($0) }
    episodes = podcast.items.map { FeedEpisodeRecord($0) }
  }
}

/// An episode as its feed describes it.
struct FeedEpisodeRecord: Codable, Hashable {
  var guid: String
  var title: String
  /// The date of publication.
  var published: Date?
  /// In seconds, or `nil` if the feed does not state the length.
  var length: Double?
  /// The address of the audio.
  var audio: String
  /// The MIME type of the audio, according to the feed.
  var audioType: String?
  /// In bytes, according to the feed.
  var audioSize: Int64?
  /// The show notes as in the feed: plain text or HTML.
  var notes: String
  var website: String?
  var artwork: String?
  /// The author, if it differs from the author of the show.
  var author: String?
  var season: Int?
  /// The number of the episode in its season or show.
  var number: Int?
  /// `full`, `trailer` or `bonus`.
  var kind: String
  var isExplicit: Bool?
  var location: String?
  /// The address of the file with the chapters.
  var chaptersFile: String?
  /// The chapters that the feed itself contains. The chapters of ``chaptersFile`` are not read.
  var chapters: [ChapterRecord]
  var transcripts: [TranscriptRecord]
  var soundbites: [SoundbiteRecord]
  var people: [PersonRecord]
  /// The pages on which the episode can be supported.
  var funding: [LinkRecord]
  /// The episode in other formats.
  var alternates: [EnclosureRecord]

  init(_ item: Podcast.Item) {
    let details = item.details
    guid = item.guid
    title = item.title
    published = item.publishedAt
    length = item.duration?.inSeconds
    audio = item.enclosure.url.absoluteString
    audioType = item.enclosure.mimeType
    audioSize = item.enclosure.byteCount
    notes = item.summary
    website = details.websiteURL?.absoluteString
    artwork = item.artworkURL?.absoluteString
    author = details.author.isEmpty ? nil : details.author
    season = details.season
    number = details.number
    kind = details.kind.rawValue
    isExplicit = details.isExplicit
    location = details.location
    chaptersFile = details.chaptersURL?.absoluteString
    chapters = details.chapters.map { ChapterRecord($0) }
    transcripts = details.transcripts.map {
      TranscriptRecord(address: $0.url.absoluteString, type: $0.mimeType, language: $0.language)
    }
    soundbites = details.soundbites.map {
      SoundbiteRecord(start: $0.start.inSeconds, length: $0.duration.inSeconds, title: $0.title)
    }
    people = details.people.map { PersonRecord($0) }
    funding = details.funding.map { LinkRecord($0) }
    alternates = details.alternateEnclosures.map {
      EnclosureRecord(address: $0.url.absoluteString, type: $0.mimeType, size: $0.byteCount)
    }
  }

  /// The date and the title, as a line of the command's text output.
  var line: String { EpisodeRecord.line(title, published) }
}

/// A link with its text.
struct LinkRecord: Codable, Hashable {
  var address: String
  var title: String

  init(_ link: FeedLink) {
    address = link.url.absoluteString
    title = link.title
  }
}

/// A participant of a show or an episode.
struct PersonRecord: Codable, Hashable {
  var name: String
  var role: String
  var picture: String?
  var website: String?

  init(_ person: FeedPerson) {
    name = person.name
    role = person.role
    picture = person.pictureURL?.absoluteString
    website = person.websiteURL?.absoluteString
  }
}

/// A chapter in a feed.
struct ChapterRecord: Codable, Hashable {
  /// In seconds.
  var start: Double
  var title: String
  var picture: String?
  var website: String?

  init(_ chapter: FeedChapter) {
    start = chapter.start.inSeconds
    title = chapter.title
    picture = chapter.pictureURL?.absoluteString
    website = chapter.websiteURL?.absoluteString
  }
}

/// A file with the spoken text of an episode.
struct TranscriptRecord: Codable, Hashable {
  var address: String
  /// The MIME type of the file, according to the feed.
  var type: String?
  var language: String?
}

/// A part of an episode that its authors recommend.
struct SoundbiteRecord: Codable, Hashable {
  /// In seconds.
  var start: Double
  /// In seconds.
  var length: Double
  var title: String
}

/// A media file of an episode.
struct EnclosureRecord: Codable, Hashable {
  var address: String
  /// The MIME type of the file, according to the feed.
  var type: String?
  /// In bytes.
  var size: Int64?
}

/// A defect of a feed that the parser has corrected or ignored.
struct RepairRecord: Codable, Hashable {
  /// The kind of defect, such as `encoding`.
  var kind: String
  /// A sentence about the defect, in English.
  var text: String
  /// How many episodes have the defect. 0 if the defect is not in an episode.
  var count: Int
  /// The titles of the first few episodes that have the defect. Episodes without a title are omitted.
  var episodes: [String]

  init(_ repair: FeedRepair) {
    kind = repair.kind.rawValue
    text = repair.reportText
    count = repair.itemCount
    episodes = repair.itemTitles
  }
}
