/// Records whether a feature's setting was changed and has to be written, and whether a write is running.
///
/// The client of the settings emits the stored settings after each write. The emitted setting may be older than the
/// feature's value. While ``isNeeded`` is `true`, the feature ignores the emitted setting and keeps its own value.
package struct PendingSave: Equatable, Sendable {
  /// Whether a write of the feature's value is needed or running.
  package private(set) var isNeeded = false
  private var isRunning = false

  /// Records a change of the value.
  mutating func markNeeded() { isNeeded = true }

  /// Records the start of a write if one is needed and none is running.
  ///
  /// - Returns: Whether the caller has to start the write.
  mutating func startIfNeeded() -> Bool {
    guard isNeeded, !isRunning else { return false }
    isRunning = true
    return true
  }

  /// Records the end of a write. A failed write is not repeated.
  ///
  /// - Parameter isCurrent: Whether the value of the write is still the feature's value. Otherwise another write is
  ///   needed.
  mutating func end(isCurrent: Bool) {
    isRunning = false
    if isCurrent { isNeeded = false }
  }
}
