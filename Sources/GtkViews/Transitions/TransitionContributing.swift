internal import CGtk

/// A view that a container lays out separately, while it appears or disappears.
struct TransitionPart {
  /// The widget of the view. Borrowed.
  let widget: UnsafeMutablePointer<GtkWidget>
  /// The transition of the view. `nil` if the view has none.
  var transition: AnyTransition?
  /// The node that animates the insertion of the view. `nil` if the view has no transition.
  var node: (any InsertionAnimating)?
}

/// A node that determines the parts of its view that appear and disappear separately.
@MainActor
protocol TransitionContributing: ViewNode {
  /// Adds the parts.
  func contributeTransitionParts(to parts: inout [TransitionPart])
}

extension ViewNode {
  /// Adds the parts of this view that appear and disappear separately: each view that a container would lay out, with
  /// its transition.
  func collectTransitionParts(into parts: inout [TransitionPart]) {
    if let node = self as? any TransitionContributing { return node.contributeTransitionParts(to: &parts) }
    if let node = self as? any WidgetOwning { return parts.append(TransitionPart(widget: node.widget)) }
    for child in children { child.collectTransitionParts(into: &parts) }
  }
}

extension ContainerNode {
  /// Adds the part of a box around one view: the box, with the transition of the view in it.
  func contributeTransitionPart(ofBoxTo parts: inout [TransitionPart]) {
    var inner: [TransitionPart] = []
    content.collectTransitionParts(into: &inner)
    var part = TransitionPart(widget: widget)
    if inner.count == 1 { (part.transition, part.node) = (inner[0].transition, inner[0].node) }
    parts.append(part)
  }
}

extension WrappedNode: TransitionContributing {
  func contributeTransitionParts(to parts: inout [TransitionPart]) { contributeTransitionPart(ofBoxTo: &parts) }
}
