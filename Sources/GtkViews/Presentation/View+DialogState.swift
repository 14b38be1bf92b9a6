extension View {
  /// Shows an alert while the binding holds an alert state.
  ///
  /// - Parameters:
  ///   - state: The alert. The binding is set to `nil` when the alert is closed, after the handler has run.
  ///   - handler: Called with the action of the clicked button, or `nil` if the button has no action.
  @preconcurrency public nonisolated func alert<Action>(
    _ state: Binding<AlertState<Action>?>, action handler: @escaping @MainActor (Action?) -> Void
  ) -> some View {
    dialog(state, identify: { $0.id }, content: { DialogStateContent($0, handler) })
  }

  /// Shows an alert while the binding holds an alert state. An asynchronous closure handles the actions of the buttons.
  ///
  /// - Parameters:
  ///   - state: The alert. The binding is set to `nil` when the alert is closed, without waiting for the handler.
  ///   - handler: Called with the action of the clicked button, or `nil` if the button has no action. The handler runs
  ///     in a task of its own that is never cancelled. An animation of the button applies only to the changes that the
  ///     handler makes before its first suspension.
  @preconcurrency public nonisolated func alert<Action>(
    _ state: Binding<AlertState<Action>?>, action handler: @escaping @MainActor (Action?) async -> Void
  ) -> some View {
    alert(state) { (action: Action?) -> Void in runInTask(handler, action) }
  }

  /// Shows an alert while the binding holds an alert state. The buttons only close the alert.
  public nonisolated func alert(_ state: Binding<AlertState<Never>?>) -> some View {
    alert(state) { (_: Never?) -> Void in }
  }

  /// Shows a confirmation dialog while the binding holds a dialog state.
  ///
  /// - Parameters:
  ///   - state: The confirmation dialog. The binding is set to `nil` when the dialog is closed, after the handler has
  ///     run.
  ///   - handler: Called with the action of the clicked button, or `nil` if the button has no action.
  @preconcurrency public nonisolated func confirmationDialog<Action>(
    _ state: Binding<ConfirmationDialogState<Action>?>, action handler: @escaping @MainActor (Action?) -> Void
  ) -> some View {
    dialog(
      state, identify: { $0.id }, style: .confirmation(.automatic), content: { DialogStateContent($0, handler) })
  }

  /// Shows a confirmation dialog while the binding holds a dialog state. An asynchronous closure handles the actions of
  /// the buttons.
  ///
  /// - Parameters:
  ///   - state: The confirmation dialog. The binding is set to `nil` when the dialog is closed, without waiting for the
  ///     handler.
  ///   - handler: Called with the action of the clicked button, or `nil` if the button has no action. The handler runs
  ///     in a task of its own that is never cancelled. An animation of the button applies only to the changes that the
  ///     handler makes before its first suspension.
  @preconcurrency public nonisolated func confirmationDialog<Action>(
    _ state: Binding<ConfirmationDialogState<Action>?>, action handler: @escaping @MainActor (Action?) async -> Void
  ) -> some View {
    confirmationDialog(state) { (action: Action?) -> Void in runInTask(handler, action) }
  }

  /// Shows a confirmation dialog while the binding holds a dialog state. The buttons only close the dialog.
  public nonisolated func confirmationDialog(_ state: Binding<ConfirmationDialogState<Never>?>) -> some View {
    confirmationDialog(state) { (_: Never?) -> Void in }
  }
}

extension View {
  /// Shows an alert while the binding holds a source, such as a store. The source contains the alert and receives the
  /// actions of the buttons: `.alert($store.scope(state: \.alert, action: \.alert))`.
  ///
  /// - Parameter source: The source of the alert. The binding is set to `nil` when the alert closes without an action.
  ///   If a button sends an action, the binding is not set. The receiver of the action must then remove the alert.
  public nonisolated func alert<Source: DialogSource, Action>(_ source: Binding<Source?>) -> some View
  where Source.Dialog == AlertState<Action> {
    dialog(
      source, identify: { $0.dialog.id },
      content: { source in DialogStateContent(source.dialog) { $0.map(source.buttonActivated) } })
  }

  /// Shows a confirmation dialog while the binding holds a source, such as a store. The source contains the dialog and
  /// receives the actions of the buttons.
  ///
  /// - Parameter source: The source of the dialog. The binding is set to `nil` when the dialog closes without an
  ///   action. If a button sends an action, the binding is not set. The receiver of the action must then remove the
  ///   dialog.
  public nonisolated func confirmationDialog<Source: DialogSource, Action>(_ source: Binding<Source?>) -> some View
  where Source.Dialog == ConfirmationDialogState<Action> {
    dialog(
      source, identify: { $0.dialog.id }, style: .confirmation(.automatic),
      content: { source in DialogStateContent(source.dialog) { $0.map(source.buttonActivated) } })
  }
}

/// Runs an asynchronous handler of a button's action. The part before the first suspension runs immediately.
@MainActor
private func runInTask<Action>(_ handler: @escaping @MainActor (Action?) async -> Void, _ action: Action?) {
  Task.immediate { await handler(action) }
}
