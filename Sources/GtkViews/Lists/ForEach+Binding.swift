extension ForEach {
  /// Creates a view for each element of a bound collection. The view receives a binding to the element.
  ///
  /// ```swift
  /// ForEach($episodes) { $episode in
  ///   Toggle("Favorite", isOn: $episode.isFavorite)
  /// }
  /// ```
  ///
  /// A change of one element evaluates only that element's view, if the type of the elements is `Equatable`. The
  /// binding finds its element by id, also after the element has moved. After the element is removed, the binding
  /// returns the element's last value and ignores written values. The first ignored write for each `ForEach` is
  /// reported as a misuse.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection>(
    _ data: Binding<Base>, id: KeyPath<Base.Element, ID>,
    @ViewBuilder content: @escaping (Binding<Base.Element>) -> Content
  ) where Data == _BoundElements<Base, ID> {
    let idPath = MainActorValue(id)
    // The type of `content` is not isolated to the main actor, because Swift infers no isolation for a closure with a
    // `$element` parameter. The closure still runs on the main actor, because a body calls it.
    let content = MainActorValue(content)
    self.init(
      source: .bound { storage in
        // Safe because the node passes only an object that an earlier call of a closure from this initializer has
        // stored.
        let states =
          storage.map { unsafeDowncast($0, to: BoundElementStates<Base, ID>.self) }
          ?? BoundElementStates(id: idPath.value)
        storage = states
        return states.read(data)
      }, identity: .function(of: BoundID<Base, ID>.self), content: { content.value($0.binding) })
  }

  /// Creates a view for each element of a bound collection. The `id` property of an element identifies it. The view
  /// receives a binding to the element.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection>(
    _ data: Binding<Base>, @ViewBuilder content: @escaping (Binding<Base.Element>) -> Content
  ) where Base.Element: Identifiable, ID == Base.Element.ID, Data == _BoundElements<Base, ID> {
    self.init(data, id: \.id, content: content)
  }
}

/// The elements of a collection behind a binding, for ``ForEach``.
public nonisolated struct _BoundElements<Base: MutableCollection & RandomAccessCollection, ID: Hashable>:
  RandomAccessCollection
{
  let values: Base
  let idPath: KeyPath<Base.Element, ID>
  /// Creates the bindings to the elements, and updates the states behind them.
  let states: MainActorValue<BoundElementStates<Base, ID>>

  /// The index of the first element.
  public var startIndex: Base.Index { values.startIndex }
  /// The index after the last element.
  public var endIndex: Base.Index { values.endIndex }
  /// The number of elements.
  public var count: Int { values.count }
  /// The element at an index.
  public subscript(position: Base.Index) -> _BoundElement<Base, ID> {
    _BoundElement(value: values[position], index: position, idPath: idPath, states: states)
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

/// An element of a collection behind a binding, for ``ForEach``.
public nonisolated struct _BoundElement<Base: MutableCollection & RandomAccessCollection, ID: Hashable> {
  let value: Base.Element
  let index: Base.Index
  let idPath: KeyPath<Base.Element, ID>
  /// Creates the binding to the element, and updates the state behind it.
  let states: MainActorValue<BoundElementStates<Base, ID>>

  var id: ID { value[keyPath: idPath] }

  @MainActor var binding: Binding<Base.Element> { states.value.binding(to: self) }
}

/// Identifies a bound element by the id of its value.
nonisolated enum BoundID<Base: MutableCollection & RandomAccessCollection, ID: Hashable>: ElementIdentifying {
  static func id(of element: _BoundElement<Base, ID>) -> ID { element.id }
}

/// The states behind the bindings to a collection's elements: one ``BoundElementState`` for each element with a
/// binding. The node of the ``ForEach`` owns this object.
@MainActor
final class BoundElementStates<Base: MutableCollection & RandomAccessCollection, ID: Hashable> {
  private let idPath: KeyPath<Base.Element, ID>
  /// Reports writes to removed elements. The reporter is created while the node of the ``ForEach`` is evaluated, so the
  /// report names the view that contains the ``ForEach``.
  private let lateWriteReporter = LateWriteReporter(in: ViewGraph.shared.nodeBeingEvaluated?.programViewType)
  /// The states for which bindings exist, by the ids of the elements. Weak, because the bindings own their state.
  private var states: [ID: WeakState] = [:]
  /// The binding and its value at the last call of ``read(_:)``.
  private var collection: Binding<Base>?
  private var values: Base?

  private struct WeakState {
    weak var state: BoundElementState<Base, ID>?
  }

  init(id idPath: KeyPath<Base.Element, ID>) {
    self.idPath = idPath
  }

  isolated deinit {
    for weakState in states.values { weakState.state?.forEachDidEnd() }
  }

  /// Returns the current elements, and marks the nodes that have read a changed element.
  func read(_ collection: Binding<Base>) -> _BoundElements<Base, ID> {
    let values = collection.wrappedValue
    self.collection = collection
    self.values = values
    updateStates(collection, values)
    return _BoundElements(values: values, idPath: idPath, states: MainActorValue(self))
  }

  /// Returns a binding to an element. As long as a binding to the element exists, each call returns an equal binding.
  func binding(to element: _BoundElement<Base, ID>) -> Binding<Base.Element> {
    let elementID = element.id
    if let state = states[elementID]?.state { return state.binding }
    let state = BoundElementState<Base, ID>(elementID, idPath, element.value, lateWriteReporter)
    states[elementID] = WeakState(state: state)
    // `element` may be older than `values`.
    if let collection, let values {
      let index = state.findIndex(in: values, tryingFirst: element.index)
      state.update(collection, at: index, index.map { values[$0] } ?? element.value)
    }
    return state.binding
  }

  /// Updates the states to the current values of the collection.
  private func updateStates(_ collection: Binding<Base>, _ values: Base) {
    states = states.filter { $0.value.state != nil }
    // The ids of the elements that are no longer at their previous index.
    var movedOrRemoved: Set<ID> = []
    for (elementID, weakState) in states {
      guard let state = weakState.state else { continue }
      if let index = state.previousIndex(ifStillIn: values) {
        state.update(collection, at: index, values[index])
      } else {
        movedOrRemoved.insert(elementID)
      }
    }
    for index in values.indices {
      guard !movedOrRemoved.isEmpty else { return }
      guard let elementID = movedOrRemoved.remove(values[index][keyPath: idPath]) else { continue }
      states[elementID]?.state?.update(collection, at: index, values[index])
    }
  }
}

/// The state behind the bindings to one element: the element's last value and its index in the collection.
@MainActor
final class BoundElementState<Base: MutableCollection & RandomAccessCollection, ID: Hashable>: StateSource {
  private let id: ID
  private let idPath: KeyPath<Base.Element, ID>
  private var value: Base.Element
  /// The binding to the collection.
  private var collection: Binding<Base>?
  /// The last known index of the element in the collection.
  private var index: Base.Index?
  /// Whether the ``ForEach`` still exists and calls ``update(_:at:_:)`` after each change.
  private var isForEachAlive = true
  /// Compares two values of the element. `nil` if they cannot be compared.
  private let areEqual: ((Base.Element, Base.Element) -> Bool)? = equality(of: Base.Element.self)
  private let lateWriteReporter: LateWriteReporter

  init(_ id: ID, _ idPath: KeyPath<Base.Element, ID>, _ value: Base.Element, _ lateWriteReporter: LateWriteReporter) {
    self.id = id
    self.lateWriteReporter = lateWriteReporter
    self.idPath = idPath
    self.value = value
  }

  var binding: Binding<Base.Element> {
    Binding(get: { self.read() }, set: { self.write($0, $1) }).identified { BindingIdentity(self) }
  }

  /// Stores the element's new value and index. If the value has changed or cannot be compared, marks the nodes that
  /// have read the element.
  func update(_ collection: Binding<Base>, at index: Base.Index?, _ newValue: Base.Element) {
    self.collection = collection
    self.index = index
    if let areEqual, areEqual(value, newValue) { return }
    value = newValue
    markReaders()
  }

  /// Called when the ``ForEach`` is removed. Bindings then read the collection itself.
  func forEachDidEnd() {
    isForEachAlive = false
    markReaders()
  }

  /// Returns the element. While the ``ForEach`` exists, a body depends only on this element and not on the collection,
  /// so a change of another element does not evaluate the body. In any other case, the element is read from the current
  /// collection.
  private func read() -> Base.Element {
    if isForEachAlive, ViewGraph.shared.nodeBeingEvaluated != nil {
      noteRead()
      return value
    }
    guard let collection else { return value }
    let values = collection.wrappedValue
    return currentIndex(in: values).map { values[$0] } ?? value
  }

  /// Writes the element to the current collection. If the element was removed, reports the write and drops the value.
  private func write(_ newValue: Base.Element, _ transaction: Transaction) {
    guard let collection else { return }
    var values = collection.wrappedValue
    guard let index = currentIndex(in: values) else { return lateWriteReporter.report("\(id)") }
    values[index] = newValue
    (transaction.isEmpty ? collection : collection.transaction(transaction)).wrappedValue = values
  }

  private func currentIndex(in values: Base) -> Base.Index? { findIndex(in: values, tryingFirst: index) }

  /// Returns the element's previous index if the element is still at that index, otherwise `nil`.
  func previousIndex(ifStillIn values: Base) -> Base.Index? { index.flatMap { isAt($0, in: values) ? $0 : nil } }

  /// Searches for the element, first at `index` and then in the whole collection. Returns its index, or `nil` if the
  /// element was removed.
  func findIndex(in values: Base, tryingFirst index: Base.Index?) -> Base.Index? {
    if let index, isAt(index, in: values) { return index }
    return values.firstIndex { $0[keyPath: idPath] == id }
  }

  private func isAt(_ index: Base.Index, in values: Base) -> Bool {
    index >= values.startIndex && index < values.endIndex && values[index][keyPath: idPath] == id
  }
}

/// Reports, once for each ``ForEach``, that a binding to an element was written after the element was removed.
@MainActor
final class LateWriteReporter {
  /// The view that contains the ``ForEach``. Stored, because a binding may be written after the view was removed.
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
      A binding to the element with the id \(id()) of a ForEach\(ViewNode.messageSuffix(view)) was written after the element was removed; the value \
      is dropped. Write to what is there.
      """, fileID: #fileID, line: #line)
    ViewGraph.shared.reportOnce(misuse, of: view)
  }
}
