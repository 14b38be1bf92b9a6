public import Observation

/// Holds the state of a feature, reduces its actions, and runs their effects.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.incrementButtonTapped)
/// print(store.count)
/// ```
///
/// Reading the state in the body of a view observes it. Only the reducer writes it.
///
/// The store owns its effects: when it is released, they are cancelled, and their later actions are dropped. No effect
/// keeps the store alive.
@MainActor @dynamicMemberLookup
public final class Store<State, Action>: Observable {
  package let core: any Core<State, Action>
  /// Owned: the store that this store is scoped from. It remembers this store weakly. `nil` for a root store.
  private let parent: AnyObject?
  private var scopedStores = ScopedStores()
  /// `nil` if no action of the store writes a field.
  private lazy var bindingReceipts = BindingReceiptFinder<Action>()
  /// The identity of the store: see ``StoreID``.
  public let id: StoreID

  /// Whether any effect of the root store is running.
  package var isRunningEffects: Bool { core.isRunningEffects }

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - initialState: The initial state of the feature.
  ///   - reducer: The feature.
  ///   - dependencies: Changes the dependencies of the feature and of its effects.
  ///   - fileID: The file of the caller, at which a feature that sends actions to itself endlessly is reported.
  ///   - line: The line of the caller.
  @inlinable
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies dependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let core = ReducerStore.withDependencies(dependencies ?? { _ in }) {
      StoreBootstrap<State, Action>(state: initialState(), location: (fileID, line), reducer: RootReducer(reducer()))
    }
    self.init(new: core)
  }

  @usableFromInline
  convenience init(new: StoreBootstrap<State, Action>) {
    self.init(core: new.core)
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

  /// The number of parts of the feature whose stores are remembered, for tests.
  package var scopedStoreCount: Int { scopedStores.count }

  /// Returns the store of a part of the feature. Calls return the same store as long as it is referenced.
  ///
  /// - Parameters:
  ///   - key: The key of the part.
  ///   - identity: The identity of the part, if it is optional.
  ///   - content: The identity of the part's observable state, if the readers of the store do not observe the enclosing
  ///     state.
  ///   - inspector: The inspector that found the identity. It is kept for the next state.
  ///   - makeCore: Creates the core of the part.
  func scopedStore<ChildState, ChildAction>(
    at key: ScopeKey, identity: PresentationID? = nil, content: ObservableStateID? = nil,
    inspector: PresentationInspector<ChildState>? = nil,
    makeCore: () -> any Core<ChildState, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let store = scopedStores.store(at: key, identity, content) as? Store<ChildState, ChildAction> { return store }
    let store = Store<ChildState, ChildAction>(core: makeCore(), id: id.appending(key, identity), parent: self)
    scopedStores.insert(store, at: key, identity, content, inspector)
    return store
  }

  /// Returns the inspector that finds the identities of a part's presented states. The first state determines how the
  /// others are inspected.
  func inspector<ChildState>(at key: ScopeKey) -> PresentationInspector<ChildState> {
    scopedStores.inspector(at: key) ?? PresentationInspector()
  }

  /// Sets the closure that is called after each end of an effect. Tests wait for it.
  package func onEffectEnd(_ action: @escaping () -> Void) {
    (core as? Engine<State, Action>)?.effectEnded = action
  }

  /// Sets the closure that runs the work of each effect within the effect's task, for tests.
  package func runEffects(_ run: @escaping @MainActor (_ work: @MainActor () async -> Void) async -> Void) {
    (core as? Engine<State, Action>)?.runEffect = run
  }

  /// The current state of the feature. Reading it observes it.
  public var state: State {
    core.state
  }

  /// A part of the state: `store.count`.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.state[keyPath: keyPath]
  }

  /// Sends an action to the feature.
  ///
  /// When this method returns, the action has been reduced and its effects have started. There is one exception: an
  /// action that is sent during the reduction of another action, or while the effects of that action start, is reduced
  /// after it.
  ///
  /// A ``BindingAction`` that no ``BindingReducer`` applies is reported as a `Misuse` of the line that created it.
  ///
  /// - Returns: The effects of the action, to await or to cancel.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    guard BindingReceipt.isAnyMade, let bindingReceipts else { return StoreTask(group: core.receive(action)) }
    return BindingReceipt.sending(bindingReceipts.receipt(of: action)) { StoreTask(group: core.receive(action)) }
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
