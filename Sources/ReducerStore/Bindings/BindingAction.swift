/// The write of a control to one field of a state: `.binding(.set(\.name, "Ada"))`.
public struct BindingAction<Root>: Sendable {
  /// The field.
  public var keyPath: PartialKeyPath<Root> { field }
  private let field: any PartialKeyPath<Root> & Sendable
  /// The new value.
  public let value: any Sendable
  private let apply: @Sendable (inout Root) -> Void
  private let isEqualToValue: @Sendable (Any) -> Bool
  /// Notes whether a reducer has applied the action.
  package let receipt: BindingReceipt

  /// A field gets a new value.
  ///
  /// - Parameters:
  ///   - keyPath: The field.
  ///   - value: The new value.
  ///   - fileID: The file of the caller, where the action is reported when no ``BindingReducer`` applies it.
  ///   - line: The line of the caller.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value, fileID: StaticString = #fileID, line: UInt = #line
  ) -> BindingAction {
    BindingAction(
      field: keyPath, value: value, apply: { $0[keyPath: keyPath] = value }, isEqualToValue: { $0 as? Value == value },
      receipt: BindingReceipt(fileID: fileID, line: line))
  }

  /// Whether it is about this field: `case .binding(\.name): …`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: BindingAction) -> Bool {
    keyPath == action.keyPath
  }

  /// Writes the value.
  func write(to root: inout Root) {
    apply(&root)
    receipt.isApplied = true
  }
}

extension BindingAction: CasePathable {
  /// The fields, as if each were a case: `\.binding.name`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// A field gets a new value.
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
  public var customMirror: Mirror { Mirror(self, children: ["keyPath": keyPath, "value": value], displayStyle: .struct) }
}

/// An action that controls can send, each for its field.
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
  /// A control writes a field.
  static func binding(_ action: BindingAction<State>) -> Self
  /// The write of a control, or `nil` for another action.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// A control writes a field: `.set(\.name, "Ada")` for `.binding(.set(\.name, "Ada"))`.
  ///
  /// - Parameters:
  ///   - keyPath: The field.
  ///   - value: Its new value.
  ///   - fileID: The file of the caller, where the action is reported when no ``BindingReducer`` applies it.
  ///   - line: The line of the caller.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, _ value: Value, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    .binding(.set(keyPath, value, fileID: fileID, line: line))
  }
}

/// Applies the writes of controls. Reducers below it see the state after the write, and reducers above it see the state before.
public struct BindingReducer<State, Action, ViewAction: BindableAction>: Reducer where ViewAction.State == State {
  private let extract: (Action) -> ViewAction?

  /// Takes the actions of a feature that is bindable itself.
  public init() where ViewAction == Action {
    extract = { $0 }
  }

  /// Takes the actions of a feature whose view's actions are bindable.
  public init(action: CaseKeyPath<Action, ViewAction>) {
    extract = CasePath(action).extract(from:)
  }

  /// Writes the field.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    extract(action)?.binding?.write(to: &state)
    return .none
  }
}

extension Store where Action: BindableAction, Action.State == State {
  /// A field that controls can write: writing it sends one `.binding` action.
  ///
  /// A control that writes when its feature is gone writes nothing: only an action that is sent there is a mistake.
  public subscript<Value: Equatable & Sendable>(dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable) -> Value {
    get { core.state[keyPath: keyPath] }
    set { sendBinding(keyPath, newValue) { .binding($0) } }
  }
}
