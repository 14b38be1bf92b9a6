/// An exchange of rows for others, as GTK is told of it.
struct ItemsChange: Equatable {
  /// Where it begins among the rows before.
  var old: Int
  /// How many of the rows before go.
  var removed: Int
  /// Where it begins among the rows after.
  var new: Int
  /// How many of the rows after come.
  var added: Int

  var oldEnd: Int { old + removed }
  var newEnd: Int { new + added }

  func shifted(old: Int, new: Int) -> ItemsChange {
    ItemsChange(old: self.old + old, removed: removed, new: self.new + new, added: added)
  }
}

/// Finds the exchanges of rows that make one list of another, from the few rows that are known by their ids.
///
/// GTK shows a few hundred rows, however long the list is, and knows nothing about the others but their number. So only those are compared:
/// what a change costs does not depend on the length of the list.
enum RowDiff {
  /// A row that GTK shows.
  struct Known: Equatable {
    /// Where GTK has it.
    var old: Int
    /// Where it belongs now; `nil` if it is gone.
    var new: Int?
  }

  /// With more exchanges than this, GTK is told of one that reaches from the first to the last: each costs it more than some rows that are
  /// taken out and put back. A row that stays keeps its widgets in either case, because its object is the same.
  static let splicesLimit = 16

  /// The exchanges, in order.
  ///
  /// - Parameters:
  ///   - known: The rows that GTK shows, ordered by their old positions.
  ///   - oldCount: How many rows there were.
  ///   - newCount: How many rows there are.
  static func splices(_ known: [Known], oldCount: Int, newCount: Int) -> [ItemsChange] {
    let kept = keptRows(known)
    var gaps = Gaps(known: known, kept: kept)
    var (old, new) = (0, 0)
    for row in kept {
      gaps.close(from: (old, new), to: (row.old, row.new!))
      (old, new) = (row.old + 1, row.new! + 1)
    }
    gaps.close(from: (old, new), to: (oldCount, newCount))
    return gaps.hasMoves ? merged(gaps.splices) : gaps.splices
  }

  /// As many splices as may be, or one for all.
  static func limited(_ splices: [ItemsChange]) -> [ItemsChange] {
    splices.count > splicesLimit ? merged(splices) : splices
  }

  /// One splice that reaches over all. A row that moves goes and comes in the same one: its object must not be in the list twice, not even
  /// between two splices.
  static func merged(_ splices: [ItemsChange]) -> [ItemsChange] {
    guard let first = splices.first, let last = splices.last else { return [] }
    return [ItemsChange(old: first.old, removed: last.oldEnd - first.old, new: first.new, added: last.newEnd - first.new)]
  }

  /// The same exchanges, so that GTK 4.8 understands them.
  ///
  /// It keeps rows that it does not show together as one number. Told of an exchange that begins among them and reaches beyond, it forgets that some of
  /// them come before, and takes as many too few of the rows that it shows: those stay on screen for ever. So such an exchange begins where they do,
  /// with as many more that go and come.
  ///
  /// - Parameter shown: Where the rows are, in order, that GTK shows.
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
        ItemsChange(old: splice.old - distance, removed: splice.removed + distance, new: splice.new - distance, added: splice.added + distance))
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

  /// The most rows that are in the same order before and after: they are not touched.
  private static func keptRows(_ known: [Known]) -> [Known] {
    if isOrdered(known) { return known.filter { $0.new != nil } }
    // The last row of the best sequence of each length, and the row before each.
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

  /// What is between the rows that stay.
  private struct Gaps {
    private var leaving: ArraySlice<Int>
    private var arriving: ArraySlice<Int>
    var splices: [ItemsChange] = []
    /// Whether a row is somewhere else than it was among the others.
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

    /// Rows that nobody knows are the same before and after, as far as there are as many of them; the rest of them come or go at the end.
    mutating func close(from start: (old: Int, new: Int), to end: (old: Int, new: Int)) {
      var (old, new) = start
      var leavers = take(&leaving, below: end.old)
      var arrivers = take(&arriving, below: end.new)
      var surplus = (end.new - new - arrivers.count) - (end.old - old - leavers.count)
      while old < end.old || new < end.new {
        if leavers.first == old {
          leavers.removeFirst()
          // What takes its place is likelier to be new than one that was somewhere else.
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
            // One side has none left before its next known row; what is over on the other side comes or goes.
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
      guard let last = splices.last, last.oldEnd == splice.old, last.newEnd == splice.new else { return splices.append(splice) }
      splices[splices.count - 1].removed += splice.removed
      splices[splices.count - 1].added += splice.added
    }
  }
}
