/// A button of a dialog as a value: what it says, what it is for, and the action that it sends.
///
/// ```swift
/// ButtonState(role: .destructive, action: .confirmRemoval) { TextState("Remove") }
/// ```
public struct ButtonState<Action> {
  /// What is sent when the button is chosen.
  public var action: ButtonStateAction<Action>
  /// What the button says.
  public var label: TextState
  /// What it is for, if it is more than one choice among others.
  public var role: ButtonStateRole?

  /// Makes a button that sends an action, or only closes its dialog.
  ///
  /// - Parameters:
  ///   - role: What it is for. A dialog that is closed with Escape sends the action of its `.cancel` button.
  ///   - action: What is sent, or `nil` to close the dialog and send nothing.
  ///   - label: What it says.
  public init(role: ButtonStateRole? = nil, action: Action? = nil, label: () -> TextState) {
    self.init(role: role, action: .send(action), label: label)
  }

  /// Makes a button that sends an action with an animation.
  ///
  /// - Parameters:
  ///   - role: What it is for.
  ///   - action: What is sent, and how views change with it: `.send(.confirm, animation: .default)`.
  ///   - label: What it says.
  public init(role: ButtonStateRole? = nil, action: ButtonStateAction<Action>, label: () -> TextState) {
    self.action = action
    self.label = label()
    self.role = role
  }

  /// A button that gives up, with or without an action.
  public static func cancel(_ label: TextState, action: ButtonStateAction<Action> = .send(nil)) -> ButtonState {
    ButtonState(role: .cancel, action: action) { label }
  }

  /// A button of no particular role.
  public static func `default`(_ label: TextState, action: ButtonStateAction<Action> = .send(nil)) -> ButtonState {
    ButtonState(action: action) { label }
  }

  /// A button that takes away something that may not come back.
  public static func destructive(_ label: TextState, action: ButtonStateAction<Action> = .send(nil)) -> ButtonState {
    ButtonState(role: .destructive, action: action) { label }
  }

  /// Does what the button says: gives its action, or `nil` if it has none, to the closure, inside of its animation if it has one.
  @MainActor
  public func withAction(_ perform: (Action?) -> Void) {
    if let animation = action.animation {
      withAnimation(animation) { perform(action.action) }
    } else {
      perform(action.action)
    }
  }

  /// The same button with another action.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(role: role, action: action.map(transform)) { label }
  }
}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonState: Sendable where Action: Sendable {}

/// What a button is for. It decides how the button looks, and what Escape does.
public enum ButtonStateRole: Hashable, Sendable {
  /// Gives up, and leaves all as it was. Escape and the close button choose it.
  case cancel
  /// Takes away something that may not come back. It is drawn as a warning, and is never what Return chooses.
  case destructive
}

/// What is sent when a button is chosen, and whether views change with an animation when it is.
public struct ButtonStateAction<Action> {
  /// What is sent, or `nil` when the button only closes its dialog.
  public let action: Action?
  /// How views change with it, or `nil` when they change at once.
  public let animation: Animation?

  /// Sends an action, or nothing.
  public static func send(_ action: Action?) -> ButtonStateAction {
    ButtonStateAction(action: action, animation: nil)
  }

  /// Sends an action, or nothing; views change with an animation.
  public static func send(_ action: Action?, animation: Animation?) -> ButtonStateAction {
    ButtonStateAction(action: action, animation: animation)
  }

  /// The same with another action.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonStateAction<NewAction> {
    ButtonStateAction<NewAction>(action: transform(action), animation: animation)
  }
}

extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}
extension ButtonStateAction: Sendable where Action: Sendable {}

extension ButtonState: CustomReflectable {
  /// A dump shows what the button has: its role, its action and its label.
  public var customMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if let role { children.append(("role", role)) }
    if let action = action.action { children.append(("action", action)) }
    if let animation = action.animation { children.append(("animation", animation)) }
    children.append(("label", label.description))
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

/// Builds the buttons of a dialog, in the order in which they are written, with conditions and loops.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  /// One button.
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] { [button] }
  /// Several buttons that were made elsewhere.
  public static func buildExpression(_ buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }
  /// All the buttons of a block.
  public static func buildBlock(_ buttons: [ButtonState<Action>]...) -> [ButtonState<Action>] { buttons.flatMap { $0 } }
  /// The buttons of a loop.
  public static func buildArray(_ buttons: [[ButtonState<Action>]]) -> [ButtonState<Action>] { buttons.flatMap { $0 } }
  /// The buttons of a condition whose first branch was taken.
  public static func buildEither(first buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }
  /// The buttons of a condition whose second branch was taken.
  public static func buildEither(second buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }
  /// The buttons of a condition without a second branch, or none.
  public static func buildOptional(_ buttons: [ButtonState<Action>]?) -> [ButtonState<Action>] { buttons ?? [] }
  /// The buttons of a condition about what the system has.
  public static func buildLimitedAvailability(_ buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }
}
