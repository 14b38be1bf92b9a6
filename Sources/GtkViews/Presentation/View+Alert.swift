extension View {
  /// Shows an alert while a Boolean is true.
  ///
  /// - Parameters:
  ///   - title: The title of the alert.
  ///   - isPresented: Whether to show the alert. The binding is set to `false` when the alert is closed.
  ///   - actions: The buttons, which may be in groups, conditions and loops. Without buttons, the alert has an OK
  ///     button. Views that are not buttons, such as text fields, appear above the buttons.
  ///   - message: The message below the title.
  @preconcurrency public nonisolated func alert<Actions: View, Message: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions, @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    dialog(TextState(title), isPresented: isPresented, actions: actions, message: message)
  }

  /// Shows an alert without a message while a Boolean is true.
  @preconcurrency public nonisolated func alert<Actions: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    dialog(TextState(title), isPresented: isPresented, actions: actions, message: { EmptyView() })
  }

  /// Shows an alert about a value while a Boolean is true and the value is not `nil`.
  @preconcurrency public nonisolated func alert<Value, Actions: View, Message: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Value) -> Message
  ) -> some View {
    dialog(TextState(title), isPresented: isPresented, presenting: value, actions: actions, message: message)
  }

  /// Shows an alert about a value, without a message, while a Boolean is true and the value is not `nil`.
  @preconcurrency public nonisolated func alert<Value, Actions: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions
  ) -> some View {
    dialog(
      TextState(title), isPresented: isPresented, presenting: value, actions: actions, message: { _ in EmptyView() })
  }

  /// Shows an alert while a Boolean is true. The title is not translated.
  @_disfavoredOverload
  @preconcurrency public nonisolated func alert<Title: StringProtocol, Actions: View, Message: View>(
    _ title: Title, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions, @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    dialog(TextState(verbatim: String(title)), isPresented: isPresented, actions: actions, message: message)
  }

  /// Shows an alert without a message while a Boolean is true. The title is not translated.
  @_disfavoredOverload
  @preconcurrency public nonisolated func alert<Title: StringProtocol, Actions: View>(
    _ title: Title, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    dialog(TextState(verbatim: String(title)), isPresented: isPresented, actions: actions, message: { EmptyView() })
  }

  /// Shows an alert about a value while a Boolean is true and the value is not `nil`. The title is not translated.
  @_disfavoredOverload
  @preconcurrency public nonisolated func alert<Title: StringProtocol, Value, Actions: View, Message: View>(
    _ title: Title, isPresented: Binding<Bool>, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Value) -> Message
  ) -> some View {
    dialog(
      TextState(verbatim: String(title)), isPresented: isPresented, presenting: value, actions: actions,
      message: message)
  }

  /// Shows an alert about a value, without a message, while a Boolean is true and the value is not `nil`. The title is
  /// not translated.
  @_disfavoredOverload
  @preconcurrency public nonisolated func alert<Title: StringProtocol, Value, Actions: View>(
    _ title: Title, isPresented: Binding<Bool>, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions
  ) -> some View {
    dialog(
      TextState(verbatim: String(title)), isPresented: isPresented, presenting: value, actions: actions,
      message: { _ in EmptyView() })
  }

  /// Shows an alert with a `Text` as its title while a Boolean is true.
  @preconcurrency public nonisolated func alert<Actions: View, Message: View>(
    _ title: Text, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions, @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    dialog(title.content, isPresented: isPresented, actions: actions, message: message)
  }

  /// Shows an alert without a message, with a `Text` as its title, while a Boolean is true.
  @preconcurrency public nonisolated func alert<Actions: View>(
    _ title: Text, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    dialog(title.content, isPresented: isPresented, actions: actions, message: { EmptyView() })
  }

  /// Shows an alert about a value, with a `Text` as its title, while a Boolean is true and the value is not `nil`.
  @preconcurrency public nonisolated func alert<Value, Actions: View, Message: View>(
    _ title: Text, isPresented: Binding<Bool>, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Value) -> Message
  ) -> some View {
    dialog(title.content, isPresented: isPresented, presenting: value, actions: actions, message: message)
  }

  /// Shows an alert about a value, without a message and with a `Text` as its title, while a Boolean is true and the
  /// value is not `nil`.
  @preconcurrency public nonisolated func alert<Value, Actions: View>(
    _ title: Text, isPresented: Binding<Bool>, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions
  ) -> some View {
    dialog(title.content, isPresented: isPresented, presenting: value, actions: actions, message: { _ in EmptyView() })
  }

  /// Shows an alert while a Boolean is true. The closure that returns the alert is not called while the Boolean is
  /// false.
  @preconcurrency public nonisolated func alert(
    isPresented: Binding<Bool>, content: @escaping @MainActor () -> Alert
  ) -> some View {
    dialog(
      isPresented.item, identify: { $0 }, title: { _ in content().title }, actions: { _ in content().buttonViews },
      message: { _ in content().message.map { Text($0) } })
  }

  /// Shows an alert about an item while the binding holds the item.
  @preconcurrency public nonisolated func alert<Item: Identifiable>(
    item: Binding<Item?>, content: @escaping @MainActor (Item) -> Alert
  ) -> some View {
    dialog(
      item, identify: { $0.id }, title: { content($0).title }, actions: { content($0).buttonViews },
      message: { content($0).message.map { Text($0) } })
  }
}
