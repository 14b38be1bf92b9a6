extension Reducer {
  /// Runs another reducer when a value has been changed by this one.
  ///
  /// ```swift
  /// BindingReducer()
  ///   .onChange(of: \.query) { oldValue, newValue in
  ///     Reduce { state, action in .run { … } }
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - toValue: What to watch.
  ///   - reducer: What to run, given the old value and the new one.
  public func onChange<Value: Equatable, Then: Reducer<State, Action>>(
    of toValue: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer: @escaping (_ oldValue: Value, _ newValue: Value) -> Then
  ) -> OnChangeReducer<Self, Value, Then> {
    OnChangeReducer(base: self, toValue: toValue, reducer: reducer)
  }
}

/// A reducer, and another one that runs when a value has been changed.
public struct OnChangeReducer<Base: Reducer, Value: Equatable, Then: Reducer<Base.State, Base.Action>>: Reducer {
  fileprivate let base: Base
  fileprivate let toValue: (Base.State) -> Value
  fileprivate let reducer: (Value, Value) -> Then

  /// The same, with what it is made of built once.
  public func _prepared() -> Reduce<Base.State, Base.Action> {
    let base = base._prepared()
    let prepared = OnChangeReducer<Reduce<Base.State, Base.Action>, Value, Then>(base: base, toValue: toValue, reducer: reducer)
    return Reduce(goneParts: base.goneParts) { state, action in prepared.reduce(into: &state, action: action) }
  }

  /// Runs the reducer, and then the other one if the value has changed.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let before = toValue(state)
    let effect = base.reduce(into: &state, action: action)
    let after = toValue(state)
    guard before != after else { return effect }
    return effect.merge(with: reducer(before, after).reduce(into: &state, action: action))
  }
}
