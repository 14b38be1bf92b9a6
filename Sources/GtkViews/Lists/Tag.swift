internal import CGtk

extension View {
  /// Gives a row the value by which it is chosen in a ``List``.
  public nonisolated func tag<Tag: Hashable>(_ tag: Tag) -> some View { TaggedView(content: self, tag: tag) }
}

nonisolated struct TaggedView<Content: View, Tag: Hashable>: PrimitiveView {
  let content: Content
  let tag: Tag

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    TaggedNode(view, in: context)
  }
}

@MainActor
private final class TaggedNode<Content: View, Tag: Hashable>: _ViewNode<TaggedView<Content, Tag>>, RowIdentifying {
  private var content: _ViewNode<Content>!

  override init(_ view: TaggedView<Content, Tag>, in context: _NodeContext) {
    super.init(view, in: context)
    content = Content._makeNode(view.content, in: contextBelow())
  }

  override var children: [ViewNode] { [content] }

  override func update(to view: TaggedView<Content, Tag>) {
    super.update(to: view)
    content.update(to: view.content)
  }

  var identifiedWidgets: [(id: AnyHashable, widgets: [UnsafeMutablePointer<GtkWidget>])] { [(AnyHashable(view.tag), content.widgets)] }
}
