/// A content view with a label that describes the content.
///
/// ```swift
/// LabeledContent("Size", value: "12 MB")
/// ```
///
/// In a ``Form``, the label is at the leading end of the row and the content at the trailing end.
public nonisolated struct LabeledContent<Label: View, Content: View>: View {
  let label: Label
  let content: Content

  /// Creates labelled content with any view as the label.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }

  /// The label and the content side by side. The label is omitted if the environment hides labels.
  @MainActor public var body: some View { LabeledLine(label: label, content: content) }
}

extension LabeledContent where Label == Text {
  /// Creates labelled content with a label that is looked up in the catalogue of translations.
  public nonisolated init(_ key: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(key) }
  }

  /// Creates labelled content with a label that is shown verbatim.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(text) }
  }
}

extension LabeledContent where Label == Text, Content == Text {
  /// Creates a value that is shown verbatim, with a label that is looked up in the catalogue of translations.
  public nonisolated init(_ key: LocalizedStringKey, value: some StringProtocol) {
    self.init(content: { Text(verbatim: String(value)) }, label: { Text(key) })
  }

  /// Creates a value with a label. Both are shown verbatim.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol, value: some StringProtocol) {
    self.init(content: { Text(verbatim: String(value)) }, label: { Text(text) })
  }
}

/// The label and the content side by side. In a form, the content is at the trailing end. The label is omitted if the
/// environment hides labels. If the content is a text, it has the secondary colour.
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
