/// A group of views with a header above and a footer below.
///
/// ```swift
/// Form {
///   Section("Sound") {
///     Toggle("Skip Silence", isOn: $skipsSilence)
///   }
/// }
/// ```
///
/// In a ``List``, the header and the footer are rows that cannot be selected. In a ``Menu``, the header is a title
/// below a separator line, and the footer is not displayed. In a ``Form``, the section is a box with a row for each
/// view.
public nonisolated struct Section<Header: View, Content: View, Footer: View>: View {
  let header: Header
  let content: Content
  let footer: Footer

  /// Creates a section with a header and a footer.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header, @ViewBuilder footer: () -> Footer)
  {
    self.header = header()
    self.content = content()
    self.footer = footer()
  }

  /// The header, the content and the footer, as the section's container displays them.
  @MainActor public var body: some View { ContextualSection(header: header, content: content, footer: footer) }
}

/// The views of a section for the container that the section is in. There are three kinds of containers: those that
/// collect buttons (menus and dialogs), forms, and all others, such as lists and stacks.
private nonisolated struct ContextualSection<Header: View, Content: View, Footer: View>: PrimitiveView,
  StaticallyCountedRows
{
  let header: Header
  let content: Content
  let footer: Footer

  static var isOneRow: Bool { false }

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    // The environment has a collector in a menu and among the buttons of a dialog.
    if let collector = context.environment.buttonCollector {
      return ForwardingNode(view, in: context) {
        MenuSection(header: $0.header, content: $0.content, collector: collector)
      }
    }
    if context.environment.isInForm {
      return ForwardingNode(view, in: context) {
        FormSection(header: $0.header, content: $0.content, footer: $0.footer)
      }
    }
    return ForwardingNode(view, in: context) {
      SequentialSection(header: $0.header, content: $0.content, footer: $0.footer)
    }
  }
}

/// The header, the content and the footer of a section, one after the other, for lists and stacks.
private nonisolated struct SequentialSection<Header: View, Content: View, Footer: View>: View {
  let header: Header
  let content: Content
  let footer: Footer

  @MainActor var body: some View {
    SectionEdge(content: header).font(.headline).foregroundStyle(.secondary)
    content
    SectionEdge(content: footer).font(.footnote).foregroundStyle(.secondary)
  }
}

/// The header or the footer of a section. In a list, the rows of a header or a footer cannot be selected.
private nonisolated struct SectionEdge<Content: View>: ModifyingView {
  let content: Content

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    SectionEdgeNode(view, in: context)
  }
}

@MainActor
private final class SectionEdgeNode<Content: View>: ModifierNode<SectionEdge<Content>>, RowContributing {
  override var capabilities: NodeCapabilities { [.forwardsChildren, .contributesRows] }

  func contributeRows(to rows: inout RowCollector) {
    // Rows without a tag cannot be selected.
    rows.tagged(nil) { content.collectRows(into: &$0) }
  }
}

extension Section where Footer == EmptyView {
  /// Creates a section with a header.
  public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header) {
    self.init(content: content, header: header, footer: { EmptyView() })
  }
}

extension Section where Header == EmptyView {
  /// Creates a section with a footer.
  public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
    self.init(content: content, header: { EmptyView() }, footer: footer)
  }
}

extension Section where Header == EmptyView, Footer == EmptyView {
  /// Creates a section without a header and a footer.
  public nonisolated init(@ViewBuilder content: () -> Content) {
    self.init(content: content, header: { EmptyView() }, footer: { EmptyView() })
  }
}

extension Section where Header == Text, Footer == EmptyView {
  /// Creates a section with a header that is looked up in the catalogue of translations.
  public nonisolated init(_ key: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content, header: { Text(key) })
  }

  /// Creates a section with a header that is displayed verbatim.
  @_disfavoredOverload
  public nonisolated init(_ text: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content, header: { Text(text) })
  }
}
