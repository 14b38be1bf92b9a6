import Testing

@testable import GtkViews

/// The changes from an old to a new list, for GTK. `RowDiff` receives only the positions of realized rows.
@MainActor @Suite struct RowDiffTests {
  /// Returns the changes for realized rows. The new position of a removed row is `nil`.
  private func changes(of realized: [(old: Int, new: Int?)], oldCount: Int, newCount: Int) -> [ItemsChange] {
    let positions = realized.map { RowDiff.RowPositions(old: $0.old, new: $0.new) }
    return RowDiff.changes(positions, oldCount: oldCount, newCount: newCount)
  }

  /// Returns the first rows of a list, each moved by the same distance.
  private func firstRows(_ count: Int, movedBy distance: Int = 0) -> [(old: Int, new: Int?)] {
    (0..<count).map { ($0, $0 + distance) }
  }

  @Test(arguments: [0, 32]) func `sorting by position orders numbers like integers`(shift: Int) {
    var generator = SeededNumbers(7)
    // The first two cases, adjacent positions and positions with small gaps, are sorted in linear time. The third case,
    // 20 positions with large gaps, is sorted by comparison; it also has the position 7 twice more. The last cases are
    // one position and none.
    for (count, upperBound) in [(205, 205), (205, 400), (20, 100_000), (1, 1), (0, 1)] {
      let positions = (0..<upperBound).shuffled(using: &generator).prefix(count) + (count == 20 ? [7, 7] : [])
      // The position is in the bits from `shift` up. The lower bits hold a different number for each position, which is
      // not part of the position.
      var numbers = positions.enumerated().map { $1 << shift | (shift > 0 ? $0 : 0) }
      let sorted = numbers.sorted()
      numbers.sortByPosition(shiftedBy: shift)
      #expect(numbers == sorted)
    }
    var duplicates = [3, 1, 3, 2]
    duplicates.sortByPosition()
    #expect(duplicates == [1, 2, 3, 3])
  }

  @Test func `a row added at the front is one insertion`() {
    #expect(
      changes(of: firstRows(200, movedBy: 1), oldCount: 100_000, newCount: 100_001) == [
        ItemsChange(old: 0, removed: 0, new: 0, added: 1)
      ])
  }

  @Test func `a row added at the end of a short list is one insertion`() {
    #expect(
      changes(of: firstRows(3), oldCount: 3, newCount: 4) == [ItemsChange(old: 3, removed: 0, new: 3, added: 1)])
  }

  @Test func `a removed row is one removal, also at the end of the realized rows`() {
    #expect(
      changes(of: [(0, 0), (1, nil), (2, 1)], oldCount: 3, newCount: 2) == [
        ItemsChange(old: 1, removed: 1, new: 1, added: 0)
      ])
    #expect(
      changes(of: firstRows(199) + [(old: 199, new: nil)], oldCount: 100_000, newCount: 99_999) == [
        ItemsChange(old: 199, removed: 1, new: 199, added: 0)
      ])
  }

  @Test func `a row with a new id is one replacement`() {
    #expect(
      changes(of: [(0, 0), (1, nil), (2, 2)], oldCount: 3, newCount: 3) == [
        ItemsChange(old: 1, removed: 1, new: 1, added: 1)
      ])
  }

  @Test func `a moved row is removed and inserted in one change`() {
    #expect(
      changes(of: [(0, 0), (1, 4), (2, 1), (3, 2), (4, 3), (5, 5)], oldCount: 6, newCount: 6) == [
        ItemsChange(old: 1, removed: 4, new: 1, added: 4)
      ])
  }

  @Test func `unrealized rows change only if their number changes`() {
    #expect(changes(of: [(500, 500)], oldCount: 1000, newCount: 1000) == [])
    #expect(
      changes(of: [(500, 501)], oldCount: 1000, newCount: 1001) == [
        ItemsChange(old: 500, removed: 0, new: 500, added: 1)
      ])
    #expect(
      changes(of: [], oldCount: 0, newCount: 100_000) == [ItemsChange(old: 0, removed: 0, new: 0, added: 100_000)])
  }

  @Test func `many changes are merged into one that covers all of them`() {
    // The rows at odd positions are removed.
    let rows = (0..<200).map { (old: Int) -> (old: Int, new: Int?) in (old, old % 2 == 0 ? old / 2 : nil) }
    let separateChanges = changes(of: rows, oldCount: 200, newCount: 100)
    #expect(separateChanges.count == 100)
    #expect(RowDiff.limited(separateChanges) == [ItemsChange(old: 1, removed: 199, new: 1, added: 99)])
  }

  @Test(arguments: 0..<300) func `the changes transform the old list into the new list`(seed: Int) {
    // Given an old list with some realized rows, and a new list with removed, inserted and moved rows. An id of the old
    // list is also a position in the old list
    var random = SeededNumbers(UInt64(seed) + 1)
    let old = Array(0..<Int.random(in: 0...12, using: &random))
    var new = old.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
    for id in 100..<100 + Int.random(in: 0...3, using: &random) {
      new.insert(id, at: Int.random(in: 0...new.count, using: &random))
    }
    if Bool.random(using: &random) { new.shuffle(using: &random) }
    let areAllRealized = Bool.random(using: &random)
    let realized = old.filter { _ in areAllRealized || Bool.random(using: &random) }
      .map { (old: $0, new: new.firstIndex(of: $0)) }

    // When the changes are computed
    let separateChanges = changes(of: realized, oldCount: old.count, newCount: new.count)

    // Then they transform the old list into a list with each realized row at its new position, also after they are
    // merged into one change. An unrealized row of the old list is `nil`. The last change is applied first, so that the
    // old positions of the other changes stay valid.
    for changes in [separateChanges, RowDiff.merged(separateChanges)] {
      var transformed: [Int?] = old.map { id in realized.contains { $0.old == id } ? id : nil }
      for change in changes.reversed() {
        transformed.replaceSubrange(change.old..<change.oldEnd, with: new[change.new..<change.newEnd].map { $0 })
      }
      #expect(transformed.count == new.count)
      for (id, newPosition) in realized {
        if let newPosition { #expect(transformed[newPosition] == id) } else { #expect(!transformed.contains(id)) }
      }
      if areAllRealized { #expect(transformed == new) }
    }
  }

  @Test func `a change from offscreen into bound rows begins at the first of the offscreen rows`() {
    // GTK has a list item for each bound row, and none for an offscreen row.
    let boundPositions = Array(500..<700)
    let extended = { (changes: [ItemsChange]) in
      RowDiff.extendedOverUnboundRows(changes, boundPositions: boundPositions)
    }

    // From the middle of the offscreen rows into the bound rows
    #expect(
      extended([ItemsChange(old: 3, removed: 600, new: 3, added: 1)]) == [
        ItemsChange(old: 0, removed: 603, new: 0, added: 4)
      ])
    // After another change among the same offscreen rows, which becomes a part of the extended change
    #expect(
      extended([
        ItemsChange(old: 3, removed: 1, new: 3, added: 0), ItemsChange(old: 10, removed: 600, new: 9, added: 1),
      ])
        == [ItemsChange(old: 0, removed: 610, new: 0, added: 10)])
    // A change stays the same if it is within offscreen rows, or begins at or after the first bound row
    for change in [
      ItemsChange(old: 3, removed: 400, new: 3, added: 0), ItemsChange(old: 500, removed: 1000, new: 500, added: 0),
      ItemsChange(old: 800, removed: 1000, new: 800, added: 0), ItemsChange(old: 3, removed: 0, new: 3, added: 10),
    ] {
      #expect(extended([change]) == [change])
    }
  }
}
