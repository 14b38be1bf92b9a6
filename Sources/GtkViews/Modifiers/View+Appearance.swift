extension View {
  /// Sets the font of the texts in this view. `nil` restores the default.
  public nonisolated func font(_ font: Font?) -> some View { EnvironmentView(self, \.font, font) }

  /// Sets the weight of texts in this view, regardless of their font. `nil` restores the weight of the font.
  public nonisolated func fontWeight(_ weight: Font.Weight?) -> some View {
    EnvironmentView(self, \.fontWeight, weight)
  }

  /// Sets the design of letters in this view's texts, regardless of their font. `nil` restores the design of the font.
  public nonisolated func fontDesign(_ design: Font.Design?) -> some View {
    EnvironmentView(self, \.fontDesign, design)
  }

  /// Sets the colour of texts and symbols in this view.
  public nonisolated func foregroundStyle(_ color: Color) -> some View {
    EnvironmentView(self, \.foregroundStyle, color)
  }

  /// Sets the colour of texts and symbols in this view. `nil` restores the theme's colour.
  public nonisolated func foregroundColor(_ color: Color?) -> some View {
    EnvironmentView(self, \.foregroundStyle, color)
  }

  /// Limits the number of lines of texts in this view. Text that does not fit ends in an ellipsis. `nil` means no
  /// limit.
  public nonisolated func lineLimit(_ lines: Int?) -> some View { EnvironmentView(self, \.lineLimit, lines) }

  /// Sets the alignment of lines in the multiline texts of this view.
  public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    EnvironmentView(self, \.multilineTextAlignment, alignment)
  }

  /// Sets whether the user can select and copy the texts in this view.
  public nonisolated func textSelection(_ selectability: TextSelectability) -> some View {
    EnvironmentView(self, \.textSelection, selectability)
  }

  /// Sets an environment value for the views in this view.
  public nonisolated func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    EnvironmentView(self, keyPath, value)
  }

  /// Adds an `@Observable` model to the environment. Views read it with `@Environment(Model.self)`.
  public nonisolated func environment<Model: AnyObject>(_ model: Model) -> some View {
    EnvironmentView(self, model: model)
  }

  /// Disables the controls in this view if the argument is `true`.
  public nonisolated func disabled(_ isDisabled: Bool) -> some View {
    EnvironmentView(AttributedView(self, SensitivityAttribute(isEnabled: !isDisabled)), isDisabled: isDisabled)
  }

  /// Hides the view on screen and from screen readers. The view still takes up its space. To remove the space too, omit
  /// the view with `if`.
  public nonisolated func hidden() -> some View { AttributedView(self, HiddenAttribute()) }

  /// Adds a tooltip that explains a control in a few words.
  public nonisolated func help(_ key: LocalizedStringKey) -> some View {
    AttributedView(self, TooltipAttribute(text: TextState(key)))
  }

  /// Adds a tooltip that explains a control in a few words.
  @_disfavoredOverload
  public nonisolated func help(_ text: some StringProtocol) -> some View {
    AttributedView(self, TooltipAttribute(text: TextState(verbatim: String(text))))
  }

  /// Adds a class of GTK's style sheets, such as `card` or `dim-label`, to the view's widgets.
  public nonisolated func cssClass(_ name: String) -> some View { AttributedView(self, CSSClassAttribute(name: name)) }

  /// Sets the view's name for screen readers.
  public nonisolated func accessibilityLabel(_ key: LocalizedStringKey) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .label(TextState(key))))
  }

  /// Sets the view's name for screen readers.
  @_disfavoredOverload
  public nonisolated func accessibilityLabel(_ text: some StringProtocol) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .label(TextState(verbatim: String(text)))))
  }

  /// Sets the view's value as text for screen readers.
  public nonisolated func accessibilityValue(_ key: LocalizedStringKey) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .value(TextState(key))))
  }

  /// Sets the view's value as text for screen readers.
  @_disfavoredOverload
  public nonisolated func accessibilityValue(_ text: some StringProtocol) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .value(TextState(verbatim: String(text)))))
  }

  /// Sets the hint that a screen reader speaks after the view's name.
  @_disfavoredOverload
  public nonisolated func accessibilityHint(_ text: some StringProtocol) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .hint(TextState(verbatim: String(text)))))
  }

  /// Sets the hint that a screen reader speaks after the view's name.
  public nonisolated func accessibilityHint(_ key: LocalizedStringKey) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .hint(TextState(key))))
  }

  /// Sets whether the view is hidden from screen readers.
  public nonisolated func accessibilityHidden(_ isHidden: Bool) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .hidden(isHidden)))
  }
}
