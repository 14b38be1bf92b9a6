/// An action with which a control writes one property of a state: `.binding(.set(\.name, "Ada"))`.
public struct BindingAction<Root>: Sendable {
  /// The key path of the property.
  public var keyPath: PartialKeyPath<Root> { sendableKeyPath }
  /// The same key path as a `Sendable` value, which a plain `PartialKeyPath` is not.
  private let sendableKeyPath: any PartialKeyPath<Root> & Sendable
  /// The new value.
  public let value: any Sendable
  /// Writes `value` to the property.
  private let apply: @Sendable (inout Root) -> Void
  /// Returns whether another value is equal to `value`. The closure knows the concrete type of `value`, which is
  /// `Equatable`.
  private let isEqualToValue: @Sendable (Any) -> Bool
  /// Records whether a reducer has applied the action.
  package let receipt: BindingReceipt

  /// Returns an action that writes a property.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: The new value.
  ///   - fileID: The file of the caller. If no ``BindingReducer`` applies the action, the report names this file.
  ///   - line: The line of the caller.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> BindingAction {
    BindingAction(
      sendableKeyPath: keyPath, value: value, apply: { $0[keyPath: keyPath] = value },
      isEqualToValue: { $0 as? Value == value }, receipt: BindingReceipt(fileID: fileID, line: line))
  }

  /// Whether the action writes the property of a key path. A `case` of a `switch` uses this operator: `case
  /// .binding(\.name): …`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: BindingAction) -> Bool {
    keyPath == action.keyPath
  }

  /// Writes the value to the property, and marks the action as applied.
  func write(to root: inout Root) {
    apply(&root)
    receipt.isApplied = true
  }
}

extension BindingAction: CasePathable {
  /// One case path for each property. In an action with a case `binding`, the path is `\.binding.name`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The case path of the action that writes a property.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: any WritableKeyPath<Root, Value> & Sendable
    ) -> CasePath<BindingAction, Value> {
      CasePath(embed: { .set(keyPath, $0) }, extract: { $0.keyPath == keyPath ? $0.value as? Value : nil })
    }
  }

  /// The case paths of the properties.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension BindingAction: Equatable {
  /// Whether both actions write equal values to the same property.
  public static func == (first: BindingAction, second: BindingAction) -> Bool {
    first.keyPath == second.keyPath && first.isEqualToValue(second.value)
  }
}

extension BindingAction: CustomReflectable, CustomStringConvertible {
  /// The property and its value.
  public var description: String { ".set(\(keyPath), \(value))" }
  /// A dump shows the property and its value.
  public var customMirror: Mirror {
    Mirror(self, children: ["keyPath": keyPath, "value": value], displayStyle: .struct)
  }
}

/// An action type with a case `binding`, with which controls write properties of the state.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   var binding: BindingAction<State>? { if case .binding(let action) = self { action } else { nil } }
/// }
/// ```
public protocol BindableAction<State> {
  /// The state with the properties that controls write.
  associatedtype State
  /// Returns the action that contains a ``BindingAction``. A case `binding` implements this requirement.
  static func binding(_ action: BindingAction<State>) -> Self
  /// The ``BindingAction`` in the case `binding`, or `nil` for another action.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// Returns the action that writes a property: `.set(\.name, "Ada")` is short for `.binding(.set(\.name, "Ada"))`.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: The new value of the property.
  ///   - fileID: The file of the caller. If no ``BindingReducer`` applies the action, the report names this file.
  ///   - line: The line of the caller.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, _ value: Value, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    .binding(.set(keyPath, value, fileID: fileID, line: line))
  }
}

/// Writes the new value of each ``BindingAction`` to the state. In a body, the reducers before the ``BindingReducer``
/// run with the old value, and the reducers after the ``BindingReducer`` with the new value.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in .none }
/// }
/// ```
public struct BindingReducer<State, Action, ViewAction: BindableAction>: Reducer where ViewAction.State == State {
  /// Returns the ``BindableAction`` in an action, or `nil` if there is none.
  private let extract: (Action) -> ViewAction?

  /// Creates a reducer for a feature whose action is a ``BindableAction``.
  public init() where ViewAction == Action {
    extract = { $0 }
  }

  /// Creates a reducer for a feature whose action has a case with a ``BindableAction``, such as `\.view`.
  ///
  /// - Parameter action: The case with the ``BindableAction``.
  public init(action: CaseKeyPath<Action, ViewAction>) {
    extract = CasePath(action).extract(from:)
  }

  /// Writes the property if the action contains a ``BindingAction``.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    extract(action)?.binding?.write(to: &state)
    return .none
  }
}

extension Store where Action: BindableAction, Action.State == State {
  /// A property that controls can write. A write sends one `.binding` action.
  ///
  /// If the feature's state has been removed, a write sends nothing and is not reported.
  public subscript<Value: Equatable & Sendable>(dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable)
    -> Value
  {
    get { core.state[keyPath: keyPath] }
    set { sendBinding(keyPath, newValue) { .binding($0) } }
  }
}
