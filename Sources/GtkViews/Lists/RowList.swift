internal import CGtk
internal import GtkBridge

/// All rows of a list. The rows come from sources, such as a ``ForEach``, in order. This type maps the positions of
/// GTK's list model to the rows of the sources.
///
/// An update of the list may emit several `items-changed` signals, and GTK requests rows between them. The change that
/// is nearest to the end of the list is emitted first. So during the emission, positions before the current change
/// refer to the old rows, and positions from the current change on refer to the new rows.
@MainActor
final class RowList {
  /// The list model that GTK uses.
  private(set) var model: RowModel!
  /// The sources with their ranges, in the order of the list.
  private var spans: [SourceSpan] = []
  /// The number of rows that GTK was notified of.
  private(set) var count = 0
  /// The change that is being emitted, and the remaining changes, which will be emitted later. `nil` if no change is
  /// being emitted.
  private var emission: (remaining: ArraySlice<ItemsChange>, current: ItemsChange)?
  /// The owner of the selection, such as a ``ListNode``.
  private weak var selectionOwner: (any RowSelecting)?

  /// A source, with the range of the list that its rows occupy.
  private struct SourceSpan {
    let source: any RowSource
    let count: Int
    /// The position of the first row.
    let start: Int
  }

  init(_ selectionOwner: any RowSelecting) {
    self.selectionOwner = selectionOwner
    model = RowModel(self)
    model.allowsSelection = selectionOwner.allowsSelection
  }

  /// Updates the sources and notifies GTK of the changes.
  ///
  /// - Parameter beforeEmitting: Called if there are changes, after the rows have their new positions and before GTK is
  ///   notified.
  func update(to sources: [any RowSource], beforeEmitting: () -> Void) {
    let old = spans
    var start = 0
    spans = sources.map { source in
      defer { start += source.rowCount }
      return SourceSpan(source: source, count: source.rowCount, start: start)
    }
    let changes = RowDiff.limited(differences(from: old))
    if !changes.isEmpty {
      beforeEmitting()
      // Extending the changes works around a defect of GTK that occurs only if rows are removed.
      let removesRows = changes.contains { $0.removed > 0 }
      emit(removesRows ? RowDiff.extendedOverUnboundRows(changes, boundPositions: boundPositions(in: old)) : changes)
    }
    count = start
    for source in sources { source.changesWereEmitted() }
  }

  /// Returns the old positions of the rows that are bound to list items, in order.
  private func boundPositions(in oldSpans: [SourceSpan]) -> [Int] {
    var positions: [Int] = []
    for span in oldSpans {
      for row in span.source.realizedRows.rows.values where row.isBound {
        positions.append(span.start + row.notifiedPosition)
      }
    }
    positions.sortByPosition()
    return positions
  }

  private func emit(_ changes: [ItemsChange]) {
    var remaining = changes[...]
    while let change = remaining.popLast() {
      emission = (remaining, change)
      model.splice(at: change.old, removed: change.removed, added: change.added)
    }
    emission = nil
  }

  /// Returns the changes from the old to the current sources and their rows, in order.
  private func differences(from old: [SourceSpan]) -> [ItemsChange] {
    let oldIDs = old.map { ObjectIdentifier($0.source) }
    let newIDs = spans.map { ObjectIdentifier($0.source) }
    var (removedSpans, insertedSpans): (Set<Int>, Set<Int>) = ([], [])
    if oldIDs != newIDs {
      for change in newIDs.difference(from: oldIDs) {
        switch change {
        case .remove(let offset, _, _): removedSpans.insert(offset)
        case .insert(let offset, _, _): insertedSpans.insert(offset)
        }
      }
    }
    var changes: [ItemsChange] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < spans.count {
      if removedSpans.contains(oldIndex) {
        changes.append(
          ItemsChange(
            old: old[oldIndex].start, removed: old[oldIndex].count, new: start(ofSpan: newIndex), added: 0))
        oldIndex += 1
      } else if insertedSpans.contains(newIndex) {
        let oldStart = oldIndex < old.count ? old[oldIndex].start : count
        changes.append(
          ItemsChange(old: oldStart, removed: 0, new: spans[newIndex].start, added: spans[newIndex].count))
        newIndex += 1
      } else {
        changes += rowChanges(from: old[oldIndex], to: spans[newIndex])
        oldIndex += 1
        newIndex += 1
      }
    }
    changes = changes.filter { $0.removed + $0.added > 0 }
    // A source that moves is both removed and inserted. All changes are then merged, so that the list never contains
    // the rows of this source twice between two emissions.
    let hasMoves =
      !removedSpans.isEmpty && !Set(removedSpans.map { oldIDs[$0] }).isDisjoint(with: insertedSpans.map { newIDs[$0] })
    return hasMoves ? RowDiff.merged(changes) : changes
  }

  /// Returns the position of the first row of a span, or the end of the list if there is no such span.
  private func start(ofSpan span: Int) -> Int {
    span < spans.count ? spans[span].start : spans.last.map { $0.start + $0.count } ?? 0
  }

  /// Returns the changes in the rows of a source that stays in the list.
  private func rowChanges(from old: SourceSpan, to new: SourceSpan) -> [ItemsChange] {
    guard new.source.hasUnemittedChanges || old.count != new.count else { return [] }
    return RowDiff.changes(new.source.realizedRows.positions, oldCount: old.count, newCount: new.count)
      .map { $0.shifted(old: old.start, new: new.start) }
  }

  /// Returns the source of the row at a position, and the row's offset, which is its position in this source. The
  /// offset is too large if the source has lost rows since the last update. `nil` if the list has no such row.
  private func source(at position: Int) -> (source: any RowSource, offset: Int)? {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].start + spans[middle].count <= position { low = middle + 1 } else { high = middle }
    }
    guard low < spans.count else { return nil }
    return (spans[low].source, position - spans[low].start)
  }

  /// Converts a position that GTK uses while changes are emitted to a position among the new rows. `nil` if the row
  /// will be removed by one of the remaining changes.
  private func positionAmongNewRows(_ position: Int) -> Int? {
    guard let (remaining, current) = emission else { return position }
    if position >= current.old { return position - current.old + current.new }
    guard let preceding = remaining.last(where: { $0.old <= position }) else { return position }
    return position < preceding.oldEnd ? nil : position - preceding.oldEnd + preceding.newEnd
  }

  /// Returns the current position of the row with an id. `nil` if the list has no such row.
  func position(of id: AnyHashable) -> Int? {
    for span in spans { if let position = span.source.position(of: id) { return span.start + position } }
    return nil
  }

  /// Returns the id by which code scrolls to the row at a position. `nil` if the row has none.
  func scrollID(at position: Int) -> AnyHashable? {
    source(at: position).flatMap { source, offset in offset < source.rowCount ? source.scrollID(at: offset) : nil }
  }

  /// Returns the index of the element that the row at a position displays. `nil` if the row is in no ``ForEach``.
  func forEachIndex(at position: Int) -> ForEachIndex? {
    source(at: position).flatMap { source, offset in offset < source.rowCount ? source.forEachIndex(at: offset) : nil }
  }

  /// Returns the first text of the row at a position, for type-ahead. `nil` if the text is unknown without creating the
  /// row's views.
  func text(at position: Int) -> TypeAheadText? {
    source(at: position).flatMap { source, offset in offset < source.rowCount ? source.text(at: offset) : nil }
  }

  /// Returns the row at a position with its source. Creates the row if it does not exist yet. `nil` if the list has no
  /// such position.
  func sourceRow(at position: Int) -> SourceRow? {
    source(at: position).flatMap { source, offset in
      offset < source.rowCount ? SourceRow(source: source, row: source.row(at: offset)) : nil
    }
  }

  /// Returns the index of the element that a row displays now. `nil` if the row was removed or is in no ``ForEach``.
  func forEachIndex(of sourceRow: SourceRow) -> ForEachIndex? {
    let source = sourceRow.source
    guard let offset = sourceRow.row.position, offset < source.rowCount, spans.contains(where: { $0.source === source })
    else { return nil }
    return source.forEachIndex(at: offset)
  }

  /// Returns the selection value of the row at a position that GTK uses. `nil` if the row cannot be selected.
  func selectionValue(at position: Int) -> AnyHashable? {
    guard let newPosition = positionAmongNewRows(position), let (source, offset) = source(at: newPosition),
      offset < source.rowCount
    else { return nil }
    return source.selectionValue(at: offset)
  }

  /// The selection values of all rows that can be selected. The values are computed during the iteration.
  var selectionValues: some Sequence<AnyHashable> {
    spans.lazy.flatMap { span in (0..<span.source.rowCount).lazy.compactMap { span.source.selectionValue(at: $0) } }
  }
}

extension RowList: RowModelSource {
  func row(at position: Int) -> any RowContent {
    guard let (source, offset) = validSource(of: position) else { return emptyRow(at: position) }
    return source.row(at: offset)
  }

  func existingRow(at position: Int) -> (any RowContent)? {
    guard let (source, offset) = validSource(of: position) else { return emptyRow(at: position) }
    return source.existingRow(at: offset)
  }

  /// Returns the source of the row at a position that GTK uses, and the row's offset in this source. `nil` if the
  /// position is invalid. All positions of a source are invalid from a change of the source until GTK is notified.
  private func validSource(of position: Int) -> (source: any RowSource, offset: Int)? {
    guard let newPosition = positionAmongNewRows(position), let (source, offset) = source(at: newPosition),
      offset < source.rowCount
    else { return nil }
    return emission == nil && source.hasUnemittedChanges ? nil : (source, offset)
  }

  /// Returns an empty row for an invalid position.
  private func emptyRow(at position: Int) -> EmptyRow {
    guard let newPosition = positionAmongNewRows(position), let (source, offset) = source(at: newPosition) else {
      return EmptyRow(at: position, among: RealizedRows())
    }
    return EmptyRow(at: offset, among: source.realizedRows)
  }

  func isSelected(at position: Int) -> Bool {
    selectionValue(at: position).map { selectionOwner?.isSelected($0) ?? false } ?? false
  }

  func setSelection(_ selected: OpaquePointer, in mask: OpaquePointer) -> Bool {
    selectionOwner?.setSelection(Positions(selected), among: Positions(mask)) ?? false
  }
}

/// A row with its source.
struct SourceRow {
  let source: any RowSource
  let row: ListRow
}

/// The owner of a list's selection. Each row that can be selected has a selection value.
@MainActor
protocol RowSelecting: AnyObject {
  /// Whether rows can be selected.
  var allowsSelection: Bool { get }
  /// Returns whether the row with a selection value is selected.
  func isSelected(_ value: AnyHashable) -> Bool
  /// Called when GTK changes the selection. Selects the rows in `selected`, and deselects the other rows in `mask`.
  /// Returns `false` if the list does not permit this selection.
  func setSelection(_ selected: Positions, among mask: Positions) -> Bool
}

/// A set of row positions. The `GtkBitset` is borrowed.
@MainActor
struct Positions: Sequence {
  private let bitset: OpaquePointer

  init(_ bitset: OpaquePointer) {
    self.bitset = bitset
  }

  var count: Int { Int(gtk_bitset_get_size(bitset)) }

  func contains(_ position: Int) -> Bool { gtk_bitset_contains(bitset, guint(position)) != 0 }

  func makeIterator() -> AnyIterator<Int> {
    var next: UInt64 = 0
    let (bitset, count) = (bitset, gtk_bitset_get_size(bitset))
    return AnyIterator {
      guard next < count else { return nil }
      defer { next += 1 }
      return Int(gtk_bitset_get_nth(bitset, guint(next)))
    }
  }
}
