/// A row that is to be found again after its collection has changed.
@MainActor
protocol TrackedRow: ListRow {
  associatedtype ID: Hashable
  var id: ID { get }
  /// Whether something would be missed if it was taken for gone while it is only far away: then all of the collection is searched.
  var isWorthSearching: Bool { get }
}

/// Finds where the rows that are there are after a change of their collection.
@MainActor
enum RowSearch {
  /// How far around the rows that are there one that has moved is searched. What has moved further is out of sight.
  private static let reach = 512

  /// Gives each row its new position, or `nil` if it is gone or out of sight.
  ///
  /// - Parameters:
  ///   - change: How many more elements there are than before.
  ///   - count: How many there are.
  ///   - id: The id of the element at a place. It is typed as the main actor's: otherwise the runtime would ask at each row whether this is it.
  /// - Returns: Whether any row has another position than before.
  static func find<Row: TrackedRow>(_ rows: [Row], change: Int, count: Int, id: @MainActor (Int) -> Row.ID) -> Bool {
    func isAt(_ row: Row, _ position: Int) -> Bool { position >= 0 && position < count && id(position) == row.id }
    var shift = 0
    var hasMoved = false
    var lost: [Row.ID: Row] = [:]
    var places: [Int] = []
    for key in ordered(rows) {
      let (place, row) = (key >> 32, rows[key & 0xffff_ffff])
      if !isAt(row, place + shift) {
        // Most of the rows before a change are where they were, and those behind it are further by as many as there are more.
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

  /// The places of rows, each with the row's index in its lower half, from the first place to the last. Numbers are sorted, and not rows: that is not
  /// generic code.
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
