internal import CGtk

/// A view without content.
public nonisolated struct EmptyView: PrimitiveView {
  /// Creates a view without content.
  public init() {}

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: EmptyView, in context: _NodeContext) -> _ViewNode<EmptyView> {
    EmptyNode(view, in: context)
  }
}

@MainActor
private final class EmptyNode: _ViewNode<EmptyView> {
  override var canBeRecycled: Bool { true }
}

/// Several views in order, created by a ``ViewBuilder``.
public nonisolated struct TupleView<each Content: View>: PrimitiveView {
  let content: (repeat each Content)

  init(_ content: repeat each Content) {
    self.content = (repeat each content)
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    TupleNode<repeat each Content>(view, in: context)
  }
}

@MainActor
private final class TupleNode<each Content: View>: _ViewNode<TupleView<repeat each Content>> {
  private var nodes: (repeat _ViewNode<each Content>)!

  override init(_ view: TupleView<repeat each Content>, in context: _NodeContext) {
    super.init(view, in: context)
    let below = contextBelow()
    func make<Child: View>(_ child: Child) -> _ViewNode<Child> { Child._makeNode(child, in: below) }
    nodes = (repeat make(each view.content))
  }

  override var capabilities: NodeCapabilities { .forwardsChildren }

  override var canBeRecycled: Bool { childrenCanBeRecycled }

  override var children: [ViewNode] {
    var children: [ViewNode] = []
    for node in repeat each nodes! { children.append(node) }
    return children
  }

  override func update(to view: TupleView<repeat each Content>) {
    super.update(to: view)
    func update<Child: View>(_ node: _ViewNode<Child>, _ child: Child) { node.update(to: child) }
    (repeat update(each nodes!, each view.content))
  }
}

/// One of two views, created by a condition in a ``ViewBuilder``.
public nonisolated struct _ConditionalContent<First: View, Second: View>: PrimitiveView {
  enum Branch {
    case first(First)
    case second(Second)
  }

  let branch: Branch

  init(_ branch: Branch) {
    self.branch = branch
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ConditionalNode<First, Second>(view, in: context)
  }
}

/// The tags by which `ChildTransitions` identifies the branches of a condition.
private enum BranchTag {
  static let first = 1
  static let second = 2
}

@MainActor
private final class ConditionalNode<First: View, Second: View>: _ViewNode<_ConditionalContent<First, Second>> {
  private enum BranchNode {
    case first(_ViewNode<First>)
    case second(_ViewNode<Second>)
  }

  /// The node of the branch that the condition has taken.
  private var branchNode: BranchNode!
  /// The transitions of the branches. `ChildTransitions` identifies a branch by a ``BranchTag``.
  private var transitions: ChildTransitions?

  override init(_ view: _ConditionalContent<First, Second>, in context: _NodeContext) {
    super.init(view, in: context)
    branchNode = makeBranchNode(view)
  }

  override var capabilities: NodeCapabilities { .forwardsChildren }

  override var canBeRecycled: Bool { transitions?.isIdle != false && childrenCanBeRecycled }

  override var children: [ViewNode] {
    switch branchNode! {
    case .first(let node): [node]
    case .second(let node): [node]
    }
  }

  override func update(to view: _ConditionalContent<First, Second>) {
    super.update(to: view)
    switch (branchNode!, view.branch) {
    case (.first(let node), .first(let first)): node.update(to: first)
    case (.second(let node), .second(let second)): node.update(to: second)
    case (.first(let node as ViewNode), .second):
      ChildTransitions.remove(node, BranchTag.first, of: self, &transitions, isReplaced: true)
      branchNode = makeBranchNode(view)
      if let new = children.first {
        ChildTransitions.insert(new, BranchTag.second, to: self, &transitions, isReplacing: true)
      }
      widgetsDidChange()
    case (.second(let node as ViewNode), .first):
      ChildTransitions.remove(node, BranchTag.second, of: self, &transitions, isReplaced: true)
      branchNode = makeBranchNode(view)
      if let new = children.first {
        ChildTransitions.insert(new, BranchTag.first, to: self, &transitions, isReplacing: true)
      }
      widgetsDidChange()
    }
  }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    // The removed views are before the current one.
    transitions?.collectWidgets(into: &widgets)
    super.collectWidgets(into: &widgets)
  }

  override func didUnmount() { transitions?.stopAll() }

  private func makeBranchNode(_ view: _ConditionalContent<First, Second>) -> BranchNode {
    switch view.branch {
    case .first(let first): .first(First._makeNode(first, in: contextBelow()))
    case .second(let second): .second(Second._makeNode(second, in: contextBelow()))
    }
  }
}

extension Optional: View where Wrapped: View {
  /// Never evaluated, because the view creates its own node.
  @MainActor public var body: Never {
    preconditionFailure("An optional view is a primitive view. It has no body.")
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: Wrapped?, in context: _NodeContext) -> _ViewNode<Wrapped?> {
    OptionalNode<Wrapped>(view, in: context)
  }
}

@MainActor
private final class OptionalNode<Wrapped: View>: _ViewNode<Wrapped?> {
  private var node: _ViewNode<Wrapped>?
  /// The transitions of the wrapped view. `ChildTransitions` identifies this view by the tag 1.
  private var transitions: ChildTransitions?

  override init(_ view: Wrapped?, in context: _NodeContext) {
    super.init(view, in: context)
    node = makeNode(view)
  }

  override var capabilities: NodeCapabilities { .forwardsChildren }

  override var canBeRecycled: Bool { transitions?.isIdle != false && childrenCanBeRecycled }

  override var children: [ViewNode] { node.map { [$0] } ?? [] }

  override func update(to view: Wrapped?) {
    super.update(to: view)
    if let node, let view { return node.update(to: view) }
    guard node != nil || view != nil else { return }
    if let node { ChildTransitions.remove(node, 1, of: self, &transitions) }
    node = makeNode(view)
    if let node { ChildTransitions.insert(node, 1, to: self, &transitions) }
    widgetsDidChange()
  }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    super.collectWidgets(into: &widgets)
    transitions?.collectWidgets(into: &widgets)
  }

  override func didUnmount() { transitions?.stopAll() }

  private func makeNode(_ view: Wrapped?) -> _ViewNode<Wrapped>? {
    view.map { Wrapped._makeNode($0, in: contextBelow()) }
  }
}

/// Several views as one view, for example to apply a modifier to each of them or to return them from a function.
///
/// ```swift
/// Group {
///   Text("Title")
///   Text("Subtitle")
/// }
/// .font(.headline)
/// ```
public nonisolated struct Group<Content: View>: View {
  /// The views.
  public let body: Content

  /// Creates one view from several views.
  public init(@ViewBuilder content: () -> Content) {
    body = content()
  }
}

/// A view whose type is hidden. If an update changes the type, the new view has another identity and new state.
///
/// ```swift
/// func icon(of episode: Episode) -> AnyView {
///   episode.isPlayed ? AnyView(Image(systemName: "checkmark")) : AnyView(ProgressView())
/// }
/// ```
public nonisolated struct AnyView: PrimitiveView {
  private let content: any View

  /// Creates a view that hides the type of another view.
  public init<Content: View>(_ view: Content) {
    content = view
  }

  /// Creates a view that hides the type of another view.
  public init<Content: View>(erasing view: Content) {
    content = view
  }

  /// Creates the node.
  @MainActor public static func _makeNode(_ view: AnyView, in context: _NodeContext) -> _ViewNode<AnyView> {
    AnyViewNode(view, in: context)
  }

  @MainActor fileprivate func makeNode(in context: _NodeContext) -> ViewNode {
    func open<Content: View>(_ content: Content) -> ViewNode { Content._makeNode(content, in: context) }
    return open(content)
  }

  /// Updates a node to this view if the node belongs to the same type of view. Returns whether the node was updated.
  @MainActor fileprivate func update(_ node: ViewNode) -> Bool {
    func open<Content: View>(_ content: Content) -> Bool {
      guard let node = node as? _ViewNode<Content> else { return false }
      node.update(to: content)
      return true
    }
    return open(content)
  }
}

@MainActor
private final class AnyViewNode: _ViewNode<AnyView> {
  private var node: ViewNode!
  /// The transitions of the views. `ChildTransitions` identifies a view by a tag: the type of its node.
  private var transitions: ChildTransitions?

  override init(_ view: AnyView, in context: _NodeContext) {
    super.init(view, in: context)
    node = view.makeNode(in: contextBelow())
  }

  override var capabilities: NodeCapabilities { .forwardsChildren }

  override var canBeRecycled: Bool { transitions?.isIdle != false && childrenCanBeRecycled }

  override var children: [ViewNode] { [node] }

  override func update(to view: AnyView) {
    super.update(to: view)
    guard !view.update(node) else { return }
    ChildTransitions.remove(node!, ObjectIdentifier(type(of: node!)), of: self, &transitions, isReplaced: true)
    node = view.makeNode(in: contextBelow())
    ChildTransitions.insert(node!, ObjectIdentifier(type(of: node!)), to: self, &transitions, isReplacing: true)
    widgetsDidChange()
  }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    // The removed views are before the current one.
    transitions?.collectWidgets(into: &widgets)
    super.collectWidgets(into: &widgets)
  }

  override func didUnmount() { transitions?.stopAll() }
}
