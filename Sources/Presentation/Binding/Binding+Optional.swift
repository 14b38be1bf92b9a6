extension Binding {
  /// A binding to the value inside of an optional, or `nil` if there is none now.
  ///
  /// It stays safe when the optional becomes `nil` later, as it does while a dialog closes that still shows the value: a read gives the
  /// value that was read or written last, and a write is dropped, so that what is gone does not come back. The first such write is reported
  /// as a ``Misuse``.
  ///
  /// ```swift
  /// if let $episode = Binding(unwrapping: $selectedEpisode) {
  ///   EpisodeDetails(episode: $episode)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - base: A binding to the optional.
  ///   - fileID: The caller's file, for what is reported.
  ///   - line: The caller's line.
  @MainActor @preconcurrency
  public init?(unwrapping base: Binding<Value?>, fileID: StaticString = #fileID, line: UInt = #line) {
    guard let value = base.wrappedValue else { return nil }
    let last = LastValue(value)
    self = base.derived(
      get: { last.update(to: $0) },
      set: { optional, newValue in
        guard optional != nil else {
          last.reportDropped("the value inside of an optional", fileID: fileID, line: line)
          return .dropped
        }
        last.value = newValue
        optional = newValue
        return .written
      })
  }

  /// A binding to the value inside of an optional, or `nil` if there is none now: the short spelling of ``init(unwrapping:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - base: A binding to the optional.
  ///   - fileID: The caller's file, for what is reported.
  ///   - line: The caller's line.
  @MainActor @preconcurrency
  public init?(_ base: Binding<Value?>, fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(unwrapping: base, fileID: fileID, line: line)
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
  /// dropped. The first such write is reported as a ``Misuse``.
  ///
  /// A binding to an element that is gone already can be made and written, with the same report. It has no value to give: to read it is a
  /// mistake of the program, as it is to read the collection at that position.
  ///
  /// - Parameters:
  ///   - position: A position in the collection, and not its end.
  ///   - fileID: The caller's file, for what is reported.
  ///   - line: The caller's line.
  @MainActor @preconcurrency
  public subscript(position: Value.Index, fileID: StaticString = #fileID, line: UInt = #line) -> Binding<Value.Element> {
    let collection = wrappedValue
    let last = LastValue<Value.Element?>(collection.holds(position) ? collection[position] : nil)
    return derived(
      get: { collection in
        if collection.holds(position) { last.value = collection[position] }
        guard let value = last.value else {
          Misuse("A binding to the element at \(position) of a collection was read, where there never was one.", fileID: fileID, line: line)
            .report()
          preconditionFailure("A binding has no value: there never was an element at its position.")
        }
        return value
      },
      set: { collection, newValue in
        guard collection.holds(position) else {
          last.reportDropped("the element at \(position) of a collection", fileID: fileID, line: line)
          return .dropped
        }
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
  private var isReported = false

  init(_ value: Value) {
    self.value = value
  }

  /// Remembers what the source says, if it says something, and gives what was remembered last.
  func update(to newValue: Value?) -> Value {
    if let newValue { value = newValue }
    return value
  }

  /// Reports the first write after the source's value was gone.
  func reportDropped(_ what: @autoclosure () -> String, fileID: StaticString, line: UInt) {
    guard !isReported else { return }
    isReported = true
    Misuse(
      "A binding to \(what()) was written after that was gone; the value is dropped. Write to what is there, or let what writes go too.",
      fileID: fileID, line: line
    ).report()
  }
}
