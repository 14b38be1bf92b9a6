import Foundation
import Podcasts

/// Decides which items of a feed are the same episode, and which `guid` each episode gets.
enum ItemIdentity {
  /// Whether a `guid` identifies nothing: it is empty, or a word that programs write for a missing value.
  static func isMissing(_ guid: String) -> Bool {
    // The longest of the words has 9 bytes.
    guid.isEmpty || guid.utf8.count <= 9 && ["null", "(null)", "undefined", "none", "nil"].contains(guid.lowercased())
  }

  /// Returns the items without duplicates, in the same order, each with a different `guid`. Also returns the titles of
  /// the items that had no `guid`, got another `guid`, or were removed as duplicates.
  ///
  /// An item without a `guid` (`isGUIDFromAudio`) gets the address of its page as the `guid`, because this address
  /// changes less often than the address of the audio. The `guid` is the address of the audio if the item has no page,
  /// if the page is the show's page (`website`), or if several items without a `guid` have the same page.
  static func identified(
    _ items: [ItemDraft.Finished], website: URL?
  ) -> (items: [Podcast.Item], repairedTitles: [String]) {
    var pageCounts: [URL: Int] = [:]
    for item in items where item.isGUIDFromAudio {
      if let page = item.page { pageCounts[page, default: 0] += 1 }
    }
    let itemsWithPageGUIDs = items.map { finished in
      var item = finished.item
      if finished.isGUIDFromAudio, let page = finished.page, page != website, pageCounts[page] == 1 {
        item.guid = page.absoluteString
      }
      return item
    }
    let result = distinct(itemsWithPageGUIDs)
    let repairedIndices = items.indices.filter { items[$0].isGUIDFromAudio || result.repairedIndices.contains($0) }
    return (result.items, repairedIndices.map { items[$0].item.title })
  }

  /// Makes each `guid` unique. Returns the remaining items, and the indices of the items that were removed or got
  /// another `guid`.
  ///
  /// Of items with the same `guid` and the same audio, only the first is kept, because the feed lists one episode
  /// several times. Items with the same `guid` and different audio are different episodes. The oldest item keeps the
  /// `guid`, because it had the `guid` first. The `guid` of the others is the address of their audio. So an episode's
  /// identity does not change when a newer item arrives with the same `guid`.
  private static func distinct(_ items: [Podcast.Item]) -> (items: [Podcast.Item], repairedIndices: Set<Int>) {
    var indicesByGUID: [String: [Int]] = [:]
    for (index, item) in items.enumerated() { indicesByGUID[item.guid, default: []].append(index) }
    guard indicesByGUID.count < items.count else { return (items, []) }

    var result = items
    for indices in indicesByGUID.values where indices.count > 1 {
      // The oldest item is the first by date. An item without a date counts as older than items with dates. Of items
      // with the same date or without dates, the last in the feed counts as the oldest, because most feeds list the
      // newest item first.
      let oldestIndex = indices.min {
        (items[$0].publishedAt ?? .distantPast, -$0) < (items[$1].publishedAt ?? .distantPast, -$1)
      }
      for index in indices where items[index].enclosure.url != oldestIndex.map({ items[$0].enclosure.url }) {
        result[index].guid = items[index].enclosure.url.absoluteString
      }
    }
    var keptGUIDs: Set<String> = []
    var kept: [Podcast.Item] = []
    var repairedIndices: Set<Int> = []
    for (index, item) in result.enumerated() {
      let isKept = keptGUIDs.insert(item.guid).inserted
      if isKept { kept.append(item) }
      if !isKept || item.guid != items[index].guid { repairedIndices.insert(index) }
    }
    return (kept, repairedIndices)
  }
}
