public import CustomDump

extension Shared: _CustomDiffObject {
  /// The value in the expected state and the value in the actual state, for the difference in a failure message.
  /// Outside of a comparison, both are the current value.
  public var _customDiffValues: (Any, Any) {
    guard let comparison = SharedComparison.current else { return (wrappedValue, wrappedValue) }
    return (comparison.expected(self), comparison.actual(self))
  }

  /// The identity of the object that holds the shared value.
  public var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(reference) }
}

extension SharedReader: _CustomDiffObject {
  /// The value in the expected state and the value in the actual state, for the difference in a failure message.
  /// Outside of a comparison, both are the current value.
  public var _customDiffValues: (Any, Any) {
    guard let comparison = SharedComparison.current else { return (wrappedValue, wrappedValue) }
    // In each closure, shared values have the values of the named state.
    return (comparison.expected { wrappedValue }, comparison.actual { wrappedValue })
  }

  /// The identity of the object that holds the shared value.
  public var _objectIdentifier: ObjectIdentifier { identity }
}
