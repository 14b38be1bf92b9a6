/// A button of a dialog as a value: its label, its role, and the action that it sends.
///
/// ```swift
/// ButtonState(role: .destructive, action: .confirmRemoval) { TextState("Remove") }
/// ```
public struct ButtonState<Action> {
  /// The action that the button sends when the user activates it.
  public var action: ButtonStateAction<Action>
  /// The button's label.
  public var label: TextState
  /// The button's role, or `nil` if the button has no particular role.
  public var role: ButtonStateRole?

  /// Creates a button that sends an action, or only closes its dialog.
  ///
  /// - Parameters:
  ///   - role: The button's role. A dialog that is closed with Escape sends the action of its `.cancel` button.
  ///   - action: The action to send, or `nil` to close the dialog and send nothing.
  ///   - label: The button's label.
  public init(role: ButtonStateRole? = nil, action: Action? = nil, label: () -> TextState) {
    self.init(role: role, action: .send(action), label: label)
  }

  /// Creates a button that sends an action with an animation.
  ///
  /// - Parameters:
  ///   - role: The button's role.
  ///   - action: The action to send, and the animation of the resulting view changes:
  ///     `.send(.confirm, animation: .default)`.
  ///   - label: The button's label.
  public init(role: ButtonStateRole? = nil, action: ButtonStateAction<Action>, label: () -> TextState) {
    self.action = action
    self.label = label()
    self.role = role
  }

  /// Returns a button with the cancel role, with or without an action.
  public static func cancel(_ label: TextState, action: ButtonStateAction<Action> = .send(nil)) -> ButtonState {
    ButtonState(role: .cancel, action: action) { label }
  }

  /// Returns a button without a role.
  public static func `default`(_ label: TextState, action: ButtonStateAction<Action> = .send(nil)) -> ButtonState {
    ButtonState(action: action) { label }
  }

  /// Returns a button with the destructive role, for an action that may not be reversible.
  public static func destructive(_ label: TextState, action: ButtonStateAction<Action> = .send(nil)) -> ButtonState {
    ButtonState(role: .destructive, action: action) { label }
  }

  /// Calls the closure with the action that the button sends, or with `nil` if the button only closes its dialog. If
  /// there is an animation, the closure runs inside ``withAnimation(_:_:)``.
  @MainActor
  public func withAction(_ perform: (Action?) -> Void) {
    if let animation = action.animation {
      withAnimation(animation) { perform(action.action) }
    } else {
      perform(action.action)
    }
  }

  /// Returns the same button with a transformed action.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(role: role, action: action.map(transform)) { label }
  }
}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonState: Sendable where Action: Sendable {}

/// The role of a button in a dialog. The role determines the appearance of the button, and whether Escape or Return can
/// activate the button.
public enum ButtonStateRole: Hashable, Sendable {
  /// Closes the dialog and leaves everything unchanged. Escape and the window's close button activate this button.
  case cancel
  /// The action may not be reversible. The button is drawn as a warning, and is never the default button of the dialog:
  /// Return activates it only if the user has moved the focus to it.
  case destructive
}

/// The action that an activated button sends, and the animation of the resulting view changes.
public struct ButtonStateAction<Action> {
  /// The action to send, or `nil` if the button only closes its dialog.
  public let action: Action?
  /// The animation of the resulting view changes, or `nil` if views change immediately.
  public let animation: Animation?

  /// Returns an action that is sent without an animation. `nil` sends nothing.
  public static func send(_ action: Action?) -> ButtonStateAction {
    ButtonStateAction(action: action, animation: nil)
  }

  /// Returns an action that is sent with an animation of the resulting view changes. A `nil` action sends nothing.
  public static func send(_ action: Action?, animation: Animation?) -> ButtonStateAction {
    ButtonStateAction(action: action, animation: animation)
  }

  /// Returns the same value with a transformed action.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonStateAction<NewAction> {
    ButtonStateAction<NewAction>(action: transform(action), animation: animation)
  }
}

extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}
extension ButtonStateAction: Sendable where Action: Sendable {}

extension ButtonState: CustomReflectable {
  /// The mirror for `dump`. It contains the role, the action, the animation and the label, and omits absent parts.
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
  /// Several buttons that were created elsewhere.
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
  /// The buttons of an availability condition.
  public static func buildLimitedAvailability(_ buttons: [ButtonState<Action>]) -> [ButtonState<Action>] { buttons }
}
