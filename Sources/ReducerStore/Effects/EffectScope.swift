/// The part of a feature that an effect belongs to: what is presented at one place, one row, one screen of a stack.
///
/// An effect is in all scopes on the way to it. When a scope ends, so do the effects in it.
@usableFromInline
package struct EffectScope: Hashable {
  package let place: AnyKeyPath
  package let identity: AnyHashable?

  package init(place: AnyKeyPath, identity: AnyHashable?) {
    self.place = place
    self.identity = identity
  }
}

/// An effect's id, and the scopes in which it was given: the same id elsewhere is another one.
struct CancelID: Hashable {
  let id: AnyHashable
  let path: [EffectScope]
}

/// The origin of an effect: the scopes and ids that end it, and the task that waits for it.
struct EffectOrigin {
  var group: EffectGroup
  var path: [EffectScope] = []
  var ids: [CancelID] = []

  /// Whether a part of the feature, or something in it, is where this comes from.
  func isInside(_ path: [EffectScope]) -> Bool {
    self.path.starts(with: path)
  }

  /// Whether cancelling an id in one part of the feature ends this.
  func has(_ id: AnyHashable, in path: [EffectScope]) -> Bool {
    ids.contains { $0.path.starts(with: path) && $0.id == id }
  }
}
