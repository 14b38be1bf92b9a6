internal import CGtk
internal import GtkBridge

/// A view that presents a dialog, a window, a popover, a toast or a page while a piece of state holds a value.
///
/// All presentation modifiers use this view. Its node evaluates the presented content, so the content updates when
/// state that it reads changes, even if the body with the modifier is not evaluated.
nonisolated struct PresentingView<Content: View, Kind: PresentationKind>: PrimitiveView {
  /// The view with the modifier. The presented content belongs to ``kind``.
  let content: Content
  let kind: Kind

  @MainActor static func _makeNode(_ view: Self, in context: _NodeContext) -> _ViewNode<Self> {
    PresentingNode(view, in: context)
  }
}

/// The parameters of a presentation modifier, such as of an alert, a window or a popover.
@MainActor @preconcurrency
protocol PresentationKind {
  /// The type of the object that owns the presenter. The presenter keeps the screen consistent with the state.
  associatedtype Controller: PresentationController where Controller.Kind == Self
  /// The identity of the item that the state holds, or `nil`.
  var id: AnyHashable? { get }
  /// Writes `nil` to the state.
  func clear()
  /// The modifier's closure that is called when the presentation has closed, or `nil` if the modifier has none.
  var onDismiss: (@MainActor () -> Void)? { get }
  /// Whether the presentation is a dialog whose state is a Boolean. The presentations of such a dialog all have the
  /// same id, so only a write of the state shows that a new presentation was requested.
  static var hasBooleanState: Bool { get }
}

extension PresentationKind {
  static var hasBooleanState: Bool { false }
}

/// A presentation that exists while the state holds an item.
@MainActor @preconcurrency
protocol ItemPresentation: PresentationKind {
  associatedtype Item
  /// The binding to the state.
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
protocol PresentationController: AnyObject {
  associatedtype Kind: PresentationKind
  /// Creates the presenter. The presentation appears over a widget of the presenting view.
  init(over widget: UnsafeMutablePointer<GtkWidget>, model: PresentationModel<Kind>)
  /// The presenter, an object of GtkBridge that shows the dialog and closes it.
  var presenter: DialogPresenter { get }
  /// The nodes of the presented views, if there are any.
  var presentedNodes: [ViewNode] { get }
  /// Called when the widgets of the presented views may have changed, if these views have no container of their own. An
  /// example is the message of an alert.
  func presentedWidgetsDidChange()
  /// Called when the environment of the presenting view has changed.
  func environmentDidChange(to environment: EnvironmentValues)
}

extension PresentationController {
  func presentedWidgetsDidChange() {}
}

/// The part of a presenting node that its controller uses.
@MainActor
class PresentationModel<Kind: PresentationKind> {
  /// The latest values of the modifier.
  var kind: Kind
  /// Borrowed. The node ends the presentation before the node is released.
  unowned let node: ViewNode
  /// Records whether the write that started the presentation was a write of a model's Boolean property.
  let startingWrite = StartingWrite()

  init(_ kind: Kind, node: ViewNode) {
    self.kind = kind
    self.node = node
  }

  /// The state as closures, for the presenter.
  var source: PresentationSource {
    PresentationSource(
      id: { [weak self] in self?.kind.id },
      clear: { [weak self] in self?.kind.clear() },
      // This closure retains the presentation model, because the node may have been released before the call.
      onDismiss: { [self] in kind.onDismiss?() })
  }
}

extension PresentationModel where Kind: ItemPresentation {
  /// Runs the action of a button, and returns whether the action wrote the state that presents the dialog. The state
  /// counts as written in each of these cases:
  ///
  /// - The action wrote `true` to the Boolean property of a model.
  /// - The binding is computed from an optional, and the optional holds another value after the action.
  /// - The action wrote the binding, even with an equal value.
  /// - The action wrote the only `State` that the binding reads, and this `State` is a Boolean or an optional.
  func runReportingWrite(_ action: () -> Void) -> Bool {
    let binding = kind.item
    if startingWrite.wasBooleanProperty, binding.hasIdentity {
      // A model does not report a write of an equal value, so the state is set to `false` before the action: see
      // ``StartingWrite``.
      kind.clear()
      action()
      return binding.wrappedValue != nil
    }
    let hasChanged = binding.changeDetector()
    let onlySourceID = node.readings?.state.onlySource.map { BindingIdentity($0) }
    let writtenBindings = BindingWrites.recordWrites(of: action)
    return hasChanged() || binding.isAmong(writtenBindings)
      || onlySourceID.map { writtenBindings.contains($0) && isOnlySourceBooleanOrOptional } ?? false
  }

  /// Whether the binding reads only one `State`, whose value is a Boolean or an optional. Each write of such a `State`
  /// concerns the dialog. A write of a `State` with several properties may concern another property.
  private var isOnlySourceBooleanOrOptional: Bool {
    (node.readings?.state.onlySource as? any PresentingStorage)?.isBooleanOrOptional == true
  }
}

/// The storage of a `State` whose value may present a dialog.
@MainActor
protocol PresentingStorage {
  /// Whether the value is a Boolean or an optional.
  var isBooleanOrOptional: Bool { get }
}

extension StateStorage: PresentingStorage {
  var isBooleanOrOptional: Bool { Value.self == Bool.self || Value.self is any ExpressibleByNilLiteral.Type }
}

/// The node of a ``PresentingView``. It reads the state, and creates the controller.
@MainActor
final class PresentingNode<Content: View, Kind: PresentationKind>: _ViewNode<PresentingView<Content, Kind>>,
  EvaluatedNode
{
  /// The node of the view with the modifier.
  private var content: _ViewNode<Content>!
  private var model: PresentationModel<Kind>!
  /// The owner of the presenter. `nil` until the state holds a value for the first time.
  private var controller: Kind.Controller?

  override init(_ view: PresentingView<Content, Kind>, in context: _NodeContext) {
    super.init(view, in: context)
    content = Content._makeNode(view.content, in: contextBelow())
    model = PresentationModel(view.kind, node: self)
    readState()
  }

  override var children: [ViewNode] {
    [content] + (controller?.presentedNodes ?? [])
  }

  override func environmentDidChange() {
    content.updateEnvironment(environment)
    controller?.environmentDidChange(to: environment)
  }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    content.collectWidgets(into: &widgets)
  }

  override func update(to view: PresentingView<Content, Kind>) {
    super.update(to: view)
    model.kind = view.kind
    content.update(to: view.content)
    readState()
  }

  override func widgetsDidChange() {
    super.widgetsDidChange()
    guard content != nil, isMounted else { return }
    guard let controller else { return readState() }
    // The next presentation appears over the new widget. A visible presentation stays on screen.
    controller.presenter.viewMoved(to: content.widgets.first)
    controller.presentedWidgetsDidChange()
  }

  var viewName: String { "\(Content.self)" }

  func evaluateAgain() {
    isChanged = false
    readState()
  }

  override func willUnmount() {
    model.startingWrite.stopWatching()
    controller?.presenter.viewWasRemoved()
    controller = nil
  }

  /// Reads the state, and notifies the presenter, which reads the state again in this turn of the main loop. This node
  /// is evaluated again when the state changes. If there is no controller and the state holds a value, creates the
  /// controller with its presenter.
  private func readState() {
    let id = observing(self) { ViewGraph.shared.evaluate(self) { view.kind.id } }
    if id == nil, Kind.hasBooleanState { model.startingWrite.watch { _ = view.kind.id } }
    if controller == nil {
      guard id != nil, let widget = content.widgets.first else { return }
      controller = Kind.Controller(over: widget, model: model)
    }
    controller?.presenter.stateMayHaveChanged()
  }
}

/// Stores the presented item until the presentation has closed, even if the state holds no item any more.
@MainActor
final class ShownItem<Item> {
  /// The presented item. Nodes that read it are evaluated again when it changes.
  private let keptItem = StateStorage<Item?>(nil)
  /// Returns the item that the state holds.
  private let currentItem: @MainActor () -> Item?

  /// Creates an object that stores no item yet.
  init(_ currentItem: @escaping @MainActor () -> Item?) {
    self.currentItem = currentItem
  }

  /// Stores the item that the state holds, if there is one.
  func update() {
    if let item = currentItem() { keptItem.write(item) }
  }

  /// Removes the item. Call this function after the presentation has closed.
  func discard() {
    keptItem.write(nil)
  }

  /// Returns the views that `make` creates for the stored item. Once the views exist, `make` is not called while the
  /// state holds no item, because `make` may unwrap a value that is `nil`. The views then stay unchanged until the
  /// presentation has closed.
  func views<Content: View>(_ make: @escaping @MainActor (Item) -> Content) -> PresentedContent<Content?> {
    let lastViews = LastViews<Content>()
    return PresentedContent { [keptItem, currentItem] in
      guard let item = keptItem.read() else { return nil }
      if lastViews.views == nil || currentItem() != nil { lastViews.views = make(item) }
      return lastViews.views
    }
  }
}

/// The views of the presented item, in a container of their own.
@MainActor
final class PresentedViews<Item, Content: View> {
  /// Borrowed, like the node of the presentation model.
  private unowned let node: ViewNode
  private let shownItem: ShownItem<Item>
  private let content: @MainActor (Item) -> Content
  /// The node of the views. `nil` while the views are not on screen.
  private var root: RootNode<PresentedContent<Content?>>?

  /// Creates the object without views. Later, ``make(in:)`` calls the modifier's closure with the item that the state
  /// holds, and mounts the views that the closure returns.
  init<Kind: ViewsPresentation>(of model: PresentationModel<Kind>) where Kind.Item == Item, Kind.Content == Content {
    node = model.node
    shownItem = ShownItem { model.kind.item.wrappedValue }
    content = { model.kind.content($0) }
  }

  /// The nodes of the views. Empty while the views are not on screen.
  var nodes: [ViewNode] { root.map { [$0] } ?? [] }

  /// Creates the views. The returned widget, which contains them, is borrowed.
  func make(in environment: EnvironmentValues) -> UnsafeMutablePointer<GtkWidget> {
    shownItem.update()
    let root = RootNode(
      RootView(content: shownItem.views(content)), in: _NodeContext(below: node, environment: environment))
    self.root = root
    return root.widget
  }

  /// Updates the views from the state and the modifier's current closure, which may have captured other values than its
  /// previous closure.
  func update() {
    shownItem.update()
    root?.update(to: RootView(content: shownItem.views(content)))
  }

  func updateEnvironment(_ environment: EnvironmentValues) {
    root?.updateEnvironment(environment)
  }

  /// Passes the size class of the window's width to the views.
  func setSizeClass(_ sizeClass: UserInterfaceSizeClass) {
    root?.updateEnvironment(\.horizontalSizeClass, to: sizeClass)
  }

  /// Removes the views. Call this function after the presentation has closed.
  func discard() {
    root?.unmount()
    root = nil
    shownItem.discard()
  }
}

/// Stores the views that a closure has returned in its last call.
@MainActor private final class LastViews<Content> {
  var views: Content?
}
