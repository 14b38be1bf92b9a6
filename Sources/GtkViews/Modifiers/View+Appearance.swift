extension View {
  /// Sets the font of the texts in this view.
  public nonisolated func font(_ font: Font?) -> some View { EnvironmentView(self, \.font, font) }

  /// Sets the strength of the texts in this view, whatever their font is.
  public nonisolated func fontWeight(_ weight: Font.Weight?) -> some View { EnvironmentView(self, \.fontWeight, weight) }

  /// Sets the design of the letters of texts in this view, whatever their font is.
  public nonisolated func fontDesign(_ design: Font.Design?) -> some View { EnvironmentView(self, \.fontDesign, design) }

  /// Sets the colour of texts and symbols in this view.
  public nonisolated func foregroundStyle(_ color: Color) -> some View { EnvironmentView(self, \.foregroundStyle, color) }

  /// Sets the colour of texts and symbols in this view, or the theme's again.
  public nonisolated func foregroundColor(_ color: Color?) -> some View { EnvironmentView(self, \.foregroundStyle, color) }

  /// Limits the lines of texts in this view. What does not fit ends in an ellipsis.
  public nonisolated func lineLimit(_ lines: Int?) -> some View { EnvironmentView(self, \.lineLimit, lines) }

  /// Says how the lines of texts of several lines are set.
  public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    EnvironmentView(self, \.multilineTextAlignment, alignment)
  }

  /// Allows to select and copy the texts in this view.
  public nonisolated func textSelection(_ selectability: TextSelectability) -> some View {
    EnvironmentView(self, \.textSelection, selectability)
  }

  /// Sets how the buttons in this view look.
  public nonisolated func buttonStyle(_ style: ButtonStyleKind) -> some View { EnvironmentView(self, \.buttonStyle, style) }

  /// Sets how the toggles in this view look.
  public nonisolated func toggleStyle(_ style: ToggleStyleKind) -> some View { EnvironmentView(self, \.toggleStyle, style) }

  /// Hands down a value of the environment to the views in this view.
  public nonisolated func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    EnvironmentView(self, keyPath, value)
  }

  /// Hands down an `@Observable` model, to be read with `@Environment(Model.self)`.
  public nonisolated func environment<Model: AnyObject>(_ model: Model) -> some View { EnvironmentView(self, model: model) }

  /// Takes the controls in this view out of use.
  public nonisolated func disabled(_ isDisabled: Bool) -> some View {
    EnvironmentView(AttributedView(self, SensitivityAttribute(isEnabled: !isDisabled)), isDisabled: isDisabled)
  }

  /// Hides the view from people and screen readers alike. It keeps its room: leave a view out with `if` to give its room to others.
  public nonisolated func hidden() -> some View { AttributedView(self, HiddenAttribute()) }

  /// Says in a few words what a control is for, when the pointer rests on it.
  public nonisolated func help(_ key: LocalizedStringKey) -> some View { AttributedView(self, TooltipAttribute(text: TextState(key))) }

  /// Says in a few words what a control is for, when the pointer rests on it.
  @_disfavoredOverload
  public nonisolated func help(_ text: some StringProtocol) -> some View {
    AttributedView(self, TooltipAttribute(text: TextState(verbatim: String(text))))
  }

  /// Says in a few words what a control is for, when the pointer rests on it.
  public nonisolated func help(_ text: Text) -> some View { AttributedView(self, TooltipAttribute(text: text.content)) }

  /// Gives the view's widgets a class of GTK's style sheets, such as `card` or `dim-label`.
  public nonisolated func cssClass(_ name: String) -> some View { AttributedView(self, CSSClassAttribute(name: name)) }

  /// Names the view for a screen reader.
  public nonisolated func accessibilityLabel(_ key: LocalizedStringKey) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .label(TextState(key))))
  }

  /// Names the view for a screen reader.
  @_disfavoredOverload
  public nonisolated func accessibilityLabel(_ text: some StringProtocol) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .label(TextState(verbatim: String(text)))))
  }

  /// Names the view for a screen reader.
  public nonisolated func accessibilityLabel(_ text: Text) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .label(text.content)))
  }

  /// Says what the view's value is, in words.
  public nonisolated func accessibilityValue(_ key: LocalizedStringKey) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .value(TextState(key))))
  }

  /// Says what the view's value is, in words.
  @_disfavoredOverload
  public nonisolated func accessibilityValue(_ text: some StringProtocol) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .value(TextState(verbatim: String(text)))))
  }

  /// Says what the view's value is, in words.
  public nonisolated func accessibilityValue(_ text: Text) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .value(text.content)))
  }

  /// Says what a screen reader tells after the view's name.
  @_disfavoredOverload
  public nonisolated func accessibilityHint(_ text: some StringProtocol) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .hint(TextState(verbatim: String(text)))))
  }

  /// Says what a screen reader tells after the view's name.
  public nonisolated func accessibilityHint(_ text: Text) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .hint(text.content)))
  }

  /// Says what a screen reader tells after the view's name.
  public nonisolated func accessibilityHint(_ key: LocalizedStringKey) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .hint(TextState(key))))
  }

  /// Hides the view from a screen reader.
  public nonisolated func accessibilityHidden(_ isHidden: Bool) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .hidden(isHidden)))
  }

  /// Does something when Return is pressed in a text field in this view.
  @preconcurrency public nonisolated func onSubmit(_ action: @escaping @MainActor () -> Void) -> some View {
    SubmitView(content: self, action: action)
  }
}

/// Hands down what Return does, as one object, so that a new closure evaluates nothing below.
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
