import Foundation

/// What is known so far of an item.
struct ItemDraft {
  private var guid = ""
  private var title = ""
  private var link = ""
  private var summary = SummaryDraft()
  private var publishedAt: Date?
  private var duration: Duration?
  private var artwork: String?
  private var media: [MediaCandidate] = []

  /// Whether the text of an element of the item would say something new. The first of a kind counts.
  func wants(_ element: FeedElement) -> Bool {
    switch element {
    case .title, .itunesTitle: title.isEmpty
    case .guid: guid.isEmpty
    case .link: link.isEmpty
    case .publicationDate, .date: publishedAt == nil
    case .itunesDuration: duration == nil
    default: summary.wants(element)
    }
  }

  /// Takes the text of an element of the item.
  mutating func set(_ element: FeedElement, _ text: [UInt8]) {
    switch element {
    case .title, .itunesTitle: title = PlainText.text(text)
    case .guid: guid = text.string
    case .link: link = text.string
    case .publicationDate, .date: publishedAt = FeedDate.date(text)
    case .itunesDuration: duration = FeedDuration.duration(text.string)
    case .url: setArtwork(text.string)
    default: summary.set(element, text)
    }
  }

  /// Takes the address of a picture. The first counts.
  mutating func setArtwork(_ address: String?) {
    if artwork == nil { artwork = address }
  }

  /// Takes a media file that may be the episode's.
  mutating func addMedia(url: String?, type: String?, length: String?, source: MediaCandidate.Source) {
    guard let url, media.count < 64 else { return }
    media.append(MediaCandidate(address: url, type: type?.trimmed, length: length, source: source))
  }

  /// The item, or `nil` if it has no media that can be played.
  func item(addresses: FeedAddresses) -> ParsedFeed.Item? {
    var media = media
    if !link.isEmpty { media.append(MediaCandidate(address: link, type: nil, length: nil, source: .link)) }
    guard let enclosure = MediaCandidate.best(of: media, addresses: addresses) else { return nil }
    let address = enclosure.url.absoluteString
    return ParsedFeed.Item(
      guid: ItemIdentity.isMissing(guid) ? address : guid,
      title: title.isEmpty ? addresses.name(of: enclosure.url) : title,
      summary: summary.text, enclosure: enclosure, publishedAt: publishedAt, duration: duration,
      artworkURL: artwork.flatMap { addresses.picture($0) })
  }
}
