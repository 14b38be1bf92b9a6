/// Records the bindings and sources of state that an action writes.
///
/// A dialog with a Boolean has no id that distinguishes one presentation from the next. Recorded writes make the
/// distinction instead. If a button's action writes `true` again, the write requests a new dialog. The dismissal of the
/// old dialog must then not write `false`.
@MainActor
package enum BindingWrites {
  /// The identities that were written since the innermost recording began. `nil` if no recording is running.
  private static var written: Set<BindingIdentity>?

  /// Whether an action with recorded writes is running.
  package static var isRecording: Bool { written != nil }

  /// Records a write, even if the value is equal to the old one.
  package static func note(_ identity: BindingIdentity) { written?.insert(identity) }

  /// Runs an action and records its writes.
  ///
  /// - Returns: The identities that the action wrote.
  package static func record(_ action: () -> Void) -> Set<BindingIdentity> {
    let outer = written
    written = []
    action()
    let inner = written ?? []
    written = outer.map { $0.union(inner) }
    return inner
  }
}

extension Binding {
  /// Returns the same binding with a comparison for ``snapshot()``.
  package func compared(_ snapshot: @escaping @MainActor () -> @MainActor () -> Bool) -> Binding {
    var binding = self
    binding.makeSnapshot = snapshot
    return binding
  }

  /// Takes a snapshot of the value that determines this binding's value. For a Boolean that is `true` while an optional
  /// has a value, that value is the optional.
  ///
  /// - Returns: A closure that returns whether the value differs from the snapshot now.
  @MainActor package func snapshot() -> @MainActor () -> Bool {
    if let makeSnapshot { return makeSnapshot() }
    return { false }
  }
}

extension Binding {
  /// Returns the same binding with the identity and the snapshot of another binding, whose value determines its own.
  package func following<Other>(_ other: Binding<Other>) -> Binding {
    var binding = self
    binding.identity = other.identity
    binding.makeSnapshot = { other.snapshot() }
    return binding
  }

  /// Whether the source of truth of this binding is known.
  @MainActor package var hasIdentity: Bool { identity?() != nil }

  /// Whether an action wrote this binding.
  @MainActor package func isAmong(_ written: Set<BindingIdentity>) -> Bool {
    guard !written.isEmpty, let identity = identity?() else { return false }
    return written.contains(identity)
  }
}

/// Whether two optional values differ. They are compared with `==` if possible, objects by identity, and other values
/// by their debug descriptions.
func differ<Value>(_ first: Value?, _ second: Value?) -> Bool {
  guard let first, let second else { return (first == nil) != (second == nil) }
  func equal<Comparable: Equatable>(_ first: Comparable) -> Bool { first == (second as? Comparable) }
  if let first = first as? any Equatable { return !equal(first) }
  if Value.self is AnyClass { return (first as AnyObject) !== (second as AnyObject) }
  return String(reflecting: first) != String(reflecting: second)
}
