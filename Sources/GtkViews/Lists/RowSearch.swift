/// A row that is searched after its collection has changed.
@MainActor
protocol TrackedRow: ListRow {
  associatedtype ID: Hashable
  var id: ID { get }
  /// Whether the row would lose state or focus if it were considered removed although it only moved far. In that case, the whole collection is
  /// searched.
  var isWorthSearching: Bool { get }
}

/// Searches the new positions of existing rows after a change of their collection.
@MainActor
enum RowSearch {
  /// The number of positions around the existing rows in which a moved row is searched. A row that moved further is offscreen.
  private static let reach = 512

  /// Sets each row's new position, or `nil` if the row was removed or moved far away.
  ///
  /// - Parameters:
  ///   - change: The new number of elements minus the old number.
  ///   - count: The number of elements.
  ///   - id: Returns the id of the element at a position. It is isolated to the main actor, because otherwise the runtime would check the isolation
  ///     for each row.
  /// - Returns: Whether any row has a new position.
  static func find<Row: TrackedRow>(_ rows: [Row], change: Int, count: Int, id: @MainActor (Int) -> Row.ID) -> Bool {
    func isAt(_ row: Row, _ position: Int) -> Bool { position >= 0 && position < count && id(position) == row.id }
    var shift = 0
    var hasMoved = false
    var lost: [Row.ID: Row] = [:]
    var places: [Int] = []
    for key in ordered(rows) {
      let (place, row) = (key >> 32, rows[key & 0xffff_ffff])
      if !isAt(row, place + shift) {
        // Most rows before a change keep their position. Rows after it are shifted by the change of the count.
        if shift != change, isAt(row, place + change) {
          shift = change
        } else if shift != 0, isAt(row, place) {
          shift = 0
        } else {
          lost[row.id] = row
          places.append(place)
          continue
        }
      }
      hasMoved = hasMoved || row.position != place + shift
      row.position = place + shift
    }
    for row in lost.values { row.position = nil }
    guard let first = places.first, let last = places.last, count > 0 else { return hasMoved || !lost.isEmpty }
    let near = max(0, min(first, first + change) - reach)..<max(0, min(count, max(last, last + change) + reach))
    search(&lost, in: near, id: id)
    guard lost.values.contains(where: \.isWorthSearching) else { return true }
    search(&lost, in: 0..<near.lowerBound, id: id)
    search(&lost, in: near.upperBound..<count, id: id)
    return true
  }

  /// Returns the positions of the rows in order, each with the row's index in its lower half. Numbers are sorted instead of rows, because sorting
  /// numbers is not generic code.
  private static func ordered(_ rows: [some ListRow]) -> [Int] {
    var keys: [Int] = []
    keys.reserveCapacity(rows.count)
    for index in rows.indices { keys.append((rows[index].position ?? 0) << 32 | index) }
    keys.sortByPlace(above: 32)
    return keys
  }

  private static func search<Row: TrackedRow>(_ lost: inout [Row.ID: Row], in places: Range<Int>, id: @MainActor (Int) -> Row.ID) {
    for place in places {
      guard !lost.isEmpty else { return }
      lost.removeValue(forKey: id(place))?.position = place
    }
  }
}
