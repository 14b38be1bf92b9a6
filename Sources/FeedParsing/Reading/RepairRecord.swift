import Podcasts

/// The defects of a feed that were found so far.
struct RepairRecord {
  /// The largest number of items' titles in a repair, and the longest title, in bytes.
  private static let titleLimit = (count: 5, length: 200)

  private var repairs: [FeedRepair.Kind: FeedRepair] = [:]

  /// The repairs in the order of their kinds.
  var all: [FeedRepair] { FeedRepair.Kind.allCases.compactMap { repairs[$0] } }

  /// Adds a defect of the document or of the channel.
  mutating func add(_ kind: FeedRepair.Kind) {
    if repairs[kind] == nil { repairs[kind] = FeedRepair(kind) }
  }

  /// Adds a defect of an item. The title may be empty.
  mutating func add(_ kind: FeedRepair.Kind, item title: String) {
    var repair = repairs[kind] ?? FeedRepair(kind)
    repair.itemCount += 1
    if repair.items.count < Self.titleLimit.count, !title.isEmpty {
      let bytes = Array(title.utf8)
      repair.items.append(
        bytes.count > Self.titleLimit.length
          ? String(decoding: bytes.prefixOfCharacters(Self.titleLimit.length), as: UTF8.self) : title)
    }
    repairs[kind] = repair
  }
}
