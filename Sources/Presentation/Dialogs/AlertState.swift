/// An alert as a value: a screen's state says that it should be on screen by holding it.
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
/// Two alerts are equal when they say the same and do the same. Each has an identity besides, which equality leaves out, so that an alert
/// that is set again after it was dismissed is presented again.
public struct AlertState<Action>: Identifiable {
  /// What identifies this alert. Its copies have the same, however they are changed: a changed copy updates the alert on screen.
  public private(set) var id = DialogID()
  /// What it says first, and its name for a screen reader.
  public var title: TextState
  /// What it says besides, if anything.
  public var message: TextState?
  /// Its buttons, in order. Without any it is shown with those of ``presentedButtons``.
  public var buttons: [ButtonState<Action>]

  /// Makes an alert.
  ///
  /// - Parameters:
  ///   - title: What it says first.
  ///   - actions: Its buttons, in order. Without any it has one that says OK.
  ///   - message: What it says besides.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(title: title(), message: message?(), buttons: actions())
  }

  /// Makes an alert out of its parts.
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>] = []) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  /// The buttons to show: ``buttons``, or, if there are none, one that says OK and has the cancel role.
  public var presentedButtons: [ButtonState<Action>] {
    buttons.isEmpty ? [.cancel(TextState("OK"))] : buttons
  }

  /// The same alert, by identity too, with other actions.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> AlertState<NewAction> {
    var alert = AlertState<NewAction>(title: title, message: message, buttons: buttons.map { $0.map(transform) })
    alert.id = id
    return alert
  }
}

extension AlertState: Equatable where Action: Equatable {
  /// Whether two alerts say the same and do the same, whichever instances they are.
  public static func == (first: AlertState, second: AlertState) -> Bool {
    first.title == second.title && first.message == second.message && first.buttons == second.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension AlertState: Sendable where Action: Sendable {}

extension AlertState: CustomReflectable {
  /// A dump shows what the alert says and does, and leaves out what it does not have.
  public var customMirror: Mirror {
    var children: [(label: String?, value: Any)] = [("title", title.description)]
    if let message { children.append(("message", message.description)) }
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
