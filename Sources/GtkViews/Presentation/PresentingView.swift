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

@MainActor
final class PresentingNode<Content: View, Kind: PresentationKind>: _ViewNode<PresentingView<Content, Kind>>, Evaluated {
  private var content: _ViewNode<Content>!
  private var owner: PresentationOwner<Kind>!
  private var holder: Kind.Presenter?
  var isChanged = false

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
    holder?.presenter.viewIsGone()
    holder = nil
  }

  /// Reads the state, and has the presenter look at it in this turn. The presenter is made when there is something to present.
  private func look() {
    let id = observing(self) { ViewGraph.shared.evaluate(self) { view.kind.id } }
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

@MainActor private final class LastViews<Content> {
  var views: Content?
}

/// Evaluates what is presented in a body of its own: it follows what it reads.
nonisolated struct PresentedContent<Content: View>: View {
  let make: @MainActor () -> Content

  @MainActor var body: Content { make() }
}
