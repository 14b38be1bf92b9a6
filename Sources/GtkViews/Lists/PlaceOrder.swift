extension [Int] {
  /// Sorts numbers whose upper parts are places of rows.
  ///
  /// The rows that GTK has stand side by side, but come in no order: so each number is put where it belongs, and no two are compared. If they are far
  /// apart, or two have one place, they are sorted as any numbers are.
  ///
  /// - Parameter shift: How many bits of a number are below its place.
  mutating func sortByPlace(above shift: Int = 0) {
    guard let first else { return }
    var (least, most) = (first >> shift, first >> shift)
    for number in self {
      let place = number >> shift
      if place < least { least = place } else if place > most { most = place }
    }
    guard least >= 0, most - least < 4 * count else { return sort() }
    var ordered = [Int](repeating: -1, count: most - least + 1)
    for number in self {
      let slot = number >> shift - least
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
