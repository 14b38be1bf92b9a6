/// A dialog as a value: an ``AlertState`` or a ``ConfirmationDialogState``.
public protocol DialogState<Action>: Identifiable where ID == DialogID {
  /// What its buttons send.
  associatedtype Action
}

extension AlertState: DialogState {}
extension ConfirmationDialogState: DialogState {}

/// Somebody who holds a dialog as a value, and takes the actions of its buttons: the store of an alert does.
///
/// It is how an alert modifier can be given a store without knowing what a store is.
@MainActor
public protocol DialogSource<Dialog>: AnyObject {
  /// The dialog's type.
  associatedtype Dialog: DialogState

  /// The dialog as it is now, or as it was last if it is gone.
  var dialog: Dialog { get }

  /// A person has chosen a button that sends this action. When the dialog is gone it does nothing.
  func choose(_ action: Dialog.Action)
}
