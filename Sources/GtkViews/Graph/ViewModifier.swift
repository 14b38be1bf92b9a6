/// A reusable modification of a view, with its own body and optionally its own state.
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
  /// The type of the view that the modifier returns.
  associatedtype Body: View
  /// The type of the unmodified view that ``body(content:)`` receives.
  typealias Content = _ModifierContent

  /// Returns the modified view. This function is evaluated like a view's body.
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

/// The unmodified view that a ``ViewModifier`` receives as its content.
public nonisolated struct _ModifierContent: View {
  /// The unmodified view.
  public let body: AnyView
}

/// A view with a ``ViewModifier``.
public nonisolated struct ModifiedContent<Content: View, Modifier: ViewModifier>: View {
  /// The unmodified view.
  public var content: Content
  /// The modifier.
  public var modifier: Modifier

  /// Creates a view with a modifier.
  public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }

  /// The view that the modifier returns.
  @MainActor public var body: some View { modifier.body(content: _ModifierContent(body: AnyView(content))) }
}

extension View {
  /// Applies a modifier to the view.
  public nonisolated func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }
}
