/// The elements whose end tag was not read yet, the outermost first, with their names in the feed.
struct OpenElements {
  /// The names of all open elements, one directly after the other.
  private var names: [UInt8] = []
  /// The open elements, each with the start of its name in ``names``.
  private var elements: [(start: Int, element: FeedElement)] = []
  /// How many elements were open before the current item, the outermost item that is open. `nil` outside of items.
  private var depthOfItem: Int?

  var isEmpty: Bool { elements.isEmpty }
  var count: Int { elements.count }

  /// The outermost element.
  var root: FeedElement? { elements.first?.element }

  /// How many elements must be closed to close the current item. `nil` outside of items.
  var countToCloseItem: Int? { depthOfItem.map { elements.count - $0 } }

  /// Adds an element inside of the innermost one.
  mutating func push(_ name: some Collection<UInt8>, _ element: FeedElement) {
    if element == .item, depthOfItem == nil { depthOfItem = elements.count }
    elements.append((names.count, element))
    names.append(contentsOf: name)
  }

  /// Removes the innermost element, and returns it.
  private mutating func pop() -> FeedElement {
    let (start, element) = elements.removeLast()
    names.removeLast(names.count - start)
    if let depth = depthOfItem, elements.count <= depth { depthOfItem = nil }
    return element
  }

  /// Closes the innermost element: removes it, appends its end tag to `output`, and returns the element.
  @discardableResult
  mutating func closeInnermost(into output: inout [UInt8]) -> FeedElement {
    let element = pop()
    output.append(.lessThan)
    output.append(.slash)
    NameCode.append(element, to: &output)
    output.append(.greaterThan)
    return element
  }

  /// Returns how many elements an end tag of this name closes, or `nil` if no open element has the name. Case is
  /// ignored.
  func countToClose(_ name: [UInt8]) -> Int? {
    var end = names.count
    for index in elements.indices.reversed() {
      let start = elements[index].start
      if end - start == name.count, hasName(name, at: start) { return elements.count - index }
      end = start
    }
    return nil
  }

  /// Whether the open element whose name starts at `start` in ``names`` has this name. Case is ignored.
  private func hasName(_ name: [UInt8], at start: Int) -> Bool {
    for offset in name.indices where names[start + offset].lowercasedASCII != name[offset].lowercasedASCII {
      return false
    }
    return true
  }
}
