internal import CGtk

/// The views that appear at a place in the graph, and the views that have left it and are still visible.
///
/// A node creates this object when one of its views first appears or disappears in an update that may be animated. A subclass moves the views. Views
/// of this class appear and disappear at once.
@MainActor
class Passages {
  /// The class of the objects that nodes create. The feature that moves views sets it before the first view is created.
  static var kind: Passages.Type = Passages.self
  /// Whether the transition of some view has its own animation. Each update then looks for such transitions.
  static var areOwnAnimationsKnown = false
  /// The place. It owns this object.
  final unowned let owner: ViewNode

  required init(_ owner: ViewNode) {
    self.owner = owner
  }

  /// Ends a view. With a transition, the view stays visible for the duration of the transition.
  ///
  /// - Parameters:
  ///   - tag: The identity of the view among the views of this place.
  ///   - isReplaced: Whether another view takes its space at once.
  ///   - previous: The view after which it is displayed, if the place has an order.
  static func leave(
    _ node: ViewNode, _ tag: AnyHashable, of owner: ViewNode, _ passages: inout Passages?, isReplaced: Bool = false,
    after previous: AnyHashable? = nil
  ) {
    if mayMove {
      passages = passages ?? kind.init(owner)
      passages?.leave(node, tag, isReplaced: isReplaced, after: previous)
    }
    passages?.stopArrivals(tag)
    node.unmount()
  }

  /// Shows a new view. With a transition, the view does not appear at once.
  static func come(_ node: ViewNode, _ tag: AnyHashable, to owner: ViewNode, _ passages: inout Passages?, isReplacing: Bool = false) {
    guard !ViewGraph.shared.isRecycling, mayMove || passages != nil else { return }
    passages = passages ?? kind.init(owner)
    passages?.come(node, tag, isReplacing: isReplacing)
  }

  private static var mayMove: Bool {
    guard !ViewGraph.shared.isRecycling else { return false }
    return areOwnAnimationsKnown || ViewGraph.shared.transactions.current.animation != nil
  }

  /// Whether no view is appearing or disappearing.
  var isEmpty: Bool { true }

  /// Adds the widgets of views that have left and are still visible.
  func collectWidgets(into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {}

  /// Adds the widgets of views that have left and are still visible, if they are displayed after a view of the place, or before all views.
  func collectWidgets(behind previous: AnyHashable?, into widgets: inout [UnsafeMutablePointer<GtkWidget>]) {}

  /// Stops all movements, because the place is removed.
  func end() {}

  /// Keeps the image of a view that is about to be removed.
  func leave(_ node: ViewNode, _ tag: AnyHashable, isReplaced: Bool, after previous: AnyHashable?) {}

  /// Begins to show a new view.
  func come(_ node: ViewNode, _ tag: AnyHashable, isReplacing: Bool) {}

  /// Stops the movement of a view that appears, because the view is removed.
  func stopArrivals(_ tag: AnyHashable) {}
}
