internal import Synchronization

/// The shared values that the features of a test have changed.
package final class SharedTracker: Sendable {
  /// The tracker of the running task, which a `TestStore` sets for its actions and their effects.
  @TaskLocal package static var current: SharedTracker?

  private let changes = Mutex<[ObjectIdentifier: Change]>([:])

  private struct Change {
    /// Owned, so that its identity is not used again.
    let root: any SharedRoot
    let before: any Sendable
  }

  package init() {}

  /// Whether no feature has changed a shared value.
  package var isEmpty: Bool { changes.withLock { $0.isEmpty } }

  /// A feature is about to change a value.
  func willChange(_ root: any SharedRoot, from value: any Sendable) {
    changes.withLock { changes in
      if changes[ObjectIdentifier(root)] == nil { changes[ObjectIdentifier(root)] = Change(root: root, before: value) }
    }
  }

  /// The values now.
  package var values: SharedValues {
    isEmpty ? SharedValues() : SharedValues(values: changes.withLock { $0.mapValues { $0.root.unobservedValue } })
  }

  /// Earlier values, with those before the first change added for the places that were not known then.
  package func completing(_ earlier: SharedValues) -> SharedValues {
    isEmpty ? earlier : SharedValues(values: changes.withLock { $0.mapValues(\.before) }.merging(earlier.values) { $1 })
  }
}

/// Values of shared places at one moment.
package struct SharedValues: Sendable {
  fileprivate(set) var values: [ObjectIdentifier: any Sendable] = [:]

  package init() {}

  fileprivate init(values: [ObjectIdentifier: any Sendable]) {
    self.values = values
  }

  /// Whether a place has another value here. Values that cannot be compared count as equal.
  package func differ(from others: SharedValues) -> Bool {
    values.contains { place, value in others.values[place].map { !isEqual(value, $0) } ?? false }
  }

  private func isEqual(_ first: any Sendable, _ second: any Sendable) -> Bool {
    func compare<Value: Equatable>(_ first: Value) -> Bool { first == second as? Value }
    return (first as? any Equatable).map { compare($0) } ?? true
  }
}

/// Stands in front of shared places while a test describes what it expects: the closure changes the values here, and no others.
package final class SharedOverlay: Sendable {
  @TaskLocal package static var current: SharedOverlay?

  private let contents: Mutex<SharedValues>

  package init(_ values: SharedValues) {
    contents = Mutex(values)
  }

  /// Whether it holds no value.
  package var isEmpty: Bool { contents.withLock { $0.values.isEmpty } }

  func value(of root: any SharedRoot) -> (any Sendable)? {
    contents.withLock { $0.values[ObjectIdentifier(root)] }
  }

  func setValue(_ value: any Sendable, of root: any SharedRoot) {
    contents.withLock { $0.values[ObjectIdentifier(root)] = value }
  }
}

/// How the shared values of an expected state and of an actual one are read while the two are compared.
package struct SharedComparison: Sendable {
  @TaskLocal package static var current: SharedComparison?

  private let expectedValues: SharedOverlay
  private let actualValues: SharedOverlay

  package init(expected: SharedOverlay, actual: SharedValues) {
    expectedValues = expected
    actualValues = SharedOverlay(actual)
  }

  /// Reads from the expected state.
  package func expected<Result>(_ read: () -> Result) -> Result { SharedOverlay.$current.withValue(expectedValues, operation: read) }
  /// Reads from the actual state.
  package func actual<Result>(_ read: () -> Result) -> Result { SharedOverlay.$current.withValue(actualValues, operation: read) }
  /// The value in the expected state.
  package func expected<Value>(_ shared: Shared<Value>) -> Value { expected { shared.wrappedValue } }
  /// The value in the actual state.
  package func actual<Value>(_ shared: Shared<Value>) -> Value { actual { shared.wrappedValue } }
}
