extension View {
  /// Shows a confirmation dialog while a Boolean is true.
  ///
  /// - Parameters:
  ///   - title: The title of the dialog.
  ///   - isPresented: Whether the dialog is presented. The binding is set to `false` when the dialog is closed.
  ///   - titleVisibility: Whether the title is shown.
  ///   - actions: The buttons. If there are buttons, and none of them has the cancel role, a cancel button is added. If
  ///     there are no buttons, the dialog has an OK button.
  ///   - message: The message below the title.
  @preconcurrency public nonisolated func confirmationDialog<Actions: View, Message: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions, @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    dialog(
      TextState(title), isPresented: isPresented, style: .confirmation(titleVisibility), actions: actions,
      message: message)
  }

  /// Shows a confirmation dialog without a message while a Boolean is true.
  @preconcurrency public nonisolated func confirmationDialog<Actions: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    dialog(
      TextState(title), isPresented: isPresented, style: .confirmation(titleVisibility), actions: actions,
      message: { EmptyView() })
  }

  /// Shows a confirmation dialog about a value while a Boolean is true and the value is not `nil`.
  @preconcurrency public nonisolated func confirmationDialog<Value, Actions: View, Message: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Value) -> Message
  ) -> some View {
    dialog(
      TextState(title), isPresented: isPresented, presenting: value, style: .confirmation(titleVisibility),
      actions: actions, message: message)
  }

  /// Shows a confirmation dialog about a value, without a message, while a Boolean is true and the value is not `nil`.
  @preconcurrency public nonisolated func confirmationDialog<Value, Actions: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions
  ) -> some View {
    dialog(
      TextState(title), isPresented: isPresented, presenting: value, style: .confirmation(titleVisibility),
      actions: actions,
      message: { _ in EmptyView() })
  }

  /// Shows a confirmation dialog while a Boolean is true. The title is not translated.
  @_disfavoredOverload
  @preconcurrency public nonisolated func confirmationDialog<Title: StringProtocol, Actions: View, Message: View>(
    _ title: Title, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions, @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    dialog(
      TextState(verbatim: String(title)), isPresented: isPresented, style: .confirmation(titleVisibility),
      actions: actions, message: message)
  }

  /// Shows a confirmation dialog without a message while a Boolean is true. The title is not translated.
  @_disfavoredOverload
  @preconcurrency public nonisolated func confirmationDialog<Title: StringProtocol, Actions: View>(
    _ title: Title, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    dialog(
      TextState(verbatim: String(title)), isPresented: isPresented, style: .confirmation(titleVisibility),
      actions: actions, message: { EmptyView() })
  }

  /// Shows a confirmation dialog about a value while a Boolean is true and the value is not `nil`. The title is not
  /// translated.
  @_disfavoredOverload
  @preconcurrency
  public nonisolated func confirmationDialog<Title: StringProtocol, Value, Actions: View, Message: View>(
    _ title: Title, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Value) -> Message
  ) -> some View {
    dialog(
      TextState(verbatim: String(title)), isPresented: isPresented, presenting: value,
      style: .confirmation(titleVisibility), actions: actions,
      message: message)
  }

  /// Shows a confirmation dialog about a value, without a message, while a Boolean is true and the value is not `nil`.
  /// The title is not translated.
  @_disfavoredOverload
  @preconcurrency public nonisolated func confirmationDialog<Title: StringProtocol, Value, Actions: View>(
    _ title: Title, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions
  ) -> some View {
    dialog(
      TextState(verbatim: String(title)), isPresented: isPresented, presenting: value,
      style: .confirmation(titleVisibility), actions: actions,
      message: { _ in EmptyView() })
  }

  /// Shows a confirmation dialog with a `Text` as its title while a Boolean is true.
  @preconcurrency public nonisolated func confirmationDialog<Actions: View, Message: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions, @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    dialog(
      title.content, isPresented: isPresented, style: .confirmation(titleVisibility), actions: actions, message: message
    )
  }

  /// Shows a confirmation dialog without a message, with a `Text` as its title, while a Boolean is true.
  @preconcurrency public nonisolated func confirmationDialog<Actions: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    dialog(
      title.content, isPresented: isPresented, style: .confirmation(titleVisibility), actions: actions,
      message: { EmptyView() })
  }

  /// Shows a confirmation dialog about a value, with a `Text` as its title, while a Boolean is true and the value is
  /// not `nil`.
  @preconcurrency public nonisolated func confirmationDialog<Value, Actions: View, Message: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Value) -> Message
  ) -> some View {
    dialog(
      title.content, isPresented: isPresented, presenting: value, style: .confirmation(titleVisibility),
      actions: actions, message: message)
  }

  /// Shows a confirmation dialog about a value, without a message and with a `Text` as its title, while a Boolean is
  /// true and the value is not `nil`.
  @preconcurrency public nonisolated func confirmationDialog<Value, Actions: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions
  ) -> some View {
    dialog(
      title.content, isPresented: isPresented, presenting: value, style: .confirmation(titleVisibility),
      actions: actions,
      message: { _ in EmptyView() })
  }
}
