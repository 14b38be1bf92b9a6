/// An alert as a value. The alert is on screen while a view's state holds the value.
///
/// ```swift
/// state.alert = AlertState {
///   TextState("Remove “\(show.title)”?")
/// } actions: {
///   ButtonState(role: .destructive, action: .confirmRemoval) { TextState("Remove") }
///   ButtonState(role: .cancel) { TextState("Cancel") }
/// } message: {
///   TextState("Its episodes will be removed.")
/// }
/// ```
///
/// Two alerts are equal when their texts and buttons are equal. Each new alert also has an identity of its own, which
/// equality ignores. A new alert is therefore presented as a new dialog, even if it equals the previous alert.
public struct AlertState<Action>: Identifiable {
  /// The identity of this alert. Copies keep the identity, even if they are changed. A changed copy therefore updates
  /// the alert on screen.
  public private(set) var id = DialogID()
  /// The title, which is also the alert's name for a screen reader.
  public var title: TextState
  /// The message below the title, or `nil`.
  public var message: TextState?
  /// The buttons, in order. The alert on screen shows the ``presentedButtons``.
  public var buttons: [ButtonState<Action>]

  /// Creates an alert.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - actions: The buttons, in order. An alert without buttons gets one button with the label “OK”.
  ///   - message: The message below the title.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(title: title(), message: message?(), buttons: actions())
  }

  /// Creates an alert from its parts.
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>] = []) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  /// The buttons to show. These are ``buttons``, or one button with the label “OK” and the cancel role if there are
  /// none.
  public var presentedButtons: [ButtonState<Action>] {
    buttons.isEmpty ? [.cancel(TextState("OK"))] : buttons
  }

  /// Returns an alert with the same identity and content, and with transformed actions. `transform` receives `nil` for
  /// a button without an action, and returns `nil` if the new button has none.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> AlertState<NewAction> {
    var alert = AlertState<NewAction>(title: title, message: message, buttons: buttons.map { $0.map(transform) })
    alert.id = id
    return alert
  }
}

extension AlertState: Equatable where Action: Equatable {
  /// Whether the texts and buttons of two alerts are equal. Their identities are ignored.
  public static func == (first: AlertState, second: AlertState) -> Bool {
    first.title == second.title && first.message == second.message && first.buttons == second.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  /// Hashes the properties that equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension AlertState: Sendable where Action: Sendable {}

extension AlertState: CustomReflectable {
  /// The mirror for `dump`. It contains the alert's texts and buttons, and omits absent parts.
  public var customMirror: Mirror {
    var children: [(label: String?, value: Any)] = [("title", title.description)]
    if let message { children.append(("message", message.description)) }
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
