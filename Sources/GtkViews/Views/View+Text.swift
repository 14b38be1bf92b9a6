extension View {
  /// Adds a tooltip that explains a control in a few words.
  public nonisolated func help(_ text: Text) -> some View { AttributedView(self, TooltipAttribute(text: text.content)) }

  /// Sets the view's name for screen readers.
  public nonisolated func accessibilityLabel(_ text: Text) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .label(text.content)))
  }

  /// Sets the text that a screen reader speaks as the view's value, such as the volume of a slider.
  public nonisolated func accessibilityValue(_ text: Text) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .value(text.content)))
  }

  /// Sets the hint that a screen reader speaks after the view's name.
  public nonisolated func accessibilityHint(_ text: Text) -> some View {
    AttributedView(self, AccessibilityAttribute(content: .hint(text.content)))
  }
}
