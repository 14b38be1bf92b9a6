extension Binding where Value == Bool {
  /// Creates a binding that is `true` while an optional has a value.
  ///
  /// Writing `false` writes `nil`. Writing `true` changes nothing, because a Boolean does not determine which value to
  /// present. Such a write is reported as a ``Misuse``, even if the optional already has a value. The report names the
  /// current value and the line that created this binding. Write to the optional instead.
  ///
  /// ```swift
  /// content.alert("Error", isPresented: Binding(ifNotNil: $error)) { … }
  /// ```
  @_disfavoredOverload
  public init<Wrapped>(
    ifNotNil optional: Binding<Wrapped?>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self = optional.derived(
      get: { $0 != nil },
      set: { value, isPresent in
        guard isPresent else {
          value = nil
          return .written
        }
        Misuse(
          """
          “true” was written to a Boolean binding that says whether an optional has a value, which is \
          now \(String(reflecting: value)). Nothing was changed. Write a value to the optional instead.
          """, fileID: fileID, line: line
        ).report()
        return .dropped
      }
    )
    .identified { optional.identity?()?.appending(\Wrapped?.isPresent) }
    .withChangeDetector {
      let before = optional.wrappedValue
      // If two reads in a row differ, the getter creates a new value for each read. A difference then does not mean a
      // change, so no change is detected.
      if differ(before, optional.wrappedValue) { return { false } }
      return { differ(before, optional.wrappedValue) }
    }
  }

  /// Creates a binding that is `true` while an optional has a value. This initializer is another name for
  /// ``init(ifNotNil:fileID:line:)``.
  @_disfavoredOverload
  public init<Wrapped>(
    mappedTo optional: Binding<Wrapped?>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(ifNotNil: optional, fileID: fileID, line: line)
  }
}

extension Optional {
  /// Whether there is a value. Only the key path of this property is used. The key path distinguishes the identity of
  /// the Boolean binding from the identity of the optional's binding.
  fileprivate var isPresent: Bool { self != nil }
}

extension Binding {
  /// Returns a binding that is `true` while the optional of this binding has a value: `$alert.mappedToBool()`.
  ///
  /// The result is the same as with ``init(ifNotNil:fileID:line:)``.
  @_disfavoredOverload
  public func mappedToBool<Wrapped>(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Binding<Bool> where Value == Wrapped? {
    Binding<Bool>(ifNotNil: self, fileID: fileID, line: line)
  }
}
