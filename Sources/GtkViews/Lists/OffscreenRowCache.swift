internal import GtkBridge

/// The rows of a list that are out of sight, and that are kept because a person has changed something in them.
@MainActor
final class OffscreenRowCache {
  /// So many rows are kept. The memory that a list needs does not depend on its length, nor on how much of it was looked at.
  static let limit = 256

  /// The one that has rested longest is the first.
  @exclusivity(unchecked) private var rows: [(row: ListRow, object: GObjectReference?)] = []

  func add(_ row: ListRow) {
    // The object is kept too: it is the same for the same id.
    rows.append((row, row.item.map { GObjectReference($0) }))
    if rows.count > Self.limit { rows.removeFirst().row.end() }
  }

  /// Stops keeping a row. Whether it was kept.
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
