/// A row that is to be found again after its collection has changed.
@MainActor
protocol FoundRow: ListRow {
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
  ///   - id: The id of the element at a place.
  /// - Returns: Whether any row has another position than before.
  static func find<Row: FoundRow>(_ rows: [Row], change: Int, count: Int, id: (Int) -> Row.ID) -> Bool {
    func isAt(_ row: Row, _ position: Int) -> Bool { position >= 0 && position < count && id(position) == row.id }
    let displaced = rows.filter { row in row.position.map { !isAt(row, $0) } ?? true }
    guard !displaced.isEmpty else { return false }
    var shift = change
    var lost: [Row.ID: Row] = [:]
    var places: [Int] = []
    var ordered = displaced.map { (place: $0.position ?? 0, row: $0) }
    // Not isolated: the runtime would ask at each comparison whether this is the main actor.
    ordered.sort { @Sendable in $0.place < $1.place }
    for (place, row) in ordered {
      if isAt(row, place + shift) {
        row.position = place + shift
      } else if shift != change, isAt(row, place + change) {
        shift = change
        row.position = place + shift
      } else {
        lost[row.id] = row
        places.append(place)
      }
    }
    for row in lost.values { row.position = nil }
    guard let first = places.first, let last = places.last, count > 0 else { return true }
    let near = max(0, min(first, first + change) - reach)..<max(0, min(count, max(last, last + change) + reach))
    search(&lost, in: near, id: id)
    guard lost.values.contains(where: \.isWorthSearching) else { return true }
    search(&lost, in: 0..<near.lowerBound, id: id)
    search(&lost, in: near.upperBound..<count, id: id)
    return true
  }

  private static func search<Row: FoundRow>(_ lost: inout [Row.ID: Row], in places: Range<Int>, id: (Int) -> Row.ID) {
    for place in places {
      guard !lost.isEmpty else { return }
      lost.removeValue(forKey: id(place))?.position = place
    }
  }
}
