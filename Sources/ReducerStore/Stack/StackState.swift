/// The pages of a navigation stack, from the bottom to the top.
///
/// ```swift
/// @ObservableState struct State: Equatable {
///   var path = StackState<Path.State>()
/// }
///
/// state.path.append(.episode(EpisodeFeature.State(id: 1)))
/// ```
///
/// A page is represented by the state of its feature, an `Element`. Each page has a unique id, which does not change
/// while the page is in the stack. A page that is pushed without an id gets an id that the stack has not used.
public struct StackState<Element> {
  /// The pages, from the bottom to the top.
  @usableFromInline var elements: [Element]
  /// The ids of the pages, from the bottom to the top.
  public var ids: [StackElementID] { elementIDs }
  /// The ids of `elements`, at the same positions.
  @usableFromInline var elementIDs: [StackElementID]
  /// The id that the next pushed page gets, unless it is pushed with another id.
  public private(set) var nextID = StackElementID(0)
  /// The identity of the stack, which all copies of the stack share. If the identity of a property's stack changes,
  /// another stack was assigned to the property.
  @usableFromInline var origin = StructureID()
  /// Changes when a page is pushed, removed or replaced. A page whose observable state gets another identity counts as
  /// replaced.
  @usableFromInline var structure = StructureID()
  /// The ids of the pages after the previous action.
  @usableFromInline var previousIDs: [StackElementID] = []

  /// Creates a stack.
  public init(_ elements: some Sequence<Element>) {
    self.elements = []
    elementIDs = []
    for element in elements { append(element) }
  }

  /// Creates an empty stack.
  public init() {
    self.init([])
  }

  /// The page with an id, or `nil` if there is none.
  ///
  /// Writing `nil` removes only this page. To remove the pages above it too, call ``pop(from:)``. Writing a page for an
  /// unknown id pushes the page with that id.
  public subscript(id id: StackElementID) -> Element? {
    get { elementIDs.firstIndex(of: id).map { elements[$0] } }
    set {
      switch (elementIDs.firstIndex(of: id), newValue) {
      case (let position?, let element?): self[position] = element
      case (let position?, nil): remove(at: position)
      case (nil, let element?): push(element, id: id)
      case (nil, nil): break
      }
    }
    _modify {
      guard let position = elementIDs.firstIndex(of: id) else {
        var element: Element?
        defer { if let element { push(element, id: id) } }
        yield &element
        return
      }
      let identityBefore = observedIdentity(elements[position])
      var element: Element? = elements[position]
      defer {
        if let element {
          elements[position] = element
          if identityBefore != observedIdentity(element) { structure = StructureID() }
        } else {
          remove(at: position)
        }
      }
      yield &element
    }
  }

  /// The payload of the page with an id, if the page exists and is in this case of the enum `Element`. Otherwise `nil`.
  ///
  /// ```swift
  /// state.path[id: id, case: \.detail]?.title = ""
  /// ```
  ///
  /// Writing `nil` removes only this page. If the page does not exist or is in another case, a write changes nothing
  /// and is reported as a `Misuse`.
  public subscript<Value>(
    id id: StackElementID, case path: CaseKeyPath<Element, Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Value? {
    get { self[id: id].flatMap(CasePath(path).extract(from:)) }
    set {
      guard let element = self[id: id], CasePath(path).extract(from: element) != nil else {
        return Misuse(
          "There is no screen with the id \(id) in that case. Nothing was changed.", fileID: fileID, line: line
        ).report()
      }
      self[id: id] = newValue.map(CasePath(path).embed)
    }
  }

  /// Pops the page with an id and the pages above it. Does nothing if there is no such page.
  public mutating func pop(from id: StackElementID) {
    if let position = elementIDs.firstIndex(of: id) { removeSubrange(position...) }
  }

  /// Pops the pages above the page with an id. Does nothing if there is no such page.
  public mutating func pop(to id: StackElementID) {
    if let position = elementIDs.firstIndex(of: id) { removeSubrange((position + 1)...) }
  }

  /// Changes the page with an id in place, without a copy. Returns the result of the closure, or `nil` if there is no
  /// such page.
  @inlinable
  mutating func change<Result>(id: StackElementID, _ body: (inout Element) -> Result) -> Result? {
    guard let position = elementIDs.firstIndex(of: id) else { return nil }
    let identityBefore = observedIdentity(elements[position])
    defer { if identityBefore != observedIdentity(elements[position]) { structure = StructureID() } }
    return body(&elements[position])
  }

  /// Gives the pages new ids if this stack has replaced another stack, `former`. The former stack has never used the
  /// new ids, so effects of the former pages are not mistaken for effects of the new pages.
  @usableFromInline
  mutating func renumber(replacing former: StackArrangement) {
    guard origin != former.origin else { return }
    origin = former.origin
    elementIDs = elementIDs.map { StackElementID($0.number + former.nextID.number) }
    nextID = StackElementID(nextID.number + former.nextID.number)
    previousIDs = []
  }

  /// The values of the stack that a ``StackRunner`` reads before and after an action.
  @inlinable
  var arrangement: StackArrangement {
    StackArrangement(origin: origin, structure: structure, ids: elementIDs, previousIDs: previousIDs, nextID: nextID)
  }

  /// Adds a page with an id at the top. ``nextID`` is then greater than this id.
  private mutating func push(_ element: Element, id: StackElementID) {
    elements.append(element)
    elementIDs.append(id)
    nextID = Swift.max(nextID, StackElementID(id.number + 1))
    structure = StructureID()
  }
}

/// The values of a stack that a ``StackRunner`` reads before and after an action, to find pushed and removed pages. See
/// the properties of ``StackState``.
@usableFromInline
struct StackArrangement {
  @usableFromInline let origin: StructureID
  @usableFromInline let structure: StructureID
  @usableFromInline let ids: [StackElementID]
  @usableFromInline let previousIDs: [StackElementID]
  @usableFromInline let nextID: StackElementID

  @inlinable
  init(
    origin: StructureID, structure: StructureID, ids: [StackElementID], previousIDs: [StackElementID],
    nextID: StackElementID
  ) {
    self.origin = origin
    self.structure = structure
    self.ids = ids
    self.previousIDs = previousIDs
    self.nextID = nextID
  }
}

/// The identity of a page in a stack.
public struct StackElementID: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }

  /// Creates an id for tests. The value is the number of pages that were pushed before the page, so the first page has
  /// the id 0.
  public init(integerLiteral value: Int) {
    number = value
  }

  /// Whether the first id has the smaller number. The stack numbers its pages in the order in which they are pushed.
  public static func < (first: StackElementID, second: StackElementID) -> Bool { first.number < second.number }

  /// A number sign and the number of the id: `#0`.
  public var description: String { "#\(number)" }
}

extension StackState: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// The position of the bottom page.
  public var startIndex: Int { 0 }
  /// The position after the top page.
  public var endIndex: Int { elements.count }

  /// The page at a position. A page that is written to the position gets the id of the page that it replaces.
  public subscript(position: Int) -> Element {
    get { elements[position] }
    set {
      elements[position] = newValue
      structure = StructureID()
    }
  }

  /// Replaces pages by other pages, which get new ids.
  public mutating func replaceSubrange(_ range: Range<Int>, with newElements: some Collection<Element>) {
    elements.replaceSubrange(range, with: newElements)
    let newIDs = newElements.indices.enumerated().map { StackElementID(nextID.number + $0.offset) }
    elementIDs.replaceSubrange(range, with: newIDs)
    nextID = StackElementID(nextID.number + newIDs.count)
    structure = StructureID()
  }
}

extension StackState: ExpressibleByArrayLiteral {
  /// Creates a stack.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension StackState: Equatable where Element: Equatable {
  /// Whether both stacks have equal pages in the same order. The ids are ignored.
  public static func == (first: StackState, second: StackState) -> Bool { first.elements == second.elements }
}

extension StackState: Hashable where Element: Hashable {
  /// Hashes the pages.
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState: Encodable where Element: Encodable {
  /// Encodes the pages as an array. Their ids are not encoded.
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes the pages from an array. The pages get new ids.
  public init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }
}

extension StackState: ObservableIdentity where Element: ObservableState {
  /// The identity that observers of the stack compare. It changes when a page is pushed, removed or replaced. A change
  /// within a page notifies only the page's observers.
  public var _$identity: StructureID { structure }
}

extension StackState: CustomReflectable {
  /// A dump shows each page with its id.
  public var customMirror: Mirror {
    Mirror(
      self, children: zip(elementIDs, elements).map { (label: "\($0)" as String?, value: $1 as Any) },
      displayStyle: .struct)
  }
}
