extension [Int] {
  /// Sorts numbers whose upper bits are positions of realized rows. The lower bits may contain other data.
  ///
  /// Most realized rows are next to each other. So the function first tries a bucket sort by position, which takes
  /// linear time. The function sorts by comparison if the positions span more than four times as many rows as there are
  /// numbers, if two numbers have the same position, or if a position is negative.
  ///
  /// - Parameter shift: The number of lower bits that are not part of the position.
  mutating func sortByPosition(shiftedBy shift: Int = 0) {
    guard let first else { return }
    var (lowest, highest) = (first >> shift, first >> shift)
    for number in self {
      let position = number >> shift
      if position < lowest { lowest = position } else if position > highest { highest = position }
    }
    guard lowest >= 0, highest - lowest < 4 * count else { return sort() }
    var ordered = [Int](repeating: -1, count: highest - lowest + 1)
    for number in self {
      let slot = (number >> shift) - lowest
      guard ordered[slot] < 0 else { return sort() }
      ordered[slot] = number
    }
    var index = 0
    for number in ordered where number >= 0 {
      self[index] = number
      index += 1
    }
  }
}
