import Foundation
import Podcasts

/// Receives a feed's elements in their order, and builds a `Podcast` from them.
///
/// It keeps no tree: only the open elements, the text that is being read, and the current item.
final class FeedReader: ElementReceiver {
  /// The repairs of values and items.
  private(set) var repairs = RepairRecord()

  let limits: FeedLimits
  let addresses: FeedAddresses
  var channel: ChannelDraft
  // Checks of exclusive access are off here: they took 4 % of the instructions of `Scripts/dev/bench-engine parsing`.
  // The parser calls its reader sequentially, and no call is nested in another.
  @exclusivity(unchecked) private var open: [FeedElement] = []
  @exclusivity(unchecked) private var item: ItemDraft?
  private var items: [ItemDraft.Finished] = []
  private var itemCount = 0
  @exclusivity(unchecked) private var collected: CollectedElement?
  @exclusivity(unchecked) private var text = CollectedText()
  /// How many elements were open in an element that is skipped, itself included.
  @exclusivity(unchecked) private var depthOfSkipped: Int?
  @exclusivity(unchecked) private var isCut = false

  init(source: URL?, limits: FeedLimits) {
    self.limits = limits
    addresses = FeedAddresses(source: source, limit: limits.addressLength)
    channel = ChannelDraft(addresses: addresses)
  }

  var hasItems: Bool { !items.isEmpty }

  /// Returns the podcast, after the last element. Throws `.noEpisodes` without items.
  func podcast() throws(FeedParsingError) -> Podcast {
    if let failure { throw failure }
    guard !items.isEmpty else { throw .noEpisodes(title: channel.podcast(items: []).title) }
    let result = ItemIdentity.identified(items, website: channel.websiteURL)
    result.repairedTitles.forEach { repairs.add(.guid, item: $0) }
    return channel.podcast(items: result.items)
  }

  override func elementStarted(_ element: FeedElement, attributes: AttributeList) {
    guard failure == nil, !isCut else { return }
    let parent = open.last ?? .other
    open.append(element)
    guard depthOfSkipped == nil else { return }
    switch element {
    case .cut:
      isCut = true
      item = nil
      collected = nil
    case .tooDeep: if collected != nil { text.drop() }
    case .liveItem: depthOfSkipped = open.count
    case .item:
      endItem()
      beginItem()
    case .other: break
    default:
      // Atom's authors have a name and an address.
      if element == .name, collected?.element == .author { collected = nil }
      guard collected == nil else { return }
      let start = StartedElement(element: element, parent: parent, attributes: attributes, limits: limits)
      let isWanted = item != nil ? item?.begin(start, addresses: addresses) == true : channel.begin(start)
      if start.isShortened { noteLongValue() }
      if isWanted { collect(start) }
    }
  }

  override func elementEnded() {
    guard failure == nil, !isCut, let ended = open.popLast() else { return }
    if let depth = depthOfSkipped {
      if open.count < depth { depthOfSkipped = nil }
      return
    }
    if let collected, collected.depth > open.count { end(collected) }
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

  /// Adds an item if it has media, and records its defects.
  func add(_ draft: ItemDraft) {
    if draft.hasUnreadableDate { repairs.add(.date, item: draft.titleOrGUID) }
    if draft.hasLongValue { repairs.add(.longValue, item: draft.titleOrGUID) }
    if draft.isSkipped {
      repairs.add(.skippedItem, item: draft.titleOrGUID)
    } else if let item = draft.finished(addresses: addresses) {
      items.append(item)
    }
  }

  /// Records a value that was too long. It is in the current item, or in the channel if there is no item.
  func noteLongValue() {
    if item == nil { repairs.add(.longValue) } else { item?.hasLongValue = true }
  }

  private func collect(_ start: StartedElement) {
    let kind = TextKind(start.element)
    collected = CollectedElement(element: start.element, parent: start.parent, depth: open.count)
    text.begin(limit: kind.limit(limits), keepsBeginning: kind.keepsBeginning)
  }

  private func end(_ collected: CollectedElement) {
    self.collected = nil
    text.end()
    if text.isShortened {
      noteLongValue()
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
  /// How many elements were open at its start, itself included.
  var depth: Int
}

/// An element at its start, with its attributes, which are borrowed.
final class StartedElement {
  let element: FeedElement
  let parent: FeedElement
  private let attributes: AttributeList
  private let limits: FeedLimits
  /// Whether a value was longer than its limit.
  private(set) var isShortened = false

  init(element: FeedElement, parent: FeedElement, attributes: AttributeList, limits: FeedLimits) {
    self.element = element
    self.parent = parent
    self.attributes = attributes
    self.limits = limits
  }

  /// Returns the unresolved address in an attribute, or `nil` if it is missing or too long.
  func address(_ attribute: FeedAttribute) -> String? {
    guard let value = attributes[attribute] else { return nil }
    guard value.utf8.count <= limits.addressLength else {
      isShortened = true
      return nil
    }
    return value
  }

  /// Returns a short value, such as a type, without white space at both ends. Returns `nil` if it is missing or empty.
  func value(_ attribute: FeedAttribute) -> String? { shortened(attribute, limit: limits.valueLength) }

  /// Returns a title or a name as plain text. Empty if it is missing.
  func title(_ attribute: FeedAttribute) -> String {
    shortened(attribute, limit: limits.titleLength).map { TitleText.text(Array($0.utf8)) } ?? ""
  }

  private func shortened(_ attribute: FeedAttribute, limit: Int) -> String? {
    guard let value = attributes[attribute]?.trimmed, !value.isEmpty else { return nil }
    guard value.utf8.count > limit else { return value }
    isShortened = true
    return String(decoding: Array(value.utf8).prefixOfCharacters(limit), as: UTF8.self)
  }
}
