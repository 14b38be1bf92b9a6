extension View {
  /// Gives a row the value by which it is chosen in a ``List``, or a view in a ``Picker`` the value that it stands for.
  public nonisolated func tag<Tag: Hashable>(_ tag: Tag) -> some View { TaggedView(content: self, tag: tag) }
}

nonisolated struct TaggedView<Content: View, Tag: Hashable>: ModifyingView {
  let content: Content
  let tag: Tag

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    TaggedNode(view, in: context)
  }
}

@MainActor
private final class TaggedNode<Content: View, Tag: Hashable>: ModifierNode<TaggedView<Content, Tag>> {
  override func update(to view: TaggedView<Content, Tag>) {
    let isTaggedAnew = view.tag != self.view.tag
    super.update(to: view)
    if isTaggedAnew { widgetsDidChange() }
  }

  override var passesRows: Bool { true }

  override func collectRows(into rows: inout RowCollector) {
    rows.tagged(AnyHashable(view.tag)) { content.collectRows(into: &$0) }
  }
}

/// A view of whose type one knows that it has a tag, which can be asked for without making the view.
protocol TagCarrying {
  var anyTag: AnyHashable { get }
}

extension TagCarrying {
  /// The tag of a view, which must be of this type.
  static func tag(of view: some View) -> AnyHashable? { (view as? Self)?.anyTag }
}

extension TaggedView: TagCarrying {
  var anyTag: AnyHashable { AnyHashable(tag) }
}
