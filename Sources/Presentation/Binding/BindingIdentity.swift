/// Which source of truth a binding is onto: an object that keeps a value, and the way from there.
///
/// Two bindings with equal identities read and write the same, so that a view that is given the one in place of the other shows the same.
@MainActor
package struct BindingIdentity: Hashable {
  private let object: ObjectIdentifier
  private var path: [AnyKeyPath] = []

  /// The value that an object keeps. The binding must hold the object.
  package init(_ object: AnyObject) {
    self.object = ObjectIdentifier(object)
  }

  /// A part of what this is the identity of.
  package func appending(_ keyPath: AnyKeyPath) -> BindingIdentity {
    var identity = self
    identity.path.append(keyPath)
    return identity
  }
}

extension Binding {
  /// The same binding, of which it is known what it is onto. It must read and write nothing but that, and hold the object.
  package func identified(_ identity: @escaping @MainActor () -> BindingIdentity?) -> Binding {
    var binding = self
    binding.identity = identity
    return binding
  }

  /// Whether both are onto the same source of truth, as far as is known: a binding that was made of closures is the same as no other.
  @MainActor package func isSame(as other: Binding) -> Bool {
    guard transaction == other.transaction, let identity = identity?() else { return false }
    return identity == other.identity?()
  }
}
