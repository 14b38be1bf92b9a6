import Podcasts

/// The repairs of a feed so far: one for each kind of defect that was found.
struct RepairRecord {
  /// How many titles of items a repair lists at most.
  private static let maxTitleCount = 5
  /// The maximal length of a listed title, in bytes. Longer titles are shortened.
  private static let maxTitleLength = 200

  private var repairs: [FeedRepair.Kind: FeedRepair] = [:]

  /// The repairs in the order of their kinds.
  var all: [FeedRepair] { FeedRepair.Kind.allCases.compactMap { repairs[$0] } }

  /// Adds a defect of the document or of the channel. Does nothing if a defect of this kind was already added.
  mutating func add(_ kind: FeedRepair.Kind) {
    if repairs[kind] == nil { repairs[kind] = FeedRepair(kind) }
  }

  /// Adds a defect of an item. The item is counted. Its title is listed if it is not empty and the list is not full.
  mutating func add(_ kind: FeedRepair.Kind, item title: String) {
    var repair = repairs[kind] ?? FeedRepair(kind)
    repair.itemCount += 1
    if repair.itemTitles.count < Self.maxTitleCount, !title.isEmpty {
      let bytes = Array(title.utf8)
      repair.itemTitles.append(
        bytes.count > Self.maxTitleLength
          ? String(decoding: bytes.prefixOfCharacters(Self.maxTitleLength), as: UTF8.self) : title)
    }
    repairs[kind] = repair
  }
}
