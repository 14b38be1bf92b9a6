/// The names of the elements that are open, the outermost first.
struct OpenElements {
  private var names: [UInt8] = []
  private var starts: [Int] = []

  var isEmpty: Bool { starts.isEmpty }
  var count: Int { starts.count }

  mutating func push(_ name: some Collection<UInt8>) {
    starts.append(names.count)
    names.append(contentsOf: name)
  }

  mutating func pop() {
    names.removeLast(names.count - starts.removeLast())
  }

  /// Closes the innermost element: writes its end tag.
  mutating func popTag(into output: inout [UInt8]) {
    output.append(contentsOf: "</".utf8)
    output.append(contentsOf: names[starts[starts.count - 1]...])
    output.append(.greaterThan)
    pop()
  }

  /// How many elements an end tag of this name closes, or `nil` if none of that name is open. Case does not matter.
  func countToClose(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var end = names.count
    for index in starts.indices.reversed() {
      if end - starts[index] == name.count, isEqual(name, from: starts[index]) { return starts.count - index }
      end = starts[index]
    }
    return nil
  }

  private func isEqual(_ name: Slice<UnsafeBufferPointer<UInt8>>, from start: Int) -> Bool {
    for (offset, byte) in name.enumerated() where names[start + offset].lowercasedASCII != byte.lowercasedASCII { return false }
    return true
  }
}
