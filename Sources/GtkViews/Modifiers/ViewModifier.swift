/// A change to views that has a name, and may have state of its own.
///
/// ```swift
/// struct Card: ViewModifier {
///   @State private var isOpen = false
///
///   func body(content: Content) -> some View {
///     content.padding().background(.gray).onTapGesture { isOpen.toggle() }
///   }
/// }
///
/// Text("A text").modifier(Card())
/// ```
@MainActor @preconcurrency
public protocol ViewModifier {
  /// The view that it makes of another.
  associatedtype Body: View
  /// The view that is modified.
  typealias Content = _ModifiedView

  /// Makes a view of another. It is evaluated as a view's body is.
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

/// The view that a ``ViewModifier`` modifies.
public nonisolated struct _ModifiedView: View {
  /// The view.
  public let body: AnyView
}

/// A view with a ``ViewModifier``.
public nonisolated struct ModifiedContent<Content: View, Modifier: ViewModifier>: View {
  /// The view.
  public var content: Content
  /// What is done to it.
  public var modifier: Modifier

  /// Modifies a view.
  public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }

  /// What the modifier makes of the view.
  @MainActor public var body: some View { modifier.body(content: _ModifiedView(body: AnyView(content))) }
}

extension View {
  /// Changes the view as a modifier says.
  public nonisolated func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }
}
