/// The identity of a binding's source of truth: an object that keeps a value, and the path from the object to the part
/// that the binding reads and writes.
///
/// Two bindings with equal identities read and write the same value. A view that receives one binding in place of the
/// other shows the same value.
@MainActor
package struct BindingIdentity: Hashable {
  /// The identifier of the object that keeps the value.
  private let objectID: ObjectIdentifier
  /// The key paths that lead from the object to the value, in order.
  private var path: [AnyKeyPath] = []

  /// Identifies the value that an object keeps. The binding must retain the object. Otherwise, a later object could
  /// have the same address, and therefore the same identifier.
  package init(_ object: AnyObject) {
    objectID = ObjectIdentifier(object)
  }

  /// Returns the identity of a part of this value.
  package func appending(_ keyPath: AnyKeyPath) -> BindingIdentity {
    var identity = self
    identity.path.append(keyPath)
    return identity
  }
}

extension Binding {
  /// Returns the same binding with an identity. The binding must read and write only the identified value, and retain
  /// the object that keeps this value.
  ///
  /// - Parameter identity: Returns the identity, or `nil` if it is not known.
  package func identified(_ identity: @escaping @MainActor () -> BindingIdentity?) -> Binding {
    var binding = self
    binding.identity = identity
    return binding
  }

  /// Whether both bindings are known to have the same source of truth, and have equal transactions. `false` if one of
  /// them has no known identity, like a binding that a program creates from closures.
  @MainActor package func isSame(as other: Binding) -> Bool {
    guard transaction == other.transaction, let identity = identity?() else { return false }
    return identity == other.identity?()
  }
}
