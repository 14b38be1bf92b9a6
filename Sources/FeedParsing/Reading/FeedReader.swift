import Foundation

/// Hears of a feed's elements in their order, and makes a ``ParsedFeed`` of them.
///
/// It keeps no tree: only the elements that are open, the text of the one that is being read, and what is known of the current item.
final class FeedReader {
  /// What is wrong with the feed, once something is. From then on it does not listen.
  private(set) var failure: FeedParsingError?

  private let limits: FeedLimits
  private let addresses: FeedAddresses
  private var open: [(element: FeedElement, namespaceCount: Int)] = []
  private var namespaceCount = 0
  private var channel = ChannelDraft()
  private var item: ItemDraft?
  private var items: [ParsedFeed.Item] = []
  private var itemCount = 0
  /// The element whose text is being collected, and how deep it is.
  private var collected: (element: FeedElement, depth: Int)?
  private var text: [UInt8] = []

  init(source: URL?, limits: FeedLimits) {
    self.limits = limits
    addresses = FeedAddresses(source: source)
  }

  /// The feed, once its root element has ended.
  func feed() throws(FeedParsingError) -> ParsedFeed {
    if let failure { throw failure }
    let title = channel.title.isEmpty ? addresses.nameOfSource : channel.title
    guard !items.isEmpty else { throw .noEpisodes(title: title) }
    return ParsedFeed(
      title: title, author: channel.author, summary: channel.summary.text, artworkURL: channel.artworkURL,
      websiteURL: channel.websiteURL, language: channel.language, items: ItemIdentity.distinct(items))
  }
}

/// What the XML parser tells.
extension FeedReader {
  func elementStarted(_ name: ElementName, namespaceCount count: Int, attributes: AttributeList) {
    guard failure == nil else { return }
    let element = FeedElement(name)
    if open.isEmpty { failure = Self.failure(root: element, name: name) }
    namespaceCount += count
    if namespaceCount > limits.namespaceCount { failure = .hostile(reason: "It declares more than \(limits.namespaceCount) namespaces at one time.") }
    let parent = open.last?.element
    open.append((element, count))
    guard failure == nil else { return }

    if element == .item {
      endItem()
      beginItem()
    } else if collected == nil {
      if item != nil { readInItem(element, parent: parent, attributes) } else { readInChannel(element, parent: parent, attributes) }
    }
  }

  func elementEnded() {
    guard failure == nil, let ended = open.popLast() else { return }
    namespaceCount -= ended.namespaceCount
    if let collected, collected.depth > open.count {
      self.collected = nil
      if item != nil { item?.set(collected.element, text) } else { setInChannel(collected.element) }
    }
    if ended.element == .item { endItem() }
  }

  func textFound(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil, collected != nil else { return }
    guard text.count + bytes.count <= limits.textLength else {
      failure = .hostile(reason: "It has a text of more than \(limits.textLength) bytes.")
      return
    }
    text.append(contentsOf: bytes)
  }
}

extension FeedReader {
  /// What is wrong with a document whose root is this element, if it is no feed that can be read.
  private static func failure(root: FeedElement, name: ElementName) -> FeedParsingError? {
    switch root {
    case .rss, .rdf, .channel: nil
    case .page: .webPage
    case .atomFeed: .notAFeed(reason: "It is an Atom feed. Only RSS can be read so far.")
    case .opml: .notAFeed(reason: "It is an OPML list of feeds.")
    default: .notAFeed(reason: "Its root element is <\(String(decoding: name.local.prefix(40), as: UTF8.self))>, not <rss>.")
    }
  }

  private func beginItem() {
    itemCount += 1
    if itemCount > limits.itemCount { failure = .hostile(reason: "It has more than \(limits.itemCount) items.") }
    collected = nil
    item = ItemDraft()
  }

  /// Takes the current item, if it has media.
  private func endItem() {
    guard let draft = item else { return }
    item = nil
    if let item = draft.item(addresses: addresses) { items.append(item) }
  }

  private func collect(_ element: FeedElement) {
    collected = (element, open.count)
    text.removeAll(keepingCapacity: true)
  }

  private func readInItem(_ element: FeedElement, parent: FeedElement?, _ attributes: AttributeList) {
    switch element {
    case .enclosure:
      item?.addMedia(url: attributes["url"], type: attributes["type"], length: attributes["length"], source: .enclosure)
    case .mediaContent:
      item?.addMedia(url: attributes["url"], type: attributes["type"] ?? attributes["medium"], length: attributes["filesize"], source: .mediaContent)
    case .itunesImage: item?.setArtwork(attributes["href"] ?? attributes["url"])
    case .url where parent == .image: collect(element)
    default:
      if parent == .item, item?.wants(element) == true { collect(element) }
    }
  }

  private func readInChannel(_ element: FeedElement, parent: FeedElement?, _ attributes: AttributeList) {
    switch element {
    case .itunesImage where parent == .channel:
      channel.setArtwork(addresses.picture(attributes["href"] ?? attributes["url"]), isFromITunes: true)
    case .url where parent == .image: collect(element)
    case .title, .link, .description, .language, .itunesTitle, .itunesAuthor, .itunesSummary, .itunesSubtitle, .creator:
      if parent == .channel { collect(element) }
    default: break
    }
  }

  private func setInChannel(_ element: FeedElement) {
    switch element {
    case .url: channel.setArtwork(addresses.picture(text.string), isFromITunes: false)
    case .link:
      if channel.websiteURL == nil { channel.websiteURL = addresses.page(text.string) }
    default: channel.set(element, text)
    }
  }
}
