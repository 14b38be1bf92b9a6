@_exported public import Presentation

/// A piece of a screen, described as a value.
///
/// A view is cheap to make and is made again and again. What lasts, its state and its widgets, is kept by the graph behind it, by the
/// view's *identity*: its type and its place among its siblings, or its id in a ``ForEach``.
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
/// The body is evaluated again only if something that it read has changed: a ``State``, a property of an `@Observable` model, a value of
/// the ``Environment``, or the view's own stored properties.
@MainActor @preconcurrency
public protocol View {
  /// The view that this one is made of.
  associatedtype Body: View

  /// What this view shows, in terms of other views. It is evaluated on the main actor, and must only read.
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }

  /// Makes what stands behind the view in the graph. It is for this module's own views; a view of a program has a ``body`` instead.
  static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self>
}

extension View {
  /// Makes a node that evaluates the body.
  public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    CompositeNode(view, in: context)
  }
}

/// The body of a view that is made of a widget instead of other views. There is no value of it.
extension Never: View {
  /// Never evaluated.
  public var body: Never { self }
}

/// A view that is not made of other views: it makes its own node.
@MainActor @preconcurrency
protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  /// Never evaluated: the view makes its own node.
  @MainActor public var body: Never { preconditionFailure("\(Self.self) is made of no other views, so its body is not to be asked for.") }
}

/// Builds a view from the views that are written one after another, with conditions.
@resultBuilder
public enum ViewBuilder {
  /// One view as it is.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  /// No view.
  public static func buildBlock() -> EmptyView { EmptyView() }
  /// One view.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// Several views, one after another.
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content> {
    TupleView(repeat each content)
  }
  /// A condition without a second branch.
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  /// A condition whose first branch was taken.
  public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
    _ConditionalContent(.first(first))
  }
  /// A condition whose second branch was taken.
  public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
    _ConditionalContent(.second(second))
  }
  /// A condition about what the system has.
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}
