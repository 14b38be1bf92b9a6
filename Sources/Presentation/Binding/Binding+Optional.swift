extension Binding {
  /// Creates a binding to the value inside an optional, or returns `nil` if the optional is `nil` now.
  ///
  /// The binding remains usable when the optional becomes `nil` later, such as while a closing dialog still shows the
  /// value. A read then returns the value that was read or written last. A write is dropped, so a removed value does
  /// not come back. The first dropped write is reported as a ``Misuse``.
  ///
  /// ```swift
  /// if let $episode = Binding(unwrapping: $selectedEpisode) {
  ///   EpisodeDetails(episode: $episode)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - base: A binding to the optional.
  ///   - fileID: The caller's file, for reports.
  ///   - line: The caller's line.
  @MainActor @preconcurrency
  public init?(unwrapping base: Binding<Value?>, fileID: StaticString = #fileID, line: UInt = #line) {
    guard let value = base.wrappedValue else { return nil }
    let last = LastValue(value)
    self = base.derived(
      get: { last.update(to: $0) },
      set: { optional, newValue in
        guard optional != nil else {
          last.reportDroppedWrite(to: "the value inside of an optional", fileID: fileID, line: line)
          return .dropped
        }
        last.value = newValue
        optional = newValue
        return .written
      })
  }

  /// Creates a binding to the value inside an optional, or returns `nil` if the optional is `nil` now. A short form of
  /// ``init(unwrapping:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - base: A binding to the optional.
  ///   - fileID: The caller's file, for reports.
  ///   - line: The caller's line.
  @MainActor @preconcurrency
  public init?(_ base: Binding<Value?>, fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(unwrapping: base, fileID: fileID, line: line)
  }

  /// Creates a binding to an optional from a binding to a value that always exists. A written `nil` is dropped.
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
  /// When the collection becomes shorter, the binding uses the last known value of its element:
  ///
  /// - A binding that a view keeps returns the element that was read or written last. A write is dropped.
  /// - A body may be evaluated again and create the binding for a position that no longer exists, such as a position in
  ///   a `State`. The new binding then continues with the last value of the former binding, which the same line created
  ///   for this position. A write is dropped. This works only for integer positions, such as those in an array.
  /// - If no value is known, for example because there never was an element at the position, the binding can be
  ///   created, and a write is dropped. Reading the binding is reported and then ends the program, like reading an
  ///   array at that position.
  ///
  /// The first dropped write of a binding, and its creation with a stale position, are reported as a ``Misuse`` at the
  /// caller's line, with the view's name. To avoid such reports, check the collection before a view is shown, with
  /// `if items.indices.contains(index)`, or use `ForEach($items)`, whose bindings follow their elements.
  ///
  /// - Parameters:
  ///   - position: A position in the collection, except its end.
  ///   - fileID: The caller's file, for reports.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  @MainActor @preconcurrency
  public subscript(
    position: Value.Index, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Binding<Value.Element> {
    let collection = wrappedValue
    let last = LastValue<Value.Element?>(collection.hasElement(at: position) ? collection[position] : nil)
    let viewSuffix = last.continueFormerBinding(at: position, fileID: fileID, line: line, column: column)
    return derived(
      get: { collection in
        if collection.hasElement(at: position) { last.value = collection[position] }
        guard let value = last.value else {
          failWithoutValue("the element at \(position) of a collection\(viewSuffix)", fileID: fileID, line: line)
        }
        return value
      },
      set: { collection, newValue in
        guard collection.hasElement(at: position) else {
          last.reportDroppedWrite(
            to: "the element at \(position) of a collection\(viewSuffix)", fileID: fileID, line: line)
          return .dropped
        }
        last.value = newValue
        collection[position] = newValue
        return .written
      })
  }
}

extension LastValue {
  /// Adds this last value of a new binding to the cache of the body that is being evaluated. If the element is gone and
  /// the cache has an earlier value, takes over that value and reports the stale position as a misuse.
  ///
  /// - Returns: A suffix for messages with the view's name. It is empty if no body is being evaluated.
  fileprivate func continueFormerBinding<Element>(
    at position: some Comparable, fileID: StaticString, line: UInt, column: UInt
  ) -> String where Value == Element? {
    guard let cache = ElementBindingCache.ofBodyBeingEvaluated() else { return "" }
    if let position = position as? Int,
      cache.remember(
        self, at: ElementBindingCache.Site(fileID: fileID, line: line, column: column, position: position))
    {
      cache.reportRemovedElement(position, fileID: fileID, line: line)
    }
    return cache.viewSuffix
  }
}

/// Reports that a binding without a value was read, and ends the program. `target` describes the element for the
/// message.
@MainActor private func failWithoutValue(_ target: String, fileID: StaticString, line: UInt) -> Never {
  let mistake =
    "A binding to \(target) was read, but there is no such element. Check the collection before you create the binding."
  Misuse(mistake, fileID: fileID, line: line).report()
  preconditionFailure(mistake, file: fileID, line: line)
}

extension Collection {
  /// Whether there is an element at a position.
  fileprivate func hasElement(at position: Index) -> Bool {
    position >= startIndex && position < endIndex
  }
}
