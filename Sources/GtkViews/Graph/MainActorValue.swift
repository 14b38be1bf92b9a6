/// A value of a modifier, for the modifier's closures on the main actor.
nonisolated struct MainActorValue<Value>: @unchecked Sendable {
  // Safe because views and their contents are passed to the main actor completely, and are read only there.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
