/// Carries a value that need not be `Sendable` into a closure on the main actor.
nonisolated struct MainActorValue<Value>: @unchecked Sendable {
  // Safe because views and their contents are passed to the main actor completely, and are read only there.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
