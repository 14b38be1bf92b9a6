extension IdentifiedArray where Element: Identifiable, Element.ID == ID {
  /// Creates an array. If several elements have the same `id`, `combine` makes one element of them. This element is at
  /// the position of the first of them.
  ///
  /// - Parameters:
  ///   - elements: The elements, in order.
  ///   - combine: Returns the combined element, which must have the same `id`. The arguments are the element that is
  ///     already in the array, and the later element.
  public init(
    _ elements: some Sequence<Element>, uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init()
    for element in elements {
      if let existing = self[id: element.id] {
        self[id: element.id] = try combine(existing, element)
      } else {
        append(element)
      }
    }
  }
}

extension IdentifiedArray {
  /// Appends elements, except those whose id the array already contains.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Removes the element with the same id as `element`. Returns the removed element, or `nil` if the array has no such
  /// element.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: idReader.id(of: element))
  }

  /// Removes the first element and returns it. The array must not be empty.
  @discardableResult
  public mutating func removeFirst() -> Element {
    remove(at: startIndex)
  }

  /// Removes the last element and returns it. The array must not be empty.
  @discardableResult
  public mutating func removeLast() -> Element {
    remove(at: endIndex - 1)
  }

  /// Removes the elements at several positions. The closure of a list's `onDelete` receives such positions.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    for position in Set(offsets).sorted(by: >) { remove(at: position) }
  }

  /// Moves the elements at several positions before the element at `destination`, or to the end if `destination` is the
  /// number of elements. All positions are those before the move. The moved elements keep their order. The closure of a
  /// list's `onMove` receives the same arguments.
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    let movedPositions = Set(source)
    let otherPositions = indices.filter { !movedPositions.contains($0) }
    let positionsBefore = otherPositions.prefix { $0 < destination }
    let positionsAfter = otherPositions.dropFirst(positionsBefore.count)
    self = replacingElements(with: (positionsBefore + movedPositions.sorted() + positionsAfter).map { self[$0] })
  }

  /// Returns the elements that satisfy a condition.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> IdentifiedArray {
    replacingElements(with: try elements.filter(isIncluded))
  }

  /// Reverses the order of the elements.
  public mutating func reverse() {
    self = replacingElements(with: elements.reversed())
  }

  /// Shuffles the elements.
  public mutating func shuffle() {
    self = replacingElements(with: elements.shuffled())
  }

  /// Shuffles the elements with a random number generator.
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    self = replacingElements(with: elements.shuffled(using: &generator))
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements.
  public mutating func sort() { sort(by: <) }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements, as an array does.
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, Element.ID == ID {
  /// Decodes the elements, as an array does. If several elements have the same `id`, only the first one is used.
  public init(from decoder: any Decoder) throws { self.init(uniqueElements: try [Element](from: decoder)) }
}
