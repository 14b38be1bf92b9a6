internal import CGtk
internal import GtkBridge

/// Stands behind a view that is one widget of GTK.
@MainActor
class WidgetNode<Content: View>: _ViewNode<Content> {
  private let owned: OwnedWidget

  /// Takes a widget that was just made.
  init(_ view: Content, widget: UnsafeMutablePointer<GtkWidget>, in context: _NodeContext) {
    owned = OwnedWidget(widget)
    super.init(view, in: context)
    widget.turn(as: context.environment)
  }

  override func followDirection(before: EnvironmentValues) { widget.turn(as: environment, before: before) }

  /// The widget, borrowed.
  final var widget: UnsafeMutablePointer<GtkWidget> { owned.pointer }

  /// The widget as a type that Swift does not see into, borrowed.
  final var opaque: OpaquePointer { OpaquePointer(owned.pointer) }

  override func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {
    widgets.append(widget)
  }

  override func collectTransitionParts(into parts: inout [TransitionPart]) {
    parts.append(TransitionPart(widget: widget))
  }

  /// What the views below contribute stays in this widget.
  override func widgetsDidChange() {}
}

/// Keeps the children of a container widget in step with the views in it: the widgets that stay are moved, never made anew.
@MainActor
struct WidgetChildren {
  private var current: [UnsafeMutablePointer<GtkWidget>] = []

  /// What a container does with a child.
  struct Operations {
    /// Puts a widget without a parent behind another, or first.
    let insert: (UnsafeMutablePointer<GtkWidget>, _ after: UnsafeMutablePointer<GtkWidget>?) -> Void
    /// Moves a child behind another, or first.
    let move: (UnsafeMutablePointer<GtkWidget>, _ after: UnsafeMutablePointer<GtkWidget>?) -> Void
    /// Takes a child out.
    let remove: (UnsafeMutablePointer<GtkWidget>) -> Void
  }

  /// Brings the children of a container to this order.
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

/// Stands behind a view that is a widget with other views in it.
@MainActor
class ContainerNode<Container: View, Content: View>: WidgetNode<Container> {
  private(set) var content: _ViewNode<Content>!
  private var isStale = false
  /// Which ways the widget grew when the container above was told last.
  private var growth = Axis.Set()

  /// Makes the views inside. To be called once, at the end of the initialiser.
  final func mountContent(_ view: Content) {
    content = Content._makeNode(view, in: contextBelow(environmentInside))
    arrangeContent()
    growth = widget.growth
  }

  override var children: [ViewNode] { [content] }

  /// The direction in which the widget lays out what is in it, for spacers and dividers; `nil` if it is that of the stack around it.
  var contentAxis: Axis? { nil }

  /// What the views inside find in their environment.
  var environmentInside: EnvironmentValues {
    guard let contentAxis, environment.stackAxis != contentAxis else { return environment }
    var environment = environment
    environment.stackAxis = contentAxis
    return environment
  }

  override func environmentDidChange() {
    content.updateEnvironment(environmentInside)
  }

  /// What comes and goes of a box around one view: the box, as the view in it says.
  final func collectTransitionPart(ofBoxInto parts: inout [TransitionPart]) {
    var inner: [TransitionPart] = []
    content.collectTransitionParts(into: &inner)
    var part = TransitionPart(widget: widget)
    if inner.count == 1 { (part.transition, part.node) = (inner[0].transition, inner[0].node) }
    parts.append(part)
  }

  override func widgetsDidChange() {
    guard content != nil, !isStale else { return }
    isStale = true
    ViewGraph.shared.beforeLayout { [weak self] in
      guard let self, isMounted else { return }
      isStale = false
      arrangeContent()
      textDidChange()
      noteGrowth()
    }
  }

  /// A widget that begins to take all the room, or no longer does, has another place in the container above.
  final func noteGrowth() {
    guard widget.growth != growth else { return }
    growth = widget.growth
    parent?.widgetsDidChange()
  }

  /// Brings the widget in step with the views inside. A list takes rows of them instead of widgets.
  func arrangeContent() {
    arrange(content.widgets)
  }

  /// Puts these widgets into the widget, in this order.
  func arrange(_ widgets: [UnsafeMutablePointer<GtkWidget>]) {}
}
