/// A set of offsets from the first element of a collection, such as the offsets of the rows that the user deletes or
/// moves in a list.
///
/// The type replaces Foundation's `IndexSet`, which SwiftUI uses for this purpose. The set is itself a collection of
/// the offsets, in ascending order and without repetitions.
///
/// ```swift
/// ForEach(songs) { SongRow(song: $0) }
///   .onDelete { offsets in songs.remove(atOffsets: offsets) }
///   .onMove { offsets, destination in songs.move(fromOffsets: offsets, toOffset: destination) }
/// ```
public struct RowOffsets: Hashable, Sendable, RandomAccessCollection, ExpressibleByArrayLiteral {
  private let offsets: [Int]

  /// Creates a set from the offsets of a sequence, in any order and with any repetitions.
  public init(_ offsets: some Sequence<Int>) {
    var sorted: [Int] = []
    for offset in offsets.sorted() where sorted.last != offset { sorted.append(offset) }
    self.offsets = sorted
  }

  /// Creates a set from a literal.
  public init(arrayLiteral elements: Int...) {
    self.init(elements)
  }

  /// The position of the smallest offset.
  public var startIndex: Int { 0 }
  /// The position after the largest offset.
  public var endIndex: Int { offsets.count }
  /// The offset at a position.
  public subscript(position: Int) -> Int { offsets[position] }

  /// Whether the set contains an offset. The function uses binary search.
  public func contains(_ offset: Int) -> Bool {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low < offsets.count && offsets[low] == offset
  }
}
