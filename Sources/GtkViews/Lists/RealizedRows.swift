/// The realized rows of a source: the rows for which GTK holds an object.
@MainActor
final class RealizedRows {
  private(set) var rows: [ObjectIdentifier: ListRow] = [:]

  /// Adds a row if it has an object, otherwise removes it.
  func note(_ row: ListRow) {
    rows[ObjectIdentifier(row)] = row.item != nil ? row : nil
  }

  /// The new and the old positions of the rows, ordered by old position.
  var known: [RowDiff.Known] {
    // Both positions are packed into one number, because a list has fewer rows than 2 to the power of 32.
    var all: [Int] = []
    all.reserveCapacity(rows.count)
    for row in rows.values { all.append(row.shownPosition << 32 | ((row.position ?? -1) + 1)) }
    all.sortByPosition(above: 32)
    var known: [RowDiff.Known] = []
    known.reserveCapacity(all.count)
    for both in all where known.last?.old != both >> 32 {
      let new = both & 0xffff_ffff
      known.append(RowDiff.Known(old: both >> 32, new: new > 0 ? new - 1 : nil))
    }
    return known
  }

  /// Records that GTK was notified of the rows' positions. Forgets removed rows, although GTK may still hold their
  /// objects.
  func settle() {
    var isAnyGone = false
    for row in rows.values {
      if let position = row.position { row.shownPosition = position } else { isAnyGone = true }
    }
    if isAnyGone { rows = rows.filter { $0.value.position != nil } }
  }
}
