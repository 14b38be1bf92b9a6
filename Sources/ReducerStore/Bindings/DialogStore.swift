/// A view presents an alert or a confirmation dialog from the dialog's store:
/// `.alert($store.scope(state: \.alert, action: \.alert))`.
extension Store: DialogSource where State: DialogState, State.Action == Action {
  /// The current state of the dialog, or its last state if the dialog was removed.
  public var dialog: State { state }

  /// Sends the action of the button that the user clicked. If the dialog has already been removed, nothing is sent.
  public func buttonActivated(_ action: Action) {
    if core.isPresent { send(action) }
  }
}
