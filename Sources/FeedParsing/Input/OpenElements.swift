/// The open elements, the outermost first, with their names in the feed.
struct OpenElements {
  /// The names of the open elements, one after the other.
  private var names: [UInt8] = []
  /// The open elements, each with the start of its name in ``names``.
  private var open: [(start: Int, element: FeedElement)] = []
  /// How many elements were open when the current item began. `nil` without an item.
  private var depthOfItem: Int?

  var isEmpty: Bool { open.isEmpty }
  var count: Int { open.count }

  /// The outermost element.
  var root: FeedElement? { open.first?.element }

  /// How many elements must be closed to close the current item. `nil` without an item.
  var countToCloseItem: Int? { depthOfItem.map { open.count - $0 } }

  /// Adds an element inside of the innermost one.
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

  /// Removes the innermost element, writes its end tag, and returns the element.
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
      if end - start == name.count, hasName(name, at: start) { return open.count - index }
      end = start
    }
    return nil
  }

  /// Whether the name that starts at an index is equal to another one, ignoring case.
  private func hasName(_ name: [UInt8], at start: Int) -> Bool {
    for offset in name.indices where names[start + offset].lowercasedASCII != name[offset].lowercasedASCII {
      return false
    }
    return true
  }
}
