extension ForEach {
  /// A view for each element of a collection behind a binding, with a binding to the element.
  ///
  /// ```swift
  /// ForEach($episodes) { $episode in
  ///   Toggle("Favorite", isOn: $episode.isFavorite)
  /// }
  /// ```
  ///
  /// A change of one element evaluates that element's view alone, if elements are `Equatable`. The binding follows its element by the id,
  /// wherever it moves. Once the element is gone, it reads the last value, and what is written is dropped, which is
  /// reported once for each loop.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection>(
    _ data: Binding<Base>, id: KeyPath<Base.Element, ID>,
    @ViewBuilder content: @escaping (Binding<Base.Element>) -> Content
  ) where Data == _BoundElements<Base, ID> {
    let identify = MainActorValue(id)
    // It is not typed as the main actor's: Swift then takes a closure with a `$element` for nobody's. Written in a body, it belongs there.
    let content = MainActorValue(content)
    self.init(
      source: .bound { kept in
        let elements = kept.map { unsafeDowncast($0, to: FollowedElements<Base, ID>.self) } ?? FollowedElements(id: identify.value)
        kept = elements
        return elements.read(data)
      }, identity: .own(BoundID<Base, ID>.self), content: { content.value($0.binding) })
  }

  /// A view for each element of a collection behind a binding, known by its id, with a binding to the element.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection>(
    _ data: Binding<Base>, @ViewBuilder content: @escaping (Binding<Base.Element>) -> Content
  ) where Base.Element: Identifiable, ID == Base.Element.ID, Data == _BoundElements<Base, ID> {
    self.init(data, id: \.id, content: content)
  }
}

/// The elements of a collection behind a binding, as ``ForEach`` knows them: each is asked for when it is shown.
public nonisolated struct _BoundElements<Base: MutableCollection & RandomAccessCollection, ID: Hashable>: RandomAccessCollection {
  let values: Base
  let path: KeyPath<Base.Element, ID>
  let followed: MainActorValue<FollowedElements<Base, ID>>

  /// Where the first element is.
  public var startIndex: Base.Index { values.startIndex }
  /// The place behind the last element.
  public var endIndex: Base.Index { values.endIndex }
  /// How many elements there are.
  public var count: Int { values.count }
  /// The element at a place.
  public subscript(position: Base.Index) -> _BoundElement<Base, ID> {
    _BoundElement(value: values[position], index: position, path: path, followed: followed)
  }
  /// The place behind another.
  public func index(after index: Base.Index) -> Base.Index { values.index(after: index) }
  /// The place before another.
  public func index(before index: Base.Index) -> Base.Index { values.index(before: index) }
  /// The place so far from another.
  public func index(_ index: Base.Index, offsetBy distance: Int) -> Base.Index { values.index(index, offsetBy: distance) }
  /// How far one place is from another.
  public func distance(from start: Base.Index, to end: Base.Index) -> Int { values.distance(from: start, to: end) }
}

/// An element of a collection behind a binding, as ``ForEach`` knows it.
public nonisolated struct _BoundElement<Base: MutableCollection & RandomAccessCollection, ID: Hashable> {
  let value: Base.Element
  let index: Base.Index
  let path: KeyPath<Base.Element, ID>
  let followed: MainActorValue<FollowedElements<Base, ID>>

  var id: ID { value[keyPath: path] }

  @MainActor var binding: Binding<Base.Element> { followed.value.binding(to: self) }
}

/// Elements behind a binding have the id of the value.
nonisolated enum BoundID<Base: MutableCollection & RandomAccessCollection, ID: Hashable>: ElementIdentifying {
  static func id(of element: _BoundElement<Base, ID>) -> ID { element.id }
}

/// Follows those elements of a collection behind a binding that somebody has a binding to.
@MainActor
final class FollowedElements<Base: MutableCollection & RandomAccessCollection, ID: Hashable> {
  private let path: KeyPath<Base.Element, ID>
  /// It is made in the loop's own evaluation.
  private let lateWrites = LateWrites(in: ViewGraph.shared.evaluating?.writtenView)
  private var places: [ID: WeakPlace] = [:]
  private var collection: Binding<Base>?
  private var values: Base?

  private struct WeakPlace {
    weak var place: BoundPlace<Base, ID>?
  }

  init(id path: KeyPath<Base.Element, ID>) {
    self.path = path
  }

  isolated deinit {
    for known in places.values { known.place?.endFollowing() }
  }

  /// The elements as they are now. Those that have changed tell who has read them.
  func read(_ collection: Binding<Base>) -> _BoundElements<Base, ID> {
    let values = collection.wrappedValue
    self.collection = collection
    self.values = values
    follow(collection, values)
    return _BoundElements(values: values, path: path, followed: MainActorValue(self))
  }

  /// A binding to an element: the same one as long as somebody has it.
  func binding(to element: _BoundElement<Base, ID>) -> Binding<Base.Element> {
    let elementID = element.id
    if let place = places[elementID]?.place { return place.binding }
    let place = BoundPlace<Base, ID>(elementID, path, element.value, lateWrites)
    places[elementID] = WeakPlace(place: place)
    if let collection, let values {
      let index = place.find(in: values, near: element.index)
      place.follow(collection, at: index, index.map { values[$0] } ?? element.value)
    }
    return place.binding
  }

  private func follow(_ collection: Binding<Base>, _ values: Base) {
    places = places.filter { $0.value.place != nil }
    var moved: Set<ID> = []
    for (elementID, known) in places {
      guard let place = known.place else { continue }
      if let index = place.index(in: values) { place.follow(collection, at: index, values[index]) } else { moved.insert(elementID) }
    }
    for index in values.indices {
      guard !moved.isEmpty else { return }
      guard let elementID = moved.remove(values[index][keyPath: path]) else { continue }
      places[elementID]?.place?.follow(collection, at: index, values[index])
    }
  }
}

/// Where an element of a collection behind a binding is.
@MainActor
final class BoundPlace<Base: MutableCollection & RandomAccessCollection, ID: Hashable>: StateSource {
  private let id: ID
  private let path: KeyPath<Base.Element, ID>
  private var value: Base.Element
  private var collection: Binding<Base>?
  private var index: Base.Index?
  /// Whether the loop is there, which says when the element changes.
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
    noteChange()
  }

  /// The loop is gone. Who has the binding reads the collection itself from now on.
  func endFollowing() {
    isFollowed = false
    noteChange()
  }

  /// A body reads the element alone, so that a change of another does not evaluate it. Whoever else reads gets what is there now.
  private func read() -> Base.Element {
    if isFollowed, ViewGraph.shared.evaluating != nil {
      noteRead()
      return value
    }
    guard let collection else { return value }
    let values = collection.wrappedValue
    return place(in: values).map { values[$0] } ?? value
  }

  private func write(_ newValue: Base.Element, _ transaction: Transaction) {
    guard let collection else { return }
    var values = collection.wrappedValue
    guard let place = place(in: values) else { return lateWrites.report("\(id)") }
    values[place] = newValue
    (transaction.isEmpty ? collection : collection.transaction(transaction)).wrappedValue = values
  }

  private func place(in values: Base) -> Base.Index? { find(in: values, near: index) }

  /// Where the element was last, if it is still there.
  func index(in values: Base) -> Base.Index? { index.flatMap { isAt($0, in: values) ? $0 : nil } }

  /// Where the element is, looked for at one place first.
  func find(in values: Base, near index: Base.Index?) -> Base.Index? {
    if let index, isAt(index, in: values) { return index }
    return values.firstIndex { $0[keyPath: path] == id }
  }

  private func isAt(_ index: Base.Index, in values: Base) -> Bool {
    index >= values.startIndex && index < values.endIndex && values[index][keyPath: path] == id
  }
}

/// Reports, once for each loop, that a binding to an element was written after the element was gone.
@MainActor
final class LateWrites {
  /// The view that the loop is in: a binding may be written when the view is gone, too.
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
      A binding to the element with the id \(id()) of a ForEach\(ViewNode.placeName(view)) was written after the element was gone; the value \
      is dropped. Write to what is there.
      """, fileID: #fileID, line: #line)
    ViewGraph.shared.reportOnce(misuse, of: view)
  }
}
