/// An array whose elements are found by their `id` as quickly as by their position. No two elements have the same `id`.
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row.State> = []
/// rows.append(Row.State(id: 1))
/// rows[id: 1]?.isOn = true
/// ```
///
/// Elements that are not `Identifiable` are identified by a key path: `IdentifiedArray(uniqueElements: words, id: \.self)`.
///
/// An element keeps its id while it is in the array. A change of an id is reported as a `Misuse` of this file, because a subscript does not know its
/// caller: see ``subscript(_:)`` and ``subscript(id:)``.
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The elements, in order.
  @inlinable
  public var elements: [Element] { content }
  /// The ids of the elements, in the same order.
  @inlinable
  public var ids: [ID] { order }
  @usableFromInline var content: [Element]
  @usableFromInline var order: [ID]
  @usableFromInline var positions: [ID: Int]
  @usableFromInline let identity: any ElementIdentity<Element, ID>
  /// The identity of this arrangement of elements.
  @usableFromInline var structure = StructureID()

  /// Which elements there are, and in which order.
  @inlinable var arrangement: (structure: StructureID, ids: [ID]) { (structure, order) }

  /// Makes an array whose elements are identified by a key path. Of elements with the same id, the first is used.
  public init(uniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    self.init(elements, identity: IdentityByKeyPath(id))
  }

  @usableFromInline
  init(_ elements: some Sequence<Element>, identity: any ElementIdentity<Element, ID>) {
    content = []
    order = []
    positions = [:]
    self.identity = identity
    for element in elements { append(element) }
  }

  /// The position of the element with an id.
  @inlinable
  public func index(id: ID) -> Int? { positions[id] }

  /// The element with an id. Writing `nil` removes it, writing an element replaces it, or appends it if there is none.
  ///
  /// An element that gets another id by that is found by the new one from then on, and takes the place of one that has it; it is reported.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { positions[id].map { content[$0] } }
    set {
      if let newValue {
        if identity.id(of: newValue) != id { reportChange(of: id, to: identity.id(of: newValue)) }
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
    let id = identity.id(of: element)
    if let existing = positions[id] { return (false, existing) }
    content.insert(element, at: position)
    order.insert(id, at: position)
    reindex(from: position)
    return (true, position)
  }

  /// Replaces the element with the same id, or appends the element if there is none.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    guard let position = positions[identity.id(of: element)] else {
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
    if kept.count < content.count { self = with(kept) }
  }

  /// Removes all elements.
  public mutating func removeAll() {
    self = with([])
  }

  /// Sorts the elements.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    self = with(try content.sorted(by: areInIncreasingOrder))
  }

  /// Swaps two elements.
  public mutating func swapAt(_ first: Int, _ second: Int) {
    content.swapAt(first, second)
    order.swapAt(first, second)
    for position in [first, second] { positions[order[position]] = position }
    structure = StructureID()
  }

  /// An array of other elements, which are identified in the same way.
  func with(_ elements: some Sequence<Element>) -> IdentifiedArray {
    IdentifiedArray(elements, identity: identity)
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
    if identity.id(of: element) != order[position] {
      rebuild(after: position)
    } else if before != observedIdentity(element) {
      structure = StructureID()
    }
  }

  /// Finds all elements by the ids that they have now. Of two with the same id the one that has just got it stays.
  @usableFromInline
  mutating func rebuild(after position: Int) {
    let id = identity.id(of: content[position])
    reportChange(of: order[position], to: id)
    if let other = positions[id], other != position { content.remove(at: other) }
    self = with(content)
  }

  @usableFromInline
  func reportChange(of id: ID, to newID: ID) {
    Misuse(
      """
      The id of an element of an “IdentifiedArray” was changed, from \(id) to \(newID). It is found by the new one from now on. Ids have \
      to stay: remove the element, and insert another.
      """, fileID: #fileID, line: #line
    ).report()
  }
}

/// The identity of the elements of an ``IdentifiedArray``.
@usableFromInline
protocol ElementIdentity<Element, ID>: AnyObject, Sendable {
  associatedtype Element
  associatedtype ID
  func id(of element: Element) -> ID
}

/// The `id` of the elements.
private final class IdentityByID<Element: Identifiable>: ElementIdentity {
  func id(of element: Element) -> Element.ID { element.id }
}

/// The value at a key path of the elements.
private final class IdentityByKeyPath<Element, ID>: ElementIdentity {
  private let keyPath: any KeyPath<Element, ID> & Sendable

  init(_ keyPath: any KeyPath<Element, ID> & Sendable) {
    self.keyPath = keyPath
  }

  func id(of element: Element) -> ID { element[keyPath: keyPath] }
}

/// An array of a reducer's states, or of anything with an `id`, found by that: `IdentifiedArrayOf<Row.State>`.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray where Element: Identifiable, Element.ID == ID {
  /// Makes an array. Of elements with the same `id` the first is taken.
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(elements, identity: IdentityByID())
  }

  /// Makes an empty array.
  public init() {
    self.init(uniqueElements: [])
  }
}

extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  /// The position of the first element.
  @inlinable
  public var startIndex: Int { 0 }
  /// The position after the last element.
  @inlinable
  public var endIndex: Int { content.count }

  /// The element at a position. A written element must have the id of the present element. Otherwise nothing is written, and the write is reported.
  @inlinable
  public subscript(position: Int) -> Element {
    get { content[position] }
    set {
      guard identity.id(of: newValue) == order[position] else { return reportReplacement(of: order[position], by: identity.id(of: newValue)) }
      let before = observedIdentity(content[position])
      content[position] = newValue
      if before == nil || before != observedIdentity(newValue) { structure = StructureID() }
    }
  }

  @usableFromInline
  func reportReplacement(of id: ID, by newID: ID) {
    Misuse(
      """
      An element with the id \(newID) was written to the position of an “IdentifiedArray” where the one with the id \(id) is. Nothing was \
      written. Remove that one, and insert the other.
      """, fileID: #fileID, line: #line
    ).report()
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, Element.ID == ID {
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
