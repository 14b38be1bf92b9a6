/// Whether settings wait to be written. The store reports each write, also old ones. While a newer value waits, the
/// feature keeps its own value.
package struct PendingSave: Equatable, Sendable {
  /// Whether the current value is not written yet.
  package private(set) var isNeeded = false
  private var isRunning = false

  /// Notes a change.
  mutating func need() { isNeeded = true }

  /// Returns whether a write starts now. Writes run one after the other.
  mutating func start() -> Bool {
    guard isNeeded, !isRunning else { return false }
    isRunning = true
    return true
  }

  /// Notes the end of a write.
  ///
  /// - Parameter isCurrent: Whether the written value is still the current one. Otherwise it is written next.
  mutating func end(isCurrent: Bool) {
    isRunning = false
    if isCurrent { isNeeded = false }
  }
}
