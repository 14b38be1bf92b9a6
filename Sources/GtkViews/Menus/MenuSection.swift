/// A section of a menu, which consists of a line, the header and the entries. A menu does not display the footer of a
/// section.
struct MenuSection<Header: View, Content: View>: PrimitiveView {
  let header: Header
  let content: Content
  /// Notified after each change of the section.
  let collector: ButtonCollector

  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    MenuSectionNode(view, in: context)
  }
}

@MainActor
private final class MenuSectionNode<Header: View, Content: View>: MenuGroupNode<
  MenuSection<Header, Content>, Header, Content
>
{
  init(_ view: MenuSection<Header, Content>, in context: _NodeContext) {
    super.init(view, in: context, view.collector, label: { $0.header }, content: { $0.content })
  }

  override func gather(into contents: inout MenuContents, shortcuts: [KeyboardShortcut]) {
    contents.addSection(title) { $0.gather(content) }
  }
}
