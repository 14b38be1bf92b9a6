extension View {
  /// Sets the selection value of a row in a ``List``, or the value of an option in a ``Picker``.
  public nonisolated func tag<Tag: Hashable>(_ tag: Tag) -> some View { TaggedView(content: self, tag: tag) }
}

/// A view with a tag: the selection value of the view's rows, or the value of a picker's option.
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
    // The list above then collects its rows again, with the new tag.
    if tagDidChange { widgetsDidChange() }
  }

  override var capabilities: NodeCapabilities { [.forwardsChildren, .contributesRows] }

  override var canBeRecycled: Bool { content.canBeRecycled }

  func contributeRows(to rows: inout RowCollector) {
    rows.tagged(AnyHashable(view.tag)) { content.collectRows(into: &$0) }
  }
}

/// Reads the tag of a row from its view without creating the view's nodes.
@MainActor
enum RowTag {
  /// Returns whether ``outermost(in:)`` can find a tag in views of a type.
  static func mayExist<Content: View>(in type: Content.Type) -> Bool {
    if let type = type as? any TagBearing.Type { return type.mayHaveTag }
    guard Content.Body.self != Never.self, ViewFields<Content>.shared.dynamicProperties.isEmpty else { return false }
    return mayExist(in: Content.Body.self)
  }

  /// Returns the outermost tag of a view. `nil` if the view has no tag. Also `nil` if the tag is in a body with dynamic
  /// properties, such as state or values of the environment, because such a body needs a node.
  static func outermost<Content: View>(in view: Content) -> AnyHashable? {
    if let view = view as? any TagBearing { return view.rowTag }
    guard Content.Body.self != Never.self, ViewFields<Content>.shared.dynamicProperties.isEmpty else { return nil }
    return outermost(in: view.body)
  }
}

/// A view that may have a tag, which can be read without creating the view's nodes.
protocol TagBearing {
  /// Whether a view of this type can have a tag that can be read without nodes.
  @MainActor static var mayHaveTag: Bool { get }
  /// The outermost tag of the view. `nil` if the view has no tag that can be read without nodes.
  @MainActor var rowTag: AnyHashable? { get }
}

// A `TaggedView` has its own tag. The other views that wrap a row have the tag of their content.
extension TaggedView {
  @MainActor static var mayHaveTag: Bool { true }
  @MainActor var rowTag: AnyHashable? { AnyHashable(tag) }
}

extension RowWrapping {
  @MainActor static var mayHaveTag: Bool { RowTag.mayExist(in: Content.self) }
  @MainActor var rowTag: AnyHashable? { RowTag.outermost(in: content) }
}

extension _ConditionalContent: TagBearing {
  @MainActor static var mayHaveTag: Bool { RowTag.mayExist(in: First.self) || RowTag.mayExist(in: Second.self) }
  @MainActor var rowTag: AnyHashable? {
    switch branch {
    case .first(let view): RowTag.outermost(in: view)
    case .second(let view): RowTag.outermost(in: view)
    }
  }
}
