internal import GtkBridge

/// Keeps the views of the offscreen rows that contain changed state. Each ``ForEach`` has a cache of its own.
@MainActor
final class OffscreenRowCache {
  /// The maximum number of rows, which limits the memory that a long list uses.
  static let maxRows = 256

  /// The cached rows, with their objects in GTK's list model. The row that was added first comes first.
  @exclusivity(unchecked) private var rows: [(row: ListRow, object: GObjectReference?)] = []

  /// Adds a row. If the cache is full, evicts the row that was added first and destroys its views.
  func add(_ row: ListRow) {
    // The object is kept, too, because a row must keep its object as long as the row exists.
    rows.append((row, row.object.map { GObjectReference($0) }))
    if rows.count > Self.maxRows { rows.removeFirst().row.destroyViews() }
  }

  /// Removes a row from the cache. Returns whether it was cached.
  @discardableResult
  func remove(_ row: ListRow) -> Bool {
    guard !rows.isEmpty, let index = rows.firstIndex(where: { $0.row === row }) else { return false }
    rows.remove(at: index)
    return true
  }

  /// Removes all rows without destroying their views.
  func removeAll() {
    rows = []
  }
}
