internal import Synchronization

/// Records each shared value that the feature of a `TestStore` changes, as it was before the first change.
package final class SharedTracker: Sendable {
  /// The tracker of the running task, which a `TestStore` sets for its actions and their effects.
  @TaskLocal package static var current: SharedTracker?

  private let changes = Mutex<[ObjectIdentifier: Change]>([:])

  /// A shared value that was changed.
  private struct Change {
    /// The object that holds the shared value. It is retained, so that no later object gets the same identity.
    let root: any SharedRoot
    /// The value before the first change.
    let valueBefore: any Sendable
  }

  package init() {}

  /// Whether the feature has changed no shared value.
  package var isEmpty: Bool { changes.withLock { $0.isEmpty } }

  /// Records the value before the feature changes it for the first time. Later changes are not recorded.
  func willChange(_ root: any SharedRoot, from value: any Sendable) {
    changes.withLock { changes in
      if changes[ObjectIdentifier(root)] == nil {
        changes[ObjectIdentifier(root)] = Change(root: root, valueBefore: value)
      }
    }
  }

  /// The current values of the shared values that were changed.
  package var values: SharedValues {
    isEmpty ? SharedValues() : SharedValues(values: changes.withLock { $0.mapValues { $0.root.unobservedValue } })
  }

  /// Returns an earlier snapshot, completed with the recorded shared values that it does not contain. Such a shared
  /// value was not yet changed at the time of the snapshot, so the value before the first change is added.
  package func completing(_ earlier: SharedValues) -> SharedValues {
    if isEmpty { return earlier }
    return SharedValues(values: changes.withLock { $0.mapValues(\.valueBefore) }.merging(earlier.values) { $1 })
  }
}

/// A snapshot of several shared values. The keys are the identities of the objects that hold the values.
package struct SharedValues: Sendable {
  fileprivate(set) var values: [ObjectIdentifier: any Sendable] = [:]

  package init() {}

  fileprivate init(values: [ObjectIdentifier: any Sendable]) {
    self.values = values
  }

  /// Whether any shared value differs between this snapshot and another one. A shared value counts as equal if its type
  /// is not `Equatable`, or if only one of the snapshots contains the shared value.
  package func differ(from others: SharedValues) -> Bool {
    values.contains { root, value in others.values[root].map { !isEqual(value, $0) } ?? false }
  }

  private func isEqual(_ first: any Sendable, _ second: any Sendable) -> Bool {
    func compare<Value: Equatable>(_ first: Value) -> Bool { first == second as? Value }
    return (first as? any Equatable).map { compare($0) } ?? true
  }
}

/// Holds temporary values of shared values while a closure of a test changes a copy of the state to the expected state.
/// In the closure, reads and changes use the overlay, and the shared values themselves do not change. A
/// ``SharedComparison`` uses overlays too.
package final class SharedOverlay: Sendable {
  /// The overlay of the running closure, or `nil` outside of such closures.
  @TaskLocal package static var current: SharedOverlay?

  private let contents: Mutex<SharedValues>

  package init(_ values: SharedValues) {
    contents = Mutex(values)
  }

  /// Whether the overlay holds no value.
  package var isEmpty: Bool { contents.withLock { $0.values.isEmpty } }

  func value(of root: any SharedRoot) -> (any Sendable)? {
    contents.withLock { $0.values[ObjectIdentifier(root)] }
  }

  func setValue(_ value: any Sendable, of root: any SharedRoot) {
    contents.withLock { $0.values[ObjectIdentifier(root)] = value }
  }
}

/// The shared values of an expected state and of an actual state. `current` is set while the two states are compared.
package struct SharedComparison: Sendable {
  /// The comparison that is running, or `nil`.
  @TaskLocal package static var current: SharedComparison?

  private let expectedValues: SharedOverlay
  private let actualValues: SharedOverlay

  package init(expected: SharedOverlay, actual: SharedValues) {
    expectedValues = expected
    actualValues = SharedOverlay(actual)
  }

  /// Runs a closure in which shared values have the values of the expected state.
  package func expected<Result>(_ read: () -> Result) -> Result {
    SharedOverlay.$current.withValue(expectedValues, operation: read)
  }
  /// Runs a closure in which shared values have the values of the actual state.
  package func actual<Result>(_ read: () -> Result) -> Result {
    SharedOverlay.$current.withValue(actualValues, operation: read)
  }
  /// Returns the value in the expected state.
  package func expected<Value>(_ shared: Shared<Value>) -> Value { expected { shared.wrappedValue } }
  /// Returns the value in the actual state.
  package func actual<Value>(_ shared: Shared<Value>) -> Value { actual { shared.wrappedValue } }
}
