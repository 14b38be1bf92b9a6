/// Changes the state of a feature with each action, and returns the effects of the action.
///
/// A feature is a type with a `State`, an `Action` and a `body`. The body consists of other reducers, most often a
/// ``Reduce``:
///
/// ```swift
/// struct Counter: Reducer {
///   struct State: Equatable { var count = 0 }
///   enum Action { case incrementButtonTapped }
///
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       switch action {
///       case .incrementButtonTapped:
///         state.count += 1
///         return .none
///       }
///     }
///   }
/// }
/// ```
///
/// Reducers are synchronous and run on the main actor. Put slow work into an ``Effect``.
@MainActor @preconcurrency
public protocol Reducer<State, Action> {
  /// The state of the feature, as a value.
  associatedtype State
  /// The actions of the feature, most often an enum. An action is an event of the user or a result of an effect.
  associatedtype Action
  /// The type of the feature's ``body``.
  associatedtype Body

  /// Changes the state for an action, and returns the effects of the action.
  ///
  /// Implement either this method or ``body``.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this reducer consists of. They run one after another on the same action.
  @ReducerBuilder<State, Action> var body: Body { get }

  /// Returns an equivalent reducer that builds its body once, and not for each action. A store runs the returned
  /// reducer. Use the default implementation.
  func _prepared() -> Reduce<State, Action>
}

/// A reducer with the state and the actions of `R`: `var body: some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// The type of `body` for reducers that implement `reduce(into:action:)` instead.
public struct NoBody: Sendable {}

extension Reducer where Body == NoBody {
  /// Not used: the reducer implements `reduce(into:action:)`.
  public var body: NoBody { NoBody() }

  /// Returns a reducer that calls `reduce(into:action:)`.
  @inlinable
  public func _prepared() -> Reduce<State, Action> {
    Reduce { state, action in reduce(into: &state, action: action) }
  }
}

extension Reducer where Body: Reducer<State, Action> {
  /// Runs the body.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  /// Builds the body once, and returns the prepared body.
  @inlinable
  public func _prepared() -> Reduce<State, Action> {
    body._prepared()
  }
}

/// A reducer that consists of a closure.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Reduce { state, action in
///     switch action {
///     case .incrementButtonTapped:
///       state.count += 1
///       return .none
///     }
///   }
/// }
/// ```
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let closure: @MainActor (inout State, Action) -> Effect<Action>
  /// Finds the child features whose state was removed, but whose effects still run. `nil` if the reducer has no
  /// children, or if it was created from a closure.
  @usableFromInline package let findRemovedScopes: RemovedScopeSearch<State>?

  /// Creates a reducer with children. `findRemovedScopes` finds the removed children whose effects still run.
  @inlinable
  package init(
    findRemovedScopes: RemovedScopeSearch<State>?,
    _ reduce: @escaping @MainActor (inout State, Action) -> Effect<Action>
  ) {
    closure = reduce
    self.findRemovedScopes = findRemovedScopes
  }

  /// Creates a reducer from a closure that changes the state and returns the effects of the action.
  @inlinable
  public init(_ reduce: @escaping @MainActor (_ state: inout State, _ action: Action) -> Effect<Action>) {
    closure = reduce
    findRemovedScopes = nil
  }

  /// Creates a reducer that runs another reducer, and erases the type of that reducer.
  @inlinable
  public init(_ reducer: some Reducer<State, Action>) {
    self.init(preparing: reducer)
  }

  /// Creates a reducer that runs another reducer. The first action builds the body of the other reducer, and later
  /// actions use the same body.
  ///
  /// A feature may contain itself. Building all bodies immediately would then never end.
  @inlinable
  package init(preparing reducer: some Reducer<State, Action>) {
    let lazyReducer = Lazy(reducer)
    closure = { state, action in lazyReducer.reduce(into: &state, action) }
    findRemovedScopes = { state, tree in lazyReducer.findRemovedScopes(in: state, tree) }
  }

  /// A reducer that is built once, at its first action.
  @MainActor @usableFromInline
  final class Lazy {
    // Safe because `build()` writes the property once, before the first run of the reducer. If a feature contains
    // itself, runs of the same reducer are nested, but all of them only read the property.
    @exclusivity(unchecked) @usableFromInline var built: Built?
    /// Finds removed children of the built reducer. `nil` until the reducer is built, or if it has no children.
    private var findRemovedInBuilt: RemovedScopeSearch<State>?
    /// Builds the reducer.
    private let makeReducer: @MainActor () -> Reduce

    /// A reducer that cannot be copied. The compiler calls the closure of such a value without retaining the closure
    /// first, which is faster.
    @usableFromInline
    struct Built: ~Copyable {
      @usableFromInline let closure: @MainActor (inout State, Action) -> Effect<Action>

      @inlinable
      init(_ reducer: Reduce) {
        closure = reducer.closure
      }

      @inlinable @inline(__always)
      @MainActor borrowing func run(_ state: inout State, _ action: Action) -> Effect<Action> {
        closure(&state, action)
      }
    }

    @inlinable
    convenience init(_ reducer: some Reducer<State, Action>) {
      self.init(make: { reducer._prepared() })
    }

    @usableFromInline
    init(make: @escaping @MainActor () -> Reduce) {
      makeReducer = make
    }

    @usableFromInline
    func build() {
      let reducer = makeReducer()
      findRemovedInBuilt = reducer.findRemovedScopes
      built = Built(reducer)
    }

    /// Returns the paths of the removed children whose effects still run. `tree` contains the feature's running
    /// effects.
    @usableFromInline
    func findRemovedScopes(in state: State, _ tree: EffectTree) -> [EffectPath] {
      if tree.isLeaf { return [] }
      return findRemovedInBuilt?(state, tree) ?? []
    }

    @inlinable @inline(__always)
    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
      if built == nil { build() }
      return built!.run(&state, action)
    }
  }

  /// Returns the reducer itself, because it has no body to build.
  @inlinable
  public func _prepared() -> Reduce { self }

  /// Runs the closure.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    closure(&state, action)
  }
}

/// A reducer that does nothing.
public struct EmptyReducer<State, Action>: Reducer {
  /// Creates a reducer that does nothing.
  @inlinable
  public nonisolated init() {}

  /// Does not change the state, and returns no effect.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

/// Combines several reducers into one reducer. The reducers run one after another on the same action.
///
/// ```swift
/// CombineReducers {
///   Reduce { state, action in .none }
///   Settings()
/// }
/// ```
public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: Reducer {
  @usableFromInline let reducers: Reducers

  /// Combines the reducers of a closure.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ reducers: () -> Reducers) {
    self.reducers = reducers()
  }

  /// Returns one reducer that runs all reducers of the closure, and builds their bodies once.
  @inlinable
  public func _prepared() -> Reduce<State, Action> { reducers._prepared() }

  /// Runs the reducers one after another. Their effects run at the same time.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }
}
