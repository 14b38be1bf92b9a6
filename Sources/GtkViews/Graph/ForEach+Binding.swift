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
  /// wherever it moves. Once the element is gone, it reads the last value, and what is written is dropped, with a report.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection>(
    _ data: Binding<Base>, id: KeyPath<Base.Element, ID>,
    @ViewBuilder content: @escaping (Binding<Base.Element>) -> Content
  ) where Data == [_BoundElement<Base.Element, ID>] {
    let identify = MainActorValue(id)
    // It is not typed as the main actor's: Swift then takes a closure with a `$element` for nobody's. Written in a body, it belongs there.
    let content = MainActorValue(content)
    self.init(
      source: .bound { kept in
        let elements = kept.map { unsafeDowncast($0, to: BoundElements<Base, ID>.self) } ?? BoundElements(id: identify.value)
        kept = elements
        return elements.read(data)
      }, id: \.id, content: { content.value($0.binding) })
  }

  /// A view for each element of a collection behind a binding, known by its id, with a binding to the element.
  public nonisolated init<Base: MutableCollection & RandomAccessCollection>(
    _ data: Binding<Base>, @ViewBuilder content: @escaping (Binding<Base.Element>) -> Content
  ) where Base.Element: Identifiable, ID == Base.Element.ID, Data == [_BoundElement<Base.Element, ID>] {
    self.init(data, id: \.id, content: content)
  }
}

/// An element of a collection behind a binding, as ``ForEach`` knows it.
public nonisolated struct _BoundElement<Element, ID: Hashable> {
  let id: ID
  let binding: Binding<Element>
}

/// Follows the elements of a collection behind a binding.
@MainActor
private final class BoundElements<Base: MutableCollection & RandomAccessCollection, ID: Hashable> {
  private let id: KeyPath<Base.Element, ID>
  private var places: [ID: BoundPlace<Base, ID>] = [:]

  init(id: KeyPath<Base.Element, ID>) {
    self.id = id
  }

  /// The elements as they are now. Those that have changed tell who has read them.
  func read(_ collection: Binding<Base>) -> [_BoundElement<Base.Element, ID>] {
    let values = collection.wrappedValue
    var unseen = places
    let elements = values.indices.map { index in
      let value = values[index]
      let elementID = value[keyPath: id]
      let place = places[elementID] ?? BoundPlace(elementID, id, value)
      // Of two elements with one id the first is followed; the other is reported by the ForEach.
      if unseen.removeValue(forKey: elementID) != nil || places.updateValue(place, forKey: elementID) == nil {
        place.follow(collection, at: index, value)
      }
      return _BoundElement(id: elementID, binding: place.binding)
    }
    for id in unseen.keys { places[id] = nil }
    return elements
  }
}

/// Where an element of a collection behind a binding is.
@MainActor
private final class BoundPlace<Base: MutableCollection & RandomAccessCollection, ID: Hashable>: StateSource {
  private let id: ID
  private let path: KeyPath<Base.Element, ID>
  private var value: Base.Element
  private var collection: Binding<Base>?
  private var index: Base.Index?
  private let areEqual: ((Base.Element, Base.Element) -> Bool)? = equality(of: Base.Element.self)

  init(_ id: ID, _ path: KeyPath<Base.Element, ID>, _ value: Base.Element) {
    self.id = id
    self.path = path
    self.value = value
  }

  var binding: Binding<Base.Element> {
    Binding(get: { self.read() }, set: { self.write($0, $1) }).identified { BindingIdentity(self) }
  }

  func follow(_ collection: Binding<Base>, at index: Base.Index, _ newValue: Base.Element) {
    self.collection = collection
    self.index = index
    if let areEqual, areEqual(value, newValue) { return }
    value = newValue
    noteChange()
  }

  /// A body reads the element alone, so that a change of another does not evaluate it. Whoever else reads gets what is there now.
  private func read() -> Base.Element {
    if ViewGraph.shared.evaluating != nil {
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
    guard let place = place(in: values) else {
      Misuse(
        "A binding to the element with the id \(id) was written after the element was gone; the value is dropped.", fileID: #fileID,
        line: #line
      ).report()
      return
    }
    values[place] = newValue
    (transaction.isEmpty ? collection : collection.transaction(transaction)).wrappedValue = values
  }

  private func place(in values: Base) -> Base.Index? {
    if let index, index >= values.startIndex, index < values.endIndex, values[index][keyPath: path] == id { return index }
    return values.firstIndex { $0[keyPath: path] == id }
  }
}
