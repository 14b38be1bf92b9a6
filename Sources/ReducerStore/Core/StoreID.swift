/// The identity of a store.
///
/// Stores of the same part of the same feature have the same id, as long as that part has the same identity: see
/// ``PresentationID``. So a sheet stays open while its feature's state changes. It is replaced when the feature is
/// replaced.
public struct StoreID: Hashable {
  private let root: Root
  private let steps: [Step]

  /// The root store, identified by reference.
  private final class Root: Sendable {}

  private struct Step: Hashable {
    let key: ScopeKey
    let identity: PresentationID?
  }

  private init(root: Root, steps: [Step]) {
    self.root = root
    self.steps = steps
  }

  /// Creates the id of a root store. No other store has this id.
  init() {
    self.init(root: Root(), steps: [])
  }

  /// Returns the id of a store that is scoped from the store with this id.
  func appending(_ key: ScopeKey, _ identity: PresentationID?) -> StoreID {
    StoreID(root: root, steps: steps + [Step(key: key, identity: identity)])
  }

  /// Whether both ids belong to the same part of the same feature.
  public static func == (first: StoreID, second: StoreID) -> Bool {
    first.root === second.root && first.steps == second.steps
  }

  /// Hashes only the root and the innermost part, because the other parts seldom differ.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(root))
    hasher.combine(steps.last)
  }
}

/// The part of a feature that a store is scoped to.
enum ScopeKey: Hashable {
  /// The part at two key paths.
  case path(state: AnyKeyPath, action: AnyKeyPath)
  /// The element of an array or a stack with this id.
  case element(AnyHashable)
}

/// The stores that are scoped from one store. They are referenced weakly.
///
/// A part of a feature has one store at a time. So a view that receives the store again is equal to the previous view,
/// and is not evaluated.
struct ScopedStores {
  private var known: [ScopeKey: Known] = [:]
  /// The number of entries above which released stores are removed.
  private var limit = 8

  private struct Known {
    /// Weak.
    weak var store: AnyObject?
    let identity: PresentationID?
    let content: ObservableStateID?
    let inspector: AnyObject?
  }

  /// The number of known parts, including those whose store was released.
  var count: Int { known.count }

  /// Returns the store of a part, or `nil` if there is none with the same identity and the same observable state.
  func store(at key: ScopeKey, _ identity: PresentationID?, _ content: ObservableStateID?) -> AnyObject? {
    guard let known = known[key], known.identity == identity, known.content == content else { return nil }
    return known.store
  }

  /// Returns the inspector of a part's states, or `nil` if there is none yet.
  func inspector<State>(at key: ScopeKey) -> PresentationInspector<State>? {
    known[key]?.inspector as? PresentationInspector<State>
  }

  /// Remembers the store of a part. From time to time, it also removes the entries of released stores.
  mutating func insert(
    _ store: AnyObject, at key: ScopeKey, _ identity: PresentationID?, _ content: ObservableStateID?,
    _ inspector: AnyObject?
  ) {
    known[key] = Known(store: store, identity: identity, content: content, inspector: inspector)
    guard known.count > limit else { return }
    known = known.filter { $0.value.store != nil }
    limit = max(8, known.count * 2)
  }
}
