/// A view with a label that describes it.
///
/// ```swift
/// LabeledContent("Size", value: "12 MB")
/// ```
///
/// In a ``Form``, the label is at the leading end of the row and the content at the trailing end.
public nonisolated struct LabeledContent<Label: View, Content: View>: View {
  let label: Label
  let content: Content

  /// Creates a labelled view with any view as its label.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }

  /// The label and the content side by side.
  @MainActor public var body: some View { LabeledLine(label: label, content: content) }
}

extension LabeledContent where Label == Text {
  /// Creates a labelled view with a label that is looked up in the catalogue.
  public nonisolated init(_ key: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(key) }
  }

  /// Creates a labelled view with a label that is shown verbatim.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(text) }
  }
}

extension LabeledContent where Label == Text, Content == Text {
  /// Creates a label that is looked up in the catalogue, with a value that is shown verbatim.
  public nonisolated init(_ key: LocalizedStringKey, value: some StringProtocol) {
    self.init(content: { Text(verbatim: String(value)) }, label: { Text(key) })
  }

  /// Creates a label and a value that are both shown verbatim.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol, value: some StringProtocol) {
    self.init(content: { Text(verbatim: String(value)) }, label: { Text(text) })
  }
}

/// The label and the content side by side. In a form, the content is at the trailing end. The label is omitted if the
/// environment hides labels. A content that is a text has the secondary colour.
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
