internal import CGtk
internal import GtkBridge

/// A node that has a widget.
@MainActor
protocol WidgetOwning: ViewNode {
  /// The widget. Borrowed.
  var widget: UnsafeMutablePointer<GtkWidget> { get }
}

/// The node of a view that consists of one GTK widget.
@MainActor
class WidgetNode<Content: View>: _ViewNode<Content>, WidgetOwning {
  /// Owned.
  private let ownedWidget: OwnedWidget

  /// Takes ownership of a new widget.
  init(_ view: Content, widget: UnsafeMutablePointer<GtkWidget>, in context: _NodeContext) {
    ownedWidget = OwnedWidget(widget)
    super.init(view, in: context)
    widget.applyLayoutDirection(of: context.environment)
  }

  /// The widget. Borrowed.
  final var widget: UnsafeMutablePointer<GtkWidget> { ownedWidget.pointer }

  /// The widget as an opaque pointer. Borrowed.
  final var opaque: OpaquePointer { OpaquePointer(ownedWidget.pointer) }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    widgets.append(widget)
  }

  /// Does nothing when the widgets of a node below change, because the container above receives only this node's own
  /// widget.
  override func widgetsDidChange() {}
}

/// The children of a container widget. An update inserts, moves and removes only the widgets that differ.
@MainActor
struct WidgetChildren {
  /// The children after the last update, in order.
  private var current: [UnsafeMutablePointer<GtkWidget>] = []

  /// The operations of a container on its children.
  struct Operations {
    /// Inserts a new child after another child. If `after` is `nil`, inserts the new child at the start.
    let insert: (UnsafeMutablePointer<GtkWidget>, _ after: UnsafeMutablePointer<GtkWidget>?) -> Void
    /// Moves a child after another child. If `after` is `nil`, moves the child to the start.
    let move: (UnsafeMutablePointer<GtkWidget>, _ after: UnsafeMutablePointer<GtkWidget>?) -> Void
    /// Removes a child.
    let remove: (UnsafeMutablePointer<GtkWidget>) -> Void
  }

  /// Changes the children of a container to these widgets, in this order.
  mutating func update(to wanted: [UnsafeMutablePointer<GtkWidget>], _ operations: Operations) {
    guard wanted != current else { return }
    let wantedSet = Set(wanted)
    // The children that the container has after the unwanted ones are removed. The loop below changes the container and
    // this array until both have the wanted children.
    var actual = current.filter { widget in
      if wantedSet.contains(widget) { return true }
      operations.remove(widget)
      return false
    }
    let keptSet = Set(actual)
    var previous: UnsafeMutablePointer<GtkWidget>?
    for (position, widget) in wanted.enumerated() {
      defer { previous = widget }
      if position < actual.count, actual[position] == widget { continue }
      if keptSet.contains(widget) {
        operations.move(widget, previous)
        if let old = actual[position...].firstIndex(of: widget) { actual.remove(at: old) }
      } else {
        operations.insert(widget, previous)
      }
      actual.insert(widget, at: position)
    }
    current = wanted
  }
}

/// The node of a view that consists of a widget with other views in it.
@MainActor
class ContainerNode<Container: View, Content: View>: WidgetNode<Container> {
  private(set) var content: _ViewNode<Content>!
  /// Whether ``arrangeContent()`` will be called before the next layout pass.
  private var isArrangementScheduled = false
  /// The axes along which the widget expanded when the container above was last notified.
  private var knownExpandingAxes = Axis.Set()

  /// Creates the nodes of the views inside. Each subclass calls this function once, at the end of its initialiser.
  final func mountContent(_ view: Content) {
    content = Content._makeNode(view, in: contextBelow(environmentInside))
    arrangeContent()
    knownExpandingAxes = widget.expandingAxes
  }

  override var children: [ViewNode] { [content] }

  /// The axis along which the widget lays out its content, for spacers and dividers. `nil` if the axis of the enclosing
  /// stack applies.
  var contentAxis: Axis? { nil }

  /// The environment of the views inside.
  var environmentInside: EnvironmentValues {
    guard let contentAxis, environment.stackAxis != contentAxis else { return environment }
    var environment = environment
    environment.stackAxis = contentAxis
    return environment
  }

  override func environmentDidChange() {
    content.updateEnvironment(environmentInside)
  }

  override func widgetsDidChange() {
    guard content != nil, !isArrangementScheduled else { return }
    isArrangementScheduled = true
    ViewGraph.shared.beforeLayout { [weak self] in
      guard let self, isMounted else { return }
      isArrangementScheduled = false
      arrangeContent()
      textDidChange()
      notifyIfExpansionChanged()
    }
  }

  /// Notifies the container above if the widget has started or stopped expanding along an axis, because the container
  /// then aligns the widget differently.
  final func notifyIfExpansionChanged() {
    guard widget.expandingAxes != knownExpandingAxes else { return }
    knownExpandingAxes = widget.expandingAxes
    parent?.widgetsDidChange()
  }

  /// Makes the content's widgets the children of this widget. Lists and lazy containers override this function, because
  /// they have rows instead of such children.
  func arrangeContent() {
    arrange(content.widgets)
  }

  /// Makes `widgets` the children of the container's widget, in this order. Subclasses override this function.
  func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {}
}
