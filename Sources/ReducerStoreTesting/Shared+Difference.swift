public import CustomDump

extension Shared: _CustomDiffObject {
  /// The values in the expected state and in the actual state.
  public var _customDiffValues: (Any, Any) {
    guard let comparison = SharedComparison.current else { return (wrappedValue, wrappedValue) }
    return (comparison.expected(self), comparison.actual(self))
  }

  /// The identity of the shared value.
  public var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(reference) }
}

extension SharedReader: _CustomDiffObject {
  /// The values in the expected state and in the actual state.
  public var _customDiffValues: (Any, Any) {
    guard let comparison = SharedComparison.current else { return (wrappedValue, wrappedValue) }
    return (comparison.expected { wrappedValue }, comparison.actual { wrappedValue })
  }

  /// The identity of the shared value.
  public var _objectIdentifier: ObjectIdentifier { identity }
}
