/// A row that displays an element of a collection. After a change of the collection, ``RowSearch`` finds the row's new
/// position.
@MainActor
protocol TrackedRow: ListRow {
  associatedtype ID: Hashable
  var id: ID { get }
  /// Whether the whole collection is searched for the row. `true` if the row has the focus, or state that was changed.
  /// Any other row may count as removed if it has moved far, because the row has no state that could be lost.
  var isWorthSearching: Bool { get }
}

/// Finds the new positions of existing rows after a change of their collection.
@MainActor
enum RowSearch {
  /// The distance around the expected positions within which a row is searched first. The expected positions are the
  /// former position, and the former position plus the change of the number of elements. A row that has moved further
  /// is probably offscreen.
  private static let searchDistance = 512

  /// Sets each row's new position, or `nil` if the row was removed or counts as removed.
  ///
  /// - Parameters:
  ///   - rows: The rows, with their former positions.
  ///   - countChange: The new number of elements minus the former number.
  ///   - count: The new number of elements.
  ///   - isElement: Returns whether the row's element is at a position. This closure and `id` are isolated to the main
  ///     actor, because otherwise the runtime would check the isolation for each row.
  ///   - id: Returns the id of the element at a position.
  /// - Returns: Whether any row has a new position or was removed.
  static func updatePositions<Row: TrackedRow>(
    of rows: [Row], countChange: Int, count: Int, isElement: @MainActor (_ row: Row, _ position: Int) -> Bool,
    id: @MainActor (_ position: Int) -> Row.ID
  ) -> Bool {
    func matches(_ row: Row, _ position: Int) -> Bool { position >= 0 && position < count && isElement(row, position) }
    // The distance by which the last found row has moved. The next row has probably moved by the same distance.
    var currentShift = 0
    var hasMoved = false
    // The rows that are at none of the expected positions, and the lowest and highest of their former positions.
    var lost: [Row.ID: Row] = [:]
    var (lowestLost, highestLost) = (Int.max, Int.min)
    for row in rows {
      let position = row.position ?? 0
      if !matches(row, position + currentShift) {
        // Rows before an inserted or removed range keep their position. Rows after the range move by `countChange`.
        if currentShift != countChange, matches(row, position + countChange) {
          currentShift = countChange
        } else if currentShift != 0, matches(row, position) {
          currentShift = 0
        } else {
          lost[row.id] = row
          (lowestLost, highestLost) = (min(lowestLost, position), max(highestLost, position))
          continue
        }
      }
      hasMoved = hasMoved || row.position != position + currentShift
      row.position = position + currentShift
    }
    guard !lost.isEmpty else { return hasMoved }
    for row in lost.values { row.position = nil }
    guard count > 0 else { return true }
    let nearStart = max(0, min(lowestLost, lowestLost + countChange) - searchDistance)
    let nearEnd = max(0, min(count, max(highestLost, highestLost + countChange) + searchDistance))
    let near = nearStart..<nearEnd
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
