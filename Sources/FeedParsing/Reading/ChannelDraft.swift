import Foundation
import Podcasts

/// The values that were read so far from a feed's channel, the element that describes the show.
struct ChannelDraft {
  /// The maximum number of categories. Further categories are ignored.
  private static let categoryLimit = 20
  private let addresses: FeedAddresses
  private var title = RankedText()
  private var author = RankedText()
  private var summary = SummaryDraft()
  private var artwork = ArtworkDraft()
  private(set) var websiteURL: URL?
  private var language: String?
  private var details = PodcastDetails()
  private var people = PeopleDraft()

  init(addresses: FeedAddresses) { self.addresses = addresses }

  /// Returns the podcast of the channel with these items. An item's author is removed if it is also the show's.
  func podcast(items: [Podcast.Item]) -> Podcast {
    var details = details
    details.people = people.people
    details.funding = people.funding
    details.location = people.location
    let author = author.text
    var items = items
    for index in items.indices where items[index].details.author == author { items[index].details.author = "" }
    return Podcast(
      title: title.text.isEmpty ? addresses.fallbackTitle : title.text, author: author, summary: summary.text,
      artworkURL: artwork.address.flatMap(addresses.picture), websiteURL: websiteURL, language: language, items: items,
      details: details)
  }

  /// Reads the attributes of an element at its start. Returns whether the text of the element is needed.
  mutating func begin(_ start: StartedElement) -> Bool {
    switch start.element {
    case .itunesImage where start.parent.isChannel:
      // In some feeds, the address is the text of the element and not an attribute.
      return !artwork.set(start.address(.href) ?? start.address(.url), rank: .itunes)
    case .mediaThumbnail where start.parent.isChannel: artwork.set(start.address(.url), rank: .thumbnail)
    case .url: return start.parent == .image
    case .category:
      if details.categories.count < Self.categoryLimit, case let name = start.plainText(.text), !name.isEmpty {
        details.categories.append(name)
      }
    case .link where start.parent.isChannel: return beginLink(start)
    case .name: return start.parent == .author
    case .ownerName: return start.parent == .owner
    case .author where start.parent.isChannel: return true
    default:
      return start.parent.isChannel && (people.begin(start, addresses: addresses) ?? needsText(of: start.element))
    }
    return false
  }

  /// Whether the text of an element is needed.
  private func needsText(of element: FeedElement) -> Bool {
    switch element {
    case .title, .itunesTitle, .dublinCoreTitle, .mediaTitle: title.accepts(Self.titleRank(element))
    case .itunesAuthor, .creator, .managingEditor: author.accepts(Self.authorRank(element))
    case .language, .copyright, .explicit, .block, .newFeedURL, .itunesType, .podcastGUID, .medium, .locked, .logo,
      .icon:
      true
    default: summary.accepts(element)
    }
  }

  /// Reads a link of Atom, whose address is in an attribute. Returns whether the text of the element is needed. This is
  /// the case for a link of RSS, whose address is the text.
  private mutating func beginLink(_ start: StartedElement) -> Bool {
    // If the address in the attribute is too long, the element is still a link of Atom.
    guard let address = start.address(.href) else { return !start.hasLongValue }
    switch start.shortValue(.rel)?.lowercased() {
    case "self": details.selfURL = details.selfURL ?? addresses.webAddress(address)
    case "next": details.nextPageURL = details.nextPageURL ?? addresses.webAddress(address)
    case "payment": people.addFunding(addresses.webAddress(address), title: start.plainText(.title))
    case nil, "alternate":
      if start.shortValue(.type).map({ $0.lowercased().contains("html") }) ?? true {
        websiteURL = websiteURL ?? addresses.webAddress(address)
      }
    default: break
    }
    return false
  }

  /// Sets the value of an element from its text.
  mutating func end(_ collected: CollectedElement, _ text: [UInt8]) {
    if people.end(collected.element, text) { return }
    switch collected.element {
    case .title, .itunesTitle, .dublinCoreTitle, .mediaTitle:
      title.set(TitleText.text(text), rank: Self.titleRank(collected.element))
    case .itunesAuthor, .creator: author.set(TitleText.text(text), rank: Self.authorRank(collected.element))
    case .author, .managingEditor, .name, .ownerName:
      author.set(PersonName.name(text), rank: Self.authorRank(collected.element))
    case .url: artwork.set(text.string, rank: .image)
    case .itunesImage: artwork.set(text.string, rank: .itunes)
    case .logo: artwork.set(text.string, rank: .image)
    case .icon: artwork.set(text.string, rank: .icon)
    // The website of a link of RSS replaces the website of a link of Atom.
    case .link: websiteURL = addresses.webAddress(text.string) ?? websiteURL
    default: endDetail(collected.element, text)
    }
  }

  /// Sets a value other than the title, the author, the artwork and the website of the show.
  private mutating func endDetail(_ element: FeedElement, _ text: [UInt8]) {
    guard !text.isEmpty else { return }
    switch element {
    case .language: language = language ?? text.string
    case .copyright: details.copyright = details.copyright ?? TitleText.text(text)
    case .explicit: details.isExplicit = details.isExplicit ?? Flag.explicit(text)
    case .block: details.isBlocked = Flag.bool(text) ?? details.isBlocked
    case .newFeedURL: details.newFeedURL = details.newFeedURL ?? addresses.webAddress(text.string)
    case .itunesType: details.isSerial = text.equalsIgnoringCase("serial")
    case .podcastGUID: details.guid = details.guid ?? text.string
    case .medium: details.medium = details.medium ?? text.string.lowercased()
    case .locked: details.isLocked = details.isLocked ?? Flag.bool(text)
    default: summary.set(element, text)
    }
  }

  /// Returns the rank of the title in an element. The title of the element with the highest rank is kept.
  private static func titleRank(_ element: FeedElement) -> Int {
    switch element {
    case .title, .itunesTitle: 2
    default: 1
    }
  }

  /// Returns the rank of the author in an element. The author of the element with the highest rank is kept.
  private static func authorRank(_ element: FeedElement) -> Int {
    switch element {
    case .itunesAuthor: 5
    case .managingEditor: 4
    case .author, .name: 3
    case .creator: 2
    default: 1
    }
  }
}

extension FeedElement {
  /// Whether the children of the element describe the show.
  var isChannel: Bool { self == .channel || self == .atomFeed }
}

extension ChannelDraft {
  /// Sets the addresses that ``JSONFeedReader`` has read.
  mutating func setAddresses(website: URL?, feed: URL?, nextPage: URL?) {
    websiteURL = website
    details.selfURL = feed
    details.nextPageURL = nextPage
  }
}
