extension View {
  /// Runs an action when the user presses Return in a text field in this view. A field with several lines requires
  /// Control and Return together.
  @preconcurrency public nonisolated func onSubmit(_ action: @escaping @MainActor () -> Void) -> some View {
    SubmitView(content: self, action: action)
  }
}

/// Passes an object with the action to the views below. Each evaluation puts its new closure into the same object, so
/// the views below need not be evaluated again.
private nonisolated struct SubmitView<Content: View>: View {
  let content: Content
  let action: @MainActor () -> Void
  @State private var submitAction: SubmitAction

  init(content: Content, action: @escaping @MainActor () -> Void) {
    self.content = content
    self.action = action
    _submitAction = State(wrappedValue: SubmitAction(action))
  }

  @MainActor var body: some View {
    submitAction.run = action
    return content.environment(\.submitAction, submitAction)
  }
}
