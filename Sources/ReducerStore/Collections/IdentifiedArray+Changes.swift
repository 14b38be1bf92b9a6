extension IdentifiedArray where Element: Identifiable, Element.ID == ID {
  /// Makes an array. Of elements with the same `id` the closure makes one, in the place of the first.
  public init(_ elements: some Sequence<Element>, uniquingIDsWith combine: (Element, Element) throws -> Element) rethrows {
    self.init()
    for element in elements {
      if let present = self[id: element.id] {
        self[id: element.id] = try combine(present, element)
      } else {
        append(element)
      }
    }
  }
}

extension IdentifiedArray {
  /// Appends elements, except those whose `id` is there already.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Removes the element that has the `id` of another one, if there is one.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: identity.id(of: element))
  }

  /// Removes the first element. There must be one.
  @discardableResult
  public mutating func removeFirst() -> Element {
    remove(at: startIndex)
  }

  /// Removes the last element. There must be one.
  @discardableResult
  public mutating func removeLast() -> Element {
    remove(at: endIndex - 1)
  }

  /// Removes the elements at some positions, with the arguments of a list's `onDelete`.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    for position in Set(offsets).sorted(by: >) { remove(at: position) }
  }

  /// Moves the elements at some positions together in front of the element at another position, with the arguments of a list's `onMove`.
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    let source = Set(source)
    let moved = source.sorted().map { self[$0] }
    let rest = indices.filter { !source.contains($0) }
    let before = rest.prefix { $0 < destination }
    self = with(before.map { self[$0] } + moved + rest.dropFirst(before.count).map { self[$0] })
  }

  /// The elements of which something holds.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> IdentifiedArray {
    with(try elements.filter(isIncluded))
  }

  /// Puts the elements in the opposite order.
  public mutating func reverse() {
    self = with(elements.reversed())
  }

  /// Puts the elements in a random order.
  public mutating func shuffle() {
    self = with(elements.shuffled())
  }

  /// Puts the elements in a random order, by a generator of one's own.
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    self = with(elements.shuffled(using: &generator))
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
  /// Decodes the elements, as an array does. Of elements with the same `id` the first is taken.
  public init(from decoder: any Decoder) throws { self.init(uniqueElements: try [Element](from: decoder)) }
}
