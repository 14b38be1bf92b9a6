/// The effects that have begun and not ended. Those that an id, or a part of the feature, may end are found without a look at all others.
struct RunningEffects {
  private var effects: [EffectID: RunningEffect] = [:]
  private var handles: [Handle: Set<EffectID>] = [:]

  /// What an effect can be ended by.
  private enum Handle: Hashable {
    case id(AnyHashable)
    case scope(EffectScope)
  }

  var isEmpty: Bool { effects.isEmpty }

  /// The tasks of all of them.
  var tasks: some Sequence<Task<Void, Never>> { effects.values.lazy.compactMap(\.task) }

  subscript(id: EffectID) -> RunningEffect? { effects[id] }

  mutating func insert(_ id: EffectID, from origin: EffectOrigin) {
    effects[id] = RunningEffect(origin: origin)
    for handle in Self.handles(of: origin) { handles[handle, default: []].insert(id) }
  }

  mutating func remove(_ id: EffectID) {
    guard let effect = effects.removeValue(forKey: id) else { return }
    for handle in Self.handles(of: effect.origin) {
      handles[handle]?.remove(id)
      if handles[handle]?.isEmpty == true { handles[handle] = nil }
    }
  }

  mutating func setTask(_ task: Task<Void, Never>, of id: EffectID) {
    effects[id]?.task = task
  }

  /// Notes that effects are cancelled, and gives those of their tasks that are there.
  mutating func cancel(_ end: EffectEnd) -> [Task<Void, Never>] {
    let handle: Handle =
      switch end {
      case .id(let id, _): .id(id)
      case .scope(let scope, _): .scope(scope)
      }
    let ended = (handles[handle] ?? []).filter { effects[$0].map { end.ends($0.origin) } ?? false }
    for id in ended { effects[id]?.isCancelled = true }
    return ended.compactMap { effects[$0]?.task }
  }

  private static func handles(of origin: EffectOrigin) -> [Handle] {
    origin.ids.map { .id($0.id) } + origin.path.map { .scope($0) }
  }
}

/// An effect that has begun and not ended.
struct RunningEffect {
  /// `nil` only while the effect runs to its first suspension.
  var task: Task<Void, Never>?
  var origin: EffectOrigin
  var isCancelled = false
}

/// What ends effects.
enum EffectEnd {
  /// An id is cancelled in a part of the feature.
  case id(AnyHashable, in: [EffectScope])
  /// A part of the feature, which is in others, is gone.
  case scope(EffectScope, in: [EffectScope])

  /// Whether it ends what comes from somewhere.
  func ends(_ origin: EffectOrigin) -> Bool {
    switch self {
    case .id(let id, let path): origin.has(id, in: path)
    case .scope(let scope, let path): origin.isInside(path + [scope])
    }
  }
}
