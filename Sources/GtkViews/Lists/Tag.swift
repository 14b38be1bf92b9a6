extension View {
  /// Sets the selection value of a row in a ``List``, or the value of an option in a ``Picker``.
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
private final class TaggedNode<Content: View, Tag: Hashable>: ModifierNode<TaggedView<Content, Tag>>, RowContributing {
  override func update(to view: TaggedView<Content, Tag>) {
    let tagDidChange = view.tag != self.view.tag
    super.update(to: view)
    if tagDidChange { widgetsDidChange() }
  }

  override var capabilities: NodeCapabilities { [.isTransparent, .contributesRows] }

  override var canBeRecycled: Bool { content.canBeRecycled }

  func contributeRows(to rows: inout RowCollector) {
    rows.tagged(AnyHashable(view.tag)) { content.collectRows(into: &$0) }
  }
}

/// Reads the tag of a row from its view without creating the view's nodes.
@MainActor
enum RowTag {
  /// Returns whether views of a type can have a tag.
  static func mayBe<Content: View>(in type: Content.Type) -> Bool {
    if let type = type as? any TagBearing.Type { return type.mayHaveTag }
    guard Content.Body.self != Never.self, ViewLayout<Content>.shared.dynamicProperties.isEmpty else { return false }
    return mayBe(in: Content.Body.self)
  }

  /// Returns the outermost tag of a view. `nil` if the view has no tag, or if its tag is in a body that reads state or
  /// the environment and therefore needs a node.
  static func first<Content: View>(in view: Content) -> AnyHashable? {
    if let view = view as? any TagBearing { return view.rowTag }
    guard Content.Body.self != Never.self, ViewLayout<Content>.shared.dynamicProperties.isEmpty else { return nil }
    return first(in: view.body)
  }
}

/// A view whose tag is known without creating its nodes.
protocol TagBearing {
  @MainActor static var mayHaveTag: Bool { get }
  @MainActor var rowTag: AnyHashable? { get }
}

extension TaggedView {
  @MainActor static var mayHaveTag: Bool { true }
  @MainActor var rowTag: AnyHashable? { AnyHashable(tag) }
}

extension RowWrapping {
  @MainActor static var mayHaveTag: Bool { RowTag.mayBe(in: Content.self) }
  @MainActor var rowTag: AnyHashable? { RowTag.first(in: content) }
}

extension _ConditionalContent: TagBearing {
  @MainActor static var mayHaveTag: Bool { RowTag.mayBe(in: First.self) || RowTag.mayBe(in: Second.self) }
  @MainActor var rowTag: AnyHashable? {
    switch branch {
    case .first(let view): RowTag.first(in: view)
    case .second(let view): RowTag.first(in: view)
    }
  }
}
