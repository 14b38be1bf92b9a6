/// A view that is compared by `==` when the view above is evaluated. If the values are equal, its body is not evaluated
/// again. A change of a state or a model that the body has read still evaluates the body.
///
/// ```swift
/// Chart(points: points)
///   .equatable()
/// ```
///
/// An `Equatable` view is always compared in this way, even without `EquatableView`. `EquatableView` only makes the
/// comparison explicit at the place of use.
public nonisolated struct EquatableView<Content: View & Equatable>: View {
  /// The view.
  public let content: Content

  /// Creates a view that is compared by `==`.
  public init(content: Content) {
    self.content = content
  }

  /// The view.
  @MainActor public var body: some View { content }
}

extension View where Self: Equatable {
  /// Compares the view by `==` when the view above is evaluated: see ``EquatableView``.
  public nonisolated func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}
