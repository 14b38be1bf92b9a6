extension View {
  /// Shows an alert while a state holds it.
  ///
  /// - Parameters:
  ///   - state: The alert. It is written `nil` when it is closed, after the action has run.
  ///   - handler: Gets the action of the button that was chosen, or `nil` if it has none.
  @preconcurrency public nonisolated func alert<Action>(
    _ state: Binding<AlertState<Action>?>, action handler: @escaping @MainActor (Action?) -> Void
  ) -> some View {
    dialog(
      state, identify: { $0.id }, title: { $0.title },
      actions: { StateButtons(buttons: $0.presentedButtons, handler: handler) }, message: { $0.message.map { Text($0) } })
  }

  /// Shows an alert while a state holds it, and answers it asynchronously.
  ///
  /// - Parameters:
  ///   - state: The alert. It is written `nil` when it is closed, which does not wait for the handler.
  ///   - handler: Gets the action of the button that was chosen, or `nil` if it has none, in a task of its own that nothing cancels. An
  ///     animation of the button's applies to what it does before it first waits.
  @preconcurrency public nonisolated func alert<Action>(
    _ state: Binding<AlertState<Action>?>, action handler: @escaping @MainActor (Action?) async -> Void
  ) -> some View {
    alert(state) { (action: Action?) -> Void in inTask(handler, action) }
  }

  /// Shows an alert whose buttons only close it, while a state holds it.
  public nonisolated func alert(_ state: Binding<AlertState<Never>?>) -> some View {
    alert(state) { (_: Never?) -> Void in }
  }

  /// Shows a confirmation dialog while a state holds it.
  ///
  /// - Parameters:
  ///   - state: The confirmation dialog. It is written `nil` when it is closed, after the action has run.
  ///   - handler: Gets the action of the button that was chosen, or `nil` if it has none.
  @preconcurrency public nonisolated func confirmationDialog<Action>(
    _ state: Binding<ConfirmationDialogState<Action>?>, action handler: @escaping @MainActor (Action?) -> Void
  ) -> some View {
    dialog(
      state, identify: { $0.id }, style: .confirmation(.automatic), title: { $0.title },
      actions: { StateButtons(buttons: $0.presentedButtons, handler: handler) }, message: { $0.message.map { Text($0) } },
      isTitleHidden: { $0.titleVisibility == .hidden })
  }

  /// Shows a confirmation dialog while a state holds it, and answers it asynchronously.
  ///
  /// - Parameters:
  ///   - state: The confirmation dialog. It is written `nil` when it is closed, which does not wait for the handler.
  ///   - handler: Gets the action of the button that was chosen, or `nil` if it has none, in a task of its own that nothing cancels. An
  ///     animation of the button's applies to what it does before it first waits.
  @preconcurrency public nonisolated func confirmationDialog<Action>(
    _ state: Binding<ConfirmationDialogState<Action>?>, action handler: @escaping @MainActor (Action?) async -> Void
  ) -> some View {
    confirmationDialog(state) { (action: Action?) -> Void in inTask(handler, action) }
  }

  /// Shows a confirmation dialog whose buttons only close it, while a state holds it.
  public nonisolated func confirmationDialog(_ state: Binding<ConfirmationDialogState<Never>?>) -> some View {
    confirmationDialog(state) { (_: Never?) -> Void in }
  }
}

extension View {
  /// Shows an alert while somebody holds it who takes its actions, such as a store: `.alert($store.scope(state: \.alert, action: \.alert))`.
  ///
  /// - Parameter source: Who holds the alert. It is written `nil` when a button without an action is chosen, or none: whoever gets the action
  ///   of a button clears it.
  public nonisolated func alert<Source: DialogSource, Action>(_ source: Binding<Source?>) -> some View
  where Source.Dialog == AlertState<Action> {
    dialog(
      source, identify: { $0.dialog.id }, title: { $0.dialog.title },
      actions: { source in StateButtons(buttons: source.dialog.presentedButtons) { $0.map(source.choose) } },
      message: { $0.dialog.message.map { Text($0) } })
  }

  /// Shows a confirmation dialog while somebody holds it who takes its actions, such as a store.
  ///
  /// - Parameter source: Who holds the dialog. It is written `nil` when a button without an action is chosen, or none: whoever gets the action
  ///   of a button clears it.
  public nonisolated func confirmationDialog<Source: DialogSource, Action>(_ source: Binding<Source?>) -> some View
  where Source.Dialog == ConfirmationDialogState<Action> {
    dialog(
      source, identify: { $0.dialog.id }, style: .confirmation(.automatic), title: { $0.dialog.title },
      actions: { source in StateButtons(buttons: source.dialog.presentedButtons) { $0.map(source.choose) } },
      message: { $0.dialog.message.map { Text($0) } }, isTitleHidden: { $0.dialog.titleVisibility == .hidden })
  }
}

/// Runs an asynchronous handler from a button, at once as far as it goes without waiting.
@MainActor
private func inTask<Action>(_ handler: @escaping @MainActor (Action?) async -> Void, _ action: Action?) {
  Task.immediate { await handler(action) }
}

/// The buttons of a dialog's state as views.
nonisolated struct StateButtons<Action>: View {
  let buttons: [ButtonState<Action>]
  let handler: @MainActor (Action?) -> Void

  @MainActor var body: some View {
    ForEach(Array(buttons.enumerated()), id: \.offset) { button in
      Button(role: button.element.role, action: { button.element.withAction(handler) }) { Text(button.element.label) }
    }
  }
}
