internal import CGtk

/// A part of an inserted or removed view: one of the views that the container around it lays out separately. Each part
/// appears and disappears with its own transition.
struct TransitionPart {
  /// The widget of the part. Borrowed.
  let widget: UnsafeMutablePointer<GtkWidget>
  /// The transition of the part. `nil` if the part has none.
  var transition: AnyTransition?
  /// The node of the transition, which animates the insertion of the part. `nil` if the part has no transition.
  var transitionNode: (any InsertionAnimating)?
}

/// A node that determines the transition parts of its view itself, instead of taking them from its child nodes.
@MainActor
protocol TransitionContributing: ViewNode {
  /// Adds the transition parts of this node's view.
  func contributeTransitionParts(to parts: inout [TransitionPart])
}

extension ViewNode {
  /// Adds the transition parts of this node's view: each view that a container would lay out separately, with its
  /// transition.
  func collectTransitionParts(into parts: inout [TransitionPart]) {
    if let node = self as? any TransitionContributing { return node.contributeTransitionParts(to: &parts) }
    if let node = self as? any WidgetOwning { return parts.append(TransitionPart(widget: node.widget)) }
    for child in children { child.collectTransitionParts(into: &parts) }
  }
}

extension ContainerNode {
  /// Adds this node's widget as one part. If the node's content consists of exactly one part, the widget gets the
  /// transition of that part.
  func contributeWidgetAsOnePart(to parts: inout [TransitionPart]) {
    var contentParts: [TransitionPart] = []
    content.collectTransitionParts(into: &contentParts)
    var part = TransitionPart(widget: widget)
    if contentParts.count == 1 {
      (part.transition, part.transitionNode) = (contentParts[0].transition, contentParts[0].transitionNode)
    }
    parts.append(part)
  }
}

extension WrappedNode: TransitionContributing {
  func contributeTransitionParts(to parts: inout [TransitionPart]) { contributeWidgetAsOnePart(to: &parts) }
}
