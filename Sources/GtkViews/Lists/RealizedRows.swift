/// The realized rows of a source, which are the rows for which GTK has an object.
@MainActor
final class RealizedRows {
  /// The rows by their identity.
  private(set) var rows: [ObjectIdentifier: ListRow] = [:]

  /// Adds a row if it has an object, otherwise removes it.
  func note(_ row: ListRow) {
    rows[ObjectIdentifier(row)] = row.item != nil ? row : nil
  }

  /// The new and the old positions of the rows, ordered by old position.
  var known: [RowDiff.Known] {
    // The upper 32 bits are the old position. The lower 32 bits are the new position plus 1, or 0 for a removed row. A
    // list has fewer than 2 to the power of 32 rows.
    var all: [Int] = []
    all.reserveCapacity(rows.count)
    for row in rows.values { all.append(row.notifiedPosition << 32 | ((row.position ?? -1) + 1)) }
    all.sortByPosition(above: 32)
    var known: [RowDiff.Known] = []
    known.reserveCapacity(all.count)
    for packed in all where known.last?.old != packed >> 32 {
      let new = packed & 0xffff_ffff
      known.append(RowDiff.Known(old: packed >> 32, new: new > 0 ? new - 1 : nil))
    }
    return known
  }

  /// Records that GTK was notified of the rows' positions. Forgets the removed rows, although GTK may still hold their
  /// objects.
  func settle() {
    var hasRemovedRows = false
    for row in rows.values {
      if let position = row.position { row.notifiedPosition = position } else { hasRemovedRows = true }
    }
    if hasRemovedRows { rows = rows.filter { $0.value.position != nil } }
  }
}
