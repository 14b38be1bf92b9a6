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
  /// It stays safe when the collection becomes shorter, as far as there is a value:
  ///
  /// - A binding that a view keeps gives the element that was read or written last. A write is dropped.
  /// - A body that makes the binding anew with a position that has become stale, such as one in a `State`, goes on with what the same line of
  ///   the same body gave last for that position. A write is dropped. Positions that are numbers are known, as those of an array.
  /// - Where there never was an element, the binding can be made and written, and what is written is dropped. It has no value to give: to read
  ///   it ends the program, as it does to read an array at that position, and the caller's line and the view are said before.
  ///
  /// The first such write, and the first such making, is reported as a ``Misuse`` at the caller's line, with the view's name. What a view is
  /// shown for is better asked first: `if items.indices.contains(index)`, or `ForEach($items)`, whose bindings follow their elements.
  ///
  /// - Parameters:
  ///   - position: A position in the collection, and not its end.
  ///   - fileID: The caller's file, for what is reported.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  @MainActor @preconcurrency
  public subscript(
    position: Value.Index, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Binding<Value.Element> {
    let collection = wrappedValue
    let last = LastValue<Value.Element?>(collection.holds(position) ? collection[position] : nil)
    let placeName = last.remember(at: position, fileID, line, column)
    return derived(
      get: { collection in
        if collection.holds(position) { last.value = collection[position] }
        guard let value = last.value else { neverThere("the element at \(position) of a collection\(placeName)", fileID, line) }
        return value
      },
      set: { collection, newValue in
        guard collection.holds(position) else {
          last.reportDropped("the element at \(position) of a collection\(placeName)", fileID: fileID, line: line)
          return .dropped
        }
        last.value = newValue
        collection[position] = newValue
        return .written
      })
  }
}

extension LastValue {
  /// Has the body that is being evaluated remember what a binding gives that it makes, and reports if the element is gone.
  ///
  /// - Returns: The view's name, to be put behind something in it; empty if no body is being evaluated.
  fileprivate func remember<Element>(
    at position: some Comparable, _ fileID: StaticString, _ line: UInt, _ column: UInt
  ) -> String where Value == Element? {
    guard let memory = ElementMemory.ofRunningBody() else { return "" }
    if let position = position as? Int, memory.remember(self, at: ElementMemory.Place(fileID, line, column, position)) {
      memory.reportGone(position, fileID: fileID, line: line)
    }
    return memory.placeName
  }
}

/// A binding that has no value is read.
@MainActor private func neverThere(_ what: String, _ fileID: StaticString, _ line: UInt) -> Never {
  let mistake = "A binding to \(what) was read, and there never was one. Ask the collection what it has before."
  Misuse(mistake, fileID: fileID, line: line).report()
  preconditionFailure(mistake, file: fileID, line: line)
}

extension Collection {
  fileprivate func holds(_ position: Index) -> Bool {
    position >= startIndex && position < endIndex
  }
}
