import Foundation

/// Decides which items of a feed are the same episode, and by what they are known.
enum ItemIdentity {
  /// Whether a `guid` identifies nothing: it is empty, or what a program writes when it has none.
  static func isMissing(_ guid: String) -> Bool {
    guid.isEmpty || ["null", "(null)", "undefined", "none", "nil"].contains(guid.lowercased())
  }

  /// The items, each with a `guid` of its own, in the same order.
  ///
  /// Of items with the same `guid` and the same audio, only the first is kept: it is one episode, listed twice. Items with the same
  /// `guid` and different audio are different episodes, of which the oldest keeps the `guid`, since it had it first; the others are known
  /// by the address of their audio. So an episode's identity does not change when a newer one arrives with a `guid` that is in use.
  static func distinct(_ items: [ParsedFeed.Item]) -> [ParsedFeed.Item] {
    var indices: [String: [Int]] = [:]
    for (index, item) in items.enumerated() { indices[item.guid, default: []].append(index) }
    guard indices.count < items.count else { return items }

    var result = items
    for sharing in indices.values where sharing.count > 1 {
      // The oldest: the first by date, or the last in the feed where dates do not tell.
      let oldest = sharing.min { (items[$0].publishedAt ?? .distantPast, -$0) < (items[$1].publishedAt ?? .distantPast, -$1) }
      for index in sharing where items[index].enclosure.url != oldest.map({ items[$0].enclosure.url }) {
        result[index].guid = items[index].enclosure.url.absoluteString
      }
    }
    var known: Set<String> = []
    return result.filter { known.insert($0.guid).inserted }
  }
}
