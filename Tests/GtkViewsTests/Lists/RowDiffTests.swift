import Testing

@testable import GtkViews

/// The changes between two lists that GTK is notified of. `RowDiff` knows only the positions of realized rows.
///
/// These tests call a realized row a known row, and an `ItemsChange` a splice.
@MainActor @Suite struct RowDiffTests {
  /// Returns the changes for known rows, each with its old position and its new position, or `nil` if it is removed.
  private func splices(_ known: [(Int, Int?)], _ oldCount: Int, _ newCount: Int) -> [ItemsChange] {
    RowDiff.changes(known.map { RowDiff.RowPositions(old: $0.0, new: $0.1) }, oldCount: oldCount, newCount: newCount)
  }

  /// Returns the first rows of a list, each moved by the same distance.
  private func firstRows(_ count: Int, movedBy distance: Int = 0) -> [(Int, Int?)] {
    (0..<count).map { ($0, $0 + distance) }
  }

  @Test(arguments: [0, 32]) func `positions are sorted like integers`(shift: Int) {
    var generator = SeededNumbers(7)
    // Adjacent positions, gaps, large gaps with position 7 more than once, one position, and none
    for (count, upperBound) in [(205, 205), (205, 400), (20, 100_000), (1, 1), (0, 1)] {
      let positions = (0..<upperBound).shuffled(using: &generator).prefix(count) + (count == 20 ? [7, 7] : [])
      // With a shift, the lower bits hold another number, which is not part of the position.
      var numbers = positions.enumerated().map { $1 << shift | (shift > 0 ? $0 : 0) }
      let sorted = numbers.sorted()
      numbers.sortByPosition(above: shift)
      #expect(numbers == sorted)
    }
    var duplicates = [3, 1, 3, 2]
    duplicates.sortByPosition()
    #expect(duplicates == [1, 2, 3, 3])
  }

  @Test func `a row added at the front is one insertion`() {
    #expect(
      splices(firstRows(200, movedBy: 1), 100_000, 100_001) == [ItemsChange(old: 0, removed: 0, new: 0, added: 1)])
  }

  @Test func `a row added at the end of a short list is one insertion`() {
    #expect(splices(firstRows(3), 3, 4) == [ItemsChange(old: 3, removed: 0, new: 3, added: 1)])
  }

  @Test func `a removed row is one removal, also at the end of the known rows`() {
    #expect(splices([(0, 0), (1, nil), (2, 1)], 3, 2) == [ItemsChange(old: 1, removed: 1, new: 1, added: 0)])
    #expect(
      splices(firstRows(199) + [(199, nil)], 100_000, 99_999) == [
        ItemsChange(old: 199, removed: 1, new: 199, added: 0)
      ])
  }

  @Test func `a row with a new id is one replacement`() {
    #expect(splices([(0, 0), (1, nil), (2, 2)], 3, 3) == [ItemsChange(old: 1, removed: 1, new: 1, added: 1)])
  }

  @Test func `a moved row is removed and inserted in one splice`() {
    #expect(
      splices([(0, 0), (1, 4), (2, 1), (3, 2), (4, 3), (5, 5)], 6, 6) == [
        ItemsChange(old: 1, removed: 4, new: 1, added: 4)
      ])
  }

  @Test func `a change among unknown rows is only a change of their number`() {
    #expect(splices([(500, 500)], 1000, 1000) == [])
    #expect(splices([(500, 501)], 1000, 1001) == [ItemsChange(old: 500, removed: 0, new: 500, added: 1)])
    #expect(splices([], 0, 100_000) == [ItemsChange(old: 0, removed: 0, new: 0, added: 100_000)])
  }

  @Test func `many splices are merged into one that covers all of them`() {
    let known = (0..<200).map { (position: Int) -> (Int, Int?) in (position, position % 2 == 0 ? position / 2 : nil) }
    // Each second row is removed.
    let allSplices = splices(known, 200, 100)
    #expect(allSplices.count == 100)
    #expect(RowDiff.limited(allSplices) == [ItemsChange(old: 1, removed: 199, new: 1, added: 99)])
  }

  @Test(arguments: 0..<300) func `the splices transform the old list into the new list`(seed: Int) {
    // Given a list with some known rows, and a new list with removed, inserted and moved rows
    var random = SeededNumbers(UInt64(seed) + 1)
    let old = Array(0..<Int.random(in: 0...12, using: &random))
    var new = old.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
    for id in 100..<100 + Int.random(in: 0...3, using: &random) {
      new.insert(id, at: Int.random(in: 0...new.count, using: &random))
    }
    if Bool.random(using: &random) { new.shuffle(using: &random) }
    let isAllKnown = Bool.random(using: &random)
    let known = old.filter { _ in isAllKnown || Bool.random(using: &random) }.map { ($0, new.firstIndex(of: $0)) }

    // When the splices are computed
    let separateSplices = splices(known, old.count, new.count)

    // Then they transform the old list into one with each known row at its new place, also after they are merged into
    // one splice. An unknown row of the old list is `nil`.
    for splices in [separateSplices, separateSplices.isEmpty ? [] : [merged(separateSplices)]] {
      var transformed: [Int?] = old.map { id in known.contains { $0.0 == id } ? id : nil }
      for splice in splices.reversed() {
        transformed.replaceSubrange(splice.old..<splice.oldEnd, with: new[splice.new..<splice.newEnd].map { $0 })
      }
      #expect(transformed.count == new.count)
      for (id, newPosition) in known where newPosition != nil { #expect(transformed[newPosition!] == id) }
      for (id, newPosition) in known where newPosition == nil { #expect(!transformed.contains(id)) }
      if isAllKnown { #expect(transformed == new) }
    }
  }

  @Test func `a splice from offscreen into visible rows begins at the first offscreen row`() {
    // Visible rows are bound: GTK has a list item for each of them.
    let visiblePositions = Array(500..<700)
    let extended = { (splices: [ItemsChange]) in
      RowDiff.extendedOverUnboundRows(splices, boundPositions: visiblePositions)
    }

    // From the middle of the offscreen rows into the visible rows
    #expect(
      extended([ItemsChange(old: 3, removed: 600, new: 3, added: 1)]) == [
        ItemsChange(old: 0, removed: 603, new: 0, added: 4)
      ])
    // After another change in the same offscreen rows
    #expect(
      extended([
        ItemsChange(old: 3, removed: 1, new: 3, added: 0), ItemsChange(old: 10, removed: 600, new: 9, added: 1),
      ])
        == [ItemsChange(old: 0, removed: 610, new: 0, added: 10)])
    // A splice stays the same if it is within offscreen rows, or begins at or after the first visible row
    for splice in [
      ItemsChange(old: 3, removed: 400, new: 3, added: 0), ItemsChange(old: 500, removed: 1000, new: 500, added: 0),
      ItemsChange(old: 800, removed: 1000, new: 800, added: 0), ItemsChange(old: 3, removed: 0, new: 3, added: 10),
    ] {
      #expect(extended([splice]) == [splice])
    }
  }

  private func merged(_ splices: [ItemsChange]) -> ItemsChange {
    let (first, last) = (splices.first!, splices.last!)
    return ItemsChange(old: first.old, removed: last.oldEnd - first.old, new: first.new, added: last.newEnd - first.new)
  }
}
