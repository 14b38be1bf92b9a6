// These functions have SwiftUI's names, so that SwiftUI code works unchanged. They take any sequence of integers, such
// as `RowOffsets` or Foundation's `IndexSet`.

extension RangeReplaceableCollection where Self: MutableCollection {
  /// Removes the elements at some offsets. An offset is the distance of an element from the first element.
  ///
  /// - Parameter offsets: The offsets, in any order. Each must be in `0..<count`. A repeated offset removes only one
  ///   element.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of elements, and *k* is the number of offsets.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    let removedOffsets = RowOffsets(offsets)
    guard let lowest = removedOffsets.first, let highest = removedOffsets.last else { return }
    precondition(
      lowest >= 0 && highest < count, "The offsets \(Array(removedOffsets)) are not all within 0..<\(count).")
    var remaining: [Element] = []
    remaining.reserveCapacity(count - removedOffsets.count)
    var nextRemoved = removedOffsets.startIndex
    for (offset, element) in enumerated() {
      if nextRemoved < removedOffsets.endIndex, removedOffsets[nextRemoved] == offset {
        nextRemoved += 1
      } else {
        remaining.append(element)
      }
    }
    replaceSubrange(startIndex..<endIndex, with: remaining)
  }
}

extension MutableCollection {
  /// Moves the elements at the offsets `source`, in their order, in front of the element that has the offset
  /// `destination` before the move.
  ///
  /// ```swift
  /// var letters = ["a", "b", "c", "d"]
  /// letters.move(fromOffsets: [0], toOffset: 2)  // b a c d
  /// ```
  ///
  /// - Parameters:
  ///   - source: The offsets, in any order. Each must be in `0..<count`. A repeated offset moves only one element.
  ///   - destination: An offset, or the count to move the elements to the end.
  /// - Complexity: O((*n* + *k*) log *k*), where *n* is the number of elements, and *k* is the number of offsets.
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    let movedOffsets = RowOffsets(source)
    guard let lowest = movedOffsets.first, let highest = movedOffsets.last else { return }
    let elements = Array(self)
    precondition(
      lowest >= 0 && highest < elements.count,
      "The offsets \(Array(movedOffsets)) are not all within 0..<\(elements.count).")
    precondition(0...elements.count ~= destination, "The offset \(destination) is not within 0...\(elements.count).")
    let otherElements = { (range: Range<Int>) in
      range.lazy.filter { !movedOffsets.contains($0) }.map { elements[$0] }
    }
    let reordered =
      Array(otherElements(0..<destination)) + movedOffsets.map { elements[$0] }
      + Array(otherElements(destination..<elements.count))
    var index = startIndex
    for element in reordered {
      self[index] = element
      formIndex(after: &index)
    }
  }
}
