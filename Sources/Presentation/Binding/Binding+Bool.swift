extension Binding where Value == Bool {
  /// A binding that is `true` while an optional has a value.
  ///
  /// Writing `false` writes `nil`. Writing `true` changes nothing, because a Boolean does not say which value to
  /// present. Such a write is reported as a ``Misuse``, also if the optional has a value already. The report names the
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
    .compared {
      let before = optional.wrappedValue
      // A getter may create a new value for each read. Then a change cannot be detected, and is never reported.
      if differ(before, optional.wrappedValue) { return { false } }
      return { differ(before, optional.wrappedValue) }
    }
  }

  /// Creates a binding that is `true` while an optional has a value: another spelling of
  /// ``init(ifNotNil:fileID:line:)``.
  @_disfavoredOverload
  public init<Wrapped>(
    mappedTo optional: Binding<Wrapped?>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(ifNotNil: optional, fileID: fileID, line: line)
  }
}

extension Optional {
  /// Only the key path is used: it identifies a mapped binding among the bindings to the same optional.
  fileprivate var isPresent: Bool { self != nil }
}

extension Binding {
  /// A binding that is `true` while this optional has a value: `$alert.mappedToBool()`.
  ///
  /// It is equivalent to ``init(ifNotNil:fileID:line:)``.
  @_disfavoredOverload
  public func mappedToBool<Wrapped>(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Binding<Bool> where Value == Wrapped? {
    Binding<Bool>(ifNotNil: self, fileID: fileID, line: line)
  }
}
