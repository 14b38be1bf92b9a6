/// An array whose elements have unique ids. It finds an element by its id in constant time.
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row.State> = []
/// rows.append(Row.State(id: 1))
/// rows[id: 1]?.isOn = true
/// ```
///
/// Elements that are not `Identifiable` are identified by a key path:
/// `IdentifiedArray(uniqueElements: words, id: \.self)`.
///
/// An element must keep its id while it is in the array. A change of an id is reported as a `Misuse`: see
/// ``subscript(_:)`` and ``subscript(id:)``. The report names a line of this file, because these subscripts have no
/// parameter for the line of the caller.
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The elements, in order.
  @inlinable
  public var elements: [Element] { storedElements }
  /// The ids of the elements, in the same order.
  @inlinable
  public var ids: [ID] { storedIDs }
  /// The value of ``elements``.
  @usableFromInline var storedElements: [Element]
  /// The value of ``ids``: the id of each element, at the same position.
  @usableFromInline var storedIDs: [ID]
  /// The position of each element in `storedElements`, by id.
  @usableFromInline var positions: [ID: Int]
  /// Reads the id of an element.
  @usableFromInline let idReader: any ElementIDReader<Element, ID>
  /// The identity of the sequence of elements. A new value is assigned at each insertion, removal, move and replacement
  /// of an element.
  @usableFromInline var structure = StructureID()

  /// The structure and the ids. The reducer operator `forEach` compares them before and after an action.
  @inlinable var arrangement: (structure: StructureID, ids: [ID]) { (structure, storedIDs) }

  /// Creates an array whose elements are identified by a key path. If several elements have the same id, only the first
  /// one is used.
  public init(uniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    self.init(elements, idReader: IDKeyPathReader(id))
  }

  @usableFromInline
  init(_ elements: some Sequence<Element>, idReader: any ElementIDReader<Element, ID>) {
    storedElements = []
    storedIDs = []
    positions = [:]
    self.idReader = idReader
    for element in elements { append(element) }
  }

  /// Returns the position of the element with an id, or `nil` if there is none.
  @inlinable
  public func index(id: ID) -> Int? { positions[id] }

  /// The element with an id, or `nil` if there is none.
  ///
  /// Writing `nil` removes the element. Writing an element replaces the element that has the same id as the written
  /// element, or appends the written element.
  ///
  /// A write of an element with another id than `id` is reported as a `Misuse`, and so is a change of the id in place.
  /// After a change in place, the array contains the element under its new id, and another element with the new id is
  /// removed.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { positions[id].map { storedElements[$0] } }
    set {
      if let newValue { insert(newValue, writtenTo: id) } else { remove(id: id) }
    }
    _modify {
      guard let position = positions[id] else {
        var element: Element?
        defer { if let element { insert(element, writtenTo: id) } }
        yield &element
        return
      }
      let oldIdentity = observedIdentity(storedElements[position])
      var element: Element? = storedElements[position]
      defer { finishChange(at: position, to: element, from: oldIdentity) }
      yield &element
    }
  }

  /// Replaces the element that has the same id as the given element, or appends the given element. Reports another id
  /// than `id`.
  @inlinable
  mutating func insert(_ element: Element, writtenTo id: ID) {
    if idReader.id(of: element) != id { reportChange(of: id, to: idReader.id(of: element)) }
    updateOrAppend(element)
  }

  /// Changes the element with an id in place, without a copy. Returns the result of the closure, or `nil` if there is
  /// no such element.
  @inlinable
  mutating func change<Result>(id: ID, _ body: (inout Element) -> Result) -> Result? {
    guard let position = positions[id] else { return nil }
    let oldIdentity = observedIdentity(storedElements[position])
    let result = body(&storedElements[position])
    elementDidChange(at: position, from: oldIdentity)
    return result
  }

  /// Appends an element, unless the array contains an element with the same id.
  ///
  /// - Returns: Whether the element was appended, and the position of the element with this id.
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: storedElements.count)
  }

  /// Inserts an element, unless the array contains an element with the same id.
  ///
  /// - Returns: Whether the element was inserted, and the position of the element with this id.
  @discardableResult
  public mutating func insert(_ element: Element, at position: Int) -> (inserted: Bool, index: Int) {
    let id = idReader.id(of: element)
    if let existing = positions[id] { return (false, existing) }
    storedElements.insert(element, at: position)
    storedIDs.insert(id, at: position)
    reindex(from: position)
    return (true, position)
  }

  /// Replaces the element with the same id, or appends the element if there is none.
  ///
  /// - Returns: The replaced element, or `nil` if the element was appended.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    guard let position = positions[idReader.id(of: element)] else {
      append(element)
      return nil
    }
    let old = storedElements[position]
    storedElements[position] = element
    structure = StructureID()
    return old
  }

  /// Removes the element with an id. Returns the removed element, or `nil` if there is none.
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    positions[id].map { remove(at: $0) }
  }

  /// Removes the element at a position and returns it.
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    positions[storedIDs.remove(at: position)] = nil
    defer { reindex(from: position) }
    return storedElements.remove(at: position)
  }

  /// Removes the elements that satisfy a condition.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    let kept = try storedElements.filter { try !shouldBeRemoved($0) }
    if kept.count < storedElements.count { self = replacingElements(with: kept) }
  }

  /// Removes all elements.
  public mutating func removeAll() {
    self = replacingElements(with: [])
  }

  /// Sorts the elements.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    self = replacingElements(with: try storedElements.sorted(by: areInIncreasingOrder))
  }

  /// Swaps two elements.
  public mutating func swapAt(_ first: Int, _ second: Int) {
    storedElements.swapAt(first, second)
    storedIDs.swapAt(first, second)
    for position in [first, second] { positions[storedIDs[position]] = position }
    structure = StructureID()
  }

  /// Returns an array with other elements, whose ids are read in the same way.
  func replacingElements(with elements: some Sequence<Element>) -> IdentifiedArray {
    IdentifiedArray(elements, idReader: idReader)
  }

  /// Updates `positions` for the elements at or after a position, and the structure.
  private mutating func reindex(from position: Int) {
    for position in position..<storedIDs.count { positions[storedIDs[position]] = position }
    structure = StructureID()
  }

  /// Completes a change of an element in place. If `element` is `nil`, the element is removed.
  ///
  /// - Parameter oldIdentity: The observable identity of the element before the change, or `nil` if there is none.
  @usableFromInline
  mutating func finishChange(at position: Int, to element: Element?, from oldIdentity: ObservableStateID?) {
    guard let element else {
      remove(at: position)
      return
    }
    storedElements[position] = element
    elementDidChange(at: position, from: oldIdentity)
  }

  /// Updates the ids and the structure after an element was changed in place. If the id and the observable identity
  /// are the same as before, nothing is updated.
  ///
  /// - Parameter oldIdentity: The observable identity of the element before the change, or `nil` if there is none.
  @inlinable
  mutating func elementDidChange(at position: Int, from oldIdentity: ObservableStateID?) {
    let element = storedElements[position]
    if idReader.id(of: element) != storedIDs[position] {
      rebuild(afterChangeAt: position)
    } else if oldIdentity != observedIdentity(element) {
      structure = StructureID()
    }
  }

  /// Updates all ids and positions after the id of one element has changed. Another element with the new id is removed.
  @usableFromInline
  mutating func rebuild(afterChangeAt position: Int) {
    let id = idReader.id(of: storedElements[position])
    reportChange(of: storedIDs[position], to: id)
    if let other = positions[id], other != position { storedElements.remove(at: other) }
    self = replacingElements(with: storedElements)
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

/// Reads the ids of the elements of an ``IdentifiedArray``.
@usableFromInline
protocol ElementIDReader<Element, ID>: AnyObject, Sendable {
  associatedtype Element
  associatedtype ID
  func id(of element: Element) -> ID
}

/// Reads the property `id` of an element.
private final class IDPropertyReader<Element: Identifiable>: ElementIDReader {
  func id(of element: Element) -> Element.ID { element.id }
}

/// Reads the id of an element at a key path.
private final class IDKeyPathReader<Element, ID>: ElementIDReader {
  private let keyPath: any KeyPath<Element, ID> & Sendable

  init(_ keyPath: any KeyPath<Element, ID> & Sendable) {
    self.keyPath = keyPath
  }

  func id(of element: Element) -> ID { element[keyPath: keyPath] }
}

/// An ``IdentifiedArray`` of `Identifiable` elements: `IdentifiedArrayOf<Row.State>`.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray where Element: Identifiable, Element.ID == ID {
  /// Creates an array. If several elements have the same `id`, only the first one is used.
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(elements, idReader: IDPropertyReader())
  }

  /// Creates an empty array.
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
  public var endIndex: Int { storedElements.count }

  /// The element at a position.
  ///
  /// A written element must have the same id as the existing one. Otherwise the array does not change, and the write is
  /// reported as a `Misuse`.
  @inlinable
  public subscript(position: Int) -> Element {
    get { storedElements[position] }
    set {
      guard idReader.id(of: newValue) == storedIDs[position] else {
        return reportReplacement(of: storedIDs[position], by: idReader.id(of: newValue))
      }
      let oldIdentity = observedIdentity(storedElements[position])
      storedElements[position] = newValue
      // The new value is the same element, changed in place, if it has the same observable identity. A value without an
      // observable identity always counts as a replacement.
      if oldIdentity == nil || oldIdentity != observedIdentity(newValue) { structure = StructureID() }
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
  /// Creates an array. If several elements have the same `id`, only the first one is used.
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both arrays have equal elements in the same order.
  public static func == (first: IdentifiedArray, second: IdentifiedArray) -> Bool {
    first.storedElements == second.storedElements
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Hashes the elements.
  public func hash(into hasher: inout Hasher) { hasher.combine(storedElements) }
}

extension IdentifiedArray: Sendable where Element: Sendable, ID: Sendable {}

extension IdentifiedArray: ObservableIdentity where Element: ObservableState {
  /// The structure, which changes when an element is inserted, removed, moved or replaced. Readers of an element
  /// observe the changes within that element.
  @inlinable
  public var _$identity: StructureID { structure }
}

extension IdentifiedArray: CustomReflectable {
  /// A dump shows the elements.
  public var customMirror: Mirror { Mirror(reflecting: storedElements) }
}
