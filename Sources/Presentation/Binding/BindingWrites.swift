/// Records the bindings that an action writes, by the identities of their sources of truth.
///
/// A dialog that a Boolean presents has no id that distinguishes one presentation from the next. If the action of its
/// button writes `true` again, the write requests a new dialog, and the dismissal of the old dialog must not write
/// `false`. The recorded writes reveal such an action.
@MainActor
package enum BindingWrites {
  /// The identities of the bindings that were written since the innermost recording began. `nil` if no recording is
  /// running.
  private static var written: Set<BindingIdentity>?

  /// Whether an action with recorded writes is running.
  package static var isRecording: Bool { written != nil }

  /// Records a write, even if the value is equal to the old one.
  package static func record(_ identity: BindingIdentity) { written?.insert(identity) }

  /// Runs an action and records its writes.
  ///
  /// - Returns: The identities of the bindings that the action wrote.
  package static func recordWrites(of action: () -> Void) -> Set<BindingIdentity> {
    let outer = written
    written = []
    action()
    let inner = written ?? []
    written = outer.map { $0.union(inner) }
    return inner
  }
}

extension Binding {
  /// Returns the same binding, whose ``changeDetector()`` calls this closure.
  package func withChangeDetector(_ makeChangeDetector: @escaping @MainActor () -> @MainActor () -> Bool) -> Binding {
    var binding = self
    binding.makeChangeDetector = makeChangeDetector
    return binding
  }

  /// Notes the current value that determines this binding's value, such as the optional of a Boolean that is `true`
  /// while the optional has a value.
  ///
  /// - Returns: A closure that returns whether the determining value has changed since this call. If no other value
  ///   determines this binding's value, the closure always returns `false`.
  @MainActor package func changeDetector() -> @MainActor () -> Bool {
    if let makeChangeDetector { return makeChangeDetector() }
    return { false }
  }
}

extension Binding {
  /// Returns the same binding with the identity and the change detector of another binding, whose value determines
  /// this binding's value.
  package func withIdentityAndChangeDetector<Other>(of other: Binding<Other>) -> Binding {
    var binding = self
    binding.identity = other.identity
    binding.makeChangeDetector = { other.changeDetector() }
    return binding
  }

  /// Whether the source of truth of this binding is known.
  @MainActor package var hasIdentity: Bool { identity?() != nil }

  /// Whether this binding is among the bindings that an action wrote.
  @MainActor package func isAmong(_ written: Set<BindingIdentity>) -> Bool {
    guard !written.isEmpty, let identity = identity?() else { return false }
    return written.contains(identity)
  }
}

/// Whether two optional values differ. They are compared with `==` if possible, objects by identity, and other values
/// by their debug descriptions.
func differ<Value>(_ first: Value?, _ second: Value?) -> Bool {
  guard let first, let second else { return (first == nil) != (second == nil) }
  func equalsSecond<Concrete: Equatable>(_ first: Concrete) -> Bool { first == (second as? Concrete) }
  if let first = first as? any Equatable { return !equalsSecond(first) }
  if Value.self is AnyClass { return (first as AnyObject) !== (second as AnyObject) }
  return String(reflecting: first) != String(reflecting: second)
}
