/// The identity of a store.
///
/// Stores of the same part of the same feature have the same id, as long as that part has the same identity: see
/// ``PresentationID``. So a sheet stays open while the state of its feature changes, and is replaced when the feature
/// is replaced.
public struct StoreID: Hashable {
  private let root: Root
  /// The path from the root store to the part, with one step for each call of `scope`.
  private let steps: [Step]

  /// A token for a root store. Each root store has its own token.
  private final class Root: Sendable {}

  /// One call of `scope`: the part, and the identity of its state if the part is optional.
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

  /// Hashes only the root and the innermost part, because the outer parts of two ids seldom differ.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(root))
    hasher.combine(steps.last)
  }
}

/// The part of a feature that a store is scoped to.
enum ScopeKey: Hashable {
  /// The part at a key path of the state and a key path of the actions.
  case path(state: AnyKeyPath, action: AnyKeyPath)
  /// The element of an array or a stack with this id.
  case element(AnyHashable)
}

/// Weak references to the stores that are scoped from one store.
///
/// A part of a feature has one store at a time. So a view that is created again with the store of a part is equal to
/// the previous view, and is not evaluated.
struct ScopedStores {
  /// The scoped stores by the parts of the feature.
  private var entries: [ScopeKey: Entry] = [:]
  /// The number of entries above which the entries of released stores are removed.
  private var cleanupThreshold = 8

  /// A scoped store, and the values that it was created for.
  private struct Entry {
    weak var store: AnyObject?
    let identity: PresentationID?
    /// The identity of the observable state, for a store whose readers do not observe the enclosing state. Otherwise
    /// `nil`.
    let stateID: ObservableStateID?
    /// The `PresentationInspector` that finds the identities of the part's states. `nil` for a part that always exists.
    let inspector: AnyObject?
  }

  /// The number of entries, including the entries of released stores.
  var count: Int { entries.count }

  /// Returns the store of a part, or `nil` if no store with this identity and this observable state exists.
  func store(at key: ScopeKey, _ identity: PresentationID?, _ stateID: ObservableStateID?) -> AnyObject? {
    guard let entry = entries[key], entry.identity == identity, entry.stateID == stateID else { return nil }
    return entry.store
  }

  /// Returns the inspector of a part's states, or `nil` if the part has no entry.
  func inspector<State>(at key: ScopeKey) -> PresentationInspector<State>? {
    entries[key]?.inspector as? PresentationInspector<State>
  }

  /// Adds the store of a part. If there are then more entries than the threshold, the entries of released stores are
  /// removed.
  mutating func insert(
    _ store: AnyObject, at key: ScopeKey, _ identity: PresentationID?, _ stateID: ObservableStateID?,
    _ inspector: AnyObject?
  ) {
    entries[key] = Entry(store: store, identity: identity, stateID: stateID, inspector: inspector)
    guard entries.count > cleanupThreshold else { return }
    entries = entries.filter { $0.value.store != nil }
    cleanupThreshold = max(8, entries.count * 2)
  }
}
