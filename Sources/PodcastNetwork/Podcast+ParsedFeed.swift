import FeedParsing
import Podcasts

extension Podcast {
  /// Copies a feed from the parser into the library's model.
  init(_ feed: ParsedFeed) {
    self.init(
      title: feed.title, author: feed.author, summary: feed.summary, artworkURL: feed.artworkURL, websiteURL: feed.websiteURL,
      language: feed.language, items: feed.items.map(Item.init), details: PodcastDetails(feed.details))
  }
}

extension Podcast.Item {
  init(_ item: ParsedFeed.Item) {
    self.init(
      guid: item.guid, title: item.title, summary: item.summary, enclosure: Enclosure(item.enclosure), publishedAt: item.publishedAt,
      duration: item.duration, artworkURL: item.artworkURL, details: EpisodeDetails(item.details))
  }
}

extension Enclosure {
  init(_ enclosure: ParsedFeed.Enclosure) {
    self.init(url: enclosure.url, mimeType: enclosure.mimeType, byteCount: enclosure.byteCount)
  }
}

extension FeedRepair {
  /// The repairs that the parser reports. Both enums have the same raw values.
  static func repairs(in feed: ParsedFeed) -> [FeedRepair] { feed.repairs.compactMap { FeedRepair(rawValue: $0.rawValue) } }
}

extension PodcastDetails {
  init(_ details: ParsedFeed.Details) {
    self.init()
    guid = details.guid
    newFeedURL = details.newFeedURL
    nextPageURL = details.nextPageURL
    selfURL = details.selfURL
    categories = details.categories
    isExplicit = details.isExplicit
    isSerial = details.isSerial
    medium = details.medium
    isLocked = details.isLocked
    funding = details.funding.map { FeedLink(url: $0.url, title: $0.title) }
    people = details.people.map(FeedPerson.init)
    location = details.location
    copyright = details.copyright
  }
}

extension EpisodeDetails {
  init(_ details: ParsedFeed.ItemDetails) {
    self.init()
    season = details.season
    number = details.number
    kind = details.kind.flatMap(EpisodeKind.init) ?? .full
    isExplicit = details.isExplicit
    websiteURL = details.websiteURL
    author = details.author
    people = details.people.map(FeedPerson.init)
    chaptersURL = details.chaptersURL
    chapters = details.chapters.map {
      FeedChapter(start: $0.start, title: $0.title, websiteURL: $0.websiteURL, pictureURL: $0.pictureURL)
    }
    transcripts = details.transcripts.map { TranscriptLink(url: $0.url, mimeType: $0.mimeType, language: $0.language) }
    soundbites = details.soundbites.map { Soundbite(start: $0.start, duration: $0.duration, title: $0.title) }
    alternateEnclosures = details.alternateEnclosures.map(Enclosure.init)
    funding = details.funding.map { FeedLink(url: $0.url, title: $0.title) }
    location = details.location
  }
}

extension FeedPerson {
  init(_ person: ParsedFeed.Person) {
    self.init(name: person.name, role: person.role, pictureURL: person.pictureURL, websiteURL: person.websiteURL)
  }
}
