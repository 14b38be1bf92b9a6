/// The content of an alert, for ``View/alert(isPresented:content:)`` and ``View/alert(item:content:)``.
///
/// ```swift
/// .alert(isPresented: $isAsking) {
///   Alert(
///     title: Text("Remove?"), primaryButton: .destructive(Text("Remove")) { remove() }, secondaryButton: .cancel())
/// }
/// ```
public struct Alert {
  let title: TextState
  let message: TextState?
  let buttons: [Button]

  /// A button of an alert.
  public struct Button {
    let label: TextState
    let role: ButtonRole?
    let action: @MainActor () -> Void

    /// A button without a role.
    @preconcurrency public static func `default`(_ label: Text, action: (@MainActor () -> Void)? = {}) -> Button {
      Button(label: label.content, role: nil, action: action ?? {})
    }

    /// A button that cancels.
    @preconcurrency public static func cancel(_ label: Text, action: (@MainActor () -> Void)? = {}) -> Button {
      Button(label: label.content, role: .cancel, action: action ?? {})
    }

    /// A button that cancels, with the label “Cancel” in the user's language.
    @preconcurrency public static func cancel(_ action: (@MainActor () -> Void)? = {}) -> Button {
      cancel(Text("Cancel"), action: action)
    }

    /// A button for an action that may delete something permanently.
    @preconcurrency public static func destructive(_ label: Text, action: (@MainActor () -> Void)? = {}) -> Button {
      Button(label: label.content, role: .destructive, action: action ?? {})
    }
  }

  /// Creates an alert with one button. Without a `dismissButton`, this is a cancel button with the label “OK”.
  public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {
    self.title = title.content
    self.message = message?.content
    buttons = [dismissButton ?? .cancel(Text("OK"))]
  }

  /// Creates an alert with two buttons.
  public init(title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button) {
    self.title = title.content
    self.message = message?.content
    buttons = [primaryButton, secondaryButton]
  }

  /// The buttons as views, in order. The modifiers that present an ``Alert`` use the same dialog as the modifiers whose
  /// buttons are views.
  @MainActor var buttonViews: some View {
    ForEach(Array(buttons.enumerated()), id: \.offset) { numberedButton in
      let button = numberedButton.element
      GtkViews.Button(role: button.role, action: button.action) { Text(button.label) }
    }
  }
}
