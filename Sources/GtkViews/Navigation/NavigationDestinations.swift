/// The closures of a navigation stack that create pages for values, by the type of the value.
@MainActor
final class NavigationDestinations {
  /// The makers by the type of the values.
  private var makersByType: [ObjectIdentifier: PageMakers] = [:]

  /// A closure that creates pages, and the view that registered it.
  private struct Maker {
    let owner: ObjectIdentifier
    /// The level of the owner's page in the stack. The root has level 0.
    let level: Int
    let make: @MainActor (Any) -> AnyView
  }

  /// The makers of pages for one type of values. Readers of another type are not notified when these makers change.
  private final class PageMakers: StateSource {
    /// The makers, sorted from the root to the last page. Only the first one is used. A later page, such as the page of
    /// a nested folder, may register the same type again. Its maker then has no effect.
    var makers: [Maker] = []
  }

  /// Returns the view for a value. The reader is notified when the maker of the view changes.
  func view(for value: Any) -> AnyView {
    let value = (value as? AnyHashable)?.base ?? value
    let pageMakers = pageMakers(of: ObjectIdentifier(type(of: value)))
    pageMakers.noteRead()
    if let maker = pageMakers.makers.first { return maker.make(value) }
    let misuse = Misuse(
      """
      A value of the type \(type(of: value)) was put on the path of a NavigationStack that knows no view for it; the page is empty. Give \
      the stack's root a navigationDestination(for: \(type(of: value)).self).
      """, fileID: #fileID, line: #line)
    ViewGraph.shared.reportOnce(misuse)
    return AnyView(EmptyView())
  }

  /// Registers the maker of a view, or replaces the maker that the view has registered before.
  fileprivate func set(
    _ make: @escaping @MainActor (Any) -> AnyView, for type: ObjectIdentifier, by owner: ObjectIdentifier, on level: Int
  ) {
    let pageMakers = pageMakers(of: type)
    let maker = Maker(owner: owner, level: level, make: make)
    if let index = pageMakers.makers.firstIndex(where: { $0.owner == owner }) {
      pageMakers.makers[index] = maker
    } else {
      pageMakers.makers.insert(
        maker, at: pageMakers.makers.firstIndex { $0.level > level } ?? pageMakers.makers.endIndex)
    }
    if pageMakers.makers.first?.owner == owner { pageMakers.markReaders() }
  }

  /// Removes the maker of a view that is removed.
  fileprivate func remove(_ type: ObjectIdentifier, by owner: ObjectIdentifier) {
    let pageMakers = pageMakers(of: type)
    guard let index = pageMakers.makers.firstIndex(where: { $0.owner == owner }) else { return }
    pageMakers.makers.remove(at: index)
    if index == 0 { pageMakers.markReaders() }
  }

  private func pageMakers(of type: ObjectIdentifier) -> PageMakers {
    if let pageMakers = makersByType[type] { return pageMakers }
    let pageMakers = PageMakers()
    makersByType[type] = pageMakers
    return pageMakers
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
    DestinationView(content: self, destination: destination)
  }
}

/// A view that registers the pages for a type of values.
private nonisolated struct DestinationView<Content: View, Value: Hashable, Destination: View>: PrimitiveView {
  let content: Content
  let destination: @MainActor (Value) -> Destination

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    DestinationNode(view, in: context)
  }
}

@MainActor
private final class DestinationNode<Content: View, Value: Hashable, Destination: View>: _ViewNode<
  DestinationView<Content, Value, Destination>
>
{
  private var content: _ViewNode<Content>!

  override init(_ view: DestinationView<Content, Value, Destination>, in context: _NodeContext) {
    super.init(view, in: context)
    register()
    content = Content._makeNode(view.content, in: contextBelow())
  }

  override var children: [ViewNode] { [content] }

  override func update(to view: DestinationView<Content, Value, Destination>) {
    super.update(to: view)
    register()
    content.update(to: view.content)
  }

  override func didUnmount() {
    environment.navigation?.destinations.remove(ObjectIdentifier(Value.self), by: ObjectIdentifier(self))
  }

  /// Registers the destination again, because the closure may have captured other values than before.
  private func register() {
    let destination = view.destination
    guard let navigation = environment.navigation else { return reportMissingStack() }
    // Safe because `view(for:)` looks up the maker by the type of the value.
    navigation.destinations.set(
      { AnyView(destination($0 as! Value)) }, for: ObjectIdentifier(Value.self), by: ObjectIdentifier(self),
      on: environment.pageLevel)
  }

  private func reportMissingStack() {
    let misuse = Misuse(
      "A navigationDestination(for:) is set in a view that is in no NavigationStack, so no page will be made by it. Put the view into one.",
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
