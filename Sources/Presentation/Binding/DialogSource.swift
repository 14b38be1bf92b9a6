/// A dialog as a value: an ``AlertState`` or a ``ConfirmationDialogState``.
public protocol DialogState<Action>: Identifiable where ID == DialogID {
  /// The action that the dialog's buttons send.
  associatedtype Action
}

extension AlertState: DialogState {}
extension ConfirmationDialogState: DialogState {}

/// An object that holds a dialog as a value, and receives the actions of its buttons. The store of an alert is such an
/// object.
///
/// With this protocol, an alert modifier can take a store without depending on the store's type.
@MainActor
public protocol DialogSource<Dialog>: AnyObject {
  /// The dialog's type.
  associatedtype Dialog: DialogState

  /// The current dialog, or the last dialog if there is none now.
  var dialog: Dialog { get }

  /// Handles the user's activation of a button that sends this action. Does nothing if there is no dialog now.
  func buttonActivated(_ action: Dialog.Action)
}
