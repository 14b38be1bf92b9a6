import Foundation
import Podcasts

/// Receives a feed's elements in their order, and builds a `Podcast` from them.
///
/// The reader does not build a tree. It stores only the open elements, the text that is being read, the current item,
/// and the complete items.
final class FeedReader: ElementReceiver {
  /// The repairs of values and items.
  private(set) var repairs = RepairRecord()

  let limits: FeedLimits
  let addresses: FeedAddresses
  var channel: ChannelDraft
  // `@exclusivity(unchecked)` is safe because the parser calls its reader sequentially, and no call is nested in
  // another. The checks took 4 % of the instructions of the parsing benchmark (`Scripts/dev/bench-engine parsing`).
  /// The open elements, the outermost first.
  @exclusivity(unchecked) private var openElements: [FeedElement] = []
  /// The current item.
  @exclusivity(unchecked) private var item: ItemDraft?
  /// The complete items with media.
  private var items: [ItemDraft.Finished] = []
  /// The number of items in the feed so far, with or without media.
  private var itemCount = 0
  /// The element whose text is being collected.
  @exclusivity(unchecked) private var collected: CollectedElement?
  /// The text of ``collected`` so far.
  @exclusivity(unchecked) private var text = CollectedText()
  /// The depth of the element that is skipped with its content. `nil` if no element is skipped.
  @exclusivity(unchecked) private var skippedDepth: Int?
  /// Whether the document was cut off. Then no more elements are read.
  @exclusivity(unchecked) private var isCut = false

  init(source: URL?, limits: FeedLimits) {
    self.limits = limits
    addresses = FeedAddresses(source: source, maxLength: limits.addressLength)
    channel = ChannelDraft(addresses: addresses)
  }

  var hasItems: Bool { !items.isEmpty }

  /// Returns the podcast, after the last element. Throws ``failure`` if there is one, or `.noEpisodes` if no item has
  /// media.
  func podcast() throws(FeedParsingError) -> Podcast {
    if let failure { throw failure }
    guard !items.isEmpty else { throw .noEpisodes(title: channel.podcast(items: []).title) }
    let result = ItemIdentity.identified(items, website: channel.websiteURL)
    result.repairedTitles.forEach { repairs.add(.guid, item: $0) }
    return channel.podcast(items: result.items)
  }

  override func elementStarted(_ element: FeedElement, attributes: AttributeList) {
    guard failure == nil, !isCut else { return }
    let parent = openElements.last ?? .other
    openElements.append(element)
    guard skippedDepth == nil else { return }
    switch element {
    case .cut:
      isCut = true
      item = nil
      collected = nil
    case .tooDeep: if collected != nil { text.discard() }
    case .liveItem: skippedDepth = openElements.count
    case .item:
      endItem()
      beginItem()
    case .other: break
    default:
      // In Atom, an author has no text, but a child element with the name. Collect the text of the child instead.
      if element == .name, collected?.element == .author { collected = nil }
      guard collected == nil else { return }
      let start = StartedElement(element: element, parent: parent, attributes: attributes, limits: limits)
      let needsText = item != nil ? item?.begin(start, addresses: addresses) == true : channel.begin(start)
      if start.hasLongValue { recordLongValue() }
      if needsText { collect(start) }
    }
  }

  override func elementEnded() {
    guard failure == nil, !isCut, let ended = openElements.popLast() else { return }
    if let depth = skippedDepth {
      if openElements.count < depth { skippedDepth = nil }
      return
    }
    if let collected, collected.depth > openElements.count { end(collected) }
    if ended == .item { endItem() }
  }

  override func textFound(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil, collected != nil else { return }
    text.append(bytes)
  }
}

extension FeedReader {
  private func beginItem() {
    itemCount += 1
    if itemCount > limits.itemCount { fail(.hostile(reason: "It has more than \(limits.itemCount) items.")) }
    collected = nil
    item = ItemDraft()
  }

  private func endItem() {
    guard let draft = item else { return }
    item = nil
    add(draft)
  }

  /// Adds an item if it has media and is not skipped. Records the item's defects.
  func add(_ draft: ItemDraft) {
    if draft.hasUnreadableDate { repairs.add(.date, item: draft.titleOrGUID) }
    if draft.hasLongValue { repairs.add(.longValue, item: draft.titleOrGUID) }
    if draft.isSkipped {
      repairs.add(.skippedItem, item: draft.titleOrGUID)
    } else if let item = draft.finished(addresses: addresses) {
      items.append(item)
    }
  }

  /// Records that a value of the current item was too long, or a value of the channel if there is no current item.
  func recordLongValue() {
    if item == nil { repairs.add(.longValue) } else { item?.hasLongValue = true }
  }

  /// Begins to collect the text of an element.
  private func collect(_ start: StartedElement) {
    let kind = TextKind(start.element)
    collected = CollectedElement(element: start.element, parent: start.parent, depth: openElements.count)
    text.begin(limit: kind.limit(limits), keepsBeginning: kind.keepsBeginning)
  }

  /// Ends the text of an element, and passes the text to the current item, or to the channel if there is no current
  /// item. An item whose `guid` is too long is skipped.
  private func end(_ collected: CollectedElement) {
    self.collected = nil
    text.end()
    if text.isShortened {
      recordLongValue()
      if collected.element == .guid || collected.element == .atomID { item?.isSkipped = true }
      guard text.keepsBeginning else { return }
    }
    if item != nil {
      item?.end(collected, text.bytes, addresses: addresses)
    } else {
      channel.end(collected, text.bytes)
    }
  }
}

/// An element whose text is being collected.
struct CollectedElement {
  var element: FeedElement
  var parent: FeedElement
  /// How many elements were open at the start of the element, including the element.
  var depth: Int
}

/// The start of an element. The attributes are valid only during libxml2's callback.
final class StartedElement {
  let element: FeedElement
  let parent: FeedElement
  private let attributes: AttributeList
  private let limits: FeedLimits
  /// Whether a value that was read so far was longer than its limit.
  private(set) var hasLongValue = false

  init(element: FeedElement, parent: FeedElement, attributes: AttributeList, limits: FeedLimits) {
    self.element = element
    self.parent = parent
    self.attributes = attributes
    self.limits = limits
  }

  /// Returns the address in an attribute. The address may be relative. Returns `nil` if the attribute is missing or too
  /// long.
  func address(_ attribute: FeedAttribute) -> String? {
    guard let value = attributes[attribute] else { return nil }
    guard value.utf8.count <= limits.addressLength else {
      hasLongValue = true
      return nil
    }
    return value
  }

  /// Returns a short value, such as a type, without white space at both ends. Returns `nil` if the value is missing or
  /// empty. A value that is too long is shortened.
  func shortValue(_ attribute: FeedAttribute) -> String? { shortened(attribute, limit: limits.valueLength) }

  /// Returns a title or a name as plain text. Empty if the attribute is missing. A text that is too long is shortened.
  func plainText(_ attribute: FeedAttribute) -> String {
    shortened(attribute, limit: limits.titleLength).map { TitleText.text(Array($0.utf8)) } ?? ""
  }

  private func shortened(_ attribute: FeedAttribute, limit: Int) -> String? {
    guard let value = attributes[attribute]?.trimmed, !value.isEmpty else { return nil }
    guard value.utf8.count > limit else { return value }
    hasLongValue = true
    return String(decoding: Array(value.utf8).prefixOfCharacters(limit), as: UTF8.self)
  }
}
