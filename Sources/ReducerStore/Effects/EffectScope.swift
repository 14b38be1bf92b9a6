/// A part of a feature to which effects belong: a presented feature, a row, a page of a stack, or the child of a
/// `Scope`.
///
/// Scopes are nested. An effect belongs to all scopes on its path, and is cancelled when one of these scopes ends.
@usableFromInline
package struct EffectScope: Hashable {
  /// The key path of the part in the state of its parent.
  package let keyPath: AnyKeyPath
  /// The identity of the presentation, row or page. `nil` for the child of a `Scope`, which has no identity.
  package let identity: AnyHashable?

  package init(keyPath: AnyKeyPath, identity: AnyHashable?) {
    self.keyPath = keyPath
    self.identity = identity
  }
}

/// The id of an effect, and the path of the part of the feature that gave the id. Without the path, equal ids of
/// unrelated parts would cancel each other's effects.
struct CancelID: Hashable {
  let id: AnyHashable
  let path: [EffectScope]
}

/// The origin of an effect: the scopes and ids by which the effect can be cancelled, and the group of the action that
/// caused it.
struct EffectOrigin {
  /// The running effects of the action that caused this effect.
  var group: EffectGroup
  /// The scopes of the effect, from the outermost scope.
  var path: [EffectScope] = []
  /// The ids that `cancellable`, `throttle` or `withTaskCancellation` gave the effect.
  var ids: [CancelID] = []

  /// Whether the effect belongs to the part of the feature with this path, or to a child of that part.
  func isInside(_ path: [EffectScope]) -> Bool {
    self.path.starts(with: path)
  }

  /// Whether the effect is cancelled when the part of the feature with this path cancels the id: the part, or a child
  /// of the part, gave this id to the effect.
  func isCancelled(byID id: AnyHashable, in path: [EffectScope]) -> Bool {
    ids.contains { $0.path.starts(with: path) && $0.id == id }
  }
}
