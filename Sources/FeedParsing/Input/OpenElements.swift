/// The open elements, the outermost first, with their names in the feed.
struct OpenElements {
  private var names: [UInt8] = []
  private var open: [(start: Int, element: FeedElement)] = []
  /// How many elements were open when the current item began.
  private var depthOfItem: Int?

  var isEmpty: Bool { open.isEmpty }
  var count: Int { open.count }

  /// The outermost element.
  var root: FeedElement? { open.first?.element }

  /// How many elements to close so that the current item is closed. `nil` without an item.
  var countToCloseItem: Int? { depthOfItem.map { open.count - $0 } }

  mutating func push(_ name: some Collection<UInt8>, _ element: FeedElement) {
    if element == .item, depthOfItem == nil { depthOfItem = open.count }
    open.append((names.count, element))
    names.append(contentsOf: name)
  }

  /// Removes the innermost element, and returns it.
  @discardableResult
  mutating func pop() -> FeedElement {
    let (start, element) = open.removeLast()
    names.removeLast(names.count - start)
    if let depth = depthOfItem, open.count <= depth { depthOfItem = nil }
    return element
  }

  /// Closes the innermost element: writes its end tag, and returns it.
  @discardableResult
  mutating func popTag(into output: inout [UInt8]) -> FeedElement {
    let element = pop()
    output.append(.lessThan)
    output.append(.slash)
    XMLCode.append(element, to: &output)
    output.append(.greaterThan)
    return element
  }

  /// Returns how many elements an end tag of this name closes, or `nil` if no open element has the name. Case is
  /// ignored.
  func countToClose(_ name: [UInt8]) -> Int? {
    var end = names.count
    for index in open.indices.reversed() {
      let start = open[index].start
      if end - start == name.count, isEqual(name, from: start) { return open.count - index }
      end = start
    }
    return nil
  }

  private func isEqual(_ name: [UInt8], from start: Int) -> Bool {
    for offset in name.indices where names[start + offset].lowercasedASCII != name[offset].lowercasedASCII {
      return false
    }
    return true
  }
}
