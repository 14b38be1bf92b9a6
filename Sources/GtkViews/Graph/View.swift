@_exported public import Presentation

/// A part of the user interface, described as a value.
///
/// A view is cheap to create. Each evaluation of the body that contains the view creates the view again. The view's
/// state and widgets are kept in a *node*, an object that the library finds by the view's *identity*. The identity is
/// the view's type and position among its siblings, or the view's id in a ``ForEach``. ``View/id(_:)`` adds an id to
/// the identity.
///
/// ```swift
/// struct Greeting: View {
///   @State private var isPolite = true
///
///   var body: some View {
///     VStack {
///       Text(isPolite ? "Good morning" : "Hi")
///       Toggle("Polite", isOn: $isPolite)
///     }
///   }
/// }
/// ```
///
/// The body is evaluated again only if a value that it read has changed, such as a ``State``, a property of an
/// `@Observable` model or a value of the ``Environment``, or if the view is created again with other stored properties.
/// A stored property that cannot be compared, such as a closure, counts as changed.
@MainActor @preconcurrency
public protocol View {
  /// The type of the view's body.
  associatedtype Body: View

  /// The content of this view, composed of other views. It is evaluated on the main actor, and must not write state.
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }

  /// Creates the view's node. Only this module's own views implement this function. A view of a program
  /// implements ``body`` instead.
  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self>
}

extension View {
  /// Creates a node that evaluates the body.
  public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    CompositeNode(view, in: context)
  }
}

/// `Never` is the `Body` type of the library's own views that have no body, such as ``Text``.
extension Never: View {
  /// Never evaluated.
  public var body: Never { self }
}

/// A view without a body, which creates its own node.
@MainActor @preconcurrency
protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  /// Never evaluated, because the view creates its own node.
  @MainActor public var body: Never {
    preconditionFailure("\(Self.self) is a primitive view. It has no body.")
  }
}

/// Builds one view from the statements of a closure, such as views and conditions.
@resultBuilder
public enum ViewBuilder {
  /// Returns one view unchanged.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  /// Returns a view without content.
  public static func buildBlock() -> EmptyView { EmptyView() }
  /// Returns one view.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// Returns several views, one after another.
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content> {
    TupleView(repeat each content)
  }
  /// Returns the view of a condition without a second branch. `nil` if the condition is false.
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  /// Returns the view of a condition whose first branch was taken.
  public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
    _ConditionalContent(.first(first))
  }
  /// Returns the view of a condition whose second branch was taken.
  public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
    _ConditionalContent(.second(second))
  }
  /// Returns the view of an `#available` condition.
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}
