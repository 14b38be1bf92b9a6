/// The makers of a navigation stack. A maker creates the page for a value. Each type of values has makers of its own.
@MainActor
final class NavigationDestinations {
  /// The makers, by the type of their values.
  private var makersByType: [ObjectIdentifier: MakersOfType] = [:]

  /// A closure that creates the page for a value, and the view that registered the closure.
  private struct Maker {
    /// The node of the view.
    let owner: ObjectIdentifier
    /// The level of the owner's page in the stack. The root has level 0.
    let level: Int
    let make: @MainActor (Any) -> AnyView
  }

  /// The makers for one type of values. Views that have used makers of another type are not evaluated again when these
  /// makers change.
  private final class MakersOfType: StateSource {
    /// The makers, sorted from the root to the last page. Only the first one is used. A later page, such as the page of
    /// a nested folder, may register the same type again. Its maker then has no effect.
    var sortedMakers: [Maker] = []
  }

  /// Returns the page for a value. The body that calls this function is evaluated again when the maker for the value
  /// changes.
  func view(for value: Any) -> AnyView {
    let value = (value as? AnyHashable)?.base ?? value
    let makersOfType = makers(of: ObjectIdentifier(type(of: value)))
    makersOfType.noteRead()
    if let maker = makersOfType.sortedMakers.first { return maker.make(value) }
    let misuse = Misuse(
      """
      A value of the type \(type(of: value)) was put on the path of a NavigationStack that knows no view for it; the page is empty. Give \
      the stack's root a navigationDestination(for: \(type(of: value)).self).
      """, fileID: #fileID, line: #line)
    ViewGraph.shared.reportOnce(misuse)
    return AnyView(EmptyView())
  }

  /// Registers a view's maker, or replaces the maker that the view has registered before.
  fileprivate func set(
    _ make: @escaping @MainActor (Any) -> AnyView, for type: ObjectIdentifier, by owner: ObjectIdentifier, on level: Int
  ) {
    let makersOfType = makers(of: type)
    let maker = Maker(owner: owner, level: level, make: make)
    if let index = makersOfType.sortedMakers.firstIndex(where: { $0.owner == owner }) {
      makersOfType.sortedMakers[index] = maker
    } else {
      let index = makersOfType.sortedMakers.firstIndex { $0.level > level } ?? makersOfType.sortedMakers.endIndex
      makersOfType.sortedMakers.insert(maker, at: index)
    }
    if makersOfType.sortedMakers.first?.owner == owner { makersOfType.markReaders() }
  }

  /// Removes a view's maker after the view was removed.
  fileprivate func removeMaker(for type: ObjectIdentifier, by owner: ObjectIdentifier) {
    let makersOfType = makers(of: type)
    guard let index = makersOfType.sortedMakers.firstIndex(where: { $0.owner == owner }) else { return }
    makersOfType.sortedMakers.remove(at: index)
    if index == 0 { makersOfType.markReaders() }
  }

  private func makers(of type: ObjectIdentifier) -> MakersOfType {
    if let makersOfType = makersByType[type] { return makersOfType }
    let makersOfType = MakersOfType()
    makersByType[type] = makersOfType
    return makersOfType
  }
}

extension View {
  /// Sets the pages for values of a type on the path of the ``NavigationStack`` that contains this view.
  ///
  /// The modifier applies to the whole stack while this view exists. Add it to the root, or to a page that is below the
  /// pages of these values. If several modifiers use the same type, the one nearest to the root applies.
  @preconcurrency public nonisolated func navigationDestination<Value: Hashable, Destination: View>(
    for type: Value.Type, @ViewBuilder destination: @escaping @MainActor (Value) -> Destination
  ) -> some View {
    ValueDestinationView(content: self, destination: destination)
  }
}

/// A view that registers the pages for a type of values.
private nonisolated struct ValueDestinationView<Content: View, Value: Hashable, Destination: View>: PrimitiveView {
  let content: Content
  let destination: @MainActor (Value) -> Destination

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    ValueDestinationNode(view, in: context)
  }
}

@MainActor
private final class ValueDestinationNode<Content: View, Value: Hashable, Destination: View>: _ViewNode<
  ValueDestinationView<Content, Value, Destination>
>
{
  private var content: _ViewNode<Content>!

  override init(_ view: ValueDestinationView<Content, Value, Destination>, in context: _NodeContext) {
    super.init(view, in: context)
    register()
    content = Content._makeNode(view.content, in: contextBelow())
  }

  override var children: [ViewNode] { [content] }

  override func update(to view: ValueDestinationView<Content, Value, Destination>) {
    super.update(to: view)
    register()
    content.update(to: view.content)
  }

  override func didUnmount() {
    environment.navigation?.destinations.removeMaker(for: ObjectIdentifier(Value.self), by: ObjectIdentifier(self))
  }

  /// Registers the destination. Each update registers the destination again, because the closure may have captured
  /// other values than before.
  private func register() {
    let destination = view.destination
    guard let navigation = environment.navigation else { return reportMissingStack() }
    // The cast is safe because `view(for:)` looks up the maker by the type of the value.
    navigation.destinations.set(
      { AnyView(destination($0 as! Value)) }, for: ObjectIdentifier(Value.self), by: ObjectIdentifier(self),
      on: environment.pageLevel)
  }

  private func reportMissingStack() {
    let misuse = Misuse(
      "A navigationDestination(for:) is set in a view outside a NavigationStack, so it has no effect. Put the view into a NavigationStack.",
      fileID: #fileID, line: #line)
    ViewGraph.shared.reportOnce(misuse)
  }
}

private struct PageLevelKey: EnvironmentKey {
  static var defaultValue: Int { 0 }
}

extension EnvironmentValues {
  /// The level of the view's page in its stack. The root has level 0.
  var pageLevel: Int {
    get { self[PageLevelKey.self] }
    set { self[PageLevelKey.self] = newValue }
  }
}
