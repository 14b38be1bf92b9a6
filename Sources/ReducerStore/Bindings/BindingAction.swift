/// The write of a control to one field of a state: `.binding(.set(\.name, "Ada"))`.
public struct BindingAction<Root>: Sendable {
  /// The field.
  public var keyPath: PartialKeyPath<Root> { field }
  private let field: any PartialKeyPath<Root> & Sendable
  /// The new value.
  public let value: any Sendable
  private let apply: @Sendable (inout Root) -> Void
  private let isEqualToValue: @Sendable (Any) -> Bool
  /// Records whether a reducer has applied the action.
  package let receipt: BindingReceipt

  /// Returns an action that writes a field.
  ///
  /// - Parameters:
  ///   - keyPath: The field.
  ///   - value: The new value.
  ///   - fileID: The file of the caller. The action is reported there if no ``BindingReducer`` applies it.
  ///   - line: The line of the caller.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> BindingAction {
    BindingAction(
      field: keyPath, value: value, apply: { $0[keyPath: keyPath] = value }, isEqualToValue: { $0 as? Value == value },
      receipt: BindingReceipt(fileID: fileID, line: line))
  }

  /// Whether the action writes this field: `case .binding(\.name): …`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: BindingAction) -> Bool {
    keyPath == action.keyPath
  }

  /// Writes the value to the field, and marks the action as applied.
  func write(to root: inout Root) {
    apply(&root)
    receipt.isApplied = true
  }
}

extension BindingAction: CasePathable {
  /// One case path for each field: `\.binding.name`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The case path of the action that writes a field.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: any WritableKeyPath<Root, Value> & Sendable
    ) -> CasePath<BindingAction, Value> {
      CasePath(embed: { .set(keyPath, $0) }, extract: { $0.keyPath == keyPath ? $0.value as? Value : nil })
    }
  }

  /// The case paths of the fields.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension BindingAction: Equatable {
  /// Whether both write equal values to the same field.
  public static func == (first: BindingAction, second: BindingAction) -> Bool {
    first.keyPath == second.keyPath && first.isEqualToValue(second.value)
  }
}

extension BindingAction: CustomReflectable, CustomStringConvertible {
  /// The field and its value.
  public var description: String { ".set(\(keyPath), \(value))" }
  /// A dump shows the field and its value.
  public var customMirror: Mirror {
    Mirror(self, children: ["keyPath": keyPath, "value": value], displayStyle: .struct)
  }
}

/// An action type with a case `binding`, with which controls write fields of the state.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   var binding: BindingAction<State>? { if case .binding(let action) = self { action } else { nil } }
/// }
/// ```
public protocol BindableAction<State> {
  /// The state whose fields the controls write.
  associatedtype State
  /// Returns the action for the write of a field.
  static func binding(_ action: BindingAction<State>) -> Self
  /// The write of a control, or `nil` for another action.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// Returns the action for the write of a field: `.set(\.name, "Ada")` instead of `.binding(.set(\.name, "Ada"))`.
  ///
  /// - Parameters:
  ///   - keyPath: The field.
  ///   - value: Its new value.
  ///   - fileID: The file of the caller. The action is reported there if no ``BindingReducer`` applies it.
  ///   - line: The line of the caller.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, _ value: Value, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    .binding(.set(keyPath, value, fileID: fileID, line: line))
  }
}

/// Applies the writes of controls. In a body, reducers after it run with the new value, and reducers before it with the
/// old value.
public struct BindingReducer<State, Action, ViewAction: BindableAction>: Reducer where ViewAction.State == State {
  private let extract: (Action) -> ViewAction?

  /// Creates a reducer for a feature whose action is a ``BindableAction``.
  public init() where ViewAction == Action {
    extract = { $0 }
  }

  /// Creates a reducer for a feature whose actions contain a ``BindableAction`` in one case, such as `\.view`.
  public init(action: CaseKeyPath<Action, ViewAction>) {
    extract = CasePath(action).extract(from:)
  }

  /// Writes the field if the action is such a write.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    extract(action)?.binding?.write(to: &state)
    return .none
  }
}

extension Store where Action: BindableAction, Action.State == State {
  /// A field that controls can write. A write sends one `.binding` action.
  ///
  /// If the feature has been removed, a write sends nothing and is not reported.
  public subscript<Value: Equatable & Sendable>(dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable)
    -> Value
  {
    get { core.state[keyPath: keyPath] }
    set { sendBinding(keyPath, newValue) { .binding($0) } }
  }
}
