/// The parts of a feature in which effects run, each with the parts within it.
@MainActor @usableFromInline
package final class EffectTree {
  private typealias Parts = [AnyKeyPath: [AnyHashable?: EffectTree]]

  /// The parts right within this one, by their place and their identity.
  private var parts: Parts = [:]
  /// Those of them that have parts within.
  private var deepParts: Parts = [:]
  /// How many effects run in this part, with those within it.
  // Nothing else runs while it is read or written.
  @exclusivity(unchecked) private(set) var count = 0

  /// Whether no effect runs in a part of this one.
  var isEmpty: Bool { parts.isEmpty }

  /// Notes that an effect runs in a part.
  func insert(_ path: ArraySlice<EffectScope>) {
    count += 1
    guard let scope = path.first else { return }
    let part = parts[scope.place]?[scope.identity] ?? EffectTree()
    part.insert(path.dropFirst())
    parts[scope.place, default: [:]][scope.identity] = part
    if !part.isEmpty { deepParts[scope.place, default: [:]][scope.identity] = part }
  }

  /// Notes that an effect no longer runs in a part.
  func remove(_ path: ArraySlice<EffectScope>) {
    count -= 1
    guard let scope = path.first, let part = parts[scope.place]?[scope.identity] else { return }
    part.remove(path.dropFirst())
    if part.count == 0 { Self.remove(scope, from: &parts) }
    if part.isEmpty { Self.remove(scope, from: &deepParts) }
  }

  private static func remove(_ scope: EffectScope, from parts: inout Parts) {
    parts[scope.place]?[scope.identity] = nil
    if parts[scope.place]?.isEmpty == true { parts[scope.place] = nil }
  }

  /// Returns the parts at a place that are gone, and those that are gone within the others.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - isUnchanged: Whether all parts at this place are known to be there, so that only those within them are looked for.
  ///   - search: Returns what is gone within a part, or `nil` if the part itself is gone.
  package func removed(
    at place: AnyKeyPath, isUnchanged: Bool = false, within search: (AnyHashable?, EffectTree) -> [EffectPath]?
  ) -> [EffectPath] {
    guard let parts = isUnchanged ? deepParts[place] : parts[place] else { return [] }
    return parts.flatMap { identity, part in
      let scope = EffectScope(place: place, identity: identity)
      guard let gone = search(identity, part) else { return [[scope]] }
      return gone.map { [scope] + $0 }
    }
  }
}

/// The way to a part of a feature, from the outermost part.
@usableFromInline
package typealias EffectPath = [EffectScope]

/// Finds the parts of a feature that are gone while effects run in them.
///
/// An operator ends the effects of a child that its own reducer removes. This finds the children that another reducer has removed.
@usableFromInline
package typealias RemovedScopes<State> = @MainActor (State, EffectTree) -> [EffectPath]

/// Finds what either of two reducers finds.
@usableFromInline
func findingBoth<State>(_ first: RemovedScopes<State>?, _ second: RemovedScopes<State>?) -> RemovedScopes<State>? {
  guard let first else { return second }
  guard let second else { return first }
  return { state, tree in first(state, tree) + second(state, tree) }
}
