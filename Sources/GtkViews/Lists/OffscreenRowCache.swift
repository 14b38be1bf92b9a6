internal import GtkBridge

/// The offscreen rows of a list that are kept because their state was changed.
@MainActor
final class OffscreenRowCache {
  /// The number of rows that are kept. A limit makes the memory of a list independent of its length and of how far it was scrolled.
  static let limit = 256

  /// The least recently added row comes first.
  @exclusivity(unchecked) private var rows: [(row: ListRow, object: GObjectReference?)] = []

  func add(_ row: ListRow) {
    // The object is kept too, because the same id must have the same object.
    rows.append((row, row.item.map { GObjectReference($0) }))
    if rows.count > Self.limit { rows.removeFirst().row.end() }
  }

  /// Removes a row from the cache. Returns whether it was cached.
  @discardableResult
  func remove(_ row: ListRow) -> Bool {
    guard !rows.isEmpty, let index = rows.firstIndex(where: { $0.row === row }) else { return false }
    rows.remove(at: index)
    return true
  }

  func letGo() {
    rows = []
  }
}
