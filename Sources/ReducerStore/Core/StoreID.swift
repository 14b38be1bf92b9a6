/// The identity of a store.
///
/// Stores of the same part of the same feature have the same id, as long as that part has the same identity: see ``PresentationID``. So a
/// sheet stays while its feature's state changes, and is replaced when another one takes its place.
public struct StoreID: Hashable {
  private let root: Root
  private let steps: [Step]

  /// The root store, identified by reference.
  private final class Root: Sendable {}

  private struct Step: Hashable {
    let place: ScopeKey
    let identity: PresentationID?
  }

  private init(root: Root, steps: [Step]) {
    self.root = root
    self.steps = steps
  }

  /// The id of a store that is not scoped from another: one that no other has.
  init() {
    self.init(root: Root(), steps: [])
  }

  /// The id of a store that is scoped from the one with this id.
  func appending(_ place: ScopeKey, _ identity: PresentationID?) -> StoreID {
    StoreID(root: root, steps: steps + [Step(place: place, identity: identity)])
  }

  /// Whether both are of the same part of the same feature.
  public static func == (first: StoreID, second: StoreID) -> Bool {
    first.root === second.root && first.steps == second.steps
  }

  /// Hashes the innermost part: the others are seldom different.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(root))
    hasher.combine(steps.last)
  }
}

/// Which part of a feature a store is scoped to.
enum ScopeKey: Hashable {
  /// The part at two key paths.
  case path(state: AnyKeyPath, action: AnyKeyPath)
  /// One of many features.
  case element(AnyHashable)
}

/// The scoped stores of a store, as long as they are referenced elsewhere.
///
/// A part of a feature has one store at a time, so that a view that is given it again is not evaluated for that.
struct ScopedStores {
  private var known: [ScopeKey: Known] = [:]
  private var limit = 8

  private struct Known {
    weak var store: AnyObject?
    let identity: PresentationID?
    let content: ObservableStateID?
    let inspector: AnyObject?
  }

  /// How many parts are known, with those whose store has gone since.
  var count: Int { known.count }

  /// The store of a part, if there is one for the same identity and the same observed state.
  func store(at place: ScopeKey, _ identity: PresentationID?, _ content: ObservableStateID?) -> AnyObject? {
    guard let known = known[place], known.identity == identity, known.content == content else { return nil }
    return known.store
  }

  /// The inspector that finds the identities of a part's states.
  func inspector<State>(at place: ScopeKey) -> PresentationInspector<State>? {
    known[place]?.inspector as? PresentationInspector<State>
  }

  /// Remembers the store of a part, and now and then forgets those that are gone.
  mutating func insert(
    _ store: AnyObject, at place: ScopeKey, _ identity: PresentationID?, _ content: ObservableStateID?, _ inspector: AnyObject?
  ) {
    known[place] = Known(store: store, identity: identity, content: content, inspector: inspector)
    guard known.count > limit else { return }
    known = known.filter { $0.value.store != nil }
    limit = max(8, known.count * 2)
  }
}
