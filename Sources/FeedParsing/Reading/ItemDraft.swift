import Foundation
import Podcasts

/// The values of a feed's item that were read so far.
///
/// Elements with different names can contain the same kind of value. The elements for the title, author, date, summary
/// and artwork have ranks, and the value of the element with the highest rank is kept. Of several elements with this
/// rank, and of several elements for a value without ranks, such as the `guid`, the first is kept.
struct ItemDraft {
  /// An item with media. ``ItemIdentity`` has not yet decided the item's final `guid`.
  struct Finished {
    var item: Podcast.Item
    /// Whether the `guid` in ``item`` is the address of the audio, because the feed has no `guid` for the item.
    var isGUIDFromAudio: Bool
    /// The item's own web page. `nil` if the item has no link to the web, or if the link is the address of the audio.
    var page: URL?
  }

  /// Whether the item is left out, because its `guid` or the address of its audio is too long.
  var isSkipped = false
  /// Whether the item has a date that cannot be read.
  private(set) var hasUnreadableDate = false
  /// Whether a value of the item was too long and was left out.
  var hasLongValue = false
  /// The title, or the `guid` if there is no title.
  var titleOrGUID: String { rankedTitle.text.isEmpty ? guid : rankedTitle.text }

  private var guid = ""
  private var rankedTitle = RankedText()
  private var author = RankedText()
  /// The unresolved address of the item's page.
  private var link = ""
  private var summary = SummaryDraft()
  private var publishedAt: Date?
  /// The rank of the element that has set ``publishedAt``.
  private var dateRank = 0
  private var duration: Duration?
  private var artwork = ArtworkDraft()
  /// The media files, one of which becomes the enclosure.
  private var media: [MediaCandidate] = []
  private var people = PeopleDraft()
  private var details = EpisodeDetails()
  private var kind: EpisodeKind?
  /// The attributes of the alternate enclosure whose `source` elements are being read.
  private var alternate: (type: String?, length: String?)?
  /// The soundbite whose title is being read.
  private var soundbite: Soundbite?

  // The limits of an item's lists. Further elements are ignored.
  private static let maxChapters = 1000
  private static let maxTranscripts = 50
  private static let maxSoundbites = 50
  private static let maxMedia = 64

  /// Reads the attributes of an element at its start. Returns whether its text is needed.
  mutating func begin(_ start: StartedElement, addresses: FeedAddresses) -> Bool {
    switch start.element {
    case .enclosure: beginEnclosure(start)
    case .mediaContent: beginMedia(start)
    case .mediaThumbnail: artwork.set(start.address(.url), rank: .thumbnail)
    // Without an address in an attribute, the text of the element is the address.
    case .itunesImage: return !artwork.set(start.address(.href) ?? start.address(.url), rank: .itunes)
    case .url: return start.parent == .image
    case .mediaTitle: return rankedTitle.accepts(Self.titleRank(.mediaTitle))
    case .name: return start.parent == .author
    case .link where start.parent == .item: return beginLink(start, addresses: addresses)
    case .alternateEnclosure: alternate = (start.shortValue(.type), start.shortValue(.length))
    case .source where start.parent == .alternateEnclosure:
      if let alternate, let address = start.address(.uri) {
        addMedia(
          MediaCandidate(
            address: address, type: start.shortValue(.contentType) ?? alternate.type, length: alternate.length,
            element: .alternate))
      }
    case .pscChapter: beginChapter(start, addresses: addresses)
    default:
      return start.parent == .item
        && (people.begin(start, addresses: addresses) ?? beginDetail(start, addresses: addresses))
    }
    return false
  }

  /// Reads the attributes of an element that is directly in the item. Returns whether its text is needed.
  private mutating func beginDetail(_ start: StartedElement, addresses: FeedAddresses) -> Bool {
    switch start.element {
    case .podcastChapters:
      details.chaptersURL = details.chaptersURL ?? start.address(.url).flatMap(addresses.webAddress)
    case .transcript:
      guard details.transcripts.count < Self.maxTranscripts,
        let url = start.address(.url).flatMap(addresses.webAddress)
      else { return false }
      details.transcripts.append(
        TranscriptLink(
          url: url, mimeType: start.shortValue(.type)?.lowercased(), language: start.shortValue(.language)))
    case .soundbite:
      guard details.soundbites.count < Self.maxSoundbites,
        let from = start.shortValue(.startTime).flatMap(FeedDuration.position),
        let length = start.shortValue(.duration).flatMap(FeedDuration.duration)
      else { return false }
      soundbite = Soundbite(start: from, duration: length)
      return true
    default: return needsText(of: start.element)
    }
    return false
  }

  /// Whether the text of an element is needed: the value is not set yet, or was set by an element with a lower rank.
  private func needsText(of element: FeedElement) -> Bool {
    switch element {
    case .title, .itunesTitle, .dublinCoreTitle: rankedTitle.accepts(Self.titleRank(element))
    case .guid, .atomID: guid.isEmpty
    case .publicationDate, .date, .updated: Self.dateRank(element) > dateRank
    case .itunesDuration: duration == nil
    case .itunesAuthor, .author, .creator: author.accepts(Self.authorRank(element))
    case .season: details.season == nil
    case .episode: details.number == nil
    case .itunesEpisodeType: kind == nil
    case .explicit: details.isExplicit == nil
    default: summary.accepts(element)
    }
  }

  /// Sets the value that an element of the item contains as its text.
  mutating func end(_ collected: CollectedElement, _ text: [UInt8], addresses: FeedAddresses) {
    if people.end(collected.element, text) { return }
    switch collected.element {
    case .title, .itunesTitle, .dublinCoreTitle, .mediaTitle:
      rankedTitle.set(TitleText.text(text), rank: Self.titleRank(collected.element))
    case .guid, .atomID: guid = text.string
    case .link: link = text.string
    case .publicationDate, .date, .updated: setDate(text, rank: Self.dateRank(collected.element))
    case .itunesDuration: duration = duration ?? FeedDuration.duration(text.string)
    case .itunesAuthor, .creator: author.set(TitleText.text(text), rank: Self.authorRank(collected.element))
    case .author, .name: author.set(PersonName.name(text), rank: Self.authorRank(collected.element))
    case .url: artwork.set(text.string, rank: .image)
    case .itunesImage: artwork.set(text.string, rank: .itunes)
    case .season: details.season = Self.number(text)
    case .episode: details.number = Self.number(text)
    case .itunesEpisodeType: kind = EpisodeKind(rawValue: text.string.lowercased())
    case .explicit: details.isExplicit = Flag.explicit(text)
    case .soundbite:
      if var soundbite {
        soundbite.title = TitleText.text(text)
        details.soundbites.append(soundbite)
      }
    default: summary.set(collected.element, text)
    }
  }

  /// Sets the date, if no element of the same or a higher rank has set it.
  private mutating func setDate(_ text: [UInt8], rank: Int) {
    guard rank > dateRank else { return }
    if let date = FeedDate.date(text) {
      publishedAt = date
      dateRank = rank
    } else if !text.isEmpty {
      hasUnreadableDate = true
    }
  }

  /// Returns the number of up to nine digits at the beginning of a text, or `nil` if the text begins with no digit.
  /// Further digits are ignored.
  private static func number(_ text: [UInt8]) -> Int? {
    let digits = text.prefix(9).prefix(while: \.isASCIIDigit)
    return digits.isEmpty ? nil : Int(String(decoding: digits, as: UTF8.self))
  }

  // The ranks of elements with the same meaning. The value from the element with the highest rank is kept.
  private static func titleRank(_ element: FeedElement) -> Int { element == .title || element == .itunesTitle ? 2 : 1 }
  private static func authorRank(_ element: FeedElement) -> Int {
    element == .itunesAuthor ? 3 : element == .creator ? 1 : 2
  }
  private static func dateRank(_ element: FeedElement) -> Int {
    element == .publicationDate ? 3 : element == .date ? 2 : 1
  }
}

/// Media, links and chapters.
extension ItemDraft {
  /// Adds an enclosure. If its address is too long, the item is skipped.
  private mutating func beginEnclosure(_ start: StartedElement) {
    // Reading an address that is too long sets `start.hasLongValue`.
    let hadLongValue = start.hasLongValue
    let address = start.address(.url) ?? start.address(.resource)
    if address == nil, start.hasLongValue, !hadLongValue { isSkipped = true }
    addMedia(
      MediaCandidate(
        address: address ?? "", type: start.shortValue(.type), length: start.shortValue(.length), element: .enclosure))
  }

  private mutating func beginMedia(_ start: StartedElement) {
    guard let address = start.address(.url) else { return }
    addMedia(
      MediaCandidate(
        address: address, type: start.shortValue(.type) ?? start.shortValue(.medium),
        length: start.shortValue(.fileSize), element: .mediaContent, isInMediaGroup: start.parent == .mediaGroup))
  }

  /// Adds a media file that may be the episode's audio.
  mutating func addMedia(_ candidate: MediaCandidate) {
    guard !candidate.address.isEmpty, media.count < Self.maxMedia else { return }
    media.append(candidate)
  }

  /// Reads a link of Atom, which has its address in an attribute. A link of RSS has its address in its text. Returns
  /// whether this text is needed. The text is not needed if the item has a link already, or if the attribute with the
  /// address was too long.
  private mutating func beginLink(_ start: StartedElement, addresses: FeedAddresses) -> Bool {
    guard let address = start.address(.href) else { return !start.hasLongValue && link.isEmpty }
    switch start.shortValue(.rel)?.lowercased() {
    case "enclosure":
      addMedia(
        MediaCandidate(
          address: address, type: start.shortValue(.type), length: start.shortValue(.length), element: .enclosure))
    case "payment": people.addFunding(addresses.webAddress(address), title: start.plainText(.title))
    case nil, "alternate": if link.isEmpty { link = address }
    default: break
    }
    return false
  }

  private mutating func beginChapter(_ start: StartedElement, addresses: FeedAddresses) {
    guard details.chapters.count < Self.maxChapters,
      let time = start.shortValue(.start).flatMap(FeedDuration.position)
    else { return }
    details.chapters.append(
      FeedChapter(
        start: time, title: start.plainText(.title), websiteURL: start.address(.href).flatMap(addresses.webAddress),
        pictureURL: start.address(.image).flatMap(addresses.picture)))
  }

  /// Returns the item, or `nil` if it has no media that can be played.
  func finished(addresses: FeedAddresses) -> Finished? {
    var media = media
    // Some feeds have the address of the audio in the link.
    if !link.isEmpty { media.append(MediaCandidate(address: link, type: nil, length: nil, element: .link)) }
    guard let enclosure = MediaCandidate.best(of: media, addresses: addresses) else { return nil }
    var details = details
    details.kind = kind ?? .full
    details.people = people.people
    details.funding = people.funding
    details.location = people.location
    details.author = author.text
    details.chapters.sort { $0.start < $1.start }
    details.alternateEnclosures = MediaCandidate.alternates(in: media, of: enclosure, addresses: addresses)
    let page = link.isEmpty ? nil : addresses.webAddress(link)
    if page != enclosure.url { details.websiteURL = page }
    let isGUIDMissing = ItemIdentity.isMissing(guid)
    let item = Podcast.Item(
      guid: isGUIDMissing ? enclosure.url.absoluteString : guid,
      title: rankedTitle.text.isEmpty ? addresses.name(of: enclosure.url) : rankedTitle.text,
      summary: summary.text, enclosure: enclosure, publishedAt: publishedAt, duration: duration,
      artworkURL: artwork.address.flatMap(addresses.picture), details: details)
    return Finished(item: item, isGUIDFromAudio: isGUIDMissing, page: details.websiteURL)
  }
}
