internal import CGtk

/// A horizontal stack in a horizontal ``ScrollView``. The stack creates a view when the view comes near the visible
/// part.
///
/// ```swift
/// ScrollView(.horizontal) {
///   LazyHStack {
///     ForEach(shows) { Cover(show: $0) }
///   }
/// }
/// ```
///
/// The stack is lazy if it is the only content of a horizontal ``ScrollView``. With a view next to it or a modifier
/// around it, such as padding, the stack is an ``HStack`` and creates all views at once. Views and state have the same
/// lifetimes as in a ``List``.
public nonisolated struct LazyHStack<Content: View>: PrimitiveView {
  let alignment: VerticalAlignment
  let spacing: Int
  let content: Content

  /// Creates a lazy horizontal stack.
  ///
  /// - Parameters:
  ///   - alignment: The vertical alignment of views whose height is less than the stack's.
  ///   - spacing: Pixels between two views. A lazy stack has this space after the last view too. The default is 6.
  ///   - content: The views.
  public init(alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.spacing = Int(pixels: spacing)
    self.content = content()
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    guard context.parent?.lazyScrollAxis == .horizontal else { return StackNode(view, of: .horizontal, in: context) }
    return LazyStackNode(view, of: .horizontal, in: context)
  }
}

extension LazyHStack: Stack {
  var crossAlignment: GtkAlign { alignment.gtk }
}
