internal import CGtk
internal import GtkBridge

/// All rows of a list, one source of them after another, as GTK asks for them.
///
/// GTK hears of changes one splice after another, and asks for rows in between: the last splices are told first, so that a position is
/// either one of the rows before, or of the rows after.
@MainActor
final class RowList {
  private(set) var model: RowModel!
  private var parts: [Part] = []
  /// How many rows GTK knows of.
  private(set) var count = 0
  /// The splices that GTK has not been told of, and the one that it is being told of: `nil` if it knows all.
  private var telling: (splices: ArraySlice<ItemsChange>, current: ItemsChange)?
  private weak var selection: (any RowSelecting)?

  private struct Part {
    let source: any RowSource
    let count: Int
    /// Where its rows begin.
    let start: Int
  }

  init(_ selection: any RowSelecting) {
    self.selection = selection
    model = RowModel(self)
    model.allowsSelection = selection.allowsSelection
  }

  /// Takes other sources, or what has changed in them, and tells GTK.
  ///
  /// - Parameter beforeTelling: Is done when the rows know what becomes of them, and GTK does not.
  func update(to sources: [any RowSource], beforeTelling: () -> Void) {
    let old = parts
    var start = 0
    parts = sources.map { source in
      defer { start += source.rowCount }
      return Part(source: source, count: source.rowCount, start: start)
    }
    let splices = RowDiff.limited(differences(from: old))
    if !splices.isEmpty {
      beforeTelling()
      tell(RowDiff.beginningAtShownRows(splices, shown: shownPositions(in: old)))
    }
    count = start
    for source in sources { source.rowsAreShown() }
  }

  private func shownPositions(in parts: [Part]) -> [Int] {
    var positions: [Int] = []
    for part in parts {
      for row in part.source.realizedRows.rows.values where row.isShown { positions.append(part.start + row.shownPosition) }
    }
    positions.sortByPlace()
    return positions
  }

  private func tell(_ splices: [ItemsChange]) {
    var rest = splices[...]
    while let splice = rest.popLast() {
      telling = (rest, splice)
      model.splice(at: splice.old, removed: splice.removed, added: splice.added)
    }
    telling = nil
  }

  private func differences(from old: [Part]) -> [ItemsChange] {
    let ids = old.map { ObjectIdentifier($0.source) }
    let newIDs = parts.map { ObjectIdentifier($0.source) }
    var (going, coming): (Set<Int>, Set<Int>) = ([], [])
    if ids != newIDs {
      for change in newIDs.difference(from: ids) {
        switch change {
        case .remove(let offset, _, _): going.insert(offset)
        case .insert(let offset, _, _): coming.insert(offset)
        }
      }
    }
    var splices: [ItemsChange] = []
    var (from, to) = (0, 0)
    while from < old.count || to < parts.count {
      if going.contains(from) {
        splices.append(ItemsChange(old: old[from].start, removed: old[from].count, new: start(to), added: 0))
        from += 1
      } else if coming.contains(to) {
        let before = from < old.count ? old[from].start : count
        splices.append(ItemsChange(old: before, removed: 0, new: parts[to].start, added: parts[to].count))
        to += 1
      } else {
        splices += within(old[from], parts[to])
        from += 1
        to += 1
      }
    }
    splices = splices.filter { $0.removed + $0.added > 0 }
    let hasMoves = !going.isEmpty && !Set(going.map { ids[$0] }).isDisjoint(with: coming.map { newIDs[$0] })
    return hasMoves ? RowDiff.merged(splices) : splices
  }

  private func start(_ part: Int) -> Int {
    part < parts.count ? parts[part].start : parts.last.map { $0.start + $0.count } ?? 0
  }

  private func within(_ old: Part, _ new: Part) -> [ItemsChange] {
    guard new.source.isPending || old.count != new.count else { return [] }
    return RowDiff.splices(new.source.realizedRows.known, oldCount: old.count, newCount: new.count)
      .map { $0.shifted(old: old.start, new: new.start) }
  }

  /// The source of a row, and where the row is in it.
  private func find(_ position: Int) -> (source: any RowSource, position: Int)? {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].start + parts[middle].count <= position { low = middle + 1 } else { high = middle }
    }
    guard low < parts.count else { return nil }
    return (parts[low].source, position - parts[low].start)
  }

  /// Where a row that GTK asks for is among the rows after the change; `nil` if it is about to go.
  private func settledPosition(_ position: Int) -> Int? {
    guard let (rest, current) = telling else { return position }
    if position >= current.old { return position - current.old + current.new }
    guard let last = rest.last(where: { $0.old <= position }) else { return position }
    return position < last.oldEnd ? nil : position - last.oldEnd + last.newEnd
  }

  /// Where the row of an id is now.
  func position(of id: AnyHashable) -> Int? {
    for part in parts { if let position = part.source.position(of: id) { return part.start + position } }
    return nil
  }

  /// Which element of a loop the row at a position is, if it is one.
  func forEachIndex(at position: Int) -> ForEachIndex? {
    find(position).flatMap { source, offset in offset < source.rowCount ? source.forEachIndex(at: offset) : nil }
  }

  /// What is written in the row at a position first; `nil` if that is not known without making it.
  func text(at position: Int) -> RowWords? {
    find(position).flatMap { source, offset in offset < source.rowCount ? source.text(at: offset) : nil }
  }

  /// The row at a position, with what it comes from; `nil` if there is none.
  func sourceRow(at position: Int) -> SourceRow? {
    find(position).flatMap { source, offset in offset < source.rowCount ? SourceRow(source: source, row: source.row(at: offset)) : nil }
  }

  /// Which element of a loop a row is by now; `nil` if it is gone.
  func forEachIndex(of row: SourceRow) -> ForEachIndex? {
    guard let position = row.row.position, position < row.source.rowCount, parts.contains(where: { $0.source === row.source }) else { return nil }
    return row.source.forEachIndex(at: position)
  }

  /// The value by which the row at a position is chosen.
  func selectionValue(at position: Int) -> AnyHashable? {
    guard let position = settledPosition(position), let (source, offset) = find(position), offset < source.rowCount else { return nil }
    return source.selectionValue(at: offset)
  }

  /// The values by which rows are chosen, of all rows: for a look at all of them.
  var selectionValues: some Sequence<AnyHashable> {
    parts.lazy.flatMap { part in (0..<part.source.rowCount).lazy.compactMap { part.source.selectionValue(at: $0) } }
  }
}

extension RowList: RowModelSource {
  func row(at position: Int) -> any RowContent {
    guard let settled = settledPosition(position), let (source, offset) = find(settled) else {
      return EmptyRow(at: position, among: RealizedRows())
    }
    // Between a change and the moment when GTK is told, nobody knows what is at its positions.
    if (telling == nil && source.isPending) || offset >= source.rowCount { return EmptyRow(at: offset, among: source.realizedRows) }
    return source.row(at: offset)
  }

  func isSelected(at position: Int) -> Bool {
    selectionValue(at: position).map { selection?.isSelected($0) ?? false } ?? false
  }

  func setSelection(_ selected: OpaquePointer, in mask: OpaquePointer) -> Bool {
    selection?.choose(Positions(selected), among: Positions(mask)) ?? false
  }
}

/// A row, and what it comes from.
struct SourceRow {
  let source: any RowSource
  let row: ListRow
}

/// Which rows are chosen, by their values.
@MainActor
protocol RowSelecting: AnyObject {
  /// Whether any row can be chosen.
  var allowsSelection: Bool { get }
  func isSelected(_ value: AnyHashable) -> Bool
  func choose(_ selected: Positions, among mask: Positions) -> Bool
}

/// Positions of rows, in GTK's set of them, which is borrowed.
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
