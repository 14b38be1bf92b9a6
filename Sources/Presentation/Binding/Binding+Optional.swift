extension Binding {
  /// A binding to the value inside of an optional, or `nil` if there is none now.
  ///
  /// It stays safe when the optional becomes `nil` later, as it does while a dialog closes that still shows the value: a read gives the
  /// value that was read or written last, and a write is dropped, so that what is gone does not come back.
  ///
  /// ```swift
  /// if let $episode = Binding(unwrapping: $selectedEpisode) {
  ///   EpisodeDetails(episode: $episode)
  /// }
  /// ```
  @MainActor @preconcurrency
  public init?(unwrapping base: Binding<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    let last = LastValue(value)
    self = base.derived(
      get: { last.update(to: $0) },
      set: { optional, newValue in
        guard optional != nil else { return .dropped }
        last.value = newValue
        optional = newValue
        return .written
      })
  }

  /// A binding to the value inside of an optional, or `nil` if there is none now: the short spelling of ``init(unwrapping:)``.
  @MainActor @preconcurrency
  public init?(_ base: Binding<Value?>) {
    self.init(unwrapping: base)
  }

  /// A binding to an optional, out of one to a value that is always there. Writing `nil` to it is dropped.
  public init<Wrapped>(_ base: Binding<Wrapped>) where Value == Wrapped? {
    self = base.derived(
      get: { $0 },
      set: { value, newValue in
        guard let newValue else { return .dropped }
        value = newValue
        return .written
      })
  }
}

extension Binding where Value: MutableCollection {
  /// A binding to one element of a collection: `$episodes[0]`.
  ///
  /// It stays safe when the collection becomes shorter: a read then gives the element that was read or written last, and a write is
  /// dropped. There must be such an element when the binding is made.
  ///
  /// - Parameter position: A valid position in the collection, and not its end.
  @MainActor @preconcurrency
  public subscript(position: Value.Index) -> Binding<Value.Element> {
    let last = LastValue(wrappedValue[position])
    return derived(
      get: { last.update(to: $0.holds(position) ? $0[position] : nil) },
      set: { collection, newValue in
        guard collection.holds(position) else { return .dropped }
        last.value = newValue
        collection[position] = newValue
        return .written
      })
  }
}

extension Collection {
  fileprivate func holds(_ position: Index) -> Bool {
    position >= startIndex && position < endIndex
  }
}

/// The value that a binding gave last, for when its source of truth no longer has one.
///
/// It is never a second source of truth: it is asked only when the first has nothing to say.
@MainActor
private final class LastValue<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Remembers what the source says, if it says something, and gives what was remembered last.
  func update(to newValue: Value?) -> Value {
    if let newValue { value = newValue }
    return value
  }
}
