extension View {
  /// Shows a confirmation dialog while a Boolean is true.
  ///
  /// - Parameters:
  ///   - title: What it asks.
  ///   - isPresented: Whether it is on screen. It is written `false` when the dialog is closed.
  ///   - titleVisibility: Whether the title is shown.
  ///   - actions: Its buttons. One that cancels is added if there is none.
  ///   - message: What it says besides.
  @preconcurrency public nonisolated func confirmationDialog<Actions: View, Message: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions, @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    dialog(TextState(title), isPresented: isPresented, style: .confirmation(titleVisibility), actions: actions, message: message)
  }

  /// Shows a confirmation dialog without a message while a Boolean is true.
  @preconcurrency public nonisolated func confirmationDialog<Actions: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    dialog(TextState(title), isPresented: isPresented, style: .confirmation(titleVisibility), actions: actions, message: { EmptyView() })
  }

  /// Shows a confirmation dialog about a value while a Boolean is true and the value is there.
  @preconcurrency public nonisolated func confirmationDialog<Value, Actions: View, Message: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions, @ViewBuilder message: @escaping @MainActor (Value) -> Message
  ) -> some View {
    dialog(TextState(title), isPresented: isPresented, presenting: value, style: .confirmation(titleVisibility), actions: actions, message: message)
  }

  /// Shows a confirmation dialog about a value without a message while a Boolean is true and the value is there.
  @preconcurrency public nonisolated func confirmationDialog<Value, Actions: View>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions
  ) -> some View {
    dialog(TextState(title), isPresented: isPresented, presenting: value, style: .confirmation(titleVisibility), actions: actions, message: { _ in EmptyView() })
  }

  /// Shows a confirmation dialog while a Boolean is true, with a title that is shown as it is.
  @_disfavoredOverload
  @preconcurrency public nonisolated func confirmationDialog<Title: StringProtocol, Actions: View, Message: View>(
    _ title: Title, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions, @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    dialog(TextState(verbatim: String(title)), isPresented: isPresented, style: .confirmation(titleVisibility), actions: actions, message: message)
  }

  /// Shows a confirmation dialog without a message while a Boolean is true, with a title that is shown as it is.
  @_disfavoredOverload
  @preconcurrency public nonisolated func confirmationDialog<Title: StringProtocol, Actions: View>(
    _ title: Title, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    dialog(TextState(verbatim: String(title)), isPresented: isPresented, style: .confirmation(titleVisibility), actions: actions, message: { EmptyView() })
  }

  /// Shows a confirmation dialog about a value while a Boolean is true and the value is there, with a title that is shown as it is.
  @_disfavoredOverload
  @preconcurrency public nonisolated func confirmationDialog<Title: StringProtocol, Value, Actions: View, Message: View>(
    _ title: Title, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions, @ViewBuilder message: @escaping @MainActor (Value) -> Message
  ) -> some View {
    dialog(TextState(verbatim: String(title)), isPresented: isPresented, presenting: value, style: .confirmation(titleVisibility), actions: actions, message: message)
  }

  /// Shows a confirmation dialog about a value without a message while a Boolean is true and the value is there, with a title that is shown as it is.
  @_disfavoredOverload
  @preconcurrency public nonisolated func confirmationDialog<Title: StringProtocol, Value, Actions: View>(
    _ title: Title, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions
  ) -> some View {
    dialog(TextState(verbatim: String(title)), isPresented: isPresented, presenting: value, style: .confirmation(titleVisibility), actions: actions, message: { _ in EmptyView() })
  }

  /// Shows a confirmation dialog while a Boolean is true, with a text for a title.
  @preconcurrency public nonisolated func confirmationDialog<Actions: View, Message: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions, @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    dialog(title.content, isPresented: isPresented, style: .confirmation(titleVisibility), actions: actions, message: message)
  }

  /// Shows a confirmation dialog without a message while a Boolean is true, with a text for a title.
  @preconcurrency public nonisolated func confirmationDialog<Actions: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    dialog(title.content, isPresented: isPresented, style: .confirmation(titleVisibility), actions: actions, message: { EmptyView() })
  }

  /// Shows a confirmation dialog about a value while a Boolean is true and the value is there, with a text for a title.
  @preconcurrency public nonisolated func confirmationDialog<Value, Actions: View, Message: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions, @ViewBuilder message: @escaping @MainActor (Value) -> Message
  ) -> some View {
    dialog(title.content, isPresented: isPresented, presenting: value, style: .confirmation(titleVisibility), actions: actions, message: message)
  }

  /// Shows a confirmation dialog about a value without a message while a Boolean is true and the value is there, with a text for a title.
  @preconcurrency public nonisolated func confirmationDialog<Value, Actions: View>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions
  ) -> some View {
    dialog(title.content, isPresented: isPresented, presenting: value, style: .confirmation(titleVisibility), actions: actions, message: { _ in EmptyView() })
  }
}
