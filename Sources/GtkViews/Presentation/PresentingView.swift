internal import CGtk
internal import GtkBridge

/// A view that presents something while a piece of state holds a value.
///
/// All presentation modifiers end here. What is presented is read in the node's own evaluation, so that it follows what it reads, whoever
/// else is evaluated: the parent's body need not be.
nonisolated struct PresentingView<Content: View, Kind: PresentationKind>: PrimitiveView {
  let content: Content
  let kind: Kind

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    PresentingNode(view, in: context)
  }
}

/// What is presented: an alert, a window, a popover.
@MainActor @preconcurrency
protocol PresentationKind {
  /// Keeps what is on screen in step with the state.
  associatedtype Presenter: PresentationHolder where Presenter.Kind == Self
  /// What identifies the item that the state holds now, or `nil`.
  var id: AnyHashable? { get }
  /// Writes `nil` to the state.
  func clear()
  /// Called when what was presented is gone.
  var onDismiss: (@MainActor () -> Void)? { get }
  /// Whether it is a dialog with a Boolean, so that a write and not an id tells one presentation from the next.
  static var isByBoolean: Bool { get }
}

extension PresentationKind {
  static var isByBoolean: Bool { false }
}

/// What is presented while an item is there.
@MainActor @preconcurrency
protocol ItemPresentation: PresentationKind {
  associatedtype Item
  /// The state.
  var item: Binding<Item?> { get }
  /// What identifies an item.
  var identify: @MainActor (Item) -> AnyHashable { get }
}

extension ItemPresentation {
  var id: AnyHashable? { item.wrappedValue.map(identify) }
  func clear() { item.wrappedValue = nil }
  var onDismiss: (@MainActor () -> Void)? { nil }
}

/// What is presented while an item is there, and is made of views.
@MainActor @preconcurrency
protocol ViewsPresentation: ItemPresentation {
  associatedtype Content: View
  /// The views of an item.
  var content: @MainActor (Item) -> Content { get }
}

/// Keeps the presenter of one modifier, and makes the views that it presents as nodes below the modifier's own.
@MainActor
protocol PresentationHolder: AnyObject {
  associatedtype Kind: PresentationKind
  init(over widget: UnsafeMutablePointer<GtkWidget>, node: PresentationOwner<Kind>)
  /// GtkBridge's presenter.
  var presenter: DialogPresenter { get }
  /// The nodes of what is presented, if something is.
  var presented: [ViewNode] { get }
  /// The views of what is presented have other widgets than before. It is told only of those that are in no container of their own.
  func presentedWidgetsDidChange()
  /// The views around are handed down something else.
  func environmentDidChange(to environment: EnvironmentValues)
}

extension PresentationHolder {
  func presentedWidgetsDidChange() {}
}

/// What a holder needs of the node that it belongs to.
@MainActor
class PresentationOwner<Kind: PresentationKind> {
  /// The modifier's values, as they were last given.
  var kind: Kind
  /// Borrowed: it ends this object's presenter before it goes.
  unowned let node: ViewNode
  let startingWrite = StartingWrite()

  init(_ kind: Kind, node: ViewNode) {
    self.kind = kind
    self.node = node
  }

  /// The state as the presenter sees it.
  var source: PresentationSource {
    PresentationSource(
      id: { [weak self] in self?.kind.id },
      clear: { [weak self] in self?.kind.clear() },
      // It is called when the node may be gone already, so it holds what it needs.
      onDismiss: { [self] in kind.onDismiss?() })
  }
}

extension PresentationOwner where Kind: ItemPresentation {
  /// Runs the action of a button, and returns whether the action wrote the state that presents the dialog. The state is written if
  ///
  /// - the optional behind a Boolean holds another value,
  /// - the binding was written, also with an equal value,
  /// - the one `State` that the binding reads was written, or
  /// - the action wrote `true` to the Boolean property of a model.
  func isStateWritten(by action: () -> Void) -> Bool {
    let item = kind.item
    if let property = startingWrite.property {
      if item.hasIdentity {
        kind.clear()
        action()
        return item.wrappedValue != nil
      }
      // The setter of a binding made of closures may do more than write the property, so it must not run before the action.
      if let model = ModelProperty.clear(property, above: node, while: { item.wrappedValue != nil }) {
        action()
        let isWritten = item.wrappedValue != nil
        if !isWritten { model.write(true) }
        return isWritten
      }
    }
    let hasChanged = item.snapshot()
    let source = node.readings?.state.onlySource.map { BindingIdentity($0) }
    let written = BindingWrites.record(action)
    return hasChanged() || item.isAmong(written) || source.map { written.contains($0) && isWhole } ?? false
  }

  /// Whether the source holds nothing but what presents the dialog: a Boolean or an optional.
  private var isWhole: Bool { (node.readings?.state.onlySource as? any PresentingStorage)?.presents == true }
}

/// Storage whose value can present a dialog by itself.
@MainActor
protocol PresentingStorage {
  /// Whether the value is a Boolean or an optional.
  var presents: Bool { get }
}

extension StateStorage: PresentingStorage {
  var presents: Bool { Value.self == Bool.self || Value.self is any ExpressibleByNilLiteral.Type }
}

@MainActor
final class PresentingNode<Content: View, Kind: PresentationKind>: _ViewNode<PresentingView<Content, Kind>>, Evaluated {
  private var content: _ViewNode<Content>!
  private var owner: PresentationOwner<Kind>!
  private var holder: Kind.Presenter?

  override init(_ view: PresentingView<Content, Kind>, in context: _NodeContext) {
    super.init(view, in: context)
    content = Content._makeNode(view.content, in: contextBelow())
    owner = PresentationOwner(view.kind, node: self)
    look()
  }

  override var children: [ViewNode] {
    [content] + (holder?.presented ?? [])
  }

  override func environmentDidChange() {
    content.updateEnvironment(environment)
    holder?.environmentDidChange(to: environment)
  }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    content.collectWidgets(into: &widgets)
  }

  override func update(to view: PresentingView<Content, Kind>) {
    super.update(to: view)
    owner.kind = view.kind
    content.update(to: view.content)
    look()
  }

  override func widgetsDidChange() {
    super.widgetsDidChange()
    guard content != nil, isMounted else { return }
    guard let holder else { return look() }
    // What was presented from the widget before stays on screen.
    holder.presenter.viewMoved(to: content.widgets.first)
    holder.presentedWidgetsDidChange()
  }

  var viewName: String { "\(Content.self)" }

  func evaluateAgain() {
    isChanged = false
    look()
  }

  override func willUnmount() {
    owner.startingWrite.end()
    holder?.presenter.viewIsGone()
    holder = nil
  }

  /// Reads the state, and has the presenter look at it in this turn. The presenter is made when there is something to present.
  private func look() {
    let id = observing(self) { ViewGraph.shared.evaluate(self) { view.kind.id } }
    if id == nil, Kind.isByBoolean { owner.startingWrite.watch { _ = view.kind.id } }
    if holder == nil {
      guard id != nil, let widget = content.widgets.first else { return }
      holder = Kind.Presenter(over: widget, node: owner)
    }
    holder?.presenter.stateMayHaveChanged()
  }
}

/// The item that is shown: the state's, kept for as long as what is on screen takes to close.
@MainActor
final class ShownItem<Item> {
  private let kept = StateStorage<Item?>(nil)
  private let current: @MainActor () -> Item?

  /// Begins with none. The closure gives the item that the state holds.
  init(_ current: @escaping @MainActor () -> Item?) {
    self.current = current
  }

  /// Takes the item that the state holds, if it holds one.
  func update() {
    if let item = current() { kept.write(item) }
  }

  func discard() {
    kept.write(nil)
  }

  /// The item's views. Their closure is not called while the state holds nothing: it may unwrap what is gone by then. Until what is on screen
  /// has closed, they stay as they were.
  func views<Content: View>(_ make: @escaping @MainActor (Item) -> Content) -> PresentedContent<Content?> {
    let last = LastViews<Content>()
    return PresentedContent { [kept, current] in
      guard let item = kept.read() else { return nil }
      if last.views == nil || current() != nil { last.views = make(item) }
      return last.views
    }
  }
}

/// The views of the item that is shown, in a container of their own.
@MainActor
final class PresentedViews<Item, Content: View> {
  /// Borrowed, as by the owner.
  private unowned let node: ViewNode
  private let shown: ShownItem<Item>
  private let content: @MainActor (Item) -> Content
  private var root: RootNode<PresentedContent<Content?>>?

  /// Of the item that a modifier's state holds, as its closure makes them.
  init<Kind: ViewsPresentation>(of owner: PresentationOwner<Kind>) where Kind.Item == Item, Kind.Content == Content {
    node = owner.node
    shown = ShownItem { owner.kind.item.wrappedValue }
    content = { owner.kind.content($0) }
  }

  /// The views' nodes, while something is on screen.
  var nodes: [ViewNode] { root.map { [$0] } ?? [] }

  /// Makes the views. The widget that they are in is borrowed.
  func make(in environment: EnvironmentValues) -> UnsafeMutablePointer<GtkWidget> {
    shown.update()
    let root = RootNode(RootView(content: shown.views(content)), in: _NodeContext(below: node, environment: environment))
    self.root = root
    return root.widget
  }

  /// Follows the state. The closure may have captured other values than before.
  func update() {
    shown.update()
    root?.update(to: RootView(content: shown.views(content)))
  }

  func updateEnvironment(_ environment: EnvironmentValues) {
    root?.updateEnvironment(environment)
  }

  /// Hands down how wide the window is.
  func follow(_ sizeClass: UserInterfaceSizeClass) {
    root?.updateEnvironment(\.horizontalSizeClass, to: sizeClass)
  }

  func discard() {
    root?.unmount()
    root = nil
    shown.discard()
  }
}

@MainActor private final class LastViews<Content> {
  var views: Content?
}

/// Evaluates what is presented in a body of its own: it follows what it reads.
nonisolated struct PresentedContent<Content: View>: View {
  let make: @MainActor () -> Content

  @MainActor var body: Content { make() }
}
