/// The screens of a navigation stack, from the first that was pushed to the one on top.
///
/// Each has an id of its own, which it keeps while it is in the stack, and which none gets after it.
public struct StackState<Element> {
  @usableFromInline var elements: [Element]
  /// The ids of the screens, from the first to the one on top.
  public var ids: [StackElementID] { order }
  @usableFromInline var order: [StackElementID]
  /// The id that the next screen will get.
  public private(set) var nextID = StackElementID(0)
  /// Which stack it is: a copy is the same.
  @usableFromInline var origin = StructureID()
  @usableFromInline var structure = StructureID()
  /// The screens that the reducer has seen last.
  @usableFromInline var seen: [StackElementID] = []

  /// Makes a stack.
  public init(_ elements: some Sequence<Element>) {
    self.elements = []
    order = []
    for element in elements { append(element) }
  }

  /// Makes an empty stack.
  public init() {
    self.init([])
  }

  /// The screen with an id. Writing `nil` removes that screen alone; ``pop(from:)`` also pops those above it. Writing a screen where there is none
  /// pushes it with that id.
  public subscript(id id: StackElementID) -> Element? {
    get { order.firstIndex(of: id).map { elements[$0] } }
    set {
      switch (order.firstIndex(of: id), newValue) {
      case (let position?, let element?): self[position] = element
      case (let position?, nil): remove(at: position)
      case (nil, let element?): push(element, id: id)
      case (nil, nil): break
      }
    }
    _modify {
      guard let position = order.firstIndex(of: id) else {
        var element: Element?
        defer { if let element { push(element, id: id) } }
        yield &element
        return
      }
      let before = observedIdentity(elements[position])
      var element: Element? = elements[position]
      defer {
        if let element {
          elements[position] = element
          if before != observedIdentity(element) { structure = StructureID() }
        } else {
          remove(at: position)
        }
      }
      yield &element
    }
  }

  /// The payload of the screen with an id, if the screen is in a case: `state.path[id: id, case: \.detail]?.title = ""`.
  ///
  /// Writing `nil` removes that screen alone. Writing where the screen is not there or in another case changes nothing, and is reported as
  /// a `Misuse`.
  public subscript<Value>(
    id id: StackElementID, case path: CaseKeyPath<Element, Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    get { self[id: id].flatMap(CasePath(path).extract(from:)) }
    set {
      guard let element = self[id: id], CasePath(path).extract(from: element) != nil else {
        return Misuse("There is no screen with the id \(id) in that case. Nothing was changed.", fileID: fileID, line: line).report()
      }
      self[id: id] = newValue.map(CasePath(path).embed)
    }
  }

  /// Pops the screen with an id, and those above it. Nothing is popped where there is none.
  public mutating func pop(from id: StackElementID) {
    if let position = order.firstIndex(of: id) { removeSubrange(position...) }
  }

  /// Pops the screens above the one with an id. Nothing is popped where there is none.
  public mutating func pop(to id: StackElementID) {
    if let position = order.firstIndex(of: id) { removeSubrange((position + 1)...) }
  }

  /// Changes a screen in place, without copying what it holds. Gives `nil` where there is none with this id.
  @inlinable
  mutating func change<Result>(id: StackElementID, _ body: (inout Element) -> Result) -> Result? {
    guard let position = order.firstIndex(of: id) else { return nil }
    let before = observedIdentity(elements[position])
    defer { if before != observedIdentity(elements[position]) { structure = StructureID() } }
    return body(&elements[position])
  }

  /// Gives the screens new ids if this stack replaced another one. The earlier stack has never used the new ids.
  @usableFromInline
  mutating func take(over before: StackArrangement) {
    guard origin != before.origin else { return }
    origin = before.origin
    order = order.map { StackElementID($0.number + before.nextID.number) }
    nextID = StackElementID(nextID.number + before.nextID.number)
    seen = []
  }

  /// The values of the stack that a reducer compares before and after an action.
  @inlinable
  var arrangement: StackArrangement { StackArrangement(origin: origin, structure: structure, ids: order, seen: seen, nextID: nextID) }

  private mutating func push(_ element: Element, id: StackElementID) {
    elements.append(element)
    order.append(id)
    nextID = Swift.max(nextID, StackElementID(id.number + 1))
    structure = StructureID()
  }
}

/// Which stack a stack is, which screens it has, and how far its ids have come.
@usableFromInline
struct StackArrangement {
  @usableFromInline let origin: StructureID
  @usableFromInline let structure: StructureID
  @usableFromInline let ids: [StackElementID]
  @usableFromInline let seen: [StackElementID]
  @usableFromInline let nextID: StackElementID

  @inlinable
  init(origin: StructureID, structure: StructureID, ids: [StackElementID], seen: [StackElementID], nextID: StackElementID) {
    self.origin = origin
    self.structure = structure
    self.ids = ids
    self.seen = seen
    self.nextID = nextID
  }
}

/// The identity of a screen in a stack.
public struct StackElementID: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }

  /// The id of the screen that was pushed after so many others: for tests. The first has the id 0.
  public init(integerLiteral value: Int) {
    number = value
  }

  /// Whether the first was pushed earlier.
  public static func < (first: StackElementID, second: StackElementID) -> Bool { first.number < second.number }

  /// The number of the screen.
  public var description: String { "#\(number)" }
}

extension StackState: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// The position of the first screen that was pushed.
  public var startIndex: Int { 0 }
  /// The position after the one on top.
  public var endIndex: Int { elements.count }

  /// The screen at a position. One that is written there gets the id of the one before.
  public subscript(position: Int) -> Element {
    get { elements[position] }
    set {
      elements[position] = newValue
      structure = StructureID()
    }
  }

  /// Replaces screens by others, which get new ids.
  public mutating func replaceSubrange(_ range: Range<Int>, with newElements: some Collection<Element>) {
    elements.replaceSubrange(range, with: newElements)
    let newIDs = newElements.indices.enumerated().map { StackElementID(nextID.number + $0.offset) }
    order.replaceSubrange(range, with: newIDs)
    nextID = StackElementID(nextID.number + newIDs.count)
    structure = StructureID()
  }
}

extension StackState: ExpressibleByArrayLiteral {
  /// Makes a stack.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension StackState: Equatable where Element: Equatable {
  /// Whether both have equal screens in the same order, whatever their ids.
  public static func == (first: StackState, second: StackState) -> Bool { first.elements == second.elements }
}

extension StackState: Hashable where Element: Hashable {
  /// Hashes the screens.
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState: Encodable where Element: Encodable {
  /// Encodes the screens, as an array does. Their ids are not encoded.
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes the screens, as an array does. They get new ids.
  public init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }
}

extension StackState: ObservableIdentity where Element: ObservableState {
  /// The arrangement of the screens: what changes in one of them is observed there.
  public var _$identity: StructureID { structure }
}

extension StackState: CustomReflectable {
  /// A dump shows each screen with its id.
  public var customMirror: Mirror {
    Mirror(self, children: zip(order, elements).map { (label: "\($0)" as String?, value: $1 as Any) }, displayStyle: .struct)
  }
}
