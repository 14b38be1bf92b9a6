/// A range of rows that is replaced by other rows. GTK's list models emit the signal `items-changed` for each such
/// change.
struct ItemsChange: Equatable {
  /// The position in the old list at which the range begins.
  var old: Int
  /// The number of removed rows.
  var removed: Int
  /// The position in the new list at which the range begins.
  var new: Int
  /// The number of added rows.
  var added: Int

  var oldEnd: Int { old + removed }
  var newEnd: Int { new + added }

  /// Returns the change of a part of a list as a change of the whole list. `old` and `new` are the positions at which
  /// the part begins in the old and in the new list.
  func shifted(old: Int, new: Int) -> ItemsChange {
    ItemsChange(old: self.old + old, removed: removed, new: self.new + new, added: added)
  }
}

/// Computes the changes from an old to a new list of rows, for the signal `items-changed`.
///
/// A row is realized while GTK has an object for it. GTK realizes a few hundred rows of a list of any length. This type
/// compares only realized rows and only counts the others. So the cost of an update does not depend on the length of
/// the list.
enum RowDiff {
  /// The positions of a realized row.
  struct RowPositions: Equatable {
    /// The position in the old list.
    var old: Int
    /// The position in the new list. `nil` if the row was removed.
    var new: Int?
  }

  /// The maximum number of separate changes. More changes are merged into one. GTK then also unbinds and binds the rows
  /// between the changes, which takes less time than many separate changes. These rows keep their objects, and
  /// therefore their widgets.
  static let maxChanges = 16

  /// Returns the changes from the old to the new list, in order.
  ///
  /// - Parameters:
  ///   - rows: The realized rows, ordered by their old positions.
  ///   - oldCount: The old number of rows.
  ///   - newCount: The new number of rows.
  static func changes(_ rows: [RowPositions], oldCount: Int, newCount: Int) -> [ItemsChange] {
    let kept = keptRows(rows)
    var gaps = Gaps(rows: rows, kept: kept)
    var (old, new) = (0, 0)
    for row in kept {
      // A kept row always has a new position. Usually there is no gap: the row directly follows the previous kept row
      // in both lists.
      if row.old != old || row.new! != new { gaps.addChanges(from: (old, new), to: (row.old, row.new!)) }
      (old, new) = (row.old + 1, row.new! + 1)
    }
    gaps.addChanges(from: (old, new), to: (oldCount, newCount))
    return gaps.hasMoves ? merged(gaps.changes) : gaps.changes
  }

  /// Returns the changes, merged into one if there are more than `maxChanges`.
  static func limited(_ changes: [ItemsChange]) -> [ItemsChange] {
    changes.count > maxChanges ? merged(changes) : changes
  }

  /// Merges changes into one that covers all of them. Merging is necessary if a row moves: a move adds the row in one
  /// change and removes the row in another. If the adding change were emitted first, the list would contain the row's
  /// object twice until the next signal, which GTK does not permit.
  static func merged(_ changes: [ItemsChange]) -> [ItemsChange] {
    guard let first = changes.first, let last = changes.last else { return [] }
    return [
      ItemsChange(old: first.old, removed: last.oldEnd - first.old, new: first.new, added: last.newEnd - first.new)
    ]
  }

  /// Extends changes to work around a defect of GTK 4.8.
  ///
  /// Rows without widgets are unbound. GTK 4.8 stores adjacent unbound rows as one count. If a change begins among
  /// unbound rows and extends beyond them, GTK ignores the adjacent unbound rows that precede the change. GTK then
  /// removes too few of the rows with widgets, and the remaining ones stay on screen. So such a change is extended to
  /// begin at the first of the adjacent unbound rows. The extension removes and adds the same number of rows.
  ///
  /// - Parameter boundPositions: The positions of the rows with widgets in the old list, in order.
  static func extendedOverUnboundRows(_ changes: [ItemsChange], boundPositions: [Int]) -> [ItemsChange] {
    var result: [ItemsChange] = []
    for change in changes {
      let nextIndex = lowerBound(of: change.old, in: boundPositions)
      guard nextIndex < boundPositions.count, boundPositions[nextIndex] > change.old,
        boundPositions[nextIndex] < change.oldEnd
      else {
        result.append(change)
        continue
      }
      let start = nextIndex > 0 ? boundPositions[nextIndex - 1] + 1 : 0
      var change = change
      // The extended change may overlap earlier changes.
      while let last = result.last, last.oldEnd > start {
        change = merged([last, change]).first ?? change
        result.removeLast()
      }
      let distance = max(change.old - start, 0)
      result.append(
        ItemsChange(
          old: change.old - distance, removed: change.removed + distance, new: change.new - distance,
          added: change.added + distance))
    }
    return result
  }

  /// Returns the index of the first of the ascending `positions` that is not less than `position`, or their count if
  /// all are less.
  private static func lowerBound(of position: Int, in positions: [Int]) -> Int {
    var (low, high) = (0, positions.count)
    while low < high {
      let middle = (low + high) / 2
      if positions[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the longest sequence of rows that are in the same order in the old and in the new list. These rows stay.
  /// All other rows are removed or moved.
  private static func keptRows(_ rows: [RowPositions]) -> [RowPositions] {
    if isOrdered(rows) { return rows.filter { $0.new != nil } }
    // This is the search for a longest increasing subsequence of the new positions. `ends[n]` is the index of the row
    // that ends a sequence of n + 1 rows. If several rows end such a sequence, `ends[n]` belongs to the row with the
    // lowest new position. `previous[i]` is the index of the row before the row `i` in its sequence, or -1.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: rows.count)
    for (index, row) in rows.enumerated() {
      guard let new = row.new else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if rows[ends[middle]].new! < new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var kept: [RowPositions] = []
    var index = ends.last ?? -1
    while index >= 0 {
      kept.append(rows[index])
      index = previous[index]
    }
    return kept.reversed()
  }

  private static func isOrdered(_ rows: [RowPositions]) -> Bool {
    var last = -1
    for case let new? in rows.lazy.map(\.new) {
      if new <= last { return false }
      last = new
    }
    return true
  }

  /// Computes the changes in the gaps between the rows that stay.
  private struct Gaps {
    /// The old positions of the realized rows that are removed or moved, and that `changes` does not contain yet.
    private var removals: ArraySlice<Int>
    /// The new positions of the realized rows that are moved, and that `changes` does not contain yet.
    private var additions: ArraySlice<Int>
    var changes: [ItemsChange] = []
    /// Whether a realized row has moved, so that it is both removed and added.
    let hasMoves: Bool

    init(rows: [RowPositions], kept: [RowPositions]) {
      if kept.count == rows.count {
        removals = []
        additions = []
        hasMoves = false
      } else {
        let keptPositions = Set(kept.map(\.old))
        let others = rows.filter { !keptPositions.contains($0.old) }
        removals = others.map(\.old)[...]
        additions = others.compactMap(\.new).sorted()[...]
        hasMoves = !additions.isEmpty
      }
    }

    /// Adds the changes in the gap between two kept rows, or between a kept row and an end of the list. Unrealized rows
    /// are only counted: rows of both lists count as unchanged where possible, and the others are removed or added.
    mutating func addChanges(from gapStart: (old: Int, new: Int), to gapEnd: (old: Int, new: Int)) {
      var (old, new) = gapStart
      var gapRemovals = take(&removals, below: gapEnd.old)
      var gapAdditions = take(&additions, below: gapEnd.new)
      // The number of unrealized rows in the gap of the new list minus their number in the gap of the old list.
      var surplus = (gapEnd.new - new - gapAdditions.count) - (gapEnd.old - old - gapRemovals.count)
      while old < gapEnd.old || new < gapEnd.new {
        if gapRemovals.first == old {
          gapRemovals.removeFirst()
          // One of the added unrealized rows replaces the removed row, unless a moved row is added at this position.
          let added = surplus > 0 && gapAdditions.first != new ? 1 : 0
          surplus -= added
          add(ItemsChange(old: old, removed: 1, new: new, added: added))
          old += 1
          new += added
        } else if gapAdditions.first == new {
          gapAdditions.removeFirst()
          add(ItemsChange(old: old, removed: 0, new: new, added: 1))
          new += 1
        } else {
          let oldUnrealized = (gapRemovals.first ?? gapEnd.old) - old
          let newUnrealized = (gapAdditions.first ?? gapEnd.new) - new
          let unchanged = min(oldUnrealized, newUnrealized)
          if unchanged == 0 {
            // One of the two lists has no unrealized row left before its next removed or moved row, or before the end
            // of the gap. The unrealized rows of the other list are removed or added.
            add(ItemsChange(old: old, removed: oldUnrealized, new: new, added: newUnrealized))
            old += oldUnrealized
            new += newUnrealized
          } else {
            old += unchanged
            new += unchanged
          }
        }
      }
    }

    /// Removes and returns the positions before `end`.
    private func take(_ positions: inout ArraySlice<Int>, below end: Int) -> ArraySlice<Int> {
      let taken = positions.prefix { $0 < end }
      positions = positions.dropFirst(taken.count)
      return taken
    }

    /// Adds a change, or extends the last change if the new one follows it directly.
    private mutating func add(_ change: ItemsChange) {
      guard let last = changes.last, last.oldEnd == change.old, last.newEnd == change.new else {
        return changes.append(change)
      }
      changes[changes.count - 1].removed += change.removed
      changes[changes.count - 1].added += change.added
    }
  }
}
