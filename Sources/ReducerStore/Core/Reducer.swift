/// Changes the state of a feature with each action, and returns the effects of the action.
///
/// A feature is a type with a `State`, an `Action` and a `body` that is made of other reducers, most often a ``Reduce``:
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
/// Reducers are synchronous and run on the main actor. Slow work belongs into an ``Effect``.
@MainActor @preconcurrency
public protocol Reducer<State, Action> {
  /// All that a feature knows, as a value.
  associatedtype State
  /// All that can happen in a feature, most often an enum.
  associatedtype Action
  /// The type of the feature's ``body``.
  associatedtype Body

  /// Changes the state for an action, and returns the effects of the action.
  ///
  /// Write this, or ``body``, and not both.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this one is made of, which run one after another on the same action.
  @ReducerBuilder<State, Action> var body: Body { get }

  /// The reducer as a store runs it, with its body built once and not for each action. It has a default: there is no need to write it.
  func _prepared() -> Reduce<State, Action>
}

/// A reducer for the same state and actions as another one: `var body: some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// The body of a reducer that has a `reduce(into:action:)` of its own.
public struct NoBody: Sendable {}

extension Reducer where Body == NoBody {
  /// Nothing: this reducer has a `reduce(into:action:)` of its own.
  public var body: NoBody { NoBody() }

  /// The reducer itself.
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

  /// The body, built once.
  @inlinable
  public func _prepared() -> Reduce<State, Action> {
    body._prepared()
  }
}

/// A reducer that is written as a closure.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let closure: @MainActor (inout State, Action) -> Effect<Action>
  /// Finds the children that are gone, or `nil` where there are none.
  @usableFromInline package let removedScopes: RemovedScopes<State>?

  /// Makes a reducer that has children.
  @inlinable
  package init(removedScopes: RemovedScopes<State>?, _ reduce: @escaping @MainActor (inout State, Action) -> Effect<Action>) {
    closure = reduce
    self.removedScopes = removedScopes
  }

  /// Makes a reducer out of a closure that changes the state and gives the work that follows.
  @inlinable
  public init(_ reduce: @escaping @MainActor (_ state: inout State, _ action: Action) -> Effect<Action>) {
    closure = reduce
    removedScopes = nil
  }

  /// Makes a reducer out of another one, whose type is forgotten.
  @inlinable
  public init(_ reducer: some Reducer<State, Action>) {
    closure = { state, action in reducer.reduce(into: &state, action: action) }
    removedScopes = nil
  }

  /// Makes a reducer out of another one, whose body is built when it runs for the first time, and then kept. (A feature may contain itself:
  /// built at once, it would never end.)
  @inlinable
  package init(preparing reducer: some Reducer<State, Action>) {
    let later = Later(reducer)
    closure = { state, action in later.reduce(into: &state, action) }
    removedScopes = { state, tree in later.removedScopes(in: state, tree) }
  }

  /// A reducer that is built when it runs for the first time, and then kept.
  @MainActor @usableFromInline
  final class Later {
    // It is written once, before it is read, so that it can be read where it stands while it runs, and inside of that again.
    @exclusivity(unchecked) @usableFromInline var built: Built?
    private var search: RemovedScopes<State>?
    private let make: @MainActor () -> Reduce

    /// A reducer that cannot be copied: a closure that is read from a variable is retained to be called, and from this it is not.
    @usableFromInline
    struct Built: ~Copyable {
      @usableFromInline let closure: @MainActor (inout State, Action) -> Effect<Action>

      @inlinable
      init(_ reducer: Reduce) {
        closure = reducer.closure
      }

      @inlinable @inline(__always)
      @MainActor borrowing func run(_ state: inout State, _ action: Action) -> Effect<Action> { closure(&state, action) }
    }

    @inlinable
    convenience init(_ reducer: some Reducer<State, Action>) {
      self.init(make: { reducer._prepared() })
    }

    @usableFromInline
    init(make: @escaping @MainActor () -> Reduce) {
      self.make = make
    }

    @usableFromInline
    func build() {
      let reducer = make()
      search = reducer.removedScopes
      built = Built(reducer)
    }

    @usableFromInline
    func removedScopes(in state: State, _ tree: EffectTree) -> [EffectPath] {
      if tree.isEmpty { return [] }
      return search?(state, tree) ?? []
    }

    @inlinable @inline(__always)
    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
      if built == nil { build() }
      return built!.run(&state, action)
    }
  }

  /// This one: there is nothing to build.
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
  /// Makes a reducer that does nothing.
  @inlinable
  public nonisolated init() {}

  /// Leaves the state as it is.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

/// Several reducers as one, which run one after another on the same action.
public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: Reducer {
  @usableFromInline let reducers: Reducers

  /// Combines the reducers of a block.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ reducers: () -> Reducers) {
    self.reducers = reducers()
  }

  /// The reducers, built once.
  @inlinable
  public func _prepared() -> Reduce<State, Action> { reducers._prepared() }

  /// Runs them one after another; their effects run at the same time.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }
}
