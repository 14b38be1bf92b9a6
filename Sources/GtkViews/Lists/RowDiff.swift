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

  func shifted(old: Int, new: Int) -> ItemsChange {
    ItemsChange(old: self.old + old, removed: removed, new: self.new + new, added: added)
  }
}

/// Computes the `items-changed` ranges between two states of a list from the realized rows, which are identified by
/// their ids.
///
/// GTK realizes a few hundred rows of a list of any length. Only realized rows are compared, and other rows are only
/// counted. So the cost of a change does not depend on the length of the list.
enum RowDiff {
  /// A realized row.
  struct Known: Equatable {
    /// The position before the change.
    var old: Int
    /// The position after the change. `nil` if the row was removed.
    var new: Int?
  }

  /// The maximum number of separate changes. More changes are merged into one, because GTK takes longer for many
  /// changes than for unbinding and binding the rows between them. These rows keep their widgets, because their objects
  /// stay the same.
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
      if row.old != old || row.new! != new { gaps.close(from: (old, new), to: (row.old, row.new!)) }
      (old, new) = (row.old + 1, row.new! + 1)
    }
    gaps.close(from: (old, new), to: (oldCount, newCount))
    return gaps.hasMoves ? merged(gaps.splices) : gaps.splices
  }

  /// Returns the changes, merged into one if there are too many.
  static func limited(_ splices: [ItemsChange]) -> [ItemsChange] {
    splices.count > maxSplices ? merged(splices) : splices
  }

  /// Merges changes into one that covers all of them. This is necessary if a row moves: with separate changes, its
  /// object would be in the list twice between two of them, which GTK does not permit.
  static func merged(_ splices: [ItemsChange]) -> [ItemsChange] {
    guard let first = splices.first, let last = splices.last else { return [] }
    return [
      ItemsChange(old: first.old, removed: last.oldEnd - first.old, new: first.new, added: last.newEnd - first.new)
    ]
  }

  /// Extends changes to work around a defect of GTK 4.8.
  ///
  /// GTK 4.8 stores adjacent unrealized rows as one count. If a change begins among such rows and extends beyond them,
  /// GTK ignores those that precede the change. It then removes too few of the realized rows, and the remaining ones
  /// stay on screen. So such a change is extended to begin at the first of the unrealized rows, with the same number of
  /// rows added and removed.
  ///
  /// - Parameter shown: The positions of the realized rows, in order.
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
    // The last row of the best sequence of each length, and the predecessor of each row.
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

  /// Computes the changes between the rows that stay.
  private struct Gaps {
    private var leaving: ArraySlice<Int>
    private var arriving: ArraySlice<Int>
    var splices: [ItemsChange] = []
    /// Whether a realized row has moved, so that it is both removed and added.
    let hasMoves: Bool

    init(known: [Known], kept: [Known]) {
      if kept.count == known.count {
        leaving = []
        arriving = []
        hasMoves = false
      } else {
        let staying = Set(kept.map(\.old))
        let others = known.filter { !staying.contains($0.old) }
        leaving = others.map(\.old)[...]
        arriving = others.compactMap(\.new).sorted()[...]
        hasMoves = !arriving.isEmpty
      }
    }

    /// Adds the changes between two kept rows. Unrealized rows are only counted: the smaller of the old and the new
    /// number counts as unchanged, and the difference is added or removed.
    mutating func close(from start: (old: Int, new: Int), to end: (old: Int, new: Int)) {
      var (old, new) = start
      var leavers = take(&leaving, below: end.old)
      var arrivers = take(&arriving, below: end.new)
      var surplus = (end.new - new - arrivers.count) - (end.old - old - leavers.count)
      while old < end.old || new < end.new {
        if leavers.first == old {
          leavers.removeFirst()
          // The replacement of a removed row is more likely a new row than a moved one.
          let added = surplus > 0 && arrivers.first != new ? 1 : 0
          surplus -= added
          add(ItemsChange(old: old, removed: 1, new: new, added: added))
          old += 1
          new += added
        } else if arrivers.first == new {
          arrivers.removeFirst()
          add(ItemsChange(old: old, removed: 0, new: new, added: 1))
          new += 1
        } else {
          let (oldUnknown, newUnknown) = ((leavers.first ?? end.old) - old, (arrivers.first ?? end.new) - new)
          let same = min(oldUnknown, newUnknown)
          if same == 0 {
            // One side has no unrealized rows left before its next realized row. The surplus of the other side is added
            // or removed.
            add(ItemsChange(old: old, removed: oldUnknown, new: new, added: newUnknown))
            old += oldUnknown
            new += newUnknown
          } else {
            old += same
            new += same
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
