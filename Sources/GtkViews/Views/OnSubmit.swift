extension View {
  /// Runs an action when Return is pressed in a text field in this view. In a field with several lines, Control and
  /// Return run it.
  @preconcurrency public nonisolated func onSubmit(_ action: @escaping @MainActor () -> Void) -> some View {
    SubmitView(content: self, action: action)
  }
}

/// Passes the action to the views below in an object that stays the same. So a new closure does not evaluate these
/// views again.
private nonisolated struct SubmitView<Content: View>: View {
  let content: Content
  let action: @MainActor () -> Void
  @State private var submit: SubmitAction

  init(content: Content, action: @escaping @MainActor () -> Void) {
    self.content = content
    self.action = action
    _submit = State(wrappedValue: SubmitAction(action))
  }

  @MainActor var body: some View {
    submit.run = action
    return content.environment(\.submitAction, submit)
  }
}
