/// A row whose position is searched again after its collection has changed.
@MainActor
protocol TrackedRow: ListRow {
  associatedtype ID: Hashable
  var id: ID { get }
  /// Whether the whole collection is searched for the row. `true` if the row has state or focus. Otherwise a row that
  /// has moved far counts as removed, because it loses neither.
  var isWorthSearching: Bool { get }
}

/// Finds the new positions of existing rows after a change of their collection.
@MainActor
enum RowSearch {
  /// The number of positions before and after the existing rows in which a moved row is searched. A row that has moved
  /// further is offscreen.
  private static let searchDistance = 512

  /// Sets each row's new position, or `nil` if the row was removed or moved far away.
  ///
  /// - Parameters:
  ///   - change: The new number of elements minus the old number.
  ///   - count: The number of elements.
  ///   - isAt: Returns whether the row's element is at a position. This closure and `id` are isolated to the main
  ///     actor, because otherwise the runtime would check the isolation for each row.
  ///   - id: Returns the id of the element at a position.
  /// - Returns: Whether any row has a new position.
  static func find<Row: TrackedRow>(
    _ rows: [Row], change: Int, count: Int, isAt: @MainActor (Row, Int) -> Bool, id: @MainActor (Int) -> Row.ID
  ) -> Bool {
    func matches(_ row: Row, _ position: Int) -> Bool { position >= 0 && position < count && isAt(row, position) }
    var shift = 0
    var hasMoved = false
    var lost: [Row.ID: Row] = [:]
    var (first, last) = (Int.max, Int.min)
    for row in rows {
      let position = row.position ?? 0
      if !matches(row, position + shift) {
        // Rows before an insertion or a removal keep their position. Rows after it are shifted by the change of the
        // count.
        if shift != change, matches(row, position + change) {
          shift = change
        } else if shift != 0, matches(row, position) {
          shift = 0
        } else {
          lost[row.id] = row
          (first, last) = (min(first, position), max(last, position))
          continue
        }
      }
      hasMoved = hasMoved || row.position != position + shift
      row.position = position + shift
    }
    guard !lost.isEmpty else { return hasMoved }
    for row in lost.values { row.position = nil }
    guard count > 0 else { return true }
    let near =
      max(
        0, min(first, first + change) - searchDistance)..<max(0, min(count, max(last, last + change) + searchDistance))
    search(&lost, in: near, id: id)
    guard lost.values.contains(where: \.isWorthSearching) else { return true }
    search(&lost, in: 0..<near.lowerBound, id: id)
    search(&lost, in: near.upperBound..<count, id: id)
    return true
  }

  /// Sets the positions of the lost rows that are in a range, and removes these rows from `lost`.
  private static func search<Row: TrackedRow>(
    _ lost: inout [Row.ID: Row], in positions: Range<Int>, id: @MainActor (Int) -> Row.ID
  ) {
    for position in positions {
      guard !lost.isEmpty else { return }
      lost.removeValue(forKey: id(position))?.position = position
    }
  }
}
