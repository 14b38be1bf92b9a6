/// The running effects of a store, indexed by the ids and the scopes by which they can be cancelled.
@MainActor
struct RunningEffects {
  private var effects: [EffectID: RunningEffect] = [:]
  /// The index: for each id and each scope, the running effects that can be cancelled by it. Effects that were already
  /// cancelled are not in the index.
  private var effectIDsByKey: [IndexKey: Set<EffectID>] = [:]
  /// The parts of the feature with running effects. Cancelled effects are not counted.
  let tree: EffectTree

  init(in tree: EffectTree) {
    self.tree = tree
  }

  /// The id or the scope by which an effect can be cancelled.
  private enum IndexKey: Hashable {
    case id(AnyHashable)
    case scope(EffectScope)
  }

  var isEmpty: Bool { effects.isEmpty }

  /// The tasks of all running effects.
  var tasks: some Sequence<Task<Void, Never>> { effects.values.lazy.compactMap(\.task) }

  subscript(id: EffectID) -> RunningEffect? { effects[id] }

  /// Adds an effect that is starting.
  mutating func insert(_ id: EffectID, from origin: EffectOrigin, status: EffectStatus) {
    effects[id] = RunningEffect(origin: origin, status: status)
    for key in Self.indexKeys(of: origin) { effectIDsByKey[key, default: []].insert(id) }
    if !origin.path.isEmpty { tree.addEffect(at: origin.path[...]) }
  }

  /// Removes an effect that has ended.
  mutating func remove(_ id: EffectID) {
    guard let effect = effects.removeValue(forKey: id) else { return }
    effect.status.hasEnded = true
    if !effect.status.isCancelled { removeFromIndexAndTree(id, effect.origin) }
  }

  mutating func setTask(_ task: Task<Void, Never>, of id: EffectID) {
    effects[id]?.task = task
  }

  /// Marks the matching effects as cancelled, and returns their tasks, which the caller cancels. An effect before its
  /// first suspension has no task yet. ``Engine`` cancels such an effect after the first suspension.
  mutating func markCancelled(by cancellation: EffectCancellation) -> [Task<Void, Never>] {
    let key: IndexKey =
      switch cancellation {
      case .id(let id, _): .id(id)
      case .scope(let scope, _): .scope(scope)
      }
    let matching = (effectIDsByKey[key] ?? []).filter { effects[$0].map { cancellation.cancels($0.origin) } ?? false }
    return matching.compactMap { markCancelled($0) }
  }

  /// Marks an effect as cancelled, and removes it from the index, so that later cancellations do not find it again.
  /// Returns the task of the effect.
  private mutating func markCancelled(_ id: EffectID) -> Task<Void, Never>? {
    guard let effect = effects[id] else { return nil }
    effect.status.isCancelled = true
    removeFromIndexAndTree(id, effect.origin)
    return effect.task
  }

  /// Removes an effect from the index and from the tree.
  private mutating func removeFromIndexAndTree(_ id: EffectID, _ origin: EffectOrigin) {
    if !origin.path.isEmpty { tree.removeEffect(at: origin.path[...]) }
    for key in Self.indexKeys(of: origin) {
      effectIDsByKey[key]?.remove(id)
      if effectIDsByKey[key]?.isEmpty == true { effectIDsByKey[key] = nil }
    }
  }

  private static func indexKeys(of origin: EffectOrigin) -> [IndexKey] {
    origin.ids.map { .id($0.id) } + origin.path.map { .scope($0) }
  }
}

/// A running effect.
struct RunningEffect {
  /// The task of the effect. `nil` while the effect runs up to its first suspension.
  var task: Task<Void, Never>?
  var origin: EffectOrigin
  let status: EffectStatus
}

/// The status of one effect. `Send` reads the status for each action of the effect, also after the effect has ended.
@MainActor
final class EffectStatus {
  /// Whether the store has cancelled the effect, by its id or its scope.
  var isCancelled = false
  var hasEnded = false
  /// Whether the effect was cancelled through the ``StoreTask`` of the action that caused the effect. Set when the
  /// effect ends. Actions that the effect sends after its end are then not reported.
  var isCancelledBySender = false

  /// The phase of the effect, for its `Send`. An effect with `isCancelledBySender` counts as running, because `Send`
  /// reports no actions in the phase `running`.
  var phase: EffectPhase {
    if isCancelledBySender { return .running }
    if hasEnded { return isCancelled ? .endedAfterCancellation : .ended }
    return isCancelled ? .cancelled : .running
  }
}

/// Selects the effects to cancel.
enum EffectCancellation {
  /// The effects to which the part of the feature with this path, or a part within it, gave this id.
  case id(AnyHashable, in: [EffectScope])
  /// The effects of a removed part of the feature, and of the parts within it. The path leads to the parent of the
  /// removed part.
  case scope(EffectScope, in: [EffectScope])

  /// Whether the part at a path is the removed part, or within it. `false` for the cancellation of an id.
  func removes(_ path: [EffectScope]) -> Bool {
    guard case .scope(let scope, let parent) = self else { return false }
    return path.starts(with: parent + [scope])
  }

  /// Whether the cancellation applies to effects of an origin.
  func cancels(_ origin: EffectOrigin) -> Bool {
    switch self {
    case .id(let id, let path): origin.isCancelled(byID: id, in: path)
    case .scope(let scope, let parent): origin.isInside(parent + [scope])
    }
  }
}
