/// The rows of a source that have a GObject, because GTK requested them and still holds them.
@MainActor
final class RealizedRows {
  private(set) var rows: [ObjectIdentifier: ListRow] = [:]

  func note(_ row: ListRow) {
    rows[ObjectIdentifier(row)] = row.item != nil ? row : nil
  }

  /// The new and the old positions of the rows, ordered by old position.
  var known: [RowDiff.Known] {
    // Both positions are packed into one number, because a list has fewer rows than 2 to the power of 32.
    var all: [Int] = []
    all.reserveCapacity(rows.count)
    for row in rows.values { all.append(row.shownPosition << 32 | ((row.position ?? -1) + 1)) }
    all.sortByPlace(above: 32)
    var known: [RowDiff.Known] = []
    known.reserveCapacity(all.count)
    for both in all where known.last?.old != both >> 32 {
      let new = both & 0xffff_ffff
      known.append(RowDiff.Known(old: both >> 32, new: new > 0 ? new - 1 : nil))
    }
    return known
  }

  /// Marks the rows as being at their new positions. GTK may still hold the object of a removed row, but its list does not.
  func settle() {
    var isAnyGone = false
    for row in rows.values {
      if let position = row.position { row.shownPosition = position } else { isAnyGone = true }
    }
    if isAnyGone { rows = rows.filter { $0.value.position != nil } }
  }
}
