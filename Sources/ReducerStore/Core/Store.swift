public import Observation

/// Holds the state of a feature, takes its actions, and runs the effects that follow from them.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.incrementButtonTapped)
/// print(store.count)
/// ```
///
/// Reading the state in the body of a view observes it. Only the reducer writes it.
///
/// The store owns its effects: when it is released, they are cancelled, and their later actions are dropped. No effect keeps the store alive.
@MainActor @dynamicMemberLookup
public final class Store<State, Action>: Observable {
  package let core: any Core<State, Action>
  /// Owned: the store that this one is scoped from, which knows it.
  private let parent: AnyObject?
  private var scopedStores = ScopedStores()
  /// `nil` if no action of the store writes a field.
  private lazy var bindingReceipts = BindingReceiptFinder<Action>()
  /// The identity of the store: see ``StoreID``.
  public let id: StoreID

  /// Whether an effect of the whole store has begun and not ended.
  package var isRunningEffects: Bool { core.isRunningEffects }

  /// Makes a store.
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

  /// How many parts of the feature a store is remembered for, for tests.
  package var scopedStoreCount: Int { scopedStores.count }

  /// The store of a part of the feature. It is the same store as long as it is referenced.
  ///
  /// - Parameters:
  ///   - place: The key of the part.
  ///   - identity: The identity of the part, if it is optional.
  ///   - content: The identity of its observed state, if the readers of the store do not observe the enclosing state.
  ///   - inspector: The inspector that found the identity. It is used again for the next state.
  ///   - makeCore: Makes the core of the part.
  func scopedStore<ChildState, ChildAction>(
    at place: ScopeKey, identity: PresentationID? = nil, content: ObservableStateID? = nil,
    inspector: PresentationInspector<ChildState>? = nil,
    makeCore: () -> any Core<ChildState, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let store = scopedStores.store(at: place, identity, content) as? Store<ChildState, ChildAction> { return store }
    let store = Store<ChildState, ChildAction>(core: makeCore(), id: id.appending(place, identity), parent: self)
    scopedStores.insert(store, at: place, identity, content, inspector)
    return store
  }

  /// The inspector that finds the identities of a part's presented states. The first state determines how the others are inspected.
  func inspector<ChildState>(at place: ScopeKey) -> PresentationInspector<ChildState> {
    scopedStores.inspector(at: place) ?? PresentationInspector()
  }

  /// Called whenever an effect of this store has ended. It is for tests, which wait for that.
  package func onEffectEnd(_ action: @escaping () -> Void) {
    (core as? Engine<State, Action>)?.effectEnded = action
  }

  /// Runs the work of each effect by a closure, within the task of the effect. It is for tests.
  package func runEffects(_ run: @escaping @MainActor (_ work: @MainActor () async -> Void) async -> Void) {
    (core as? Engine<State, Action>)?.runEffect = run
  }

  /// All that the feature knows at this moment.
  public var state: State {
    core.state
  }

  /// A part of the state: `store.count`.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.state[keyPath: keyPath]
  }

  /// Tells the feature that something happened.
  ///
  /// The action has been reduced when this returns, and its effects have begun. An action that is sent while another is being reduced, or
  /// while its effects begin, is reduced after it: actions are never reduced inside of one another.
  ///
  /// A ``BindingAction`` that no ``BindingReducer`` applies is reported as a `Misuse` of the line that made it.
  ///
  /// - Returns: The work that follows from the action, to await or to cancel.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    guard BindingReceipt.isAnyMade, let bindingReceipts else { return StoreTask(group: core.receive(action)) }
    return BindingReceipt.sending(bindingReceipts.receipt(of: action)) { StoreTask(group: core.receive(action)) }
  }

  /// Tells the feature that something happened; views change with an animation.
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask {
    withAnimation(animation) { send(action) }
  }

  /// Sends an action to the feature. Views change with the transaction.
  @discardableResult
  public func send(_ action: Action, transaction: Transaction) -> StoreTask {
    withTransaction(transaction) { send(action) }
  }

  /// Reads the state as a whole: `store.withState { $0.rows.count }`.
  public func withState<Result>(_ body: (_ state: State) -> Result) -> Result {
    body(state)
  }
}

extension Store: Identifiable {}

/// A store of a reducer's state and actions: `StoreOf<Counter>`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
