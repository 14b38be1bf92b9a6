/// The tree of the scopes of a feature with running effects.
@MainActor @usableFromInline
package final class EffectTree {
  private typealias Parts = [AnyKeyPath: [AnyHashable?: EffectTree]]

  /// The direct children with running effects, by key path and identity.
  private var parts: Parts = [:]
  /// The children that have children themselves.
  private var deepParts: Parts = [:]
  /// The number of effects that run in this part and its children.
  // Safe because all accesses are on the main actor and none is nested.
  @exclusivity(unchecked) private(set) var count = 0

  /// Whether no effect runs in a child of this part.
  var isEmpty: Bool { parts.isEmpty }

  /// Records that an effect has started in the part at a path.
  func insert(_ path: ArraySlice<EffectScope>) {
    count += 1
    guard let scope = path.first else { return }
    let part = parts[scope.keyPath]?[scope.identity] ?? EffectTree()
    part.insert(path.dropFirst())
    parts[scope.keyPath, default: [:]][scope.identity] = part
    if !part.isEmpty { deepParts[scope.keyPath, default: [:]][scope.identity] = part }
  }

  /// Records that an effect in the part at a path has ended or was cancelled.
  func remove(_ path: ArraySlice<EffectScope>) {
    count -= 1
    guard let scope = path.first, let part = parts[scope.keyPath]?[scope.identity] else { return }
    part.remove(path.dropFirst())
    if part.count == 0 { Self.remove(scope, from: &parts) }
    if part.isEmpty { Self.remove(scope, from: &deepParts) }
  }

  private static func remove(_ scope: EffectScope, from parts: inout Parts) {
    parts[scope.keyPath]?[scope.identity] = nil
    if parts[scope.keyPath]?.isEmpty == true { parts[scope.keyPath] = nil }
  }

  /// Returns the paths of the removed parts at a key path, and of the removed parts within the others.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the parts.
  ///   - isUnchanged: Whether all parts at this key path are known to exist, so that only their children are searched.
  ///   - search: Returns the paths of the removed parts within a part, or `nil` if the part itself was removed.
  package func removed(
    at keyPath: AnyKeyPath, isUnchanged: Bool = false, within search: (AnyHashable?, EffectTree) -> [EffectPath]?
  ) -> [EffectPath] {
    guard let parts = isUnchanged ? deepParts[keyPath] : parts[keyPath] else { return [] }
    return parts.flatMap { identity, part in
      let scope = EffectScope(keyPath: keyPath, identity: identity)
      guard let removed = search(identity, part) else { return [[scope]] }
      return removed.map { [scope] + $0 }
    }
  }
}

/// The path to a part of a feature, from the outermost part.
@usableFromInline
package typealias EffectPath = [EffectScope]

/// Finds the removed parts of a feature whose effects still run.
///
/// An operator such as `ifLet` ends the effects of a child that is removed while the operator runs. This search finds
/// the children that another reducer has removed.
@usableFromInline
package typealias RemovedScopes<State> = @MainActor (State, EffectTree) -> [EffectPath]

/// Returns a search that combines the results of two searches.
@usableFromInline
func findingBoth<State>(_ first: RemovedScopes<State>?, _ second: RemovedScopes<State>?) -> RemovedScopes<State>? {
  guard let first else { return second }
  guard let second else { return first }
  return { state, tree in first(state, tree) + second(state, tree) }
}
