extension Reducer {
  /// Runs another reducer after this reducer has changed a value.
  ///
  /// ```swift
  /// BindingReducer()
  ///   .onChange(of: \.query) { oldValue, newValue in
  ///     Reduce { state, action in .run { … } }
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - toValue: Returns the value to compare before and after each action.
  ///   - makeReducer: Returns the reducer to run, from the old and the new value.
  public func onChange<Value: Equatable, Then: Reducer<State, Action>>(
    of toValue: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ makeReducer: @escaping (_ oldValue: Value, _ newValue: Value) -> Then
  ) -> OnChangeReducer<Self, Value, Then> {
    OnChangeReducer(base: self, toValue: toValue, isDuplicate: { $0 == $1 }, makeReducer: makeReducer)
  }

  /// Runs another reducer after this reducer has changed a value. The caller determines which values count as equal.
  ///
  /// ```swift
  /// .onChange(of: \.position, removeDuplicates: { $0.rounded() == $1.rounded() }) { oldValue, newValue in
  ///   Reduce { state, action in .run { … } }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - toValue: Returns the value to compare before and after each action.
  ///   - isDuplicate: Returns whether two values count as equal. If they do, the other reducer does not run.
  ///   - makeReducer: Returns the reducer to run, from the old and the new value.
  public func onChange<Value, Then: Reducer<State, Action>>(
    of toValue: @escaping (State) -> Value, removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    @ReducerBuilder<State, Action> _ makeReducer: @escaping (_ oldValue: Value, _ newValue: Value) -> Then
  ) -> OnChangeReducer<Self, Value, Then> {
    OnChangeReducer(base: self, toValue: toValue, isDuplicate: isDuplicate, makeReducer: makeReducer)
  }
}

/// A base reducer, and another reducer that runs after the base has changed a value.
public struct OnChangeReducer<Base: Reducer, Value, Then: Reducer<Base.State, Base.Action>>: Reducer {
  fileprivate let base: Base
  /// Returns the value to compare before and after each action.
  fileprivate let toValue: (Base.State) -> Value
  /// Returns whether two values count as equal.
  fileprivate let isDuplicate: (Value, Value) -> Bool
  /// Returns the reducer to run, from the old and the new value.
  fileprivate let makeReducer: (_ oldValue: Value, _ newValue: Value) -> Then

  /// Returns an equivalent reducer that builds the body of its base once, and not for each action.
  public func _prepared() -> Reduce<Base.State, Base.Action> {
    let base = base._prepared()
    let prepared = OnChangeReducer<Reduce<Base.State, Base.Action>, Value, Then>(
      base: base, toValue: toValue, isDuplicate: isDuplicate, makeReducer: makeReducer)
    // The search for removed children runs after the action, when the other reducer no longer exists. So only the base
    // is searched.
    return Reduce(findRemovedScopes: base.findRemovedScopes) { state, action in
      prepared.reduce(into: &state, action: action)
    }
  }

  /// Runs the base reducer, and then the other reducer if the value has changed. The effects of both run at the same
  /// time.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let before = toValue(state)
    let effect = base.reduce(into: &state, action: action)
    let after = toValue(state)
    guard !isDuplicate(before, after) else { return effect }
    return effect.merge(with: makeReducer(before, after).reduce(into: &state, action: action))
  }
}
