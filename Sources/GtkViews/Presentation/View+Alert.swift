extension View {
  /// Shows an alert while a Boolean is true.
  ///
  /// - Parameters:
  ///   - title: What it says first.
  ///   - isPresented: Whether it is on screen. It is written `false` when the alert is closed.
  ///   - actions: Its buttons: `Button`s in groups, conditions and loops. Without any it has one that says OK. What is no button, such as a
  ///     text field, stands above them.
  ///   - message: What it says besides.
  @preconcurrency public nonisolated func alert<Actions: View, Message: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping @MainActor () -> Actions,
    @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    dialog(isPresented.item, title: { _ in TextState(title) }, actions: { _ in actions() }, message: { _ in message() })
  }

  /// Shows an alert without a message while a Boolean is true.
  @preconcurrency public nonisolated func alert<Actions: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    alert(title, isPresented: isPresented, actions: actions, message: { EmptyView() })
  }

  /// Shows an alert while a Boolean is true, with a title that is shown as it is.
  @_disfavoredOverload
  @preconcurrency public nonisolated func alert<Title: StringProtocol, Actions: View, Message: View>(
    _ title: Title, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping @MainActor () -> Actions,
    @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    let title = TextState(verbatim: String(title))
    return dialog(isPresented.item, title: { _ in title }, actions: { _ in actions() }, message: { _ in message() })
  }

  /// Shows an alert without a message while a Boolean is true, with a title that is shown as it is.
  @_disfavoredOverload
  @preconcurrency public nonisolated func alert<Title: StringProtocol, Actions: View>(
    _ title: Title, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    alert(title, isPresented: isPresented, actions: actions, message: { EmptyView() })
  }

  /// Shows an alert with a text for a title while a Boolean is true.
  @preconcurrency public nonisolated func alert<Actions: View, Message: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping @MainActor () -> Actions,
    @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    let title = title.content
    return dialog(isPresented.item, title: { _ in title }, actions: { _ in actions() }, message: { _ in message() })
  }

  /// Shows an alert about a value while a Boolean is true and the value is there.
  @preconcurrency public nonisolated func alert<Value, Actions: View, Message: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Value) -> Message
  ) -> some View {
    let value = MainActorValue(value)
    return dialog(
      isPresented.item(while: value), title: { _ in TextState(title) },
      actions: { _ in value.value.map { actions($0) } }, message: { _ in value.value.map { message($0) } })
  }

  /// Shows an alert about a value, without a message, while a Boolean is true and the value is there.
  @preconcurrency public nonisolated func alert<Value, Actions: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions
  ) -> some View {
    alert(title, isPresented: isPresented, presenting: value, actions: actions, message: { _ in EmptyView() })
  }

  /// Shows an alert while a Boolean is true. The closure is called only then.
  @preconcurrency public nonisolated func alert(isPresented: Binding<Bool>, content: @escaping @MainActor () -> Alert) -> some View {
    dialog(
      isPresented.item, title: { _ in content().title }, actions: { _ in content().buttonViews },
      message: { _ in content().message.map { Text($0) } })
  }

  /// Shows an alert about an item while it is there.
  @preconcurrency public nonisolated func alert<Item: Identifiable>(
    item: Binding<Item?>, content: @escaping @MainActor (Item) -> Alert
  ) -> some View {
    dialog(
      item, identify: { $0.id }, title: { content($0).title }, actions: { content($0).buttonViews },
      message: { content($0).message.map { Text($0) } })
  }

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

  /// Shows a confirmation dialog while a Boolean is true.
  ///
  /// - Parameters:
  ///   - title: What it asks.
  ///   - isPresented: Whether it is on screen. It is written `false` when the dialog is closed.
  ///   - titleVisibility: Whether the title is shown.
  ///   - actions: Its buttons.
  ///   - message: What it says besides.
  @preconcurrency public nonisolated func confirmationDialog<Actions: View, Message: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions, @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    dialog(
      isPresented.item, style: .confirmation(titleVisibility), title: { _ in TextState(title) },
      actions: { _ in actions() }, message: { _ in message() })
  }

  /// Shows a confirmation dialog without a message while a Boolean is true.
  @preconcurrency public nonisolated func confirmationDialog<Actions: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    confirmationDialog(
      title, isPresented: isPresented, titleVisibility: titleVisibility, actions: actions, message: { EmptyView() })
  }

  /// Shows a confirmation dialog about a value while a Boolean is true and the value is there.
  @preconcurrency public nonisolated func confirmationDialog<Value, Actions: View, Message: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting value: Value?, @ViewBuilder actions: @escaping @MainActor (Value) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Value) -> Message
  ) -> some View {
    let value = MainActorValue(value)
    return dialog(
      isPresented.item(while: value), style: .confirmation(titleVisibility), title: { _ in TextState(title) },
      actions: { _ in value.value.map { actions($0) } }, message: { _ in value.value.map { message($0) } })
  }

  /// Shows a confirmation dialog while a state holds it.
  @preconcurrency public nonisolated func confirmationDialog<Action>(
    _ state: Binding<ConfirmationDialogState<Action>?>, action handler: @escaping @MainActor (Action?) -> Void
  ) -> some View {
    dialog(
      state, identify: { $0.id }, style: .confirmation(.automatic), title: { $0.title },
      actions: { StateButtons(buttons: $0.presentedButtons, handler: handler) }, message: { $0.message.map { Text($0) } },
      isTitleHidden: { $0.titleVisibility == .hidden })
  }
}

extension View {
  /// A dialog that is there or not.
  nonisolated func dialog<Actions: View, Message: View>(
    _ item: Binding<Presence?>, style: DialogStyle = .alert, title: @escaping @MainActor (Presence) -> TextState,
    actions: @escaping @MainActor (Presence) -> Actions, message: @escaping @MainActor (Presence) -> Message
  ) -> some View {
    dialog(item, identify: { $0 }, style: style, title: title, actions: actions, message: message)
  }

  /// What all alerts and confirmation dialogs are.
  nonisolated func dialog<Item, Actions: View, Message: View>(
    _ item: Binding<Item?>, identify: @escaping @MainActor (Item) -> AnyHashable, style: DialogStyle = .alert,
    title: @escaping @MainActor (Item) -> TextState, actions: @escaping @MainActor (Item) -> Actions,
    message: @escaping @MainActor (Item) -> Message, isTitleHidden: (@MainActor (Item) -> Bool)? = nil
  ) -> some View {
    PresentingView(
      content: self,
      kind: DialogPresentation(
        item: item, identify: identify, style: style,
        isTitleHidden: isTitleHidden ?? { _ in style == .confirmation(.hidden) },
        title: title, actions: actions, message: message))
  }
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
