import Foundation
import Presentation
import Testing

/// Sets of offsets, and the removal and moves of elements by their offsets.
@Suite struct RowOffsetsTests {
  @Test func `offsets are sorted and unique`() {
    let offsets = RowOffsets([5, 1, 3, 1])
    #expect(Array(offsets) == [1, 3, 5])
    #expect(offsets == [3, 5, 1])
    #expect((0..<7).filter { offsets.contains($0) } == [1, 3, 5])
    #expect(RowOffsets([]).isEmpty)
  }

  @Test func `the elements at offsets are removed`() {
    var letters = ["a", "b", "c", "d"]
    letters.remove(atOffsets: RowOffsets([3, 0]))
    #expect(letters == ["b", "c"])
    // An empty set removes nothing
    letters.remove(atOffsets: [])
    #expect(letters == ["b", "c"])

    // An offset counts from the first element, also if the index of the first element is not zero
    var slice = ["a", "b", "c", "d"][1...]
    slice.remove(atOffsets: [1])
    #expect(Array(slice) == ["b", "d"])
  }

  /// The elements at the offsets `source` of “abcd” move before the element at the offset `destination`. Both count in
  /// “abcd”. 4 is the end.
  @Test(arguments: [
    ([0], 2, "bacd"), ([0], 0, "abcd"), ([0], 1, "abcd"), ([3], 0, "dabc"), ([0], 4, "bcda"), ([0, 2], 4, "bdac"),
    ([1, 3], 0, "bdac"),
    ([0, 3], 2, "badc"), ([2, 1], 4, "adbc"),
  ]) func `the elements at offsets move to another offset`(source: [Int], destination: Int, expected: String) {
    var letters = Array("abcd")
    letters.move(fromOffsets: source, toOffset: destination)
    #expect(String(letters) == expected)
  }

  @Test func `elements can be moved and removed by a Foundation IndexSet`() {
    var letters = Array("abcd")
    letters.move(fromOffsets: IndexSet([0, 1]), toOffset: 4)
    #expect(String(letters) == "cdab")
    letters.remove(atOffsets: IndexSet(integersIn: 1...2))
    #expect(String(letters) == "cb")
  }
}
