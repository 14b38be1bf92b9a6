/// A view that is evaluated again only if its value differs by `==`.
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
  /// Evaluates the view again only if its value differs by `==`.
  public nonisolated func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}
