/// A label with what belongs to it.
///
/// In a ``Form`` the label stands where a line of text begins, and what belongs to it where it ends.
public nonisolated struct LabeledContent<Label: View, Content: View>: View {
  let label: Label
  let content: Content

  /// Any view for a label, with any view.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }

  /// The two side by side.
  @MainActor public var body: some View { LabeledLine(label: label, content: content) }
}

extension LabeledContent where Label == Text {
  /// A text that is looked up in the catalogue, with any view.
  public nonisolated init(_ key: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(key) }
  }

  /// A text that is shown as it is, with any view.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(text) }
  }
}

extension LabeledContent where Label == Text, Content == Text {
  /// A text that is looked up in the catalogue, with one that is shown as it is.
  public nonisolated init(_ key: LocalizedStringKey, value: some StringProtocol) {
    self.init(content: { Text(verbatim: String(value)) }, label: { Text(key) })
  }

  /// Two texts that are shown as they are.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol, value: some StringProtocol) {
    self.init(content: { Text(verbatim: String(value)) }, label: { Text(text) })
  }
}

private struct LabeledLine<Label: View, Content: View>: View {
  let label: Label
  let content: Content
  @Environment(\.isInForm) private var isInForm
  @Environment(\.areLabelsHidden) private var isLabelHidden

  var body: some View {
    HStack(spacing: 12) {
      if !isLabelHidden { label }
      if isInForm { Spacer() }
      if content is Text { content.foregroundStyle(.secondary) } else { content }
    }
  }
}
