/// An array whose elements are found by their `id` as quickly as by their position. No two elements have the same `id`.
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row.State> = []
/// rows.append(Row.State(id: 1))
/// rows[id: 1]?.isOn = true
/// ```
public struct IdentifiedArray<ID, Element: Identifiable> where Element.ID == ID {
  /// The elements, in order.
  @inlinable
  public var elements: [Element] { content }
  /// The ids of the elements, in the same order.
  @inlinable
  public var ids: [ID] { order }
  @usableFromInline var content: [Element]
  @usableFromInline var order: [ID]
  @usableFromInline var positions: [ID: Int]
  /// What tells this arrangement of elements from others.
  @usableFromInline var structure = StructureID()

  /// Which elements there are, and in which order.
  @inlinable var arrangement: (structure: StructureID, ids: [ID]) { (structure, order) }

  /// Makes an array. Of elements with the same `id` the first is taken.
  public init(uniqueElements elements: some Sequence<Element>) {
    content = []
    order = []
    positions = [:]
    for element in elements { append(element) }
  }

  /// Makes an empty array.
  public init() {
    self.init(uniqueElements: [])
  }

  /// The position of the element with an id.
  @inlinable
  public func index(id: ID) -> Int? { positions[id] }

  /// The element with an id. Writing `nil` removes it, writing an element replaces it, or appends it if there is none.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { positions[id].map { content[$0] } }
    set {
      if let newValue {
        updateOrAppend(newValue)
      } else {
        remove(id: id)
      }
    }
    _modify {
      guard let position = positions[id] else {
        var element: Element?
        defer { if let element { append(element) } }
        yield &element
        return
      }
      let before = observedIdentity(content[position])
      var element: Element? = content[position]
      defer { finishChange(at: position, to: element, from: before) }
      yield &element
    }
  }

  /// Changes the element with an id in place, without copying what it holds. Gives `nil` where there is none.
  @inlinable
  mutating func change<Result>(id: ID, _ body: (inout Element) -> Result) -> Result? {
    guard let position = positions[id] else { return nil }
    let before = observedIdentity(content[position])
    let result = body(&content[position])
    settle(at: position, from: before)
    return result
  }

  /// Appends an element, unless there is one with its id.
  ///
  /// - Returns: Whether it was appended, and the position of the element with its id.
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: content.count)
  }

  /// Inserts an element, unless there is one with its id.
  ///
  /// - Returns: Whether it was inserted, and the position of the element with its id.
  @discardableResult
  public mutating func insert(_ element: Element, at position: Int) -> (inserted: Bool, index: Int) {
    if let existing = positions[element.id] { return (false, existing) }
    content.insert(element, at: position)
    order.insert(element.id, at: position)
    reindex(from: position)
    return (true, position)
  }

  /// Replaces the element with the same id, or appends the element if there is none.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    guard let position = positions[element.id] else {
      append(element)
      return nil
    }
    let old = content[position]
    content[position] = element
    structure = StructureID()
    return old
  }

  /// Removes the element with an id, if there is one.
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    positions[id].map { remove(at: $0) }
  }

  /// Removes the element at a position.
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    positions[order.remove(at: position)] = nil
    defer { reindex(from: position) }
    return content.remove(at: position)
  }

  /// Removes the elements of which something holds.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    let kept = try content.filter { try !shouldBeRemoved($0) }
    if kept.count < content.count { self = IdentifiedArray(uniqueElements: kept) }
  }

  /// Removes all elements.
  public mutating func removeAll() {
    self = IdentifiedArray()
  }

  /// Sorts the elements.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    self = IdentifiedArray(uniqueElements: try content.sorted(by: areInIncreasingOrder))
  }

  /// Swaps two elements.
  public mutating func swapAt(_ first: Int, _ second: Int) {
    content.swapAt(first, second)
    order.swapAt(first, second)
    reindex(from: Swift.min(first, second))
  }

  private mutating func reindex(from position: Int) {
    for position in position..<order.count { positions[order[position]] = position }
    structure = StructureID()
  }

  @usableFromInline
  mutating func finishChange(at position: Int, to element: Element?, from before: ObservableStateID?) {
    guard let element else {
      remove(at: position)
      return
    }
    content[position] = element
    settle(at: position, from: before)
  }

  /// Puts right what depends on the element, after it was changed in place.
  @inlinable
  mutating func settle(at position: Int, from before: ObservableStateID?) {
    let element = content[position]
    if element.id != order[position] {
      self = IdentifiedArray(uniqueElements: content)
    } else if before != observedIdentity(element) {
      structure = StructureID()
    }
  }
}

/// An array of a reducer's states, or of anything with an `id`, found by that: `IdentifiedArrayOf<Row.State>`.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: RandomAccessCollection {
  /// The position of the first element.
  @inlinable
  public var startIndex: Int { 0 }
  /// The position after the last element.
  @inlinable
  public var endIndex: Int { content.count }

  /// The element at a position. Another one that is written there may have another `id`.
  @inlinable
  public subscript(position: Int) -> Element {
    get { content[position] }
    set {
      content[position] = newValue
      if newValue.id == order[position] {
        structure = StructureID()
      } else {
        self = IdentifiedArray(uniqueElements: content)
      }
    }
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral {
  /// Makes an array. Of elements with the same `id` the first is taken.
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both have equal elements in the same order.
  public static func == (first: IdentifiedArray, second: IdentifiedArray) -> Bool { first.content == second.content }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Hashes the elements.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension IdentifiedArray: Sendable where Element: Sendable, ID: Sendable {}

extension IdentifiedArray: ObservableIdentity where Element: ObservableState {
  /// The arrangement of the elements: what changes in one of them is observed there.
  @inlinable
  public var _$identity: StructureID { structure }
}

extension IdentifiedArray: CustomReflectable {
  /// A dump shows the elements.
  public var customMirror: Mirror { Mirror(reflecting: content) }
}
