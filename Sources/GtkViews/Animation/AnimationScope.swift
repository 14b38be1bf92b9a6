extension View {
  /// Animates the changes in this view when a value changes, and only then.
  ///
  /// If the value differs from the value of the last update, the animation applies to all changes within this view in
  /// the current update, unless the transaction of the update disables animations. `withAnimation` is not needed for
  /// these changes. Changes outside this view are not affected.
  ///
  /// - Parameters:
  ///   - animation: The animation of the changes. `nil` applies them at once, also within `withAnimation`.
  ///   - value: The value that is compared with the value of the last update.
  public nonisolated func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> some View {
    AnimationScope(content: self, animation: animation, value: value)
  }

  /// Changes the transactions with which the views in this view are updated. A transaction contains the animation of an
  /// update. The closure can remove or replace that animation, for example.
  @preconcurrency public nonisolated func transaction(
    _ transform: @escaping @MainActor (inout Transaction) -> Void
  ) -> some View {
    TransactionScope(content: self, transform: transform)
  }
}

/// The view that `animation(_:value:)` returns. Like ``TransactionScope``, this view is a *scope*: it changes the
/// transactions of the updates of the views in it.
nonisolated struct AnimationScope<Content: View, Value: Equatable>: PrimitiveView {
  let content: Content
  let animation: Animation?
  let value: Value

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    AnimationScopeNode(view, in: context)
  }
}

@MainActor
private final class AnimationScopeNode<Content: View, Value: Equatable>: _ViewNode<AnimationScope<Content, Value>>,
  TransactionAdjusting
{
  private var content: _ViewNode<Content>!
  /// The number of the round in which the value last changed. `nil` if the value has not changed. A round evaluates the
  /// nodes that are marked: see ``UpdateTransactions``, which counts the rounds.
  private var roundOfChange: Int?

  override init(_ view: AnimationScope<Content, Value>, in context: _NodeContext) {
    super.init(view, in: context)
    content = Content._makeNode(view.content, in: contextBelow())
  }

  override var capabilities: NodeCapabilities { .adjustsTransactions }

  override var children: [ViewNode] { [content] }

  override var canBeRecycled: Bool { content.canBeRecycled }

  override func update(to view: AnimationScope<Content, Value>) {
    // A recycled node now displays another element of a list. A different value is then not a change.
    let valueDidChange = view.value != self.view.value && !ViewGraph.shared.isRecycling
    super.update(to: view)
    guard valueDidChange else { return content.update(to: view.content) }
    let transactions = ViewGraph.shared.transactions
    // A node below may be marked too, and its own update follows later in this round. `addScopeOfRound` has the effect
    // that this later update calls `adjust`, which sets the animation.
    roundOfChange = transactions.round
    transactions.addScopeOfRound()
    var transaction = transactions.current
    adjust(&transaction)
    transactions.run(transaction) { content.update(to: view.content) }
  }

  func adjust(_ transaction: inout Transaction) {
    guard roundOfChange == ViewGraph.shared.transactions.round, !transaction.disablesAnimations else { return }
    transaction.animation = view.animation
  }
}

/// The view that `transaction(_:)` returns.
private nonisolated struct TransactionScope<Content: View>: PrimitiveView {
  let content: Content
  let transform: @MainActor (inout Transaction) -> Void

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    TransactionScopeNode(view, in: context)
  }
}

@MainActor
private final class TransactionScopeNode<Content: View>: _ViewNode<TransactionScope<Content>>, TransactionAdjusting {
  private var content: _ViewNode<Content>!

  override init(_ view: TransactionScope<Content>, in context: _NodeContext) {
    super.init(view, in: context)
    // From now on, each update of a marked node below calls `adjust`.
    ViewGraph.shared.transactions.addScope()
    content = Content._makeNode(view.content, in: contextBelow())
  }

  override var capabilities: NodeCapabilities { .adjustsTransactions }

  override var children: [ViewNode] { [content] }

  override func update(to view: TransactionScope<Content>) {
    super.update(to: view)
    let transactions = ViewGraph.shared.transactions
    var transaction = transactions.current
    adjust(&transaction)
    transactions.run(transaction) { content.update(to: view.content) }
  }

  func adjust(_ transaction: inout Transaction) { view.transform(&transaction) }

  override func didUnmount() { ViewGraph.shared.transactions.removeScope() }
}
