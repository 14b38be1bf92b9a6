/// A view that is evaluated again only if it differs by `==`.
///
/// A view that is `Equatable` is compared so in any case; this says it where it is used.
public nonisolated struct EquatableView<Content: View & Equatable>: View {
  /// The view.
  public let content: Content

  /// Compares a view by `==`.
  public init(content: Content) {
    self.content = content
  }

  /// The view.
  @MainActor public var body: some View { content }
}

extension View where Self: Equatable {
  /// Evaluates the view again only if it differs by `==`.
  public nonisolated func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}
