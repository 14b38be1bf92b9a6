public import Observation

/// Holds the state of a feature, reduces its actions, and runs their effects.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.incrementButtonTapped)
/// print(store.count)
/// ```
///
/// A view observes the state that its body reads. Only the reducer writes the state.
///
/// A root store, which is created with an initial state, owns all effects of its feature. When the root store is
/// released, the effects are cancelled and their later actions are dropped. No effect keeps the root store alive, but a
/// store that is scoped from it does.
@MainActor @dynamicMemberLookup
public final class Store<State, Action>: Observable {
  /// Provides the state and receives the actions. The core of a root store is an ``Engine``. The core of another store
  /// is a part of the parent's core.
  package let core: any Core<State, Action>
  /// Owned: the store that this store is scoped from. `nil` for a root store. The parent references this store weakly.
  private let parent: AnyObject?
  private var scopedStores = ScopedStores()
  /// Finds the receipt of the ``BindingAction`` in a sent action. The receipt reports the action if no reducer applies
  /// it. `nil` if no action of the store can contain a ``BindingAction``.
  private lazy var receiptFinder = BindingReceiptFinder<Action>()
  /// The identity of the store: see ``StoreID``.
  public let id: StoreID

  /// Whether any effect of the root store is running.
  package var isRunningEffects: Bool { core.isRunningEffects }

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - initialState: The initial state of the feature.
  ///   - reducer: The reducer of the feature.
  ///   - dependencies: Changes the dependencies of the feature and of its effects.
  ///   - fileID: The file of the caller. If the feature sends actions to itself endlessly, this file is reported.
  ///   - line: The line of the caller, which is reported together with the file.
  @inlinable
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies dependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let bootstrap = ReducerStore.withDependencies(dependencies ?? { _ in }) {
      StoreBootstrap<State, Action>(state: initialState(), location: (fileID, line), reducer: RootReducer(reducer()))
    }
    self.init(bootstrap: bootstrap)
  }

  @usableFromInline
  convenience init(bootstrap: StoreBootstrap<State, Action>) {
    self.init(core: bootstrap.core)
  }

  package init(core: any Core<State, Action>) {
    self.core = core
    parent = nil
    id = StoreID()
  }

  private init(core: any Core<State, Action>, id: StoreID, parent: AnyObject) {
    self.core = core
    self.id = id
    self.parent = parent
  }

  /// The number of scoped stores, including released stores that are not cleaned up yet. For tests.
  package var scopedStoreCount: Int { scopedStores.count }

  /// Returns the store of a part of the feature. Later calls return the same store as long as it is referenced.
  ///
  /// - Parameters:
  ///   - key: The key of the part.
  ///   - identity: The identity of the part's state, if that state is optional.
  ///   - stateID: The identity of the part's observable state, for a store whose readers do not observe the enclosing
  ///     state. Otherwise `nil`.
  ///   - inspector: The object that found `identity`. It is stored to find the identity of the part's next state.
  ///   - makeCore: Creates the object that provides the state of the part and receives its actions.
  func scopedStore<ChildState, ChildAction>(
    at key: ScopeKey, identity: PresentationID? = nil, stateID: ObservableStateID? = nil,
    inspector: PresentationInspector<ChildState>? = nil,
    makeCore: () -> any Core<ChildState, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let store = scopedStores.store(at: key, identity, stateID) as? Store<ChildState, ChildAction> { return store }
    let store = Store<ChildState, ChildAction>(core: makeCore(), id: id.appending(key, identity), parent: self)
    scopedStores.insert(store, at: key, identity, stateID, inspector)
    return store
  }

  /// Returns the inspector that finds the identities of a part's states. The inspector is the one that is stored with
  /// the part's store, or a new one.
  func inspector<ChildState>(at key: ScopeKey) -> PresentationInspector<ChildState> {
    scopedStores.inspector(at: key) ?? PresentationInspector()
  }

  /// Sets the closure that a root store calls after each end of an effect, for tests.
  package func setEffectEndHandler(_ handler: @escaping () -> Void) {
    (core as? Engine<State, Action>)?.onEffectEnd = handler
  }

  /// Sets the closure with which a root store runs the work of each effect within the effect's task, for tests.
  package func setEffectRunner(_ run: @escaping @MainActor (_ work: @MainActor () async -> Void) async -> Void) {
    (core as? Engine<State, Action>)?.runEffect = run
  }

  /// The current state of the feature. A view that reads it is evaluated again after a change.
  public var state: State {
    core.state
  }

  /// A part of the state: `store.count`.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.state[keyPath: keyPath]
  }

  /// Sends an action to the feature.
  ///
  /// When this method returns, the action has been reduced and its effects have started. There is one exception: while
  /// another action is being reduced or its effects are starting, the sent action is queued and reduced afterwards.
  ///
  /// If no ``BindingReducer`` applies a ``BindingAction`` in the action, the ``BindingAction`` is reported as a
  /// `Misuse` at the line that created it.
  ///
  /// - Returns: The effects of the action, to await or to cancel.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    guard BindingReceipt.isAnyCreated, let receiptFinder else { return StoreTask(group: core.receive(action)) }
    return BindingReceipt.sending(receiptFinder.receipt(of: action)) { StoreTask(group: core.receive(action)) }
  }

  /// Sends an action to the feature. The resulting changes of views are animated.
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask {
    withAnimation(animation) { send(action) }
  }

  /// Sends an action to the feature. The resulting changes of views use the transaction.
  @discardableResult
  public func send(_ action: Action, transaction: Transaction) -> StoreTask {
    withTransaction(transaction) { send(action) }
  }

  /// Passes the whole state to a closure, and returns its result: `store.withState { $0.rows.count }`.
  public func withState<Result>(_ body: (_ state: State) -> Result) -> Result {
    body(state)
  }
}

extension Store: Identifiable {}

/// A store of a reducer's state and actions: `StoreOf<Counter>`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
