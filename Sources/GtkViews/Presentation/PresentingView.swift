internal import CGtk
internal import GtkBridge

/// A view that presents something while a piece of state holds a value.
///
/// All presentation modifiers use this view. The node evaluates the presented content itself. The content therefore updates when state that it reads
/// changes, even if the parent's body is not evaluated.
nonisolated struct PresentingView<Content: View, Kind: PresentationKind>: PrimitiveView {
  let content: Content
  let kind: Kind

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    PresentingNode(view, in: context)
  }
}

/// A kind of presentation: an alert, a window or a popover.
@MainActor @preconcurrency
protocol PresentationKind {
  /// The type that keeps the presentation on screen consistent with the state.
  associatedtype Presenter: PresentationHolder where Presenter.Kind == Self
  /// The identity of the item that the state holds, or `nil`.
  var id: AnyHashable? { get }
  /// Writes `nil` to the state.
  func clear()
  /// Called when the presentation is gone.
  var onDismiss: (@MainActor () -> Void)? { get }
  /// Whether it is a dialog with a Boolean. A write of the state, and not an id, distinguishes consecutive presentations of such a dialog.
  static var isByBoolean: Bool { get }
}

extension PresentationKind {
  static var isByBoolean: Bool { false }
}

/// A presentation that exists while the state holds an item.
@MainActor @preconcurrency
protocol ItemPresentation: PresentationKind {
  associatedtype Item
  /// The state.
  var item: Binding<Item?> { get }
  /// Returns the identity of an item.
  var identify: @MainActor (Item) -> AnyHashable { get }
}

extension ItemPresentation {
  var id: AnyHashable? { item.wrappedValue.map(identify) }
  func clear() { item.wrappedValue = nil }
  var onDismiss: (@MainActor () -> Void)? { nil }
}

/// A presentation that consists of views and exists while the state holds an item.
@MainActor @preconcurrency
protocol ViewsPresentation: ItemPresentation {
  associatedtype Content: View
  /// The views of an item.
  var content: @MainActor (Item) -> Content { get }
}

/// Owns the presenter of one modifier, and creates the presented views as nodes below the modifier's node.
@MainActor
protocol PresentationHolder: AnyObject {
  associatedtype Kind: PresentationKind
  init(over widget: UnsafeMutablePointer<GtkWidget>, node: PresentationOwner<Kind>)
  /// The presenter from GtkBridge.
  var presenter: DialogPresenter { get }
  /// The nodes of the presented views, if there are any.
  var presented: [ViewNode] { get }
  /// The widgets of the presented views have changed. This function is called only for views without a container of their own.
  func presentedWidgetsDidChange()
  /// The environment of the surrounding views has changed.
  func environmentDidChange(to environment: EnvironmentValues)
}

extension PresentationHolder {
  func presentedWidgetsDidChange() {}
}

/// The part of a presenting node that its holder uses.
@MainActor
class PresentationOwner<Kind: PresentationKind> {
  /// The latest values of the modifier.
  var kind: Kind
  /// Borrowed: the node ends this object's presenter before the node is gone.
  unowned let node: ViewNode
  let startingWrite = StartingWrite()

  init(_ kind: Kind, node: ViewNode) {
    self.kind = kind
    self.node = node
  }

  /// The state in the form that the presenter needs.
  var source: PresentationSource {
    PresentationSource(
      id: { [weak self] in self?.kind.id },
      clear: { [weak self] in self?.kind.clear() },
      // This closure retains the owner, because the node may already be gone when it is called.
      onDismiss: { [self] in kind.onDismiss?() })
  }
}

extension PresentationOwner where Kind: ItemPresentation {
  /// Runs the action of a button, and returns whether the action wrote the state that presents the dialog. The state counts as written if
  ///
  /// - the optional behind a Boolean holds another value,
  /// - the binding was written, also with an equal value,
  /// - the one `State` that the binding reads was written, or
  /// - the action wrote `true` to the Boolean property of a model.
  func isStateWritten(by action: () -> Void) -> Bool {
    let item = kind.item
    if startingWrite.isBoolean, item.hasIdentity {
      kind.clear()
      action()
      return item.wrappedValue != nil
    }
    let hasChanged = item.snapshot()
    let source = node.readings?.state.onlySource.map { BindingIdentity($0) }
    let written = BindingWrites.record(action)
    return hasChanged() || item.isAmong(written) || source.map { written.contains($0) && isWhole } ?? false
  }

  /// Whether the source holds only the value that presents the dialog: a Boolean or an optional.
  private var isWhole: Bool { (node.readings?.state.onlySource as? any PresentingStorage)?.presents == true }
}

/// Storage whose value alone can present a dialog.
@MainActor
protocol PresentingStorage {
  /// Whether the value is a Boolean or an optional.
  var presents: Bool { get }
}

extension StateStorage: PresentingStorage {
  var presents: Bool { Value.self == Bool.self || Value.self is any ExpressibleByNilLiteral.Type }
}

@MainActor
final class PresentingNode<Content: View, Kind: PresentationKind>: _ViewNode<PresentingView<Content, Kind>>, EvaluatedNode {
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
    // A presentation from the previous widget stays on screen.
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

  /// Reads the state, and makes the presenter check it in this turn. The presenter is created when there is something to present.
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

/// The presented item: the item in the state, kept until the presentation has closed.
@MainActor
final class ShownItem<Item> {
  private let kept = StateStorage<Item?>(nil)
  private let current: @MainActor () -> Item?

  /// Creates storage without an item. The closure returns the item that the state holds.
  init(_ current: @escaping @MainActor () -> Item?) {
    self.current = current
  }

  /// Stores the item that the state holds, if there is one.
  func update() {
    if let item = current() { kept.write(item) }
  }

  func discard() {
    kept.write(nil)
  }

  /// Returns the item's views. Their closure is not called while the state holds no item, because it may unwrap a value that is `nil` by then. The
  /// views stay unchanged until the presentation has closed.
  func views<Content: View>(_ make: @escaping @MainActor (Item) -> Content) -> PresentedContent<Content?> {
    let last = LastViews<Content>()
    return PresentedContent { [kept, current] in
      guard let item = kept.read() else { return nil }
      if last.views == nil || current() != nil { last.views = make(item) }
      return last.views
    }
  }
}

/// The views of the presented item, in a container of their own.
@MainActor
final class PresentedViews<Item, Content: View> {
  /// Borrowed, like the owner's node.
  private unowned let node: ViewNode
  private let shown: ShownItem<Item>
  private let content: @MainActor (Item) -> Content
  private var root: RootNode<PresentedContent<Content?>>?

  /// Creates the views of the item in a modifier's state with the modifier's closure.
  init<Kind: ViewsPresentation>(of owner: PresentationOwner<Kind>) where Kind.Item == Item, Kind.Content == Content {
    node = owner.node
    shown = ShownItem { owner.kind.item.wrappedValue }
    content = { owner.kind.content($0) }
  }

  /// The nodes of the views while they are on screen.
  var nodes: [ViewNode] { root.map { [$0] } ?? [] }

  /// Creates the views. The returned widget, which contains them, is borrowed.
  func make(in environment: EnvironmentValues) -> UnsafeMutablePointer<GtkWidget> {
    shown.update()
    let root = RootNode(RootView(content: shown.views(content)), in: _NodeContext(below: node, environment: environment))
    self.root = root
    return root.widget
  }

  /// Updates the views from the state. The closure may have captured other values than before.
  func update() {
    shown.update()
    root?.update(to: RootView(content: shown.views(content)))
  }

  func updateEnvironment(_ environment: EnvironmentValues) {
    root?.updateEnvironment(environment)
  }

  /// Passes the size class of the window's width to the views.
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
