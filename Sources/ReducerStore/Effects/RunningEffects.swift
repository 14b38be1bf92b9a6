/// The running effects of a store, indexed by their ids and their scopes.
@MainActor
struct RunningEffects {
  private var effects: [EffectID: RunningEffect] = [:]
  private var handles: [Handle: Set<EffectID>] = [:]
  /// The parts of the feature with running effects that have not been cancelled.
  let tree: EffectTree

  init(in tree: EffectTree) {
    self.tree = tree
  }

  /// A key by which an effect can be cancelled.
  private enum Handle: Hashable {
    case id(AnyHashable)
    case scope(EffectScope)
  }

  var isEmpty: Bool { effects.isEmpty }

  /// The tasks of all running effects.
  var tasks: some Sequence<Task<Void, Never>> { effects.values.lazy.compactMap(\.task) }

  subscript(id: EffectID) -> RunningEffect? { effects[id] }

  mutating func insert(_ id: EffectID, from origin: EffectOrigin, life: EffectLife) {
    effects[id] = RunningEffect(origin: origin, life: life)
    for handle in Self.handles(of: origin) { handles[handle, default: []].insert(id) }
    if !origin.path.isEmpty { tree.insert(origin.path[...]) }
  }

  mutating func remove(_ id: EffectID) {
    guard let effect = effects.removeValue(forKey: id) else { return }
    effect.life.hasEnded = true
    if !effect.life.isCancelled { removeHandles(of: id, effect.origin) }
  }

  mutating func setTask(_ task: Task<Void, Never>, of id: EffectID) {
    effects[id]?.task = task
  }

  /// Marks effects as cancelled, and returns their tasks.
  mutating func cancel(_ end: EffectEnd) -> [Task<Void, Never>] {
    let handle: Handle =
      switch end {
      case .id(let id, _): .id(id)
      case .scope(let scope, _): .scope(scope)
      }
    let ended = (handles[handle] ?? []).filter { effects[$0].map { end.ends($0.origin) } ?? false }
    return ended.compactMap { cancel($0) }
  }

  /// Marks an effect as cancelled, and removes it from the index. So later cancellations do not find it again while it
  /// is ending.
  private mutating func cancel(_ id: EffectID) -> Task<Void, Never>? {
    guard let effect = effects[id] else { return nil }
    effect.life.isCancelled = true
    removeHandles(of: id, effect.origin)
    return effect.task
  }

  private mutating func removeHandles(of id: EffectID, _ origin: EffectOrigin) {
    if !origin.path.isEmpty { tree.remove(origin.path[...]) }
    for handle in Self.handles(of: origin) {
      handles[handle]?.remove(id)
      if handles[handle]?.isEmpty == true { handles[handle] = nil }
    }
  }

  private static func handles(of origin: EffectOrigin) -> [Handle] {
    origin.ids.map { .id($0.id) } + origin.path.map { .scope($0) }
  }
}

/// A running effect.
struct RunningEffect {
  /// `nil` only while the effect runs to its first suspension.
  var task: Task<Void, Never>?
  var origin: EffectOrigin
  let life: EffectLife
}

/// The phase of an effect, which its `Send` needs also after the end of the effect.
@MainActor
final class EffectLife {
  /// Whether the store has cancelled the effect, by its id or its scope.
  var isCancelled = false
  var hasEnded = false
  /// Whether the code that sent the action has cancelled the effect, through ``StoreTask``. Later actions are then not
  /// reported.
  var isCancelledBySender = false

  var phase: EffectPhase {
    if isCancelledBySender { return .running }
    if hasEnded { return isCancelled ? .endedAfterCancellation : .ended }
    return isCancelled ? .cancelled : .running
  }
}

/// The cause of a cancellation: it determines which effects are cancelled.
enum EffectEnd {
  /// An id is cancelled, in the part of the feature with this path.
  case id(AnyHashable, in: [EffectScope])
  /// A part of the feature was removed. The path is that of its parent.
  case scope(EffectScope, in: [EffectScope])

  /// Whether a removed part of the feature contains the part at a path.
  func contains(_ path: [EffectScope]) -> Bool {
    guard case .scope(let scope, let outer) = self else { return false }
    return path.starts(with: outer + [scope])
  }

  /// Whether it cancels effects of an origin.
  func ends(_ origin: EffectOrigin) -> Bool {
    switch self {
    case .id(let id, let path): origin.has(id, in: path)
    case .scope(let scope, let path): origin.isInside(path + [scope])
    }
  }
}
