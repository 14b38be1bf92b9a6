/// Views one beside another, in a ``ScrollView`` that scrolls from side to side, that are made when they are seen.
///
/// It is lazy if it is all that a horizontal ``ScrollView`` holds; with something beside it or around it, such as padding, it is an
/// ``HStack``. What lives how long is as in a ``List``.
public nonisolated struct LazyHStack<Content: View>: PrimitiveView {
  let alignment: VerticalAlignment
  let spacing: Int
  let content: Content

  /// Views one beside another, as they are seen.
  ///
  /// - Parameters:
  ///   - alignment: Where views that are lower than the stack stand.
  ///   - spacing: Pixels behind each view; 6 if nothing is said.
  ///   - content: The views.
  public init(alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.spacing = Int(spacing: spacing)
    self.content = content()
  }

  /// Makes the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    guard context.parent?.scrollAxis == .horizontal else { return StackNode(view, of: .horizontal, in: context) }
    return LazyStackNode(view, of: .horizontal, in: context)
  }
}
