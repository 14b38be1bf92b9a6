/// A confirmation dialog as a value: a choice between a few things to do with what was just touched.
///
/// It is held by a screen's state as an ``AlertState`` is, with the same identity and equality. It differs in that it always offers a way
/// out, and that its title can be left out.
///
/// ```swift
/// state.dialog = ConfirmationDialogState(titleVisibility: .visible) {
///   TextState("Remove this show?")
/// } actions: {
///   ButtonState(role: .destructive, action: .confirmRemoval) { TextState("Remove") }
/// }
/// ```
public struct ConfirmationDialogState<Action>: Identifiable {
  /// What identifies this dialog. Its copies have the same, however they are changed.
  public private(set) var id = DialogID()
  /// What it says first, and its name for a screen reader even where it is not shown.
  public var title: TextState
  /// Whether the title is shown.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility
  /// What it says besides, if anything.
  public var message: TextState?
  /// Its buttons, in order. It is shown with those of ``presentedButtons``.
  public var buttons: [ButtonState<Action>]

  /// Makes a confirmation dialog.
  ///
  /// - Parameters:
  ///   - titleVisibility: Whether the title is shown.
  ///   - title: What it says first.
  ///   - actions: Its buttons, in order. One that cancels is added if there is none.
  ///   - message: What it says besides.
  public init(
    titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(title: title(), titleVisibility: titleVisibility, message: message?(), buttons: actions())
  }

  /// Makes a confirmation dialog out of its parts.
  public init(
    title: TextState, titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    message: TextState? = nil, buttons: [ButtonState<Action>] = []
  ) {
    self.title = title
    self.titleVisibility = titleVisibility
    self.message = message
    self.buttons = buttons
  }

  /// The buttons to show: ``buttons``; one that says Cancel after them, if none of them cancels; one that says OK, if there are none.
  public var presentedButtons: [ButtonState<Action>] {
    if buttons.isEmpty { return [.cancel(TextState("OK"))] }
    return buttons.cancelButton() == nil ? buttons + [.cancel(TextState("Cancel"))] : buttons
  }

  /// The same dialog, by identity too, with other actions.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ConfirmationDialogState<NewAction> {
    var dialog = ConfirmationDialogState<NewAction>(
      title: title, titleVisibility: titleVisibility, message: message, buttons: buttons.map { $0.map(transform) })
    dialog.id = id
    return dialog
  }
}

/// Whether a confirmation dialog shows its title.
public enum ConfirmationDialogStateTitleVisibility: Hashable, Sendable {
  /// As the platform does: on a desktop the title is shown.
  case automatic
  /// The title is not shown. A screen reader says it all the same.
  case hidden
  /// The title is shown.
  case visible
}

extension Array {
  /// The position of the button that Escape chooses: the first with the cancel role, or `nil` if Escape only closes the dialog.
  public func cancelButton<Action>() -> Int? where Element == ButtonState<Action> {
    firstIndex { $0.role == .cancel }
  }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {
  /// Whether two dialogs say the same and do the same, whichever instances they are.
  public static func == (first: ConfirmationDialogState, second: ConfirmationDialogState) -> Bool {
    first.title == second.title && first.titleVisibility == second.titleVisibility
      && first.message == second.message && first.buttons == second.buttons
  }
}

extension ConfirmationDialogState: Hashable where Action: Hashable {
  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(titleVisibility)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: CustomReflectable {
  /// A dump shows what the dialog says and does, and leaves out what it does not have.
  public var customMirror: Mirror {
    var children: [(label: String?, value: Any)] = [("title", title.description)]
    if titleVisibility != .automatic { children.append(("titleVisibility", titleVisibility)) }
    if let message { children.append(("message", message.description)) }
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
