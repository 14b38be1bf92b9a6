internal import CGtk
internal import GtkBridge

/// A box with views that belong together, and a label above the box.
///
/// ```swift
/// GroupBox("Storage") {
///   Text("12 episodes are downloaded.")
/// }
/// ```
public nonisolated struct GroupBox<Label: View, Content: View>: View {
  let label: Label
  let content: Content

  /// Creates a box that shows `content` in a column, below a label that can be any view.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }

  /// The label and the box below it.
  @MainActor public var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      label.font(.headline)
      VStack(alignment: .leading) { content }
        .frame(maxWidth: .infinity, alignment: .leading)
        .padding(12)
        .modifier(BoxStyle())
    }
  }
}

/// The style of a box. The boxes of a ``Form`` have the same style.
private struct BoxStyle: ViewModifier {
  func body(content: Content) -> some View {
    WrappedView(
      content: content,
      wrapping: Wrapping(
        declarations: "background-color: @theme_base_color; border: 1px solid @borders; border-radius: 9px;"))
  }
}

extension GroupBox where Label == Text {
  /// Creates a box with a label that is looked up in the catalogue of translations.
  public nonisolated init(_ key: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(key) }
  }

  /// Creates a box with a label that is shown verbatim.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(text) }
  }
}

extension GroupBox where Label == EmptyView {
  /// Creates a box without a label.
  public nonisolated init(@ViewBuilder content: () -> Content) {
    self.init(content: content) { EmptyView() }
  }
}
