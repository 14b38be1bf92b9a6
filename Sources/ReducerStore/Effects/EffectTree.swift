/// The tree of the parts of a feature that have running effects. Each node is one part.
@MainActor @usableFromInline
package final class EffectTree {
  /// The parts within this part, by key path and by identity. The identity is `nil` for the child of a `Scope`.
  private typealias Children = [AnyKeyPath: [AnyHashable?: EffectTree]]

  /// The children of this part that have running effects.
  private var children: Children = [:]
  /// The nodes in `children` that have children themselves. ``removedPaths(at:allExist:within:)`` searches only these
  /// nodes if all children exist.
  private var childrenWithChildren: Children = [:]
  /// The number of effects that run in this part and in all parts within it.
  // Safe because all accesses are on the main actor and no access contains another.
  @exclusivity(unchecked) private(set) var effectCount = 0

  /// Whether no effect runs in a part within this part.
  var isLeaf: Bool { children.isEmpty }

  /// Records that an effect has started in the part at a path. The path is relative to this part.
  func addEffect(at path: ArraySlice<EffectScope>) {
    effectCount += 1
    guard let scope = path.first else { return }
    let child = children[scope.keyPath]?[scope.identity] ?? EffectTree()
    child.addEffect(at: path.dropFirst())
    children[scope.keyPath, default: [:]][scope.identity] = child
    if !child.isLeaf { childrenWithChildren[scope.keyPath, default: [:]][scope.identity] = child }
  }

  /// Records that an effect in the part at a path has ended or was cancelled. The path is relative to this part.
  func removeEffect(at path: ArraySlice<EffectScope>) {
    effectCount -= 1
    guard let scope = path.first, let child = children[scope.keyPath]?[scope.identity] else { return }
    child.removeEffect(at: path.dropFirst())
    if child.effectCount == 0 { Self.removeChild(scope, from: &children) }
    if child.isLeaf { Self.removeChild(scope, from: &childrenWithChildren) }
  }

  /// Removes a child from `children`, and its key path if no other child has this key path.
  private static func removeChild(_ scope: EffectScope, from children: inout Children) {
    children[scope.keyPath]?[scope.identity] = nil
    if children[scope.keyPath]?.isEmpty == true { children[scope.keyPath] = nil }
  }

  /// Returns the paths of the children at a key path that the state no longer contains, although their effects still
  /// run, and of such parts within the other children.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the children.
  ///   - allExist: Whether all children at this key path are known to exist. Then only the parts within them are
  ///     searched.
  ///   - search: Returns the paths of the removed parts within a child, or `nil` if the child itself was removed.
  package func removedPaths(
    at keyPath: AnyKeyPath, allExist: Bool = false, within search: (AnyHashable?, EffectTree) -> [EffectPath]?
  ) -> [EffectPath] {
    guard let children = allExist ? childrenWithChildren[keyPath] : children[keyPath] else { return [] }
    return children.flatMap { identity, child in
      let scope = EffectScope(keyPath: keyPath, identity: identity)
      guard let removed = search(identity, child) else { return [[scope]] }
      return removed.map { [scope] + $0 }
    }
  }
}

/// The path to a part of a feature, from the outermost part.
@usableFromInline
package typealias EffectPath = [EffectScope]

/// A function that returns the paths of the removed parts of a feature whose effects still run.
///
/// An operator such as `ifLet` ends the effects of a child that is removed while the operator runs. This function finds
/// the children that other reducers have removed.
@usableFromInline
package typealias RemovedScopeSearch<State> = @MainActor (State, EffectTree) -> [EffectPath]

/// Returns a search that combines the results of two searches.
@usableFromInline
func combinedSearch<State>(
  _ first: RemovedScopeSearch<State>?, _ second: RemovedScopeSearch<State>?
) -> RemovedScopeSearch<State>? {
  guard let first else { return second }
  guard let second else { return first }
  return { state, tree in first(state, tree) + second(state, tree) }
}
