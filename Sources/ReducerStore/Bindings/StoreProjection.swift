public import Presentation

/// The projected value `$store` of a property that holds a store: a `Bindable` or a `Binding`.
public protocol StoreProjection<Value> {
  /// The type of the property, such as `StoreOf<Feature>`.
  associatedtype Value
  /// The value of the property.
  @MainActor @preconcurrency var wrappedValue: Value { get }
}

extension Bindable: StoreProjection {}
extension Binding: StoreProjection {}

extension StoreProjection {
  /// Returns a binding to the store of a presented feature:
  /// `.sheet(item: $store.scope(state: \.destination?.edit, action: \.destination.edit))`.
  ///
  /// The value of the binding is `nil` while nothing is presented. Writing `nil` sends `.dismiss`, or nothing if the
  /// feature has already been removed. Writing another value does nothing, because only the reducer presents a feature.
  @MainActor @preconcurrency
  public func scope<State, Action, ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Binding<Store<ChildState, ChildAction>?> where Value == Store<State, Action> {
    wrappedValue.presentationBinding(state, action, location: (fileID, line))
  }

  /// Returns the same binding as ``scope(state:action:fileID:line:)``, without the label `state`:
  /// `.sheet(item: $store.scope(\.destination?.edit, action: \.destination.edit))`.
  @MainActor @preconcurrency
  public func scope<State, Action, ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Binding<Store<ChildState, ChildAction>?> where Value == Store<State, Action> {
    wrappedValue.presentationBinding(state, action, location: (fileID, line))
  }

  /// Returns the pages of a navigation stack, with a store for each page:
  ///
  /// ```swift
  /// NavigationStack(path: $store.scope(state: \.path, action: \.path)) { … } destination: { … }
  /// ```
  @MainActor @preconcurrency
  public func scope<State, Action, ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StorePath<ElementState, ElementAction> where Value == Store<State, Action> {
    StorePath(store: wrappedValue.scope(state: state, action: action), location: (fileID, line))
  }

  /// Returns the pages of a navigation stack, without the label `state`:
  ///
  /// ```swift
  /// NavigationStack(path: $store.scope(\.path, action: \.path)) { … } destination: { … }
  /// ```
  @MainActor @preconcurrency
  public func scope<State, Action, ElementState, ElementAction>(
    _ state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StorePath<ElementState, ElementAction> where Value == Store<State, Action> {
    StorePath(store: wrappedValue.scope(state: state, action: action), location: (fileID, line))
  }
}
