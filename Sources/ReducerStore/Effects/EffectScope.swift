/// A part of a feature to which effects belong: a presented feature, a row, or a page of a stack.
///
/// Scopes are nested, and an effect belongs to all scopes on its path. The end of a scope ends the effects in it.
@usableFromInline
package struct EffectScope: Hashable {
  /// The key path of the part in the state of its parent.
  package let keyPath: AnyKeyPath
  /// The identity of the presentation or of the element, or `nil` for a part that always exists.
  package let identity: AnyHashable?

  package init(keyPath: AnyKeyPath, identity: AnyHashable?) {
    self.keyPath = keyPath
    self.identity = identity
  }
}

/// An effect's id and the path of its scope. Equal ids in different scopes are different.
struct CancelID: Hashable {
  let id: AnyHashable
  let path: [EffectScope]
}

/// The origin of an effect: its scopes and ids, by which it can be cancelled, and the group of the action that it
/// belongs to.
struct EffectOrigin {
  var group: EffectGroup
  var path: [EffectScope] = []
  var ids: [CancelID] = []

  /// Whether the origin is in a part of the feature, or in a child of that part.
  func isInside(_ path: [EffectScope]) -> Bool {
    self.path.starts(with: path)
  }

  /// Whether cancelling an id in a part of the feature cancels effects of this origin.
  func has(_ id: AnyHashable, in path: [EffectScope]) -> Bool {
    ids.contains { $0.path.starts(with: path) && $0.id == id }
  }
}
