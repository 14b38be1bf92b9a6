/// Carries a value that need not be `Sendable` into a closure on the main actor.
nonisolated struct MainActorValue<Value>: @unchecked Sendable {
  // Safe because the creator of a value passes it to the main actor and does not use it afterwards. Only the main actor
  // reads it.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
