// These functions have SwiftUI's names, so that SwiftUI code works unchanged. They take any sequence of integers, such
// as `RowOffsets` or Foundation's `IndexSet`.

extension RangeReplaceableCollection where Self: MutableCollection {
  /// Removes the elements at some offsets from the first element.
  ///
  /// - Parameter offsets: The offsets, in any order. Each must be less than the count. A repeated offset removes one
  ///   element.
  /// - Complexity: O(*n*).
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    let removed = RowOffsets(offsets)
    guard let first = removed.first, let last = removed.last else { return }
    precondition(first >= 0 && last < count, "The offsets \(Array(removed)) are not all within 0..<\(count).")
    var remaining: [Element] = []
    remaining.reserveCapacity(count - removed.count)
    var next = removed.startIndex
    for (offset, element) in enumerated() {
      if next < removed.endIndex, removed[next] == offset { next += 1 } else { remaining.append(element) }
    }
    replaceSubrange(startIndex..<endIndex, with: remaining)
  }
}

extension MutableCollection {
  /// Moves the elements at some offsets, in their order, to the position before the element that is currently at an
  /// offset.
  ///
  /// ```swift
  /// var letters = ["a", "b", "c", "d"]
  /// letters.move(fromOffsets: [0], toOffset: 2)  // b a c d
  /// ```
  ///
  /// - Parameters:
  ///   - source: The offsets, in any order. Each must be less than the count.
  ///   - destination: An offset in the collection before the move. The count denotes the end.
  /// - Complexity: O(*n*).
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    let moving = RowOffsets(source)
    guard let first = moving.first, let last = moving.last else { return }
    let elements = Array(self)
    precondition(
      first >= 0 && last < elements.count, "The offsets \(Array(moving)) are not all within 0..<\(elements.count).")
    precondition(0...elements.count ~= destination, "The offset \(destination) is not within 0...\(elements.count).")
    let remaining = { (range: Range<Int>) in range.lazy.filter { !moving.contains($0) }.map { elements[$0] } }
    let moved =
      Array(remaining(0..<destination)) + moving.map { elements[$0] } + Array(remaining(destination..<elements.count))
    var index = startIndex
    for element in moved {
      self[index] = element
      formIndex(after: &index)
    }
  }
}
