/// A range of rows that is replaced, as in the arguments of `items-changed`.
struct ItemsChange: Equatable {
  /// The position of the first row among the old rows.
  var old: Int
  /// The number of removed rows.
  var removed: Int
  /// The position of the first row among the new rows.
  var new: Int
  /// The number of added rows.
  var added: Int

  var oldEnd: Int { old + removed }
  var newEnd: Int { new + added }

  /// Returns the change of a part of a list as a change of the whole list. `old` and `new` are the positions at which
  /// the part begins before and after the change.
  func shifted(old: Int, new: Int) -> ItemsChange {
    ItemsChange(old: self.old + old, removed: removed, new: self.new + new, added: added)
  }
}

/// Computes the `items-changed` ranges between two states of a list from the realized rows, which are identified by
/// their ids.
///
/// GTK realizes a few hundred rows of a list of any length. This type compares only realized rows and only counts the
/// others. So the cost of a change does not depend on the length of the list.
enum RowDiff {
  /// A realized row.
  struct Known: Equatable {
    /// The position before the change.
    var old: Int
    /// The position after the change. `nil` if the row was removed.
    var new: Int?
  }

  /// The maximum number of separate changes. More changes are merged into one, because GTK takes longer for many
  /// changes than for unbinding and binding the rows between them. The rows between the changes keep their widgets,
  /// because their objects stay the same.
  static let maxSplices = 16

  /// Returns the changes between the old and the new rows, in order.
  ///
  /// - Parameters:
  ///   - known: The realized rows, ordered by their old positions.
  ///   - oldCount: The old number of rows.
  ///   - newCount: The new number of rows.
  static func splices(_ known: [Known], oldCount: Int, newCount: Int) -> [ItemsChange] {
    let kept = keptRows(known)
    var gaps = Gaps(known: known, kept: kept)
    var (old, new) = (0, 0)
    for row in kept {
      // Most rows follow the row before them.
      if row.old != old || row.new! != new { gaps.addChanges(from: (old, new), to: (row.old, row.new!)) }
      (old, new) = (row.old + 1, row.new! + 1)
    }
    gaps.addChanges(from: (old, new), to: (oldCount, newCount))
    return gaps.hasMoves ? merged(gaps.splices) : gaps.splices
  }

  /// Returns the changes, merged into one if there are too many.
  static func limited(_ splices: [ItemsChange]) -> [ItemsChange] {
    splices.count > maxSplices ? merged(splices) : splices
  }

  /// Merges changes into one that covers all of them. Merging is necessary if a row moves. Otherwise the row's object
  /// could be in the list twice between two changes, which GTK does not permit.
  static func merged(_ splices: [ItemsChange]) -> [ItemsChange] {
    guard let first = splices.first, let last = splices.last else { return [] }
    return [
      ItemsChange(old: first.old, removed: last.oldEnd - first.old, new: first.new, added: last.newEnd - first.new)
    ]
  }

  /// Extends changes to work around a defect of GTK 4.8.
  ///
  /// GTK 4.8 stores adjacent rows without widgets as one count. If a change begins among such rows and extends beyond
  /// them, GTK ignores the rows without widgets that precede the change. GTK then removes too few of the rows with
  /// widgets, and the remaining ones stay on screen. So such a change is extended to begin at the first of the adjacent
  /// rows without widgets. The extension removes and adds the same number of rows.
  ///
  /// - Parameter shown: The positions of the rows with widgets, in order.
  static func beginningAtShownRows(_ splices: [ItemsChange], shown: [Int]) -> [ItemsChange] {
    var result: [ItemsChange] = []
    for splice in splices {
      let next = lowerBound(of: splice.old, in: shown)
      guard next < shown.count, shown[next] > splice.old, shown[next] < splice.oldEnd else {
        result.append(splice)
        continue
      }
      let start = next > 0 ? shown[next - 1] + 1 : 0
      var splice = splice
      while let last = result.last, last.oldEnd > start {
        splice = merged([last, splice]).first ?? splice
        result.removeLast()
      }
      let distance = max(splice.old - start, 0)
      result.append(
        ItemsChange(
          old: splice.old - distance, removed: splice.removed + distance, new: splice.new - distance,
          added: splice.added + distance))
    }
    return result
  }

  /// Returns the index of the first of the ascending positions that is not less than `position`.
  private static func lowerBound(of position: Int, in positions: [Int]) -> Int {
    var (low, high) = (0, positions.count)
    while low < high {
      let middle = (low + high) / 2
      if positions[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the longest sequence of rows that are in the same order before and after the change. These rows do not
  /// move.
  private static func keptRows(_ known: [Known]) -> [Known] {
    if isOrdered(known) { return known.filter { $0.new != nil } }
    // This is the search for a longest increasing subsequence of the new positions. `ends` has, for each length, the
    // index of the last row of the best sequence. `previous` has the index of the row before each row in its sequence.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: known.count)
    for (index, row) in known.enumerated() {
      guard let new = row.new else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if known[ends[middle]].new! < new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var kept: [Known] = []
    var index = ends.last ?? -1
    while index >= 0 {
      kept.append(known[index])
      index = previous[index]
    }
    return kept.reversed()
  }

  private static func isOrdered(_ known: [Known]) -> Bool {
    var last = -1
    for case let new? in known.lazy.map(\.new) {
      if new <= last { return false }
      last = new
    }
    return true
  }

  /// Computes the changes in the gaps between the rows that stay.
  private struct Gaps {
    /// The old positions of the realized rows that are removed or moved, after the last computed change.
    private var removals: ArraySlice<Int>
    /// The new positions of the realized rows that are moved, after the last computed change.
    private var additions: ArraySlice<Int>
    var splices: [ItemsChange] = []
    /// Whether a realized row has moved, so that it is both removed and added.
    let hasMoves: Bool

    init(known: [Known], kept: [Known]) {
      if kept.count == known.count {
        removals = []
        additions = []
        hasMoves = false
      } else {
        let staying = Set(kept.map(\.old))
        let others = known.filter { !staying.contains($0.old) }
        removals = others.map(\.old)[...]
        additions = others.compactMap(\.new).sorted()[...]
        hasMoves = !additions.isEmpty
      }
    }

    /// Adds the changes in the gap between two kept rows. Unrealized rows are only counted. As many of them as possible
    /// count as unchanged, and the difference of the old and the new number is added or removed.
    mutating func addChanges(from start: (old: Int, new: Int), to end: (old: Int, new: Int)) {
      var (old, new) = start
      var gapRemovals = take(&removals, below: end.old)
      var gapAdditions = take(&additions, below: end.new)
      // The number of unrealized rows that the gap has after the change minus the number that it has before.
      var surplus = (end.new - new - gapAdditions.count) - (end.old - old - gapRemovals.count)
      while old < end.old || new < end.new {
        if gapRemovals.first == old {
          gapRemovals.removeFirst()
          // If a row was added, it more likely replaces the removed row than a moved row does.
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
          let oldUnrealized = (gapRemovals.first ?? end.old) - old
          let newUnrealized = (gapAdditions.first ?? end.new) - new
          let unchanged = min(oldUnrealized, newUnrealized)
          if unchanged == 0 {
            // The old or the new rows have no unrealized row left before their next realized row. The unrealized rows
            // of the other side are added or removed.
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

    private func take(_ positions: inout ArraySlice<Int>, below end: Int) -> ArraySlice<Int> {
      let taken = positions.prefix { $0 < end }
      positions = positions.dropFirst(taken.count)
      return taken
    }

    private mutating func add(_ splice: ItemsChange) {
      guard let last = splices.last, last.oldEnd == splice.old, last.newEnd == splice.new else {
        return splices.append(splice)
      }
      splices[splices.count - 1].removed += splice.removed
      splices[splices.count - 1].added += splice.added
    }
  }
}
