/// Which elements of a collection something is about, by how far each is from the first: those that a person deletes or moves in a list.
///
/// It is what SwiftUI has Foundation's `IndexSet` for: a collection of numbers in ascending order, each once.
///
/// ```swift
/// ForEach(songs) { SongRow(song: $0) }
///   .onDelete { offsets in songs.remove(atOffsets: offsets) }
///   .onMove { offsets, destination in songs.move(fromOffsets: offsets, toOffset: destination) }
/// ```
public struct RowOffsets: Hashable, Sendable, RandomAccessCollection, ExpressibleByArrayLiteral {
  private let offsets: [Int]

  /// The offsets of a sequence, in whatever order, and each as often as may be.
  public init(_ offsets: some Sequence<Int>) {
    var sorted: [Int] = []
    for offset in offsets.sorted() where sorted.last != offset { sorted.append(offset) }
    self.offsets = sorted
  }

  /// A few offsets.
  public init(arrayLiteral elements: Int...) {
    self.init(elements)
  }

  /// Where the smallest offset is.
  public var startIndex: Int { 0 }
  /// The place behind the largest offset.
  public var endIndex: Int { offsets.count }
  /// The offset at a place.
  public subscript(position: Int) -> Int { offsets[position] }

  /// Whether an offset is one of these. It is looked for by halving.
  public func contains(_ offset: Int) -> Bool {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low < offsets.count && offsets[low] == offset
  }
}
