/// The realized rows of one source of rows, such as a ``ForEach``. A row is realized while GTK has an object for it.
@MainActor
final class RealizedRows {
  /// The rows, by their `ObjectIdentifier`.
  private(set) var rows: [ObjectIdentifier: ListRow] = [:]

  /// Adds a row that now has an object, or removes a row that no longer has one.
  func objectDidChange(of row: ListRow) {
    rows[ObjectIdentifier(row)] = row.object != nil ? row : nil
  }

  /// The old and the new positions of the rows, ordered by old position. The old position is
  /// ``ListRow/notifiedPosition``: the last one of which GTK was notified, or the initial position of a new row.
  var positions: [RowDiff.RowPositions] {
    // Each row is packed into one number. The upper 32 bits are the old position. The lower 32 bits are the new
    // position plus 1, or 0 for a removed row. A list has fewer than 2 to the power of 32 rows.
    var packedRows: [Int] = []
    packedRows.reserveCapacity(rows.count)
    for row in rows.values { packedRows.append(row.notifiedPosition << 32 | ((row.position ?? -1) + 1)) }
    packedRows.sortByPosition(shiftedBy: 32)
    var positions: [RowDiff.RowPositions] = []
    positions.reserveCapacity(packedRows.count)
    // GTK may request a row of the new list before GTK is notified of the change. The old position of this row may also
    // be the old position of another row. Of rows with the same old position, only the first is returned. A removed row
    // comes first, because its lower bits are 0.
    for packed in packedRows where positions.last?.old != packed >> 32 {
      let new = packed & 0xffff_ffff
      positions.append(RowDiff.RowPositions(old: packed >> 32, new: new > 0 ? new - 1 : nil))
    }
    return positions
  }

  /// Called after GTK has been notified of the rows' new positions. Forgets the removed rows, although GTK may still
  /// hold their objects.
  func changesWereEmitted() {
    var hasRemovedRows = false
    for row in rows.values {
      if let position = row.position { row.notifiedPosition = position } else { hasRemovedRows = true }
    }
    if hasRemovedRows { rows = rows.filter { $0.value.position != nil } }
  }
}
