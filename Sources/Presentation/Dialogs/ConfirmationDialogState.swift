/// A confirmation dialog as a value. The dialog offers a few actions, of which the user selects one.
///
/// A screen's state holds the value like an ``AlertState``, with the same rules for identity and equality. There are
/// two differences: a confirmation dialog always has a button with the cancel role, and its title can be hidden.
///
/// ```swift
/// state.dialog = ConfirmationDialogState(titleVisibility: .visible) {
///   TextState("Remove this show?")
/// } actions: {
///   ButtonState(role: .destructive, action: .confirmRemoval) { TextState("Remove") }
/// }
/// ```
public struct ConfirmationDialogState<Action>: Identifiable {
  /// The identity of this dialog. Copies keep the identity, even if they are changed.
  public private(set) var id = DialogID()
  /// The title, which is also the dialog's name for a screen reader, even if the title is not shown.
  public var title: TextState
  /// Whether the title is shown.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility
  /// The message below the title, or `nil`.
  public var message: TextState?
  /// The buttons, in order. The dialog on screen shows the ``presentedButtons``.
  public var buttons: [ButtonState<Action>]

  /// Creates a confirmation dialog.
  ///
  /// - Parameters:
  ///   - titleVisibility: Whether the title is shown.
  ///   - title: The title.
  ///   - actions: The buttons, in order. The dialog on screen has a cancel button even if these buttons contain none.
  ///   - message: The message below the title.
  public init(
    titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(title: title(), titleVisibility: titleVisibility, message: message?(), buttons: actions())
  }

  /// Creates a confirmation dialog from its parts.
  public init(
    title: TextState, titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    message: TextState? = nil, buttons: [ButtonState<Action>] = []
  ) {
    self.title = title
    self.titleVisibility = titleVisibility
    self.message = message
    self.buttons = buttons
  }

  /// The buttons to show. These are ``buttons``, followed by a “Cancel” button if none has the cancel role. If there
  /// are no ``buttons``, the dialog shows one “OK” button.
  public var presentedButtons: [ButtonState<Action>] {
    if buttons.isEmpty { return [.cancel(TextState("OK"))] }
    return buttons.cancelButtonPosition() == nil ? buttons + [.cancel(TextState("Cancel"))] : buttons
  }

  /// Returns a dialog with the same identity and content, and with transformed actions.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ConfirmationDialogState<NewAction> {
    var dialog = ConfirmationDialogState<NewAction>(
      title: title, titleVisibility: titleVisibility, message: message, buttons: buttons.map { $0.map(transform) })
    dialog.id = id
    return dialog
  }
}

/// Whether a confirmation dialog shows its title.
public enum ConfirmationDialogStateTitleVisibility: Hashable, Sendable {
  /// The title is shown, which is the default on a desktop.
  case automatic
  /// The title is not shown. A screen reader still speaks the title.
  case hidden
  /// The title is shown.
  case visible
}

extension Array {
  /// Returns the position of the button that Escape activates, which is the first button with the cancel role. Returns
  /// `nil` if no button has this role. Escape then only closes the dialog.
  public func cancelButtonPosition<Action>() -> Int? where Element == ButtonState<Action> {
    firstIndex { $0.role == .cancel }
  }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {
  /// Whether the texts, the title visibility and the buttons of two dialogs are equal. Their identities are ignored.
  public static func == (first: ConfirmationDialogState, second: ConfirmationDialogState) -> Bool {
    first.title == second.title && first.titleVisibility == second.titleVisibility
      && first.message == second.message && first.buttons == second.buttons
  }
}

extension ConfirmationDialogState: Hashable where Action: Hashable {
  /// Hashes the properties that equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(titleVisibility)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: CustomReflectable {
  /// The mirror for `dump`. It contains the dialog's texts, title visibility and buttons. It omits absent parts, and an
  /// automatic title visibility.
  public var customMirror: Mirror {
    var children: [(label: String?, value: Any)] = [("title", title.description)]
    if titleVisibility != .automatic { children.append(("titleVisibility", titleVisibility)) }
    if let message { children.append(("message", message.description)) }
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
