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

  /// Does nothing, because the widgets of the views below stay in this widget.
  override func widgetsDidChange() {}
}

/// The children of a container widget. An update inserts, moves and removes only the widgets that differ.
@MainActor
struct WidgetChildren {
  /// The children after the last update, in order.
  private var current: [UnsafeMutablePointer<GtkWidget>] = []

  /// The operations of a container on its children.
  struct Operations {
    /// Inserts a widget without a parent after another widget, or at the start.
    let insert: (UnsafeMutablePointer<GtkWidget>, _ after: UnsafeMutablePointer<GtkWidget>?) -> Void
    /// Moves a child after another child, or to the start.
    let move: (UnsafeMutablePointer<GtkWidget>, _ after: UnsafeMutablePointer<GtkWidget>?) -> Void
    /// Removes a child.
    let remove: (UnsafeMutablePointer<GtkWidget>) -> Void
  }

  /// Changes the children of a container to these widgets, in this order.
  mutating func update(to wanted: [UnsafeMutablePointer<GtkWidget>], _ operations: Operations) {
    guard wanted != current else { return }
    let kept = Set(wanted)
    var order = current.filter { widget in
      if kept.contains(widget) { return true }
      operations.remove(widget)
      return false
    }
    let present = Set(order)
    var previous: UnsafeMutablePointer<GtkWidget>?
    for (position, widget) in wanted.enumerated() {
      defer { previous = widget }
      if position < order.count, order[position] == widget { continue }
      if present.contains(widget) {
        operations.move(widget, previous)
        if let old = order[position...].firstIndex(of: widget) { order.remove(at: old) }
      } else {
        operations.insert(widget, previous)
      }
      order.insert(widget, at: position)
    }
    current = wanted
  }
}

/// The node of a view that consists of a widget with other views in it.
@MainActor
class ContainerNode<Container: View, Content: View>: WidgetNode<Container> {
  private(set) var content: _ViewNode<Content>!
  /// Whether ``arrangeContent()`` will be called in this update.
  private var isArrangementScheduled = false
  /// The directions in which the widget expanded when ``noteGrowth()`` last notified the container above.
  private var growth = Axis.Set()

  /// Creates the nodes of the views inside. A subclass calls this once, at the end of its initialiser.
  final func mountContent(_ view: Content) {
    content = Content._makeNode(view, in: contextBelow(environmentInside))
    arrangeContent()
    growth = widget.growth
  }

  override var children: [ViewNode] { [content] }

  /// The direction in which the widget lays out its content, for spacers and dividers. `nil` if it is the direction of
  /// the enclosing stack.
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
      noteGrowth()
    }
  }

  /// Notifies the container above if the widget has started or stopped expanding, because the container then aligns it
  /// differently.
  final func noteGrowth() {
    guard widget.growth != growth else { return }
    growth = widget.growth
    parent?.widgetsDidChange()
  }

  /// Updates the widget's children to the views inside. A list overrides this function to use rows instead of widgets.
  func arrangeContent() {
    arrange(content.widgets)
  }

  /// Makes `widgets` the children of the container's widget, in this order. Subclasses override this function.
  func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {}
}
