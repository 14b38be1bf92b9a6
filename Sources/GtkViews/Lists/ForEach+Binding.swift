extension ForEach {
  /// Creates a view for each element of a bound collection. The view receives a binding to the element.
  ///
  /// ```swift
  /// ForEach($episodes) { $episode in
  ///   Toggle("Favorite", isOn: $episode.isFavorite)
  /// }
  /// ```
  ///
  /// A change of one element evaluates only that element's view, if elements are `Equatable`. The binding finds its
  /// element by id, also after the element has moved. After the element is removed, the binding returns the element's
  /// last value and ignores written values. The first ignored write of each loop is reported.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection>(
    _ data: Binding<Base>, id: KeyPath<Base.Element, ID>,
    @ViewBuilder content: @escaping (Binding<Base.Element>) -> Content
  ) where Data == _BoundElements<Base, ID> {
    let identify = MainActorValue(id)
    // The closure is not isolated to the main actor, because Swift infers no isolation for a closure with a `$element`
    // parameter. A closure in a body runs on the main actor.
    let content = MainActorValue(content)
    self.init(
      source: .bound { storage in
        let elements =
          storage.map { unsafeDowncast($0, to: FollowedElements<Base, ID>.self) }
          ?? FollowedElements(id: identify.value)
        storage = elements
        return elements.read(data)
      }, identity: .own(BoundID<Base, ID>.self), content: { content.value($0.binding) })
  }

  /// Creates a view for each element of a bound collection, identified by its id. The view receives a binding to the
  /// element.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection>(
    _ data: Binding<Base>, @ViewBuilder content: @escaping (Binding<Base.Element>) -> Content
  ) where Base.Element: Identifiable, ID == Base.Element.ID, Data == _BoundElements<Base, ID> {
    self.init(data, id: \.id, content: content)
  }
}

/// The elements of a bound collection for ``ForEach``. Each element is read when it is displayed.
public nonisolated struct _BoundElements<Base: MutableCollection & RandomAccessCollection, ID: Hashable>:
  RandomAccessCollection
{
  let values: Base
  let path: KeyPath<Base.Element, ID>
  let followed: MainActorValue<FollowedElements<Base, ID>>

  /// The index of the first element.
  public var startIndex: Base.Index { values.startIndex }
  /// The index after the last element.
  public var endIndex: Base.Index { values.endIndex }
  /// The number of elements.
  public var count: Int { values.count }
  /// The element at an index.
  public subscript(position: Base.Index) -> _BoundElement<Base, ID> {
    _BoundElement(value: values[position], index: position, path: path, followed: followed)
  }
  /// Returns the index after another.
  public func index(after index: Base.Index) -> Base.Index { values.index(after: index) }
  /// Returns the index before another.
  public func index(before index: Base.Index) -> Base.Index { values.index(before: index) }
  /// Returns the index at a distance from another.
  public func index(_ index: Base.Index, offsetBy distance: Int) -> Base.Index {
    values.index(index, offsetBy: distance)
  }
  /// Returns the distance between two indices.
  public func distance(from start: Base.Index, to end: Base.Index) -> Int { values.distance(from: start, to: end) }
}

/// An element of a bound collection for ``ForEach``.
public nonisolated struct _BoundElement<Base: MutableCollection & RandomAccessCollection, ID: Hashable> {
  let value: Base.Element
  let index: Base.Index
  let path: KeyPath<Base.Element, ID>
  let followed: MainActorValue<FollowedElements<Base, ID>>

  var id: ID { value[keyPath: path] }

  @MainActor var binding: Binding<Base.Element> { followed.value.binding(to: self) }
}

/// The identity of an element behind a binding, which is the id of its value.
nonisolated enum BoundID<Base: MutableCollection & RandomAccessCollection, ID: Hashable>: ElementIdentifying {
  static func id(of element: _BoundElement<Base, ID>) -> ID { element.id }
}

/// The elements of a bound collection for which bindings exist.
@MainActor
final class FollowedElements<Base: MutableCollection & RandomAccessCollection, ID: Hashable> {
  private let path: KeyPath<Base.Element, ID>
  /// Created while the loop's node is evaluated, so that the report names the view that contains the loop.
  private let lateWrites = LateWrites(in: ViewGraph.shared.evaluating?.writtenView)
  private var elements: [ID: WeakElement] = [:]
  private var collection: Binding<Base>?
  private var values: Base?

  private struct WeakElement {
    weak var element: FollowedElement<Base, ID>?
  }

  init(id path: KeyPath<Base.Element, ID>) {
    self.path = path
  }

  isolated deinit {
    for known in elements.values { known.element?.endFollowing() }
  }

  /// Returns the current elements, and marks the nodes that have read a changed element.
  func read(_ collection: Binding<Base>) -> _BoundElements<Base, ID> {
    let values = collection.wrappedValue
    self.collection = collection
    self.values = values
    follow(collection, values)
    return _BoundElements(values: values, path: path, followed: MainActorValue(self))
  }

  /// Returns a binding to an element. All bindings to the element are equal as long as one of them is referenced.
  func binding(to element: _BoundElement<Base, ID>) -> Binding<Base.Element> {
    let elementID = element.id
    if let followed = elements[elementID]?.element { return followed.binding }
    let followed = FollowedElement<Base, ID>(elementID, path, element.value, lateWrites)
    elements[elementID] = WeakElement(element: followed)
    if let collection, let values {
      let index = followed.find(in: values, near: element.index)
      followed.follow(collection, at: index, index.map { values[$0] } ?? element.value)
    }
    return followed.binding
  }

  private func follow(_ collection: Binding<Base>, _ values: Base) {
    elements = elements.filter { $0.value.element != nil }
    var moved: Set<ID> = []
    for (elementID, known) in elements {
      guard let element = known.element else { continue }
      if let index = element.index(in: values) {
        element.follow(collection, at: index, values[index])
      } else {
        moved.insert(elementID)
      }
    }
    for index in values.indices {
      guard !moved.isEmpty else { return }
      guard let elementID = moved.remove(values[index][keyPath: path]) else { continue }
      elements[elementID]?.element?.follow(collection, at: index, values[index])
    }
  }
}

/// The state behind the bindings to one element: the element's last value and its index in the collection.
@MainActor
final class FollowedElement<Base: MutableCollection & RandomAccessCollection, ID: Hashable>: StateSource {
  private let id: ID
  private let path: KeyPath<Base.Element, ID>
  private var value: Base.Element
  private var collection: Binding<Base>?
  private var index: Base.Index?
  /// Whether the loop still exists and calls ``follow(_:at:_:)`` after each change.
  private var isFollowed = true
  private let areEqual: ((Base.Element, Base.Element) -> Bool)? = equality(of: Base.Element.self)
  private let lateWrites: LateWrites

  init(_ id: ID, _ path: KeyPath<Base.Element, ID>, _ value: Base.Element, _ lateWrites: LateWrites) {
    self.id = id
    self.lateWrites = lateWrites
    self.path = path
    self.value = value
  }

  var binding: Binding<Base.Element> {
    Binding(get: { self.read() }, set: { self.write($0, $1) }).identified { BindingIdentity(self) }
  }

  func follow(_ collection: Binding<Base>, at index: Base.Index?, _ newValue: Base.Element) {
    self.collection = collection
    self.index = index
    if let areEqual, areEqual(value, newValue) { return }
    value = newValue
    markReaders()
  }

  /// Called when the loop ends. Bindings then read the collection itself.
  func endFollowing() {
    isFollowed = false
    markReaders()
  }

  /// Returns the element. A body depends only on this element and not on the collection, so a change of another element
  /// does not evaluate the body. Outside of bodies, the element is read from the current collection.
  private func read() -> Base.Element {
    if isFollowed, ViewGraph.shared.evaluating != nil {
      noteRead()
      return value
    }
    guard let collection else { return value }
    let values = collection.wrappedValue
    return currentIndex(in: values).map { values[$0] } ?? value
  }

  private func write(_ newValue: Base.Element, _ transaction: Transaction) {
    guard let collection else { return }
    var values = collection.wrappedValue
    guard let index = currentIndex(in: values) else { return lateWrites.report("\(id)") }
    values[index] = newValue
    (transaction.isEmpty ? collection : collection.transaction(transaction)).wrappedValue = values
  }

  private func currentIndex(in values: Base) -> Base.Index? { find(in: values, near: index) }

  /// Returns the element's previous index if the element is still at that index, otherwise `nil`.
  func index(in values: Base) -> Base.Index? { index.flatMap { isAt($0, in: values) ? $0 : nil } }

  /// Returns the index of the element. Looks at `index` first. `nil` if the element was removed.
  func find(in values: Base, near index: Base.Index?) -> Base.Index? {
    if let index, isAt(index, in: values) { return index }
    return values.firstIndex { $0[keyPath: path] == id }
  }

  private func isAt(_ index: Base.Index, in values: Base) -> Bool {
    index >= values.startIndex && index < values.endIndex && values[index][keyPath: path] == id
  }
}

/// Reports, once for each loop, that a binding to an element was written after the element was removed.
@MainActor
final class LateWrites {
  /// The view that contains the loop. Stored, because a binding may be written after the view was removed.
  private let view: Any.Type?
  private var isReported = false

  init(in view: Any.Type?) {
    self.view = view
  }

  func report(_ id: @autoclosure () -> String) {
    guard !isReported else { return }
    isReported = true
    let misuse = Misuse(
      """
      A binding to the element with the id \(id()) of a ForEach\(ViewNode.messageSuffix(view)) was written after the element was gone; the value \
      is dropped. Write to what is there.
      """, fileID: #fileID, line: #line)
    ViewGraph.shared.reportOnce(misuse, of: view)
  }
}
